"""The parts of a game record, and how they are laid out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from attrs import evolve, field, frozen

from tikal.errors import InvalidArgument, Mistake, WrongType, require_int
from tikal.moves import MOVES, Bid, DrawTile, EndTurn, Move, Pass

MAX_LINE_CHARACTERS: Final = 4_000
MAX_LINES: Final = 20_000
MAX_MOVES: Final = 20_000
#: A line of `parse_moves` may be a whole game: as many moves as a record can have.
MAX_GAME_CHARACTERS: Final = 20 * MAX_MOVES
BLANK: Final = " \t"
# What would not read back from a line of a record: it is refused, never replaced. Text that is only
# shown loses more, see `tikal._support.wording`; that of a picture less, see
# `tikal.pictures.svg.markup`.
UNPRINTABLE: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_MAX_SEATS: Final = 10**9
_MAX_POINTS: Final = 10**9
# Far below the limit, so that a line of the usual layout has room for a comment.
_WIDE: Final = 1_000

# --- what the fields may hold ------------------------------------------------------------------


def require(kind: type, *things: object) -> None:
    """Refuse things of another type."""
    for thing in things:
        if not isinstance(thing, kind):
            raise WrongType(f"{kind.__name__} is needed here, not {type(thing).__name__}")


def require_several(things: object) -> None:
    """Refuse what is not a list or the like, and text, although Python iterates over it."""
    if isinstance(things, str) or not isinstance(things, Iterable):
        raise WrongType(f"a list or tuple is needed here, not {type(things).__name__}")


def require_printable(what: str, text: str, but_not: str = "") -> None:
    """Refuse text that would not read back as it was written."""
    if found := _unprintable(text, but_not):
        raise InvalidArgument(f"{what} cannot contain {found!r}")


def _unprintable(text: str, but_not: str = "") -> str:
    """A character that would not read back, or ''."""
    require(str, text)
    found = UNPRINTABLE.search(text)
    return found[0] if found else next((mark for mark in but_not if mark in text), "")


def require_short(line: str) -> None:
    """Refuse a line that is longer than a reader accepts."""
    if len(line) > MAX_LINE_CHARACTERS:
        raise InvalidArgument(Mistake("line/most", most=MAX_LINE_CHARACTERS, have=len(line)))


def require_points(points: object) -> None:
    """Refuse a number that a record cannot have as points on the score track."""
    require_int("points", points)
    if not isinstance(points, int) or not 0 <= points < _MAX_POINTS:
        raise InvalidArgument(Mistake("points/digits"))


def clean_texts(texts: Iterable[str]) -> tuple[str, ...]:
    """Names or comments without blanks around them, if they are printable."""
    require_several(texts)
    return tuple(map(clean_text, texts))


def clean_text(text: str) -> str:
    """A name or comment without blanks around it, if it is printable."""
    require_printable("a name or comment", text)
    return text.strip(BLANK)


def require_names(names: tuple[str, ...], players: int) -> None:
    """Refuse names that the header of a record cannot have: one per seat, or none at all."""
    if len(names) not in (0, players):
        raise InvalidArgument(Mistake("record/names", names=len(names), players=players))
    for name in names:
        if found := _unprintable(name, but_not=",#"):
            raise InvalidArgument(Mistake("record/name", mark=repr(found)))
        if not name:
            raise InvalidArgument(Mistake("record/no-name"))


def _comment(text: str | None) -> str | None:
    return None if text is None else clean_text(text)


def with_comment(line: str, comment: str | None) -> str:
    """A line with its comment."""
    if comment is None:
        return line
    return f"{line}  # {comment}".strip(BLANK)


# --- the parts of a record ---------------------------------------------------------------------


@frozen
class Entry:
    """A move of a record, perhaps with a seat before it, and the place where it was read."""

    move: Move
    seat: int | None = None
    line: int | None = field(default=None, eq=False)
    column: int | None = field(default=None, eq=False)
    #: The claimed points of the seat on the score track after this `end`.
    points: int | None = field(default=None, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.move, MOVES):
            raise WrongType(f"a move comes from tikal.parse_move, not {type(self.move).__name__}")
        if self.seat is not None:
            require_int("a seat", self.seat)
            if not 0 <= self.seat < _MAX_SEATS:
                raise InvalidArgument(Mistake("seat/digits"))
        if self.points is not None:
            require_points(self.points)
            if not isinstance(self.move, EndTurn):
                raise InvalidArgument(Mistake("points/end", move=repr(str(self.move))))

    def __str__(self) -> str:
        seat = "" if self.seat is None else f"{self.seat}: "
        points = "" if self.points is None else f" = {self.points}"
        return f"{seat}{self.move}{points}"


def _checked_entries(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    require_several(entries)
    found = tuple(entries)
    require(Entry, *found)
    return found


@frozen
class Line:
    """One line below the header: moves, a comment, both, or neither."""

    entries: tuple[Entry, ...] = field(default=(), converter=_checked_entries)
    comment: str | None = field(default=None, converter=_comment)

    def __attrs_post_init__(self) -> None:
        require_short(str(self))

    def __str__(self) -> str:
        return with_comment("; ".join(map(str, self.entries)), self.comment)


@frozen
class Note:
    """The comments of one header line: those above it and the one beside it."""

    above: tuple[str, ...] = field(default=(), converter=clean_texts)
    beside: str | None = field(default=None, converter=_comment)


@frozen
class Comment:
    """A comment, and how many moves come before it."""

    after: int
    text: str


# --- the usual layout --------------------------------------------------------------------------


def lines_of(
    entries: Iterable[Entry], auction: bool, comments: Iterable[Comment] = ()
) -> tuple[Line, ...]:
    """A line per turn, per display and per auction, with comments above the lines."""
    texts: dict[int, list[str]] = {}
    for comment in comments:
        texts.setdefault(comment.after, []).append(comment.text)
    lines: list[Line] = []
    current: list[Entry] = []
    width = 0
    for index, entry in enumerate(entries):
        wider = width + len(str(entry)) + 2
        if current and (
            index in texts or wider > _WIDE or _is_break(current[-1].move, entry.move, auction)
        ):
            lines.append(Line(current))
            current, wider = [], wider - width
        lines += [Line(comment=text) for text in texts.pop(index, ())]
        current.append(entry)
        width = wider
    if current:
        lines.append(Line(current))
    return (*lines, *(Line(comment=text) for key in sorted(texts) for text in texts[key]))


def _is_break(last: Move, move: Move, auction: bool) -> bool:
    """Whether a move begins a new line."""
    return isinstance(last, EndTurn) or _occasion(last, auction) != _occasion(move, auction)


def _occasion(move: Move, auction: bool) -> str:
    if auction and isinstance(move, DrawTile):
        return "display"
    return "auction" if isinstance(move, Bid | Pass) else "turn"


def with_seats(line: Line, wanted: bool) -> Line:
    """The line with a seat only where it changes, or with none unless `wanted`."""
    before = (None, *(entry.seat for entry in line.entries))
    return Line(
        evolve(entry, seat=entry.seat if wanted and entry.seat != seat else None)
        for entry, seat in zip(line.entries, before, strict=False)
    )
