"""Records and positions as JSON, read and written without the extra `json`.

The browser has no build of jsonschema. What is read and written here is what
`tikal.notation.documents` reads and writes, and tests hold the two to the same answer; only the
layout of a record, its comments and its further headers do not matter to a page and are checked,
but not kept.
"""

from __future__ import annotations

import json
from typing import Any, Final

from tikal.editions import read_edition
from tikal.errors import InvalidArgument, InvalidNotation, InvalidState
from tikal.moves import Move, parse_move
from tikal.notation.documents.limits import require_within_limits
from tikal.notation.documents.strict import format_of, kind_of, parse_json
from tikal.notation.loading import is_position_text
from tikal.notation.positions import format_position, parse_position
from tikal.notation.records import Comment, Entry, Record, lines_of, loads
from tikal.notation.records.record import setup_of
from tikal.page.drafts import draft_of, state_of
from tikal.page.requests import Request, an_object, unknown_key
from tikal.state import ACTION_PHASES, State

_RECORD: Final = (
    "format", "position", "edition", "players", "auction", "start", "names", "extra", "moves",
    "seats", "comments",
)  # fmt: skip
#: By the key under which a seat has it, the argument of `tikal.position`.
_OF_A_SEAT: Final = {
    "score": "scores", "figures": "figures", "camps": "camps", "guards": "guards",
    "removed": "removed", "treasures": "treasures",
}  # fmt: skip
_OF_THE_AUCTION: Final = (
    "display", "high_bid", "high_bidder", "passed", "first_passer", "done",
)  # fmt: skip
_OF_A_POSITION: Final = (
    "edition", "players", "auction", "phase", "active", "ap", "scoring", "queue", "tile", "worked",
    "diggers", "tiles", "values", "tokens", "set_aside",
)  # fmt: skip


def read_document(text: str) -> Record | State:
    """The record or position of a JSON document, whichever it says it is."""
    data = parse_json(text, "record", "position")
    kind = kind_of(data, "record", "position")
    require_within_limits(data, kind)
    document = Request(an_object("$", data))
    return _record(document) if kind == "record" else _position(document)


# --- records -----------------------------------------------------------------------------------


def _record(document: Request) -> Record:
    _require_keys(document, _RECORD)
    moves = document.several("moves", _move)
    seats = document.several("seats", _seat) or (None,) * len(moves)
    if len(seats) != len(moves):
        raise InvalidNotation(f"$.seats: {len(seats)} seats for {len(moves)} moves")
    comments = document.several("comments", _comment)
    extra = {key: str(value) for key, value in document.part("extra").fields.items()}
    try:
        entries = [Entry(move, seat) for move, seat in zip(moves, seats, strict=True)]
        start = _start(document)
        return Record(
            **start,
            names=document.texts("names"),
            extra=extra,
            lines=lines_of(entries, start["auction"], comments),
        )
    except InvalidArgument as error:
        raise InvalidNotation(f"$: {error}") from None


def _start(document: Request) -> dict[str, Any]:
    """How a record begins: a setup, or a position that the setup agrees with."""
    given = document.fields
    if document.has("position"):
        position = parse_position(document.text("position"))
        said = setup_of(position)
        if "edition" in given:
            said["edition"] = read_edition(document.text("edition"))
        said |= {key: given[key] for key in ("players", "auction", "start") if key in given}
        return {**said, "position": position}
    return {
        "edition": read_edition(document.text("edition")),
        "players": document.number("players"),
        "auction": document.flag("auction", False),
        "start": document.number("start", 1),
    }


def _require_keys(document: Request, known: tuple[str, ...]) -> None:
    for key in document.fields:
        if key not in known:
            raise InvalidNotation("$: " + unknown_key(key, "key", known))


def _move(name: str, value: object) -> Move:
    if not isinstance(value, str):
        raise InvalidNotation(f"$.{name}: must be a move as text, such as 'end'")
    try:
        return parse_move(value)
    except InvalidArgument as error:
        raise InvalidNotation(f"$.{name}: {error}") from None


def _seat(name: str, value: object) -> int | None:
    if value is not None and (type(value) is not int or not 0 <= value < 10**9):
        raise InvalidNotation(f"$.{name}: must be a seat, or null where none was written")
    return value


def _comment(name: str, value: object) -> Comment:
    entry = Request(an_object(f"$.{name}", value))
    _require_keys(entry, ("after", "text"))
    return Comment(entry.number("after"), entry.text("text"))


def record_document(record: Record) -> str:
    """A record as JSON, without comments and further headers."""
    names = {"names": list(record.names)} if record.names else {}
    position = {} if record.position is None else {"position": format_position(record.position)}
    document = {
        "format": format_of("record"),
        **position,
        "edition": record.edition.key,
        "players": record.players,
        "auction": record.auction,
        "start": record.start,
        **names,
        "moves": [str(move) for move in record.moves],
    }
    return json.dumps(document, ensure_ascii=False)


# --- positions ---------------------------------------------------------------------------------


def _position(document: Request) -> State:
    _require_keys(document, ("format", *_OF_A_POSITION, "seats", "bidding"))
    draft = {key: value for key, value in document.fields.items() if key in _OF_A_POSITION}
    for seat, owned in document.part("seats").fields.items():
        if seat not in ("1", "2", "3", "4"):
            raise InvalidNotation(f"$.seats: no seat {seat[:20]!r}")
        things = Request(an_object(f"$.seats.{seat}", owned))
        _require_keys(things, tuple(_OF_A_SEAT))
        for key, value in things.fields.items():
            by_seat = draft.setdefault(_OF_A_SEAT[key], {})
            assert isinstance(by_seat, dict)
            by_seat[seat] = value
    bidding = document.part("bidding")
    _require_keys(bidding, _OF_THE_AUCTION)
    draft.update(bidding.fields)
    if (draft.get("phase") == "over") != ("active" in draft and draft["active"] is None):
        raise InvalidState(["a seat is active until the game is over, and none after"])
    return state_of(draft)


def position_document(state: State) -> str:
    """A position as JSON."""
    draft = draft_of(state)
    document: dict[str, object] = {"format": format_of("position")}
    document |= {key: draft[key] for key in _OF_A_POSITION if key in draft}
    document["active"] = state.active
    document["ap"] = state.ap if state.phase in ACTION_PHASES else 0
    seats: dict[str, dict[str, object]] = {}
    for key, argument in _OF_A_SEAT.items():
        by_seat = draft.get(argument, {})
        assert isinstance(by_seat, dict)
        for seat, value in by_seat.items():
            seats.setdefault(seat, {})[key] = value
    if seats:
        document["seats"] = dict(sorted(seats.items()))
    if state.auction:
        document["bidding"] = {key: draft[key] for key in _OF_THE_AUCTION if key in draft}
    return json.dumps(document, ensure_ascii=False)


def read_any(text: str) -> Record | State:
    """A record, a position, or either of them as JSON."""
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return read_document(text)
    return parse_position(text) if is_position_text(text) else loads(text)


__all__ = ["position_document", "read_any", "read_document", "record_document"]
