"""Questions about a position that several chapters ask.

Cells are ints here, as in the records of a position.
"""

from __future__ import annotations

from tikal.components import BOX
from tikal.parts import Expedition
from tikal.state import State


def mover(state: State) -> Expedition:
    """The records of the seat whose turn it is; not defined between turns."""
    return state.expeditions[state.turn.active - 1]


def strengths(state: State, cell: int) -> list[int]:
    """By seat, what the figures on a hex count in a comparison (GUARD-03, LEADER-01)."""
    leader = BOX.leader_strength
    found = []
    for who in state.expeditions:
        found.append(who.workers[cell] + (leader if who.leader == cell else 0))  # noqa: PERF401
    return found


def camp_cells(state: State) -> tuple[int, ...]:
    """The cells with camps, of all players."""
    cells: tuple[int, ...] = ()
    for who in state.expeditions:
        cells += who.camps
    return cells


def guarded_cells(state: State) -> list[int]:
    """The cells with guarded temples, of all players."""
    cells = []
    for who in state.expeditions:
        for cell, _ in who.guards:
            cells.append(cell)
    return cells


def clockwise(state: State, seat: int) -> int:
    """The seat to the left of this one (TURN-01)."""
    return seat % len(state.expeditions) + 1


def all_clockwise_from(state: State, seat: int) -> tuple[int, ...]:
    """All seats in turn order, this one first."""
    n = len(state.expeditions)
    return tuple((seat - 1 + i) % n + 1 for i in range(n))


# --- changed tuples ----------------------------------------------------------------------------


def with_entry(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The values with one of them replaced."""
    if values[index] == value:
        return values
    changed = list(values)
    changed[index] = value
    return tuple(changed)


def expeditions_with(state: State, who: Expedition) -> tuple[Expedition, ...]:
    """The expeditions with that of one seat replaced."""
    expeditions = list(state.expeditions)
    expeditions[who.seat - 1] = who
    return tuple(expeditions)
