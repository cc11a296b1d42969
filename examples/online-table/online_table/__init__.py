"""A table for Tikal on the web."""
