"""Settings that all tests share."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, Phase, settings

# Commands speak English here, whatever the locale of the machine; so do those that tests start.
os.environ["TIKAL_LANG"] = "en"

# The same examples on every run of CI; timing is never asserted.
_COMMON = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", _COMMON, derandomize=True, max_examples=60)
_EXAMPLES = int(os.environ.get("TIKAL_EXAMPLES", "10000"))
settings.register_profile("verify", _COMMON, max_examples=_EXAMPLES)
# Against mutants the first failure is enough: shrinking would make it four times slower.
settings.register_profile(
    "mutants", _COMMON, derandomize=True, max_examples=60, database=None, phases=[Phase.generate]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers go first, then node, one after the other: all at the head of the first worker.

    Beside each other, or beside workers that have grown, they would take more than 1 GB.
    """
    items.sort(key=_weight)


def _weight(item: pytest.Item) -> int:
    asked = getattr(item, "fixturenames", ())
    return next((at for at, name in enumerate(("browser", "node")) if name in asked), 2)
