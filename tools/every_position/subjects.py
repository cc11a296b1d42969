"""What is compared: every refusing clause of the engine's table with every move of its class."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, Final

from tikal import geometry
from tikal.components import BOX, SEATS, TREASURE_KINDS
from tikal.engine import TABLE
from tikal.formal.facts import term
from tikal.grid import CELL_INDEX
from tikal.moves import MOVES, Bid, Move, PlaceTile, SetAside, every, verb_of
from tikal.rules import order, placing
from tikal.rules.rule import Rule
from tikal.state import NEW_GAME_CLAUSES, PHASES
from tools.every_position.fields import MAX_POINTS
from tools.every_position.lazy import Run, Table
from tools.every_position.position import LazyState
from tools.every_position.question import Subject

#: A well-formed id that no tile has.
_NO_TILE: Final = "Z9"
_KINDS: Final = (0, *TREASURE_KINDS, TREASURE_KINDS[-1] + 1)


def _uncached(function: Any) -> Any:  # noqa: ANN401 - functions with a cache
    return function.__wrapped__


#: An unknown would have to settle to be looked up in a cache or a tuple of the engine: the same
#: functions without caches, and the same tuples as tables, take their places.
_REPLACED: Final[tuple[tuple[ModuleType, str, Callable[[Any], Any]], ...]] = (
    (placing, "ways_in", _uncached),
    (placing, "distinct_ways_in", _uncached),
    (geometry, "ways_in", _uncached),
    (order, "_out_of_sequence", _uncached),
    (placing, "_IS_VOLCANO", Table),
    (geometry, "_PAVED_SIDES", Table),
    (geometry, "ROTATIONS", Table),
)


@contextmanager
def open_to_unknowns() -> Iterator[None]:
    """The engine without caches."""
    originals = [(module, name, getattr(module, name)) for module, name, _ in _REPLACED]
    for module, name, replace in _REPLACED:
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


def _verb(kind: type[Move]) -> str:
    return verb_of(kind).replace("-", "_")


def refusal(kind: type[Move], rule: Rule[Any, Any], moves: tuple[Move, ...] = ()) -> Subject:
    """One clause of the table: whether it refuses a move."""
    volcano_sets = rule.clause == "PLACE-05"

    def answer(run: Run, move: Move) -> Hashable:
        state = LazyState(run, move, volcano_sets=volcano_sets)
        with open_to_unknowns():
            return int(rule.test(state, move) is not None)

    return Subject(
        name=f"{rule.clause} {verb_of(kind)}",
        acts=moves or moves_of(kind),
        answer=answer,
        spec=f"""
            spec(1) :- candidate(M), forbids("{rule.clause}",anyone,M).
            spec(0) :- not spec(1).""",
        clauses=(rule.clause,),
        forbidding=(f'forbids("{rule.clause}",anyone,{_verb(kind)}',),
        given=f"true(phase({kind.phase}))." + (" few_volcanoes." if volcano_sets else ""),
    )


def refusals() -> Iterator[Subject]:
    """All rows of the table, clause by clause."""
    for kind, row in TABLE.items():
        for rule in row.rules:
            if kind is not SetAside:
                yield refusal(kind, rule)
    yield sequence()
    yield seats()
    yield from setting_aside()


# --- the order of events -----------------------------------------------------------------------

_ANY_PHASE: Final = f"1 {{ true(phase(({';'.join(PHASES)}))) }} 1."
#: A kind of move is all that these rules see of it.
_KINDS_OF_MOVES: Final = tuple(next(iter(moves_of(kind))) for kind in MOVES)
_OUT_OF_TIME: Final = "not at this time"


def _in_order(state: Any, move: Move, seat: int | None) -> str:  # noqa: ANN401 - a lazy position
    """The clause that refuses a move as out of turn or out of sequence, as `check` asks for it."""
    with open_to_unknowns():
        found = None if seat is None else order.out_of_turn(state, move, seat)
        found = found or order.out_of_sequence(state, move)
    if found:
        return found.clause
    return "none" if state.turn.phase == move.phase else _OUT_OF_TIME


def _clauses(rules: tuple[Rule[Any, Any], ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule.clause for rule in rules))


def sequence() -> Subject:
    """The move of the active seat: the clause that refuses this kind of move now."""
    kinds = " ".join(f"kind({term(m)},{_verb(type(m))})." for m in _KINDS_OF_MOVES)
    return Subject(
        name="order of events",
        acts=_KINDS_OF_MOVES,
        answer=lambda run, move: _in_order(LazyState(run, may_be_over=True), move, None),
        spec="""
            spec(C) :- candidate(M), forbids(C,anyone,M).
            spec("none") :- candidate(M), not forbids(_,anyone,M), kind(M,K), timely(K).""",
        clauses=_clauses(order.SEQUENCE),
        forbidding=("untimely(",),
        given=f"{kinds} {_ANY_PHASE}",
    )


def seats() -> Subject:
    """The move of a seat that is named: the clause that refuses it as another's, or as untimely."""
    kinds = " ".join(f"kind({term(m)},{_verb(type(m))})." for m in _KINDS_OF_MOVES)
    return Subject(
        name="whose move it is",
        acts=tuple((seat, move) for move in _KINDS_OF_MOVES for seat in range(-1, 7)),
        answer=lambda run, act: _in_order(LazyState(run, may_be_over=True), act[1], act[0]),
        spec="""
            spec(C) :- asked(S), candidate(M), forbids(C,S,M).
            spec("none") :- asked(S), candidate(M), not forbids(_,S,M), kind(M,K), timely(K).""",
        clauses=(*_clauses(order.OUT_OF_TURN), *_clauses(order.SEQUENCE)),
        forbidding=("untimely(", "out_of_turn("),
        given=f"{kinds} {_ANY_PHASE}",
    )


# --- setting a tile aside ----------------------------------------------------------------------


def setting_aside() -> Iterator[Subject]:
    """TURN-02 in two parts, for a list over 40 cells has too many paths.

    The engine asks whether the list of placements is empty, and builds it cell by cell. So its part
    is asked with one cell that can offer something, for each cell: is there a placement there? The
    other part is about the specification alone: a tile must be placed if some placement is refused
    by no clause. That the list of a board is made of the lists of its cells is read off its form.
    """
    cells = tuple(every(PlaceTile, rotation=(0,)))
    placement = ('forbids("PLACE-0',)

    def answer(run: Run, move: PlaceTile) -> Hashable:
        cell = CELL_INDEX[move.cell]
        with open_to_unknowns():
            return int(bool(placing.placements(_place_on(run, move, cell))))

    def _place_on(run: Run, move: PlaceTile, cell: int) -> Any:  # noqa: ANN401
        return LazyState(run, move, volcano_sets=True, only_space=cell)

    every_rotation = "candidate(place(C,R)) :- chosen(place(C,_)), rotation(R)."
    yield Subject(
        name="TURN-02 set-aside, cell by cell",
        acts=cells,
        answer=answer,
        spec=f"""
            {every_rotation}
            refused(R) :- chosen(place(C,_)), rotation(R), forbids(_,anyone,place(C,R)).
            spec(1) :- rotation(R), not refused(R).
            spec(0) :- not spec(1).""",
        clauses=("TURN-02",),
        forbidding=placement,
        given="true(phase(place)). few_volcanoes.",
    )
    yield Subject(
        name="TURN-02 set-aside, of all cells",
        acts=(SetAside(),),
        answer=lambda _run, _move: 1,
        spec="""
            candidate(place(C,R)) :- cell(C), rotation(R).
            fits :- cell(C), rotation(R), not forbids(_,anyone,place(C,R)).
            refused :- forbids("TURN-02",anyone,set_aside).
            spec(1) :- fits, refused.
            spec(1) :- not fits, not refused.
            spec(0) :- not spec(1).""",
        clauses=("TURN-02",),
        forbidding=(*placement, 'forbids("TURN-02",anyone,set_aside'),
        given="true(phase(place)). few_volcanoes.",
    )


# --- the list of clauses -----------------------------------------------------------------------

#: Clauses that refuse only the start of a game, which is no position.
NOT_ASKED: Final = {"SETUP-07": "starts of games only"}


def clauses() -> frozenset[str]:
    """Every clause that can refuse something."""
    rows = {rule.clause for row in TABLE.values() for rule in row.rules}
    in_order = {*_clauses(order.SEQUENCE), *_clauses(order.OUT_OF_TURN)}
    return frozenset(rows | in_order | {*NEW_GAME_CLAUSES})
