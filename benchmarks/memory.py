"""The memory of a position beyond the part it shares with the one before it."""

from __future__ import annotations

import gc
import statistics
import sys
from itertools import pairwise
from types import FunctionType, ModuleType
from typing import Final

import tikal
from benchmarks.corpus import SENSIBLE
from benchmarks.measure import Finding
from tikal import geometry

TARGET: Final = 2048


def _reachable_objects(*roots: object) -> dict[int, object]:
    """Every object that the roots refer to, themselves included; code and classes left out."""
    found: dict[int, object] = {}
    waiting = list(roots)
    while waiting:
        thing = waiting.pop()
        if id(thing) not in found and not isinstance(thing, (type, ModuleType, FunctionType)):
            found[id(thing)] = thing
            waiting.extend(gc.get_referents(thing))
    return found


def own_objects(before: tikal.State, after: tikal.State) -> list[object]:
    """The objects that only this position holds.

    Left out are those of the position before and what all positions share: the turns, which come
    from a cache, and the steps that boards are made of.
    """
    shared = _reachable_objects(before, after.turn, geometry._STEPS, None)
    return [thing for key, thing in _reachable_objects(after).items() if key not in shared]


def size(before: tikal.State, after: tikal.State) -> int:
    """The bytes of what only this position holds."""
    return sum(map(sys.getsizeof, own_objects(before, after)))


def findings() -> list[Finding]:
    """The mean over a game, and the largest position of it."""
    sizes = [
        (size(before.state, after.state), type(before.move).__name__)
        for before, after in pairwise(SENSIBLE[1:])  # the first tile is drawn from another new game
    ]
    most, largest = max(sizes)
    peer = "bytes beyond the state before"
    return [
        Finding("memory of a state", statistics.mean(s for s, _ in sizes), "B", peer, TARGET, None),
        Finding(f"the largest, a {largest}", most, "B", peer, TARGET, None),
    ]
