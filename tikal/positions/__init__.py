"""Positions by hand, and as text: what FEN is to chess."""

from __future__ import annotations

from tikal.positions.by_hand import position
from tikal.positions.reader import parse_position
from tikal.positions.writer import format_position

__all__ = ["format_position", "parse_position", "position"]
