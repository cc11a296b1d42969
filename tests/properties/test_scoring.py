"""Scoring: who acts and scores when, and what temples and treasures pay."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.ground import VOLCANOES, strength, temples
from tests.properties.helpers import changes, choose, let_time_pass
from tests.properties.scores import gain, points, temple_points, treasure_points
from tests.properties.situations import acts_normally, is_scoring, is_scoring_for_a_volcano
from tikal import Bid, DrawTile, EndTurn, Pass, PlaceTile, SetAside, State, TakeTile
from tikal.grid import CELL_INDEX, CELLS
from tikal.state import expedition_of
from tikal.testing import candidates, states
from tikal.testing.surgery import with_expedition, with_leader, with_workers, without_members


def a_volcano_may_come(state: State) -> bool:
    return (
        state.phase == "draw"
        and not state.auction
        and any(DrawTile(tile) in tikal.legal_moves(state) for tile in VOLCANOES)
    )


def has_an_open_temple(state: State) -> bool:
    return (
        is_scoring(state)
        and all(state.player(seat).supply[1] >= 4 for seat in state.scores)
        and bool(temples(state, guarded=False))
    )


def another_player_scores_next(state: State) -> bool:
    return has_an_open_temple(state) and tikal.apply(state, EndTurn()).scoring


def has_a_guard_and_scores(state: State) -> bool:
    return is_scoring(state) and bool(state.player(state.active or 0).guards)


def has_treasures_and_scores(state: State) -> bool:
    return is_scoring(state) and any(state.player(state.active or 0).treasures.values())


def volcano_round(state: State) -> State:
    """A volcano is turned up."""
    draws = [move for move in tikal.legal_moves(state) if isinstance(move, DrawTile)]
    return tikal.apply(state, next(move for move in draws if move.tile in VOLCANOES))


@pytest.mark.clause("SCORE-01")
@given(states(where=a_volcano_may_come))
def test_the_drawer_of_a_volcano_opens_the_scoring_and_it_goes_clockwise(state: State) -> None:
    drawer = state.active
    assert drawer
    state = volcano_round(state)
    for place in range(state.players):
        assert is_scoring(state)
        assert state.active == (drawer - 1 + place) % state.players + 1
        assert state.ap == 10
        expected = state.scores[state.active] + points(state, state.active)
        seat, state = state.active, tikal.apply(state, EndTurn())
        assert state.scores[seat] == expected
    assert (state.phase, state.active, state.scoring) == ("place", drawer, False)


@pytest.mark.clause("SCORE-01")
@given(states(where=is_scoring_for_a_volcano))
def test_the_next_to_score_sits_to_the_left_and_has_ten_action_points(state: State) -> None:
    assert state.active
    after = tikal.apply(state, EndTurn())
    assert after.active == state.active % state.players + 1
    assert (after.phase, after.ap) == (("act", 10) if after.scoring else ("place", 0))


@pytest.mark.clause("SCORE-02")
@given(states(where=is_scoring), st.data())
def test_every_action_and_nothing_else_belongs_to_a_scoring_turn(
    state: State, data: st.DataObject
) -> None:
    move = choose(data, candidates(state))
    bidding = Bid | Pass | TakeTile
    if isinstance(move, tikal.RevealTreasure):
        expected = ["TREASURE-07"]
    elif isinstance(move, bidding) and not state.auction:
        expected = ["AUCTION-01"]
    elif isinstance(move, bidding | DrawTile | PlaceTile | SetAside):
        expected = ["SCORE-02"]
    else:
        # an action is judged as in any other action phase
        normal = evolve(state, course=evolve(state.course, scoring=False, queue=(), tile=None))
        expected = cited(normal, move)
        assert "SCORE-02" not in expected
    assert cited(state, move) == expected


@pytest.mark.clause("SCORE-02")
@given(states(where=is_scoring))
def test_a_player_who_scores_draws_chooses_places_and_bids_nothing(state: State) -> None:
    tile = state.remaining[0] if state.remaining else "G1"
    assert cited(state, DrawTile(tile)) == ["SCORE-02"]
    assert cited(state, PlaceTile("c3", 0)) == ["SCORE-02"]
    assert cited(state, SetAside()) == ["SCORE-02"]
    for move in (Bid(1), Pass(), TakeTile("A1")):
        assert cited(state, move) == ["SCORE-02" if state.auction else "AUCTION-01"]


@pytest.mark.clause("SCORE-03", "SCORE-08")
@given(states(where=is_scoring))
def test_a_scoring_turn_pays_its_player_alone_by_the_position_it_leaves(state: State) -> None:
    assert state.active
    expected = dict(state.scores)
    expected[state.active] += points(state, state.active)
    assert tikal.apply(state, EndTurn()).scores == expected


@pytest.mark.clause("SCORE-03")
@given(states(where=acts_normally))
def test_a_normal_turn_pays_nothing(state: State) -> None:
    assert tikal.apply(state, EndTurn()).scores == state.scores


@pytest.mark.clause("SCORE-04", "SCORE-06", "SCORE-07", "SCORE-08")
@given(states())
def test_the_score_of_every_seat_is_what_one_counts_at_the_table(state: State) -> None:
    for seat in state.scores:
        score = tikal.score(state, seat)
        paid = {cell: value for cell, value in score.temples.items() if value}
        assert paid == temple_points(state, seat)
        assert sum(score.treasures.values()) == treasure_points(state, seat)
        assert score.total == sum(paid.values()) + sum(score.treasures.values())


@pytest.mark.clause("SCORE-04", "SCORE-05")
@given(states(where=has_an_open_temple), st.data())
def test_a_temple_pays_the_strongest_player_and_nothing_in_a_tie(
    state: State, data: st.DataObject
) -> None:
    cell = data.draw(st.sampled_from(temples(state, guarded=False)))
    for seat in state.scores:
        state = without_members(state, seat, CELL_INDEX[cell])
        state = with_workers(state, seat, CELL_INDEX[cell], data.draw(st.integers(0, 3)))
        if data.draw(st.booleans()):
            state = with_leader(state, seat, CELL_INDEX[cell])
    strengths = {seat: strength(state, seat, cell) for seat in state.scores}
    best = max(strengths.values())
    leading = [seat for seat, mine in strengths.items() if mine == best]
    for seat in state.scores:
        alone_in_front = leading == [seat] and best > 0
        expected = state[cell].value if alone_in_front else 0
        assert tikal.score(state, seat).temples.get(cell, 0) == expected
    # and that is what the scoring turn pays: without these figures it would be as much less
    assert state.active
    deserted = state
    for seat in state.scores:
        deserted = without_members(deserted, seat, CELL_INDEX[cell])
    assert gain(state) - gain(deserted) == (state[cell].value if leading == [state.active] else 0)


@pytest.mark.clause("SCORE-05")
@given(states(where=has_an_open_temple), st.integers(1, 4), st.data())
def test_a_tie_for_first_place_leaves_the_temple_unpaid(
    state: State, workers: int, data: st.DataObject
) -> None:
    me = state.active
    assert me
    cell = data.draw(st.sampled_from(temples(state, guarded=False)))
    rival = data.draw(st.sampled_from([seat for seat in state.scores if seat != me]))
    for seat in state.scores:
        state = without_members(state, seat, CELL_INDEX[cell])
    alone = with_workers(state, me, CELL_INDEX[cell], workers)
    tied = with_workers(alone, rival, CELL_INDEX[cell], workers)
    assert gain(alone) - gain(tied) == state[cell].value
    for seat in state.scores:
        assert tikal.score(tied, seat).temples.get(cell, 0) == 0


@pytest.mark.clause("SCORE-06")
@given(states(where=has_a_guard_and_scores))
def test_every_own_guard_pays_the_value_of_its_temple(state: State) -> None:
    assert state.active
    guards = state.player(state.active).guards
    lonely = state
    for cell in CELLS:
        lonely = without_members(lonely, state.active, CELL_INDEX[cell])
    assert gain(lonely) - treasure_points(state, state.active) == sum(
        state[cell].value for cell in guards
    )


@pytest.mark.clause("SCORE-07")
@given(states(where=is_scoring), st.lists(st.integers(0, 3), min_size=8, max_size=8))
def test_a_kind_pays_one_three_or_six(state: State, tokens: list[int]) -> None:
    assert state.active
    me = expedition_of(state, state.active)
    rich = with_expedition(state, evolve(me, treasures=tuple(tokens)))
    poor = with_expedition(state, evolve(me, treasures=(0,) * 8))
    assert gain(rich) - gain(poor) == sum((0, 1, 3, 6)[number] for number in tokens)
    assert {
        kind: paid for kind, paid in tikal.score(rich, state.active).treasures.items() if paid
    } == {kind: (0, 1, 3, 6)[number] for kind, number in enumerate(tokens, start=1) if number}


@pytest.mark.clause("SCORE-09")
@given(states(where=another_player_scores_next), st.data())
def test_a_temple_that_changes_hands_pays_twice_in_a_round(
    state: State, data: st.DataObject
) -> None:
    first, cell = state.active, data.draw(st.sampled_from(temples(state, guarded=False)))
    assert first
    for seat in state.scores:
        state = without_members(state, seat, CELL_INDEX[cell])
    unpaid = gain(state)
    state = with_workers(state, first, CELL_INDEX[cell], 1)
    assert gain(state) == unpaid + state[cell].value
    state = tikal.apply(state, EndTurn())
    second = state.active
    assert second
    assert second != first
    unpaid = gain(state)
    state = with_workers(state, second, CELL_INDEX[cell], 2)
    assert gain(state) == unpaid + state[cell].value


@pytest.mark.clause("SCORE-11")
@given(states(where=a_volcano_may_come))
def test_after_the_volcano_players_turn_the_next_player_draws(state: State) -> None:
    drawer = state.active
    assert drawer
    state = volcano_round(state)
    while state.scoring:
        state = let_time_pass(state)
    assert (state.phase, state.active) == ("place", drawer)
    assert state.tile in VOLCANOES
    state = let_time_pass(state)
    assert (state.phase, state.active, state.ap) == ("act", drawer, 10)
    state = let_time_pass(state)
    assert (state.phase, state.active) == ("draw", drawer % state.players + 1)


@pytest.mark.clause("SCORE-12")
@given(states(where=has_treasures_and_scores))
def test_scoring_uses_nothing_up(state: State) -> None:
    seat = state.active
    assert seat
    after = tikal.apply(state, EndTurn())
    course = {"phase", "active", "ap", "scoring", "queue", "worked", "winners"}
    assert changes(state, after).keys() <= course | {f"seat {seat}.score"}
    assert treasure_points(after, seat) == treasure_points(state, seat) > 0
    assert tikal.score(after, seat) == tikal.score(state, seat)
