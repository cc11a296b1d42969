"""The lines of a record, wherever they come from, numbered and of bounded length."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from typing import Protocol, TypeAlias, runtime_checkable

from tikal.errors import InvalidNotation, Mistake, WrongType
from tikal.notation.records.parts import (
    MAX_LINE_CHARACTERS,
    UNPRINTABLE,
)


@runtime_checkable
class Readable(Protocol):
    """A file opened for reading, as text or in binary."""

    def readline(self, limit: int = ..., /) -> str | bytes:
        """The next line, or its first part."""


Source: TypeAlias = str | bytes | Readable | Iterable[str]


def decode_utf8(data: bytes, line: int = 1) -> str:
    """The text of UTF-8 bytes; `InvalidNotation` names the first place that is not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        good = data[: error.start].decode()
        raise InvalidNotation(
            Mistake("text/bytes", encoding="UTF-8", byte=f"{data[error.start]:#04x}"),
            line + good.count("\n"),
            len(good) - good.rfind("\n"),
        ) from None


def numbered(source: Source, longest: int = MAX_LINE_CHARACTERS) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without line ends; each is printable and not too long."""
    # somewhat more bytes than the longest line can have: longer ones are cut here and refused
    cut = 4 * longest + 8
    for number, raw in enumerate(_raw(source, cut), start=1):
        if not isinstance(raw, str | bytes):
            raise WrongType(f"a record is read from text or bytes, not {type(raw).__name__}")
        if len(raw) >= cut:
            raise _too_long(number, longest)
        text = raw if isinstance(raw, str) else decode_utf8(raw, number)
        if number == 1:
            text = text.removeprefix("\ufeff")
        text = text.removesuffix("\n").removesuffix("\r")
        if len(text) > longest:
            raise _too_long(number, longest)
        unprintable = UNPRINTABLE.search(text)
        if unprintable:
            mistake = Mistake("line/character", written=repr(unprintable[0]))
            raise InvalidNotation(mistake, number, unprintable.start() + 1)
        yield number, text


def _too_long(number: int, longest: int) -> InvalidNotation:
    return InvalidNotation(Mistake("line/long", most=longest), number, longest + 1)


def _raw(source: Source, cut: int) -> Iterator[str | bytes]:
    if isinstance(source, str):
        for match in re.finditer(r"[^\n]*\n|[^\n]+", source):
            yield source[match.start() : min(match.end(), match.start() + cut)]
    elif isinstance(source, bytes | bytearray | memoryview):
        data = bytes(source)
        for piece in re.finditer(rb"[^\n]*\n|[^\n]+", data):
            yield data[piece.start() : min(piece.end(), piece.start() + cut)]
    elif isinstance(source, Readable):
        yield from _lines_of_file(source, cut)
    elif isinstance(source, Iterable):
        yield from source
    else:
        raise WrongType(f"a record is read from text or a file, not {type(source).__name__}")


def _lines_of_file(file: Readable, cut: int) -> Iterator[str | bytes]:
    delivered = 0
    try:
        while line := file.readline(cut):
            yield line
            delivered += 1
    except UnicodeDecodeError as error:
        # The file decodes ahead, but only after all lines before this one have been delivered.
        good = error.object[: error.start].decode(error.encoding, "replace")
        raise InvalidNotation(
            Mistake(
                "text/bytes", encoding=error.encoding, byte=f"{error.object[error.start]:#04x}"
            ),
            delivered + 1 + good.count("\n"),
            len(good) - good.rfind("\n") if "\n" in good or not delivered else None,
        ) from None
    except (io.UnsupportedOperation, ValueError) as error:  # opened for writing, or closed
        raise WrongType(f"load reads a file that is opened for reading: {error}") from error


def split_comment(text: str) -> tuple[str, str | None]:
    """The text before the comment, and the comment."""
    before, mark, comment = text.partition("#")
    return before, comment if mark else None
