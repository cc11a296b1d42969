"""Numbers of players: what changes with them, and what does not."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.properties.helpers import PRICES, auction_games, choose
from tikal import (
    Bid,
    DrawTile,
    EndTurn,
    Pass,
    PlaceTile,
    SetAside,
    State,
    TakeTile,
)
from tikal.components import BOX
from tikal.testing import games, states
from tikal.testing.pool import SETUPS
from tikal.testing.surgery import with_ap


def acts_with_few_players(state: State) -> bool:
    return state.phase == "act" and state.players < 4


def bidding_begins(state: State) -> bool:
    """The display of a round is complete, and there is no bid or pass yet."""
    bidding = state.course.bidding
    return (
        state.phase == "bid" and state.high_bid is None and not bidding.passed and not bidding.done
    )


@pytest.mark.clause("PC-01")
@given(st.sampled_from(SETUPS))
def test_two_or_three_start_with_all_that_four_start_with(
    setup: tuple[int, tikal.Edition, bool],
) -> None:
    players, edition, auction = setup
    few, four = tikal.new_game(players, edition, auction), tikal.new_game(4, edition, auction)
    assert few.remaining == four.remaining == tuple(sorted(tile.id for tile in BOX.tiles))
    assert len(few.remaining) == 36
    assert few.floors == four.floors == BOX.floors
    assert few.unseen == four.unseen == dict.fromkeys(range(1, 9), 3)
    assert len(few.scores) == players
    for seat in few.scores:
        assert few.player(seat) == evolve(four.player(4), seat=seat)
        assert few.player(seat).supply == (1, 18)


@pytest.mark.clause("PC-01")
@given(states(where=acts_with_few_players), st.data())
def test_every_price_is_the_same_with_two_and_three(state: State, data: st.DataObject) -> None:
    moves = [move for move in tikal.legal_moves(with_ap(state, 10)) if type(move) in PRICES]
    move = choose(data, moves or [EndTurn()])
    price = PRICES.get(type(move), 0)
    assert tikal.is_legal(with_ap(state, price), move)
    if price:
        assert not tikal.is_legal(with_ap(state, price - 1), move)
        assert tikal.apply(with_ap(state, 10), move).ap == 10 - price


@pytest.mark.clause("PC-01")
@given(games())
def test_all_tiles_are_played_with_any_number(game: tikal.Replay) -> None:
    drawn = [step.move.tile for step in game.steps if isinstance(step.move, DrawTile)]
    assert sorted(drawn) == sorted(tile.id for tile in BOX.tiles)
    laid = [step.seat for step in game.steps if isinstance(step.move, PlaceTile | SetAside)]
    assert len(laid) == 36


@pytest.mark.clause("PC-02")
@given(states(where=bidding_begins))
def test_the_display_has_one_tile_per_player(state: State) -> None:
    assert len(state.display) == state.players


@pytest.mark.clause("PC-02", "AUCTION-27")
@given(auction_games())
def test_a_round_has_one_auction_fewer_than_players(game: tikal.Replay) -> None:
    players = game.state.players
    auctions: Counter[int] = Counter()  # by round
    takes, asked = 0, False
    for step in game.steps:
        if isinstance(step.move, Bid | Pass):
            asked = True
        if isinstance(step.move, TakeTile):
            auctions[takes // players] += asked
            takes, asked = takes + 1, False
    assert takes == 36
    assert auctions == dict.fromkeys(range(36 // players), players - 1)
