"""Playing with engines: faults are found by moves alone, shrunk, and kept; readings are named."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

import tikal
from tikal.conformance.cases import Case, asked_in, cases, read_cases
from tikal.conformance.kit import Session, run_here
from tikal.conformance.kit.adapter import Adapter
from tikal.conformance.kit.engine import engine_from_json
from tikal.conformance.kit.faulty import CONDITIONS, FAULTS
from tikal.conformance.kit.fitting import Fitter
from tikal.conformance.kit.keeping import keep_differences, record_text
from tikal.conformance.kit.playing import Player, play_games, settings
from tikal.conformance.report import Json, Result
from tikal.records import loads

RIO = "rio-grande-1999"
NODE_ADAPTER = Path(__file__).parents[2] / "examples" / "node-adapter"
JAVA_ADAPTER = Path(__file__).parents[2] / "examples" / "java-adapter"


def player_of(adapter: Adapter, edition: str, **more: Json) -> Player:
    """A player for an engine that only makes moves, in one edition."""
    full = adapter.start()
    less = {"asks": ["apply", "state"], "clauses": False, "positions": False}
    capabilities = {**full["capabilities"], **less, "editions": [edition], **more}
    return Player(engine_from_json({**full, "capabilities": capabilities}), adapter.run)


def first_difference(player: Player, games: int) -> Result | None:
    """The first result that is not passed; None if there is none in these games."""
    for setting in islice(settings(player.engine), games):
        for result in player.play(setting):
            if result.outcome != "passed":
                return result
    return None


# --- finding -----------------------------------------------------------------------------------


def test_the_reference_plays_without_a_difference() -> None:
    player = player_of(Adapter(), "legend-classic")
    results = list(play_games(player, islice(settings(player.engine), 1), 60))
    assert {result.outcome for result in results} == {"passed"}
    assert sum(player.tried.values()) > 30
    assert "Not shown by play: " in player.coverage()
    assert {result.subject for result in results} >= {"play/MOVE-01", "play/TEMPLE-01"}


@pytest.mark.parametrize(
    ("name", "edition", "games"),
    [
        ("three-levels-a-turn", "legend-classic", 2),
        ("levels-need-as-many-members", "rio-grande-1999", 1),
        ("anticlockwise", "super-meeple-2015", 2),
        ("the-leader-does-not-dig", "rio-grande-1999", 2),
    ],
)
def test_a_fault_is_found_by_moves_alone(name: str, edition: str, games: int) -> None:
    engine = {**FAULTS, **CONDITIONS}[name]
    player = player_of(engine(), edition)
    result = first_difference(player, games)
    assert result is not None
    assert result.outcome == "failed"
    [found] = player.found.values()
    assert len(found.moves or ()) < 60
    assert not {*engine.clauses}.isdisjoint(result.clauses) or name == "anticlockwise"


def test_an_engine_that_draws_by_itself_is_played_with() -> None:
    player = player_of(Adapter(), "rio-grande-1999", own_draws=True)
    assert first_difference(player, 1) is None
    assert player.moves > 100
    faulty = player_of(FAULTS["levels-need-as-many-members"](), "rio-grande-1999", own_draws=True)
    result = first_difference(faulty, 1)
    assert result is not None
    assert result.outcome == "failed"


def test_an_engine_that_only_judges_moves_is_played_with() -> None:
    player = player_of(FAULTS["camps-anywhere"](), "rio-grande-1999", asks=["check"], clauses=True)
    result = first_difference(player, 2)
    assert result is not None
    assert result.clauses == ("CAMP-02",)


def test_an_engine_that_walks_the_cheapest_way_is_not_asked_for_another() -> None:
    player = player_of(Adapter(), "rio-grande-1999", cheapest_walks=True)
    for setting in islice(settings(player.engine), 1):
        played = player._cases(setting, player._game(setting))
        assert not any(case.walks_a_longer_way() for case in islice(played, 4))


def test_a_difference_is_kept_as_a_record_and_as_a_case_that_fails_again(tmp_path: Path) -> None:
    engine = FAULTS["levels-need-as-many-members"]()
    player = player_of(engine, "rio-grande-1999")
    assert first_difference(player, 1)
    keep_differences(player.found.values(), tmp_path / "found")
    kept = sorted(path.name for path in (tmp_path / "found").iterdir())
    assert kept == ["1.json", "1.svg", "1.tikal"]
    record = loads((tmp_path / "found" / "1.tikal").read_text("utf-8"))
    assert tikal.replay(record.start_state(), record.moves).refusal is None
    [case] = read_cases((tmp_path / "found" / "1.json").read_bytes())
    header, moves = record_text(case).split("\n\n")
    assert header.startswith("edition: rio-grande-1999\nplayers: ")
    assert moves.splitlines()[-1].startswith("# asked: check uncover")
    assert [r.outcome for r in run_here(engine, [case])] == ["failed"]
    assert [r.outcome for r in run_here(Adapter(), [case])] == ["passed"]


# --- readings ----------------------------------------------------------------------------------


class Reading(Adapter):
    """An engine that claims an edition and plays it with a house rule."""

    def __init__(self, edition: str, rule: str) -> None:
        super().__init__()
        self._edition, self._rule = edition, rule

    def start(self) -> dict[str, Json]:
        full = super().start()
        less = {"editions": [self._edition], "house_rules": False}
        return {**full, "capabilities": {**full["capabilities"], **less}}

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        edition = f"{case['edition']} {self._rule}"
        position = case.get("position")
        there = position and {**position, "edition": edition}
        return super().run({**case, "edition": edition, "position": there})


RULES = [
    "camp_requires_member=yes", "volcano_may_foreclose=no", "tiebreak=guard,tokens",
    "has_auction=no", "second_dig=one", "second_dig=different", "stones_towards_volcanoes=yes",
    "beside_volcanoes_only=no", "same_kind_exchange=no", "guard_scores_alone=no",
    "final_round_opener=last-placer", "lowest_bid=0",
]  # fmt: skip


def test_every_switch_has_a_reading_that_is_recognised() -> None:
    assert {rule.partition("=")[0] for rule in RULES} == {s.name for s in tikal.switches()}


#: The others take a minute: make verify.
TRIED = RULES if os.environ.get("TIKAL_VERIFY") else RULES[5::3]


@pytest.mark.parametrize("rule", TRIED)
def test_an_engine_that_plays_another_reading_is_recognised(rule: str) -> None:
    engine = Reading(RIO, rule)
    fitter = Fitter(engine_from_json(engine.start()))
    switch = rule.partition("=")[0]
    telling = [c for c in telling_cases() if any(r.startswith(switch) for r in c.not_with)]
    telling.sort(key=lambda case: case.questions[0].ask != "new_game")
    every = [*telling[:70], *telling_cases()[:40:4]]
    results = list(run_here(engine, every, fitter.hear))
    assert any(result.outcome == "failed" for result in results)
    [fit] = fitter.fits()
    assert fit.rules == (rule,)
    assert str(fit).startswith(
        f"answers as Rio Grande 1999 (English) with {rule.replace('=', ' = ')}: "
    )


@cache
def telling_cases() -> Sequence[Case]:
    every = cases("witness", "near miss", "golden")
    return [case for case in asked_in(every, [RIO]) if case.edition == RIO]


def test_an_engine_that_keeps_to_its_edition_fits_it() -> None:
    fitter = Fitter(engine_from_json(Adapter().start()))
    list(run_here(Adapter(), telling_cases()[:50], fitter.hear))
    assert list(fitter.fits()) == []


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
