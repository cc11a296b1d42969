"""Exchanging treasures: single for single, as the paying player likes."""

from __future__ import annotations

from itertools import product

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.helpers import changes
from tikal import Exchange, State
from tikal.testing import legal_moves_of, states


def singles(state: State, seat: int) -> list[int]:
    """The kinds of which a seat owns exactly one token."""
    return [kind for kind, tokens in state.player(seat).treasures.items() if tokens == 1]


def could_pay_for_an_exchange(state: State) -> bool:
    return (
        state.phase == "act"
        and state.ap >= 3
        and bool(singles(state, state.active or 0))
        and any(singles(state, seat) for seat in state.scores if seat != state.active)
    )


def a_player_has_a_pair(state: State) -> bool:
    return could_pay_for_an_exchange(state) and any(
        max(state.player(seat).treasures.values()) > 1 for seat in state.scores
    )


@pytest.mark.clause("SWAP-01", "SWAP-02", "SWAP-04")
@given(legal_moves_of(Exchange))
def test_two_tokens_change_hands_at_once_for_three_action_points(
    situation: tuple[State, Exchange],
) -> None:
    state, move = situation
    assert state.active
    after = tikal.apply(state, move)
    mine, theirs = state.player(state.active), state.player(move.seat)
    given_away, received = dict(mine.treasures), dict(theirs.treasures)
    given_away[move.give] -= 1
    given_away[move.take] += 1
    received[move.take] -= 1
    received[move.give] += 1
    assert after.player(state.active) == evolve(mine, treasures=given_away)
    assert after.player(move.seat) == evolve(theirs, treasures=received)
    expected: dict[str, tuple[object, object]] = {"ap": (state.ap, state.ap - 3)}
    if move.give != move.take:
        expected[f"seat {state.active}.treasures"] = (mine.treasures, given_away)
        expected[f"seat {move.seat}.treasures"] = (theirs.treasures, received)
    # the other player is not asked: the payer simply goes on
    assert changes(state, after) == expected


@pytest.mark.clause("SWAP-02", "SWAP-03", "SWAP-04", "SWAP-05")
@given(states(where=could_pay_for_an_exchange))
def test_any_single_of_ones_own_buys_any_single_of_anybody_else(state: State) -> None:
    assert state.active
    others = [seat for seat in state.scores if seat != state.active]
    expected = {
        Exchange(give, seat, take)
        for seat in others
        for give, take in product(singles(state, state.active), singles(state, seat))
        if give != take or state.edition.same_kind_exchange
    }
    assert expected or not state.edition.same_kind_exchange
    kinds = range(10)
    possible = (Exchange(*what) for what in product(kinds, range(6), kinds))
    assert {move for move in possible if tikal.is_legal(state, move)} == expected
    assert {m for m in tikal.legal_moves(state) if isinstance(m, Exchange)} == expected


@pytest.mark.clause("SWAP-05")
@given(states(where=a_player_has_a_pair), st.data())
def test_a_kind_held_twice_is_neither_given_nor_taken(state: State, data: st.DataObject) -> None:
    assert state.active
    partner = data.draw(st.sampled_from([seat for seat in state.scores if seat != state.active]))
    mine, theirs = state.player(state.active).treasures, state.player(partner).treasures
    for give, take in product(mine, theirs):
        is_same = give == take and not state.edition.same_kind_exchange
        assert ("SWAP-05" in cited(state, Exchange(give, partner, take))) == (
            mine[give] > 1
            or theirs[take] > 1
            or (is_same and mine[give] == 1 and theirs[take] == 1)
        )
        assert ("SWAP-02" in cited(state, Exchange(give, partner, take))) == (
            mine[give] == 0 or theirs[take] == 0
        )
