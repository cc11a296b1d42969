"""Reports as JUnit XML, as Markdown and on a terminal: nothing of a log unescaped."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import tikal
from tests.conformance.logs import HOSTILE, LEGEND, NAMES, RIO, every_log, rendered, shown, written
from tikal._support.wording import one_line
from tikal.conformance.report import (
    Header,
    Json,
    Log,
    ReportKind,
    Result,
    Writer,
    phrases,
    read,
    views,
)
from tikal.conformance.report.log import timed
from tikal.conformance.report.summary import NO_EDITION
from tikal.conformance.report.views import markdown, terminal
from tikal.law.registry import chapters, clauses

# --- JUnit -------------------------------------------------------------------------------------


@every_log
def test_junit_has_the_counts_of_the_footer(logs: dict[str, Log], name: str) -> None:
    log = logs[name]
    root = ET.fromstring(rendered(log, "junit"))
    assert root.tag == "testsuites"
    tags = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    passed_over = log.footer.skipped + log.footer.unfinished
    footer = (log.footer.failed, log.footer.errored, passed_over)
    assert len(list(root.iter("testcase"))) == log.footer.results == int(root.attrib["tests"])
    for (attribute, tag), count in zip(tags.items(), footer, strict=True):
        assert int(root.attrib[attribute]) == len(list(root.iter(tag))) == count
        for suite in root:
            assert int(suite.attrib[attribute]) == len(list(suite.iter(tag)))
    for suite in root:
        assert int(suite.attrib["tests"]) == len(suite.findall("testcase"))


def test_junit_tells_why_a_move_was_refused(logs: dict[str, Log]) -> None:
    root = ET.fromstring(rendered(logs["audit"], "junit"))
    failure = next(root.iter("failure"))
    assert "is not legal" in failure.attrib["message"]
    assert "legal instead: " in (failure.text or "")
    suites = [suite.attrib["name"] for suite in root]
    assert suites == [RIO, "super-meeple-2015", LEGEND, NO_EDITION]
    assert "note" not in {each.attrib["name"] for each in root.iter("property")}


def test_an_unfinished_game_is_neither_passed_nor_failed_in_any_view(tmp_path: Path) -> None:
    why = "not played to its end: Ana acts, 4 AP left"
    games = [
        Result("game", "whole", "passed", RIO),
        Result("game", "half", "unfinished", RIO, (), why, {"players": 2, "moves": 7}),
    ]
    log = written(tmp_path / "log.jsonl", "audit", games)
    root = ET.fromstring(rendered(log, "junit"))
    [skipped] = root.iter("skipped")
    assert skipped.attrib["message"] == why
    text = rendered(log, "markdown")
    assert f"… `half`: {why}; 2 players; 7 moves" in text
    assert "| Passed | Failed | Errored | Skipped | Unfinished |" in text
    page = rendered(log, "html")
    assert page.index("Games that are not finished") < page.index("Games in order")
    assert "Games that are not in order" not in page
    assert "1 passed, 0 failed, 0 errored, 0 skipped, 1 unfinished" in page
    seen = shown(log, colours=False)
    assert f"… half: {why}" in seen
    assert "1 game passed, 0 failed, 0 errored, 1 unfinished" in seen


def test_only_reports_on_games_speak_of_unfinished_ones(logs: dict[str, Log]) -> None:
    for name in ("engine", "self"):
        assert "nfinished" not in rendered(logs[name], "markdown")
    assert "Unfinished" in rendered(logs["audit"], "markdown")


def test_junit_keeps_a_hostile_name_as_text(logs: dict[str, Log]) -> None:
    root = ET.fromstring(rendered(logs["hostile audit"], "junit"))
    assert next(root.iter("testcase")).attrib["name"] == one_line(HOSTILE)
    assert {element.tag for element in root.iter()} == {
        "testsuites", "testsuite", "properties", "property", "testcase", "failure", "error",
        "skipped",
    }  # fmt: skip


# --- Markdown ----------------------------------------------------------------------------------


def tables(text: str) -> Iterator[list[str]]:
    for is_row, block in groupby(text.splitlines(), key=lambda line: line.startswith("|")):
        if is_row:
            yield list(block)


@every_log
def test_markdown_tables_are_well_formed(logs: dict[str, Log], name: str) -> None:
    for rows in tables(rendered(logs[name], "markdown")):
        assert re.fullmatch(r"\|( --- \|)+", rows[1])
        assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {rows[1].count("|")}


def test_markdown_has_every_clause_and_chapter(logs: dict[str, Log]) -> None:
    text = rendered(logs["self"], "markdown")
    for entry in clauses():
        assert f"| {entry.id} |" in text
    assert all(f"| {title} |" in text for title in chapters().values())


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("hostile")])
def test_markdown_holds_no_markup_of_others(logs: dict[str, Log], name: str) -> None:
    text = rendered(logs[name], "markdown")
    assert not re.search(r"(?<!\\)<", text)
    assert not re.search(r"(?<!\\)\[", text)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)


def test_markdown_names_the_nearest_moves(logs: dict[str, Log]) -> None:
    text = rendered(logs["audit"], "markdown")
    refusals = [found for r in logs["audit"].results() if (found := phrases.refusal_of(r))]
    assert refusals
    for refusal in refusals:
        nearest = ", ".join(map(markdown.code, refusal.nearest))
        assert f"- legal instead: {nearest}\n" in text


def test_code_in_markdown_cannot_be_left() -> None:
    assert markdown.code("walk W a1-a2") == "`walk W a1-a2`"
    assert markdown.code("a`b|c") == r"a\`b\|c"
    assert markdown.code("a\nb") == "`a b`"
    assert markdown.code("") == ""


# --- terminal ----------------------------------------------------------------------------------


@every_log
def test_a_terminal_sees_no_control_characters_of_others(logs: dict[str, Log], name: str) -> None:
    text = shown(logs[name], colours=False)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)


def test_a_terminal_sees_each_refusal_with_clause_sentence_and_nearest_moves(
    logs: dict[str, Log],
) -> None:
    text = re.sub("\x1b\\[[0-9;]*m", "", shown(logs["audit"]))
    failed = [result for result in logs["audit"].results() if result.outcome == "failed"]
    assert len(failed) > 1
    for result in failed:
        refusal = result.detail["refusal"]
        assert f"{refusal['move']}, is not legal" in text
        assert refusal["nearest"]
        assert f"legal instead: {', '.join(refusal['nearest'])}" in text
        assert refusal["violations"]
        for violation in refusal["violations"]:
            assert f"{violation['clause']}  {violation['message']}" in text


def test_a_terminal_sees_the_clauses_of_a_report_on_the_library(logs: dict[str, Log]) -> None:
    text = " ".join(shown(logs["self"], colours=False).split())
    assert "rules by edition conform" in text
    assert all(title in text for title in chapters().values())


def test_a_terminal_lists_only_the_first_of_many_problems(tmp_path: Path) -> None:
    bad = [
        Result("case", f"c{n}", "failed", RIO, (entry.id,))
        for n, entry in enumerate(clauses()[: terminal.MAX_CAUSES + 5])
    ]
    text = shown(written(tmp_path / "log.jsonl", "engine", bad))
    assert "and 5 more" in text
    assert len(text.splitlines()) <= 40


def test_a_terminal_shows_the_position_of_the_first_difference(tmp_path: Path) -> None:
    state = tikal.replay(tikal.new_game(2), ["draw A1", "place c2 r0"]).state
    at = tikal.format_position(state)

    def log_with(*positions: object) -> Log:
        found = [
            Result("case", f"play/{n}", "failed", RIO, ("CAMP-02",), "legal", {"at": position})
            for n, position in enumerate(positions)
        ]
        return written(tmp_path / "log.jsonl", "engine", found)

    text = shown(log_with(at), width=200, colours=False)
    assert f"position {at}" in text
    assert "seat 1 acts, 10 AP left" in text
    # as far as it is explored: three columns and two rows
    assert [text.count(cell) for cell in ("a1 B", "c2 ", "d1", "a3")] == [1, 1, 0, 0]
    for strange in ("nothing of the kind", 7, None):
        assert "AP left" not in shown(log_with(strange), colours=False)


# --- times, and the badge ----------------------------------------------------------------------


def test_junit_has_the_time_of_each_result_and_suite(tmp_path: Path) -> None:
    results = [
        Result("case", "a", "passed", RIO, seconds=0.25),
        Result("case", "b", "failed", RIO, seconds=1.5),
        Result("case", "c", "passed", LEGEND, seconds=0.125),
    ]
    root = ET.fromstring(rendered(written(tmp_path / "log.jsonl", "engine", results), "junit"))
    assert [case.get("time") for case in root.iter("testcase")] == ["0.250", "1.500", "0.125"]
    assert [suite.get("time") for suite in root.iter("testsuite")] == ["1.750", "0.125"]


def test_results_are_timed_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 10.5, 11.0, 13.25, 13.5])
    monkeypatch.setattr("tikal.conformance.report.log.time.monotonic", lambda: next(clock))
    results = [Result("case", "a", "passed"), Result("case", "b", "passed")]
    assert [result.seconds for result in timed(results)] == [0.5, 2.25]


def badge_of(path: Path, kind: ReportKind, *results: Result) -> dict[str, Json]:
    badge: dict[str, Json] = json.loads("".join(views.badge.render(written(path, kind, results))))
    assert badge.pop("schemaVersion") == 1
    assert badge.pop("label") == "Tikal rules"
    return badge


def test_a_badge_has_the_share_and_a_colour(tmp_path: Path) -> None:
    marks = {"asked": 2, "answered": 2, "right": 2}
    shown = {**marks, "scope": {"CAMP-03": ["+", "-"]}, "evidence": {"CAMP-03": ["+", "-"]}}
    other = {**marks, "right": 1, "scope": {"CAMP-05": ["+", "-"]}, "evidence": {"CAMP-05": ["+"]}}
    good = Result("case", "a", "passed", RIO, ("CAMP-03",), detail=shown)
    bad = Result("case", "b", "failed", RIO, ("CAMP-05",), detail=other)
    vague = Result("case", "c", "failed", RIO)
    path = tmp_path / "log.jsonl"
    assert badge_of(path, "engine", good) == {"message": "1 of 1 clause", "color": "brightgreen"}
    assert badge_of(path, "engine", good, bad) == {"message": "1 of 2 clauses", "color": "orange"}
    # beside a failure without a clause, nothing is as green as without one
    assert badge_of(path, "engine", good, vague)["color"] == "yellowgreen"
    silent = {"message": "nothing shown", "color": "lightgrey", "isError": True}
    assert badge_of(path, "engine", Result("case", "a", "skipped", RIO)) == silent
    games = [Result("game", f"{n}.tikal", "passed" if n else "failed", RIO) for n in range(5)]
    assert badge_of(path, "audit", *games) == {"message": "4 of 5 games", "color": "yellow"}


def test_a_badge_of_an_interrupted_run_shows_no_figure(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    header = Header("engine", "e")
    with pytest.raises(KeyboardInterrupt), path.open("w") as file, Writer(file, header):
        raise KeyboardInterrupt
    badge = json.loads("".join(views.badge.render(read(path))))
    assert (badge["message"], badge["isError"]) == ("interrupted", True)
