"""The report on this library: what the plugin records, and how it is put together."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import tikal
from tikal.conformance.report import Json, Result, read
from tikal.conformance.report.matrix import matrix_of
from tikal.conformance.report.shipped import checkout, shipped_report
from tikal.conformance.report.summary import HOUSE_RULES
from tikal.editions import EDITIONS
from tools import selfreport
from tools.generate import figures

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


def test_this_is_a_checkout() -> None:
    assert checkout() == Path(__file__).parents[2]


@pytest.fixture(scope="module")
def shipped() -> list[Result]:
    path = shipped_report()
    assert isinstance(path, Path)
    log = read(path)
    assert log.header.kind == "self"
    return list(log.results())


@pytest.mark.kept_report
def test_the_shipped_report_is_clean_and_about_every_clause(shipped: list[Result]) -> None:
    assert {result.outcome for result in shipped} <= {"passed", "skipped"}
    matrix = matrix_of(shipped)
    for clause in tikal.clauses():
        for edition in EDITIONS:
            cell = matrix[clause.id, edition]
            assert cell.outcome == "passed" or cell.reason.startswith(
                ("not modelled", "does not apply")
            )
    assert set(matrix.agreements) == {*EDITIONS, HOUSE_RULES}


@pytest.mark.kept_report
def test_the_shipped_report_holds_all_four_kinds_of_evidence(shipped: list[Result]) -> None:
    assert {result.about for result in shipped} == {"test", "agreement", "mutant", "case"}


@pytest.mark.kept_report
def test_the_readme_tells_the_figures_of_the_shipped_report() -> None:
    readme = figures.README.read_text("utf-8")
    assert readme == figures.with_figures(readme, figures.kept_report())
    assert f"{figures.START}\n| | |" in readme
