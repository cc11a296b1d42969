"""Work in forked processes, as many at a time as there are cores."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")
#: The exit codes of work that did not return: it raised, or took too much CPU time, which does not
#: depend on what else the machine is doing.
RAISED: Final = 70
TIMEOUT: Final = -signal.SIGPROF


def run_forked(
    tasks: Iterable[T], work: Callable[[T], int], seconds: int
) -> Iterator[tuple[T, int, int]]:
    """Do every task in a process of its own, with a limit of CPU seconds.

    Yields task, process id and exit code as each ends. The exit code is what `work` returns, or
    the negative number of the signal that ended it.
    """
    waiting = list(tasks)
    running: dict[int, T] = {}
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            task = waiting.pop(0)
            running[_fork(task, work, seconds)] = task
        pid, status = os.wait()
        yield running.pop(pid), pid, os.waitstatus_to_exitcode(status)


def _fork(task: T, work: Callable[[T], int], seconds: int) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return pid
    code = RAISED
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        code = int(work(task))
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)
