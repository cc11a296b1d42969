"""The cost of `import tikal`, in fresh processes with compiled bytecode."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from typing import Final

from benchmarks.measure import Finding

TARGET: Final = 0.6
_TIMED: Final = "import time; t = time.process_time(); import {}; print(time.process_time() - t)"


def _seconds(modules: str, bytecode: str) -> float:
    command = [sys.executable, "-c", _TIMED.format(modules)]
    settings = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    settings["PYTHONPYCACHEPREFIX"] = bytecode
    child = subprocess.run(command, check=True, capture_output=True, text=True, env=settings)
    return float(child.stdout)


def findings(rounds: int) -> list[Finding]:
    """The median ratio to importing what the library depends on; the first round only compiles."""
    with tempfile.TemporaryDirectory() as folder:
        ratios = [
            _seconds("tikal", folder) / _seconds("attrs, networkx", folder)
            for _ in range(rounds + 1)
        ][1:]
    return [
        Finding(
            "import tikal", statistics.median(ratios), "x", "import attrs, networkx", TARGET, None
        )
    ]
