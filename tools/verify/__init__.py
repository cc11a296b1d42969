"""The long verification and its stages."""
