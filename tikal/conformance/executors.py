"""Where the work is done: in this process, on the cores of this machine, or on a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, TypeVar

from tikal.errors import InvalidArgument

#: The address that stands for a Dask cluster on this machine, started for the occasion.
LOCAL: Final = "local"

T = TypeVar("T")
R = TypeVar("R")


@contextmanager
def process_pool(workers: int) -> Iterator[Executor | None]:
    """Some processes of this machine; with one worker there is no pool at all."""
    if workers < 1:
        raise InvalidArgument(f"at least one worker is needed, not {workers}")
    if workers == 1:
        yield None
        return
    pool = _started(workers)
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _started(workers: int) -> ProcessPoolExecutor:
    # the workers are started fresh: to fork beside the threads of a progress bar is not safe
    pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
    with _ignoring_interrupts():
        for _ in range(workers):
            pool.submit(os.getpid)  # a worker is started when there is work
    return pool


class LoneWorker(AbstractContextManager["LoneWorker"]):
    """A process that does one thing at a time: when it dies, it is known of what.

    It is started when there is work, and anew after it has died.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def do(self, work: Callable[[T], R], what: T) -> R:
        """Do the work there; `BrokenExecutor` if the process dies of it."""
        self._pool = self._pool or _started(1)
        try:
            return self._pool.submit(work, what).result()
        except BrokenExecutor:
            self._end()
            raise

    def _end(self) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = None

    def __exit__(self, *_: object) -> None:
        self._end()


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Ctrl-C is for the process that asked, not for the workers that it starts meanwhile.

    They learn to ignore it from this one, which therefore does not hear it in that moment either.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is None:
        yield  # off the main thread, or under a handler not of Python, there is nothing to be said
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def dask_cluster(address: str, workers: int | None = None) -> Iterator[Executor]:
    """The workers of a Dask scheduler, such as `tcp://10.0.0.1:8786`, or `local`."""
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        raise InvalidArgument(
            "a Dask cluster needs the package distributed: pip install 'tikal-rules[dask]'"
        ) from error
    connect: Any = Client  # its functions carry no types
    try:
        if address == LOCAL:
            with _ignoring_interrupts():
                client = connect(n_workers=workers, threads_per_worker=1, dashboard_address=":0")
        else:
            client = connect(address, timeout=10)
    except (OSError, ValueError, TimeoutError) as error:
        raise InvalidArgument(f"no Dask scheduler at {address!r:.80}: {error}") from None
    with client, client.get_executor() as executor:
        yield executor
