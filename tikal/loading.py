"""Loading a game of any kind: a record, a JSON record or a JSON position.

Every command reads its games here, so this module loads nothing that only a report needs.
"""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from typing import BinaryIO, Final

from attrs import frozen

from tikal import records
from tikal.engine import Refusal, Step
from tikal.errors import InvalidArgument, InvalidNotation
from tikal.interchange import LARGEST, loads
from tikal.moves import Move
from tikal.records import Record
from tikal.state import ACTION_PHASES, ACTION_POINTS, State

#: Finds the edition of a game, in a header line or as a key of JSON.
_EDITION: Final = re.compile(
    rb'(?:^[ \t]*|")edition"?[ \t]*:[ \t]*"?([^"#\r\n]{,400})', re.MULTILINE
)


@frozen
class Game:
    """A game as it was read: the start, and the steps up to the end or the first refusal."""

    start: State
    steps: tuple[Step, ...] = ()
    refusal: Refusal | None = None
    record: Record | None = None

    @property
    def last(self) -> State:
        """The last position that was reached by legal moves."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def moves(self) -> int:
        """How many moves the record has, whether or not they are legal."""
        return len(self.record.entries) if self.record else 0

    def state_before(self, index: int) -> State:
        """The position in which a move is made or refused."""
        return self.steps[index - 1].state if index else self.start

    def phase_before(self, index: int) -> tuple[Move, ...]:
        """The moves of the same action phase before a move; () elsewhere.

        Also () if the phase had begun before the game did, which started from a position.
        """
        found: list[Move] = []
        for number in range(index, -1, -1):
            state = self.state_before(number)
            if state.phase not in ACTION_PHASES:
                break
            if state.phase == "act" and state.ap == ACTION_POINTS:
                return tuple(reversed(found))
            if number:
                found.append(self.steps[number - 1].move)
        return ()

    def place(self, index: int) -> tuple[int, int] | None:
        """Line and column of a move in the file, if it came from a text record."""
        entry = self.record.entries[index] if self.record else None
        if entry is None or entry.line is None or entry.column is None:
            return None
        return entry.line, entry.column


def read_file(path: Path) -> bytes:
    """The bytes of a file, as `read_stream` gives them; `InvalidArgument` if it cannot be read."""
    try:
        with path.open("rb") as file:
            return read_stream(file)
    except OSError as error:
        raise InvalidArgument(f"cannot be read: {error.strerror or error}") from None


def read_stream(file: BinaryIO) -> bytes:
    """The bytes of an open file; of one that is too large, just enough to show that it is."""
    return file.read(LARGEST + 1)


def is_too_large(data: bytes) -> bool:
    """Whether these are more bytes than any game has."""
    return len(data) > LARGEST


def game_of(data: bytes) -> Game:
    """The game, replayed to its end or its first refusal; a `TikalError` if it is not a game.

    The limits on what is read also bound the work of one game: an audit needs no clock.
    """
    if is_too_large(data):
        raise InvalidArgument(f"is larger than {LARGEST // 1_000_000} MB, so it is not a game")
    data = data.removeprefix(codecs.BOM_UTF8)
    if not data.strip():
        raise InvalidArgument("is empty")
    found = loads(data) if data.lstrip()[:1] in (b"{", b"[") else records.loads(data)
    if isinstance(found, State):
        return Game(found)
    replay = found.replay()
    return Game(found.start_state(), replay.steps, replay.refusal, found)


def edition_in(data: bytes) -> str | None:
    """The edition that a damaged game names, if that much of it can be read."""
    found = _EDITION.search(data.removeprefix(codecs.BOM_UTF8))
    try:
        return records.read_edition(found[1].decode("utf-8", "replace")).key if found else None
    except InvalidNotation:
        return None
