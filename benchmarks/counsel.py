"""Counsel: how long a search for remedies takes, over the published near misses of all clauses."""

from __future__ import annotations

import statistics
import time
from functools import cache
from typing import Final

import tikal
from benchmarks.measure import Finding, Task
from tikal.conformance.cases import cases

#: Milliseconds, on the machine of the founders.
MEDIAN: Final = 20
MOST: Final = 500


@cache
def refusals() -> tuple[tuple[tikal.State, tikal.Move], ...]:
    """Every position of the near misses and witnesses, with the move that is refused there."""
    return tuple(
        (case.state_at(number), tikal.parse_move(question.about["move"]))
        for case in cases("near miss", "witness")
        for number, question in enumerate(case.questions)
        if question.ask == "check" and question.expect
    )


def _opinions() -> int:
    asked = refusals()[::10]
    for state, move in asked:
        tikal.opinion(state, move)
    return len(asked)


TASKS: Final[dict[str, Task]] = {"opinion on a near miss": _opinions}


def findings() -> list[Finding]:
    """The median and the longest search, and the median of those that found a way."""
    searches = [_milliseconds(state, move) for state, move in refusals()]
    helped = [taken for taken, ways in searches if ways]
    every = [taken for taken, _ in searches]
    against = f"{len(every)} near misses"
    return [
        Finding("remedies, median", statistics.median(every), "ms", against, MEDIAN, None),
        Finding("remedies, median where there are any", statistics.median(helped), "ms",
                f"{len(helped)} near misses", MEDIAN, None),
        Finding("remedies, longest", max(every), "ms", against, MOST, None),
    ]  # fmt: skip


def _milliseconds(state: tikal.State, move: tikal.Move) -> tuple[float, int]:
    started = time.process_time()
    found = tikal.remedies(state, move)
    return 1_000 * (time.process_time() - started), len(found.ways)
