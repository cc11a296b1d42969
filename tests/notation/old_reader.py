"""The reader of version 0.2 by jsonschema and cattrs: the oracle for the one that replaced it.

It goes when version 0.4 is released.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, Literal, TypeVar

import attrs
import cattrs
import jsonschema
from attrs import field, frozen
from cattrs.gen import make_dict_structure_fn

from tikal._support.wording import brief
from tikal.editions import EDITIONS, Edition, read_edition
from tikal.errors import InvalidArgument, InvalidNotation, InvalidState, WrongType
from tikal.fields import Figure
from tikal.moves import EndTurn, Move, parse_move
from tikal.notation.documents import schema
from tikal.notation.documents.fields import path_of
from tikal.notation.documents.limits import DocumentKind
from tikal.notation.positions import parse_position, position
from tikal.notation.records import Comment, Entry, Record, lines_of
from tikal.notation.records.record import setup_of
from tikal.state import Phase, State

T = TypeVar("T")

# --- the schemas -------------------------------------------------------------------------------


@cache
def _validator(kind: DocumentKind) -> Any:
    draft = jsonschema.Draft202012Validator
    # JSON Schema accepts 2.0 as an integer, we do not
    strict = draft.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    strict_draft = jsonschema.validators.extend(draft, type_checker=strict)  # type: ignore[no-untyped-call]
    return strict_draft(schema(kind))


def problems(data: object, kind: DocumentKind) -> set[str]:
    """Every path at which the data do not match the schema, with a sentence."""
    return {_sentence(problem) for problem in _validator(kind).iter_errors(data)}


def _sentence(problem: jsonschema.ValidationError) -> str:
    """One sentence about a problem, from the description in the schema."""
    path = path_of(tuple(problem.absolute_path))
    value: Any = problem.instance
    rule = problem.schema
    assert isinstance(rule, dict)
    if problem.validator == "required":
        missing = [key for key in rule["required"] if key not in value]
        return f"{path}: lacks {', '.join(missing)}"
    known = rule.get("properties", {})
    if problem.validator == "additionalProperties" and known:
        unknown = next(key for key in value if key not in known)
        near = difflib.get_close_matches(unknown[:40], known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
        return f"{path}: no key is called {unknown[:40]!r}: {hint}"
    return f"{path}: {rule['description']}, not {brief(value)}"


# --- values ------------------------------------------------------------------------------------


def _exactly(kind: type[T]) -> Callable[[object, object], T]:
    def hook(value: object, _: object) -> T:
        if type(value) is not kind:
            raise WrongType(f"{kind.__name__} is needed, not {brief(value)}")
        return value

    return hook


def _move(text: str) -> Move:
    move = parse_move(text)
    if str(move) != text:
        raise InvalidNotation(f"{text[:40]!r} is written {str(move)!r}")
    return move


@cache
def _converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    for kind in (int, bool, str):
        converter.register_structure_hook(kind, _exactly(kind))
    converter.register_structure_hook(Move, lambda text, _: _move(text))
    fields_of = make_dict_structure_fn(Edition, converter)
    converter.register_structure_hook(
        Edition,
        lambda given, _: (
            read_edition(given)
            if isinstance(given, str)
            else fields_of({**_switches_of_book(given), **given}, _)
        ),
    )
    return converter


def _switches_of_book(given: dict[str, Any]) -> dict[str, object]:
    printed = EDITIONS.get(str(given.get("key")).split(" ")[0])
    return dict(printed.switches()) if printed else {}


def _structure(data: object, document: type[T]) -> T:
    try:
        return _converter().structure(data, document)
    except cattrs.BaseValidationError as error:
        raise InvalidNotation("; ".join(cattrs.transform_error(error))) from None


def read(data: dict[str, Any]) -> Record | State:
    """The record or position that data stand for, which match their schema."""
    if data["format"] == "tikal-record/1":
        return _record(_structure(data, _RecordDocument), data)
    return _position(_structure(data, _PositionDocument))


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


def _record(document: _RecordDocument, data: dict[str, Any]) -> Record:
    if wrong := next(_misfits(document), None):
        raise InvalidNotation(wrong)
    count = len(document.moves)
    found = parse_position(document.position) if document.position else None
    setup = {key: getattr(document, key) for key in ("edition", "players", "auction", "start")}
    if found is not None:
        for key, value in setup_of(found).items():
            if key in data and setup[key] != value:
                raise InvalidNotation(f"$.{key} contradicts the position")
        setup = setup_of(found)
    entries = [
        Entry(move, seat, points=claim)
        for move, seat, claim in zip(
            document.moves,
            document.seats or (None,) * count,
            document.points or (None,) * count,
            strict=True,
        )
    ]
    return Record(
        **setup,
        names=document.names,
        extra=document.extra,
        scores=document.scores,
        lines=lines_of(entries, setup["auction"], document.comments),
        position=found,
    )


def _misfits(document: _RecordDocument) -> Iterator[str]:
    count = len(document.moves)
    for given, most in (
        (document.names, document.players),
        (document.scores, document.players),
        (document.seats, count),
        (document.points, count),
    ):
        if given and len(given) != most:
            yield f"{len(given)} for {most}"
    for move, claim in zip(document.moves, document.points, strict=False):
        if claim is not None and not isinstance(move, EndTurn):
            yield "points are claimed after 'end' only"
    for comment in document.comments:
        if comment.after > count:
            yield f"there are only {count} moves"


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
    format: Literal["tikal-position/1"]
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
    bidding: _Bidding = field(factory=_Bidding)


#: The fields of the document that are arguments of `tikal.position` as they stand.
_AS_THEY_STAND: Final = (
    "players", "edition", "auction", "phase", "ap", "scoring", "queue", "tile", "worked",
    "diggers", "tiles", "values", "tokens", "set_aside",
)  # fmt: skip


def _position(document: _PositionDocument) -> State:
    if (document.phase == "over") != (document.active is None):
        raise InvalidState(["a seat is active until the game is over, and none after"])
    seats = {int(seat): owned for seat, owned in document.seats.items()}
    treasures = {
        seat: {int(kind): tokens for kind, tokens in owned.treasures.items()}
        for seat, owned in seats.items()
    }
    try:
        return position(
            **{key: getattr(document, key) for key in _AS_THEY_STAND},
            active=document.active or 0,
            figures={seat: owned.figures for seat, owned in seats.items()},
            camps={seat: owned.camps for seat, owned in seats.items()},
            guards={seat: owned.guards for seat, owned in seats.items()},
            removed={seat: owned.removed for seat, owned in seats.items()},
            treasures=treasures,
            scores={seat: owned.score for seat, owned in seats.items() if owned.score is not None},
            **attrs.asdict(document.bidding, recurse=False),
        )
    except InvalidArgument as error:
        raise InvalidState([str(error)]) from None
