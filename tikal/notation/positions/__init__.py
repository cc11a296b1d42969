"""Positions by hand, and as text: what FEN is to chess."""

from __future__ import annotations

from tikal.notation.positions.builder import position
from tikal.notation.positions.reader import parse_position
from tikal.notation.positions.writer import format_position

__all__ = ["format_position", "parse_position", "position"]
