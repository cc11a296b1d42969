"""Moves worth asking about in a position, legal or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from tikal.components import BOX, TREASURE_KINDS
from tikal.engine import TABLE
from tikal.fields import Figure
from tikal.geometry import BASE_CAMP, ROTATIONS
from tikal.grid import CELLS, NEIGHBOURS
from tikal.moves import MOVES, Move, Walk, every, steps
from tikal.parts import Expedition
from tikal.rules.queries import camp_cells, mover
from tikal.state import State

#: The classes of moves that have candidates: a rule can refuse them in their phase.
KINDS: Final = tuple(kind for kind in MOVES if TABLE[kind].rules)
#: Hexes with own members and without a camp from which secret paths are tried.
MAX_NO_CAMPS: Final = 2
#: The tiles and kinds of the game, and some that it does not have.
_TILES: Final = (*(tile.id for tile in BOX.tiles), "Z9")
_KINDS: Final = (0, *TREASURE_KINDS, TREASURE_KINDS[-1] + 1)


def candidates(state: State, kind: type[Move]) -> Iterator[Move]:
    """Every move of a class, legal or not, if such moves belong to this phase."""
    if kind not in KINDS or kind.phase != state.phase:
        return iter(())
    if kind is Walk:
        return chain(steps(), _jumps(state))
    return every(kind, **_values(state))


def _jumps(state: State) -> Iterator[Walk]:
    """Walks of own figures to explored hexes that are not adjacent."""
    who, board = mover(state), state.ground.board
    for origin in range(len(CELLS)):
        beside = {origin, *(near for _, near in NEIGHBOURS[origin])}
        for figure in _figures_on(who, origin):
            for target in range(len(CELLS)):
                if target not in beside and board.is_explored(target):
                    yield Walk(figure, CELLS[origin], CELLS[target])


def _figures_on(who: Expedition, cell: int) -> Iterator[Figure]:
    if who.leader == cell:
        yield "L"
    if who.workers[cell]:
        yield "W"


def _values(state: State) -> dict[str, Iterable[object]]:
    """By field the values to ask about here: all of them where none is named."""
    values: dict[str, Iterable[object]] = {
        "tile": _TILES,
        "kind": _KINDS,
        "seat": range(1, state.players + 2),
    }
    if state.course.tile is not None:
        values["rotation"] = ROTATIONS[state.course.tile]
    if state.active:
        who = mover(state)
        here = [n for n in range(len(CELLS)) if n != BASE_CAMP and who.members(n)][:MAX_NO_CAMPS]
        camps = [CELLS[n] for n in sorted({*who.usable_camps(), *camp_cells(state), *here})]
        values |= {"origin": camps, "target": camps, "points": range(who.score + 3)}
    return values
