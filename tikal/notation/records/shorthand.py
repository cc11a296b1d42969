"""Shorthand of records: steps in a row, counts, names before moves and points after `end`.

    Ana: deploy W a1 x3; walk L a1-b2-c2; end = 14

A line is read into entries of one move each, which is how a record stores and writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from attrs import define, evolve, field, frozen

from tikal._support.wording import brief
from tikal.errors import InvalidArgument, InvalidNotation, Mistake, with_clause
from tikal.moves import Move, Walk, parse_move
from tikal.notation.records.parts import BLANK, MAX_LINE_CHARACTERS, Entry

NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
#: Mistakes of a record that are listed; the others are counted.
MAX_ERRORS: Final = 100
_COUNT: Final = re.compile(r"[xX]([0-9]+)", re.ASCII)
_MAX_TIMES: Final = 99
# The same few hundred moves come again and again.
_read_move: Final = lru_cache(maxsize=4096)(parse_move)


@define
class Mistakes:
    """The mistakes of a record: the first hundred, and the number of further ones."""

    listed: list[InvalidNotation] = field(factory=list)
    more: int = 0

    def add(self, error: InvalidNotation) -> None:
        """Note one more mistake."""
        if len(self.listed) < MAX_ERRORS:
            self.listed.append(error)
        else:
            self.more += 1

    def error(self) -> InvalidNotation:
        """The first of them, with all others."""
        first, *others = sorted(self.listed, key=lambda error: (error.line or 0, error.column or 0))
        first.others, first.more = tuple(others), self.more
        return first

    def __bool__(self) -> bool:
        return bool(self.listed)


@frozen
class Table:
    """The names of the players; None where they are unknown."""

    names: Sequence[str] | None = ()

    def seat(self, who: str) -> int | None:
        """The seat that is written before a move, as a number or by its name."""
        if NUMBER.fullmatch(who):  # the notation that records write, whatever the names are
            return int(who)
        seats = list(enumerate(self.names or (), start=1))
        same = [seat for seat, name in seats if name == who]
        alike = [seat for seat, name in seats if name.casefold() == who.casefold()]
        found = same or alike
        if len(found) > 1:
            meant = (*(Mistake("seat", seat=seat) for seat in found),)
            raise InvalidNotation(Mistake("seat/either", written=brief(who), seats=meant))
        if not found and self.names is not None:
            if not self.names:
                raise InvalidNotation(Mistake("seat/no-names", written=brief(who)))
            names = ", ".join(name[:20] for name in self.names)
            raise InvalidNotation(Mistake("seat/names", written=brief(who), names=names))
        return found[0] if found else None


def read_line(
    text: str,
    number: int,
    table: Table,
    mistakes: Mistakes,
    longest: int = MAX_LINE_CHARACTERS,
) -> tuple[Entry, ...]:
    """The entries of a line without its comment; what cannot be read is noted and left out.

    Written move by move they have at most `longest` characters.
    """
    entries: list[Entry] = []
    width = 0
    for piece, column in _pieces(text, number, mistakes):
        try:
            found, times = _entries(piece, number, column, table)
        except InvalidNotation as error:
            mistakes.add(error)
            continue
        # asked before the moves are repeated: a short line must not become a long one
        width += times * sum(len(str(entry)) + 2 for entry in found)
        if width > longest + 2:
            mistakes.add(InvalidNotation(Mistake("line/moves", most=longest), number, 1))
            break
        entries += found
        entries += [evolve(entry, seat=None) for entry in found] * (times - 1)
    return tuple(entries)


def relocate(error: InvalidNotation, line: int | None, column: int) -> InvalidNotation:
    """An error in a part of a line, with its place in the whole line."""
    inside = error.column or 1
    return InvalidNotation(error.message, line, column + inside - 1)


def first_column(text: str) -> int:
    """The column of the first character that is not a blank, from 1."""
    return 1 + len(text) - len(text.lstrip(BLANK))


def _pieces(text: str, number: int, mistakes: Mistakes) -> Iterator[tuple[str, int]]:
    """The texts between semicolons, without blanks around them, and their columns."""
    offset = 0
    for piece in text.split(";"):
        column = offset + first_column(piece)
        offset += len(piece) + 1
        if piece.strip(BLANK):
            yield piece.strip(BLANK), column
        elif offset <= len(text):  # a semicolon at the end of a line does no harm
            mistakes.add(InvalidNotation(Mistake("move/missing"), number, offset))


def _entries(piece: str, number: int, column: int, table: Table) -> tuple[list[Entry], int]:
    """The entries of one piece, and how many times they are made."""
    who, colon, rest = piece.rpartition(":")  # no move has a colon in it, but a name may
    move = rest.strip(BLANK)
    start = column + len(who) + len(colon) + len(rest) - len(rest.lstrip(BLANK))
    at = column
    try:
        seat = table.seat(who.strip(BLANK)) if colon else None
        at = start
        move, points = _points(move)
        move, times = _times(move)
        steps = _steps(move)
        first = Entry(steps[0], seat, number, column, points=points)
    except InvalidNotation as error:
        raise relocate(error, number, at) from None
    except InvalidArgument as error:
        raise InvalidNotation(with_clause(error), number, at) from None
    if points is not None and times > 1:
        raise InvalidNotation(Mistake("points/times"), number, at)
    return [first, *(Entry(step, None, number, column) for step in steps[1:])], times


def _points(text: str) -> tuple[str, int | None]:
    """The text before `= 14`, and the points."""
    move, sign, points = text.rpartition("=")
    if not sign:
        return text, None
    points = points.strip(BLANK)
    if not NUMBER.fullmatch(points):
        raise InvalidNotation(
            Mistake("points/number", written=repr(points[:40])), column=len(move) + 2
        )
    return move.rstrip(BLANK), int(points)


def _times(text: str) -> tuple[str, int]:
    """The text before `x3`, and the count."""
    words = text.rsplit(maxsplit=1)
    count = _COUNT.fullmatch(words[-1]) if len(words) == 2 else None
    if count is None:
        return text, 1
    if len(count[1]) > 2 or not 1 <= int(count[1]) <= _MAX_TIMES:
        raise InvalidNotation(
            Mistake("move/times", most=_MAX_TIMES, written=repr(count[0][:40])),
            column=len(text) - len(count[0]) + 1,
        )
    return text[: -len(count[0])].rstrip(BLANK), int(count[1])


def _steps(text: str) -> list[Move]:
    """One move, or the steps of a walk such as `walk L a1-b2-c2`."""
    head, _, way = text.rpartition(" ")
    cells = way.split("-")
    if len(cells) < 3 or head.split(" ")[0].lower() != "walk":
        return [_read_move(text)]
    steps: list[Move] = []
    offset = 0
    for origin, target in pairwise(cells):
        try:
            step = _read_move(f"{head} {origin}-{target}")
        except InvalidNotation as error:
            inside = error.column or 1
            moved = inside + offset if inside > len(head) + 1 else inside
            raise InvalidNotation(error.message, column=moved) from None
        steps.append(step)
        offset += len(origin) + 1
    assert all(isinstance(step, Walk) for step in steps)
    return steps
