"""A budget of processor time for every request of `tikal serve`."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

T = TypeVar("T")

#: Processor time of a request. The slowest that was measured, the first question of a language,
#: takes 0.7 s; a request that needs more than this is stopped.
REQUEST_SECONDS: Final = 10.0


class WorkSpent(BaseException):
    """Raised in a thread whose call has spent its budget; no handler of `Exception` catches it."""


class Budget:
    """Stops calls that spend more processor time than they may.

    A call is stopped between two steps of Python, so every call of C must be short.
    """

    def __init__(self, seconds: float = REQUEST_SECONDS) -> None:
        self.seconds = seconds
        self._lock = threading.Lock()
        #: By thread, the clock of its processor time and when its budget is spent.
        self._running: dict[int, tuple[Callable[[], float], float]] = {}

    def run(self, call: Callable[[], T]) -> T:
        """Return what the call returns; raise `WorkSpent` if `stop_spent` had to stop it."""
        thread, clock = threading.get_ident(), _clock()
        try:
            with self._lock:
                self._running[thread] = clock, clock() + self.seconds
            return call()
        finally:
            self._end(thread)

    def _end(self, thread: int) -> None:
        """Forget a call, also if it is stopped in this moment."""
        while True:
            with suppress(WorkSpent), self._lock:
                self._running.pop(thread, None)
                _raise_in(thread, None)  # what comes too late for the call is withdrawn
                return

    def stop_spent(self) -> None:
        """Stop every call whose budget is spent; another thread asks now and then."""
        with self._lock:
            for thread, (clock, end) in self._running.items():
                if clock() > end:
                    _raise_in(thread, WorkSpent)


def _clock() -> Callable[[], float]:
    """A clock of the processor time of this thread; of the time where there is none."""
    try:
        number = time.pthread_getcpuclockid(threading.get_ident())
    except (AttributeError, OSError):
        return time.monotonic
    return lambda: time.clock_gettime(number)


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    """Raise an exception in a thread before its next step of Python; None withdraws it."""
    error = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)
