"""Helpers that every package may use and that know none of them."""
