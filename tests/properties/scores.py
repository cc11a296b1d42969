"""The points of a scoring, counted as at the table."""

from __future__ import annotations

import tikal
from tests.properties.ground import is_stronger_than_each_other, temples
from tests.properties.helpers import mover
from tikal import EndTurn, State

WORTH = {0: 0, 1: 1, 2: 3, 3: 6}


def temple_points(state: State, seat: int) -> dict[str, int]:
    """The points of each temple."""
    paid = {}
    for cell in temples(state):
        hex_ = state[cell]
        holder = (
            hex_.guard[0] == seat if hex_.guard else is_stronger_than_each_other(state, seat, cell)
        )
        if holder:
            paid[cell] = hex_.value
    return paid


def treasure_points(state: State, seat: int) -> int:
    """The points of the treasures."""
    return sum(WORTH[tokens] for tokens in state.player(seat).treasures.values())


def points(state: State, seat: int) -> int:
    """The points of temples and treasures together."""
    return sum(temple_points(state, seat).values()) + treasure_points(state, seat)


def gain(state: State) -> int:
    """The points of the seat that ends its turn."""
    seat = mover(state)
    return tikal.apply(state, EndTurn()).scores[seat] - state.scores[seat]
