"""Walks from hex to hex."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.edges import Edge, edges
from tests.properties.ground import (
    crowded,
    is_connected,
    is_walkable,
    leader_in_play,
    less,
    more,
    neighbours,
    spread,
    stones_of,
    workers_in_play,
)
from tests.properties.helpers import changes, choose, mover
from tests.properties.situations import can_pay, is_fresh
from tikal import State, Walk
from tikal.fields import FIGURES, Figure
from tikal.grid import CELL_INDEX, CELLS
from tikal.testing import legal_moves_of, states
from tikal.testing.surgery import fresh_phase, with_ap, with_leader, with_workers


@pytest.mark.clause("MOVE-01")
@given(legal_moves_of(Walk))
def test_a_step_takes_one_figure_to_a_neighbour_for_its_stones(
    situation: tuple[State, Walk],
) -> None:
    state, move = situation
    seat = mover(state)
    stones = sum(stones_of(state, move.origin, move.target))
    here, there = state[move.origin].figures, state[move.target].figures
    figures = state.player(seat).figures
    moved = {
        move.origin: less(move.figure, here[seat]),
        move.target: more(move.figure, there[seat]),
    }
    assert move.target in neighbours(move.origin)
    assert changes(state, tikal.apply(state, move)) == {
        "ap": (state.ap, state.ap - stones),
        f"seat {seat}.figures": (figures, spread(figures, moved)),
        f"{move.origin}.figures": (here, {**here, seat: moved[move.origin]}),
        f"{move.target}.figures": (there, {**there, seat: moved[move.target]}),
    }


@pytest.mark.clause("MOVE-01", "MOVE-05", "MOVE-06")
@given(states(where=can_pay), st.sampled_from(FIGURES), st.data())
def test_a_step_is_refused_for_these_reasons_only(
    state: State, figure: Figure, data: st.DataObject
) -> None:
    stands = sorted(state.player(mover(state)).figures)
    origin = data.draw(st.sampled_from([*CELLS, *stands * 8]))
    near = neighbours(origin)
    target = data.draw(st.sampled_from([*CELLS, *near * 20]))
    expected = set()
    if not state[origin].figures[mover(state)][FIGURES.index(figure)]:
        expected.add("MOVE-01")
    if target not in near or state[target].tile is None or not is_walkable(state, origin):
        expected.add("MOVE-01")
    elif state[target].kind == "volcano":
        expected.add("MOVE-06")
    elif not is_connected(state, origin, target):
        expected.add("MOVE-05")
    elif sum(stones_of(state, origin, target)) > state.ap:
        expected.add("TURN-04")
    assert set(cited(state, Walk(figure, origin, target))) == expected


@pytest.mark.clause("MOVE-02")
@given(legal_moves_of(Walk), st.integers(0, 5))
def test_a_step_is_paid_in_full_or_not_made(situation: tuple[State, Walk], ap: int) -> None:
    state, move = situation
    stones = sum(stones_of(state, move.origin, move.target))
    exactly = tikal.apply(with_ap(state, stones), move)
    assert exactly.ap == 0
    assert exactly[move.target].figures != state[move.target].figures
    short = with_ap(state, min(ap, stones - 1))
    assert cited(short, move) == ["TURN-04"]
    with pytest.raises(tikal.IllegalMove):
        tikal.apply(short, move)


@pytest.mark.clause("MOVE-02")
@given(legal_moves_of(Walk))
def test_a_figure_never_stops_on_the_stones(situation: tuple[State, Walk]) -> None:
    state, move = situation
    after = tikal.apply(state, move)
    for figures in (state.player(mover(state)).figures, after.player(mover(state)).figures):
        assert all(is_walkable(after, cell) for cell in figures)
    before, now = (sum(map(sum, s.player(mover(s)).figures.values())) for s in (state, after))
    assert before == now


@pytest.mark.clause("MOVE-03")
@given(edges("connected"))
def test_a_figure_takes_as_many_steps_as_the_points_reach(edge: Edge) -> None:
    state, step, back = edge.state, edge.step, edge.back
    stones = sum(stones_of(state, edge.a, edge.b))
    steps = 0
    while tikal.is_legal(state, step):
        state = tikal.apply(state, step)
        step, back = back, step
        steps += 1
    assert steps == 10 // stones
    assert cited(state, step) == ["TURN-04"]


@pytest.mark.clause("MOVE-03")
@given(edges("connected"), st.integers(2, 10))
def test_any_number_of_figures_walks(edge: Edge, wanted: int) -> None:
    seat = mover(edge.state)
    number = min(wanted, workers_in_play(edge.state, seat))
    state = with_workers(edge.state, seat, CELL_INDEX[edge.a], number)
    state = with_leader(state, seat, CELL_INDEX[edge.a])
    group = number + leader_in_play(state, seat)
    steps = [Walk("W", edge.a, edge.b)] * number + [Walk("L", edge.a, edge.b)] * (group - number)
    stones = sum(stones_of(state, edge.a, edge.b))
    walked = 0
    for step in steps:
        if tikal.is_legal(state, step):
            state = tikal.apply(state, step)
            walked += 1
    assert walked == min(group, 10 // stones)


@pytest.mark.clause("MOVE-04")
@given(edges())
def test_the_leader_walks_like_a_worker(edge: Edge) -> None:
    seat = mover(edge.state)
    state = with_leader(edge.state, seat, CELL_INDEX[edge.a])
    state = with_workers(state, seat, CELL_INDEX[edge.a], 1)
    assert state[edge.a].figures[seat] == (leader_in_play(state, seat), 1)
    worker = Walk("W", edge.a, edge.b)
    leader = Walk("L", edge.a, edge.b) if leader_in_play(state, seat) else worker
    assert cited(state, leader) == cited(state, worker)
    assert tikal.is_legal(state, leader) == is_connected(state, edge.a, edge.b)
    if tikal.is_legal(state, leader):
        stones = sum(stones_of(state, edge.a, edge.b))
        assert tikal.apply(state, leader).ap == tikal.apply(state, worker).ap == 10 - stones


@pytest.mark.clause("MOVE-07")
@given(edges("connected"), st.data())
def test_a_figure_stops_among_others_and_walks_on(edge: Edge, data: st.DataObject) -> None:
    state = crowded(edge.state, edge.b)
    assert tikal.problems(state) == ()
    stopped = tikal.apply(state, edge.step)
    assert sum(stopped[edge.b].figures[mover(state)]) > sum(state[edge.b].figures[mover(state)])
    beyond = [
        cell
        for cell in neighbours(edge.b)
        if stopped[cell].tile is not None and is_connected(stopped, edge.b, cell)
    ]
    onward = Walk(edge.figure, edge.b, data.draw(st.sampled_from(beyond)))
    assert cited(fresh_phase(stopped), onward) == []


def _visits(state: State) -> Iterator[Walk]:
    """The legal steps to hexes with foreign figures, camps or guards."""
    for move in tikal.legal_moves(state):
        if isinstance(move, Walk):
            hex_ = state[move.target]
            figures = [pair for seat, pair in hex_.figures.items() if seat != state.active]
            if any(map(any, figures)) or hex_.guard or hex_.camp not in (None, state.active):
                yield move


def can_visit(state: State) -> bool:
    return is_fresh(state) and next(_visits(state), None) is not None


@pytest.mark.clause("MOVE-07")
@given(states(where=can_visit), st.data())
def test_a_visit_changes_nothing_for_the_owner(state: State, data: st.DataObject) -> None:
    move = choose(data, list(_visits(state)))
    assert cited(state, move) == []
    before, after = state[move.target], tikal.apply(state, move)[move.target]
    assert (before.camp, before.guard) == (after.camp, after.guard)
    for seat in state.scores:
        if seat != state.active:
            assert before.figures[seat] == after.figures[seat]
