"""Reading records and auditing them."""

from __future__ import annotations

from typing import Final

import tikal
from benchmarks.corpus import PLAYED
from benchmarks.measure import Comparison, Task

_TEXT: Final = tikal.dumps(tikal.Record.of(PLAYED))
_MOVES: Final = len(PLAYED.steps)


def _loads() -> int:
    tikal.loads(_TEXT)
    return 1


def _audits() -> int:
    replay = tikal.loads(_TEXT).replay()
    assert replay.refusal is None
    return 1


TASKS: Final[dict[str, Task]] = {"loads of a record": _loads, "audit of a record": _audits}
COMPARISONS: Final = (
    Comparison(f"loads of {_MOVES} moves", "loads of a record", "catanatron game"),
    Comparison(f"audit of {_MOVES} moves", "audit of a record", "catanatron game"),
)
