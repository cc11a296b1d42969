"""Measurement of time: CPU time, interleaved repetitions, medians of ratios.

Absolute times drift from machine to machine and from minute to minute. What is compared is
therefore run in turn, round by round, and a ratio is formed within each round.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

#: Does some work and returns how many units of it were done.
Task: TypeAlias = Callable[[], int]
#: Task by task, the seconds that one unit took in each round.
Times: TypeAlias = Mapping[str, Sequence[float]]


@frozen
class Comparison:
    """One line of the table: a task against a peer, and the ratio it should keep."""

    name: str
    task: str
    peer: str
    #: The ratio not to exceed; None where a line only informs.
    target: float | None = None
    #: The ratio that would be even better.
    aim: float | None = None


@frozen
class Finding:
    """The measured value of a line."""

    name: str
    value: float
    unit: str
    against: str
    target: float | None
    aim: float | None

    @property
    def verdict(self) -> str:
        """Whether the value meets the target, in a word."""
        if self.target is None:
            return ""
        if self.aim is not None and self.value <= self.aim:
            return "aim reached"
        return "met" if self.value <= self.target else "MISSED"


def run(tasks: Mapping[str, Task], rounds: int) -> Times:
    """Run all tasks in turn, round by round; the first round only warms up."""
    times: dict[str, list[float]] = {name: [] for name in tasks}
    for number in range(rounds + 1):
        for name, task in tasks.items():
            gc.collect()
            gc.freeze()  # the benchmark's own data is not the task's to collect
            started = time.process_time()
            units = task()
            seconds = (time.process_time() - started) / units
            if number:
                times[name].append(seconds)
    return times


def median(times: Times, task: str) -> float:
    """The median of a task, in seconds per unit."""
    return statistics.median(times[task])


def compare(comparison: Comparison, times: Times) -> Finding:
    """The median of the ratios that a comparison has round by round."""
    pairs = zip(times[comparison.task], times[comparison.peer], strict=True)
    ratio = statistics.median(own / peer for own, peer in pairs)
    return Finding(comparison.name, ratio, "x", comparison.peer, comparison.target, comparison.aim)
