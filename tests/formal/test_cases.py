"""The cases of the conformance kit, judged by the formal specification too."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

import tikal
from tests.conformance.kit_cases import every_case
from tests.formal.specification import ask, given, term
from tests.sample import WHOLE
from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import Case
from tikal.state import State

#: In `make verify` all verdicts, otherwise a tenth: each takes some 40 ms.
STRIDE = 1 if WHOLE else 10


def verdicts(case: Case) -> Iterator[tuple[State, str, int | None, list[str]]]:
    """Every position and move that a case asks about, with the expected clauses."""
    if not any(question.ask == "check" for question in case.questions):
        return
    state = Adapter().position(case.to_json())
    for question in case.questions:
        for move in question.then:
            state = tikal.apply(state, tikal.parse_move(move))
        if question.ask == "check":
            yield state, question.about["move"], question.about.get("seat"), question.expect


@cache
def every_verdict() -> list[tuple[str, State, str, int | None, list[str]]]:
    """The questions of all cases, each with its name."""
    return [(case.id, *verdict) for case in every_case() for verdict in verdicts(case)]


@pytest.mark.parametrize("part", range(4))
def test_the_specification_gives_the_same_verdicts(part: int) -> None:
    assert len(every_verdict()) > 900
    for name, state, text, seat, expected in every_verdict()[part::4][::STRIDE]:
        move = tikal.parse_move(text)
        asked = "" if seat is None else f" asked({seat})."
        answer = ask(given=f"{given(state)} candidate({term(move)}).{asked}")
        formal = answer.forbidden.get((seat, move), frozenset())
        assert formal == set(expected), name
