"""The kinds of report: all that sets one apart from another, but for its content in each view.

Each view has one table of contents by kind; `tests/conformance/test_kinds.py` asks for an entry in
every one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from attrs import frozen

from tikal.conformance.report import headlines
from tikal.conformance.report.contents import Contents
from tikal.conformance.report.headlines import Headline
from tikal.conformance.report.log import OUTCOMES, Outcome, ReportKind, Result
from tikal.conformance.report.summary import Summary, Tally, edition_of


@frozen
class Kind:
    """The facts about a kind of report that every view needs."""

    title: str
    headlines: Callable[[Contents], list[Headline]]
    #: The suites of JUnit with their counts, and the one that a result belongs to.
    suites: Callable[[Summary], Mapping[str, Tally]]
    suite_of: Callable[[Result], str]
    #: The outcomes that a result can have.
    outcomes: tuple[Outcome, ...] = tuple(each for each in OUTCOMES if each != "unfinished")
    #: Whether its results are evidence by clause and edition, so that it has a matrix.
    by_clause: bool = False
    #: Whether a run that was cut short can go on.
    resumable: bool = False


def _by_edition(summary: Summary) -> Mapping[str, Tally]:
    return summary.editions


KINDS: Final[Mapping[ReportKind, Kind]] = {
    "self": Kind(
        title="Conformance of this library",
        headlines=lambda it: headlines.of_library(it.summary.about, it.summary.examples, it.matrix),
        suites=lambda summary: summary.about,
        suite_of=lambda result: result.about,
        by_clause=True,
    ),
    "audit": Kind(
        title="Audit of recorded games",
        headlines=headlines.of_games,
        suites=_by_edition,
        suite_of=edition_of,
        outcomes=OUTCOMES,
        resumable=True,
    ),
    "engine": Kind(
        title="Conformance of an engine",
        headlines=headlines.of_engine,
        suites=_by_edition,
        suite_of=edition_of,
    ),
}
