"""Spaces of Gymnasium that the environments share."""

from __future__ import annotations

from typing import Final

from tikal.bots.observation import LENGTH
from tikal.errors import WrongType, missing_extra

try:
    import numpy as np
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise missing_extra("bots", error) from error

#: More than anybody has ever scored or held of anything.
_MAX_VALUE: Final = 100_000
#: The same in scaled observations; points, by far the largest, are divided by 128.
_MAX_SCALED: Final = 16


def observation_space(scaled: bool) -> spaces.Box:
    """The space of observations, as they are or scaled."""
    if type(scaled) is not bool:
        raise WrongType(f"scaled is True or False, not {type(scaled).__name__}")
    return spaces.Box(0, _MAX_SCALED if scaled else _MAX_VALUE, (LENGTH,), np.float32)
