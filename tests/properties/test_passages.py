"""When two hexes are connected, and what the connection costs a walker."""

from __future__ import annotations

from typing import Literal

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tikal import State, Walk
from tikal.components import BOX
from tikal.geometry import CELL_INDEX, CELLS, NEIGHBOURS
from tikal.moves import Figure
from tikal.testing import pool as played
from tikal.testing import states
from tikal.testing.surgery import (
    fresh_phase,
    with_camp,
    with_figure,
    with_guard,
    with_leader,
    with_workers,
    without_members,
)

TILES = {tile.id: tile for tile in (*BOX.tiles, *BOX.printed.values())}


def neighbours(cell: str) -> list[tuple[int, str]]:
    """The sides of a cell and the cells across them."""
    return [(side, CELLS[other]) for side, other in NEIGHBOURS[CELL_INDEX[cell]]]


def face(state: State, cell: str) -> tuple[int, ...]:
    """The stones on the six sides of an explored hex as it lies."""
    hex_ = state[cell]
    assert hex_.tile is not None
    assert hex_.rotation is not None
    return tuple(TILES[hex_.tile].stones[(side - hex_.rotation) % 6] for side in range(6))


def is_walkable(state: State, cell: str) -> bool:
    """Whether members can stand there."""
    return state[cell].kind not in (None, "volcano")


def stones_of(state: State, a: str, b: str) -> tuple[int, int]:
    """The stones on the two touching sides of neighbours, those of a first."""
    side = next(side for side, other in neighbours(a) if other == b)
    return face(state, a)[side], face(state, b)[(side + 3) % 6]


def workers_in_play(state: State, seat: int) -> int:
    """Workers in the supply and on the board; guards are not among them."""
    player = state.player(seat)
    return player.supply[1] + sum(workers for _, workers in player.figures.values())


def leader_in_play(state: State, seat: int) -> bool:
    """Whether the leader can still act."""
    player = state.player(seat)
    return player.supply[0] + sum(leaders for leaders, _ in player.figures.values()) == 1


def crowded(state: State, cell: str) -> State:
    """Every other player on the hex, one of them with a camp or a guard if it can have one."""
    if not is_walkable(state, cell):
        return state
    index = CELL_INDEX[cell]
    hex_ = state[cell]
    for rival in state.scores:
        if rival == state.active:
            continue
        if hex_.camp is None and hex_.kind == "jungle":
            state = with_camp(state, rival, index)
        if state[cell].guard is None and hex_.kind == "temple" and workers_in_play(state, rival):
            state = with_guard(state, rival, index)
        state = with_leader(state, rival, index)
        state = with_workers(state, rival, index, min(3, workers_in_play(state, rival)))
    return state


def deserted(state: State) -> State:
    """Nobody but the player whose turn it is has anything on the board; guards stay."""
    for rival in state.scores:
        if rival != state.active:
            for index in range(len(CELLS)):
                state = without_members(state, rival, index)
            for camp in state.player(rival).camps:
                state = with_camp(state, None, CELL_INDEX[camp])
    return state


def is_fresh(state: State) -> bool:
    """Whether an action phase has just begun."""
    return state.phase == "act" and state.ap == 10


def _pairs(state: State) -> list[tuple[str, str]]:
    """Neighbouring explored hexes; members can stand on the first."""
    return [
        (a, b)
        for a in CELLS
        if is_walkable(state, a)
        for _, b in neighbours(a)
        if state[b].tile is not None
    ]


def is_connected(state: State, a: str, b: str) -> bool:
    """Whether neighbouring hexes, the first one walkable, have a stone between them."""
    return is_walkable(state, b) and any(stones_of(state, a, b))


def _is_doubled(state: State, a: str, b: str) -> bool:
    return is_walkable(state, b) and all(stones_of(state, a, b))


def has_a_double_edge(state: State) -> bool:
    """A phase has just begun, and somewhere both touching sides have stones."""
    return is_fresh(state) and any(_is_doubled(state, *pair) for pair in _pairs(state))


@frozen
class Edge:
    """Two neighbouring explored hexes, and a figure of the mover on the first."""

    state: State
    figure: Figure
    a: str
    b: str

    @property
    def step(self) -> Walk:
        return Walk(self.figure, self.a, self.b)

    @property
    def back(self) -> Walk:
        return Walk(self.figure, self.b, self.a)


@st.composite
def edges(draw: st.DrawFn, kind: Literal["any", "connected", "doubled"] = "any") -> Edge:
    """Edges between explored hexes, or those with stones on a side or on both; 10 AP to spend."""
    state = draw(states(where=has_a_double_edge if kind == "doubled" else is_fresh))
    wanted = {"any": None, "connected": is_connected, "doubled": _is_doubled}[kind]
    a, b = draw(
        st.sampled_from([ab for ab in _pairs(state) if wanted is None or wanted(state, *ab)])
    )
    seat = state.active or 0
    figure: Figure = "L" if leader_in_play(state, seat) and draw(st.booleans()) else "W"
    if figure == "W" and not workers_in_play(state, seat):
        figure = "L"
    return Edge(with_figure(state, seat, figure, CELL_INDEX[a]), figure, a, b)


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


def is_over(state: State) -> bool:
    return state.phase == "over"


@pytest.mark.clause("PATH-03")
def test_the_dearest_step_costs_more_than_one_side_can_show() -> None:
    boards = [spot.state for spot in played.spots_where(is_over)]
    prices = [
        sum(stones_of(state, *pair))
        for state in boards
        for pair in _pairs(state)
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
