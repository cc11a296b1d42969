"""Playing with engines: differences are found by moves alone, shrunk, and saved."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest
from attrs import evolve

import tikal
from tests.engines import CONDITIONS, FAULTS
from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import ASKS, asked_in, cases, read_cases
from tikal.conformance.fuzzing.fuzz import Fuzzer, play_games
from tikal.conformance.fuzzing.policies import DIRECTIONS
from tikal.conformance.fuzzing.save import record_text, save_differences
from tikal.conformance.fuzzing.self_drawing import SelfDrawingGame, shortest_again
from tikal.conformance.fuzzing.setups import GameKind, game_kinds, game_setups, left_out
from tikal.conformance.fuzzing.shrink import replay_legal
from tikal.conformance.protocol.engine_info import engine_from_json
from tikal.conformance.referee import Session, run_here
from tikal.conformance.report import Json, Result
from tikal.conformance.report.scoring import Scorer, effects_of
from tikal.moves import Move, Walk
from tikal.notation.records import loads
from tikal.state import State

NODE_ADAPTER = Path(__file__).parents[2] / "examples" / "node-adapter"
JAVA_ADAPTER = Path(__file__).parents[2] / "examples" / "java-adapter"


def fuzzer_of(adapter: Adapter, edition: str, **more: Json) -> Fuzzer:
    """A player for an engine that only makes moves, in one edition."""
    full = adapter.start()
    less = {"asks": ["apply", "state"], "clauses": False, "positions": False}
    capabilities = {**full["capabilities"], **less, "editions": [edition], **more}
    return Fuzzer(engine_from_json({**full, "capabilities": capabilities}), adapter.run)


def first_difference(fuzzer: Fuzzer, games: int) -> Result | None:
    """The first result that is not passed; None if there is none in these games."""
    for setup in islice(game_setups(fuzzer.engine), games):
        for result in fuzzer.play(setup):
            if result.outcome != "passed":
                return result
    return None


# --- the games that are played -----------------------------------------------------------------


def test_games_have_every_kind_and_size_in_every_direction() -> None:
    engine = engine_from_json(Adapter().start())
    for number in range(1, 5):
        some = evolve(engine, editions=engine.editions[:number])
        kinds = game_kinds(some)
        assert kinds[:number] == [GameKind(key, False) for key in some.editions]
        assert len(kinds) == 2 * number - ("legend-classic" in some.editions)
        setups = [*islice(game_setups(some), 24 * 3 * number)]
        for kind in kinds:
            alike = [setup for setup in setups if setup.kind == kind]
            assert {setup.players for setup in alike} == {2, 3, 4}
            assert {setup.direction for setup in alike} == {*DIRECTIONS}
    assert len(game_kinds(evolve(engine, auction=False))) == 4
    assert game_kinds(engine, "rio-grande-1999") == [
        GameKind("rio-grande-1999", False), GameKind("rio-grande-1999", True)
    ]  # fmt: skip


def test_the_time_ends_play_only_after_a_game_of_each_kind() -> None:
    fuzzer = fuzzer_of(Adapter(), "rio-grande-1999", asks=["score"])
    kinds = game_kinds(fuzzer.engine)
    results = [*play_games(fuzzer, game_setups(fuzzer.engine), 0, kinds)]
    assert [result.subject.split("/")[2] for result in results] == ["basic", "auction"]
    assert left_out(fuzzer.played, kinds) == []


def test_a_kind_of_game_that_was_not_played_is_named() -> None:
    fuzzer = fuzzer_of(FAULTS["levels-need-as-many-members"](), "rio-grande-1999")
    kinds = game_kinds(fuzzer.engine)
    results = play_games(fuzzer, game_setups(fuzzer.engine), 0, kinds, most=1)
    assert [result.outcome for result in results] == ["failed", "skipped"]
    assert left_out(fuzzer.played, kinds) == [
        "Not played, because of --games: rio-grande-1999 with auctions.",
        "No game was played to its end: rio-grande-1999 without auctions.",
    ]


def test_auctions_are_named_as_not_shown_only_of_an_engine_that_has_them() -> None:
    basic = Fuzzer(
        evolve(fuzzer_of(Adapter(), "rio-grande-1999").engine, auction=False), Adapter().run
    )
    left = basic.coverage().partition("Not shown by play: ")[2]
    assert "AUCTION-" not in left
    assert "CAMP-03" in left
    assert "AUCTION-08" in fuzzer_of(Adapter(), "rio-grande-1999").coverage()


# --- finding -----------------------------------------------------------------------------------


def test_the_reference_plays_without_a_difference() -> None:
    fuzzer = fuzzer_of(Adapter(), "legend-classic")
    results = list(play_games(fuzzer, islice(game_setups(fuzzer.engine), 1), 60))
    assert {result.outcome for result in results} == {"passed"}
    assert sum(fuzzer.tried.values()) > 30
    assert "Not shown by play: " in fuzzer.coverage()
    [game] = results
    scorer = Scorer()
    scorer.add(game.outcome, game.clauses, game.detail)
    shown = {clause for clause, is_shown in scorer.in_scope().items() if is_shown}
    assert shown >= {"CAMP-02", "DEPLOY-04", "MOVE-05"}
    # which is asked in scoring turns and auctions, too
    assert "TEMPLE-01" not in shown
    # one game does not ask about every way in which a step can go wrong or be refused
    assert "TURN-04" not in shown
    assert not effects_of("MOVE-01") <= scorer.evidence_of("MOVE-01")
    assert "MOVE-01" not in shown


@pytest.mark.parametrize(
    ("name", "edition", "games"),
    [
        ("levels-need-as-many-members", "rio-grande-1999", 1),
        ("anticlockwise", "super-meeple-2015", 2),
        ("the-leader-does-not-dig", "rio-grande-1999", 2),
    ],
)
def test_a_fault_is_found_by_moves_alone(name: str, edition: str, games: int) -> None:
    engine = {**FAULTS, **CONDITIONS}[name]
    fuzzer = fuzzer_of(engine(), edition)
    result = first_difference(fuzzer, games)
    assert result is not None
    assert result.outcome == "failed"
    [found] = fuzzer.found.values()
    assert len(found.moves or ()) < 60
    assert not {*engine.clauses}.isdisjoint(result.clauses) or name == "anticlockwise"


def test_an_engine_that_draws_by_itself_is_played_with() -> None:
    fuzzer = fuzzer_of(Adapter(), "rio-grande-1999", own_draws=True)
    assert first_difference(fuzzer, 1) is None
    assert fuzzer.moves > 100


def test_a_difference_with_an_engine_that_draws_by_itself_is_looked_for_in_shorter_games() -> None:
    engine = FAULTS["levels-need-as-many-members"]()
    fuzzer = fuzzer_of(engine, "rio-grande-1999", own_draws=True)
    [setup] = islice(game_setups(fuzzer.engine), 1)

    wrong = SelfDrawingGame(fuzzer.engine, fuzzer.ask, setup, fuzzer.probe_here).play()
    assert wrong is not None
    case, result = shortest_again(fuzzer.engine, fuzzer.ask, setup, wrong)
    assert result.outcome == "failed"
    assert len(case.moves or ()) < len(wrong[0].moves or ())
    assert case.clauses == wrong[0].clauses
    assert tikal.replay(tikal.new_game(2, "rio-grande-1999"), case.moves or ()).refusal is None
    first = first_difference(fuzzer, 1)
    assert first is not None
    assert first.outcome == "failed"


def test_an_engine_that_loads_positions_is_shown_one_position_and_one_move(tmp_path: Path) -> None:
    engine = FAULTS["levels-need-as-many-members"]()
    fuzzer = fuzzer_of(engine, "rio-grande-1999", positions=True)
    result = first_difference(fuzzer, 1)
    assert result is not None
    [found] = fuzzer.found.values()
    assert found.moves is None
    assert [question.ask for question in found.questions] == ["check"]
    assert [r.outcome for r in run_here(engine, [found])] == ["failed"]
    save_differences([found], tmp_path)
    record = loads((tmp_path / "1.tikal").read_text("utf-8"))
    assert record.position == found.state_at(0)
    assert result.detail["at"] == tikal.format_position(found.state_at(0))


def test_moves_that_a_shorter_game_makes_illegal_are_dropped_or_replaced() -> None:
    start = tikal.new_game(2)
    line = [
        "draw A1",
        "place c2 r0",
        "deploy W a1",
        "walk W a1-b2",
        "end",
        "draw A1",
        "place h5 r0",
    ]
    made, state = replay_legal(start, map(tikal.parse_move, line))
    assert [str(move) for move in made[:5]] == line[:5]
    # the tile has been drawn, and nothing can be placed there
    assert [str(move).split()[0] for move in made[5:]] == ["draw", "place"]
    assert tikal.replay(start, made).state == state
    made, _ = replay_legal(start, map(tikal.parse_move, [line[0], line[1], line[3], line[4]]))
    assert [str(move) for move in made] == [line[0], line[1], line[4]]


def test_an_engine_that_only_judges_moves_is_played_with() -> None:
    fuzzer = fuzzer_of(FAULTS["camps-anywhere"](), "rio-grande-1999", asks=["check"], clauses=True)
    result = first_difference(fuzzer, 2)
    assert result is not None
    assert result.clauses == ("CAMP-02",)


class Striding(Adapter):
    """An engine in which a walk is the cheapest way between two cells, of however many steps."""

    def start(self) -> dict[str, Json]:
        full = super().start()
        return {**full, "capabilities": {**full["capabilities"], "cheapest_walks": True}}

    def apply(self, state: State, move: Move) -> State:
        for step in self._steps(state, move):
            state = super().apply(state, step)
        return state

    def check(self, state: State, move: Move, seat: int | None) -> list[str]:
        steps = self._steps(state, move)
        if len(steps) < 2 or super().check(state, steps[0], seat):
            return super().check(state, move, seat)
        try:
            self.apply(state, move)
        except tikal.IllegalMove as error:
            return [violation.clause for violation in error.violations]
        return []

    def _steps(self, state: State, move: Move) -> Sequence[Move]:
        if not isinstance(move, Walk) or state.phase != "act":
            return [move]
        return tikal.route(state, move.figure, move.origin, move.target) or [move]


def test_an_engine_that_walks_the_cheapest_way_passes_what_it_is_asked() -> None:
    about = [c for c in cases("witness", "near miss") if {"MOVE-01", "MOVE-05"} & {*c.clauses}]
    results = list(run_here(Striding(), about))
    assert {result.outcome for result in results} == {"passed", "skipped"}
    skipped = [result for result in results if result.outcome == "skipped"]
    assert {result.message for result in skipped} == {"the engine walks the cheapest way only"}
    assert sum(result.outcome == "passed" for result in results) >= 5

    class Unsaid(Striding):
        """Does not say that it walks so."""

        start = Adapter.start

    # what is left out is what such an engine would get wrong
    wrong = {result.subject for result in run_here(Unsaid(), about) if result.outcome == "failed"}
    assert wrong
    assert wrong <= {result.subject for result in skipped}


def test_an_engine_that_walks_the_cheapest_way_is_played_with() -> None:
    fuzzer = fuzzer_of(Striding(), "rio-grande-1999", cheapest_walks=True)
    assert first_difference(fuzzer, 1) is None
    assert any(key.startswith("MOVE-0") for key in fuzzer.tried)
    assert "legal_moves" not in {
        question.ask
        for case in cases("golden")
        for number, question in enumerate(case.questions)
        if number in evolve(fuzzer.engine, asks=ASKS).questions_for(case)
    }


def test_a_difference_is_saved_as_a_record_and_as_a_case_that_fails_again(tmp_path: Path) -> None:
    engine = FAULTS["levels-need-as-many-members"]()
    fuzzer = fuzzer_of(engine, "rio-grande-1999")
    assert first_difference(fuzzer, 1)
    save_differences(fuzzer.found.values(), tmp_path / "found")
    saved = sorted(path.name for path in (tmp_path / "found").iterdir())
    assert saved == ["1.json", "1.svg", "1.tikal"]
    record = loads((tmp_path / "found" / "1.tikal").read_text("utf-8"))
    assert tikal.replay(record.start_state(), record.moves).refusal is None
    [case] = read_cases((tmp_path / "found" / "1.json").read_bytes())
    header, moves = record_text(case).split("\n\n")
    assert header.startswith("edition: rio-grande-1999\nplayers: ")
    assert moves.splitlines()[-1].startswith("# asked: check uncover")
    assert [r.outcome for r in run_here(engine, [case])] == ["failed"]
    assert [r.outcome for r in run_here(Adapter(), [case])] == ["passed"]


# --- the starter in Java -----------------------------------------------------------------------


@pytest.mark.skipif(not shutil.which("javac"), reason="there is no JDK")
def test_the_java_starter_is_right_in_all_that_it_claims(tmp_path: Path) -> None:
    files = sorted(map(str, JAVA_ADAPTER.glob("*.java")))
    subprocess.run(["javac", "-d", str(tmp_path), *files], check=True)
    box = str(NODE_ADAPTER / "components.json")
    with Session(["java", "-cp", str(tmp_path), "Adapter", box], 60, 120) as session:
        assert session.engine.language == "java"
        asked = asked_in(cases("components", "witness", "near miss", "path"), ["rio-grande-1999"])
        results = list(session.run(asked))
    assert {result.outcome for result in results} == {"passed", "skipped"}
    passed = {clause for r in results if r.outcome == "passed" for clause in r.clauses}
    assert {"DEPLOY-02", "DEPLOY-04", "PATH-02", "MOVE-03", "C2C-01", "COMP-04"} <= passed
