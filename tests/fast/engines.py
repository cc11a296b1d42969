"""The engines that must give the same answers: the Python one, and the compiled if it is there."""

from __future__ import annotations

from types import ModuleType
from typing import Final

import pytest

from tikal import fast
from tikal.fast import fallback


def _engines() -> dict[str, ModuleType]:
    found: dict[str, ModuleType] = {"fallback": fallback}
    if fast.COMPILED:
        from tikal.fast import compiled

        found["compiled"] = compiled
    return found


ENGINES: Final = _engines()
each_engine: Final = pytest.mark.parametrize("engine", ENGINES.values(), ids=list(ENGINES))
if_compiled: Final = pytest.mark.skipif(
    not fast.COMPILED,
    reason="the engine is not compiled here: python -m tools.packaging.compile_fast",
)
