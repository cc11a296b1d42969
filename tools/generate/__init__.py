"""Writes what is derived and yet kept in git."""
