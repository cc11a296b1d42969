"""Talking to another engine: a child process that answers one JSON line with another.

Whatever the child does (crash, hang, print garbage or an endless line, never read), the caller gets
a `ChildFailure` that says so within the time allowed.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import threading
from collections.abc import Mapping, Sequence
from typing import Final, Self

from tikal.conformance.protocol.process import start
from tikal.errors import InvalidNotation, TikalError
from tikal.notation.documents.limits import Ambiguous
from tikal.notation.documents.parsing import Json, is_plain, parse_json

#: A longer line is taken for an endless one; all legal moves of a position take some 10 KB.
MAX_ANSWER_BYTES: Final = 1_000_000
#: No answer of the protocol is nested deeper.
MAX_ANSWER_DEPTH: Final = 9
#: Characters of the child's standard error that are stored for messages.
STDERR_TAIL: Final = 400


class ChildFailure(TikalError):
    """The engine did not answer as the protocol demands."""


class Child:
    """A running engine."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = start(command)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            hint = "; give program and arguments separately, without quotes around them all"
            unsplit = hint if len(command) == 1 and " " in command[0] else ""
            raise ChildFailure(f"{command[0]!r:.80} cannot be started: {reason}{unsplit}") from None
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        # one answer waits, then the reader blocks: an endless stream of lines does not fill memory
        self._inbox: queue.Queue[dict[str, Json] | str | None] = queue.Queue(maxsize=1)
        self._closed = threading.Event()
        self._words = b""
        self._listener = threading.Thread(target=self._listen, daemon=True)
        try:
            self._listener.start()
            for task in (self._send, self._receive):
                threading.Thread(target=task, daemon=True).start()
        except BaseException:  # Ctrl-C at this moment must not leave the process behind
            self.kill()
            raise

    def ask(self, request: Mapping[str, Json], seconds: float) -> dict[str, Json]:
        """Send one object and return the answer."""
        self.tell(request)
        try:
            answer = self._inbox.get(timeout=seconds)
        except queue.Empty:
            what = f"gave no answer within {seconds:g} s"
            code = self._process.exit_code()
            if code is not None:
                what += f", and {_exit(code)}"
            raise self._failure(what) from None
        if answer is None:
            raise self._failure(self._end())
        if isinstance(answer, str):
            raise self._failure(answer)
        return answer

    def tell(self, request: Mapping[str, Json]) -> None:
        """Send one object."""
        self._outbox.put(json.dumps(request, ensure_ascii=False).encode() + b"\n")

    def close(self, seconds: float = 2) -> None:
        """Give the child a moment to end by itself, then end it."""
        self._outbox.put(None)
        self._closed.set()
        self._process.exit_code(seconds)
        self.kill()

    def kill(self) -> None:
        """End the child and everything it started immediately."""
        self._closed.set()
        self._outbox.put(None)
        self._process.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    # --- three threads, so that no pipe can block us -------------------------------------------

    def _send(self) -> None:
        pipe = self._process.stdin
        # a child that has ended is noticed where its answer is awaited
        with contextlib.suppress(OSError, ValueError), pipe:
            while (line := self._outbox.get()) is not None:
                pipe.write(line)
                pipe.flush()

    def _receive(self) -> None:
        with contextlib.suppress(OSError, ValueError), self._process.stdout as pipe:
            while line := pipe.readline(MAX_ANSWER_BYTES + 1):
                self._deliver(_read(line))  # here, while the clock of `ask` is running
        self._deliver(None)

    def _deliver(self, answer: dict[str, Json] | str | None) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._inbox.put(answer, timeout=0.2)
                return

    def _listen(self) -> None:
        with contextlib.suppress(OSError, ValueError), self._process.stderr as pipe:
            while words := os.read(pipe.fileno(), 65536):
                self._words = (self._words + words)[-STDERR_TAIL:]

    def _end(self) -> str:
        """The message about a child that has closed its output."""
        code = self._process.exit_code(1)
        self._listener.join(1)  # until its last words have arrived
        return "closed its output" if code is None else _exit(code)

    def _failure(self, what: str) -> ChildFailure:
        """The failure, with the end of the child's standard error."""
        words = self._words.decode("utf-8", "replace").strip()
        return ChildFailure(f"{what}: {words}" if words else what)


def _read(line: bytes) -> dict[str, Json] | str:
    """The answer on a line, or what is wrong with it."""
    if len(line) > MAX_ANSWER_BYTES:
        return f"printed a line of more than {MAX_ANSWER_BYTES} bytes"
    if not line.strip():
        return "printed an empty line"
    try:
        answer = parse_json(line)
    except InvalidNotation as error:
        return f"printed {_excerpt(line)}: {error}"
    if not isinstance(answer, dict):
        what = f"is {answer!r}" if type(answer) is Ambiguous else "is not an object"
        return f"printed {_excerpt(line)}, which {what}"
    if not is_plain(answer, MAX_ANSWER_DEPTH):
        return (
            f"printed {_excerpt(line)}, which holds NaN or Infinity, a key twice, "
            f"or something nested deeper than {MAX_ANSWER_DEPTH} levels"
        )
    return answer


def _exit(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:  # one that Python has no name for
        return f"was ended by signal {-code}"


def _excerpt(line: bytes) -> str:
    return repr(line[:60].decode("utf-8", "replace"))
