"""Positions as text and JSON, and the validation of positions, beside FEN.

The positions are those of whole games in the order of play, some four hundred for each game: a
board comes up some ten times before the next tile is laid. A second line has every board new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import chess

import tikal
from benchmarks.corpus import MIXED
from benchmarks.measure import Comparison, Task
from benchmarks.peers import BOARDS
from tikal.geometry import board_of
from tikal.notation.documents import dumps_position, loads_position

_STATES: Final = [spot.state for spot in MIXED]
_TEXTS: Final = list(map(tikal.format_position, _STATES))
_DOCUMENTS: Final = list(map(dumps_position, _STATES))
_FENS: Final = [board.fen() for board in BOARDS]


def _of_each(function: Callable[..., object], things: Iterable[object]) -> Task:
    """The task of calling a function with each of some things."""
    listed = list(things)

    def run() -> int:
        board_of.cache_clear()  # boards of the round before are as new as in another game
        for thing in listed:
            function(thing)
        return len(listed)

    return run


def _on_a_new_board(text: str) -> None:
    board_of.cache_clear()
    tikal.parse_position(text)


TASKS: Final[dict[str, Task]] = {
    "chess.Board(fen)": _of_each(chess.Board, _FENS),
    "board.fen()": _of_each(chess.Board.fen, BOARDS),
    "parse_position": _of_each(tikal.parse_position, _TEXTS),
    "parse_position, every board new": _of_each(_on_a_new_board, _TEXTS[::4]),
    "format_position": _of_each(tikal.format_position, _STATES),
    "problems": _of_each(tikal.problems, _STATES),
    "position to JSON text": _of_each(dumps_position, _STATES),
    "position from JSON text": _of_each(loads_position, _DOCUMENTS),
}
COMPARISONS: Final = (
    Comparison("parse_position", "parse_position", "chess.Board(fen)", 4),
    Comparison(
        "parse_position, every board new", "parse_position, every board new", "chess.Board(fen)"
    ),
    Comparison("format_position", "format_position", "board.fen()", 4),
    Comparison("problems", "problems", "chess.Board(fen)"),
    Comparison("position to JSON text", "position to JSON text", "board.fen()"),
    Comparison("position from JSON text", "position from JSON text", "chess.Board(fen)"),
)
