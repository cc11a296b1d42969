"""A badge: the first figure of a report as the JSON that shields.io reads from an endpoint."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from tikal._support.wording import plural
from tikal.conformance.report.contents import Contents
from tikal.conformance.report.log import Log, ReportKind
from tikal.conformance.report.scoring import EngineScore

LABEL: Final = "Tikal rules"
#: The colour of a report without a fault, and of others by the least share that is right.
CLEAN: Final = "brightgreen"
COLOURS: Final = ((0.95, "yellowgreen"), (0.8, "yellow"), (0.5, "orange"), (0.0, "red"))
#: The colour of a report from which nothing follows.
UNKNOWN: Final = "lightgrey"


class Figure(NamedTuple):
    """How many of how many things are right, and what they are called."""

    right: int
    total: int
    thing: str


def render(log: Log) -> Iterator[str]:
    """The log as a badge: `{"schemaVersion": 1, "label": …, "message": …, "color": …}`."""
    badge = {"schemaVersion": 1, "label": LABEL, **_content(log)}
    yield json.dumps(badge, indent=2) + "\n"


def _content(log: Log) -> dict[str, str | bool]:
    figure = FIGURES[log.header.kind](Contents(log))
    if log.footer.interrupted:
        return {"message": "interrupted", "color": UNKNOWN, "isError": True}
    if not figure.total:
        return {"message": "nothing shown", "color": UNKNOWN, "isError": True}
    right, total, thing = figure
    whole = right == total and log.footer.is_clean
    colour = next(name for least, name in COLOURS if right >= least * total)
    message = f"{right:,} of {total:,} {plural(total, thing)}"
    return {"message": message, "color": CLEAN if whole else colour}


def _of_engine(contents: Contents) -> Figure:
    score = contents.log.footer.score or EngineScore()
    return Figure(score.shown, score.clauses if score.answered else 0, "clause")


def _of_games(contents: Contents) -> Figure:
    total = contents.summary.total
    return Figure(total.passed, total.total, "game")


def _of_library(contents: Contents) -> Figure:
    tally = contents.matrix.tally()
    return Figure(tally.passed, tally.total - tally.skipped, "rule")


#: The figure on the badge, by kind of report.
FIGURES: Final[Mapping[ReportKind, Callable[[Contents], Figure]]] = {
    "self": _of_library,
    "audit": _of_games,
    "engine": _of_engine,
}
