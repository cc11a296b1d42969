"""`tikal audit` as a user starts it: how much memory it takes, and what happens as workers die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from attrs import define, field, frozen

from tikal._support.atomic_write import partial_of

#: A worker is killed when this share of the games is done, and one of its successors later.
_KILLS: Final = (1 / 3, 2 / 3)
_SECONDS_BETWEEN_SAMPLES: Final = 0.5
#: What the command line of a worker has, of the pool as of Dask, but not that of the tracker.
_WORKER: Final = b"multiprocessing.spawn"


@frozen
class Sample:
    """The resources of an audit at a moment."""

    seconds: float
    #: How many games are in the log.
    games: int
    #: Memory (PSS) in MB of the process that the user started; Dask's scheduler is part of it.
    parent: float
    #: The same of all its workers together, and how many there are.
    below: float
    workers: int
    #: Whether the log is still being written.
    is_auditing: bool


@define
class Watched:
    """An audit that has ended."""

    seconds: float = 0.0
    exit_code: int = 0
    samples: list[Sample] = field(factory=list)
    #: The workers that were killed: one, and one that was started after that.
    killed: list[int] = field(factory=list)

    def auditing(self) -> list[Sample]:
        """The samples taken while results were written."""
        return [each for each in self.samples if each.is_auditing and each.games]

    def auditing_seconds(self) -> float:
        """The duration in seconds."""
        samples = self.auditing()
        return samples[-1].seconds - samples[0].seconds if samples else 0.0

    def peak(self) -> float:
        """The most memory that the parent took, from its start to its end."""
        return max((each.parent for each in self.samples), default=0.0)


def watch(
    command: list[str], log: Path, games: int, say: Callable[[Watched], None], kills: bool = True
) -> Watched:
    """Run a command that writes a log, kill two of its workers on the way, and measure it."""
    for earlier in (log, partial_of(log)):
        earlier.unlink(missing_ok=True)
    found, lines = Watched(), _Lines(log)
    goals = [games * share for share in _KILLS] if kills else []
    first: set[int] = set()
    started = time.monotonic()
    with (
        log.with_suffix(".printed").open("wb") as printed,
        subprocess.Popen(command, stdout=printed, stderr=subprocess.STDOUT) as process,
    ):
        while process.poll() is None:
            workers = workers_of(process.pid)
            done = lines.count()
            # the first victim is any worker, the second one that was not there yet at that time
            if goals and done >= goals[0] and (victims := [*set(workers) - first]):
                goals.pop(0)
                first = set(workers)
                os.kill(victims[0], signal.SIGKILL)
                found.killed.append(victims[0])
            seconds = time.monotonic() - started
            below = sum(map(memory_of, workers))
            found.samples.append(
                Sample(seconds, done, memory_of(process.pid), below, len(workers), not log.exists())
            )
            say(found)
            time.sleep(_SECONDS_BETWEEN_SAMPLES)
    found.seconds = time.monotonic() - started
    found.exit_code = process.returncode
    return found


def audit_command(games: Path, log: Path, dask: bool) -> list[str]:
    """The command to audit a folder on two workers."""
    where = ["--dask", "local"] if dask else []
    options = ["--workers", "2", *where, "--format", "pretty", "-o", str(log)]
    return [sys.executable, "-m", "tikal", "audit", str(games), *options]


def report_command(log: Path, page: Path) -> list[str]:
    """The command to make a page of a log."""
    options = ["--format", "pretty", "-o", str(page)]
    return [sys.executable, "-m", "tikal", "report", str(log), *options]


class _Lines:
    """The number of lines of a log, while it is written and after that; each is counted once."""

    def __init__(self, log: Path) -> None:
        self._paths = (partial_of(log), log)
        self._read = self._lines = 0

    def count(self) -> int:
        """The results so far; the header is not one, but the footer counts until it is known."""
        for path in self._paths:
            if path.exists():
                with path.open("rb") as file:
                    file.seek(self._read)
                    while piece := file.read(1 << 20):
                        self._read += len(piece)
                        self._lines += piece.count(b"\n")
                break
        return max(0, self._lines - 1)


# --- processes -----------------------------------------------------------------------------------


def memory_of(pid: int) -> float:
    """The proportional set size of a process in MB; 0 if it has gone."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_bytes().splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) / 1024
    except OSError:  # it has just ended
        pass
    return 0.0


def workers_of(pid: int) -> list[int]:
    """The workers that a process has started, those of Dask's nannies included."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
        threads = Path(f"/proc/{pid}/task").iterdir()
        for each in threads:
            if each.name != str(pid):
                children += (each / "children").read_text("ascii").split()
    except OSError:
        return []
    return sorted(child for child in map(int, children) if _is_worker(child))


def _is_worker(pid: int) -> bool:
    try:
        return _WORKER in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
