"""Counsel on recorded games: opinions on their moves, other rules for the whole, and reports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import jsonschema
import pytest

import tikal
from tests.conformance.logs import rendered, shown, written
from tikal._support.resources import specification
from tikal.conformance.audit import audit_game
from tikal.conformance.report.log import Result
from tikal.conformance.report.logged_opinions import (
    grounds_of,
    readings_of,
    rules_that_allow_the_game,
    ways_of,
)
from tikal.conformance.report.phrases import refusal_of
from tikal.conformance.report.summary import summary_of
from tikal.counsel.game_opinions import opinion_on_move, rules_where_legal
from tikal.editions import SWITCHES
from tikal.notation.loading import game_of
from tikal.testing.pool import every_value

HEADER: Final = "edition: {}\nplayers: 2\n\ndraw A3; place b3 r3; deploy W a1; walk W a1-b1\n"
TWICE: Final = f"{HEADER}uncover b1; uncover b1\n"
CAMP: Final = "edition: {}\nplayers: 2\n\ndraw A3; place b3 r3; camp b2; deploy W b2; end\n"
RIO: Final = "rio-grande-1999"


def game(text: str, edition: str = RIO) -> tikal.Record:
    return tikal.loads(text.format(edition))


def by_trying(record: tikal.Record) -> list[str]:
    """Every single switch turned under which the whole game is legal."""
    found = []
    for switch in SWITCHES:
        for value in every_value(switch):
            edition = tikal.house(record.edition, **{switch.name: value})
            text = tikal.dumps(record).replace(record.edition.key, edition.key, 1)
            if edition != record.edition and tikal.loads(text).replay().refusal is None:
                found.append(switch.rule(value))
    return [rule for rule in found if not rule.startswith("tiebreak")]


@pytest.mark.parametrize("text", [TWICE, CAMP])
@pytest.mark.parametrize("edition", tikal.EDITIONS)
def test_a_game_is_tried_by_every_edition_and_with_every_switch(text: str, edition: str) -> None:
    record = game(text, edition)
    found = rules_where_legal(record)
    assert [e.key for e in found.editions] == [
        key for key in tikal.EDITIONS if key != edition and not game(text, key).replay().refusal
    ]
    assert list(found.rules) == by_trying(record)
    assert found.moves == len(record.moves)


def test_other_rules_for_a_game_are_described_in_sentences() -> None:
    assert rules_where_legal(game(TWICE)).lines() == (
        "the whole game is legal with second_dig=one",
    )
    assert rules_where_legal(game(CAMP, "legend-classic")).lines() == (
        "the whole game is legal in Rio Grande 1999 (English); Ravensburger 1999 (Dutch)",
        "the whole game is legal with camp_requires_member=no",
    )
    lost = game(f"{HEADER}uncover c1")
    assert rules_where_legal(lost).lines() == ()


def test_an_opinion_on_a_move_knows_the_moves_of_its_phase() -> None:
    found = game_of(TWICE.format(RIO).encode())
    assert [str(m) for m in found.phase_before(5)] == ["deploy W a1", "walk W a1-b1", "uncover b1"]
    assert found.phase_before(1) == ()
    opinion = opinion_on_move(found, 5)
    assert not opinion.legal
    assert {verdict.edition.key for verdict in opinion.editions} == set(tikal.EDITIONS) - {RIO}
    assert not any(verdict.legal for verdict in opinion.editions)
    assert opinion_on_move(found, 4).legal
    for index in (-1, 6, 99):
        with pytest.raises(tikal.InvalidArgument):
            opinion_on_move(found, index)


def test_every_move_of_a_game_has_an_opinion() -> None:
    played = tikal.play(tikal.new_game(3, "super-meeple-2015"), tikal.sensible_policy, seed=3)
    found = game_of(tikal.dumps(tikal.Record.of(played)).encode())
    for index in range(0, len(found.steps), 9):
        opinion = opinion_on_move(found, index)
        assert opinion.legal
        assert opinion.remedies == tikal.Remedies((), True)
        assert all("who has dug" not in verdict.reason() for verdict in opinion.editions)


# --- reports -----------------------------------------------------------------------------------


def audited(tmp_path: Path, *texts: str) -> list[Result]:
    results = []
    for number, text in enumerate(texts):
        path = tmp_path / f"game{number}.tikal"
        path.write_text(text, "utf-8")
        results.append(audit_game(path))
    return results


def test_an_audit_logs_the_opinion_on_a_refusal(tmp_path: Path) -> None:
    (result,) = audited(tmp_path, TWICE.format(RIO))
    logged = json.loads(json.dumps(dict(result.detail)))["refusal"]
    schema = json.loads(specification().joinpath("schemas", "opinion-1.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(logged["opinion"])
    assert logged["elsewhere"] == {"editions": [], "rules": ["second_dig=one"]}
    refusal = refusal_of(result)
    assert refusal is not None
    assert refusal.grounds[0].startswith("the rules say so (Uncover temple levels")
    assert refusal.ways[0] == "first deploy L a1; walk L a1-b1 (3 AP)"
    assert refusal.readings == (
        "legal with second_dig=one: one member may dig both levels or tokens of a turn",
    )


@pytest.mark.parametrize(
    ("texts", "lines"),
    [
        ([TWICE.format(RIO)], ["the refusal disappears with second_dig=one"]),
        ([TWICE.format(RIO)] * 3, ["none of the 3 refusals is left with second_dig=one"]),
        (
            [TWICE.format(RIO), HEADER.format(RIO) + "uncover c1\n"],
            ["of 2 refusals, 1 disappears with second_dig=one"],
        ),
        ([CAMP.format(RIO)], []),
    ],
)
def test_a_report_says_once_what_makes_refusals_disappear(
    tmp_path: Path, texts: list[str], lines: list[str]
) -> None:
    assert list(summary_of(audited(tmp_path, *texts)).allowing_lines()) == lines


def test_every_view_for_people_says_what_makes_refusals_disappear(tmp_path: Path) -> None:
    log = written(tmp_path / "log.jsonl", "audit", audited(tmp_path, TWICE.format(RIO)))
    for text in (shown(log, colours=False), rendered(log, "markdown"), rendered(log, "html")):
        assert "the refusal disappears with second" in text


@pytest.mark.parametrize(
    "opinion",
    [None, 3, [], {}, {"violations": 3}, {"violations": [{"grounds": 3}, 3]}, {"remedies": []},
     {"remedies": {"ways": [3, {"moves": 3}, {"moves": []}]}}, {"editions": [None], "readings": 3},
     {"elsewhere": {"editions": 3, "rules": ["x=y", [], None]}}, {"elsewhere": 3}],
)  # fmt: skip
def test_a_strange_opinion_in_a_log_is_passed_over(opinion: object) -> None:
    assert grounds_of(opinion) == ways_of(opinion) == readings_of(opinion) == ()
    assert rules_that_allow_the_game(opinion) == ()
