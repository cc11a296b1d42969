"""Records as JSON."""

from __future__ import annotations

import re
from typing import Any, Final, NotRequired, TypedDict

from tikal._support.wording import counted
from tikal.errors import InvalidArgument, InvalidNotation, InvalidState, WrongType
from tikal.moves import EndTurn, Move, parse_move
from tikal.notation.documents.editions import EDITION_TEXT
from tikal.notation.documents.fields import Fields, Reading, misfit_at
from tikal.notation.documents.parsing import (
    format_of,
    json_text,
    kind_of,
    parse_json,
    read_document,
)
from tikal.notation.documents.readings import (
    TEXT,
    TRUTH,
    by_key,
    converted,
    maybe,
    one_of,
    several,
    text,
    whole,
)
from tikal.notation.records import (
    MAX_LINE_CHARACTERS,
    MAX_LINES,
    MAX_MOVES,
    Comment,
    Entry,
    Record,
    lines_of,
    write_edition,
)
from tikal.notation.records.parts import BLANK, UNPRINTABLE
from tikal.notation.records.reader import KEY_OF_CLAUSE
from tikal.notation.records.record import setup_of
from tikal.state import State


class CommentDocument(TypedDict):
    """A comment as JSON."""

    after: int
    text: str


class _Header(TypedDict):
    format: str
    edition: str
    players: int
    auction: bool
    start: int
    position: NotRequired[str]
    names: NotRequired[list[str]]
    extra: NotRequired[dict[str, str]]
    seats: NotRequired[list[int | None]]
    points: NotRequired[list[int | None]]
    scores: NotRequired[list[int]]
    comments: NotRequired[list[CommentDocument]]


class RecordDocument(_Header):
    """A record as JSON."""

    moves: list[str]


# --- writing -----------------------------------------------------------------------------------


def dumps_record(record: Record, indent: int | None = None) -> str:
    """Write a record as JSON: everything but the layout of its lines."""
    return json_text(record_to_json(record), "record", indent)


def record_to_json(record: Record) -> RecordDocument:
    """A record as the dict that `json` would write."""
    if not isinstance(record, Record):
        raise WrongType(f"a Record is needed, not {type(record).__name__}")
    entries = record.entries
    header: _Header = {
        "format": format_of("record"),
        "edition": write_edition(record.edition),
        "players": record.players,
        "auction": record.auction,
        "start": record.start,
    }
    if record.position is not None:
        header["position"] = record.header["position"]
    if record.names:
        header["names"] = list(record.names)
    if record.extra:
        header["extra"] = dict(record.extra)
    if any(entry.seat is not None for entry in entries):
        header["seats"] = [entry.seat for entry in entries]
    if any(entry.points is not None for entry in entries):
        header["points"] = [entry.points for entry in entries]
    if record.scores:
        header["scores"] = list(record.scores)
    if record.comments:
        header["comments"] = [{"after": each.after, "text": each.text} for each in record.comments]
    return {**header, "moves": [str(entry.move) for entry in entries]}


# --- reading -----------------------------------------------------------------------------------

_MAX_NUMBER: Final = 999_999_999
#: Longer positions are refused as text.
_MAX_POSITION: Final = 4_000


def _line(must: str, but_not: str = "", least: int = 0) -> Reading[str]:
    """Text of one line."""
    without = re.compile(f"{UNPRINTABLE.pattern}|^[{BLANK}]|[{BLANK}]${but_not}")
    return text(must, MAX_LINE_CHARACTERS, least=least, without=without)


def _move(written: str) -> Move:
    """A move as it is written, letter for letter: JSON comes from programs."""
    move = parse_move(written)
    if str(move) != written:
        raise InvalidNotation(f"{written[:40]!r} is written {str(move)!r}")
    return move


def _position(written: str) -> State | None:
    """The position that a record begins with; None for one that is left empty."""
    if not written:
        return None
    from tikal.notation.positions import parse_position  # few documents need it

    try:
        return parse_position(written)
    except InvalidState as error:
        raise InvalidNotation(f"this position is impossible: {error}") from None


def _comment(value: object) -> Comment:
    fields = Fields(value, "must be an object with after and text")
    after, written = fields.required("after", _AFTER), fields.required("text", _COMMENT)
    fields.finish()
    return Comment(after, written)


_AFTER: Final = whole("must be the number of moves before the comment", 0, MAX_MOVES)
_COMMENT: Final = _line("must be text of one line without blanks around it")
_FORMAT: Final = one_of(f'must be "{format_of("record")}"', (format_of("record"),))
_PLAYERS: Final = whole("must be the number of players, 2 to 4", 2, 4)
_START: Final = whole("must be the seat that begins, from 1", 1, 4)
_POSITION: Final = converted(
    text(
        'must be the position that the game begins with, as text, such as "a2=7 1L2 2W3"; '
        "edition, players, auction and start then say the same",
        _MAX_POSITION,
    ),
    _position,
)
_NAMES: Final = several(
    "must be a list of names, one per seat",
    _line("must be a name without comma, # and blanks around it", "|[,#]", 1),
    most=4,
)
_EXTRA: Final = by_key(
    "must be an object of further header lines",
    TEXT,
    _line("must be text of one line without # and blanks around it", "|#"),
    most=MAX_LINES // 2,
)
_MOVES: Final = several(
    "must be a list of moves",
    converted(text('must be a move as text, such as "walk W a1-b2"', MAX_LINE_CHARACTERS), _move),
    most=MAX_MOVES,
)
_SEATS: Final = several(
    "must be a list of seats, one per move",
    maybe(whole("must be a seat, or null where none was written", 0, _MAX_NUMBER)),
    most=MAX_MOVES,
)
_POINTS: Final = several(
    "must be a list of claimed points, one per move",
    maybe(
        whole(
            "must be what the seat has after this end, or null where nothing is claimed",
            0,
            _MAX_NUMBER,
        )
    ),
    most=MAX_MOVES,
)
_SCORES: Final = several(
    "must be a list of the claimed final scores, one per seat",
    whole("must be a score, 0 or more", 0, _MAX_NUMBER),
    most=4,
)
_COMMENTS: Final = several("must be a list of comments in their order", _comment, most=MAX_LINES)


def loads_record(text: str | bytes) -> Record:
    """Read a record from JSON; `Record.replay` checks whether its moves are legal."""
    return record_from_json(parse_json(text, "record"))


def record_from_json(data: object) -> Record:
    """A record from what `json` has read, in the usual layout, with comments below the header."""
    kind_of(data, "record")
    return read_document(data, "record", _record)


def _record(value: object) -> Record:
    fields = Fields(value)
    fields.required("format", _FORMAT)
    setup: dict[str, Any] = {  # the first fields of a record
        "edition": fields.required("edition", EDITION_TEXT),
        "players": fields.required("players", _PLAYERS),
        "auction": fields.optional("auction", TRUTH, False),
        "start": fields.optional("start", _START, 1),
    }
    position = fields.optional("position", _POSITION, None)
    names = fields.optional("names", _NAMES, ())
    extra = fields.optional("extra", _EXTRA, {})
    moves = fields.required("moves", _MOVES)
    seats = fields.optional("seats", _SEATS, ())
    points = fields.optional("points", _POINTS, ())
    scores = fields.optional("scores", _SCORES, ())
    comments = fields.optional("comments", _COMMENTS, ())
    fields.finish()
    if names and len(names) != setup["players"]:
        fields.refuse("names", sentence=f"{len(names)} names for {setup['players']} players")
    if scores and len(scores) != setup["players"]:
        given = counted(len(scores), "score")
        fields.refuse("scores", sentence=f"{given} for {setup['players']} players")
    _compare_with_moves(fields, moves, seats, points, comments)
    if position is not None:
        _compare_with_position(fields, setup, position)
        setup = setup_of(position)
    fields.require()
    nothing = (None,) * len(moves)
    try:
        entries = [
            Entry(move, seat, points=claim)
            for move, seat, claim in zip(moves, seats or nothing, points or nothing, strict=True)
        ]
        lines = lines_of(entries, setup["auction"], comments)
        return Record(
            **setup, names=names, extra=extra, scores=scores, lines=lines, position=position
        )
    except InvalidArgument as error:
        key, sentence = KEY_OF_CLAUSE.get(error.clause or ""), str(error)
    raise misfit_at(*([key] if key else []), sentence=sentence)


def _compare_with_moves(
    fields: Fields,
    moves: tuple[Move, ...],
    seats: tuple[int | None, ...],
    points: tuple[int | None, ...],
    comments: tuple[Comment, ...],
) -> None:
    """Refuse seats and claims without their move, and comments after the last one."""
    for what, given in (("seats", seats), ("points", points)):
        if given and len(given) != len(moves):
            fields.refuse(what, sentence=f"{len(given)} {what} for {len(moves)} moves")
    for index, (claim, move) in enumerate(zip(points, moves, strict=False)):
        if claim is not None and not isinstance(move, EndTurn):
            fields.refuse("points", index, sentence="points are claimed after 'end' only")
    for index, comment in enumerate(comments):
        if comment.after > len(moves):
            only = f"there are only {len(moves)} moves"
            fields.refuse("comments", index, "after", sentence=only)


def _compare_with_position(fields: Fields, setup: dict[str, Any], position: State) -> None:
    """Refuse a setup that contradicts the position; what is left out of it does not."""
    for key, value in setup_of(position).items():
        if key in fields and setup[key] != value:
            fields.refuse(key, sentence=f"contradicts the position, where {key} is {value}")
