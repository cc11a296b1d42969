"""A recipe for every clause that can refuse a move, chapter by chapter."""
