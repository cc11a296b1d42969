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

#: The address that stands for a Dask cluster on this machine, started for this run.
LOCAL: Final = "local"

T = TypeVar("T")
R = TypeVar("R")


@contextmanager
def process_pool(workers: int) -> Iterator[Executor | None]:
    """Several processes of this machine; None for one worker, which needs no pool."""
    if workers < 1:
        raise InvalidArgument(f"at least one worker is needed, not {workers}")
    if workers == 1:
        yield None
        return
    pool = _start_pool(workers)
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _start_pool(workers: int) -> ProcessPoolExecutor:
    # the workers are spawned: forking beside the threads of a progress bar is not safe
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_end_with_parent)
    with _ignoring_interrupts():
        for _ in range(workers):
            pool.submit(os.getpid)  # a pool starts a worker only when it gets a task
    return pool


def _end_with_parent() -> None:
    """End this worker when the process that started it is gone, however that was ended.

    Otherwise it would wait for ever: the workers hold both ends of the queue they read from. With
    the last worker the resource tracker of `multiprocessing` ends too.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None  # this runs in a worker

    def end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end, name="end with parent", daemon=True).start()


class SingleWorker(AbstractContextManager["SingleWorker"]):
    """A process that does one task at a time, so that its death can be blamed on that task.

    It is started with the first task, and again after it has died.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def run(self, task: Callable[[T], R], argument: T) -> R:
        """The result of the task; `BrokenExecutor` if it kills the process."""
        self._pool = self._pool or _start_pool(1)
        try:
            return self._pool.submit(task, argument).result()
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
    """Start workers that ignore Ctrl-C, which is for the main process to handle.

    They inherit this from the main process, which therefore ignores it for a moment too.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is None:
        yield  # signals can be set only in the main thread, and restored only if Python set them
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
    connect: Any = Client  # its functions are not typed
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
