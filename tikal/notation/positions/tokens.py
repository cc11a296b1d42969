"""The text of a position as statements and words, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import field, frozen

from tikal.errors import InvalidNotation, Mistake
from tikal.notation.positions.syntax import BEGINNINGS, COMMENT, LISTS_OF_TILES, SEPARATOR, TILE

#: The first word of a statement, and the sign that may stand between it and the rest.
_HEAD: Final = re.compile(r"[ \t,]*([^\s,:=]+)[ \t]*[:=]?")
_ANYTHING: Final = re.compile(r"[ \t,]*([^\s,]+)")
_WORD: Final = re.compile(r"[^\s,]+")
_SIGN: Final = re.compile(r"[:=]")
_CELL: Final = re.compile(r"[a-h][1-5]")
_CELL_AND_SIGN: Final = re.compile(r"[a-h][1-5][:=]")
#: More errors than this are not listed.
MAX_ERRORS: Final = 8


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
    def place(self) -> Mistake:
        """Its place, in words."""
        if self.line is None:
            return Mistake("in/column", column=self.column)
        return Mistake("in/line", line=self.line, column=self.column)

    def refuse(self, key: str, /, **facts: object) -> InvalidNotation:
        """An error at the place of this word, with a sentence of the catalogue `mistakes`."""
        return self.located(Mistake(key, **facts))

    def located(self, message: str) -> InvalidNotation:
        """An error at the place of this word."""
        return InvalidNotation(message, self.line, self.column)

    def unexpected(self, what: str, /, **facts: object) -> InvalidNotation:
        """The error that something else should stand here: a sentence that begins `expected/`."""
        found = repr(self.written[:20]) if self.written else Mistake("nothing-more")
        return self.refuse("expected", expected=Mistake(f"expected/{what}", **facts), found=found)


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
        for start, piece in _pieces(code):
            head = _HEAD.match(piece) or _ANYTHING.match(piece)
            if head:
                yield Statement(
                    Word(head[1], here, offset + start + head.start(1)),
                    tuple(
                        Word(word[0], here, offset + start + word.start())
                        for word in _WORD.finditer(piece, head.end())
                    ),
                    Word(piece[head.end() :], here, offset + start + head.end()),
                )


def _pieces(code: str) -> Iterator[tuple[int, str]]:
    """The statements of a line, each with its offset.

    Where a separator was forgotten, a word that can only begin a statement begins one.
    """
    offset = 0
    for piece in code.split(SEPARATOR):
        start, so_far = 0, list[str]()
        for word in _WORD.finditer(piece):
            small = word[0].lower()
            if so_far and _begins_another(small, so_far):
                yield offset + start, piece[start : word.start()]
                start, so_far = word.start(), []
            so_far += [small] if so_far else _SIGN.sub(" ", small, count=1).split()
        yield offset + start, piece[start:]
        offset += len(piece) + 1


def _begins_another(word: str, so_far: list[str]) -> bool:
    """Whether a word begins a statement, seen from the words of the present one."""
    if word in BEGINNINGS or _CELL_AND_SIGN.match(word):
        return True
    if not _CELL.fullmatch(word) or so_far[0] in LISTS_OF_TILES or so_far[-1] == TILE:
        return False  # it may be a tile
    is_bare_hex = _CELL.fullmatch(so_far[0]) and so_far[1:] in ([], ["="], [":"])
    return not is_bare_hex


def together(errors: Sequence[InvalidNotation]) -> InvalidNotation:
    """Several errors as one, at the place of the first."""
    first, *others = errors
    more = [Mistake("and-more")] if len(errors) > MAX_ERRORS else []
    listed = (first.message, *(each.placed for each in others[: MAX_ERRORS - 1]), *more)
    mistake = Mistake("together", mistakes=listed) if others else first.message
    found = InvalidNotation(mistake, first.line, first.column)
    found.clause = first.clause
    return found
