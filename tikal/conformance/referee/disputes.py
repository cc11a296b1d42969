"""Which clauses a single wrong answer is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final

import tikal
from tikal.conformance.adapter import facts
from tikal.conformance.case import FACTS, Question
from tikal.conformance.cases import ANSWERS, Case
from tikal.conformance.referee.at_work import rated
from tikal.conformance.referee.hypotheses import Line, effects_behind, line_to
from tikal.conformance.referee.points import behind_points, behind_scores
from tikal.conformance.referee.transitions import passage
from tikal.conformance.report import Json
from tikal.errors import TikalError
from tikal.moves import EndTurn, parse_move
from tikal.notation.documents import position_to_json
from tikal.state import ACTION_POINTS, State

#: Moves of a list that should not be there: this many are checked.
MAX_CHECKED: Final = 200


def clauses_in_dispute(case: Case, number: int, got: Json, since: int = 0) -> list[str]:
    """The clauses that a wrong answer to a question is about; [] if the answer does not show them.

    For a verdict these are the clauses that it lacks or has too many, for a list of moves those
    that forbid the moves which should not be in it, for wrong points those that award them, and for
    wrong facts those of what the last move brings about. After `since` moves all was right.
    """
    question = case.questions[number]
    if question.ask in FACTS:
        return [*_behind_facts(case, number, since, got)]
    if question.ask == "score":
        if type(got) is not int:
            return []
        return [*behind_points(case.state_at(number), int(question.about["seat"]), got)]
    if question.ask == "legal_moves":
        extra = sorted(set(got) - set(question.expect))[:MAX_CHECKED]
        state = case.state_at(number)
        return sorted({clause for move in extra for clause in _broken_clauses(state, move)})
    if ANSWERS[question.ask] == "clauses":
        given = (
            got if isinstance(got, list) else []
        )  # some engines say only whether the move is legal
        return sorted({*question.expect} ^ {*given})
    return []


def causes_before(case: Case, number: int, since: int, got: Json) -> dict[str, Json]:
    """What can be behind a wrong answer besides the clauses in dispute.

    `effects` are by clause the planted faults with which an engine gives this answer, `at_work` the
    clauses at work in a legal move that was refused, with their rates. `since` is the number of
    moves after which the last answer was right; `got` has the key `refused` if there is no answer.
    """
    if case.questions[number].ask in ("new_game", "components"):  # there is no position
        return {}
    line = line_to(case, number)
    refused = str(got["refused"]) if isinstance(got, dict) and "refused" in got else ""
    found: dict[str, Json] = {}
    if effects := effects_behind(line, case.questions[number], since, got, refused):
        found["effects"] = effects
    question = case.questions[number]
    if refused:
        places = [place for place, move in line.after(since) if str(move) == refused]
        if len(places) == 1:  # otherwise it is not known when it was refused
            found["at_work"] = rated(line.states[places[0]], parse_move(refused))
    elif question.ask == "check" and question.expect == []:
        found["at_work"] = rated(line.states[-1], parse_move(str(question.about["move"])))
    return found


def _behind_facts(case: Case, number: int, since: int, got: Mapping[str, Json]) -> tuple[str, ...]:
    """The clauses behind wrong facts after some moves, the likeliest first.

    They are those of the last move that changes one of these facts by the rules.
    """
    question, line = case.questions[number], line_to(case, number)
    wrong = {key for key, fact in question.expect.items() if got[key] != fact}
    if "scores" in wrong and wrong <= {"scores", "winners"}:
        return _behind_scores(line, since, got["scores"])
    if question.then:  # what was made before has led to where the question is asked
        since = max(since, len(line.moves) - len(question.then))
    ap = got.get("ap")
    saved = type(ap) is int and ap > ACTION_POINTS
    steps = [*line.after(since)]
    found: list[str] = []
    for place, move in reversed(steps):
        before, after = line.states[place], line.states[place + 1]
        was, is_ = facts_of(question, before), facts_of(question, after)
        if any(was[key] != is_[key] for key in wrong) or place == steps[0][0]:
            found += passage(before, move, after).behind(wrong, saved)
            if wrong != {"ap"} or not move.price:  # the points can be off from the start
                break
    return tuple(dict.fromkeys(found))


def _behind_scores(line: Line, since: int, given: Json) -> tuple[str, ...]:
    """The clauses behind wrong scores: those of the last move that gives these seats points."""
    if not isinstance(given, dict):
        return ("SCORE-03",)
    due = line.states[-1].scores
    points = {
        int(seat): value
        for seat, value in given.items()
        if str(seat).isdecimal() and type(value) is int
    }
    off = {seat for seat, score in due.items() if points.get(seat) != score}
    steps = [*line.after(since)]
    scored = {
        line.states[place].turn.active
        for place, move in steps
        if line.states[place].scoring and isinstance(move, EndTurn)
    }
    for place, move in reversed(steps):
        before, after = line.states[place], line.states[place + 1]
        if before.scoring and isinstance(move, EndTurn):
            if before.turn.active in off:
                seat, there = before.turn.active, dict(after.scores)
                there |= {
                    each: points.get(each, 0) - due[each] + there[each]
                    for each in {seat} | (off - scored)  # the others had their own turns
                }
                return behind_scores(before, after, there)
        elif before.phase == "bid" and before.scores != after.scores:
            return ("AUCTION-11",)
    return ("AUCTION-11",) if line.states[-1].phase in ("bid", "take") else ("SCORE-03",)


def facts_of(question: Question, state: State) -> Mapping[str, Json]:
    """The facts that a question is about, in a position."""
    return position_to_json(state) if question.ask == "position" else facts(state)


def _broken_clauses(state: State, move: str) -> Iterator[str]:
    with suppress(TikalError):  # an engine may list something that is not a move
        violations = tikal.check(state, tikal.parse_move(move))
        yield from (violation.clause for violation in violations)
