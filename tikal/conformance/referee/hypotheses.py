"""The planted faults under which an engine would have answered as it did.

A wrong answer can have its cause many moves before: a figure that should have left the game walks.
Each planted fault of `tikal.conformance.faults` makes the same moves, and is asked the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Final

from attrs import frozen

from tikal.conformance.adapter import Adapter
from tikal.conformance.case import ANSWERS, Case, Question
from tikal.conformance.faults import FAULTS, Fault
from tikal.conformance.report import Json
from tikal.engine import apply, replay
from tikal.errors import IllegalMove, TikalError
from tikal.moves import Move, parse_move
from tikal.notation.documents import position_from_json
from tikal.notation.records import read_edition
from tikal.state import State, new_game

#: Longer lines of moves are not simulated: too much is wrong by then, and it would take long.
MAX_MOVES: Final = 150


@frozen
class Line:
    """The moves to a question, and the positions from the first to the one that is asked about."""

    moves: tuple[Move, ...]
    states: tuple[State, ...]

    def after(self, since: int) -> Iterator[tuple[int, Move]]:
        """The moves from one on, each with its place."""
        return islice(enumerate(self.moves), since, None)


def line_to(case: Case, number: int) -> Line:
    """The moves from the beginning of a case to a question."""
    moves = [move for question in case.questions[: number + 1] for move in question.then]
    if case.position is not None:
        start = position_from_json(case.position)
    else:
        start = new_game(case.players, read_edition(case.edition), case.auction, case.start)
        moves = [*(case.moves or ()), *moves]
    steps = replay(start, map(parse_move, moves)).steps  # up to a move that is not legal
    return Line(tuple(step.move for step in steps), (start, *(step.state for step in steps)))


def moves_to(case: Case, number: int) -> int:
    """The number of moves from the beginning of a case to a question."""
    then = sum(len(question.then) for question in case.questions[: number + 1])
    return then + (len(case.moves or ()) if case.position is None else 0)


def effects_behind(
    line: Line, question: Question, since: int, given: Json, refused: str
) -> dict[str, list[str]]:
    """By clause the planted faults that give this answer, those of late moves first.

    `refused` is the legal move that the engine refused instead of an answer.
    """
    if not line.moves or len(line.moves) > MAX_MOVES:
        return {}
    found: dict[str, list[str]] = {}
    latest: dict[str, int] = {}
    for fault in FAULTS:
        place = _answers_alike(fault, question, line, since, given, refused)
        if place is not None:
            found.setdefault(fault.clause, []).append(fault.does)
            latest[fault.clause] = max(place, latest.get(fault.clause, place))
    return {clause: found[clause] for clause in sorted(found, key=lambda each: -latest[each])}


def _answers_alike(
    fault: Fault,
    question: Question,
    line: Line,
    since: int,
    given: Json,
    refused: str,
) -> int | None:
    """After how many moves an engine with the fault goes wrong, if it then answers as given."""
    moves, states = line.moves, line.states
    wrong = fault.opening(states[0])
    place = 0 if wrong != states[0] else None
    if place is None and not any(isinstance(move, fault.kinds) for move in moves):
        return None
    for count, move in enumerate(moves, start=1):
        before = wrong
        if place is None:  # nothing is wrong as yet
            before, after = states[count - 1], states[count]
        else:
            try:
                after = apply(before, move)
            except IllegalMove:
                return place if count > since and str(move) == refused else None
            except TikalError:
                return None
        wrong = fault.after(before, move, after)
        if place is None and wrong != states[count]:
            place = count
    if refused or place is None or wrong == states[-1]:
        return None
    return place if _is_alike(question, wrong, given) else None


def _is_alike(question: Question, wrong: State, given: Json) -> bool:
    """Whether an engine that is in the wrong position gives the answer."""
    reference = Adapter()
    reference.reached = wrong
    asked = Question(question.ask, question.expect, (), question.about)
    with suppress(TikalError):
        [answer] = reference.run({"goes_on": True, "questions": [asked.to_json()]})
        would: Json = answer.get(ANSWERS[question.ask])
        if ANSWERS[question.ask] == "clauses":
            return (not would) == (given is True or given == [])
        if isinstance(would, dict) and isinstance(given, dict):
            return all(would[key] == given.get(key) for key in question.expect)
        return bool(would == given)
    return False
