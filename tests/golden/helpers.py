"""What the golden tests share: short ways to ask, and boards to ask about."""

from __future__ import annotations

import random
from typing import Final

import pytest

import tikal
from tikal import geometry
from tikal.components import TILE_INDEX, TILES

EVERY_EDITION: Final = pytest.mark.parametrize(
    "edition", tikal.EDITIONS.values(), ids=list(tikal.EDITIONS)
)
AUCTION_EDITIONS: Final = pytest.mark.parametrize(
    "edition",
    [tikal.RIO_GRANDE_1999, tikal.RAVENSBURGER_1999, tikal.SUPER_MEEPLE_2015],
    ids=lambda edition: edition.key,
)
#: For rules that no edition changes: an early and a late one.
OLD_AND_NEW: Final = pytest.mark.parametrize(
    "edition",
    [tikal.RIO_GRANDE_1999, tikal.LEGEND_CLASSIC],
    ids=lambda edition: edition.key,
)
OLD_AND_NEW_AUCTION: Final = pytest.mark.parametrize(
    "edition",
    [tikal.RAVENSBURGER_1999, tikal.SUPER_MEEPLE_2015],
    ids=lambda edition: edition.key,
)

# --- asking ------------------------------------------------------------------------------------


def clauses(state: tikal.State, move: str, seat: int | None = None) -> list[str]:
    """The ids of the clauses that forbid a move; [] if it is legal."""
    return [violation.clause for violation in tikal.check(state, tikal.parse_move(move), seat)]


def listed(state: tikal.State, verb: str) -> set[str]:
    """The legal moves of one kind."""
    moves = [str(move) for move in tikal.legal_moves(state)]
    return {move for move in moves if move.split()[0] == verb}


def after(state: tikal.State, *moves: str) -> tikal.State:
    """The position after some moves, all of them legal."""
    for move in moves:
        state = tikal.apply(state, tikal.parse_move(move))
    return state


def ap_log(state: tikal.State, *moves: str) -> list[int]:
    """The action points before the first move and after each of them."""
    played = tikal.replay(state, map(tikal.parse_move, moves))
    assert played.refusal is None
    return [state.ap, *(step.state.ap for step in played.steps)]


def laid_anywhere(state: tikal.State) -> tikal.State:
    """The position after the waiting tile has been laid on the first place that will do."""
    assert state.phase == "place"
    return tikal.apply(state, tikal.legal_moves(state)[0])


def idle_turn(state: tikal.State, tile: str) -> tikal.State:
    """The position after a turn in which the tile is drawn or taken, laid, and nothing done."""
    verb = "take" if state.phase == "take" else "draw"
    return after(laid_anywhere(after(state, f"{verb} {tile}")), "end")


def idle(state: tikal.State, moves: tuple[tikal.Move, ...], rng: random.Random) -> tikal.Move:
    """A policy that lays its tiles anywhere and does nothing else."""
    if state.phase == "act":
        return tikal.EndTurn()
    if state.phase == "bid":
        return tikal.Pass()
    return moves[rng.randrange(len(moves))]


def active_seats(game: tikal.Replay) -> list[int | None]:
    """The seats that ended an action phase, in order."""
    return [step.seat for step in game.steps if step.move == tikal.EndTurn()]


def stones(tile: str, rotation: int) -> dict[str, int]:
    """The stones on the sides of a tile that is turned so."""
    turned = geometry.rotate(TILES[TILE_INDEX[tile]].stones, rotation)
    return dict(zip(geometry.SIDES, turned, strict=True))


# --- boards ------------------------------------------------------------------------------------

#: All 36 tiles as one game laid them, letter after letter.
LAYOUT: Final[dict[str, tuple[str, int]]] = {
    "b3": ("A1", 2), "c4": ("A2", 4), "c3": ("A3", 3),
    "c1": ("A4", 1), "d1": ("A5", 2), "c2": ("A6", 0),
    "d3": ("B1", 0), "d2": ("B2", 2), "b4": ("B3", 0),
    "a3": ("B4", 4), "e2": ("B5", 1), "f2": ("B6", 2),
    "e1": ("C1", 1), "g2": ("C2", 1), "e3": ("C3", 0), "f1": ("C4", 0), "f4": ("C5", 4),
    "g4": ("D1", 0), "c5": ("D2", 1), "g5": ("D3", 0), "h5": ("D4", 1), "d5": ("D5", 2),
    "e4": ("E1", 4), "f3": ("E2", 2), "d4": ("E3", 5), "h4": ("E4", 3), "f5": ("E5", 0),
    "g1": ("F1", 0), "h3": ("F2", 0), "h1": ("F3", 5), "b5": ("F4", 1), "a4": ("F5", 5),
    "h2": ("G1", 0), "e5": ("G2", 0), "a5": ("G3", 5), "g3": ("G4", 2),
}  # fmt: skip
VOLCANOES: Final = ("d3", "g5", "h3")

#: The treasure hexes of the layout in the order they came, with the masks they show.
_MASKS: Final = {"c4": 4, "d1": 4, "e2": 4, "f1": 3, "c5": 3, "f3": 2, "b5": 2, "g3": 2}


def explored(last: str) -> dict[str, tuple[str, int]]:
    """The layout when the last tile of this letter has been laid."""
    return {cell: tile for cell, tile in LAYOUT.items() if tile[0][0] <= last}


def explored_but_for_volcanoes() -> dict[str, tuple[str, int]]:
    """The layout with the three volcanoes, and nothing else, still to be drawn."""
    return {cell: tile for cell, tile in LAYOUT.items() if cell not in VOLCANOES}


def tokens_left(owned: int) -> dict[str, int]:
    """What lies on the treasure hexes of the layout when players own so many tokens."""
    left = {}
    for cell, masks in _MASKS.items():
        taken = min(masks, owned)
        if taken:
            left[cell] = masks - taken
        owned -= taken
    return left
