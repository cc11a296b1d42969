"""A pytest plugin that records the clauses and the outcome of every test.

`pytest -p tools.selfreport.plugin --tikal-results FILE` writes a result per test function as JSON
Lines: outcome, clauses, number of cases and of generated examples. Works under pytest-xdist.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from attrs import asdict, field, mutable

from tikal.conformance.report import Json, Outcome, Result

_PASSING: Final = re.compile(r"(?<!\d)(\d+) passing")
#: The worse outcome wins when a test has several cases.
_WORSE: Final[tuple[Outcome, ...]] = ("skipped", "passed", "failed", "errored")


@mutable
class _TestRecord:
    """The reports on a test function so far."""

    outcome: Outcome = "skipped"
    clauses: dict[str, None] = field(factory=dict)
    is_property: bool = False
    cases: int = 0
    examples: int = 0
    message: str = ""


class Recorder:
    """Collects the reports of a run; with xdist, those of all workers."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tests: dict[str, _TestRecord] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the report of one phase of one case."""
        record = self._tests.setdefault(report.nodeid.partition("[")[0], _TestRecord())
        outcome = _outcome(report)
        record.outcome = max(record.outcome, outcome, key=_WORSE.index)
        if report.failed and not record.message:
            record.message = _reason(report)
        properties: dict[str, Json] = dict(report.user_properties)
        # a worker that has crashed gives no properties
        record.clauses |= dict.fromkeys(properties.get("clauses", ()))
        if report.when == "call":
            record.is_property |= properties.get("property", False)
            record.cases += 1
            record.examples += properties.get("examples", 0)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Record a file that cannot be collected, lest its tests go missing unnoticed."""
        if report.failed:
            reason = report.longreprtext.strip().rpartition("\n")[2][:300]
            self._tests[report.nodeid] = _TestRecord("errored", message=reason)

    def pytest_sessionfinish(self) -> None:
        """Write the results, by test."""
        with self._path.open("w", encoding="utf-8") as file:
            for name, record in sorted(self._tests.items()):
                detail = {
                    "property": record.is_property,
                    "cases": record.cases,
                    "examples": record.examples,
                }
                clauses = tuple(sorted(record.clauses))
                result = Result("test", name, record.outcome, None, clauses, record.message, detail)
                file.write(json.dumps(asdict(result, recurse=False)) + "\n")


def _reason(report: pytest.TestReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    text: str = crash.message if crash else report.longreprtext
    return text.strip().partition("\n")[0][:300]


def _outcome(report: pytest.TestReport) -> Outcome:
    if report.failed:
        return "failed" if report.when == "call" else "errored"
    return "passed" if report.passed and report.when == "call" else "skipped"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file."""
    parser.addoption("--tikal-results", type=Path, help="Write a result per test to this file.")


def pytest_configure(config: pytest.Config) -> None:
    """Record in the process that gets the reports of all tests."""
    path = config.getoption("tikal_results")
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(path), "tikal-results")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let every report say what its test is about."""
    clauses = [clause for mark in item.iter_markers("clause") for clause in mark.args]
    item.user_properties.append(("clauses", clauses))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Let the report of the test say how many examples it was tried on."""
    try:
        return (yield)
    finally:
        # hypothesis gives its counts only as text
        statistics = getattr(item, "hypothesis_statistics", "")
        examples = sum(map(int, _PASSING.findall(statistics)))
        item.user_properties += [("property", bool(statistics)), ("examples", examples)]
