"""Uncovering temples."""

from __future__ import annotations

from hypothesis import strategies as st

from tikal.engine import apply
from tikal.grid import CELL_INDEX, CELLS
from tikal.moves import Uncover
from tikal.state import State
from tikal.testing.pool import one_of
from tikal.testing.recipes.ingredients import (
    BASE_TEMPLES,
    Draw,
    Situation,
    active_seat,
    can_guard,
    has_workers,
    is_acting,
    legal,
    recipe,
    same_move,
    spot_where,
    temples,
    without_guard,
)
from tikal.testing.surgery import (
    fresh_phase,
    with_guard,
    with_switches,
    with_values,
    with_workers,
    without_members,
)


def _could_dig(state: State) -> bool:
    return is_acting(state) and has_workers(state, 3)


def _temple_work(draw: Draw, value: int, workers: int) -> tuple[State, int, Uncover]:
    """A fresh phase, an unguarded temple with this value, and this many workers there."""
    state = spot_where(draw, _could_dig)
    cell = one_of(draw, [BASE_TEMPLES[0], BASE_TEMPLES[1], *_low_temples(state, value)])
    state = with_values(fresh_phase(without_guard(state, cell)), {cell: value})
    me = active_seat(state)
    state = with_workers(without_members(state, me, cell), me, cell, workers)
    return state, cell, Uncover(CELLS[cell])


def _low_temples(state: State, value: int) -> list[int]:
    """Temples that can have this value."""
    tiles = {cell: state.ground.board.tile(cell) for cell in temples(state)}
    return [cell for cell, tile in tiles.items() if tile and tile.value <= value]


@recipe("TEMPLE-01")
def uncover_without_a_member(draw: Draw) -> tuple[Situation, Situation]:
    """The player has no member at the temple."""
    state, move = legal(draw, Uncover)
    return same_move(move, without_members(state, active_seat(state), CELL_INDEX[move.cell]), state)


@recipe("TEMPLE-03")
def uncover_a_second_level_alone(draw: Draw) -> tuple[Situation, Situation]:
    """One member for both levels; in the twin there are two, or one member is enough."""
    state, cell, move = _temple_work(draw, draw(st.integers(1, 7)), 2)
    state = with_switches(state, second_dig=draw(st.sampled_from(("present", "different"))))
    me, twin = active_seat(state), apply(state, move)
    alone = with_workers(twin, me, cell, 1)
    if draw(st.booleans()):
        twin = with_switches(alone, second_dig="one")
    return same_move(move, alone, twin)


@recipe("TEMPLE-04")
def uncover_a_third_level(draw: Draw) -> tuple[Situation, Situation]:
    """Two levels are uncovered already; in the twin only one."""
    state, _, move = _temple_work(draw, draw(st.integers(1, 6)), 3)
    twin = apply(state, move)
    return same_move(move, apply(twin, move), twin)


@recipe("TEMPLE-08")
def uncover_without_a_floor(draw: Draw) -> tuple[Situation, Situation]:
    """The only floor 10 is on another temple; in the twin that temple has value 9."""
    state, cell, move = _temple_work(draw, 9, 1)
    other = next(c for c in BASE_TEMPLES if c != cell)
    return same_move(
        move, with_values(state, {cell: 9, other: 10}), with_values(state, {cell: 9, other: 9})
    )


@recipe("TEMPLE-10")
def uncover_under_guard(draw: Draw) -> tuple[Situation, Situation]:
    """A player guards the temple."""
    state, move = legal(draw, Uncover)
    seat = one_of(draw, [s for s in state.scores if can_guard(state, s)])
    return same_move(move, with_guard(state, seat, CELL_INDEX[move.cell]), state)


@recipe("TEMPLE-11")
def uncover_beyond_ten(draw: Draw) -> tuple[Situation, Situation]:
    """The temple has value 10, in the twin 9."""
    state, cell, move = _temple_work(draw, 9, 1)
    return same_move(move, with_values(state, {cell: 10}), state)
