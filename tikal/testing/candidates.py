"""The candidate space: every move worth asking about in a position, legal or not."""

from __future__ import annotations

from functools import cache
from typing import Final

from tikal.components import BOX, SEATS, TREASURE_KINDS
from tikal.moves import MOVES, Bid, Move, every
from tikal.rules.queries import mover
from tikal.state import State

#: A well-formed id that no tile has.
NO_TILE: Final = "Z9"
#: A kind that no treasure has.
NO_KIND: Final = TREASURE_KINDS[-1] + 1
_TILES: Final = (*(tile.id for tile in BOX.tiles), NO_TILE)
_KINDS: Final = (0, *TREASURE_KINDS, NO_KIND)
_SEATS: Final = (0, *SEATS, SEATS[-1] + 1)


def candidates(state: State) -> tuple[Move, ...]:
    """All moves worth asking about, some 7,600 of them, class by class and the bids last.

    All cells, rotations and figures, all tile ids and one unknown, seats 0 to 5, kinds 0 to 9, and
    bids from 0 to two above the mover's score.
    """
    score = mover(state).score if state.active else 0
    return (*_without_bids(), *every(Bid, points=range(score + 3)))


@cache
def _without_bids() -> tuple[Move, ...]:
    return tuple(
        move
        for kind in MOVES
        if kind is not Bid
        for move in every(kind, tile=_TILES, kind=_KINDS, give=_KINDS, take=_KINDS, seat=_SEATS)
    )
