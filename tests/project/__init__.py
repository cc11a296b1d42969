"""Tests of the repository itself: what must not change, and where every fact has its home."""
