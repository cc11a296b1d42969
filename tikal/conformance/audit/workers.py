"""Executors: this process, the cores of this machine, or a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, ParamSpec, TypeVar

from tikal.errors import InvalidArgument

#: The address that stands for a Dask cluster on this machine, started for this run.
LOCAL: Final = "local"
#: The cluster has no dashboard: keep little history, or its memory grows for an hour.
_WITHOUT_DASHBOARD: Final = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.low-level-log-length": 100,
    "distributed.admin.system-monitor.log-length": 100,
}

P = ParamSpec("P")
R = TypeVar("R")


@contextmanager
def process_pool(workers: int) -> Iterator[Executor | None]:
    """Several processes of this machine; None for one worker, which needs no pool.

    When one of them dies the tasks at hand are lost with it, and the next ones go to new processes.
    """
    if workers < 1:
        raise InvalidArgument(f"at least one worker is needed, not {workers}")
    if workers == 1:
        yield None
        return
    with RestartingPool(workers) as pool:
        yield pool


class RestartingPool(Executor):
    """Processes that are started with the first task, and again after one of them has died.

    Their pool is broken then: whatever was given to it ends in `BrokenExecutor`.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, task: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Give a task to the processes, to new ones if need be."""
        if self._pool:
            try:
                return self._pool.submit(task, *args, **kwargs)
            except BrokenExecutor:
                self.shutdown()
        self._pool = _start_pool(self._workers)
        return self._pool.submit(task, *args, **kwargs)

    def shutdown(self, wait: bool = False, *, cancel_futures: bool = True) -> None:
        """End the processes when their tasks at hand are done; drop all others."""
        if self._pool:
            self._pool.shutdown(wait, cancel_futures=cancel_futures)
        self._pool = None

    def __exit__(self, *_: object) -> None:
        self.shutdown()


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
        import dask
        from distributed import Client
    except ModuleNotFoundError as error:
        raise InvalidArgument(
            "a Dask cluster needs the package distributed: pip install 'tikal-rules[dask]'"
        ) from error
    connect: Any = Client  # its functions are not typed
    with dask.config.set(
        _WITHOUT_DASHBOARD
    ):  # to the end: workers that are started again ask for it too
        try:
            if address == LOCAL:
                with _ignoring_interrupts():
                    client = connect(
                        n_workers=workers, threads_per_worker=1, dashboard_address=":0"
                    )
            else:
                client = connect(address, timeout=10)
        except (OSError, ValueError, TimeoutError) as error:
            raise InvalidArgument(f"no Dask scheduler at {address!r:.80}: {error}") from None
        with client, client.get_executor() as executor:
            yield executor
