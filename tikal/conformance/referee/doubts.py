"""The clauses that a wrong answer leaves in doubt: those of all that happened since a right one.

A report names the likeliest cause. The cause may be another one, so none of these is called shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tikal.conformance.adapter import facts
from tikal.conformance.case import ANSWERS, Case, Question
from tikal.conformance.faults import BY_KIND
from tikal.conformance.referee.forbidding import forbidding
from tikal.conformance.referee.hypotheses import Line, line_to
from tikal.conformance.referee.points import parts_at_work
from tikal.conformance.referee.transitions import passage
from tikal.conformance.report import Json
from tikal.moves import MOVES, EndTurn, Move, parse_move, verb_of
from tikal.state import State

#: The clauses that the price of a way depends on, and those of ways between camps.
_WAYS: Final = ("PATH-01", "PATH-02", "PATH-03", "PATH-04", "MOVE-05", "MOVE-06", "TEMPLE-12")
_SECRET_WAYS: Final = ("C2C-01", "CAMP-11")
#: An effect that nothing has shown for this many moves is not looked for.
MAX_HIDDEN: Final = 60
_KINDS: Final = {verb_of(kind): kind for kind in MOVES}


def clauses_in_doubt(case: Case, number: int, since: int, got: Json) -> tuple[str, ...]:
    """The clauses that can be behind a wrong answer, whatever the likeliest cause is.

    `since` is the number of moves after which the last answer was right, 0 if there was none.
    Effects that the facts do not show can have gone wrong before that, if not too long ago. Where
    the engine was led by moves and not asked before, only the last of them are looked at.
    """
    question = case.questions[number]
    if question.ask in ("new_game", "components"):
        return ()
    line = line_to(case, number)
    led = len(case.moves or ()) if case.position is None else 0
    found = [
        clause
        for place, move in line.after(led)
        for clause in (
            _decided_by(line, place, move) if place >= since else _hidden_in(line, place, move)
        )
    ]
    return tuple(dict.fromkeys((*found, *_asked_about(question, line.states[-1], got))))


def _decided_by(line: Line, place: int, move: Move) -> Iterator[str]:
    """The clauses that decide about the position after a move."""
    before, after = line.states[place], line.states[place + 1]
    made = passage(before, move, after)
    yield from (*made.phase, *made.seat, *made.ap, *made.winners)
    for fault in BY_KIND[type(move)]:
        if fault.after(before, move, after) != after:
            yield fault.clause
    if before.scoring and isinstance(move, EndTurn):
        yield from parts_at_work(before, before.turn.active)


def _hidden_in(line: Line, place: int, move: Move) -> Iterator[str]:
    """The clauses of effects of a move that the facts after it do not show."""
    if len(line.moves) - place > MAX_HIDDEN:
        return
    before, after = line.states[place], line.states[place + 1]
    for fault in BY_KIND[type(move)]:
        wrong = fault.after(before, move, after)
        if wrong != after and facts(wrong) == facts(after):
            yield fault.clause


def _asked_about(question: Question, state: State, got: Json) -> Iterator[str]:
    """The clauses that decide about the answer in the position."""
    if isinstance(got, dict) and "refused" in got:
        yield from _of_moves([str(got["refused"])])
    elif ANSWERS[question.ask] == "clauses" and question.expect == []:
        yield from forbidding(type(parse_move(str(question.about["move"]))))
    elif question.ask == "score":
        yield from parts_at_work(state, int(question.about["seat"]))
    elif question.ask == "path_cost":
        yield from (*_WAYS, *(_SECRET_WAYS if question.about.get("seat") else ()))
    elif question.ask == "legal_moves" and isinstance(got, list):
        yield from _of_moves({*question.expect} - {*map(str, got)})


def _of_moves(moves: Iterable[str]) -> Iterator[str]:
    """The clauses that can forbid these moves; an engine may refuse what is no move."""
    for verb in dict.fromkeys(move.partition(" ")[0] for move in moves):
        if verb in _KINDS:
            yield from forbidding(_KINDS[verb])
