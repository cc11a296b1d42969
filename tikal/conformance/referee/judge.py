"""Judging the answers of an engine: passed, failed, errored or skipped, and why."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Final

from tikal.conformance.case import ANSWERS, Case, Question
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.conformance.referee.disputes import clauses_in_dispute
from tikal.conformance.referee.forbidding import can_forbid
from tikal.conformance.report import Json, Outcome, Result
from tikal.conformance.report.phrases import MAX_ITEMS, wrong_answer
from tikal.conformance.report.scoring import (
    LIST,
    OTHER,
    OTHER_PERMISSION,
    OTHER_REFUSAL,
    PERMISSION,
    REFUSAL,
    TURNS,
    Tally,
)

#: A text in an answer is cut to this length in a report.
MAX_CHARACTERS: Final = 500
#: In a message, the question, the answer and what was expected are each cut to this length.
MAX_PART_CHARACTERS: Final = 160
#: Two different answers are enough to tell an engine from one that always says the same.
MAX_OTHERS: Final = 2


def judge(case: Case, answers: Sequence[Json], engine: EngineInfo) -> Result:
    """Judge a case by the answers to those of its questions that the engine can be asked.

    An error outweighs a wrong answer, which outweighs a skip. A case passes if all questions that
    the engine can be asked were answered, and correctly; beyond what it claims nothing counts.
    """
    asked = engine.questions_for(case)
    failures: list[dict[str, Json]] = []
    skips: list[str] = []
    right: list[int] = []
    for number, answer in zip(asked, answers, strict=True):
        question = case.questions[number]
        problem = _problem(question, answer, engine)
        if problem:
            detail = _tally(case, engine, 0, ())
            return case_result(case, "errored", f"{question}: {problem}", **detail)
        if answer.get("skip") is not None:
            skips.append(str(answer["skip"])[:MAX_CHARACTERS])
            continue
        wrong = [*_failures(case, number, answer, engine)]
        failures += wrong
        right += [] if wrong else [number]
    detail = _tally(case, engine, len(asked) - len(skips), right)
    if failures:
        shown = [{**failure, "got": cut(failure["got"])} for failure in failures]
        return case_result(case, "failed", _message(failures[0]), failures=shown, **detail)
    if skips:
        of_several = f"{len(skips)} of {len(asked)} questions skipped: "
        message = (of_several if len(asked) > 1 else "") + skips[0]
        return case_result(case, "skipped", message, **detail)
    return case_result(case, "passed", "", **detail)


def unanswered(case: Case, engine: EngineInfo) -> dict[str, Json]:
    """The detail of a case to which no answer came."""
    return _tally(case, engine, 0, ())


def _tally(case: Case, engine: EngineInfo, answered: int, right: Sequence[int]) -> dict[str, Json]:
    """What was asked, answered and answered correctly, and what that can show of the clauses."""
    asked = engine.questions_for(case)
    tally = Tally(len(asked), answered, len(right))
    for numbers, marks in ((asked, tally.scope), (right, tally.evidence)):
        for id_ in case.clauses:
            found = {_mark(case.questions[number], id_, engine) for number in numbers}
            if case.origin == "effect" and numbers:
                found.add(TURNS)
            if found:
                marks[id_] = found - {*_superfluous(found)}
    return tally.detail()


def _superfluous(marks: Iterable[str]) -> Iterator[str]:
    """Of each kind of question the answers beyond those that show something."""
    others = sorted(mark for mark in marks if OTHER in mark)
    for _, alike in groupby(others, lambda mark: mark.split(OTHER)[0]):
        yield from islice(alike, MAX_OTHERS, None)


def _mark(question: Question, clause: str, engine: EngineInfo) -> str:
    """What a right answer to a question shows of a clause; see `report.scoring`."""
    if ANSWERS[question.ask] == "clauses":
        refusing: list[str] = question.expect
        if not refusing:
            return PERMISSION if can_forbid(clause, question) else OTHER_PERMISSION
        # one that says no more than illegal may have had the other clause in mind
        is_clear = refusing == [clause] or _key(question, engine) == "clauses"
        return REFUSAL if clause in refusing and is_clear else OTHER_REFUSAL
    if question.ask in ("legal_moves", "components"):
        return LIST
    return f"{question.ask}{OTHER}{zlib.crc32(_text(question.expect).encode()):x}"


def _failures(
    case: Case, number: int, answer: Mapping[str, Json], engine: EngineInfo
) -> Iterator[dict[str, Json]]:
    """What is wrong with an answer, if anything."""
    question = case.questions[number]
    about = {"question": str(question), "number": number}
    if answer.get("refused") is not None:
        refused = f"{answer['refused']!s:.40} refused"
        yield {**about, "expected": "a legal move", "got": refused}
        return
    got, wanted = _answer_given(question, answer, engine), _answer_wanted(question, engine)
    # compared as text: Python takes 4.0 for 4 and True for 1
    if _text(got) == _text(wanted):
        return
    clauses = clauses_in_dispute(case, number, got)
    if isinstance(wanted, dict):
        wrong = [key for key in wanted if _text(got[key]) != _text(wanted[key])]
        wanted, got = ({key: facts[key] for key in wrong} for facts in (wanted, got))
    yield {**about, "expected": wanted, "got": got, "clauses": cut(clauses)}


def _message(failure: dict[str, Json]) -> str:
    """One line about what is wrong."""
    parts = wrong_answer(failure["question"], failure["expected"], failure["got"])
    question, expected, got = (
        each if len(each) <= MAX_PART_CHARACTERS else f"{each[:MAX_PART_CHARACTERS]}…"
        for each in parts
    )
    return f"{question}: {got}, expected {expected}"


def _text(value: Json) -> str:
    return json.dumps(value, sort_keys=True)


def cut(value: Json) -> Json:
    """An answer as the report keeps it, so that no engine can make its lines too long."""
    match value:
        case str():
            return value[:MAX_CHARACTERS]
        case list():
            return [cut(each) for each in value[:MAX_ITEMS]]
        case dict():
            return {key[:MAX_CHARACTERS]: cut(each) for key, each in [*value.items()][:MAX_ITEMS]}
    return value


def _problem(question: Question, answer: Json, engine: EngineInfo) -> str:
    if not isinstance(answer, dict):
        return f"the answer must be an object, not {answer!r:.60}"
    if answer.get("error") is not None:
        return f"the engine says: {answer['error']!s:.200}"
    if answer.get("skip") is not None or answer.get("refused") is not None:
        return ""
    key = _key(question, engine)
    if key not in answer:
        return f"the answer has no {key!r}: {answer!r:.60}"
    if not _is_well_formed(key, answer[key]):
        return f"{key} must be {_SHAPES[key]}, not {answer[key]!r:.60}"
    return ""


_SHAPES: Final = {
    "clauses": "a list of clause ids",
    "legal": "true or false",
    "moves": "a list of moves",
    "state": "an object",
    "score": "a number",
    "cost": "a number or null",
    "components": "an object",
}


def _is_well_formed(key: str, value: Json) -> bool:
    match key:
        case "clauses" | "moves":
            return isinstance(value, list) and all(isinstance(each, str) for each in value)
        case "legal":
            return isinstance(value, bool)
        case "state" | "components":
            return isinstance(value, dict)
        case "score":
            return type(value) is int
        case _:
            return value is None or type(value) is int


def _key(question: Question, engine: EngineInfo) -> str:
    key = ANSWERS[question.ask]
    names_clauses = engine.clauses and not (question.ask == "check" and engine.tries)
    return "legal" if key == "clauses" and not names_clauses else key


def _answer_given(question: Question, answer: Mapping[str, Json], engine: EngineInfo) -> Json:
    """The answer, with lists in a fixed order and only those facts that are asked for."""
    value = answer[_key(question, engine)]
    if isinstance(value, dict):
        return {key: _in_order(value.get(key, "missing")) for key in question.expect}
    return _in_order(value)


def _answer_wanted(question: Question, engine: EngineInfo) -> Json:
    if _key(question, engine) == "legal":
        return not question.expect
    if isinstance(question.expect, dict):
        return {key: _in_order(value) for key, value in question.expect.items()}
    return _in_order(question.expect)


def _in_order(value: Json) -> Json:
    return sorted(value, key=str) if isinstance(value, list) else value


def case_result(case: Case, outcome: Outcome, message: str, **detail: Json) -> Result:
    """The result of a case, with its description unless it passed or was skipped."""
    if outcome in ("passed", "skipped"):
        about: dict[str, Json] = {"origin": case.origin}
    else:
        about = {"origin": case.origin, "description": case.description}
    return Result(
        "case", case.id, outcome, case.edition, case.clauses, message, {**about, **detail}
    )
