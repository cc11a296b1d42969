"""The next position of engine and specification compared in every position, move by move."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from tools.every_position import results
from tools.every_position.slices import ROOT

SUMMARY: Final = ROOT / "spec" / "reports" / "every-effect.json"
_HERE: Final = Path(__file__).parent
#: Modules that write results down, and faults that are planted.
_BESIDE: Final = ("__init__", "__main__", "faults")


def sources() -> str:
    """A digest of all that the results rest on: that of the refusals, and this package."""
    seen = hashlib.sha256(results.sources().encode())
    for path in sorted(_HERE.glob("*.py")):
        if path.stem not in _BESIDE:
            seen.update(results.bare(path).encode())
    seen.update((_HERE / "after.lp").read_bytes())
    return seen.hexdigest()[:16]
