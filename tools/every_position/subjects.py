"""What is compared: every refusing clause of the engine's table with every move of its class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tikal.engine import TABLE
from tikal.formal.facts import term
from tikal.moves import MOVES, Move
from tikal.rules import order
from tikal.rules.rule import Rule
from tikal.state import NEW_GAME_CLAUSES, PHASES
from tools.every_position.parts import IN_PARTS
from tools.every_position.position import LazyState
from tools.every_position.question import Subject
from tools.every_position.rows import moves_of, open_to_unknowns, refusal, verb


def refusals() -> Iterator[Subject]:
    """All rows of the table, clause by clause, the order of events, and starts of games."""
    for kind, row in TABLE.items():
        for rule in row.rules:
            if rule.clause not in IN_PARTS:
                yield refusal(kind, rule)
    yield sequence()
    yield seats()
    for parts in IN_PARTS.values():
        yield from parts()


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
    kinds = " ".join(f"kind({term(m)},{verb(type(m))})." for m in _KINDS_OF_MOVES)
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
    kinds = " ".join(f"kind({term(m)},{verb(type(m))})." for m in _KINDS_OF_MOVES)
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


# --- the list of clauses -----------------------------------------------------------------------


def clauses() -> frozenset[str]:
    """Every clause that can refuse something."""
    rows = {rule.clause for row in TABLE.values() for rule in row.rules}
    in_order = {*_clauses(order.SEQUENCE), *_clauses(order.OUT_OF_TURN)}
    return frozenset(rows | in_order | {*NEW_GAME_CLAUSES})
