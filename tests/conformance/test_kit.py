"""The kit proves itself: right engines pass, faulty ones are caught and their clauses named."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import tikal
from tests.cli.streams import unread
from tests.conformance.kit_cases import every_case
from tests.engines import CONDITIONS, FAULTS, MISBEHAVIOURS, STRANGERS, UNSEEN
from tests.engines.base import Faulty, wrong_about
from tests.sample import WHOLE
from tikal.components import BOX, Tile
from tikal.conformance import adapter as adapters
from tikal.conformance import case as published_case
from tikal.conformance.adapter import Adapter, facts
from tikal.conformance.cases import Case, Question, asked_in
from tikal.conformance.protocol import connection
from tikal.conformance.protocol.connection import Child, ChildFailure
from tikal.conformance.protocol.engine_info import EngineInfo, engine_from_json
from tikal.conformance.referee import Session, run_here, transitions
from tikal.conformance.referee.at_work import SITUATIONS
from tikal.conformance.referee.disputes import clauses_in_dispute
from tikal.conformance.referee.judge import judge
from tikal.conformance.referee.session import case_for
from tikal.conformance.report import Json, Result
from tikal.conformance.report.causes import causes_of
from tikal.conformance.report.diagnosis import disputed_clauses, most_suspect, suspects
from tikal.moves import MOVES, Move, Walk, verb_of
from tikal.notation.documents import position_from_json
from tikal.state import State

REFERENCE = (sys.executable, "-m", "tikal.conformance.adapter")
FAULTY = (sys.executable, "-m", "tests.engines")
NODE_ADAPTER = Path(__file__).parents[2] / "examples" / "node-adapter"
FULL = engine_from_json(Adapter().start())


@cache
def published() -> tuple[Case, ...]:
    """All cases but the whole games, which name no clause."""
    return tuple(case for case in every_case() if case.origin != "game")


def example(ask: str, **wanted: Any) -> Case:
    """A short case with such a question and nothing else."""
    return next(
        case
        for case in published()
        if [question.ask for question in case.questions] == [ask]
        and all(getattr(case, key) == value for key, value in wanted.items())
    )


def results_of(command: Sequence[str], asked: Iterable[Case], seconds: float = 60) -> list[Result]:
    """What comes of the cases in a process of their own."""
    with Session(command, seconds) as session:
        return list(session.run(asked))


def engine_that_says(introduction: Json, answer: dict[str, Json]) -> tuple[str, ...]:
    """The command of an engine that gives the same answer to every case."""
    script = (
        "import json, sys\n"
        f"print(input() and {json.dumps(introduction)!r}, flush=True)\n"
        "for line in sys.stdin:\n"
        "    seq = json.loads(line).get('seq')\n"
        f"    print(json.dumps({{'seq': seq, **{answer!r}}}), flush=True)"
    )
    return (sys.executable, "-c", script)


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """All child processes that are started."""
    started: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def start(*args: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(popen(*args, **options))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    return started


# --- right engines -----------------------------------------------------------------------------


def test_the_reference_adapter_passes_every_case_over_a_child_process(
    processes: list[subprocess.Popen[bytes]],
) -> None:
    in_each = [list(asked_in([case])) for case in every_case()]
    if not WHOLE:  # every case once, in one edition after the other
        in_each = [[them[turn % len(them)]] for turn, them in enumerate(in_each)]
    asked = [case for them in in_each for case in them]
    results = results_of(REFERENCE, asked)
    assert [r for r in results if r.outcome != "passed"] == []
    assert (
        len({r.subject for r in results}) == len(results) == len(asked) >= len(every_case()) > 800
    )
    assert [process.poll() for process in processes] == [0]


def test_the_moves_lead_to_the_positions() -> None:
    class ByMoves(Adapter):
        """An engine that cannot load a position."""

        def start(self) -> dict[str, Json]:
            full = super().start()
            return {**full, "capabilities": {**full["capabilities"], "positions": False}}

    with_moves = [case for case in published() if case.moves is not None]
    results = list(run_here(ByMoves(), with_moves[::3]))
    assert len(results) > 100
    assert [r for r in results if r.outcome != "passed"] == []


needs_node = pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")


@needs_node
def test_the_node_adapter_passes_all_cases_that_it_answers() -> None:
    with Session(["node", str(NODE_ADAPTER / "adapter.mjs")], seconds=60) as session:
        assert session.engine.language == "javascript"
        results = list(session.run(published()))
    assert [r for r in results if r.outcome not in ("passed", "skipped")] == []
    passed = {clause for r in results if r.outcome == "passed" for clause in r.clauses}
    assert {"PATH-02", "C2C-01", "TEMPLE-04", "SWAP-05", "CAMP-03", "GUARD-02"} <= passed
    assert sum(r.outcome == "passed" for r in results) > 400


@needs_node
def test_a_fault_in_the_node_engine_shows(tmp_path: Path) -> None:
    folder = shutil.copytree(NODE_ADAPTER, tmp_path / "node-adapter")
    engine = folder / "tikal.mjs"
    text = engine.read_text("utf-8")
    assert text.count("3 * L + W") == 1
    engine.write_text(text.replace("3 * L + W", "L + W"), "utf-8")
    asked = [case for case in published() if {"GUARD-02", "LEADER-01"} & {*case.clauses}]
    results = results_of(["node", str(folder / "adapter.mjs")], asked)
    assert next(iter(suspects(results))) == "LEADER-01"


def test_the_node_components_are_those_of_the_library() -> None:
    def tile_data(tile: Tile) -> dict[str, Json]:
        facts = {"id": tile.id, "kind": tile.kind, "stones": list(tile.stones)}
        extra = {"value": tile.value, "masks": tile.masks}
        return {**facts, **{key: number for key, number in extra.items() if number}}

    assert json.loads((NODE_ADAPTER / "components.json").read_text("utf-8")) == {
        "printed": {cell: tile_data(tile) for cell, tile in BOX.printed.items()},
        "tiles": [tile_data(tile) for tile in BOX.tiles],
        "floors": {str(number): pieces for number, pieces in BOX.floors.items()},
        "workers": BOX.workers,
        "camps": BOX.camps,
        "players": [BOX.least_players, BOX.most_players],
    }


# --- engines that are wrong about the rules ----------------------------------------------------

#: Further clauses that a fault touches in cases that are about a single clause.
TOUCHED = {
    "volcanoes-are-entered": {"TURN-04"},  # a step into the volcano has its price too
    "one-point-a-hex": {"TURN-04"},  # a walk that is too dear is made
    "one-side-of-the-stones": {"TURN-04"},
    "only-the-volcano-player-scores": {"VOLC-03"},  # who places it is the next after the last
}


@pytest.fixture
def _positions_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # reading a position takes longer than asking about it
    monkeypatch.setattr(adapters, "position_from_json", _read_once)
    monkeypatch.setattr(published_case, "position_from_json", _read_once)


#: By the id of the document; the document is stored too, so that its id is not reused.
_READ: dict[int, tuple[dict[str, Json], State]] = {}


def _read_once(position: dict[str, Json]) -> State:
    if id(position) not in _READ:
        _READ[id(position)] = position, position_from_json(position)
    return _READ[id(position)][1]


@pytest.mark.usefixtures("_positions_are_read_once")
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_and_named_by_its_clause(name: str) -> None:
    results = list(run_here(FAULTS[name](), published()))
    declared = set(FAULTS[name].clauses)
    failed = [r for r in results if r.outcome == "failed"]
    assert failed
    assert {r.outcome for r in results} == {"passed", "failed"}
    about = {clause for r in failed for clause in (*r.clauses, *disputed_clauses(r))}
    assert declared <= about
    # the report names some clauses to look at first
    assert declared & {*most_suspect(results)}, list(suspects(results).items())[:10]
    single = [r for r in failed if r.detail["origin"] in ("witness", "near miss")]
    blamed = {clause for r in single for clause in (disputed_clauses(r) or r.clauses)}
    assert blamed <= declared | TOUCHED.get(name, set())


class ByVerdicts:
    """An engine that loads positions of one edition and says of a move whether it is legal."""

    def __init__(self, engine: Adapter, edition: str) -> None:
        self._engine, self._edition = engine, edition

    def start(self) -> dict[str, Json]:
        full = self._engine.start()
        less = {"asks": ["check"], "clauses": False, "editions": [self._edition]}
        return {**full, "capabilities": {**full["capabilities"], **less}}

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        answers = self._engine.run(case)
        return [{"legal": not a["clauses"]} if "clauses" in a else a for a in answers]


@pytest.mark.usefixtures("_positions_are_read_once")
@pytest.mark.parametrize("edition", ["rio-grande-1999", "legend-classic"])
def test_a_wrong_condition_is_found_by_verdicts_on_loaded_positions_alone(edition: str) -> None:
    assert len(CONDITIONS) >= 32
    assert {"a-worker-walks-for-the-leader", "the-leader-needs-a-worker"} <= {*CONDITIONS}
    for name, engine in CONDITIONS.items():
        about = [case for case in published() if engine.clause in case.clauses and case.position]
        short = [case for case in about if case.origin == "near miss"]
        asked = [case for case in asked_in(short, [edition]) if case.edition == edition]
        if not asked:
            assert engine.clause.startswith("AUCTION")
            continue
        results = list(run_here(ByVerdicts(engine(), edition), asked))
        outcomes = {r.outcome for r in results}
        assert "failed" in outcomes <= {"passed", "failed"}, name


class ByMoves:
    """An engine that can do nothing but make moves from the beginning of a game."""

    def __init__(self, engine: Adapter) -> None:
        self._engine, self.run = engine, engine.run

    def start(self) -> dict[str, Json]:
        full = self._engine.start()
        less = {"asks": ["apply"], "clauses": False, "positions": False}
        return {**full, "capabilities": {**full["capabilities"], **less}}


def test_a_wrong_condition_is_found_by_making_moves_alone() -> None:
    for name, engine in CONDITIONS.items():
        [case] = [case for case in published() if case.id.endswith(f"/condition/{name}")]
        assert [r.outcome for r in run_here(ByMoves(engine()), [case])] == ["failed"], name
        assert [r.outcome for r in run_here(ByMoves(Adapter()), [case])] == ["passed"], name


def test_every_published_condition_has_its_engine() -> None:
    named = {case.id.rpartition("/")[2] for case in published() if "/condition/" in case.id}
    assert {*CONDITIONS} == named


def test_there_are_enough_faults_and_each_has_a_sentence() -> None:
    assert len(FAULTS) >= 16
    assert len(MISBEHAVIOURS) >= 11
    every = {**FAULTS, **CONDITIONS, **UNSEEN, **MISBEHAVIOURS, **STRANGERS}
    for what in every.values():
        assert what.__doc__
        assert what.__doc__.endswith(".")
        assert "\n" not in what.__doc__
    listed = subprocess.run([*FAULTY, "--list"], check=True, capture_output=True, text=True).stdout
    rows = listed.splitlines()
    assert [row.split()[0] for row in rows] == [*every]
    sentences = [str(what.__doc__) for what in every.values()]
    columns = {row.index(sentence) for row, sentence in zip(rows, sentences, strict=True)}
    assert len(columns) == 1


def test_a_second_fault_of_the_same_name_is_refused() -> None:
    before = dict(FAULTS)
    with pytest.raises(tikal.InvalidArgument, match="already a faulty engine called three-levels-"):

        @wrong_about("TEMPLE-04")
        class ThreeLevelsATurn(Faulty):
            """Has the name of another."""

    assert before == FAULTS


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="a Unix signal")
def test_a_list_of_faults_into_a_closed_pipe_prints_no_error() -> None:
    done = unread("--list", module="tests.engines")
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, b"")


@pytest.mark.parametrize("name", ["three-levels-a-turn", "paths-in-a-hurry", "bids-may-repeat"])
def test_a_fault_is_found_over_a_child_process(name: str) -> None:
    clauses = {*FAULTS[name].clauses}
    asked = [case for case in published() if clauses & {*case.clauses}]
    with Session([*FAULTY, name], seconds=60) as session:
        assert session.engine.name == name
        assert {*suspects(session.run(asked))} & clauses


# --- engines that do not keep to the protocol --------------------------------------------------

ERRORS = {
    "hangs": "gave no answer within 0.5 s",
    "prints-garbage": "this is not JSON",
    "prints-an-endless-line": "a line of more than 1000000 bytes",
    "answers-another-case": "answered seq -1, not",
    "answers-with-wrong-types": "must be a list of clause ids, not [1]",
    "answers-too-little": "must give 1 answers, not []",
    "floods-standard-error": "gave no answer within 0.5 s",
    "never-reads": "gave no answer within 0.5 s",
    "babbles": "answered seq 0, not",
}
AT_START = {
    "exits-at-once": "ended with exit code 3",
    "speaks-version-99": "speaks version 99 of the protocol, not 1",
}
IN_THE_MIDDLE = {"crashes-at-the-third-case"}


def some_verdicts(number: int) -> list[Case]:
    """Cases that ask for one verdict."""
    return [c for c in published() if [q.ask for q in c.questions] == ["check"]][:number]


def test_every_misbehaviour_is_tested() -> None:
    assert {*MISBEHAVIOURS} == {*ERRORS} | {*AT_START} | IN_THE_MIDDLE


@pytest.mark.parametrize("name", ERRORS)
def test_a_misbehaving_engine_makes_errors_and_the_run_goes_on(
    name: str, processes: list[subprocess.Popen[bytes]]
) -> None:
    # an engine that answers at all may take its time on a busy machine
    seconds = 0.5 if "0.5 s" in ERRORS[name] else 60
    results = results_of([*FAULTY, name], some_verdicts(2), seconds)
    assert [r.outcome for r in results] == ["errored", "errored"]
    for result in results:
        assert ERRORS[name] in result.message
    assert None not in [process.poll() for process in processes]


@pytest.mark.parametrize("name", AT_START)
def test_an_engine_that_cannot_start_is_refused(
    name: str, processes: list[subprocess.Popen[bytes]]
) -> None:
    with pytest.raises(ChildFailure, match=AT_START[name]):
        Session([*FAULTY, name])
    assert None not in [process.poll() for process in processes]


def test_after_a_crash_a_new_process_is_asked(
    processes: list[subprocess.Popen[bytes]],
) -> None:
    results = results_of([*FAULTY, "crashes-at-the-third-case"], some_verdicts(5))
    assert [r.outcome for r in results] == ["passed", "passed", "errored", "passed", "passed"]
    assert results[2].message == "the engine ended with exit code 1: the third case is too much"
    assert len(processes) == 2
    assert None not in [process.poll() for process in processes]


def test_an_engine_that_always_fails_is_not_asked_for_ever(
    processes: list[subprocess.Popen[bytes]],
) -> None:
    script = f"print({json.dumps(Adapter().start())!r}, flush=True)"
    results = results_of([sys.executable, "-c", script], some_verdicts(12))
    assert {r.outcome for r in results} == {"errored"}
    assert results[0].message.startswith("the engine ended")
    reason = results[0].message.removeprefix("the engine ")
    assert results[-1].message == (
        f"the engine was not asked: it has failed 10 times, at last it {reason}"
    )
    [cause] = causes_of(lambda: results)
    assert (cause.clause, cause.cases, cause.example) == ("", 12, results[0])
    assert len(processes) == 10


def test_a_session_that_is_left_early_ends_the_engine(
    processes: list[subprocess.Popen[bytes]],
) -> None:
    with Session(REFERENCE, seconds=60) as session:
        running = session.run(some_verdicts(5))
        assert next(running).outcome == "passed"
        assert [process.poll() for process in processes] == [None]
    assert [process.poll() for process in processes] == [0]


def test_the_adapter_answers_what_comes_after_a_question_about_the_start_and_the_parts() -> None:
    asked = [example(ask).questions[0] for ask in ("new_game", "components", "check")]
    case = evolve(example("check"), questions=tuple(asked))
    answers = Adapter().run(case.to_json())
    assert [list(answer) for answer in answers] == [["clauses"], ["components"], ["clauses"]]


def test_the_adapter_answers_what_it_does_not_understand() -> None:
    lines = ["fly", "[]", '{"cmd": "fly"}', '{"cmd": "run", "seq": 1}', "[" * 99_999]
    command = [sys.executable, "-m", "tikal.conformance.adapter"]
    requests = "".join(f"{line}\n" for line in lines) + '{"cmd": "stop"}\n'
    done = subprocess.run(command, input=requests, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    assert all("not understood" in answer["error"] for answer in answers)


def test_a_command_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ChildFailure, match="'no-such-engine' cannot be started"):
        Session(["no-such-engine"])


# --- the introduction --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"version": "1"}, "speaks version '1' of the protocol"),
        ({"implementation": None}, "implementation must be an object, not None"),
        ({"implementation": {"name": 1}}, "name must be a string, not 1"),
        ({"capabilities": {}}, "asks is missing"),
        ({"capabilities": {"asks": ["tea"]}}, "capabilities.asks: there is no 'tea'"),
        ({"capabilities": {"asks": [], "editions": ["x"]}}, "editions: there is no 'x'"),
        ({"capabilities": {"asks": [1]}}, "asks must be a list of strings"),
    ],
)
def test_a_wrong_introduction_is_refused(part: dict[str, Json], message: str) -> None:
    with pytest.raises(ChildFailure, match=message):
        engine_from_json({**Adapter().start(), **part})


# --- judging -----------------------------------------------------------------------------------

ILLEGAL = Question("check", ["TEMPLE-04"], about={"move": "uncover a2"})
PATH = Question("path_cost", 3, about={"from": "a1", "to": "a2"})
FACTS = Question("state", {"ap": 4, "active": 1, "scores": {"1": 0}}, then=("uncover a2",))


def case_of(*questions: Question) -> Case:
    """A case with these questions."""
    return evolve(example("check"), clauses=("TEMPLE-04",), questions=questions)


def outcome(question: Question, answer: Json, engine: EngineInfo = FULL) -> tuple[str, str]:
    """What comes of an answer to a single question."""
    result = judge(case_of(question), [answer], engine)
    return result.outcome, result.message


def test_right_answers_pass_in_any_order() -> None:
    several = evolve(ILLEGAL, expect=["TEMPLE-03", "TEMPLE-04"])
    assert outcome(several, {"clauses": ["TEMPLE-04", "TEMPLE-03"]}) == ("passed", "")
    assert outcome(PATH, {"cost": 3}) == ("passed", "")
    assert outcome(evolve(PATH, expect=None), {"cost": None}) == ("passed", "")
    more = {"ap": 4, "active": 1, "scores": {"1": 0}, "weather": "hot"}
    assert outcome(FACTS, {"state": more}) == ("passed", "")


@pytest.mark.parametrize(
    ("question", "answer", "message"),
    [
        (ILLEGAL, {"clauses": []}, "check uncover a2: no objection, expected TEMPLE-04"),
        (ILLEGAL, {"clauses": ["TEMPLE-03"]}, "check uncover a2: TEMPLE-03, expected TEMPLE-04"),
        (
            ILLEGAL,
            {"refused": "draw A1"},
            "check uncover a2: draw A1 refused, expected a legal move",
        ),
        (PATH, {"cost": 4}, "path cost a1 a2: 4, expected 3"),
        (PATH, {"cost": None}, "path cost a1 a2: nothing, expected 3"),
        (
            FACTS,
            {"state": {"ap": 5, "scores": {"1": 0}}},
            "state after uncover a2: ap: 5, active: missing, expected ap: 4, active: 1",
        ),
        (
            FACTS,
            {"state": {"ap": 4, "active": 1, "scores": {"1": 2}}},
            "state after uncover a2: scores: 1: 2, expected scores: 1: 0",
        ),
        (
            FACTS,
            {"state": {"ap": None, "active": 1, "scores": {"1": 0}}},
            "state after uncover a2: ap: nothing, expected ap: 4",
        ),
        (
            ILLEGAL,
            {"clauses": ["X" * 500]},
            f"check uncover a2: {'X' * 160}…, expected TEMPLE-04",
        ),
    ],
)
def test_wrong_answers_fail_with_a_sentence(
    question: Question, answer: dict[str, Json], message: str
) -> None:
    assert outcome(question, answer) == ("failed", message)


@pytest.mark.parametrize(
    ("question", "answer", "message"),
    [
        (ILLEGAL, None, "the answer must be an object, not None"),
        (ILLEGAL, {}, "the answer has no 'clauses'"),
        (ILLEGAL, {"legal": False}, "the answer has no 'clauses'"),
        (ILLEGAL, {"clauses": "TEMPLE-04"}, "clauses must be a list of clause ids"),
        (ILLEGAL, {"clauses": [4]}, "clauses must be a list of clause ids"),
        (ILLEGAL, {"error": "division by zero"}, "the engine says: division by zero"),
        (PATH, {"cost": 3.0}, "cost must be a number or null, not 3.0"),
        (PATH, {"cost": True}, "cost must be a number or null, not True"),
        (FACTS, {"state": []}, "state must be an object, not []"),
    ],
)
def test_malformed_answers_are_errors(question: Question, answer: Json, message: str) -> None:
    found, text = outcome(question, answer)
    assert found == "errored"
    assert message in text


def test_a_skip_is_neither_passed_nor_failed() -> None:
    assert outcome(PATH, {"skip": "no paths yet"}) == ("skipped", "no paths yet")
    both = case_of(ILLEGAL, PATH)
    skip, right, wrong = {"skip": "no"}, {"cost": 3}, {"cost": 4}
    assert judge(both, [skip, skip], FULL).outcome == "skipped"
    assert judge(both, [skip, right], FULL).outcome == "skipped"
    assert judge(both, [skip, wrong], FULL).outcome == "failed"
    assert judge(both, [{"clauses": []}, {}], FULL).outcome == "errored"


def test_numbers_and_truths_are_not_taken_for_each_other() -> None:
    facts = {"ap": 4.0, "active": 1, "scores": {"1": 0}}
    assert outcome(FACTS, {"state": facts})[0] == "failed"
    assert outcome(FACTS, {"state": {**facts, "ap": 4}})[0] == "passed"
    assert outcome(FACTS, {"state": {**facts, "ap": 4, "active": True}})[0] == "failed"


@pytest.mark.parametrize(("items", "characters"), [(1, 4000), (4000, 1), (600, 600)])
def test_an_endless_answer_is_cut_in_the_result(items: int, characters: int) -> None:
    result, longer = (
        judge(case_of(ILLEGAL), [{"clauses": ["é" * (characters * n)] * (items * n)}], FULL)
        for n in (1, 3)
    )
    assert result.outcome == "failed"
    assert len(result.message) <= 500
    (failure,) = result.detail["failures"]
    for part in (failure["got"], failure["clauses"]):
        assert len(part) <= 500
        assert max(map(len, part)) <= 500
    # the part beyond the bounds is dropped, so its length makes no difference
    if min(items, characters) > 500:
        assert result.detail == longer.detail


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"a": {"b": 1, "b": 2}}', "a key twice"),
        ('{"b": 1, "b": 2}', "an object with the key 'b' twice"),
        ('{"a": NaN}', "NaN"),
        ('{"a": ' + "[" * 50 + "]" * 50 + "}", "nested too deeply"),
        ("", "an empty line"),
        ("[]", "is not an object"),
    ],
)
def test_an_answer_that_others_would_read_differently_is_a_failure(line: str, words: str) -> None:
    code = f"import sys; sys.stdin.readline(); print({line!r}, flush=True); sys.stdin.readline()"
    with (
        Child([sys.executable, "-c", code]) as child,
        pytest.raises(ChildFailure, match=words),
    ):
        child.ask({}, 60)


def test_an_engine_sees_the_end_of_its_input(tmp_path: Path) -> None:
    """So that it can write what it has counted before it ends."""
    code = "import sys, pathlib; sys.stdin.read(); pathlib.Path(sys.argv[1]).write_text('ended')"
    child = Child([sys.executable, "-c", code, str(tmp_path / "end")])
    child.close(seconds=60)
    assert (tmp_path / "end").read_text() == "ended"


def test_an_engine_takes_only_moves_that_it_declares() -> None:
    full = Adapter().start()
    declared = {**full, "capabilities": {**full["capabilities"], "actions": ["walk", "end"]}}
    state = tikal.parse_position("b3=A2 1L2; act 1 9ap")
    for answer, known in ((declared, {"walk", "end"}), (full, {verb_of(kind) for kind in MOVES})):
        engine = engine_from_json(answer)
        for move in tikal.legal_moves(state):
            assert engine.takes(state, move) is (str(move).split()[0] in known)


def test_an_answer_is_read_while_the_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading that takes for ever ends with the time of the question."""
    reading = threading.Event()

    def read(_line: bytes) -> None:
        reading.wait()

    monkeypatch.setattr(connection, "parse_json", read)
    code = "input(); print('{}', flush=True); input()"
    try:
        with (
            Child([sys.executable, "-c", code]) as child,
            pytest.raises(ChildFailure, match="gave no answer within"),
        ):
            child.ask({"seq": 1, "cmd": "start"}, 0.5)
    finally:
        reading.set()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "was ended by SIGSEGV"),
        ("import os, time; os.fork() or time.sleep(60); os._exit(7)", "ended with exit code 7"),
    ],
)
def test_the_exit_of_an_engine_is_reported(code: str, words: str) -> None:
    with Child([sys.executable, "-c", code]) as child, pytest.raises(ChildFailure, match=words):
        child.ask({}, 5)


def test_a_command_in_one_piece_gets_a_hint() -> None:
    with pytest.raises(ChildFailure, match="without quotes around them all"):
        Child(["python engine.py"])


def test_an_engine_without_clauses_only_says_whether_a_move_is_legal() -> None:
    engine = evolve(FULL, clauses=False)
    legal = evolve(ILLEGAL, expect=[])
    assert outcome(ILLEGAL, {"legal": False}, engine) == ("passed", "")
    assert outcome(legal, {"legal": True}, engine) == ("passed", "")
    assert outcome(ILLEGAL, {"legal": True}, engine)[1].endswith("legal, expected illegal")
    assert outcome(ILLEGAL, {"legal": 1}, engine)[0] == "errored"
    assert outcome(ILLEGAL, {"clauses": ["TEMPLE-04"]}, engine)[0] == "errored"


def test_an_engine_is_asked_only_what_it_can_be_asked() -> None:
    engine = evolve(FULL, asks=("path_cost",))
    later = evolve(PATH, then=("end",))
    both = case_of(FACTS, later)
    [sent] = case_for(engine, both)["questions"]
    assert sent["ask"] == "path_cost"
    assert sent["then"] == ["uncover a2", "end"]  # the moves of the question left out are made too
    # beyond what the engine claims nothing counts
    assert judge(both, [{"cost": 3}], engine).outcome == "passed"
    assert judge(both, [{"cost": 4}], engine).outcome == "failed"
    assert "cannot be asked" in engine.reason_to_skip(case_of(ILLEGAL))
    walker = evolve(FULL, actions=("walk", "end"))
    assert walker.questions_for(case_of(PATH, later)) == [0, 1]
    walk = Question("check", [], about={"move": "walk L a1-b2"})
    assert walker.questions_for(case_of(ILLEGAL, walk)) == [1]
    # after a move that the engine does not know, nothing can be asked
    assert walker.questions_for(case_of(PATH, FACTS, later)) == [0]


def test_cases_beyond_an_engine_are_skipped() -> None:
    no_positions = evolve(FULL, positions=False)
    assert "position" not in case_for(no_positions, example("check"))
    assert no_positions.reason_to_skip(evolve(example("check"), moves=None)).endswith("a position")
    assert not no_positions.reason_to_skip(evolve(example("check"), moves=()))
    assert not no_positions.reason_to_skip(example("new_game"))
    one_edition = evolve(FULL, editions=("legend-classic",))
    other = example("check", edition="rio-grande-1999")
    assert one_edition.reason_to_skip(other) == "the engine does not play rio-grande-1999"
    house = evolve(other, edition="rio-grande-1999 camp_requires_member=yes")
    assert evolve(FULL, house_rules=False).reason_to_skip(house).endswith("no house rules")
    auction = example("check", auction=True)
    assert evolve(FULL, auction=False).reason_to_skip(auction).endswith("no auction")


class WithoutAuction(Adapter):
    """An engine that plays the basic game only."""

    def start(self) -> dict[str, Json]:
        full = super().start()
        return {**full, "capabilities": {**full["capabilities"], "auction": False}}


def test_a_case_that_is_skipped_does_not_end_the_run() -> None:
    basic, auction = example("check", auction=False), example("check", auction=True)
    results = run_here(WithoutAuction(), [auction, basic, auction, basic])
    assert [r.outcome for r in results] == ["skipped", "passed", "skipped", "passed"]
    introduced, answer = WithoutAuction().start(), Adapter().run(case_for(FULL, basic))
    with Session(engine_that_says(introduced, {"answers": answer})) as session:
        results = session.run([auction, basic, auction, basic])
        assert [r.outcome for r in results] == ["skipped", "passed", "skipped", "passed"]


@pytest.mark.parametrize("answers", [None, {}, {"clauses": []}, "x", 1, True, [], [{}, {}]])
def test_answers_that_are_not_one_for_each_question_are_an_error(answers: Json) -> None:
    case = example("score")
    with Session(engine_that_says(Adapter().start(), {"answers": answers})) as session:
        results = list(session.run([case, case]))
    assert [r.outcome for r in results] == ["errored", "errored"]
    assert {r.message for r in results} == {f"the engine must give 1 answers, not {answers!r}"}


# --- suspects ----------------------------------------------------------------------------------


def test_a_wrong_verdict_disputes_the_clauses_it_has_too_many_or_too_few() -> None:
    assert clauses_in_dispute(case_of(ILLEGAL), 0, ["TEMPLE-03"]) == ["TEMPLE-03", "TEMPLE-04"]
    assert clauses_in_dispute(case_of(ILLEGAL), 0, True) == ["TEMPLE-04"]
    assert clauses_in_dispute(case_of(PATH), 0, 4) == []


def test_a_list_with_an_illegal_move_disputes_what_forbids_it() -> None:
    case = next(c for c in published() if c.questions[0].ask == "legal_moves" and c.position)
    question = case.questions[0]
    assert clauses_in_dispute(case, 0, [*question.expect, "reveal 5"]) == ["TREASURE-07"]
    assert clauses_in_dispute(case, 0, [*question.expect, "castle"]) == []
    assert clauses_in_dispute(case, 0, []) == []


def after(*moves: str, auction: bool = False, players: int = 2) -> Case:
    """The facts after the last of some moves from a new game."""
    case = evolve(
        case_of(FACTS),
        edition=RIO,
        players=players,
        auction=auction,
        moves=moves[:-1],
        position=None,
    )
    question = Question("state", {}, then=moves[-1:])
    there = evolve(case, questions=(question,))
    return evolve(there, questions=(evolve(question, expect=facts(there.state_at(0))),))


def disputed(case: Case, **wrong: Json) -> list[str]:
    return clauses_in_dispute(case, 0, {**case.questions[0].expect, **wrong})


RIO = "rio-grande-1999"
DUG = ("draw A1", "place c2 r0", "deploy W a1", "walk W a1-a2", "uncover a2")
BIDS = ("draw A1", "draw A2")


def test_wrong_points_dispute_what_gives_or_takes_them() -> None:
    assert disputed(after(*DUG), ap=3) == ["TEMPLE-02"]
    assert disputed(after(*DUG[:3]), ap=8) == ["DEPLOY-01"]
    led = ("draw A1", "place c2 r0", "deploy L a1")
    assert disputed(after(*led), ap=8) == ["DEPLOY-05", "TURN-09", "DEPLOY-01"]
    assert disputed(after(*DUG[:2]), ap=8) == ["TURN-04"]
    assert disputed(after(*DUG[:2]), ap=12) == ["TURN-06", "TURN-04"]
    won = after(*BIDS, "bid 3", "pass", auction=True)
    assert disputed(won, scores={"1": 20, "2": 20}) == ["AUCTION-11"]


@pytest.mark.parametrize(
    ("moves", "clauses"),
    [
        ((*DUG, "end"), ["TURN-01"]),
        ((*BIDS, "bid 3"), ["AUCTION-07", "AUCTION-09"]),
        ((*BIDS, "bid 3", "pass"), ["AUCTION-10", "AUCTION-12"]),
        ((*BIDS, "pass", "pass"), ["AUCTION-16"]),
        ((*BIDS, "pass", "pass", "take A1", "place c2 r0", "end"), ["AUCTION-17"]),
        (DUG, ["TURN-07"]),
    ],
)
def test_a_wrong_turn_disputes_the_order(moves: tuple[str, ...], clauses: list[str]) -> None:
    case = after(*moves, auction=moves[1] == "draw A2")
    assert disputed(case, active=9, to_move=9) == clauses


def test_the_tables_behind_wrong_points_name_moves_and_clauses_that_exist() -> None:
    assert set(transitions.PRICES) == {
        verb_of(move) for move in MOVES if move is Walk or move.price
    }
    assert set(transitions.LEADERS) <= set(transitions.PRICES)
    cited = {*chain(*transitions.PRICES.values()), *transitions.LEADERS.values()}
    cited |= {each.clause for each in SITUATIONS}
    assert cited <= {entry.id for entry in tikal.clauses()}


def test_there_are_no_suspects_without_failures() -> None:
    results = run_here(Adapter(), published()[:20])
    assert suspects(results) == {}
    assert Counter(r.outcome for r in run_here(Adapter(), published()[:3])) == {"passed": 3}


def test_a_fault_of_an_engine_in_this_process_costs_one_case() -> None:
    class Faulty(Adapter):
        def check(self, state: State, move: Move, seat: int | None) -> list[str]:
            raise KeyError("b2")

    case, other = example("check"), example("score")
    first, second = run_here(Faulty(), [case, other])
    assert (first.outcome, second.outcome) == ("errored", "passed")
    assert "KeyError: 'b2'" in first.message


def test_null_counts_as_left_out() -> None:
    case = example("score")
    right = {"score": case.questions[0].expect, "error": None, "skip": None, "refused": None}
    assert judge(case, [right], FULL).outcome == "passed"
    engine = engine_that_says(Adapter().start(), {"error": None, "answers": [right]})
    with Session(engine) as session:
        assert [result.outcome for result in session.run([case])] == ["passed"]


def test_rules_that_only_an_engine_knows_are_no_suspects() -> None:
    case = example("check", id="TEMPLE-04/witness")
    result = judge(case, [{"clauses": ["my-rule-7"]}], FULL)
    assert most_suspect([result]) == ("TEMPLE-04",)
