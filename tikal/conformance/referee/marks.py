"""The marks of a question: what a right answer to it shows of which clauses."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from typing import Final

import tikal
from tikal.conformance.case import ANSWERS, Case
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.conformance.referee.at_work import clauses_at_work, ways_at_work, ways_to_permit
from tikal.conformance.referee.forbidding import can_forbid
from tikal.conformance.referee.hypotheses import moves_to
from tikal.conformance.referee.ways import refused_ways
from tikal.conformance.report.scoring import (
    LIST,
    OTHER,
    OTHER_PERMISSION,
    OTHER_REFUSAL,
    PERMISSION,
    REFUSAL,
    TURNS,
)
from tikal.editions import EDITIONS
from tikal.moves import parse_move, verb_of

#: By clause, the marks that a right answer gives.
Marks = dict[str, set[str]]
_LISTS: Final = ("legal_moves", "components")


def marks_of(case: Case, number: int, engine: EngineInfo) -> Marks:
    """What a right answer to a question shows; see `report.scoring`."""
    question = case.questions[number]
    if ANSWERS[question.ask] == "clauses":
        found = _of_verdict(case, number, engine)
    elif question.ask in _LISTS:
        found = _of_list(case, number, engine)
    else:
        text = json.dumps(question.expect, sort_keys=True)
        mark = f"{question.ask}{OTHER}{zlib.crc32(text.encode()):x}"
        found = {id_: {mark} for id_ in case.clauses}
    for id_ in case.clauses if case.fault else ():
        found[id_].add(TURNS + case.fault)
    return found


def cases_on(every: Iterable[Case], ids: Iterable[str]) -> Iterator[Case]:
    """The cases about some clauses, and what else it takes to ask about every way to permit.

    Of those, the first in each edition in which the clause permits a move in that way.
    """
    wanted = {*ids}
    ways = {way: kind for id_ in wanted for way, (kind, _) in ways_to_permit(id_).items()}
    lack = {(key, way) for way in ways for key in EDITIONS}
    verbs = {*map(verb_of, ways.values())}
    for case in every:
        found: set[tuple[str, str]] = set()
        for number, question in enumerate(case.questions) if lack else ():
            if str(question.about.get("move", "")).split(" ")[0] in verbs:
                marks = _of_permission(case, number) if not question.expect else {}
                permitted = {mark for id_ in wanted for mark in marks.get(id_, ())}
                editions = (*case.editions, case.edition.split()[0])
                found |= {(key, mark[1:]) for mark in permitted for key in editions}
        if wanted & {*case.clauses} or found & lack:
            yield case
            lack -= found


def _of_verdict(case: Case, number: int, engine: EngineInfo) -> Marks:
    question = case.questions[number]
    refusing: list[str] = question.expect
    if not refusing:
        found = _of_permission(case, number)
        for id_ in case.clauses:
            permits = can_forbid(id_, question) or id_ in found
            found.setdefault(id_, set()).add(PERMISSION if permits else OTHER_PERMISSION)
        return found
    # one that says no more than illegal may have had the other clause in mind
    names = engine.names_clauses(question.ask)
    found = {id_: {OTHER_REFUSAL} for id_ in case.clauses}
    for id_ in {*case.clauses} & {*refusing} if names or len(refusing) == 1 else ():
        found[id_] = {REFUSAL, *_ways_of_refusal(case, number, id_)}
    return found


def _of_permission(case: Case, number: int) -> Marks:
    """The ways in which clauses are at work in a legal move, whatever the case is about."""
    about = case.questions[number].about
    if "move" not in about:
        return {}
    state, move = case.state_at(number), parse_move(str(about["move"]))
    return {
        id_: {PERMISSION + way for way in ways_at_work(state, move, id_)}
        for id_ in clauses_at_work(state, move)
    }


def _ways_of_refusal(case: Case, number: int, clause: str) -> set[str]:
    about = case.questions[number].about
    if "move" not in about:
        return set()
    state, move = case.state_at(number), parse_move(str(about["move"]))
    broken = tikal.check(state, move, about.get("seat"))
    ways = (refused_ways(state, move, each) for each in broken if each.clause == clause)
    return {REFUSAL + way for of_one in ways for way in of_one}


def _of_list(case: Case, number: int, engine: EngineInfo) -> Marks:
    """A right list is right about the moves that the case asks about in the same position."""
    found = {id_: {LIST} for id_ in case.clauses}
    for other, question in enumerate(case.questions):
        is_verdict = ANSWERS[question.ask] == "clauses" and "seat" not in question.about
        if is_verdict and moves_to(case, other) == moves_to(case, number):
            for id_, marks in _of_verdict(case, other, engine).items():
                found.setdefault(id_, set()).update(marks)
    return found
