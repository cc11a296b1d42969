"""The candidate space: every move worth asking about in a position, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tikal.components import BOX
from tikal.geometry import CELLS
from tikal.moves import (
    FIGURES,
    Bid,
    Deploy,
    DrawTile,
    EndTurn,
    EstablishCamp,
    Exchange,
    Move,
    Pass,
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
from tikal.rules.queries import mover
from tikal.state import State

#: A well-formed id that no tile has.
NO_TILE = "Z9"


def candidates(state: State) -> tuple[Move, ...]:
    """Some 7,600 moves.

    All cells, rotations and figures, all tile ids and one unknown, seats 0 to 5, kinds 0 to 9, and
    bids from 0 to two above the mover's score.
    """
    score = mover(state).score if state.active else 0
    return (*_without_bids(), *(Bid(points) for points in range(score + 3)))


@cache
def _without_bids() -> tuple[Move, ...]:
    return tuple(_all_but_bids())


def _all_but_bids() -> Iterator[Move]:
    for tile in (*(tile.id for tile in BOX.tiles), NO_TILE):
        yield DrawTile(tile)
        yield TakeTile(tile)
    for cell in CELLS:
        for rotation in range(6):
            yield PlaceTile(cell, rotation)
        for figure in FIGURES:
            yield Deploy(figure, cell)
            yield PlaceGuard(cell, figure)
            for target in CELLS:
                yield Walk(figure, cell, target)
                yield Transfer(figure, cell, target)
        yield Uncover(cell)
        yield Recover(cell)
        yield EstablishCamp(cell)
    kinds = range(BOX.treasure_kinds + 2)
    for kind in kinds:
        yield RevealTreasure(kind)
        for seat in range(BOX.most_players + 2):
            for take in kinds:
                yield Exchange(kind, seat, take)
    yield SetAside()
    yield EndTurn()
    yield Pass()
