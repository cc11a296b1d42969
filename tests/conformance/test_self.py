"""The report on this library: what the plugin records, and how it is put together."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

import tikal
from tests.conformance.logs import every_kind, written
from tikal.cli import tikal as tikal_command
from tikal.conformance.report import Header, Json, Log, Outcome, Result, Writer
from tikal.conformance.report.matrix import matrix_of
from tikal.conformance.report.self_summary import (
    SelfSummary,
    from_json,
    shipped_summary,
    summary_of_self,
    to_json,
)
from tikal.conformance.report.summary import HOUSE_RULES
from tikal.conformance.report.views import terminal
from tikal.editions import EDITIONS
from tools import selfreport
from tools.generate import figures
from tools.selfreport import summary

TESTS = """
import pytest
from hypothesis import given, settings, strategies as st

@pytest.mark.clause("CAMP-03")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_passes(n): pass

@pytest.mark.clause("CAMP-03", "CAMP-04")
@pytest.mark.parametrize("n", [1, 2])
def test_fails(n): assert n == 1, "two is too many"

@pytest.fixture
def broken(): raise ValueError("broken")

@pytest.mark.clause("CAMP-05")
def test_errs(broken): pass

@pytest.mark.skip(reason="not today")
def test_is_skipped(): pass

@pytest.mark.clause("TURN-04")
@given(st.integers())
@settings(max_examples=17, database=None)
def test_holds(n): pass
"""


@pytest.mark.parametrize("options", [[], ["-n", "2"]], ids=["one process", "xdist"])
def test_the_plugin_records_outcomes_clauses_and_examples(
    tmp_path: Path, options: list[str]
) -> None:
    (tmp_path / "test_it.py").write_text(TESTS, "utf-8")
    (tmp_path / "test_broken.py").write_text("import nothing_of_that_name", "utf-8")
    notes = tmp_path / "notes.jsonl"
    plugin = ["-p", "tools.selfreport.plugin", "--tikal-results", str(notes)]
    going_on = ["-q", "--continue-on-collection-errors"]
    subprocess.run(
        [sys.executable, "-m", "pytest", *going_on, *plugin, *options],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    found = {
        result["subject"].partition("::")[2] or result["subject"]: (
            result["outcome"],
            result["clauses"],
            result["detail"]["cases"],
            result["detail"]["examples"],
        )
        for result in map(json.loads, notes.read_text("utf-8").splitlines())
    }
    assert found == {
        "test_broken.py": ("errored", [], 0, 0),
        "test_passes": ("passed", ["CAMP-03"], 3, 0),
        "test_fails": ("failed", ["CAMP-03", "CAMP-04"], 2, 0),
        "test_errs": ("errored", ["CAMP-05"], 0, 0),
        "test_is_skipped": ("skipped", [], 0, 0),
        "test_holds": ("passed", ["TURN-04"], 1, 17),
    }
    assert "two is too many" in notes.read_text("utf-8")


def test_all_four_sources_come_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def fake(root: Path, makes: Path, module: str, *arguments: str) -> None:
        asked.append(module)
        row: dict[str, Json] = {"about": "test", "subject": module, "outcome": "passed"}
        if module == "tools.mutation.mutants":
            mutants = [
                {"clause": "CAMP-03", "fault": "dropped", "fate": fate, "killer": "", "tests": 1}
                for fate in ("killed", "timeout", "survived")
            ]
            makes.parent.mkdir()
            makes.write_text(json.dumps(mutants), "utf-8")
        else:
            makes.write_text(json.dumps({**row, "clauses": ["CAMP-03"]}) + "\n", "utf-8")

    monkeypatch.setattr(selfreport, "_run", fake)
    monkeypatch.setattr(selfreport, "cases", lambda: iter(()))
    steps: list[str] = []
    results = list(selfreport.results(tmp_path, 5, steps.append))
    assert asked == ["pytest", "tests.formal.agreement", "tools.mutation.mutants"]
    assert len(steps) == 4
    assert [(r.about, r.outcome) for r in results] == [
        ("test", "passed"),
        ("test", "passed"),
        ("mutant", "passed"),
        ("mutant", "passed"),
        ("mutant", "failed"),
    ]


def test_a_tool_that_cannot_do_its_work_stops_the_report(tmp_path: Path) -> None:
    with pytest.raises(tikal.InvalidArgument, match="pytest could not do its work"):
        selfreport._run(tmp_path, tmp_path / "notes", "pytest", "--no-such-option")
    stale = tmp_path / "stale"
    stale.write_text("of another day", "utf-8")
    with pytest.raises(tikal.InvalidArgument, match="could not do its work: exit code 0"):
        selfreport._run(tmp_path, stale, "this")


# --- the summary -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Log]:
    """Logs of self reports: with failures, hostile, and of a run without results."""
    folder = tmp_path_factory.mktemp("self")
    every = every_kind(folder)
    empty = written(folder / "no-results.jsonl", "self", (), "tikal-rules")
    return {"self": every["self"], "hostile": every["hostile self"], "empty": empty}


@pytest.mark.parametrize("name", ["self", "hostile", "empty"])
def test_a_summary_is_read_as_it_was_written_and_has_the_matrix_of_its_log(
    name: str, logs: dict[str, Log]
) -> None:
    log = logs[name]
    summary = summary_of_self(log)
    assert from_json(to_json(summary)) == summary
    assert summary.matrix() == matrix_of(log.results())
    assert summary.header == log.header
    assert summary.footer == log.footer


def test_a_summary_has_failures_in_full_and_counts_the_rest(logs: dict[str, Log]) -> None:
    data = json.loads(to_json(summary_of_self(logs["self"])))
    assert [(each["subject"], each["message"]) for each in data["failures"]] == [
        ("tests/test_b.py::test_c", "assert 1 == 2"),
        ("stones are not counted", "survived"),
    ]
    assert data["clauses"]["PATH-02"] == {
        "every edition": {
            "test": {"passed": 1, "examples": 60},
            "mutant": {"passed": 1, "failed": 1},
        },
        "rio-grande-1999": {
            "agreement": {"passed": 1, "verdicts": 7},
            "case": {"passed": 1},
        },
    }
    count = len(tikal.clauses())
    assert data["results"]["test"] == {"passed": count + 1, "failed": 1}
    assert data["tests"] == {"parameters": 4 * count, "properties": count, "examples": 60 * count}


def shown(summary: SelfSummary) -> str:
    console = Console(width=120, file=io.StringIO())
    terminal.render_summary(summary, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_summary_is_shown_by_clause_and_edition(logs: dict[str, Log]) -> None:
    lines = shown(summary_of_self(logs["self"])).splitlines()
    rows = {line.split()[0]: line.split()[1:] for line in lines if line}
    assert rows["CAMP-03"] == ["✓", "✓", "✓", "✓", "1", "60", "7", "1", "1/1"]
    assert rows["CAMP-04"][:4] == ["✗"] * 4
    assert rows["PATH-02"][-1] == "1/2"
    [reason] = [line for line in lines if line.startswith("✗ CAMP-04")]
    assert "assert 1 == 2" in reason
    assert lines[-1].endswith(" s")


@pytest.mark.parametrize(("outcome", "code"), [("failed", 1), ("errored", 1), ("passed", 0)])
def test_a_shipped_report_with_a_failure_is_no_success(
    outcome: Outcome, code: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name = "tikal.cli.conformance.shipped_summary"
    results = [Result("test", "test_a", "passed", None, (entry.id,)) for entry in tikal.clauses()]
    results.append(Result("test", "test_b", outcome, None, ("CAMP-03",), "broken"))
    made = summary_of_self(written(tmp_path / "log.jsonl", "self", results))
    monkeypatch.setattr(name, lambda: made)
    command = ["conformance", "self", "--format", "pretty"]
    result = CliRunner().invoke(tikal_command, command)
    assert result.exit_code == code
    assert ("test test_b" in result.stdout) is bool(code)


def test_a_summary_is_written_of_a_whole_log_of_a_self_report_only(
    tmp_path: Path,
    logs: dict[str, Log],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(summary, "FILE", tmp_path / "self.json")
    (tmp_path / "cut.jsonl").write_bytes(logs["self"].path.read_bytes()[:-9])
    wrong = {
        tmp_path / "missing.jsonl": "missing.jsonl",
        tmp_path / "cut.jsonl": "truncated",
        written(tmp_path / "engine.jsonl", "engine", ()).path: "not about this library",
        interrupted(tmp_path / "interrupted.jsonl"): "was interrupted",
    }
    for path, message in wrong.items():
        with pytest.raises(SystemExit):
            summary.main([str(path)])
        assert message in capsys.readouterr().err
        assert not summary.FILE.exists()
    summary.main([str(logs["self"].path)])
    assert from_json(summary.FILE.read_text("utf-8")) == summary_of_self(logs["self"])


def interrupted(path: Path) -> Path:
    """The log of a self report that was ended with Ctrl-C."""
    with (
        path.open("w", encoding="utf-8", newline="") as file,
        contextlib.suppress(KeyboardInterrupt),
        Writer(file, Header("self", "tikal-rules")),
    ):
        raise KeyboardInterrupt
    return path


# --- the summary that the package ships --------------------------------------------------------


@pytest.fixture(scope="module")
def shipped() -> SelfSummary:
    return shipped_summary()


@pytest.mark.stored_report
def test_the_shipped_report_is_clean_and_about_every_clause(shipped: SelfSummary) -> None:
    assert shipped.failures == ()
    assert all(tally.passed + tally.skipped == tally.total for tally in shipped.about.values())
    matrix = shipped.matrix()
    for clause in tikal.clauses():
        for edition in EDITIONS:
            cell = matrix[clause.id, edition]
            assert cell.outcome == "passed" or cell.reason.startswith(
                ("not modelled", "does not apply")
            )
    assert set(matrix.agreements) == {*EDITIONS, HOUSE_RULES}


@pytest.mark.stored_report
def test_the_shipped_report_holds_all_four_kinds_of_evidence(shipped: SelfSummary) -> None:
    assert {*shipped.about} == {"test", "agreement", "mutant", "case"}


@pytest.mark.stored_report
def test_the_shipped_report_is_written_as_it_would_be_today(shipped: SelfSummary) -> None:
    assert summary.FILE.read_text("utf-8") == to_json(shipped)
    assert summary.FILE.stat().st_size < 60_000


@pytest.mark.stored_report
def test_the_readme_has_the_figures_of_the_shipped_report(shipped: SelfSummary) -> None:
    readme = figures.README.read_text("utf-8")
    assert readme == figures.with_figures(readme, shipped)
    assert f"{figures.START}\n| | |" in readme
