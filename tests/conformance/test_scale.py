"""The games of `tools.measure.scale`: faults are where they were planted, none is missed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import asdict

from tikal.conformance.audit import audit_game
from tikal.conformance.report import Header, Result, Writer
from tools.measure.scale import corpus
from tools.measure.scale.checking import problems

#: Games among which every plan is found.
NUMBERS = (0, 1, 16, 18, 74, 217, 264, 337, 414)


@pytest.fixture(scope="module")
def games() -> list[corpus.Written]:
    return [corpus.game(number) for number in NUMBERS]


def test_games_deserve_what_was_planted(games: list[corpus.Written]) -> None:
    for game in games:
        result = audit_game((game.expected.name, game.data))
        number = result.detail.get("refusal", {}).get("number")
        assert corpus.Expected(result.subject, result.outcome, number) == game.expected
    plans = Counter(game.expected.outcome for game in games)
    assert plans.keys() == {"passed", "failed", "errored", "unfinished"}


def test_a_game_is_the_same_whenever_it_is_made(games: list[corpus.Written]) -> None:
    assert corpus.game(NUMBERS[-1]) == games[-1]


def test_the_checker_notices_whatever_is_wrong_with_a_log(tmp_path: Path) -> None:
    wanted = [
        corpus.Expected("0000/game0.tikal", "passed"),
        corpus.Expected("0000/game1.tikal", "failed", 7),
        corpus.Expected("0000/game2.json", "errored"),
    ]
    listed = "".join(json.dumps(asdict(each)) + "\n" for each in wanted)
    (tmp_path / "expected.jsonl").write_text(listed, "utf-8")

    def faults(change: Callable[[list[Result]], object] = len) -> int:
        results = [
            Result(
                "game",
                str(tmp_path / "games" / each.name),
                each.outcome,
                detail={"refusal": {"number": each.number}} if each.number else {},
            )
            for each in wanted
        ]
        change(results)
        log = tmp_path / "log.jsonl"
        with log.open("w", encoding="utf-8") as file, Writer(file, Header("audit", "g")) as writer:
            for result in results:
                writer.add(result)
        return len(list(problems(tmp_path, log)))

    assert faults() == 0
    assert faults(lambda results: results.pop()) == 1
    assert faults(lambda results: results.append(results[0])) == 1
    assert faults(lambda results: results.reverse()) == 2
    assert faults(lambda results: results.__setitem__(0, results[1])) == 1
    judged = Result("game", str(tmp_path / "games" / wanted[1].name), "failed")
    assert faults(lambda results: results.__setitem__(1, judged)) == 1
