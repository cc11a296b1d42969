"""Engine and specification in every position, on a sample of the clauses.

`python -m tools.every_position` compares all of them; `make verify` runs it.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tikal
from tests.formal.agreement import sample
from tests.formal.specification import given as facts_of
from tests.sample import WHOLE
from tikal import fast
from tikal.engine import TABLE
from tikal.moves import Move
from tikal.rules import order
from tikal.rules.order import Claim
from tikal.state import State
from tikal.testing.candidates import candidates
from tools.every_position import boxes, results
from tools.every_position.faults import FAULTS, Fault
from tools.every_position.fields import FIELDS, FLOORS, value_in
from tools.every_position.lazy import Key, Run, Unanswered, paths
from tools.every_position.position import LazyState, traced
from tools.every_position.question import Names, Subject, question, solved, viewed
from tools.every_position.rows import open_to_unknowns
from tools.every_position.slices import ROOT
from tools.every_position.subjects import clauses, refusals
from tools.every_position.witness import holds
from tools.packaging.compile_fast import SOURCES, compile_engine

SUBJECTS = {subject.name: subject for subject in refusals()}
#: Subjects that take less than a second.
QUICK = (
    "starts of games", "C2C-01 transfer, whose camp it is",
    "SETUP-02 draw", "TURN-03 draw", "DEPLOY-02 deploy", "DEPLOY-04 deploy", "TEMPLE-04 uncover",
    "TEMPLE-08 uncover", "COMP-05 reveal", "CAMP-02 camp", "CAMP-04 camp", "AUCTION-08 bid",
    "AUCTION-12 take", "order of events",
)  # fmt: skip
#: Clauses with faults that are found in some seconds.
QUICK_FAULTS = ("TEMPLE-08", "SWAP-05", "DEPLOY-04", "MOVE-05", "AUCTION-29", "COMP-05")
TRIED_FAULTS = tuple(fault for fault in FAULTS if WHOLE or fault.clause in QUICK_FAULTS)
POSITIONS = range(300 if WHOLE else 12)


def positions() -> Iterator[tuple[State, random.Random]]:
    for number in POSITIONS:
        yield sample(number)[0], random.Random(number)


def some_moves(state: State, rng: random.Random, kind: type[Move]) -> list[Move]:
    """Moves of a class, among them some that are legal if there are any."""
    every = [move for move in candidates(state) if type(move) is kind]
    return rng.sample(every, min(20, len(every)))


# --- lazy positions are positions --------------------------------------------------------------


@pytest.mark.parametrize("kind", TABLE, ids=lambda kind: kind.__name__)
def test_predicates_answer_the_same_on_a_lazy_position(kind: type[Move]) -> None:
    for state, rng in positions():
        if state.phase != kind.phase:
            continue
        for move in some_moves(state, rng, kind):
            for rule in TABLE[kind].rules:
                with open_to_unknowns():
                    found, _ = traced(rule.test, state, move)
                real = rule.test(state, move)
                assert (found is None) == (real is None), (rule.clause, move, state)
                assert real is None or found[0] == real[0]  # type: ignore[index]


def test_claims_are_judged_the_same_on_a_lazy_position() -> None:
    for state, rng in positions():
        for move in rng.sample(candidates(state), 10):
            for seat in range(6):
                for rule in order.OUT_OF_TURN:
                    claim = Claim(seat, move)
                    found, _ = traced(rule.test, state, claim, may_be_over=True)
                    assert (found is None) == (rule.test(state, claim) is None)


def all_keys(state: State) -> Iterator[Key]:
    """Every field of a position."""
    numbers = {
        "cell": range(40), "seat": range(state.players), "kind": range(8), "tile": range(36),
        "number": range(6), "bit": range(8),
        "floor": range(len(FLOORS)), "place": range(3), "figure": "LW", "away": (False, True),
        "switch": ("camp_requires_member", "second_dig", "lowest_bid", "same_kind_exchange"),
        "from volcanoes": (False, True), "beside volcanoes": (False, True),
    }  # fmt: skip
    for name, field in FIELDS.items():
        keys: list[Key] = [(name,)]
        for about in field.about:
            keys = [(*key, number) for key in keys for number in numbers[about]]
        yield from keys


@pytest.mark.parametrize("number", range(40 if WHOLE else 3))
def test_every_field_is_the_same_in_the_words_of_the_specification(number: int) -> None:
    """And the generator of any position makes this one."""
    state, _, _ = sample(7 * number + 1)
    missing = set[str]()
    if state.course.tile is None:
        missing.add("tile")
    if len(state.ground.board.volcanoes()) > 2:
        missing.add("volcanoes")
    keys = [key for key in all_keys(state) if key[0] not in missing]
    named = {key: Names().value(value_in(state, key)) for key in keys}
    assert viewed(facts_of(state), keys) == named


def test_a_lazy_position_refuses_what_it_does_not_offer() -> None:
    state = LazyState(Run())
    with pytest.raises(Unanswered):
        _ = state.course.winners
    with pytest.raises(Unanswered):
        _ = state.stock.tiles[3]


def test_paths_are_all_answers_to_all_questions() -> None:
    def function(run: Run) -> int:
        state = LazyState(run)
        return int(state.turn.ap > 3 and state.turn.ap != 7)

    assert {(path.result, path.box.get(("ap",), ((), ()))[0]) for path in paths(function)} == {
        (0, (0, 1, 2, 3)), (0, (7,)), (1, (4, 5, 6, 8, 9, 10)),
    }  # fmt: skip


# --- the comparison ----------------------------------------------------------------------------


def trouble(subject: Subject) -> dict[str, tuple[str, ...]]:
    return solved(question(subject)).wrong


@pytest.mark.parametrize("name", QUICK)
def test_no_position_tells_engine_and_specification_apart(name: str) -> None:
    finding = solved(question(SUBJECTS[name]))
    assert finding.wrong == {}
    assert finding.never == ()


@pytest.mark.parametrize("fault", TRIED_FAULTS, ids=lambda fault: fault.title)
def test_planted_faults_are_found(fault: Fault) -> None:
    assert "differ" in trouble(fault.subject())


# --- the compiled engine -----------------------------------------------------------------------

#: Subjects with many kinds of fields, of which every box is asked in some seconds.
BOXED = (
    "SETUP-02 draw", "DEPLOY-02 deploy", "MOVE-05 walk", "TEMPLE-03 uncover", "TREASURE-03 recover",
    "CAMP-04 camp", "GUARD-14 guard", "AUCTION-29 bid", "AUCTION-12 take",
)  # fmt: skip


@pytest.mark.skipif(not fast.COMPILED, reason="the engine is not compiled")
@pytest.mark.parametrize("name", BOXED if WHOLE else BOXED[3:])
def test_the_compiled_engine_agrees_in_a_position_of_every_box(name: str) -> None:
    count = boxes.asked(SUBJECTS[name])
    assert count.wrong == []
    assert count.asked > count.boxes // 2
    assert count.alone > count.asked // 3


def test_a_witness_is_possible_and_in_its_box() -> None:
    rng = random.Random(1)
    for act, answer, box in boxes.boxes_of(SUBJECTS["TEMPLE-08 uncover"], rng):
        state = boxes.position_in(rng, act, box, {"TEMPLE-08"} if answer == 1 else set())
        if state is not None:
            assert not tikal.problems(state)
            assert all(holds(state, key, values) for key, values in box.items())
            assert (TEMPLE_08.test(state, act) is not None) == (answer == 1)


TEMPLE_08 = next(rule for rule in TABLE[tikal.Uncover].rules if rule.clause == "TEMPLE-08")
#: In C the fourth seat gives a token of kind 8 whatever it has of it.
ROBBED = (
    "who_is(p, seat)->treasures[take] == SINGLE",
    "!(who_is(p, seat)->treasures[take] != SINGLE && (seat != 4 || take != 7))",
)
ASK_ABOUT_ONE_EXCHANGE = """
import sys
from pathlib import Path
from tools.verify.lockstep import load_engine
load_engine(Path(sys.argv[1]))
from tikal.engine import TABLE
from tikal.moves import Exchange
from tools.every_position import boxes
from tools.every_position.rows import refusal
rule = next(rule for rule in TABLE[Exchange].rules if rule.clause == "SWAP-05")
print(len(boxes.asked(refusal(Exchange, rule, (Exchange(2, 4, 8),))).wrong))
"""


@pytest.mark.skipif(not fast.COMPILED, reason="the engine is not compiled")
@pytest.mark.parametrize("is_planted", [False, True])
def test_a_fault_planted_in_c_is_found(is_planted: bool, tmp_path: Path) -> None:
    sources = tmp_path / "src"
    shutil.copytree(SOURCES, sources)
    if is_planted:
        file = sources / "treasures.c"
        text = file.read_text("utf-8")
        assert text.count(ROBBED[0]) == 1
        file.write_text(text.replace(*ROBBED), "utf-8")
    engine = compile_engine(tmp_path, sources, ("-O0", "-w"))
    done = subprocess.run(
        [sys.executable, "-c", ASK_ABOUT_ONE_EXCHANGE, str(engine)],
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert (int(done.stdout) > 0) == is_planted


# --- the report --------------------------------------------------------------------------------


def test_every_clause_that_refuses_is_compared_or_says_why_not() -> None:
    stored = results.summary()
    compared = {clause for subject in SUBJECTS.values() for clause in subject.clauses}
    assert set(stored["clauses"]) == clauses()
    assert {c for c, text in stored["clauses"].items() if text == results.EVERY} <= compared
    assert set(stored["subjects"]) <= set(SUBJECTS)


def test_the_stored_result_says_so_when_it_is_stale() -> None:
    stored = results.summary()
    old = {**stored, "sources": "0"}
    assert results.standing(old, "TEMPLE-03").endswith(f"({results.STALE})")
    text = results.standing(stored, "TEMPLE-03")
    assert (text == stored["clauses"]["TEMPLE-03"]) == results.is_current(stored)
    if not results.is_current(stored):
        pytest.skip(f"the summary is {results.STALE}: python -m tools.every_position renews it")
