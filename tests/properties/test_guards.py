"""Guards: who may place one, what it costs, and what it is worth ever after."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.ground import (
    is_stronger_than_each_other,
    less,
    neighbours,
    spread,
    strength,
    temples,
    walks_at,
)
from tests.properties.helpers import changes
from tests.properties.situations import is_fresh
from tikal import Deploy, PlaceGuard, State, Transfer, Uncover, Walk
from tikal.fields import FIGURES, Figure
from tikal.grid import CELL_INDEX, CELLS
from tikal.testing import games, legal_moves_of, states
from tikal.testing.recipes.ingredients import is_acting
from tikal.testing.surgery import (
    fresh_phase,
    with_guard,
    with_leader,
    with_workers,
    without_members,
)


def may_still_place_guards(state: State) -> bool:
    """With an open temple and enough figures for everybody to be set up as one likes."""
    return (
        is_fresh(state)
        and len(state.player(state.active or 0).guards) < 2
        and all(state.player(seat).supply[1] >= 4 for seat in state.scores)
        and bool(temples(state, guarded=False))
    )


def has_two_guards(state: State) -> bool:
    return is_acting(state) and len(state.player(state.active or 0).guards) == 2


def has_a_guarded_temple(state: State) -> bool:
    return is_acting(state) and any(state.player(seat).guards for seat in state.scores)


def leader_stands_guard(state: State) -> bool:
    return is_acting(state) and "L" in state.player(state.active or 0).guards.values()


@pytest.mark.clause("GUARD-02", "GUARD-04", "GUARD-11", "GUARD-14")
@given(states(where=is_acting), st.sampled_from(FIGURES))
def test_a_guard_may_be_placed_or_each_fault_is_named(state: State, figure: Figure) -> None:
    assert state.active
    for cell in CELLS:
        hex_ = state[cell]
        temple = hex_.kind == "temple"
        present = hex_.figures[state.active][FIGURES.index(figure)]
        stronger = is_stronger_than_each_other(state, state.active, cell)
        expected = {
            "TURN-04": state.ap < 5,
            "GUARD-02": not (temple and stronger),
            "GUARD-04": temple and not present,
            "GUARD-11": len(state.player(state.active).guards) >= 2,
            "GUARD-14": hex_.guard is not None,
        }
        faults = {clause for clause, broken in expected.items() if broken}
        assert set(cited(state, PlaceGuard(cell, figure))) == faults


@pytest.mark.clause("GUARD-01", "GUARD-04", "GUARD-05", "GUARD-06", "GUARD-13")
@given(legal_moves_of(PlaceGuard))
def test_one_figure_goes_up_the_others_leave_and_other_players_stay(
    situation: tuple[State, PlaceGuard],
) -> None:
    state, move = situation
    seat = state.active
    assert seat
    after = tikal.apply(state, move)
    me = state.player(seat)
    there = state[move.cell].figures
    rest = less(move.figure, there[seat])
    expected: dict[str, tuple[object, object]] = {
        "ap": (state.ap, state.ap - 5),
        f"{move.cell}.guard": (None, (seat, move.figure)),
        f"{move.cell}.figures": (there, {**there, seat: (0, 0)}),
        f"seat {seat}.guards": (me.guards, {**me.guards, move.cell: move.figure}),
        f"seat {seat}.figures": (me.figures, spread(me.figures, {move.cell: (0, 0)})),
    }
    if sum(rest):
        removed = (me.removed[0] + rest[0], me.removed[1] + rest[1])
        expected[f"seat {seat}.removed"] = (me.removed, removed)
    assert changes(state, after) == expected


@pytest.mark.clause("GUARD-05")
@given(states(where=may_still_place_guards), st.integers(1, 4), st.data())
def test_figures_that_leave_do_not_come_back_to_the_supply(
    state: State, workers: int, data: st.DataObject
) -> None:
    seat, cell = state.active, data.draw(st.sampled_from(temples(state, guarded=False)))
    assert seat
    for other in state.scores:
        state = without_members(state, other, CELL_INDEX[cell])
    state = with_workers(state, seat, CELL_INDEX[cell], workers)
    state = fresh_phase(with_leader(state, seat, CELL_INDEX[cell]))
    before = state.player(seat)
    leader = before.figures[cell][0]
    figure = data.draw(st.sampled_from(FIGURES if leader else ("W",)))
    after = tikal.apply(state, PlaceGuard(cell, figure)).player(seat)
    assert after.supply == before.supply
    gone = (leader, workers - 1) if figure == "W" else (0, workers)
    assert after.removed == (before.removed[0] + gone[0], before.removed[1] + gone[1])


@pytest.mark.clause("GUARD-02", "GUARD-03")
@given(states(where=may_still_place_guards), st.data())
def test_the_strongest_alone_may_place_a_guard_whatever_stands_there(
    state: State, data: st.DataObject
) -> None:
    me = state.active
    assert me
    cell = data.draw(st.sampled_from(temples(state, guarded=False)))
    workers = {seat: data.draw(st.integers(0, 4)) for seat in state.scores}
    brings_leader = {seat: data.draw(st.booleans()) for seat in state.scores}
    workers[me] = max(workers[me], 1)
    for seat in state.scores:
        state = without_members(state, seat, CELL_INDEX[cell])
        state = with_workers(state, seat, CELL_INDEX[cell], workers[seat])
        if brings_leader[seat]:
            state = with_leader(state, seat, CELL_INDEX[cell])
    totals = {
        seat: workers[seat] + (3 if state[cell].figures[seat][0] else 0) for seat in state.scores
    }
    strongest = all(totals[me] > total for seat, total in totals.items() if seat != me)
    verdict = cited(fresh_phase(state), PlaceGuard(cell, "W"))
    assert verdict == ([] if strongest else ["GUARD-02"])


@pytest.mark.clause("GUARD-03")
@given(legal_moves_of(PlaceGuard))
def test_a_guard_adds_nothing_to_the_strength_on_its_hex(
    situation: tuple[State, PlaceGuard],
) -> None:
    state, move = situation
    assert state.active
    after = tikal.apply(state, move)
    assert after[move.cell].figures[state.active] == (0, 0)
    # the guard does not count: alone there, it does not make its owner the strongest
    assert "GUARD-02" in cited(after, PlaceGuard(move.cell, move.figure))


@pytest.mark.clause("GUARD-04")
@given(states(where=may_still_place_guards), st.data())
def test_leader_or_worker_as_the_player_likes(state: State, data: st.DataObject) -> None:
    seat, cell = state.active, data.draw(st.sampled_from(temples(state, guarded=False)))
    assert seat
    for other in state.scores:
        state = without_members(state, other, CELL_INDEX[cell])
    state = with_workers(fresh_phase(state), seat, CELL_INDEX[cell], 1)
    state = with_leader(state, seat, CELL_INDEX[cell])
    for present, figure in zip(state[cell].figures[seat], FIGURES, strict=True):
        move = PlaceGuard(cell, figure)
        if present:
            assert tikal.apply(state, move)[cell].guard == (seat, figure)
        else:  # the leader has left the game
            assert cited(state, move) == ["GUARD-04"]


@pytest.mark.clause("GUARD-07", "GUARD-08")
@given(games())
def test_guards_and_the_values_below_them_last_to_the_end(game: tikal.Replay) -> None:
    guarded: dict[str, tuple[tuple[int, Figure], int]] = {}
    for earlier, step in pairwise(game.steps):
        if isinstance(step.move, PlaceGuard):
            cell = step.move.cell
            assert step.seat
            guarded[cell] = (step.seat, step.move.figure), earlier.state[cell].value
        for cell, (guard, value) in guarded.items():
            assert step.state[cell].guard == guard
            assert step.state[cell].value == value
    everybody = [game.state.player(seat).guards for seat in game.state.scores]
    assert guarded.keys() == {cell for guards in everybody for cell in guards} != set()


@pytest.mark.clause("GUARD-07")
@given(legal_moves_of(PlaceGuard))
def test_a_guard_cannot_walk_away(situation: tuple[State, PlaceGuard]) -> None:
    state, move = situation
    after = fresh_phase(tikal.apply(state, move))
    for walk in walks_at(move.cell):
        if walk.origin == move.cell:
            assert "MOVE-01" in cited(after, walk)


@pytest.mark.clause("GUARD-08")
@given(states(where=has_a_guarded_temple))
def test_uncovering_a_level_under_a_guard_is_refused(state: State) -> None:
    guarded = temples(state, guarded=True)
    assert guarded
    for cell in guarded:
        assert "TEMPLE-10" in cited(state, Uncover(cell))


@pytest.mark.clause("GUARD-09", "GUARD-10")
@given(states(where=has_a_guarded_temple), st.integers(0, 3), st.data())
def test_a_guarded_temple_pays_its_guard_however_many_stand_around_it(
    state: State, workers: int, data: st.DataObject
) -> None:
    cell = data.draw(st.sampled_from(temples(state, guarded=True)))
    visitor = data.draw(st.sampled_from(list(state.scores)))
    state = with_workers(state, visitor, CELL_INDEX[cell], workers)
    state = with_leader(state, visitor, CELL_INDEX[cell])
    guard = state[cell].guard
    assert guard
    for seat in state.scores:
        temple_points = tikal.score(state, seat).temples
        assert temple_points.get(cell, 0) == (state[cell].value if seat == guard[0] else 0)


@pytest.mark.clause("GUARD-11")
@given(states(where=has_two_guards), st.sampled_from(CELLS), st.sampled_from(FIGURES))
def test_after_two_guards_there_is_no_third_anywhere(
    state: State, cell: str, figure: Figure
) -> None:
    assert "GUARD-11" in cited(state, PlaceGuard(cell, figure))


@pytest.mark.clause("GUARD-06", "GUARD-12")
@given(states(where=may_still_place_guards), st.data())
def test_walks_do_not_mind_a_guard(state: State, data: st.DataObject) -> None:
    assert state.active
    cell = data.draw(st.sampled_from(temples(state, guarded=False)))
    state = fresh_phase(with_workers(state, state.active, CELL_INDEX[cell], 1))
    watcher = data.draw(st.sampled_from(list(state.scores)))
    guarded = with_guard(state, watcher, CELL_INDEX[cell])
    assert guarded[cell].guard == (watcher, "W")
    ways = 0
    for walk in walks_at(cell):
        assert tikal.check(guarded, walk) == tikal.check(state, walk)
        if tikal.is_legal(guarded, walk):
            ways += 1
            after = tikal.apply(guarded, walk)
            assert after.ap == tikal.apply(state, walk).ap
            assert after[cell].guard == (watcher, "W")
    assert ways  # every temple can be left on foot


@pytest.mark.clause("GUARD-13")
@given(states(where=leader_stands_guard), st.data())
def test_a_leader_on_guard_does_nothing_else(state: State, data: st.DataObject) -> None:
    assert state.active
    me = state.player(state.active)
    assert me.supply[0] == 0
    assert all(leaders == 0 for leaders, _ in me.figures.values())
    here, there = data.draw(st.sampled_from(CELLS)), data.draw(st.sampled_from(CELLS))
    neighbour = data.draw(st.sampled_from(neighbours(here)))
    for move in (
        Deploy("L", here),
        Walk("L", here, neighbour),
        Transfer("L", here, there),
        PlaceGuard(here, "L"),
    ):
        assert not tikal.is_legal(state, move)
    assert "DEPLOY-04" in cited(state, Deploy("L", "a1"))


@pytest.mark.clause("GUARD-13")
@given(states(where=leader_stands_guard), st.data())
def test_a_leader_on_guard_digs_and_counts_nowhere(state: State, data: st.DataObject) -> None:
    seat = state.active
    assert seat
    cell = next(cell for cell, figure in state.player(seat).guards.items() if figure == "L")
    alone = without_members(fresh_phase(state), seat, CELL_INDEX[cell])
    assert "TEMPLE-01" in cited(alone, Uncover(cell))
    other = data.draw(st.sampled_from([s for s in state.scores if s != seat]))
    # one worker against the guarding leader: the guard pays its owner, and the worker gets nothing
    facing = with_workers(alone, other, CELL_INDEX[cell], 1)
    assert strength(facing, seat, cell) == 0 < strength(facing, other, cell)
    assert "GUARD-02" in cited(facing, PlaceGuard(cell, "L"))


@pytest.mark.clause("GUARD-14")
@given(states(where=has_a_guarded_temple), st.sampled_from(FIGURES))
def test_a_guarded_temple_takes_no_other_guard(state: State, figure: Figure) -> None:
    for cell in temples(state, guarded=True) + temples(state, guarded=False):
        guarded = state[cell].guard is not None
        assert ("GUARD-14" in cited(state, PlaceGuard(cell, figure))) == guarded
