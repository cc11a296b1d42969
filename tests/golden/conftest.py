"""Makes a test of every golden example: `examples/temples.toml::test_two_levels_come_in_order`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tikal
from tests.golden.examples import Scenario, scenarios
from tests.golden.judge import judge


class Chapter(pytest.File):
    """A file of examples."""

    def collect(self) -> Iterator[pytest.Item]:
        """Every example in all of its editions and variants."""
        for scenario in scenarios(self.path):
            yield Example.from_parent(self, name=scenario.name, scenario=scenario)


class Example(pytest.Item):
    """A test that plays an example; marked with its clauses like any other."""

    def __init__(self, *, scenario: Scenario, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]  # what pytest needs is its own affair
        self.scenario = scenario
        self.add_marker(pytest.mark.clause(*scenario.clauses))

    def runtest(self) -> None:
        """Play it."""
        judge(self.scenario)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *rest: Any) -> str:
        """The failed expectation, without the traceback of pytest."""
        if excinfo.errisinstance((AssertionError, tikal.TikalError)):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo, *rest))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The place of the example."""
        return self.path, None, self.scenario.sentence


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Chapter | None:
    """Collect the chapters."""
    if file_path.parent.name == "examples" and file_path.suffix == ".toml":
        return Chapter.from_parent(parent, path=file_path)
    return None
