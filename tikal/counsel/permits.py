"""Rulings that a legal move rests on, where a reading that no switch plays would forbid it.

A reading with a switch is tried on the move itself (`other_rules`). The few others that decide
about a single move have their condition here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tikal.components import TILES
from tikal.grid import AROUND, CELL_INDEX
from tikal.law.entries import Ruling
from tikal.law.registry import ruling
from tikal.moves import Move, Pass, PlaceGuard, PlaceTile
from tikal.rules.queries import strengths
from tikal.state import State


def _outnumbered_by_all_others(state: State, move: Move) -> bool:
    """A guard whose owner is stronger than each other player and not than all of them together."""
    if type(move) is not PlaceGuard:
        return False
    by_seat = strengths(state, CELL_INDEX[move.cell])
    return 2 * by_seat[state.turn.active - 1] <= sum(by_seat)


def _volcanoes_touch(state: State, move: Move) -> bool:
    """A volcano beside another where volcanoes may not seal off a space."""
    if type(move) is not PlaceTile or state.edition.volcano_may_foreclose:
        return False
    board = state.ground.board
    kinds = [board.kind(cell) for cell in AROUND[CELL_INDEX[move.cell]]]
    tile = state.course.tile
    return tile is not None and TILES[tile].kind == "volcano" and "volcano" in kinds


def _opener_passes(state: State, move: Move) -> bool:
    """The first decision of a round of auctions is a pass."""
    bidding = state.course.bidding
    is_first = not (bidding.done or bidding.passed or bidding.high_bidder)
    return type(move) is Pass and is_first


#: By ruling, whether a legal move would be forbidden by a reading that is not taken.
_CONDITIONS: Final[dict[str, Callable[[State, Move], bool]]] = {
    "Q-06": _volcanoes_touch,
    "Q-57": _outnumbered_by_all_others,
    "Q-83": _opener_passes,
}


def rulings_behind(state: State, move: Move) -> tuple[Ruling, ...]:
    """The rulings that a legal move rests on, where the edition leaves room for another reading."""
    found = (ruling(id_) for id_, applies in _CONDITIONS.items() if applies(state, move))
    return tuple(each for each in found if each.not_taken(state.edition))
