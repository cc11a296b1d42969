"""The candidate space: every move worth asking about in a position, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tikal import moves
from tikal.components import BOX
from tikal.geometry import CELLS
from tikal.moves import FIGURES, Move
from tikal.rules.queries import mover
from tikal.state import State

#: A well-formed id that no tile has.
NO_TILE = "Z9"


def candidates(state: State) -> tuple[Move, ...]:
    """All moves worth asking about, some 7,600 of them.

    All cells, rotations and figures, all tile ids and one unknown, seats 0 to 5, kinds 0 to 9, and
    bids from 0 to two above the mover's score.
    """
    score = mover(state).score if state.active else 0
    return (*_without_bids(), *(moves.Bid(points) for points in range(score + 3)))


@cache
def _without_bids() -> tuple[Move, ...]:
    return tuple(_all_but_bids())


def _all_but_bids() -> Iterator[Move]:
    for tile in (*(tile.id for tile in BOX.tiles), NO_TILE):
        yield moves.DrawTile(tile)
        yield moves.TakeTile(tile)
    for cell in CELLS:
        for rotation in range(6):
            yield moves.PlaceTile(cell, rotation)
        for figure in FIGURES:
            yield moves.Deploy(figure, cell)
            yield moves.PlaceGuard(cell, figure)
            for target in CELLS:
                yield moves.Walk(figure, cell, target)
                yield moves.Transfer(figure, cell, target)
        yield moves.Uncover(cell)
        yield moves.Recover(cell)
        yield moves.EstablishCamp(cell)
    kinds = range(BOX.treasure_kinds + 2)
    for kind in kinds:
        yield moves.RevealTreasure(kind)
        for seat in range(BOX.most_players + 2):
            for take in kinds:
                yield moves.Exchange(kind, seat, take)
    yield moves.SetAside()
    yield moves.EndTurn()
    yield moves.Pass()
