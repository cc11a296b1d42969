"""What a position costs in memory beyond what it shares with the one before it."""

from __future__ import annotations

import gc
import statistics
import sys
from collections import defaultdict
from itertools import pairwise
from types import FunctionType, ModuleType
from typing import Final

from benchmarks.corpus import SENSIBLE
from benchmarks.measure import Finding

TARGET: Final = 2048


def _reached(root: object) -> dict[int, object]:
    """Every object that the root refers to, itself included; code and classes left out."""
    found: dict[int, object] = {}
    waiting = [root]
    while waiting:
        thing = waiting.pop()
        if id(thing) not in found and not isinstance(thing, (type, ModuleType, FunctionType)):
            found[id(thing)] = thing
            waiting.extend(gc.get_referents(thing))
    return found


def sizes() -> dict[str, list[int]]:
    """By move class, the bytes of what the position after the move has for itself."""
    sizes: dict[str, list[int]] = defaultdict(list)
    for before, after in pairwise(SENSIBLE):
        shared = _reached(before.state)
        own = [thing for key, thing in _reached(after.state).items() if key not in shared]
        sizes[type(before.move).__name__].append(sum(map(sys.getsizeof, own)))
    return sizes


def findings() -> list[Finding]:
    """The mean over a game, and the dearest kind of move."""
    by_move = sizes()
    every = [size for found in by_move.values() for size in found]
    dearest = max(by_move, key=lambda name: statistics.mean(by_move[name]))
    peer = "bytes beyond the state before"
    return [
        Finding("memory of a state", statistics.mean(every), "B", peer, TARGET, None),
        Finding(
            f"the dearest: after {dearest}",
            statistics.mean(by_move[dearest]),
            "B",
            peer,
            TARGET,
            None,
        ),
    ]
