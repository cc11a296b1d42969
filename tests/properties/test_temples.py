"""The growth of temples."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.ground import TILES, leader_in_play, members, temples, workers_in_play
from tests.properties.helpers import (
    changes,
    choose,
    legal_moves_where,
    moments,
    mover,
)
from tikal import EndTurn, Move, PlaceTile, Replay, State, Uncover
from tikal.grid import CELL_INDEX, CELLS
from tikal.testing import games, legal_moves_of, states
from tikal.testing.recipes.ingredients import is_acting
from tikal.testing.surgery import (
    fresh_phase,
    with_leader,
    with_values,
    with_workers,
    without_members,
)


def stock_above(state: State, cell: str) -> int:
    """The number of levels that the stock lets a temple grow by."""
    value = state[cell].value
    return next(n for n in range(11) if not state.floors.get(value + n + 1))


def dug(state: State, cell: str) -> tuple[int, State]:
    """The number of levels that the player can uncover in a row, and the position after it."""
    levels = 0
    while tikal.is_legal(state, Uncover(cell)):
        state = tikal.apply(state, Uncover(cell))
        levels += 1
        assert levels <= 10
    return levels, state


def with_members(state: State, cell: str, leaders: int, workers: int) -> State:
    """The state with exactly these own figures on a hex, at the start of an action phase."""
    seat = mover(state)
    state = without_members(fresh_phase(state), seat, CELL_INDEX[cell])
    if leaders:
        state = with_leader(state, seat, CELL_INDEX[cell])
    state = with_workers(state, seat, CELL_INDEX[cell], workers)
    assert state[cell].figures[seat] == (leaders, workers)
    return state


def has_workers(state: State, _move: Move) -> bool:
    """The mover has three workers left."""
    return workers_in_play(state, mover(state)) >= 3


def has_leader_and_worker(state: State, _move: Move) -> bool:
    return leader_in_play(state, mover(state)) and has_workers(state, _move)


# --- who may uncover ---------------------------------------------------------------------------


@pytest.mark.clause("TEMPLE-01")
@given(legal_moves_where(Uncover, has_workers))
def test_one_worker_may_uncover_however_strong_the_others_are(
    situation: tuple[State, Uncover],
) -> None:
    state, move = situation
    state = with_members(state, move.cell, 0, 1)
    for seat in state.scores:
        if seat != state.active:
            state = with_leader(state, seat, CELL_INDEX[move.cell])
            number = workers_in_play(state, seat)
            state = with_workers(state, seat, CELL_INDEX[move.cell], number)
    assert tikal.problems(state) == ()
    assert cited(state, move) == []


def is_at_work(state: State) -> bool:
    """Action points to dig with."""
    return is_acting(state) and state.ap >= 2


@pytest.mark.clause("TEMPLE-01", "TEMPLE-08", "TEMPLE-10", "TEMPLE-11")
@given(states(where=is_at_work), st.data())
def test_at_the_start_of_a_phase_a_temple_is_refused_for_these_reasons_only(
    state: State, data: st.DataObject
) -> None:
    state = fresh_phase(state)
    cell = data.draw(st.sampled_from(temples(state) * 3 + list(CELLS)))
    hex_ = state[cell]
    expected = set()
    if hex_.kind != "temple":
        expected = {"TEMPLE-01"}
    else:
        if not members(state, cell):
            expected.add("TEMPLE-01")
        if hex_.guard is not None:
            expected.add("TEMPLE-10")
        if hex_.value == 10:
            expected.add("TEMPLE-11")
        elif not state.floors[hex_.value + 1]:
            expected.add("TEMPLE-08")
    assert set(cited(state, Uncover(cell))) == expected
    assert (Uncover(cell) in tikal.legal_moves(state)) == (not expected)


# --- what it costs and does --------------------------------------------------------------------


@pytest.mark.clause("TEMPLE-02", "TEMPLE-06", "TEMPLE-09")
@given(legal_moves_of(Uncover))
def test_two_points_put_the_next_level_on_the_temple(situation: tuple[State, Uncover]) -> None:
    state, move = situation
    value = state[move.cell].value
    found = changes(state, tikal.apply(state, move))
    assert found.pop("worked", None) is not None  # for the limits of the phase
    assert found == {
        "ap": (state.ap, state.ap - 2),
        f"{move.cell}.value": (value, value + 1),
        # no other level leaves the stock, and none comes back to it
        "floors": (
            state.floors,
            {**state.floors, value + 1: state.floors[value + 1] - 1},
        ),
    }


@pytest.mark.clause("TEMPLE-09")
@given(games())
def test_no_level_ever_goes_back_to_the_stock(game: Replay) -> None:
    stock = [step.state.floors for step in game.steps]
    assert all(
        later[number] <= earlier[number] for earlier, later in pairwise(stock) for number in later
    )
    assert sum(stock[-1].values()) < 48


# --- limits ------------------------------------------------------------------------------------


@pytest.mark.clause("TEMPLE-03", "TEMPLE-04")
@given(legal_moves_where(Uncover, has_workers), st.integers(1, 3))
def test_levels_are_limited_by_the_members_and_by_two(
    situation: tuple[State, Uncover], workers: int
) -> None:
    state, move = situation
    state = with_members(state, move.cell, 0, workers)
    stock = stock_above(state, move.cell)
    levels, after = dug(state, move.cell)
    assert levels == min(workers, 2, stock)
    reasons = set(cited(after, move))
    assert ("TEMPLE-03" in reasons) == (workers == levels == 1)  # no member helps to a third one
    assert ("TEMPLE-04" in reasons) == (levels == 2)


@pytest.mark.clause("TEMPLE-03")
@given(legal_moves_where(Uncover, has_workers))
def test_a_second_member_may_come_after_the_first_level(situation: tuple[State, Uncover]) -> None:
    state, move = situation
    state = with_values(with_members(state, move.cell, 0, 1), {})
    seat, cell = mover(state), CELL_INDEX[move.cell]
    after = tikal.apply(state, move)
    assert cited(after, move) == ["TEMPLE-03"]
    assert cited(with_workers(after, seat, cell, 2), move) == []
    # who has dug and left does not count any more
    gone = with_workers(with_workers(after, seat, cell, 2), seat, cell, 1)
    assert cited(gone, move) == ["TEMPLE-03"]


def is_followed_by_another_seat(state: State, move: Move) -> bool:
    """A scoring turn after which another player acts at once."""
    if not state.scoring or not has_workers(state, move):
        return False
    after = tikal.apply(state, EndTurn())
    return after.phase == "act" and workers_in_play(after, mover(after)) > 1


@pytest.mark.clause("TEMPLE-04")
@given(legal_moves_where(Uncover, is_followed_by_another_seat))
def test_the_next_player_may_uncover_two_more(situation: tuple[State, Uncover]) -> None:
    state, move = situation
    state = with_members(with_values(state, {}), move.cell, 0, 2)
    levels, state = dug(state, move.cell)
    assert levels == 2
    state = tikal.apply(state, EndTurn())
    state = with_workers(state, mover(state), CELL_INDEX[move.cell], 2)
    again, _ = dug(state, move.cell)
    assert again == 2


def is_alone_before_placing(state: State, move: Move) -> bool:
    """The last scoring turn of a volcano: the tile is placed next, then its drawer acts."""
    if not state.scoring or state.tile is None or not has_workers(state, move):
        return False
    after = tikal.apply(state, EndTurn())
    return after.phase == "place" and workers_in_play(after, mover(after)) > 1


@pytest.mark.clause("TEMPLE-04")
@given(legal_moves_where(Uncover, is_alone_before_placing), st.data())
def test_the_limit_starts_afresh_in_the_turn_after_a_scoring_round(
    situation: tuple[State, Uncover], data: st.DataObject
) -> None:
    state, move = situation
    state = with_members(with_values(state, {}), move.cell, 0, 2)
    levels, state = dug(state, move.cell)
    assert levels == 2
    state = tikal.apply(state, EndTurn())
    state = tikal.apply(state, choose(data, tikal.legal_moves(state)))
    state = with_workers(state, mover(state), CELL_INDEX[move.cell], 2)
    again, _ = dug(state, move.cell)
    assert again == 2


def has_two_temples_and_four_workers(state: State) -> bool:
    return (
        is_acting(state)
        and state.ap == 10
        and len(temples(state, guarded=False)) > 1
        and workers_in_play(state, mover(state)) > 3
    )


@pytest.mark.clause("TEMPLE-05")
@given(states(where=has_two_temples_and_four_workers), st.data())
def test_the_limits_are_counted_for_each_temple(state: State, data: st.DataObject) -> None:
    here, there = data.draw(st.permutations(temples(state, guarded=False)))[:2]
    state = with_values(fresh_phase(state), {})  # so that no number is scarce
    seat = mover(state)
    for cell in range(len(CELLS)):
        state = without_members(state, seat, cell)
    for cell in (CELL_INDEX[here], CELL_INDEX[there]):
        state = with_workers(state, seat, cell, 2)
    levels, state = dug(state, here)
    assert levels == 2
    levels, state = dug(state, there)
    assert levels == 2
    assert state.ap == 2
    assert "TEMPLE-04" in cited(state, Uncover(here))


# --- numbers -----------------------------------------------------------------------------------


@pytest.mark.clause("TEMPLE-06", "TEMPLE-07", "TEMPLE-12")
@given(games())
def test_levels_follow_each_other_and_the_highest_is_the_value(game: Replay) -> None:
    stacks: dict[str, list[int]] = {"a2": [1], "b1": [1]}
    uncovered = 0
    for before, step in moments(game):
        if isinstance(step.move, PlaceTile) and before.tile is not None:
            value = TILES[before.tile].value
            if value:
                stacks[step.move.cell] = list(range(1, value + 1))
        elif isinstance(step.move, Uncover):
            taken = [n for n in before.floors if step.state.floors[n] < before.floors[n]]
            assert len(taken) == 1
            stacks[step.move.cell] += taken
            uncovered += 1
    assert uncovered > 0
    for cell, stack in stacks.items():
        assert stack == list(range(1, len(stack) + 1))
        assert game.state[cell].value == max(stack)


@pytest.mark.clause("TEMPLE-11")
@given(states())
def test_no_temple_is_higher_than_ten(state: State) -> None:
    assert all(1 <= state[cell].value <= 10 for cell in temples(state))
    assert max(state.floors) == 10


def is_worth_something(state: State) -> bool:
    """The mover would score temples now."""
    return is_acting(state) and bool(tikal.score(state, mover(state)).temples)


@pytest.mark.clause("TEMPLE-12")
@given(states(where=is_worth_something))
def test_a_temple_is_worth_what_it_shows_at_that_moment(state: State) -> None:
    points = tikal.score(state, mover(state)).temples
    assert points
    assert points == {cell: state[cell].value for cell in points}


@pytest.mark.clause("TEMPLE-13")
@given(legal_moves_where(Uncover, has_leader_and_worker), st.integers(0, 2))
def test_the_leader_digs_as_one(situation: tuple[State, Uncover], workers: int) -> None:
    state, move = situation
    state = with_members(with_values(state, {}), move.cell, 1, workers)
    levels, after = dug(state, move.cell)
    assert levels == min(1 + workers, 2)
    assert after.ap == 10 - 2 * levels
    assert ("TEMPLE-03" in cited(after, move)) == (levels == 1)
