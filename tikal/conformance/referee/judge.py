"""Judging the answers of an engine: passed, failed, errored or skipped, and why."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Final, NamedTuple

from tikal.conformance.case import ANSWERS, Case, Question
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.conformance.referee.box import tiles_that_differ
from tikal.conformance.referee.disputes import causes_before, clauses_in_dispute
from tikal.conformance.referee.doubts import clauses_in_doubt
from tikal.conformance.referee.forms import forms
from tikal.conformance.referee.hypotheses import moves_to
from tikal.conformance.referee.marks import marks_of
from tikal.conformance.referee.ways import needed_marks
from tikal.conformance.report import Json, Outcome, Result
from tikal.conformance.report.phrases import MAX_ITEMS, failure_text
from tikal.conformance.report.scoring import NEEDED, OTHER, Tally
from tikal.conformance.report.slips import EMPTY, SOUND
from tikal.editions import EDITIONS
from tikal.errors import TikalError
from tikal.notation.documents import position_from_json, position_to_json

#: What an engine may give instead of an answer.
INSTEAD: Final = ("error", "skip", "refused")
#: A text in an answer is cut to this length in a report.
MAX_CHARACTERS: Final = 500
#: Two different answers are enough to tell an engine from one that always says the same.
MAX_OTHERS: Final = 2


def judge(case: Case, answers: Sequence[Json], engine: EngineInfo) -> Result:
    """Judge a case by the answers to those of its questions that the engine can be asked.

    An error outweighs a wrong answer, which outweighs a skip. A case passes if all questions that
    the engine can be asked were answered, and correctly; beyond what it claims nothing counts.
    """
    asked = engine.questions_for(case)
    found: dict[str, set[str]] = {}
    problems: list[_Problem] = []
    failures: list[dict[str, Json]] = []
    skips: list[str] = []
    right: list[int] = []
    since = 0
    for number, answer in zip(asked, answers, strict=True):
        question = case.questions[number]
        problem = _problem(question, answer, engine)
        formed = _forms(question, answer, engine)
        for part, form in formed.items():
            found.setdefault(part, set()).add(form)
        if problem and {*problem.parts} & {*engine.slips}:
            skips.append(f"{question}: {problem.text}")
        elif problem:
            problems.append(problem)
        elif answer.get("skip") is not None:
            skips.append(str(answer["skip"])[:MAX_CHARACTERS])
        else:
            wrong = [*_failures(case, number, answer, engine, formed, None if failures else since)]
            failures += wrong
            since = since if wrong else moves_to(case, number)
            right += [] if wrong or {*formed} & {*engine.slips} else [number]
    if problems:
        first = min(problems, key=lambda problem: bool(problem.parts))
        detail = {**_tally(case, engine, 0, (), found), "slips": [*first.parts]}
        return case_result(case, "errored", first.text, **detail)
    detail = _tally(case, engine, len(asked) - len(skips), right, found)
    if failures:
        shown = [{**failure, "got": cut(failure["got"])} for failure in failures]
        return case_result(case, "failed", failure_text(failures[0]), failures=shown, **detail)
    if skips:
        of_several = f"{len(skips)} of {len(asked)} questions skipped: "
        message = (of_several if len(asked) > 1 else "") + skips[0]
        return case_result(case, "skipped", message, **detail)
    return case_result(case, "passed", "", **detail)


def _forms(question: Question, answer: Json, engine: EngineInfo) -> dict[str, str]:
    """The form of each part of an answer; none where there is a word instead of one."""
    if not isinstance(answer, dict) or any(answer.get(key) is not None for key in INSTEAD):
        return {}
    found: dict[str, str] = {}
    for part, form in forms(question, _key(question, engine), answer):
        # of the tiles of a box, those that are right outweigh the others
        found[part] = min(found.get(part, form), form, key=lambda each: each != SOUND)
    return found


def unanswered(case: Case, engine: EngineInfo) -> dict[str, Json]:
    """The detail of a case to which no answer came."""
    return _tally(case, engine, 0, (), {})


def _tally(
    case: Case,
    engine: EngineInfo,
    answered: int,
    right: Sequence[int],
    forms: dict[str, set[str]],
) -> dict[str, Json]:
    """What was asked, answered and answered correctly, and what that can show of the clauses."""
    asked = engine.questions_for(case)
    tally = Tally(len(asked), answered, len(right), forms=forms)
    for number in asked:
        for id_, found in marks_of(case, number, engine).items():
            tally.scope.setdefault(id_, set()).update(found)
            if number in right:
                tally.evidence.setdefault(id_, set()).update(found)
    for marks in (tally.scope, tally.evidence):
        for shown in marks.values():
            shown -= {*_superfluous(shown)}
    for id_ in case.clauses if case.edition in EDITIONS else ():
        needed = needed_marks(id_, EDITIONS[case.edition], engine)
        tally.scope.setdefault(id_, set()).update(NEEDED + mark for mark in needed)
    return tally.detail()


def _superfluous(marks: Iterable[str]) -> Iterator[str]:
    """Of each kind of question the answers beyond those that show something."""
    others = sorted(mark for mark in marks if OTHER in mark)
    for _, alike in groupby(others, lambda mark: mark.split(OTHER)[0]):
        yield from islice(alike, MAX_OTHERS, None)


def _failures(
    case: Case,
    number: int,
    answer: Mapping[str, Json],
    engine: EngineInfo,
    formed: Mapping[str, str],
    since: int | None,
) -> Iterator[dict[str, Json]]:
    """What is wrong with an answer, if anything; `since` only for the first that is."""
    question = case.questions[number]

    def causes(got: Json) -> dict[str, Json]:
        if since is None:
            return {}
        doubt = cut([*clauses_in_doubt(case, number, since, got)])
        return {**({"doubt": doubt} if doubt else {}), **causes_before(case, number, since, got)}

    about = {"question": str(question), "number": number}
    if answer.get("refused") is not None:
        refused = f"{answer['refused']!s:.40}"
        yield {
            **about,
            "expected": "a legal move",
            "got": f"{refused} refused",
            **causes({"refused": refused}),
        }
        return
    slipped = [part for part, form in formed.items() if form not in (SOUND, EMPTY)]
    wrong = _wrong(question, answer, engine, slipped)
    if wrong is None:
        return
    clauses = clauses_in_dispute(case, number, wrong.seen, since or 0)
    why: dict[str, Json] = {"slips": [*wrong.slips]} if wrong.slips else {}
    yield {
        **about,
        "expected": wrong.wanted,
        "got": wrong.got,
        "clauses": cut(clauses),
        **why,
        **causes(wrong.seen),
    }


class _Wrong(NamedTuple):
    """What is wrong with an answer."""

    wanted: Json
    got: Json
    #: The answer with the parts that only have a wrong form as they should be.
    seen: Json
    #: The parts with a wrong form, if nothing else is wrong.
    slips: Sequence[str] = ()


def _wrong(
    question: Question, answer: Mapping[str, Json], engine: EngineInfo, slipped: Sequence[str]
) -> _Wrong | None:
    """What is wrong with an answer; None if it is right."""
    got, wanted = _answer_given(question, answer, engine), _answer_wanted(question, engine)
    if isinstance(got, list) and isinstance(wanted, dict):
        return _wrong_tiles(wanted, got, slipped)
    # compared as text: Python takes 4.0 for 4 and True for 1
    if _text(got) == _text(wanted):
        return None
    new = {*slipped} - {*engine.slips}
    if not isinstance(wanted, dict):
        return None if slipped and not new else _Wrong(wanted, got, got, slipped)
    wrong = [key for key in wanted if _text(got[key]) != _text(wanted[key])]
    behind = {key: _parts_behind(key, wanted[key], got[key], slipped) for key in wrong}
    real = [key for key in wrong if not behind[key]]
    shown = [key for key in wrong if key in real or {*behind[key]} & new]
    if not shown:
        return None
    slips = [] if real else sorted({part for key in shown for part in behind[key]} & new)
    seen = {**got, **{key: question.expect[key] for key in wrong if real and key not in real}}
    wanted, got = ({key: facts[key] for key in shown} for facts in (wanted, got))
    return _Wrong(wanted, got, seen, slips)


def _wrong_tiles(box: Mapping[str, Json], got: list[Json], slipped: Sequence[str]) -> _Wrong | None:
    """What is wrong with a list of tiles."""
    lacks, has = tiles_that_differ(box, got, {part.rpartition("/")[2] for part in slipped})
    if lacks or has:
        return _Wrong(lacks, has, has)
    lacks, has = tiles_that_differ(box, got)
    return _Wrong(lacks, has, has, slipped) if lacks or has else None


def _parts_behind(key: str, wanted: Json, got: Json, slipped: Sequence[str]) -> list[str]:
    """The parts whose wrong form is all that is wrong with an entry of an answer."""
    own = [part for part in slipped if part.split("/")[2:] == [key]]
    of_tiles = [part for part in slipped if part.split("/")[2:3] == ["tile"]]
    if own or not of_tiles or not isinstance(got, dict):
        return own or of_tiles
    left_out = {part.rpartition("/")[2] for part in of_tiles}
    here, there = (
        {key: value for key, value in tile.items() if key not in left_out} for tile in (wanted, got)
    )
    is_same = _text(here) == _text({key: there.get(key) for key in here})
    return of_tiles if is_same else []


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


class _Problem(NamedTuple):
    """Why an answer cannot be judged, and the parts of it that have a wrong form."""

    text: str
    parts: tuple[str, ...] = ()


def _problem(question: Question, answer: Json, engine: EngineInfo) -> _Problem | None:
    if not isinstance(answer, dict):
        return _Problem(f"{question}: the answer must be an object, not {answer!r:.60}")
    if answer.get("error") is not None:
        return _Problem(f"{question}: the engine says: {answer['error']!s:.200}")
    if answer.get("skip") is not None or answer.get("refused") is not None:
        return None
    key = _key(question, engine)
    parts = tuple(part for part, _ in forms(question, key, answer))[:1]
    if key not in answer:
        return _Problem(f"{question}: the answer has no {key!r}: {answer!r:.60}", parts)
    if not _is_well_formed(key, answer[key]) and not _is_list_of_tiles(question, answer[key]):
        given = f"not {answer[key]!r:.60}"
        return _Problem(f"{question}: {key} must be {_SHAPES[key]}, {given}", parts)
    return None


_SHAPES: Final = {
    "clauses": "a list of clause ids",
    "legal": "true or false",
    "moves": "a list of moves",
    "state": "an object",
    "position": "an object",
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
        case "state" | "components" | "position":
            return isinstance(value, dict)
        case "score":
            return type(value) is int
        case _:
            return value is None or type(value) is int


def _is_list_of_tiles(question: Question, value: Json) -> bool:
    is_about_tiles = question.ask == "components" and question.about.get("part") == "tiles"
    return is_about_tiles and isinstance(value, list)


def _key(question: Question, engine: EngineInfo) -> str:
    key = ANSWERS[question.ask]
    return "legal" if key == "clauses" and not engine.names_clauses(question.ask) else key


def _answer_given(question: Question, answer: Mapping[str, Json], engine: EngineInfo) -> Json:
    """The answer, with lists in a fixed order and only those facts that are asked for."""
    value = answer[_key(question, engine)]
    if question.ask == "position":
        return {key: _canonical(value).get(key, "missing") for key in question.expect}
    if isinstance(value, dict):
        return {key: _in_order(value.get(key, "missing")) for key in question.expect}
    return value if _is_list_of_tiles(question, value) else _in_order(value)


def _answer_wanted(question: Question, engine: EngineInfo) -> Json:
    if _key(question, engine) == "legal":
        return not question.expect
    if question.ask == "position":
        return question.expect
    if isinstance(question.expect, dict):
        return {key: _in_order(value) for key, value in question.expect.items()}
    return _in_order(question.expect)


def _canonical(position: dict[str, Json]) -> Mapping[str, Json]:
    """A position as this library writes it; as it is if it cannot be read."""
    try:
        return position_to_json(position_from_json(position))
    except TikalError:
        return position


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
