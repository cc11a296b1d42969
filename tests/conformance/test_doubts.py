"""No clause is called shown that may be behind a wrong answer, whatever is named for it."""

from __future__ import annotations

from functools import cache

import pytest

from tests.conformance.kit_cases import every_case
from tests.engines.base import legal_or_illegal
from tests.engines.planted import Planted
from tikal.conformance.adapter import Adapter
from tikal.conformance.case import Case
from tikal.conformance.faults import FAULTS
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.conformance.referee.doubts import clauses_in_doubt
from tikal.conformance.referee.session import run_case
from tikal.conformance.report.scoring import Scorer
from tools.generate.effect_cases import slug_of
from tools.mutation.kit_mutants import engine_without_lists

#: One of each sort of fault: figures, guards, temples, treasures, turns, scoring, auctions.
PLANTED = (
    "MOVE-01: takes a worker along",
    "GUARD-05: removes one worker and no more",
    "TEMPLE-06: raises the temple by two",
    "TREASURE-07: gives the token to the next",
    "TURN-01: passes the turn anticlockwise",
    "SCORE-03: scores nothing",
    "AUCTION-26: counts anticlockwise",
)


@cache
def engine() -> EngineInfo:
    return engine_without_lists(clauses=False, editions=["rio-grande-1999"])


@cache
def asked() -> tuple[Case, ...]:
    """The cases of one edition; every third of those without an effect."""
    every = [each for each in every_case() if each.edition == "rio-grande-1999"]
    return tuple(each for n, each in enumerate(every) if each.fault or n % 3 == 0)


def shown(adapter: Adapter, left_out: str = "?") -> set[str]:
    """The clauses that the cases show, perhaps without some of the cases."""
    scorer, ask = Scorer(), legal_or_illegal(adapter)
    for case in asked():
        if left_out not in case.id:
            result = run_case(case, engine(), ask)
            scorer.add(result.outcome, result.clauses, result.detail)
    return {id_ for id_, is_shown in scorer.in_scope().items() if is_shown}


@pytest.mark.parametrize("name", PLANTED)
def test_a_clause_without_its_effect_is_not_called_shown(name: str) -> None:
    fault = next(each for each in FAULTS if str(each) == name)
    assert fault.clause not in shown(Planted(fault))


def test_a_clause_is_not_called_shown_while_one_of_its_faults_was_not_asked_about() -> None:
    fault = next(each for each in FAULTS if str(each) == PLANTED[1])
    assert fault.clause in shown(Adapter())
    assert fault.clause not in shown(Adapter(), left_out=f"GUARD-05/effect/{slug_of(fault)}/")


def test_a_refused_permission_leaves_all_that_can_forbid_the_move_in_doubt() -> None:
    case = next(
        each
        for each in every_case()
        if each.position and each.questions[-1].about.get("move", "").startswith("guard")
        if not each.questions[-1].expect and len(each.questions) == 2
    )  # fmt: skip
    number = len(case.questions) - 1
    assert {"GUARD-02", "GUARD-04", "GUARD-11", "GUARD-14"} <= {
        *clauses_in_doubt(case, number, 0, got=False)
    }


def test_a_right_move_that_was_asked_about_before_is_in_no_doubt() -> None:
    """What was made before the last right answer is left out."""
    case = next(
        each
        for each in every_case()
        if each.origin == "golden" and sum(len(q.then) for q in each.questions) > 3
        if each.questions[-1].ask == "state" and each.questions[-1].then[-1:] == ("end",)
    )  # fmt: skip
    number = len(case.questions) - 1
    all_ = clauses_in_doubt(case, number, 0, {})
    moves = sum(len(question.then) for question in case.questions) + len(
        case.moves or () if case.position is None else ()
    )
    last = clauses_in_doubt(case, number, moves - 1, {})
    assert {*last} < {*all_}
    assert "TURN-04" in {*all_} - {*last}
