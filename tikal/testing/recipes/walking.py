"""Walking."""

from __future__ import annotations

from hypothesis import strategies as st

from tikal.grid import CELL_INDEX, CELLS, NEIGHBOURS
from tikal.moves import Walk
from tikal.parts import IN_SUPPLY
from tikal.rules.queries import mover
from tikal.state import State
from tikal.testing.pool import one_of
from tikal.testing.recipes.ingredients import (
    Draw,
    Situation,
    active_seat,
    cells,
    is_acting,
    legal,
    recipe,
    same_move,
    same_state,
    spot_where,
)
from tikal.testing.surgery import fresh_phase, with_figure, with_leader, with_workers


def _adjacent(a: int, b: int) -> bool:
    return b in [other for _, other in NEIGHBOURS[a]]


@recipe("MOVE-01")
def walk_too_far_or_without_a_figure(draw: Draw) -> tuple[Situation, Situation]:
    """A target that is not adjacent or not explored, or no such figure at the start."""
    state, move = legal(draw, Walk)
    origin = CELL_INDEX[move.origin]
    if draw(st.booleans()):
        board = state.ground.board
        wrong = cells(lambda cell: not _adjacent(origin, cell) or not board.is_explored(cell))
        return same_state(state, Walk(move.figure, move.origin, CELLS[one_of(draw, wrong)]), move)
    me = active_seat(state)
    if move.figure == "L":
        return same_move(move, with_leader(state, me, IN_SUPPLY), state)
    return same_move(move, with_workers(state, me, origin, 0), state)


def _stoneless_pairs(state: State) -> list[tuple[int, int]]:
    board = state.ground.board
    passable = cells(lambda cell: board.is_explored(cell) and not board.is_volcano(cell))
    return [
        (a, b) for a in passable for b in passable if _adjacent(a, b) and not board.connection(a, b)
    ]


@recipe("MOVE-05")
def walk_without_stones(draw: Draw) -> tuple[Situation, Situation]:
    """Two adjacent hexes without stones between them; a figure stands on the first."""
    state, move = legal(draw, Walk)
    a, b = one_of(draw, _stoneless_pairs(state))  # b2 and a2 at least
    there = with_figure(state, active_seat(state), move.figure, a)
    return Situation(there, Walk(move.figure, CELLS[a], CELLS[b])), Situation(state, move)


def _has_volcano_and_walk(state: State) -> bool:
    return is_acting(state) and bool(_volcano_edges(state)) and mover(state).supply > 0


def _volcano_edges(state: State) -> list[tuple[int, int]]:
    board = state.ground.board
    return [
        (a, b)
        for b in sorted(board.volcanoes())
        for _, a in NEIGHBOURS[b]
        if board.is_explored(a) and not board.is_volcano(a)
    ]


@recipe("MOVE-06")
def walk_into_a_volcano(draw: Draw) -> tuple[Situation, Situation]:
    """A figure beside a volcano; in the twin it walks to a neighbour over stones."""
    state = fresh_phase(spot_where(draw, _has_volcano_and_walk))
    a, b = one_of(draw, _volcano_edges(state))
    there = with_figure(state, active_seat(state), "W", a)
    step, _ = one_of(draw, state.ground.board.steps[a])
    return same_state(there, Walk("W", CELLS[a], CELLS[b]), Walk("W", CELLS[a], CELLS[step]))
