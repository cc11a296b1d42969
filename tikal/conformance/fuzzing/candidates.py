"""Moves worth asking about in a position, legal or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tikal.components import BOX, TREASURE_KINDS
from tikal.engine import TABLE
from tikal.geometry import ROTATIONS
from tikal.grid import CELLS
from tikal.moves import MOVES, Move, Walk, every, steps
from tikal.rules.queries import camp_cells, mover
from tikal.state import State

#: The classes of moves that have candidates: a rule can refuse them in their phase.
KINDS: Final = tuple(kind for kind in MOVES if TABLE[kind].rules)
#: The tiles and kinds of the game, and some that it does not have.
_TILES: Final = (*(tile.id for tile in BOX.tiles), "Z9")
_KINDS: Final = (0, *TREASURE_KINDS, TREASURE_KINDS[-1] + 1)


def candidates(state: State, kind: type[Move]) -> Iterator[Move]:
    """Every move of a class, legal or not, if such moves belong to this phase."""
    if kind not in KINDS or kind.phase != state.phase:
        return iter(())
    return steps() if kind is Walk else every(kind, **_values(state))


def _values(state: State) -> dict[str, Iterable[object]]:
    """By field the values to ask about here: all of them where none is named."""
    values: dict[str, Iterable[object]] = {
        "tile": _TILES,
        "kind": _KINDS,
        "seat": range(1, state.players + 1),
    }
    if state.course.tile is not None:
        values["rotation"] = ROTATIONS[state.course.tile]
    if state.active:
        who = mover(state)
        camps = [CELLS[cell] for cell in sorted({*who.usable_camps(), *camp_cells(state)})]
        values |= {"origin": camps, "target": camps, "points": range(who.score + 3)}
    return values
