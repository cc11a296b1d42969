"""The quick part of the proofs: all of them, on fewer cases, with planted faults.

Every planted fault is tried, except in the slowest proofs, where it is the first one of each quick
case, and in the base case, where it is one in eight. `make verify` runs the proofs in full.
"""

from __future__ import annotations

import pytest

from tests.sample import WHOLE
from tikal.moves import MOVES, verb_of
from tools.proofs import PROOFS, REPORT, Fault, Proof, coverage, failures, footprints, run, section
from tools.proofs.markdown import induction

#: Proofs with many cases: a sample of their faults is planted, and their bounds are long to read.
SLOWEST = ("steps", "tallies", "length")
MANY_CASES = ("placing",)
QUICK = [
    pytest.param(proof, marks=pytest.mark.clause(*proof.clauses), id=proof.key)
    for proof in PROOFS.values()
    if proof.quick
]


def tried_faults(proof: Proof) -> tuple[Fault, ...]:
    if proof.key == "base" and not WHOLE:
        return proof.faults[::8]
    if proof.key not in SLOWEST:
        return proof.faults
    quick = [fault for fault in proof.faults if fault.case in proof.quick_cases]
    # the first of each case stays: later entries overwrite
    first = {fault.case: fault for fault in reversed(quick)}
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
def test_every_question_has_a_planted_fault(proof: Proof) -> None:
    assert {fault.question for fault in proof.faults} == {*proof.questions}


# --- every invariant and every move ------------------------------------------------------------


def test_every_invariant_is_shown_of_every_move_and_of_the_first_position() -> None:
    assert list(coverage.holes()) == []


def test_the_moves_of_the_proofs_are_those_of_the_game() -> None:
    assert {*footprints.moves()} == {verb_of(move).replace("-", "_") for move in MOVES}


def fault_called(title: str) -> Fault:
    (found,) = {f for proof in PROOFS.values() for f in proof.faults if f.title == title}
    return found


@pytest.mark.parametrize(
    ("title", "move", "fact"),
    [
        ("laying a temple uses up a loose floor", "place", "floor"),
        ("drawing a volcano gives a treasure", "draw", "owns"),
        ("drawing takes all jungles off the board", "draw", "tile"),
        ("laying a jungle founds two camps on it", "place", "camp"),
        ("the winner of an auction loses the guards", "bid", "guard"),
        ("the winner of an auction loses the guards", "pass", "guard"),
        ("a camp clears its hex away", "camp", "tile"),
    ],
)
def test_an_effect_on_another_fact_widens_the_footprint_of_its_move(
    title: str, move: str, fact: str
) -> None:
    fault = fault_called(title)
    assert footprints.writes(move, fault) == footprints.writes(move) | {fact}


def test_an_invariant_is_not_out_of_reach_of_a_move_that_writes_what_it_reads() -> None:
    (rule,) = (rule for rule in coverage.obligations() if rule.group == "DER-01")
    assert footprints.reads(rule) == {"tile", "stones_towards_volcanoes"}
    reached = {
        move for move in footprints.moves() if not coverage.cover(rule, move).is_out_of_reach
    }
    assert reached == {"place"}


# --- the report --------------------------------------------------------------------------------


def test_the_report_says_of_which_moves_each_invariant_was_asked() -> None:
    assert induction() in REPORT.read_text("utf-8")


@pytest.mark.parametrize("proof", QUICK)
def test_the_report_is_up_to_date(proof: Proof) -> None:
    written = REPORT.read_text("utf-8")
    if proof.key in MANY_CASES and not WHOLE:
        assert f"## {proof.title}\n" in written
    else:
        assert section(proof) in written
