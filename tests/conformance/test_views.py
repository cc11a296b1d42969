"""Properties of all views of a report: notes, words, the files they are written to."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from attrs import evolve

from tests.conformance.logs import VIEWS, rendered, shown
from tikal.conformance.report import (
    Header,
    Json,
    Log,
    Result,
    Writer,
    phrases,
    read,
    views,
)
from tikal.errors import InvalidArgument, InvalidNotation

# --- in every view -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["audit", "engine", "self"])
def test_the_notes_are_in_every_view(logs: dict[str, Log], name: str) -> None:
    log = logs[name]
    assert log.footer.notes == ()
    noted = evolve(log, footer=evolve(log.footer, notes=("written by an earlier version",)))
    for text in (shown(noted), *(rendered(noted, view) for view in VIEWS)):
        assert "written by an earlier version" in " ".join(text.split())


def test_every_view_says_that_a_run_was_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    header = Header("audit", "games")
    with pytest.raises(KeyboardInterrupt), path.open("w") as file, Writer(file, header):
        raise KeyboardInterrupt
    log = read(path)
    for text in (shown(log), *(rendered(log, view) for view in VIEWS)):
        assert phrases.INTERRUPTED in text


# --- words -------------------------------------------------------------------------------------


def test_long_answers_are_shown_by_their_difference() -> None:
    moves = [f"draw A{n}" for n in range(20)]
    failure = {"question": "legal moves", "expected": moves, "got": [*moves[1:], "end"]}
    result = Result("case", "x", "failed", detail={"failures": [failure, 3, {}]})
    assert list(phrases.wrong_answers(result)) == [
        (
            "legal moves",
            "20 in all, of which only here: draw A0",
            "20 in all, of which only here: end",
        )
    ]


def test_answers_are_written_for_people() -> None:
    values: list[Json] = [True, False, None, [], 3]
    texts = ["legal", "illegal", "nothing", "nothing", "3"]
    assert list(map(phrases.answer_text, values)) == texts
    assert phrases.answer_text({"ap": 3, "winners": [1, 2]}) == "ap: 3, winners: 1, 2"
    assert phrases.answer_text({"scoring": True, "over": False}) == "scoring: yes, over: no"
    deep: Json = []
    for _ in range(900):
        deep = [deep]
    assert phrases.answer_text(deep) == "…"
    assert len(phrases.answer_text("x" * 5000)) == phrases.MAX_ANSWER_CHARACTERS + 1


def test_an_empty_answer_is_worded_after_the_question() -> None:
    verdict = phrases.wrong_answer("check uncover a2", ["TEMPLE-04"], [])
    assert verdict == ("check uncover a2", "TEMPLE-04", "no objection")
    moves = phrases.wrong_answer("legal moves", [], ["end"])
    assert moves == ("legal moves", "nothing", "end")


def test_durations_are_for_people() -> None:
    texts = [phrases.duration(seconds) for seconds in (0.26, 59, 90, 7300, float("inf"))]
    assert texts == ["0.3 s", "59.0 s", "2 min", "2 h 2 min", "an unknown time"]


# --- files -------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", views.FORMATS)
def test_a_view_is_chosen_by_the_ending(logs: dict[str, Log], tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"report{ending.upper()}"
    views.write(logs["audit"], path)
    text = path.read_text("utf-8")
    starts = {
        ".html": "<!doctype html>", ".md": "# Audit", ".xml": "<?xml", ".json": "{", ".jsonl": "{"
    }  # fmt: skip
    assert text.startswith(starts[ending])


def test_a_copied_log_reads_back(logs: dict[str, Log], tmp_path: Path) -> None:
    views.write(logs["hostile audit"], tmp_path / "copy.jsonl")
    copy = read(tmp_path / "copy.jsonl")
    assert list(copy.results()) == list(logs["hostile audit"].results())


def test_another_ending_is_refused(logs: dict[str, Log], tmp_path: Path) -> None:
    with pytest.raises(
        InvalidArgument, match=r"report.pdf: a report ends in .html \(a page\), .md"
    ):
        views.write(logs["audit"], tmp_path / "report.pdf")
    assert not (tmp_path / "report.pdf").exists()


def test_a_log_does_not_overwrite_itself(logs: dict[str, Log]) -> None:
    with pytest.raises(InvalidArgument, match="is the log itself"):
        views.write(logs["audit"], logs["audit"].path)
    assert logs["audit"].path.stat().st_size


def test_a_truncated_log_has_no_views(logs: dict[str, Log], tmp_path: Path) -> None:
    lines = logs["audit"].path.read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(InvalidNotation, match="truncated"):
        read(cut)


def test_halves_of_characters_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    result = {"event": "result", "about": "game", "subject": "\ud800x", "outcome": "errored"}
    lines = [
        {"event": "header", "format": "tikal-report/1", "kind": "audit", "subject": "\udfff",
         "facts": {}, "library": "", "python": "", "made": ""},
        result,
        {"event": "footer", "passed": 0, "failed": 0, "errored": 1, "skipped": 0, "seconds": 0,
         "interrupted": False, "notes": []},
    ]  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    log = read(path)
    for ending in views.FORMATS:
        file = tmp_path / f"report{ending}"
        views.write(log, file)
        assert "x" in file.read_text("utf-8") or ending == ".json"
        assert not re.search("[\ud800-\udfff]", file.read_text("utf-8"))
    assert "\ufffdx" in shown(log)
