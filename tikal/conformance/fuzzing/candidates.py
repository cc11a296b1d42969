"""Moves worth asking about in a position, legal or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Final

from tikal.components import BOX
from tikal.geometry import CELLS, NEIGHBOURS, ROTATIONS
from tikal.moves import (
    FIGURES,
    Bid,
    Deploy,
    DrawTile,
    EstablishCamp,
    Exchange,
    Move,
    PlaceGuard,
    PlaceTile,
    Recover,
    RevealTreasure,
    SetAside,
    TakeTile,
    Transfer,
    Uncover,
    Walk,
)
from tikal.rules.order import PHASE_OF
from tikal.rules.queries import camp_cells, mover
from tikal.state import TREASURE_KINDS, State

#: The ids of all tiles, and one that no tile has.
TILE_IDS: Final = (*(tile.id for tile in BOX.tiles), "Z9")


def candidates(state: State, kind: type[Move]) -> Iterator[Move]:
    """Every move of a kind, legal or not, if it is the moment for such moves."""
    return _CANDIDATES[kind](state) if PHASE_OF[kind] == state.phase else iter(())


def _placements(state: State) -> Iterator[Move]:
    assert state.course.tile is not None  # it is the moment to place one
    rotations = ROTATIONS[state.course.tile]
    return (PlaceTile(cell, rotation) for cell in CELLS for rotation in rotations)


def _walks(_state: State) -> Iterator[Move]:
    for cell, around in enumerate(NEIGHBOURS):
        for _, other in around:
            yield from (Walk(figure, CELLS[cell], CELLS[other]) for figure in FIGURES)


def _transfers(state: State) -> Iterator[Move]:
    own = mover(state).usable_camps()
    camps = [CELLS[cell] for cell in sorted({*own, *camp_cells(state)})]
    every = product(FIGURES, camps, camps)
    return (Transfer(figure, origin, target) for figure, origin, target in every)


def _exchanges(state: State) -> Iterator[Move]:
    every = product(TREASURE_KINDS, range(1, state.players + 1), TREASURE_KINDS)
    return (Exchange(give, seat, take) for give, seat, take in every)


_CANDIDATES: Final[dict[type[Move], Callable[[State], Iterator[Move]]]] = {
    PlaceTile: _placements,
    Deploy: lambda _: (Deploy(figure, cell) for figure in FIGURES for cell in CELLS),
    Walk: _walks,
    Transfer: _transfers,
    Uncover: lambda _: map(Uncover, CELLS),
    Recover: lambda _: map(Recover, CELLS),
    Exchange: _exchanges,
    EstablishCamp: lambda _: map(EstablishCamp, CELLS),
    PlaceGuard: lambda _: (PlaceGuard(cell, figure) for cell in CELLS for figure in FIGURES),
    DrawTile: lambda _: map(DrawTile, TILE_IDS),
    TakeTile: lambda _: map(TakeTile, TILE_IDS),
    SetAside: lambda _: iter([SetAside()]),
    RevealTreasure: lambda _: map(RevealTreasure, range(BOX.treasure_kinds + 2)),
    Bid: lambda state: map(Bid, range(mover(state).score + 3)),
}

#: The kinds of moves that have candidates.
KINDS: Final = tuple(_CANDIDATES)
