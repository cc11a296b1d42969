"""The quick part of the proofs: all of them, on fewer cases, with every planted fault."""

from __future__ import annotations

import pytest

from tools.proofs import PROOFS, REPORT, Proof, failures, report, run, section

QUICK = [
    pytest.param(proof, marks=pytest.mark.clause(*proof.clauses), id=proof.key)
    for proof in PROOFS.values()
    if proof.quick
]


@pytest.mark.parametrize("proof", QUICK)
def test_no_counterexample(proof: Proof) -> None:
    for case in proof.quick_cases or proof.cases:
        assert not list(failures(proof, run(proof, case))), case


@pytest.mark.parametrize("proof", QUICK)
def test_planted_faults_are_found(proof: Proof) -> None:
    for fault in proof.faults:
        assert not list(failures(proof, run(proof, fault.case, fault))), fault.title


@pytest.mark.parametrize("proof", QUICK)
def test_every_question_has_a_planted_fault_or_is_part_of_the_base_case(proof: Proof) -> None:
    if proof.key != "base":
        assert {fault.question for fault in proof.faults} == {*proof.questions}


@pytest.mark.parametrize("proof", QUICK)
def test_the_report_has_this_proof(proof: Proof) -> None:
    assert section(proof) in REPORT.read_text("utf-8")


def test_the_report_is_up_to_date() -> None:
    assert REPORT.read_text("utf-8") == report()
