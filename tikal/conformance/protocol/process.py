"""The process of an engine: started, and ended with all that it has started.

On Linux a process of our own stands between, so that the engine ends with the kit even if that is
killed, and takes along what it has started, also what has called setsid. Elsewhere what stays in
the engine's process group ends with it, if the kit has time to end them. A program that wants to
stay can: this is not a sandbox.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final, Protocol, cast

_SUPERVISOR: Final = Path(__file__).with_name("supervisor.py")
#: Seconds to wait for the end of a process; one that cannot be killed is left behind.
SECONDS_TO_END: Final = 5.0


class EngineProcess(Protocol):
    """A process with three pipes."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    stderr: IO[bytes]

    def exit_code(self, seconds: float = 0) -> int | None:
        """The exit code, negative for a signal; None if the process still runs after this time."""

    def kill(self) -> None:
        """End it and what it started, at once."""


def start(command: Sequence[str]) -> EngineProcess:
    """Start an engine; an `OSError` or a `ValueError` if that is impossible."""
    can_be_supervised = sys.platform == "linux" and bool(sys.executable) and _SUPERVISOR.is_file()
    return _Supervised(command) if can_be_supervised else _Plain(command)


def _popen(command: Sequence[str], pass_fds: Sequence[int] = ()) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for us; and what it starts can be ended with it
        pass_fds=pass_fds,
    )


class _Plain:
    """A child process, and the process group it leads."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = _popen(command)
        self.stdin, self.stdout, self.stderr = _pipes(self._process)

    def exit_code(self, seconds: float = 0) -> int | None:
        """See `EngineProcess`."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self._process.poll()

    def kill(self) -> None:
        """See `EngineProcess`."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)


class _Supervised:
    """A child of `supervisor`, which ends it when our end of a pipe is closed."""

    def __init__(self, command: Sequence[str]) -> None:
        self._life: int | None
        self._news: int | None
        life, self._life = os.pipe()
        self._news, news = os.pipe()
        self._code: int | None = None
        script = [sys.executable, "-I", "-S", str(_SUPERVISOR), str(life), str(news)]
        try:
            self._process = _popen([*script, *command], (life, news))
        except BaseException:
            self._close()
            raise
        finally:
            os.close(life)
            os.close(news)
        self.stdin, self.stdout, self.stderr = _pipes(self._process)
        try:
            answer = os.read(self._news, len(b"started\n")).strip()
            if answer != b"started":
                number = int(answer or errno.ECHILD)
                raise OSError(number, os.strerror(number))
        except BaseException:  # Ctrl-C just now must not leave the process behind
            self.kill()
            for pipe in (self.stdin, self.stdout, self.stderr):
                pipe.close()
            raise

    def exit_code(self, seconds: float = 0) -> int | None:
        """See `EngineProcess`."""
        if self._code is None and self._news is not None:
            waiting = select.poll()
            waiting.register(self._news, select.POLLIN)
            if waiting.poll(seconds * 1000):
                news = os.read(self._news, 16)
                self._code = int(news) if news else None
        return self._code

    def kill(self) -> None:
        """See `EngineProcess`."""
        if self._life is not None:
            os.close(self._life)
            self._life = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)
        if self._process.poll() is None:
            self._process.kill()  # it was stopped from outside; the engine ends with it
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(SECONDS_TO_END)
        self.exit_code()
        self._close()

    def _close(self) -> None:
        for descriptor in (self._life, self._news):
            if descriptor is not None:
                os.close(descriptor)
        self._life = self._news = None


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    pipes = process.stdin, process.stdout, process.stderr
    assert None not in pipes  # all of them are asked for
    return cast("tuple[IO[bytes], IO[bytes], IO[bytes]]", pipes)
