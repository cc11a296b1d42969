"""Placing a guard."""

from __future__ import annotations

from hypothesis import strategies as st

from tikal.grid import CELL_INDEX, CELLS
from tikal.moves import PlaceGuard
from tikal.parts import IN_SUPPLY
from tikal.rules.queries import mover, strengths
from tikal.state import State
from tikal.testing.pool import one_of
from tikal.testing.recipes.ingredients import (
    Draw,
    Situation,
    active_seat,
    can_guard,
    cells,
    has_workers,
    is_acting,
    legal,
    recipe,
    same_move,
    same_state,
    spot_where,
    temples,
    without_guard,
)
from tikal.testing.surgery import (
    fresh_phase,
    with_guard,
    with_leader,
    with_workers,
    without_members,
)


@recipe("GUARD-02")
def guard_with_a_rival_as_strong(draw: Draw) -> tuple[Situation, Situation]:
    """A rival is as strong or stronger, or there is no temple."""
    state, move = legal(draw, PlaceGuard)
    cell = CELL_INDEX[move.cell]
    strength = strengths(state, cell)[active_seat(state) - 1]
    rivals = [
        who.seat
        for who in state.expeditions
        if who.seat != active_seat(state) and who.supply + sum(who.workers) >= strength
    ]
    if not rivals or draw(st.booleans()):
        wrong = cells(lambda cell: state.ground.board.kind(cell) != "temple")
        return same_state(state, PlaceGuard(CELLS[one_of(draw, wrong)], move.figure), move)
    return same_move(move, with_workers(state, one_of(draw, rivals), cell, strength), state)


@recipe("GUARD-04")
def guard_with_a_figure_that_is_elsewhere(draw: Draw) -> tuple[Situation, Situation]:
    """The figure named is not there, but one of the other kind is."""
    state, move = legal(draw, PlaceGuard)
    me, cell = active_seat(state), CELL_INDEX[move.cell]
    if mover(state).leader == cell and (not has_workers(state, 1) or draw(st.booleans())):
        # the leader alone holds the temple, and a worker is named
        state = with_workers(state, me, cell, 0)
        for seat in state.scores:
            if seat != me and strengths(state, cell)[seat - 1] > 2:
                state = without_members(state, seat, cell)
        return same_state(state, PlaceGuard(move.cell, "W"), PlaceGuard(move.cell, "L"))
    if mover(state).leader == cell:
        state = with_leader(state, me, IN_SUPPLY)
    for seat in state.scores:
        if seat != me:
            state = without_members(state, seat, cell)
    state = with_workers(state, me, cell, max(1, mover(state).workers[cell]))
    return same_state(state, PlaceGuard(move.cell, "L"), PlaceGuard(move.cell, "W"))


def _could_have_two_guards(state: State) -> bool:
    return is_acting(state) and len(temples(state)) >= 3 and mover(state).supply >= 3


@recipe("GUARD-11")
def a_third_guard(draw: Draw) -> tuple[Situation, Situation]:
    """Both guards are placed already; in the twin only one."""
    state = fresh_phase(spot_where(draw, _could_have_two_guards))
    me = active_seat(state)
    cell, first, second = draw(st.permutations(temples(state)))[:3]
    for temple in (cell, first, second, *(c for c, _ in mover(state).guards)):
        state = without_guard(state, temple)
    for seat in state.scores:
        state = without_members(state, seat, cell)
    state = with_workers(state, me, cell, 1)
    twin = with_guard(state, me, first)
    return same_move(PlaceGuard(CELLS[cell], "W"), with_guard(twin, me, second), twin)


@recipe("GUARD-14")
def guard_a_guarded_temple(draw: Draw) -> tuple[Situation, Situation]:
    """Another player guards the temple already."""
    state, move = legal(draw, PlaceGuard)
    seats = [s for s in state.scores if s != active_seat(state) and can_guard(state, s)]
    return same_move(move, with_guard(state, one_of(draw, seats), CELL_INDEX[move.cell]), state)
