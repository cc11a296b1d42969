"""Reading the GAME argument: a record, a JSON record or a JSON position, from a file or a pipe."""

from __future__ import annotations

import codecs
import sys
from pathlib import Path

import click
from attrs import frozen

from tikal import records
from tikal.cli.output import fail
from tikal.engine import Refusal, Step
from tikal.errors import TikalError
from tikal.records import Record
from tikal.state import State

#: Larger files are refused unread: a long game has some 20 KB.
MOST_BYTES = 16 * 1024 * 1024


@frozen
class Game:
    """What was read: a start, and the steps up to the end or the first refusal."""

    name: str
    start: State
    steps: tuple[Step, ...] = ()
    refusal: Refusal | None = None
    record: Record | None = None

    @property
    def moves(self) -> int:
        """How many moves the record has, whether or not they are legal."""
        return len(self.record.moves) if self.record else 0

    def place(self, index: int) -> tuple[int, int] | None:
        """Line and column of a move in the file, if it came from a text record."""
        entry = self.record.entries[index] if self.record else None
        if entry is None or entry.line is None or entry.column is None:
            return None
        return entry.line, entry.column

    def state(self, at: int | None) -> State:
        """The position after so many moves; the last one if it is not said."""
        if at is None:
            return self.steps[-1].state if self.steps else self.start
        if at < 0 or at > len(self.steps):
            reached = f"{len(self.steps)} legal moves" if self.refusal else f"{self.moves} moves"
            fail(f"{self.name}: there is no position after {at} moves, only up to {reached}")
        return self.steps[at - 1].state if at else self.start


def read(path: str) -> Game:
    """Read a game; whatever cannot be read ends the command with a message."""
    name = "standard input" if path == "-" else path
    data = _bytes(path, name).removeprefix(codecs.BOM_UTF8)
    if not data.strip():
        fail(f"{name} is empty")
    try:
        if data.lstrip()[:1] == b"{":
            return _from_json(name, data)
        return _from_record(name, records.loads(data))
    except TikalError as error:
        fail(f"{name}: {error}")


def _bytes(path: str, name: str) -> bytes:
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except OSError as error:
        fail(f"{name} cannot be read: {error.strerror or error}")
    if len(data) > MOST_BYTES:
        fail(f"{name} is larger than {MOST_BYTES // 1024 // 1024} MB, which no game is")
    return data


def _from_record(name: str, record: Record) -> Game:
    replay = record.replay()
    return Game(name, record.start_state(), replay.steps, replay.refusal, record)


def _from_json(name: str, data: bytes) -> Game:
    from tikal.interchange import loads

    read = loads(data)
    if isinstance(read, Record):
        return _from_record(name, read)
    return Game(name, read)


game_argument = click.argument("game", metavar="GAME")
at_option = click.option(
    "--at",
    type=int,
    metavar="N",
    help="Look at the position after N moves instead of the last one.",
)
