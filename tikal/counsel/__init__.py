"""Counsel: what to do about a refused move or record."""
