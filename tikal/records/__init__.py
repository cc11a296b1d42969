"""Game records: text that people can write by hand at the table.

    edition: rio-grande-1999
    players: 2
    names: Ana, Ben

    # Turn 1, Ana
    draw A3; place b3 r1; deploy L a1; end
    2: draw A1   # a seat may stand before a move

Reading checks how a record is written; whether its moves are legal is for `Record.replay` to say.
Records are UTF-8 and hold at most 20,000 lines of 4,000 characters and 20,000 moves, some thirty
times as many as a real game. `Reader` goes through a file of any length, a line at a time.
"""

from __future__ import annotations

import io
from typing import Protocol

from attrs import evolve

from tikal.editions import read_edition, write_edition
from tikal.errors import InvalidArgument, InvalidNotation, WrongType
from tikal.records.parts import (
    LONGEST_LINE,
    MOST_LINES,
    MOST_MOVES,
    Comment,
    Entry,
    Line,
    Note,
    lines_of,
)
from tikal.records.reader import Readable, Reader, Source, parse_moves
from tikal.records.record import Record


class Writable(Protocol):
    """A file opened for writing text."""

    def write(self, text: str, /) -> object:
        """Add text."""


def loads(text: str | bytes) -> Record:
    """Read a record from text, or from bytes in UTF-8."""
    if not isinstance(text, str | bytes | bytearray | memoryview):
        raise WrongType(f"loads reads text: use load for a file, not {type(text).__name__}")
    return _read_all(Reader(text))


def load(file: Readable) -> Record:
    """Read a record from an open file, text or binary."""
    if not isinstance(file, Readable):
        raise WrongType(f"load reads an open file: use loads for text, not {type(file).__name__}")
    return _read_all(Reader(file))


def dumps(record: Record) -> str:
    """Write a record; `loads(dumps(record)) == record`, and comments stay where they are."""
    if not isinstance(record, Record):
        raise WrongType(f"a Record is needed, not {type(record).__name__}: make one by Record.of")
    body = ["", *map(str, record.lines)] if record.lines else []
    return "\n".join((*record.header_lines(), *body)) + "\n"


def dump(record: Record, file: Writable) -> None:
    """Write a record to a file opened as text; use UTF-8 if others are to read it."""
    text = dumps(record)
    try:
        file.write(text)
    except UnicodeEncodeError as error:
        raise InvalidArgument("open the file with encoding='utf-8' to write this") from error
    except (TypeError, AttributeError, io.UnsupportedOperation, ValueError) as error:
        raise WrongType("dump writes to a file that is opened for writing text") from error


def _read_all(reader: Reader) -> Record:
    lines: list[Line] = []
    moves = 0
    for line in reader.lines():
        lines.append(line)
        moves += len(line.entries)
        if len(lines) > MOST_LINES or moves > MOST_MOVES:
            raise InvalidNotation(
                f"a record has at most {MOST_LINES} lines and {MOST_MOVES} moves", reader.line, 1
            )
    try:
        return evolve(reader.header, lines=lines)
    except InvalidArgument as error:
        raise InvalidNotation(str(error), reader.line, 1) from None


__all__ = [
    "Comment", "Entry", "LONGEST_LINE", "Line", "MOST_LINES", "MOST_MOVES", "Note", "Record",
    "Reader", "Source", "dump", "dumps", "lines_of", "load", "loads", "parse_moves", "read_edition",
    "write_edition",
]  # fmt: skip
