"""The report on this library that travels with it: `tools.selfreport` makes it in a checkout."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path

from tikal._support.resources import specification


def shipped_report() -> Traversable:
    """The last report that was made before the release, as a log."""
    return specification().joinpath("reports", "self.jsonl")


def checkout() -> Path | None:
    """The root of the checkout that this package is in, or None if it is installed."""
    root = Path(__file__).parents[3]
    return root if (root / "tests").is_dir() and (root / "tools").is_dir() else None
