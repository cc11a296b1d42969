"""Uncovering temples, level by level."""

from __future__ import annotations

from typing import Final

from tikal.geometry import CELL_INDEX, CELLS
from tikal.moves import PRICES, Uncover
from tikal.rules.actions import acted, within_the_budget
from tikal.rules.table import Fault, Rule, demanded_by, fault
from tikal.state import HIGHEST_FLOOR, LOWEST_FLOOR, Expedition, Ground, State, Stock, replaced

LEVELS_A_TURN: Final = 2
_UNCOVERS: Final = tuple(Uncover(name) for name in CELLS)


def is_temple(state: State, cell: int) -> bool:
    """Whether a temple stands there."""
    return state.ground.values[cell] > 0


def _stock_of_next_floor(state: State, cell: int) -> int:
    """The loose floors left of the number one above the temple's value."""
    return state.stock.floors[state.ground.values[cell] + 1 - LOWEST_FLOOR]


@demanded_by("TEMPLE-01")
def a_member_at_a_temple(state: State, move: Uncover) -> Fault:
    """At least one own member stands on the temple hex."""
    cell = CELL_INDEX[move.cell]
    if not is_temple(state, cell):
        return fault(f"there is no temple on {move.cell}", cell=move.cell)
    if not state.mover().members(cell):
        return fault(
            f"no own member stands at the temple on {move.cell}", cell=move.cell, need=1, have=0
        )
    return None


@demanded_by("TEMPLE-03")
def a_member_for_every_level(state: State, move: Uncover) -> Fault:
    """One own member is present for every level uncovered there this turn (Q-37)."""
    cell = CELL_INDEX[move.cell]
    have = state.mover().members(cell)
    if not have or not is_temple(state, cell):
        return None  # that is TEMPLE-01
    need = state.turn.worked.count(cell) + 1
    if have >= need:
        return None
    return fault(
        f"level number {need} of this turn needs {need} members at the temple on {move.cell}, "
        f"has {have}",
        cell=move.cell,
        need=need,
        have=have,
    )


@demanded_by("TEMPLE-04")
def two_levels_a_turn(state: State, move: Uncover) -> Fault:
    """At most two levels of the same temple are uncovered in a turn."""
    cell = CELL_INDEX[move.cell]
    if state.turn.worked.count(cell) < LEVELS_A_TURN or not is_temple(state, cell):
        return None
    return fault(
        f"two levels of the temple on {move.cell} were already uncovered this turn",
        cell=move.cell,
        have=state.turn.worked.count(cell),
    )


@demanded_by("TEMPLE-08")
def the_next_floor_is_in_stock(state: State, move: Uncover) -> Fault:
    """The floor one higher must still lie in the supply; none is skipped (TEMPLE-07)."""
    cell = CELL_INDEX[move.cell]
    value = state.ground.values[cell]
    if not 0 < value < HIGHEST_FLOOR or _stock_of_next_floor(state, cell):
        return None
    return fault(f"no floor {value + 1} is left", cell=move.cell, need=1, have=0)


@demanded_by("TEMPLE-10")
def not_under_guard(state: State, move: Uncover) -> Fault:
    """A guarded temple stays as it is (GUARD-08)."""
    cell = CELL_INDEX[move.cell]
    guard = state.guard_at(cell)
    if guard is None:
        return None
    return fault(
        f"the temple on {move.cell} is guarded by seat {guard[0]}", cell=move.cell, seat=guard[0]
    )


@demanded_by("TEMPLE-11")
def no_temple_above_ten(state: State, move: Uncover) -> Fault:
    """Ten is the highest value of a temple."""
    if state.ground.values[CELL_INDEX[move.cell]] < HIGHEST_FLOOR:
        return None
    return fault(
        f"the temple on {move.cell} is complete: its value is {HIGHEST_FLOOR}",
        cell=move.cell,
        have=HIGHEST_FLOOR,
    )


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
    values, guarded = state.ground.values, state.guarded_cells()
    found = []
    for cell in cells:
        if values[cell] and cell not in guarded:
            found.append(cell)  # noqa: PERF401 - a loop costs no frame
    return found


def uncovers(state: State, who: Expedition, temples: list[int]) -> list[Uncover]:
    """Every level that can be uncovered now, at the unguarded temples with own members."""
    if not temples or state.turn.ap < PRICES[Uncover]:
        return []
    values, worked = state.ground.values, state.turn.worked
    found = []
    for cell in temples:
        if (
            values[cell] < HIGHEST_FLOOR
            and who.members(cell) > worked.count(cell) < LEVELS_A_TURN
            and _stock_of_next_floor(state, cell)
        ):
            found.append(_UNCOVERS[cell])  # noqa: PERF401 - a loop costs no frame
    return found


def uncover(state: State, move: Uncover) -> State:
    """The next floor goes from the stock on top of the temple (TEMPLE-06)."""
    cell, ground, stock = CELL_INDEX[move.cell], state.ground, state.stock
    value = ground.values[cell] + 1
    number = value - LOWEST_FLOOR
    floors = replaced(stock.floors, number, stock.floors[number] - 1)
    return acted(
        state,
        move,
        state.mover(),
        worked=cell,
        ground=Ground(ground.board, replaced(ground.values, cell, value), ground.tokens),
        stock=Stock(stock.tiles, floors, stock.unseen),
    )
