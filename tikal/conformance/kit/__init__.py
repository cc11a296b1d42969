"""The former place of the adapter; gone with the next version."""
