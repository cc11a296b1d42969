"""Positions and records as JSON, for other programs.

Moves stay what they are in text: `str(move)` and `tikal.parse_move`. Documents carry their format
and version, are described by the JSON Schemas of `schema`, and are read strictly: nothing is
rounded, converted or ignored. `InvalidNotation` names the path of what is malformed, such as
`$.moves[3]`; a well-formed position that no game can reach is an `InvalidState`.
A record has at most 4,000,000 characters, a position 1,000,000; `limits` has the whole table.
Reading and writing need the extra `json`.
"""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from tikal._support.wording import counted
from tikal.components import BOX
from tikal.editions import Edition
from tikal.errors import InvalidArgument, InvalidNotation, InvalidState, WrongType
from tikal.grid import CELLS
from tikal.moves import EndTurn, Figure, Move
from tikal.notation.documents.limits import LARGEST
from tikal.notation.documents.strict import (
    format_of,
    invalid_at,
    json_text,
    kind_of,
    parse_json,
    schema,
    structure,
    unstructure,
)
from tikal.notation.documents.violations import (
    claim_to_json,
    violation_from_json,
    violation_to_json,
)
from tikal.notation.records import Comment, Entry, Record, lines_of
from tikal.notation.records.reader import KEY_OF_CLAUSE
from tikal.notation.records.record import setup_of
from tikal.rules.invariants import problems
from tikal.state import Phase, State


def dumps(thing: Record | State, indent: int | None = None) -> str:
    """Write a record or a position as JSON."""
    return (
        dumps_record(thing, indent) if isinstance(thing, Record) else dumps_position(thing, indent)
    )


def loads(text: str | bytes) -> Record | State:
    """Read a record or a position, whichever the document says it is."""
    data = parse_json(text, "record", "position")
    kind = kind_of(data, "record", "position")
    return record_from_json(data) if kind == "record" else position_from_json(data)


# --- records -----------------------------------------------------------------------------------


@frozen
class _RecordDocument:
    format: str
    edition: Edition
    players: int
    moves: tuple[Move, ...]
    auction: bool = False
    start: int = 1
    position: str = ""
    names: tuple[str, ...] = ()
    extra: dict[str, str] = field(factory=dict)
    seats: tuple[int | None, ...] = ()
    points: tuple[int | None, ...] = ()
    scores: tuple[int, ...] = ()
    comments: tuple[Comment, ...] = ()


def dumps_record(record: Record, indent: int | None = None) -> str:
    """Write a record as JSON: everything but the layout of its lines."""
    return json_text(record_to_json(record), "record", indent)


def loads_record(text: str | bytes) -> Record:
    """Read a record from JSON; whether its moves are legal is for `Record.replay` to say."""
    return record_from_json(parse_json(text, "record"))


def record_to_json(record: Record) -> dict[str, object]:
    """A record as the dict that `json` would write."""
    if not isinstance(record, Record):
        raise WrongType(f"a Record is needed, not {type(record).__name__}")
    seats = tuple(entry.seat for entry in record.entries)
    points = tuple(entry.points for entry in record.entries)
    document = unstructure(
        _RecordDocument(
            format=format_of("record"),
            edition=record.edition,
            players=record.players,
            auction=record.auction,
            start=record.start,
            position=record.header.get("position", ""),
            names=record.names,
            extra=dict(record.extra),
            moves=record.moves,
            seats=seats if any(seat is not None for seat in seats) else (),
            points=points if any(claim is not None for claim in points) else (),
            scores=record.scores,
            comments=record.comments,
        )
    )
    optional = ("position", "names", "extra", "seats", "points", "scores", "comments")
    moves = document.pop("moves")
    kept = {key: value for key, value in document.items() if value or key not in optional}
    return {**kept, "moves": moves}


def record_from_json(data: object) -> Record:
    """A record from what `json` has read, in the usual layout, with comments below the header."""
    document = structure(data, "record", _RecordDocument)
    count = len(document.moves)
    if document.names and len(document.names) != document.players:
        raise invalid_at("$.names", f"{len(document.names)} names for {document.players} players")
    if document.scores and len(document.scores) != document.players:
        scores = counted(len(document.scores), "score")
        raise invalid_at("$.scores", f"{scores} for {document.players} players")
    for what, given in (("seats", document.seats), ("points", document.points)):
        if given and len(given) != count:
            raise invalid_at(f"$.{what}", f"{len(given)} {what} for {count} moves")
    for index, claim in enumerate(document.points):
        if claim is not None and not isinstance(document.moves[index], EndTurn):
            raise invalid_at(f"$.points[{index}]", "points are claimed after 'end' only")
    for index, comment in enumerate(document.comments):
        if comment.after > count:
            raise invalid_at(f"$.comments[{index}].after", f"there are only {count} moves")
    seats = document.seats or (None,) * count
    points = document.points or (None,) * count
    position = _position_of(document, data)
    setup: dict[str, Any] = {  # the first fields of a record
        "edition": document.edition,
        "players": document.players,
        "auction": document.auction,
        "start": document.start,
    }
    is_auction = document.auction if position is None else position.auction
    try:
        entries = [
            Entry(move, seat, points=claim)
            for move, seat, claim in zip(document.moves, seats, points, strict=True)
        ]
        return Record(
            **(setup if position is None else setup_of(position)),
            names=document.names,
            extra=document.extra,
            scores=document.scores,
            lines=lines_of(entries, is_auction, document.comments),
            position=position,
        )
    except InvalidArgument as error:
        key = KEY_OF_CLAUSE.get(error.clause or "")
        raise invalid_at(f"$.{key}" if key else "$", str(error)) from None


def _position_of(document: _RecordDocument, data: object) -> State | None:
    """The position that a record begins with; what else it says about the setup is the same."""
    if not document.position:
        return None
    from tikal.notation.positions import parse_position  # few documents need it

    try:
        found = parse_position(document.position)
    except InvalidNotation as error:
        raise invalid_at("$.position", str(error)) from None
    except InvalidState as error:
        raise invalid_at("$.position", f"this position is impossible: {error}") from None
    for key, value in setup_of(found).items():
        if isinstance(data, dict) and key in data and getattr(document, key) != value:
            raise invalid_at(f"$.{key}", f"contradicts the position, where {key} is {value}")
    return found


# --- positions ---------------------------------------------------------------------------------


@frozen
class _Belongings:
    score: int | None = None
    figures: dict[str, tuple[int, int]] = field(factory=dict)
    camps: tuple[str, ...] = ()
    guards: dict[str, Figure] = field(factory=dict)
    removed: tuple[int, int] = (0, 0)
    treasures: dict[str, int] = field(factory=dict)


@frozen
class _Bidding:
    display: tuple[str, ...] = ()
    high_bid: int = 0
    high_bidder: int | None = None
    passed: tuple[int, ...] = ()
    first_passer: int | None = None
    done: tuple[int, ...] = ()


@frozen
class _PositionDocument:
    format: str
    edition: Edition
    players: int
    auction: bool = False
    phase: Phase = "act"
    active: int | None = 1
    ap: int | None = None
    scoring: bool = False
    queue: tuple[int, ...] = ()
    tile: str | None = None
    worked: dict[str, int] = field(factory=dict)
    diggers: dict[str, tuple[tuple[Figure, str | None], ...]] = field(factory=dict)
    tiles: dict[str, tuple[str, int]] = field(factory=dict)
    values: dict[str, int] = field(factory=dict)
    tokens: dict[str, int] = field(factory=dict)
    set_aside: tuple[str, ...] = ()
    seats: dict[str, _Belongings] = field(factory=dict)
    bidding: _Bidding | None = None


def dumps_position(state: State, indent: int | None = None) -> str:
    """Write a position as JSON; reading it again gives an equal one."""
    return json_text(position_to_json(state), "position", indent)


def loads_position(text: str | bytes) -> State:
    """Read a position from JSON; `InvalidState` lists everything wrong with it."""
    return position_from_json(parse_json(text, "position"))


def position_to_json(state: State) -> dict[str, object]:
    """A position as the dict that `json` would write, with the keywords of `tikal.position`.

    What follows from the rest is left out: supplies, tiles to draw, floors, unseen treasures.
    """
    found = problems(state)
    if found:
        raise InvalidState(found)
    hexes = {cell: state[cell] for cell in CELLS}
    bidding, worked = state.course.bidding, [CELLS[cell] for cell in state.turn.worked]
    explored = {cell: hex_ for cell, hex_ in hexes.items() if hex_.tile and cell not in BOX.printed}
    somewhere = {*state.remaining, *state.display, state.tile}
    somewhere |= {hex_.tile for hex_ in explored.values()}
    document = unstructure(
        _PositionDocument(
            format=format_of("position"),
            edition=state.edition,
            players=state.players,
            auction=state.auction,
            phase=state.phase,
            active=state.active,
            ap=state.ap,
            scoring=state.scoring,
            queue=state.course.queue,
            tile=state.tile,
            worked={cell: worked.count(cell) for cell in worked},
            diggers=_diggers(state),
            tiles={cell: (hex_.tile or "", hex_.rotation or 0) for cell, hex_ in explored.items()},
            values={cell: hex_.value for cell, hex_ in hexes.items() if hex_.kind == "temple"},
            tokens={cell: hex_.tokens for cell, hex_ in hexes.items() if hex_.kind == "treasure"},
            set_aside=tuple(tile.id for tile in BOX.tiles if tile.id not in somewhere),
            seats={str(seat): _belongings(state, seat) for seat in state.scores},
            bidding=_Bidding(
                display=state.display,
                high_bid=bidding.high_bid,
                high_bidder=bidding.high_bidder or None,
                passed=bidding.passed,
                first_passer=bidding.first_passer or None,
                done=bidding.done,
            ),
        )
    )
    if not state.auction:
        del document["bidding"]
    if not document["diggers"]:
        del document["diggers"]
    return document


def position_from_json(data: object) -> State:
    """A position from what `json` has read; what is left out is as in `tikal.position`."""
    from tikal.notation.positions import position  # a record needs nothing of it

    document = structure(data, "position", _PositionDocument)
    if (document.phase == "over") != (document.active is None):
        raise InvalidState(["a seat is active until the game is over, and none after"])
    seats = {int(seat): owned for seat, owned in document.seats.items()}
    bidding = document.bidding or _Bidding()
    try:
        return position(
            players=document.players,
            edition=document.edition,
            auction=document.auction,
            phase=document.phase,
            active=document.active or 0,
            ap=document.ap,
            scoring=document.scoring,
            queue=document.queue,
            tile=document.tile,
            worked=document.worked,
            diggers=document.diggers,
            tiles=document.tiles,
            values=document.values,
            tokens=document.tokens,
            set_aside=document.set_aside,
            figures={seat: owned.figures for seat, owned in seats.items()},
            camps={seat: owned.camps for seat, owned in seats.items()},
            guards={seat: owned.guards for seat, owned in seats.items()},
            removed={seat: owned.removed for seat, owned in seats.items()},
            treasures={seat: _kinds(owned) for seat, owned in seats.items()},
            scores={seat: owned.score for seat, owned in seats.items() if owned.score is not None},
            display=bidding.display,
            high_bid=bidding.high_bid,
            high_bidder=bidding.high_bidder,
            passed=bidding.passed,
            first_passer=bidding.first_passer,
            done=bidding.done,
        )
    except InvalidArgument as error:
        raise InvalidState([str(error)]) from None


def _diggers(state: State) -> dict[str, tuple[tuple[Figure, str | None], ...]]:
    """By cell dug once, who may have dug there and where that one is now; None is off the board."""
    found: dict[str, tuple[tuple[Figure, str | None], ...]] = {}
    for cell, kind, place in state.turn.diggers:
        where = CELLS[place] if place >= 0 else None
        found[CELLS[cell]] = (*found.get(CELLS[cell], ()), (kind, where))
    return found


def _belongings(state: State, seat: int) -> _Belongings:
    player = state.player(seat)
    return _Belongings(
        score=player.score,
        figures=player.figures,
        camps=player.camps,
        guards=player.guards,
        removed=player.removed,
        treasures={str(kind): tokens for kind, tokens in player.treasures.items() if tokens},
    )


def _kinds(owned: _Belongings) -> dict[int, int]:
    return {int(kind): tokens for kind, tokens in owned.treasures.items()}


__all__ = [
    "LARGEST", "claim_to_json", "dumps", "dumps_position", "dumps_record", "loads",
    "loads_position", "loads_record", "position_from_json", "position_to_json",
    "record_from_json", "record_to_json", "schema", "violation_from_json", "violation_to_json",
]  # fmt: skip
