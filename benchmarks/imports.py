"""What `import tikal` costs, in fresh processes."""

from __future__ import annotations

import statistics
import subprocess
import sys
from typing import Final

from benchmarks.measure import Finding

TARGET: Final = 0.6
_TIMED: Final = "import time; t = time.process_time(); import {}; print(time.process_time() - t)"


def _seconds(modules: str) -> float:
    command = [sys.executable, "-c", _TIMED.format(modules)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def findings(rounds: int) -> list[Finding]:
    """The median ratio to importing what the library stands on."""
    ratios = [_seconds("tikal") / _seconds("attrs, networkx") for _ in range(rounds + 1)][1:]
    return [
        Finding(
            "import tikal", statistics.median(ratios), "x", "import attrs, networkx", TARGET, None
        )
    ]
