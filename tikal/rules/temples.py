"""Uncovering temples, level by level."""

from __future__ import annotations

from typing import Final

from tikal._support.evolve import evolve
from tikal.grid import CELL_INDEX
from tikal.moves import Uncover, every
from tikal.parts import Expedition
from tikal.rules.actions import after_action, within_the_budget
from tikal.rules.digging import after_dig, may_dig_again, second_dig_fault, with_dig
from tikal.rules.queries import guarded_cells, mover, with_entry
from tikal.rules.rule import Fault, Rule, demanded_by, fault
from tikal.state import MAX_FLOOR, MIN_FLOOR, State, guard_on

LEVELS_A_TURN: Final = 2
_UNCOVERS: Final = tuple(every(Uncover))


def is_temple(state: State, cell: int) -> bool:
    """Whether a temple stands there."""
    return state.ground.values[cell] > 0


def _stock_of_next_floor(state: State, cell: int) -> int:
    """The loose floors left of the number one above the temple's value."""
    return state.stock.floors[state.ground.values[cell] + 1 - MIN_FLOOR]


@demanded_by("TEMPLE-01")
def a_member_at_a_temple(state: State, move: Uncover) -> Fault:
    """At least one own member stands on the temple hex."""
    cell = CELL_INDEX[move.cell]
    if not is_temple(state, cell):
        return fault("TEMPLE-01/no-temple", cell=move.cell)
    if not mover(state).members(cell):
        return fault("TEMPLE-01/no-member", cell=move.cell, need=1, have=0)
    return None


@demanded_by("TEMPLE-03")
def a_member_for_every_level(state: State, move: Uncover) -> Fault:
    """The second level of a turn asks for two members, or for another one (Q-37, Q-38)."""
    if not is_temple(state, CELL_INDEX[move.cell]):
        return None
    return second_dig_fault(
        state, move.cell, too_few="TEMPLE-03/too-few-members", same="TEMPLE-03/same-member"
    )


@demanded_by("TEMPLE-04")
def two_levels_a_turn(state: State, move: Uncover) -> Fault:
    """At most two levels of the same temple are uncovered in a turn."""
    cell = CELL_INDEX[move.cell]
    uncovered = state.turn.worked.count(cell)
    if uncovered < LEVELS_A_TURN or not is_temple(state, cell):
        return None
    return fault("TEMPLE-04/two-levels", cell=move.cell, have=uncovered)


@demanded_by("TEMPLE-08")
def the_next_floor_is_in_stock(state: State, move: Uncover) -> Fault:
    """The floor one higher must still lie in the supply; none is skipped (TEMPLE-07)."""
    cell = CELL_INDEX[move.cell]
    value = state.ground.values[cell]
    if not 0 < value < MAX_FLOOR or _stock_of_next_floor(state, cell):
        return None
    return fault("TEMPLE-08/no-floor", cell=move.cell, floor=value + 1, need=1, have=0)


@demanded_by("TEMPLE-10")
def not_under_guard(state: State, move: Uncover) -> Fault:
    """A guarded temple stays as it is (GUARD-08)."""
    cell = CELL_INDEX[move.cell]
    guard = guard_on(state, cell)
    if guard is None:
        return None
    return fault("TEMPLE-10/guarded", cell=move.cell, seat=guard[0])


@demanded_by("TEMPLE-11")
def no_temple_above_ten(state: State, move: Uncover) -> Fault:
    """Ten is the highest value of a temple."""
    if state.ground.values[CELL_INDEX[move.cell]] < MAX_FLOOR:
        return None
    return fault("TEMPLE-11/complete", cell=move.cell, have=MAX_FLOOR)


UNCOVER: Final[tuple[Rule[State, Uncover], ...]] = (
    within_the_budget,
    a_member_at_a_temple,
    a_member_for_every_level,
    two_levels_a_turn,
    the_next_floor_is_in_stock,
    not_under_guard,
    no_temple_above_ten,
)


def unguarded(state: State, cells: list[int]) -> list[int]:
    """The temples without a guard among these cells."""
    values, guarded = state.ground.values, guarded_cells(state)
    found = []
    for cell in cells:
        if values[cell] and cell not in guarded:
            found.append(cell)  # noqa: PERF401 - a loop costs no frame
    return found


def uncovers(state: State, who: Expedition, temples: list[int]) -> list[Uncover]:
    """Every level that can be uncovered now, at the unguarded temples with own members."""
    if not temples or state.turn.ap < Uncover.price:
        return []
    values, worked = state.ground.values, state.turn.worked
    found = []
    for cell in temples:
        uncovered = worked.count(cell)
        if (
            values[cell] < MAX_FLOOR
            and uncovered < LEVELS_A_TURN
            and (not uncovered or may_dig_again(state, who, cell))
            and _stock_of_next_floor(state, cell)
        ):
            found.append(_UNCOVERS[cell])
    return found


def uncover(state: State, move: Uncover) -> State:
    """The next floor goes from the stock on top of the temple (TEMPLE-06)."""
    cell, ground, stock = CELL_INDEX[move.cell], state.ground, state.stock
    value = ground.values[cell] + 1
    number = value - MIN_FLOOR
    who = mover(state)
    built = evolve(
        state,
        turn=with_dig(state.turn, cell, "act"),
        ground=evolve(ground, values=with_entry(ground.values, cell, value)),
        stock=evolve(stock, floors=with_entry(stock.floors, number, stock.floors[number] - 1)),
    )
    return after_action(built, move, who, after_dig(state, who, cell))
