"""One row of the engine's table as a subject: a clause that refuses moves of a class."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, Final, TypeAlias

from tikal import geometry
from tikal.components import BOX, SEATS, TREASURE_KINDS
from tikal.moves import Bid, Move, every, verb_of
from tikal.rules import order, placing
from tikal.rules.rule import Rule
from tools.every_position.fields import MAX_POINTS
from tools.every_position.lazy import Run, Table
from tools.every_position.position import LazyState
from tools.every_position.question import Subject

#: A well-formed id that no tile has.
_NO_TILE: Final = "Z9"
_KINDS: Final = (0, *TREASURE_KINDS, TREASURE_KINDS[-1] + 1)


#: Functions and tuples of a module of the engine, and what takes their places.
Replaced: TypeAlias = tuple[tuple[ModuleType, str, Callable[[Any], Any]], ...]


def _uncached(function: Any) -> Any:  # noqa: ANN401 - functions with a cache
    return function.__wrapped__


#: An unknown would have to settle to be looked up in a cache or a tuple of the engine: the same
#: functions without caches, and the same tuples as tables, take their places.
_REPLACED: Final[Replaced] = (
    (placing, "ways_in", _uncached),
    (placing, "distinct_ways_in", _uncached),
    (geometry, "ways_in", _uncached),
    (order, "_out_of_sequence", _uncached),
    (placing, "_IS_VOLCANO", Table),
    (geometry, "_PAVED_SIDES", Table),
    (geometry, "ROTATIONS", Table),
)


@contextmanager
def open_to_unknowns(fields: Replaced = ()) -> Iterator[None]:
    """The engine without caches, and perhaps with fields in the place of functions."""
    replaced = (*_REPLACED, *fields)
    originals = [(module, name, getattr(module, name)) for module, name, _ in replaced]
    for module, name, replace in replaced:
        setattr(module, name, replace(getattr(module, name)))
    try:
        yield
    finally:
        for module, name, original in originals:
            setattr(module, name, original)


def moves_of(kind: type[Move]) -> tuple[Move, ...]:
    """All moves of a class that can be written, with a seat, kind and tile too many."""
    if kind is Bid:
        return tuple(every(Bid, points=range(MAX_POINTS + 2)))
    return tuple(
        every(
            kind,
            tile=(*(tile.id for tile in BOX.tiles), _NO_TILE),
            kind=_KINDS,
            give=_KINDS,
            take=_KINDS,
            seat=(0, *SEATS, SEATS[-1] + 1),
        )
    )


def verb(kind: type[Move]) -> str:
    """The name of a kind of move in the specification."""
    return verb_of(kind).replace("-", "_")


def refusal(
    kind: type[Move],
    rule: Rule[Any, Any],
    moves: tuple[Move, ...] = (),
    fields: Replaced = (),
    free: str = "",
) -> Subject:
    """One clause of the table: whether it refuses a move.

    `fields` and `free`: see `tools.every_position.parts`.
    """
    volcano_sets = rule.clause == "PLACE-05"

    def answer(run: Run, move: Move) -> Hashable:
        state = LazyState(run, move, volcano_sets=volcano_sets)
        with open_to_unknowns(fields):
            return int(rule.test(state, move) is not None)

    return Subject(
        name=f"{rule.clause} {verb_of(kind)}",
        acts=moves or moves_of(kind),
        answer=answer,
        spec=f"""
            spec(1) :- candidate(M), forbids("{rule.clause}",anyone,M).
            spec(0) :- not spec(1).""",
        clauses=(rule.clause,),
        forbidding=(f'forbids("{rule.clause}",anyone,{verb(kind)}',),
        given=f"true(phase({kind.phase}))." + (" few_volcanoes." if volcano_sets else ""),
        free=free,
    )
