"""The questions about effects: each is turned by an engine without the effect, and by no other."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

from tests.conformance.kit_cases import every_case
from tests.engines.base import legal_or_illegal
from tests.engines.planted import Planted
from tests.sample import WHOLE
from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import Case, asked_in
from tikal.conformance.faults import FAULTS, Fault
from tikal.conformance.protocol.connection import MAX_ANSWER_DEPTH
from tikal.conformance.protocol.engine_info import EngineInfo, engine_from_json
from tikal.conformance.referee.session import run_case
from tikal.conformance.report import Json
from tikal.conformance.report.scoring import Scorer, can_show, effects_of, turning_clauses
from tikal.editions import EDITIONS
from tikal.errors import InvalidState
from tikal.law.registry import clauses
from tikal.notation.documents.parsing import is_plain
from tools.generate.effect_cases import slug_of
from tools.mutation.kit_mutants import engine_without_lists

#: Clauses that are an effect alone and of which no planted fault is known, and why.
WITHOUT_A_FAULT = {
    "SETUP-01": "what is shuffled shows in no answer",
    "PLACE-12": "the order of a face-down stack shows in no answer",
    "TREASURE-09": "an emptied hex is a hex without tokens: CAMP-02 permits the camp",
    "TURN-07": "what may be mixed and repeated is permitted by the clauses of the actions",
    "VOLC-02": "the tile beside the board is on no hex: there is nothing to leave out",
    "SCORE-11": "the turn after a volcano is passed on as every other is, by TURN-01",
    "AUCTION-28": "END-05 decides for the auction game too",
}


#: The effect that no verdict, fact or score depends on: only the whole position shows it.
BY_POSITION_ALONE = {"GUARD-04: puts a worker on guard for the leader"}


def engine_for(fault: Fault, **less: Json) -> EngineInfo:
    """An engine that lists no moves, and writes positions only where nothing else shows a fault."""
    engine = engine_without_lists(**less)
    more = ("position",) if str(fault) in BY_POSITION_ALONE else ()
    return evolve(engine, asks=(*engine.asks, *more))


def cases_of(fault: Fault) -> list[Case]:
    key = f"{fault.clause}/effect/{slug_of(fault)}/"
    return [case for case in every_case() if case.id.startswith(key)]


def outcomes(planted: Planted, asked: list[Case], engine: EngineInfo) -> list[str]:
    return [run_case(case, engine, planted.run).outcome for case in asked]


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_fault_turns_its_questions(fault: Fault) -> None:
    """Loaded or led there by moves, by names or not, in every edition."""
    own = cases_of(fault)
    assert own
    every = list(asked_in(own)) if WHOLE else own
    for case in every:
        assert case.clauses == (fault.clause,)
        asked = [case] if case.position is None or case.moves is None else [
            case, evolve(case, position=None)
        ]  # fmt: skip
        assert {*outcomes(Planted(fault), asked, engine_for(fault))} == {"failed"}, case.id
        less = engine_for(fault, clauses=False)
        saying = [run_case(each, less, legal_or_illegal(Planted(fault))).outcome for each in asked]
        assert {*saying} == {"failed"}, case.id


def test_every_effect_has_a_fault_or_a_reason() -> None:
    effects = {each.id for each in clauses() if {*each.kinds} == {"effect"} and each.modelled}
    assert effects - turning_clauses() == {*WITHOUT_A_FAULT}


def test_an_effect_is_shown_by_nothing_but_a_question_that_turns() -> None:
    assert "GUARD-05" in turning_clauses()
    assert not can_show("GUARD-05", ["+", "-", "±", "state=1", "state=2"])
    every = effects_of("GUARD-05")
    assert len(every) > 1
    assert not can_show("GUARD-05", [*every, "x"])
    assert can_show("GUARD-05", [*every, "x", "o"])
    for one in every:
        assert not can_show("GUARD-05", [*(every - {one}), "x", "o"])


def test_a_clause_that_refuses_and_has_an_effect_is_shown_by_both() -> None:
    effects = effects_of("SWAP-02")

    def shown(*evidence: str) -> bool:
        scorer = Scorer()
        marks = {"SWAP-02": [*effects, "+", "-"]}
        about = {"asked": 3, "scope": marks, "evidence": {"SWAP-02": [*evidence]}}
        scorer.add("passed", ["SWAP-02"], about)
        return scorer.in_scope()["SWAP-02"]

    assert shown(*effects, "+", "-")
    assert not shown("+", "-")
    assert not shown(*effects, "+")
    assert not shown(*[*effects][1:], "+", "-")


def test_the_reference_shows_every_effect_without_lists() -> None:
    scorer, engine = Scorer(), engine_without_lists()
    for case in every_case():
        result = run_case(case, engine, Adapter().run)
        scorer.add(result.outcome, result.clauses, result.detail)
    assert all(scorer.in_scope()[id_] for id_ in turning_clauses())


def test_an_engine_that_writes_no_positions_cannot_show_what_only_they_show() -> None:
    def in_scope(engine: EngineInfo) -> dict[str, bool]:
        scorer = Scorer()
        for case in every_case():
            if "GUARD-04" in case.clauses:
                result = run_case(case, engine, Adapter().run)
                scorer.add(result.outcome, result.clauses, result.detail)
        return scorer.in_scope()

    assert "GUARD-04" not in in_scope(engine_without_lists())
    assert in_scope(engine_from_json(Adapter().start()))["GUARD-04"]


@pytest.mark.parametrize("clause", ["GUARD-05", "MOVE-01", "TREASURE-07", "AUCTION-08"])
def test_an_effect_is_also_asked_for_by_the_whole_position(clause: str) -> None:
    asked = [each for each in every_case() if each.fault and clause in each.clauses]
    assert any(question.ask == "position" for case in asked for question in case.questions)
    engine = evolve(engine_from_json(Adapter().start()), asks=("position",))
    found = 0
    for fault in (each for each in FAULTS if each.clause == clause):
        for case in cases_of(fault):
            if any(question.ask == "position" for question in case.questions):
                try:
                    outcome = run_case(case, engine, Planted(fault).run).outcome
                except InvalidState:  # such an engine may be in a position that there cannot be
                    outcome = "failed"
                assert outcome == "failed", case.id
                assert run_case(case, engine, Adapter().run).outcome == "passed"
                found += 1
    assert found


def test_no_right_answer_is_nested_deeper_than_the_kit_reads() -> None:
    adapter, effects = Adapter(), [case for case in every_case() if case.origin == "effect"]
    answers = [
        json.loads(json.dumps({"seq": 1, "answers": adapter.run(case.to_json())}))
        for case in asked_in(effects, EDITIONS)
    ]
    assert all(is_plain(answer, MAX_ANSWER_DEPTH) for answer in answers)
    assert not all(is_plain(answer, MAX_ANSWER_DEPTH - 1) for answer in answers)
