"""The validity of a case: the printed editions it can be asked in, and the readings it needs.

Its questions are answered by the engine in every printed edition, and with every switch of its own
edition turned to its other values. A case is asked wherever its position can be and its moves are
legal; where an answer is another one there, the question carries that answer too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import evolve

from tikal.conformance.adapter import Adapter
from tikal.conformance.case import FACTS
from tikal.conformance.cases import Case, Question
from tikal.conformance.report import Json
from tikal.editions import (
    EDITIONS,
    SWITCHES,
    Switch,
    SwitchValue,
    house,
    read_edition,
    write_edition,
)
from tikal.errors import TikalError

#: The orders of tie-breaks that are tried: those of the printed editions, and each alone.
TIEBREAKS: Final[tuple[SwitchValue, ...]] = (
    (),
    ("guard", "tokens"),
    ("guard",),
    ("second-guard",),
    ("tokens",),
    ("treasure-points",),
)


def with_validity(case: Case) -> Case:
    """The case with the editions in which it can be asked, the answers there, and its readings."""
    own = answers(case)
    if own != [question.expect for question in case.questions]:
        raise ValueError(f"{case.id} does not hold in its own edition: {own}")
    if case.edition not in EDITIONS:
        return case
    found = {key: answers(in_other_edition(case, key)) for key in EDITIONS}
    there = {key: given for key, given in found.items() if given is not None}
    questions = [
        evolve(question, expect_in=_other_answers(question, number, there))
        for number, question in enumerate(case.questions)
    ]
    return evolve(
        case,
        editions=tuple(there),
        questions=tuple(questions),
        not_with=tuple(_not_with(case, own)),
    )


def answers(case: Case) -> list[Json] | None:
    """The engine's answers; None if there is no such position or a move on the way is refused.

    Where moves are given they decide, so that the case holds for engines that load no positions.
    """
    try:
        given = Adapter().run(case.to_json(positions=case.moves is None))
    except TikalError:
        return None
    if any("refused" in answer for answer in given):
        return None
    return [_part(q, *answer.values()) for q, answer in zip(case.questions, given, strict=True)]


def _part(question: Question, answer: Json) -> Json:
    """Of a state or a position only the facts that the question is about."""
    if question.ask in FACTS:
        return {key: answer[key] for key in question.expect}
    return answer


def _other_answers(
    question: Question, number: int, there: dict[str, list[Json]]
) -> dict[str, Json]:
    return {key: given[number] for key, given in there.items() if given[number] != question.expect}


def _not_with(case: Case, own: Sequence[Json]) -> Iterator[str]:
    """The house rules that change an answer, or with which there is no such position."""
    edition = read_edition(case.edition)
    for switch in SWITCHES:
        for value in values_of(switch):
            turned = write_edition(house(edition, **{switch.name: value}))
            if turned != case.edition and answers(in_other_edition(case, turned)) != own:
                yield switch.rule(value)


def in_other_edition(case: Case, edition: str) -> Case:
    """The case in another edition; without its position where there is no such one."""
    try:
        return case.in_edition(edition)
    except TikalError:  # there is no such position there
        return evolve(case, edition=edition, position={})


def values_of(switch: Switch) -> Iterable[SwitchValue]:
    """The values that are tried."""
    return TIEBREAKS if switch.ranked else switch.values
