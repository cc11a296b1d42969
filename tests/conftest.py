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
#: How many fresh examples a property has in `make verify`.
EXAMPLES = int(os.environ.get("TIKAL_EXAMPLES", "2500"))
settings.register_profile("verify", _COMMON, max_examples=EXAMPLES)
# Against mutants the first failure is enough: shrinking would make it four times slower.
settings.register_profile(
    "mutants", _COMMON, derandomize=True, max_examples=60, database=None, phases=[Phase.generate]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers go first, then node: one after the other, at the head of the first worker.

    Beside each other, or beside workers that have grown, they would take more than 1 GB. So what
    makes a worker grow goes last: properties, which keep all positions of a pool of games, and
    the page, with its index of questions and its 20 MB of Pyodide.
    """
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    asked = getattr(item, "fixturenames", ())
    if "browser" in asked or "node" in asked:
        return 0 if "browser" in asked else 1
    is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    return 3 if is_property or item.nodeid.startswith("tests/page/") else 2
