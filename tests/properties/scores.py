"""What a scoring pays, counted as at the table."""

from __future__ import annotations

import tikal
from tests.properties.ground import is_stronger_than_each_other, temples
from tests.properties.helpers import mover
from tikal import EndTurn, State

WORTH = {0: 0, 1: 1, 2: 3, 3: 6}


def temple_points(state: State, seat: int) -> dict[str, int]:
    """What each temple pays."""
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
    """What the treasures pay."""
    return sum(WORTH[tokens] for tokens in state.player(seat).treasures.values())


def points(state: State, seat: int) -> int:
    """What temples and treasures pay together."""
    return sum(temple_points(state, seat).values()) + treasure_points(state, seat)


def gain(state: State) -> int:
    """What the seat that ends its turn receives."""
    seat = mover(state)
    return tikal.apply(state, EndTurn()).scores[seat] - state.scores[seat]
