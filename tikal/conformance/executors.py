"""Where the work is done: in this process, on the cores of this machine, or on a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import Any, Final, TypeAlias

from tikal.errors import InvalidArgument

#: The address that stands for a Dask cluster on this machine, started for the occasion.
LOCAL: Final = "local"

SignalHandler: TypeAlias = Callable[[int, FrameType | None], None]


@contextmanager
def process_pool(workers: int) -> Iterator[Executor | None]:
    """Some processes of this machine; with one worker there is no pool at all."""
    if workers < 1:
        raise InvalidArgument(f"at least one worker is needed, not {workers}")
    if workers == 1:
        yield None
        return
    # the workers are started fresh: to fork beside the threads of a progress bar is not safe
    fresh = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=fresh)
    with _ignoring_interrupts():
        for _ in range(workers):
            pool.submit(os.getpid)  # a worker is started when there is work
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def on_signal(number: signal.Signals, handler: signal.Handlers | SignalHandler) -> Iterator[None]:
    """Say what a signal does meanwhile, unless it is ignored or somebody else's.

    Off the main thread nothing can be said.
    """
    before = signal.getsignal(number)
    is_ours = threading.current_thread() is threading.main_thread()
    if not is_ours or before in (None, signal.SIG_IGN):
        yield
        return
    signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def _ignoring_interrupts() -> AbstractContextManager[None]:
    """Ctrl-C is for the process that asked, not for the workers that it starts meanwhile."""
    return on_signal(signal.SIGINT, signal.SIG_IGN)


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
