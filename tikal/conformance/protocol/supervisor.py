"""The process between the kit and an engine on Linux: with the kit, it ends all of the engine.

It runs as a script, `python -I -S supervisor.py CONTROL STATUS COMMAND...`, and imports nothing of
this package. The kit holds the other ends of two pipes. CONTROL closes when the kit wants the end
or is gone itself, even by `kill -9`. STATUS reports `started`, or the number of the error, and
later how the engine ended.

What the engine starts and leaves behind becomes a child of this process, also what has called
setsid, so that it can be found; see PR_SET_CHILD_SUBREAPER in prctl(2).
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import time
from contextlib import suppress

#: From linux/prctl.h.
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
#: Seconds to try to end processes; one that cannot be killed is left behind.
SECONDS_TO_END = 4.0


class Supervisor:
    """The engine, and everything below this process."""

    def __init__(self, news: int, command: list[str]) -> None:
        self._news = news
        self._is_running = True
        self._engine = self._start(command)

    def _start(self, command: list[str]) -> int:
        """Start the engine and return its process id; report a failure to the kit."""
        failure, fail = os.pipe()
        me = os.getpid()
        engine = os.fork()
        if not engine:
            try:
                signal.set_wakeup_fd(-1)
                for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ):
                    signal.signal(number, signal.SIG_DFL)
                os.setsid()
                _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
                if os.getppid() == me:
                    os.execvp(command[0], command)
            except OSError as error:
                os.write(fail, str(error.errno).encode())
            finally:
                os._exit(127)
        os.close(fail)
        number_of_error = os.read(failure, 16)
        os.close(failure)
        self._tell(number_of_error or b"started")
        if number_of_error:
            sys.exit()
        return engine

    def reap(self) -> bool:
        """Take leave of children that have ended; whether there are others."""
        while True:
            try:
                child, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if not child:
                return True
            if child == self._engine:
                self._is_running = False
                self._tell(str(os.waitstatus_to_exitcode(status)).encode())

    def end_all(self) -> None:
        """End all children, and theirs, which become children when their parents have ended."""
        if self._is_running:
            with suppress(OSError):
                os.killpg(self._engine, signal.SIGKILL)
        stop = time.monotonic() + SECONDS_TO_END
        while self.reap() and time.monotonic() < stop:
            for child in _children():
                # only children are killed: until they are reaped, their process id is not reused
                with suppress(OSError):
                    os.kill(child, signal.SIGKILL)
            time.sleep(0.002)

    def _tell(self, news: bytes) -> None:
        with suppress(OSError):  # the kit is gone
            os.write(self._news, news + b"\n")


def main(life: int, news: int, command: list[str]) -> None:
    """Start the engine, wait for the end of all that it is, or of the kit; end what is left."""
    os.set_inheritable(life, False)
    os.set_inheritable(news, False)
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    waker, wake = os.pipe()
    os.set_blocking(waker, False)
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)  # wakes us
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    supervisor = Supervisor(news, command)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # the pipes are the engine's: what it closes is to be closed
        os.dup2(nowhere, stream)
    while supervisor.reap():
        ready, _, _ = select.select([life, waker], [], [])
        if life in ready:
            break
        os.read(waker, 4096)
    supervisor.end_all()


def _children() -> list[int]:
    """The children of this process; none if the system does not tell."""
    me, found = os.getpid(), []
    try:
        numbers = [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208
    except OSError:
        return []
    for number in numbers:
        with suppress(OSError), open(f"/proc/{number}/stat", "rb") as file:  # noqa: PTH123
            # the name of the program, in parentheses, may hold anything
            parent = file.read().rpartition(b")")[2].split()[1]
            if int(parent) == me:
                found.append(number)
    return found


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value), 0, 0, 0)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
