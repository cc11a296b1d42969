"""The start of a game, and its draws."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.ground import IDS, START_HEXES
from tests.properties.helpers import openings
from tests.properties.situations import is_revealing
from tikal import DrawTile, Replay, RevealTreasure, State
from tikal.grid import CELLS
from tikal.testing import games, states


def is_drawing(state: State) -> bool:
    return state.phase == "draw"


@pytest.mark.clause("SETUP-01")
@given(st.one_of(states(where=is_drawing), openings()))
def test_any_tile_of_the_letter_may_come_next_and_each_is_as_likely(state: State) -> None:
    letter = min(tile[0] for tile in state.remaining)
    group = [tile for tile in state.remaining if tile[0] == letter]
    likely = Fraction(1, len(group))
    assert dict(tikal.chance(state)) == {DrawTile(tile): likely for tile in group}


@pytest.mark.clause("SETUP-02")
@given(games())
def test_letters_come_in_alphabetical_order(game: Replay) -> None:
    letters = [step.move.tile[0] for step in game.steps if isinstance(step.move, DrawTile)]
    assert len(letters) == 36
    assert letters == sorted(letters)


@pytest.mark.clause("SETUP-02")
@given(states(where=is_drawing), st.sampled_from(sorted(IDS)))
def test_a_tile_can_be_drawn_if_no_earlier_letter_is_left(state: State, tile: str) -> None:
    earlier = [other for other in state.remaining if other[0] < tile[0]]
    if tile in state.remaining:
        assert cited(state, DrawTile(tile)) == (["SETUP-02"] if earlier else [])
    else:
        assert not tikal.is_legal(state, DrawTile(tile))
    assert (DrawTile(tile) in tikal.legal_moves(state)) == (tile in state.remaining and not earlier)


@pytest.mark.clause("SETUP-03")
@given(openings())
def test_everything_starts_in_the_supply(state: State) -> None:
    for seat in state.scores:
        player = state.player(seat)
        assert player.supply == (1, 18)
        assert player.removed == (0, 0)
        assert (player.figures, player.camps, player.guards) == ({}, (), {})
        assert set(player.treasures.values()) == {0}
    no_figures = dict.fromkeys(state.scores, (0, 0))
    for cell in CELLS:
        hex_ = state[cell]
        assert (hex_.figures, hex_.camp, hex_.guard) == (no_figures, None, None)


@pytest.mark.clause("SETUP-05")
@given(openings())
def test_all_treasures_start_in_the_hidden_supply(state: State) -> None:
    assert state.unseen == dict.fromkeys(range(1, 9), 3)
    assert all(state[cell].tokens == 0 for cell in CELLS)


@pytest.mark.clause("SETUP-05")
@given(states(where=is_revealing))
def test_every_hidden_token_is_as_likely_as_the_others(state: State) -> None:
    hidden = sum(state.unseen.values())
    assert hidden > 0
    assert dict(tikal.chance(state)) == {
        RevealTreasure(kind): Fraction(copies, hidden)
        for kind, copies in state.unseen.items()
        if copies
    }


@pytest.mark.clause("SETUP-06")
@given(openings())
def test_the_basic_game_starts_at_zero(state: State) -> None:
    if state.auction:
        assert 0 not in state.scores.values()
    else:
        assert set(state.scores.values()) == {0}


@pytest.mark.clause("SETUP-06")
@given(st.sampled_from(list(tikal.EDITIONS.values())), st.integers(2, 4))
def test_a_basic_game_starts_with_equal_scores(edition: tikal.Edition, players: int) -> None:
    assert tikal.new_game(players, edition).scores == dict.fromkeys(range(1, players + 1), 0)


@pytest.mark.clause("SETUP-07")
@given(
    st.sampled_from(list(tikal.EDITIONS.values())),
    st.integers(2, 4),
    st.one_of(st.integers(-1, 6), st.integers()),
)
def test_the_start_player_is_one_of_this_game(
    edition: tikal.Edition, players: int, start: int
) -> None:
    if 1 <= start <= players:
        state = tikal.new_game(players, edition, start=start)
        assert state.active == start
        opening = tikal.apply(state, DrawTile("A1"))
        assert (opening.phase, opening.to_move) == ("place", start)
    else:
        with pytest.raises(tikal.InvalidArgument) as error:
            tikal.new_game(players, edition, start=start)
        assert error.value.clause == "SETUP-07"


@pytest.mark.clause("SETUP-08")
@given(openings())
def test_both_start_temples_are_worth_one(state: State) -> None:
    values = {cell: state[cell].value for cell in START_HEXES}
    assert values == {"a1": 0, "a2": 1, "b1": 1, "b2": 0}
    assert [state[cell].kind for cell in ("a2", "b1", "b2")] == ["temple", "temple", "jungle"]
