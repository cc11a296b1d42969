"""The text of a position as statements and words, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import field, frozen

from tikal.errors import InvalidNotation
from tikal.positions.notation import COMMENT, SEPARATOR

#: The first word of a statement, and the sign that may stand between it and the rest.
_HEAD: Final = re.compile(r"[ \t,]*([^\s,:=]+)[ \t]*[:=]?")
_ANYTHING: Final = re.compile(r"[ \t,]*([^\s,]+)")
_WORD: Final = re.compile(r"[^\s,]+")
#: More errors than this are not listed.
MOST_ERRORS: Final = 8


@frozen
class Word:
    """A word and where it stands; capital and small letters mean the same."""

    written: str
    line: int | None
    column: int
    text: str = field(init=False)

    @text.default
    def _small(self) -> str:
        return self.written.lower()

    @property
    def place(self) -> str:
        """Where it stands, in words."""
        line = "" if self.line is None else f"line {self.line}, "
        return f"in {line}column {self.column}"

    def refuse(self, message: str) -> InvalidNotation:
        """An error at the place of this word."""
        return InvalidNotation(message, self.line, self.column)

    def unexpected(self, expected: str) -> InvalidNotation:
        """The error that something else should stand here."""
        found = repr(self.written[:20]) if self.written else "nothing more"
        return self.refuse(f"expected {expected}, found {found}")


@frozen
class Statement:
    """The first word, the words after it, and all that stands after it as it was written."""

    head: Word
    words: tuple[Word, ...]
    rest: Word

    @property
    def end(self) -> Word:
        """The place behind the last word."""
        last = self.words[-1] if self.words else self.head
        return Word("", last.line, last.column + len(last.written))


def statements(text: str, line: int | None, column: int) -> Iterator[Statement]:
    """The statements of a text that begins at a place; where it has one line, that may be None."""
    for number, whole in enumerate(text.split("\n")):
        here = None if line is None else line + number
        offset = column if number == 0 else 1
        code = whole.removesuffix("\r").partition(COMMENT)[0]
        for piece in code.split(SEPARATOR):
            head = _HEAD.match(piece) or _ANYTHING.match(piece)
            if head:
                yield Statement(
                    Word(head[1], here, offset + head.start(1)),
                    tuple(
                        Word(word[0], here, offset + word.start())
                        for word in _WORD.finditer(piece, head.end())
                    ),
                    Word(piece[head.end() :], here, offset + head.end()),
                )
            offset += len(piece) + 1


def together(errors: Sequence[InvalidNotation]) -> InvalidNotation:
    """Several errors as one, at the place of the first."""
    first, *others = errors
    more = ["and more"] if len(errors) > MOST_ERRORS else []
    listed = [first.message, *map(str, others[: MOST_ERRORS - 1]), *more]
    found = InvalidNotation("; ".join(listed), first.line, first.column)
    found.clause = first.clause
    return found
