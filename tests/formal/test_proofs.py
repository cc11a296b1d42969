"""The quick part of the proofs: all of them, on fewer cases, with planted faults.

Every planted fault is tried, except in the slowest proofs: there it is the first one listed for
each case. `make verify` runs the proofs in full.
"""

from __future__ import annotations

import pytest

from tools.proofs import PROOFS, REPORT, Fault, Proof, failures, report, run

SLOWEST = ("actions", "turns")
QUICK = [
    pytest.param(proof, marks=pytest.mark.clause(*proof.clauses), id=proof.key)
    for proof in PROOFS.values()
    if proof.quick
]


def tried_faults(proof: Proof) -> tuple[Fault, ...]:
    if proof.key not in SLOWEST:
        return proof.faults
    # the first of each case stays: later entries overwrite
    first = {fault.case: fault for fault in reversed(proof.faults)}
    return tuple(first.values())


@pytest.mark.parametrize("proof", QUICK)
def test_no_counterexample(proof: Proof) -> None:
    for case in proof.quick_cases or proof.cases:
        assert not list(failures(proof, run(proof, case))), case


@pytest.mark.parametrize("proof", QUICK)
def test_planted_faults_are_found(proof: Proof) -> None:
    for fault in tried_faults(proof):
        assert not list(failures(proof, run(proof, fault.case, fault))), fault.title


@pytest.mark.parametrize("proof", QUICK)
def test_every_question_has_a_planted_fault_or_is_part_of_the_base_case(proof: Proof) -> None:
    if proof.key != "base":
        assert {fault.question for fault in proof.faults} == {*proof.questions}


def test_the_report_is_up_to_date() -> None:
    assert REPORT.read_text("utf-8") == report()
