"""Path queries: asked again, and asked for the first time on a board."""

from __future__ import annotations

from typing import Final

import tikal
from benchmarks.corpus import LATE, PLACEMENTS
from benchmarks.measure import Comparison, Task
from tikal import geometry

_AGAIN: Final = 200
_FRESH: Final = [tikal.apply(spot.state, spot.move) for spot in PLACEMENTS[-20:]]


def _path_cost_again() -> int:
    for _ in range(_AGAIN):
        tikal.path_cost(LATE, "a1", "f3")
    return _AGAIN


def _reachable_again() -> int:
    for _ in range(_AGAIN):
        tikal.reachable(LATE, "a1", 10)
    return _AGAIN


def _first_path_cost() -> int:
    geometry._graph.cache_clear()
    geometry._weights.cache_clear()
    geometry._reachable.cache_clear()
    for state in _FRESH:
        tikal.path_cost(state, "a1", "b2")
    return len(_FRESH)


TASKS: Final[dict[str, Task]] = {
    "path_cost again": _path_cost_again,
    "reachable again": _reachable_again,
    "path_cost, new board": _first_path_cost,
}
COMPARISONS: Final = (
    Comparison("path_cost again", "path_cost again", "networkx search", 0.03),
    Comparison("reachable again", "reachable again", "networkx search", 0.03),
    Comparison("path_cost on a new board", "path_cost, new board", "networkx search"),
)
