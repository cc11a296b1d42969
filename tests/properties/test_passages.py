"""When two hexes are connected, and what the connection costs a walker."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.properties.edges import Edge, edges, touching
from tests.properties.ground import crowded, face, is_connected, stones_of
from tests.properties.situations import is_over
from tikal import State
from tikal.grid import CELL_INDEX, CELLS
from tikal.testing import pool as played
from tikal.testing.surgery import (
    fresh_phase,
    with_camp,
    without_members,
)


def deserted(state: State) -> State:
    """Removes members and camps of all players but the mover; guards stay."""
    for rival in state.scores:
        if rival != state.active:
            for index in range(len(CELLS)):
                state = without_members(state, rival, index)
            for camp in state.player(rival).camps:
                state = with_camp(state, None, CELL_INDEX[camp])
    return state


@pytest.mark.clause("PATH-01")
@given(edges())
def test_two_hexes_are_connected_if_a_stone_lies_where_they_touch(edge: Edge) -> None:
    connected = is_connected(edge.state, edge.a, edge.b)
    assert tikal.is_legal(edge.state, edge.step) == connected
    assert (edge.step in tikal.legal_moves(edge.state)) == connected


@pytest.mark.clause("PATH-01", "PATH-02")
@given(st.one_of(edges("connected"), edges("doubled")))
def test_the_stones_of_both_sides_are_paid_together_in_both_directions(edge: Edge) -> None:
    stones = sum(stones_of(edge.state, edge.a, edge.b))
    there = tikal.apply(edge.state, edge.step)
    assert edge.state.ap - there.ap == stones
    back = tikal.apply(fresh_phase(there), edge.back)
    assert 10 - back.ap == stones


@pytest.mark.clause("PATH-03")
@given(st.one_of(edges("connected"), edges("doubled")))
def test_a_step_costs_one_to_six(edge: Edge) -> None:
    assert all(0 <= stones <= 3 for stones in face(edge.state, edge.a))
    assert 1 <= edge.state.ap - tikal.apply(edge.state, edge.step).ap <= 6
    assert 1 <= tikal.reachable(edge.state, edge.a, 6)[edge.b] <= 6


@pytest.mark.clause("PATH-03")
def test_the_dearest_step_costs_more_than_one_side_can_show() -> None:
    boards = [spot.state for spot in played.spots_where(is_over)]
    prices = [
        sum(stones_of(state, *pair))
        for state in boards
        for pair in touching(state)
        if is_connected(state, *pair)
    ]
    assert 3 < max(prices) <= 6


@pytest.mark.clause("PATH-04")
@given(st.one_of(edges(), edges("doubled")))
def test_others_neither_close_a_connection_nor_change_its_price(edge: Edge) -> None:
    alone = deserted(edge.state)
    among = crowded(crowded(alone, edge.b), edge.a)
    assert tikal.problems(among) == ()
    assert tikal.check(alone, edge.step) == tikal.check(among, edge.step)
    assert tikal.path_cost(alone, edge.a, edge.b) == tikal.path_cost(among, edge.a, edge.b)
    assert tikal.reachable(alone, edge.a, 10) == tikal.reachable(among, edge.a, 10)
    if is_connected(alone, edge.a, edge.b):
        assert tikal.apply(alone, edge.step).ap == tikal.apply(among, edge.step).ap
