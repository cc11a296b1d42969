"""The published cases are whole, current and about every clause that can refuse a move."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve

import tikal
from tests.conformance.kit_cases import every_case
from tests.sample import WHOLE, not_in_the_sample
from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import (
    ASKS,
    FORMAT,
    Case,
    asked_in,
    case_to_json,
    read_cases,
    rules_of,
)
from tikal.conformance.protocol.engine_info import engine_from_json
from tikal.notation.documents import position_to_json
from tikal.notation.records import read_edition
from tools.generate import cases as writer
from tools.generate.validity import with_validity

FOLDER = Path(__file__).parents[2] / "spec" / "cases"


def test_every_case_has_a_name_of_its_own_and_knows_its_clauses() -> None:
    assert len({case.id for case in every_case()}) == len(every_case())
    for case in every_case():
        for clause in case.clauses:
            assert tikal.clause(clause).modelled
        assert bool(case.clauses) == (case.origin != "game")


def test_every_clause_that_can_refuse_has_a_witness_and_almost_all_a_near_miss_by_play() -> None:
    refusing = {
        clause.id
        for kind in ("precondition", "sequence")
        for clause in tikal.clauses(kind=kind)
        if clause.modelled
    }
    by_origin = {
        origin: {
            clause for case in every_case() if case.origin == origin for clause in case.clauses
        }
        for origin in ("witness", "near miss")
    }
    assert by_origin["witness"] == refusing
    # one is about starting a game, the other did not turn up in these games
    assert refusing - by_origin["near miss"] == {"SETUP-07", "PLACE-05"}


def test_every_question_is_asked() -> None:
    asked = {question.ask for case in every_case() for question in case.questions}
    # the others are for engines that can only make moves, and for those that draw by themselves
    assert asked == {*ASKS} - {"apply", "draw"}


def test_a_case_says_the_same_by_name_and_by_switches() -> None:
    for case in every_case():
        assert case.rules == rules_of(read_edition(case.edition))


def test_moves_lead_to_the_position_that_is_given() -> None:
    both = [case for case in every_case() if case.moves is not None and case.position is not None]
    assert len(both) > 300
    for case in both[::5]:
        state = Adapter().position(case.to_json(positions=False))
        assert position_to_json(state) == case.position


def test_an_engine_is_sent_neither_answers_nor_clauses() -> None:
    for case in every_case()[::7]:
        sent = case.to_json()
        assert "clauses" not in sent
        assert "origin" not in sent
        for question in sent["questions"]:
            assert "expect" not in question


def test_a_case_reads_back_equal() -> None:
    for case in every_case():
        assert read_cases(json.dumps({"format": FORMAT, "cases": [case_to_json(case)]})) == [case]


def stored_text(name: str) -> bytes:
    return (FOLDER / f"{name}.json").read_bytes()


def without_other_answers(case: Case) -> Case:
    questions = tuple(evolve(question, expect_in={}) for question in case.questions)
    return evolve(case, questions=questions)


@pytest.mark.parametrize("name", ["components", "witnesses", "golden", "effects", "paths", "games"])
def test_the_files_are_current(name: str) -> None:
    entries = writer.SOURCES[name]()
    plain = [evolve(case, editions=(), not_with=()) for case in read_cases(stored_text(name))]
    assert [without_other_answers(case) for case in plain] == list(entries)


@pytest.mark.parametrize("part", range(4))
def test_a_case_holds_where_it_says(part: int) -> None:
    every = every_case()[:: 1 if WHOLE else 19]
    for case in every[part::4]:
        plain = evolve(without_other_answers(case), editions=(), not_with=())
        assert with_validity(plain) == case


@not_in_the_sample
def test_the_near_misses_are_current() -> None:
    entries = map(with_validity, writer.SOURCES["near-misses"]())
    assert stored_text("near-misses").decode() == writer.document(entries)


# --- editions ----------------------------------------------------------------------------------


def asked(editions: tuple[str, ...]) -> dict[str, set[str]]:
    """By edition, the names of the cases that an engine of these editions is asked."""
    full = engine_from_json(Adapter().start())
    engine = evolve(full, editions=editions)
    found: dict[str, set[str]] = {}
    for case in asked_in(every_case(), editions):
        if not engine.reason_to_skip(case):
            found.setdefault(case.edition, set()).add(case.id.partition("@")[0])
    return found


@pytest.mark.parametrize("edition", tikal.EDITIONS)
def test_an_engine_of_one_edition_is_asked_nearly_as_much_as_one_of_four(edition: str) -> None:
    alone, among = asked((edition,))[edition], asked(tuple(tikal.EDITIONS))[edition]
    assert len(alone) >= 0.8 * len(among)
    # and nearly all that there is: of the basic game four fifths hold in every edition
    basic = {c.id for c in every_case() if not c.auction and c.edition in tikal.EDITIONS}
    assert len(alone & basic) >= 0.8 * len(basic)


def test_the_answers_of_an_edition_are_its_own() -> None:
    different = [(c, q) for c in every_case() for q in c.questions if q.expect_in]
    assert len(different) > 20
    for case, question in different[::7]:
        number = case.questions.index(question)
        for edition, answer in question.expect_in.items():
            there = case.in_edition(edition)
            assert there.questions[number].expect == answer != question.expect
            assert there.id == f"{case.id}@{edition}"
