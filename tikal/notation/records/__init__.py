"""Game records: text that people can write by hand at the table.

    edition: rio-grande-1999
    players: 2
    names: Ana, Ben

    # Turn 1, Ana
    draw A3; place b3 r1; deploy W a1 x2; walk W a1-b2-b3; end
    Ben: draw A1   # a name or a seat may stand before a move

Reading checks how a record is written; whether its moves are legal is for `Record.replay` to say.
Records are UTF-8 and hold at most 20,000 lines of 4,000 characters and 20,000 moves, some thirty
times as many as a real game. `Reader` goes through a file of any length, a line at a time.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Protocol

from attrs import evolve

from tikal.editions import read_edition, write_edition
from tikal.errors import InvalidArgument, InvalidNotation, Mistake, WrongType, with_clause
from tikal.notation.records.claims import WrongClaim, place_text, wrong_claims
from tikal.notation.records.lines import Readable, Source
from tikal.notation.records.parts import (
    MAX_LINE_CHARACTERS,
    MAX_LINES,
    MAX_MOVES,
    Comment,
    Entry,
    Line,
    Note,
    lines_of,
)
from tikal.notation.records.reader import Reader, parse_moves
from tikal.notation.records.record import Record
from tikal.notation.records.shorthand import MAX_ERRORS, Mistakes


class Writable(Protocol):
    """A file opened for writing text."""

    def write(self, text: str, /) -> object:
        """Add text."""


def loads(text: str | bytes) -> Record:
    """Read a record from text, or from bytes in UTF-8."""
    if not isinstance(text, str | bytes | bytearray | memoryview):
        raise WrongType(f"loads reads text: use load for a file, not {type(text).__name__}")
    return _read_all(text)


def load(file: Readable) -> Record:
    """Read a record from an open file, text or binary."""
    if not isinstance(file, Readable):
        raise WrongType(f"load reads an open file: use loads for text, not {type(file).__name__}")
    return _read_all(file)


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


def readable_part(text: str | bytes) -> Record | None:
    """The record up to its first mistake; None if not even its header can be read."""
    mistakes = Mistakes()
    reader = Reader(text, mistakes)
    if mistakes:
        return None
    lines: list[Line] = []
    for line in _limited(reader, mistakes):
        first = mistakes.error() if mistakes else None
        entries = [entry for entry in line.entries if not first or _is_before(entry, first)]
        lines.append(evolve(line, entries=entries))
        if first:
            break
    try:
        return evolve(reader.header, lines=lines)
    except InvalidArgument:  # it is too long
        return None


def _is_before(entry: Entry, error: InvalidNotation) -> bool:
    return (entry.line or 0, entry.column or 0) < (error.line or 0, error.column or 0)


def _read_all(source: Source) -> Record:
    mistakes = Mistakes()
    reader = Reader(source, mistakes)
    lines = list(_limited(reader, mistakes))
    if mistakes:
        raise mistakes.error()
    try:
        return evolve(reader.header, lines=lines)
    except InvalidArgument as error:
        raise InvalidNotation(with_clause(error), reader.line, 1) from None


def _limited(reader: Reader, mistakes: Mistakes) -> Iterator[Line]:
    """The lines of a record; too many of them are a mistake, and the end."""
    moves = 0
    for count, line in enumerate(reader.lines(), start=1):
        moves += len(line.entries)
        if count > MAX_LINES or moves > MAX_MOVES:
            mistake = Mistake("record/long", lines=MAX_LINES, moves=MAX_MOVES)
            mistakes.add(InvalidNotation(mistake, reader.line, 1))
            return
        yield line


__all__ = [
    "Comment", "Entry", "Line", "MAX_LINE_CHARACTERS", "Mistakes", "MAX_ERRORS", "MAX_LINES",
    "MAX_MOVES", "Note", "Reader", "Record", "Source", "WrongClaim", "dump", "dumps", "lines_of",
    "load", "loads", "parse_moves", "place_text", "read_edition", "readable_part", "write_edition",
    "wrong_claims",
]  # fmt: skip
