"""The event log: written line by line, read strictly."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from attrs import evolve

from tikal.conformance.report import (
    Footer,
    Header,
    Json,
    Outcome,
    ReportKind,
    Result,
    Writer,
    read,
)
from tikal.conformance.report.log import PartialLog
from tikal.conformance.report.scoring import EngineScore, Tally
from tikal.errors import InvalidNotation
from tikal.notation.documents.parsing import is_plain

PASSED = Result("game", "a.tikal", "passed", "rio-grande-1999", detail={"moves": 3})
FAILED = Result("game", "b.tikal", "failed", "legend-classic", ("TEMPLE-04",), "no", {"moves": 1})
ERRORED = Result("game", "c.tikal", "errored", message="is empty")


def written(path: Path, results: Iterable[Result]) -> Path:
    with path.open("w", encoding="utf-8") as file, Writer(file, Header("audit", "games")) as log:
        for result in results:
            log.add(result)
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "log.jsonl", [PASSED, FAILED, ERRORED])


def test_a_log_reads_back(path: Path) -> None:
    log = read(path)
    assert (log.header.kind, log.header.subject) == ("audit", "games")
    assert list(log.results()) == [PASSED, FAILED, ERRORED]
    assert list(log.results()) == [PASSED, FAILED, ERRORED]
    assert (log.footer.passed, log.footer.failed, log.footer.errored) == (1, 1, 1)
    assert (log.footer.results, log.footer.skipped) == (3, 0)
    assert not log.footer.is_clean


def test_only_a_finished_run_without_faults_is_clean() -> None:
    assert Footer(3, 0, 0, 1, 0.1).is_clean
    assert not Footer(3, 1, 0, 0, 0.1).is_clean
    assert not Footer(3, 0, 1, 0, 0.1).is_clean
    assert not Footer(3, 0, 0, 0, 0.1, interrupted=True).is_clean


def test_no_edition_is_simplified_and_no_report_says_so(path: Path) -> None:
    assert {result.edition for result in read(path).results()} >= {"legend-classic"}
    assert read(path).footer.notes == ()
    assert '"notes":[]' in path.read_text("utf-8").splitlines()[-1]  # earlier readers expect it


def test_the_notes_of_an_earlier_version_are_read(path: Path) -> None:
    text = path.read_text("utf-8")
    path.write_text(text.replace('"notes":[]', '"notes":["simplified"]'), "utf-8")
    assert read(path).footer.notes == ("simplified",)


def test_every_line_is_written_at_once() -> None:
    class Disk(io.StringIO):
        flushed = ""

        def flush(self) -> None:
            self.flushed = self.getvalue()

    disk = Disk()
    with Writer(disk, Header("audit", "games")) as log:
        log.add(PASSED)
        assert disk.flushed.count("\n") == 2


def test_an_interrupted_run_has_a_footer_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"

    def interrupted() -> Iterator[Result]:
        yield PASSED
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        written(path, interrupted())
    assert read(path).footer.interrupted
    assert list(read(path).results()) == [PASSED]


@pytest.mark.parametrize("written_so_far", [0, 30, 10_000])
def test_a_line_that_was_being_written_is_taken_back(tmp_path: Path, written_so_far: int) -> None:
    path = tmp_path / "log.jsonl"
    log = Writer(path.open("w", encoding="utf-8"), Header("audit", "games"))
    log.add(PASSED)
    write = log._write

    def interrupted(text: str) -> None:
        log._file.write(text[:written_so_far])
        log._write = write  # type: ignore[method-assign]
        raise KeyboardInterrupt

    log._write = interrupted  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt), log:
        log.add(FAILED)
    log._file.close()
    assert list(read(path).results()) == [PASSED]


def test_a_run_that_broke_has_no_footer_and_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with (
        pytest.raises(ZeroDivisionError),
        path.open("w", encoding="utf-8") as file,
        Writer(file, Header("audit", "games")),
    ):
        raise ZeroDivisionError
    with pytest.raises(InvalidNotation, match="truncated: it has no footer"):
        read(path)


@pytest.mark.parametrize("kind", ["engine", "audit"])
def test_the_log_of_an_engine_ends_with_its_score(tmp_path: Path, kind: ReportKind) -> None:
    path = tmp_path / "log.jsonl"
    with path.open("w", encoding="utf-8") as file, Writer(file, Header(kind, "x")) as log:
        for mark, right in (("+", 1), ("-", 1), ("=", 0)):
            marks = {"TEMPLE-04": {mark}} if right else {}
            detail = Tally(1, 1, right, marks, marks).detail()
            outcome: Outcome = "passed" if right else "failed"
            clauses = ("TEMPLE-04",) if right else ()
            log.add(Result("case", mark, outcome, None, clauses, detail=detail))
    score = EngineScore(asked=3, answered=3, right=2, clauses=1, shown=1)
    assert read(path).footer.score == (score if kind == "engine" else None)


def test_events_after_the_footer_are_dropped_from_a_continued_log(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole + whole.splitlines(keepends=True)[1].replace(b"a.tikal", b"z.tikal"))
    with PartialLog(path) as log:
        assert (log.results, log.result("z.tikal")) == (3, None)
        assert log.result("c.tikal") == ERRORED


def lines_without(number: int) -> Callable[[list[str]], list[str]]:
    return lambda lines: lines[:number] + lines[number + 1 :]


def replaced(number: int, line: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [*lines[:number], line, *lines[number + 1 :]]


def changed(number: int, **changes: object) -> Callable[[list[str]], list[str]]:
    def change(lines: list[str]) -> list[str]:
        event = {**json.loads(lines[number]), **changes}
        return [*lines[:number], json.dumps(event) + "\n", *lines[number + 1 :]]

    return change


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda _: [], "line 1: .*empty"),
        (lines_without(0), "line 1: .*a result does not belong here"),
        (lines_without(4), "line 4: .*no footer"),
        (lines_without(2), "line 4: .*the footer says 1 failed, not 0"),
        (lambda lines: [*lines, lines[1]], "line 6: .*after the footer"),
        (lambda lines: [lines[0], *lines], "line 2: .*a header does not belong here"),
        (lambda lines: [*lines[:4], lines[4][:20]], "line 5: .*truncated in this line"),
        (replaced(1, "{]\n"), "^line 2, column 2: this is not JSON"),
        (replaced(1, "[]\n"), "line 2: .*must be an object"),
        (replaced(1, '{"event"\n'), "^line 2, column 9: this is not JSON"),
        (replaced(1, "\n"), "line 2, column 1: this is not JSON"),
        (replaced(1, '{"event": "result", "event": "footer"}\n'), "line 2: "),
        (replaced(1, '{"event": "joke"}\n'), r"line 2: .*\$.event: must be header, result"),
        (changed(0, format="tikal-report/9"), r"line 1: .*\$.format"),
        (changed(0, kind="party"), r"line 1: .*\$.kind: must be self, audit or engine"),
        (changed(1, outcome="fine"), r"line 2: .*\$.outcome"),
        (changed(1, clauses=["temple 4"]), r"line 2: .*\$.clauses\[0\]: must be a clause id"),
        (changed(1, extra=1), "line 2: .*no key is called 'extra'"),
        (changed(4, passed=-1), r"line 5: .*\$.passed"),
        (changed(4, passed=1.0), r"line 5: .*\$.passed"),
    ],
)
def test_a_damaged_log_is_refused_with_its_line(
    path: Path, damage: Callable[[list[str]], list[str]], message: str
) -> None:
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(damage(lines)), "utf-8")
    with pytest.raises(InvalidNotation, match=message):
        read(path)


@pytest.mark.parametrize(
    "around", [lambda inner: [0, inner, 0], lambda inner: {"a": 0, "b": inner, "c": 0}]
)
def test_depth_is_that_of_the_deepest_part(around: Callable[[Json], Json]) -> None:
    value: Json = 1
    for depth in range(1, 6):
        assert is_plain(value, depth)
        assert not is_plain(value, depth - 1)
        value = around(value)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_a_number_that_json_has_not_is_found_wherever_it_is(number: float) -> None:
    for value in (number, [0, number, 0], {"a": 0, "b": number, "c": 0}):
        assert not is_plain(value, 9)
    assert is_plain([0.5, {"a": -1e300}], 9)


def test_bytes_that_are_no_text_and_endless_lines_are_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:50] + b"\xff" + whole[50:])
    with pytest.raises(InvalidNotation, match="line 1"):
        read(path)
    path.write_bytes(whole)
    monkeypatch.setattr("tikal.conformance.report.log.MAX_LINE_CHARACTERS", 100)
    with pytest.raises(InvalidNotation, match="at most 100 bytes"):
        read(path)


def test_results_are_read_one_by_one_and_then_freed(path: Path) -> None:
    log = read(written(path, (evolve(PASSED, message=f"{n:0500}") for n in range(2000))))
    tracemalloc.start()
    try:
        assert sum(1 for _ in log.results()) == 2000
        assert tracemalloc.get_traced_memory()[1] < 500_000, "the texts alone have a million bytes"
    finally:
        tracemalloc.stop()


def test_a_result_of_any_length_can_be_read_back(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tikal.conformance.report.log.MAX_LINE_CHARACTERS", 2000)
    results = [evolve(ERRORED, message="m" * length) for length in range(1880, 1960)]
    assert [r.outcome for r in read(written(path, results)).results()] == ["errored"] * 80


def test_an_edition_without_a_name_of_its_own_does_not_cost_the_report(path: Path) -> None:
    results = [evolve(PASSED, edition=edition) for edition in (" ", "  legend-classic", "")]
    assert read(written(path, results)).footer.passed == 3
