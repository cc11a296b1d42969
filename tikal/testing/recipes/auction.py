"""Bids and the choice of a tile."""

from __future__ import annotations

from hypothesis import strategies as st

from tikal.components import BOX
from tikal.moves import Bid, TakeTile
from tikal.rules.queries import mover
from tikal.testing.candidates import NO_TILE
from tikal.testing.pool import one_of
from tikal.testing.recipes.ingredients import Draw, Situation, legal, recipe, same_state
from tikal.testing.surgery import with_switches


@recipe("AUCTION-08")
def bid_too_little(draw: Draw) -> tuple[Situation, Situation]:
    """A bid that does not exceed the high bid, or a first one below the lowest."""
    state, move = legal(draw, Bid)
    if state.high_bid is None:
        state = with_switches(state, lowest_bid=draw(st.sampled_from((1, 0))))
        most = state.edition.lowest_bid - 1
    else:
        most = state.high_bid
    return same_state(state, Bid(draw(st.integers(-2, most))), move)


@recipe("AUCTION-29")
def bid_too_much(draw: Draw) -> tuple[Situation, Situation]:
    """A bid above the bidder's score."""
    state, move = legal(draw, Bid)
    return same_state(state, Bid(mover(state).score + draw(st.integers(1, 99))), move)


@recipe("AUCTION-12")
def take_what_is_not_shown(draw: Draw) -> tuple[Situation, Situation]:
    """A tile that is not on display."""
    state, move = legal(draw, TakeTile)
    ids = (*(tile.id for tile in BOX.tiles), NO_TILE)
    wrong = [tile for tile in ids if tile not in state.display]
    return same_state(state, TakeTile(one_of(draw, wrong)), move)
