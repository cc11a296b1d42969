"""Limits on what comes in: the size of a body, and requests a second for each address."""

from __future__ import annotations

import time
from collections import OrderedDict

#: Larger bodies are refused with 413, larger messages end the connection.
MAX_BODY_BYTES = 10_000
MAX_MESSAGE_BYTES = 2_000
#: The addresses whose rates are remembered.
MAX_ADDRESSES = 10_000


class Rates:
    """The requests that each address has left, `rate` more every second."""

    def __init__(self, rate: float) -> None:
        self._rate, self._burst = rate, 2 * rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str) -> float:
        """The seconds until this address may ask again; 0 if it may ask now."""
        now = time.monotonic()
        left, then = self._left.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        self._left[address] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > MAX_ADDRESSES:
            self._left.popitem(last=False)
        return 0.0 if left >= 1 else (1 - left) / self._rate
