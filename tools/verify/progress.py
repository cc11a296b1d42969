"""A progress bar with the time left instead of a dot per test: `pytest -p tools.verify.progress`.

For long runs, in which a dot appears every quarter of a minute. Works under pytest-xdist.
"""

from __future__ import annotations

import sys
import time

import pytest


class Bar:
    """Counts the tests that are done; on a terminal in one line, elsewhere once a minute."""

    def __init__(self) -> None:
        self._total = self._done = self._bad = 0
        self._started = self._printed = time.monotonic()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Learn how many there are, without xdist."""
        self._total = max(self._total, len(session.items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """Learn how many there are, with xdist."""
        self._total = len(ids)

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """Print no dot for a test that passed."""
        return ("passed", "", "") if report.when == "call" and report.passed else None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test when it is over."""
        self._bad += report.failed
        if report.when == "teardown":
            self._done += 1
            self._print()

    def _print(self) -> None:
        now, on_screen = time.monotonic(), sys.stderr.isatty()
        if not on_screen and now - self._printed < 60 and self._done < self._total:
            return
        self._printed = now
        left = (now - self._started) / self._done * (self._total - self._done) / 60
        filled = 30 * self._done // max(self._total, 1)
        bar = "#" * filled + "-" * (30 - filled)
        line = f"[{bar}] {self._done}/{self._total} tests, {self._bad} failed, {left:.0f} min left "
        print(f"\r{line}" if on_screen else line, end="" if on_screen else "\n", file=sys.stderr)


def pytest_configure(config: pytest.Config) -> None:
    """Count in the process that gets the reports of all tests."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Bar(), "tikal-bar")
