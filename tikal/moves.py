"""The moves: a closed union of small frozen classes, and all that is fixed about each class.

A move that exists is well formed; `tikal.check` says whether it is legal. A class states its
notation (`pattern`, `example`), its `phase` and its `price` in action points (TURN-08, TURN-09):
None for what is not an action, and for a walk, which costs its stones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product, starmap
from typing import Any, ClassVar, Final, Literal, TypeAlias, TypeVar, get_args

import attrs
from attrs import field, frozen

from tikal.components import BOX, SEATS, TREASURE_KINDS
from tikal.errors import MAX_DIGITS, InvalidArgument, InvalidNotation, Mistake, WrongType
from tikal.fields import (
    FIGURES,
    Figure,
    is_cell,
    is_figure,
    is_number,
    is_rotation,
    is_tile_id,
)  # fmt: skip
from tikal.grid import AROUND, CELL_INDEX, CELLS, SIDES

#: The phases of a game; a move belongs to one of them, and none belongs to the last.
Phase = Literal["draw", "bid", "take", "place", "act", "reveal", "over"]

_INTEGER: Final = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)


def _notation(move: Move) -> str:
    """The string of a move: its pattern, filled in."""
    return move.pattern.format(**{name: getattr(move, name) for name in _FIELDS[type(move)]})


# --- the move classes --------------------------------------------------------------------------


@frozen
class DrawTile:
    """Chance: this tile is turned up."""

    pattern: ClassVar[str] = "draw {tile}"
    example: ClassVar[str] = "draw A1"
    phase: ClassVar[Phase] = "draw"
    price: ClassVar[None] = None
    tile: str = field(validator=is_tile_id)

    __str__ = _notation


@frozen
class PlaceTile:
    """Lay the waiting tile on a cell, turned clockwise by `rotation` sixths."""

    pattern: ClassVar[str] = "place {cell} r{rotation}"
    example: ClassVar[str] = "place c3 r2"
    phase: ClassVar[Phase] = "place"
    price: ClassVar[None] = None
    cell: str = field(validator=is_cell)
    rotation: int = field(validator=is_rotation)

    __str__ = _notation


@frozen
class SetAside:
    """Remove a tile that cannot be placed anywhere from the game."""

    pattern: ClassVar[str] = "set-aside"
    example: ClassVar[str] = "set-aside"
    phase: ClassVar[Phase] = "place"
    price: ClassVar[None] = None

    __str__ = _notation


@frozen
class Deploy:
    """Bring a figure from the supply to the base camp or a camp of one's own."""

    pattern: ClassVar[str] = "deploy {figure} {cell}"
    example: ClassVar[str] = "deploy L a1"
    phase: ClassVar[Phase] = "act"
    price: ClassVar[int] = 1
    figure: Figure = field(validator=is_figure)
    cell: str = field(validator=is_cell)

    __str__ = _notation


@frozen
class Walk:
    """One step of one figure to an adjacent hex."""

    pattern: ClassVar[str] = "walk {figure} {origin}-{target}"
    example: ClassVar[str] = "walk W a1-b2"
    phase: ClassVar[Phase] = "act"
    price: ClassVar[None] = None
    figure: Figure = field(validator=is_figure)
    origin: str = field(validator=is_cell)
    target: str = field(validator=is_cell)

    __str__ = _notation


@frozen
class Transfer:
    """Send a figure over a secret path between the base camp and one's own camps."""

    pattern: ClassVar[str] = "transfer {figure} {origin}-{target}"
    example: ClassVar[str] = "transfer W a1-f3"
    phase: ClassVar[Phase] = "act"
    price: ClassVar[int] = 1
    figure: Figure = field(validator=is_figure)
    origin: str = field(validator=is_cell)
    target: str = field(validator=is_cell)

    __str__ = _notation


@frozen
class Uncover:
    """Uncover one more level of a temple."""

    pattern: ClassVar[str] = "uncover {cell}"
    example: ClassVar[str] = "uncover b1"
    phase: ClassVar[Phase] = "act"
    price: ClassVar[int] = 2
    cell: str = field(validator=is_cell)

    __str__ = _notation


@frozen
class Recover:
    """Take the top token of a treasure hex; what it shows is revealed next."""

    pattern: ClassVar[str] = "recover {cell}"
    example: ClassVar[str] = "recover c3"
    phase: ClassVar[Phase] = "act"
    price: ClassVar[int] = 3
    cell: str = field(validator=is_cell)

    __str__ = _notation


@frozen
class RevealTreasure:
    """Chance: the token just recovered shows this kind."""

    pattern: ClassVar[str] = "reveal {kind}"
    example: ClassVar[str] = "reveal 5"
    phase: ClassVar[Phase] = "reveal"
    price: ClassVar[None] = None
    kind: int = field(validator=is_number)

    __str__ = _notation


@frozen
class Exchange:
    """Give a token of one kind to another seat and take one of another kind."""

    pattern: ClassVar[str] = "exchange {give} {seat} {take}"
    example: ClassVar[str] = "exchange 3 2 7"
    phase: ClassVar[Phase] = "act"
    price: ClassVar[int] = 3
    give: int = field(validator=is_number)
    seat: int = field(validator=is_number)
    take: int = field(validator=is_number)

    __str__ = _notation


@frozen
class EstablishCamp:
    """Found a camp."""

    pattern: ClassVar[str] = "camp {cell}"
    example: ClassVar[str] = "camp c3"
    phase: ClassVar[Phase] = "act"
    price: ClassVar[int] = 5
    cell: str = field(validator=is_cell)

    __str__ = _notation


@frozen
class PlaceGuard:
    """Make a figure on a temple its guard for good."""

    pattern: ClassVar[str] = "guard {cell} {figure}"
    example: ClassVar[str] = "guard b1 L"
    phase: ClassVar[Phase] = "act"
    price: ClassVar[int] = 5
    cell: str = field(validator=is_cell)
    figure: Figure = field(validator=is_figure)

    __str__ = _notation


@frozen
class EndTurn:
    """End the action phase; in a scoring turn the seat scores."""

    pattern: ClassVar[str] = "end"
    example: ClassVar[str] = "end"
    phase: ClassVar[Phase] = "act"
    price: ClassVar[int] = 0

    __str__ = _notation


@frozen
class Bid:
    """Offer points for the next turn of the round (auction game)."""

    pattern: ClassVar[str] = "bid {points}"
    example: ClassVar[str] = "bid 5"
    phase: ClassVar[Phase] = "bid"
    price: ClassVar[None] = None
    points: int = field(validator=is_number)

    __str__ = _notation


@frozen
class Pass:
    """Leave this auction (auction game)."""

    pattern: ClassVar[str] = "pass"
    example: ClassVar[str] = "pass"
    phase: ClassVar[Phase] = "bid"
    price: ClassVar[None] = None

    __str__ = _notation


@frozen
class TakeTile:
    """Choose a tile of the display (auction game)."""

    pattern: ClassVar[str] = "take {tile}"
    example: ClassVar[str] = "take A1"
    phase: ClassVar[Phase] = "take"
    price: ClassVar[None] = None
    tile: str = field(validator=is_tile_id)

    __str__ = _notation


Move: TypeAlias = (
    DrawTile | PlaceTile | SetAside | Deploy | Walk | Transfer | Uncover | Recover
    | RevealTreasure | Exchange | EstablishCamp | PlaceGuard | EndTurn | Bid | Pass | TakeTile
)  # fmt: skip
#: The move classes in the order of the notation, which is the order of `legal_moves`.
MOVES: Final[tuple[type[Move], ...]] = get_args(Move)

_FIELDS: Final = {move: tuple(a.name for a in attrs.fields(move)) for move in MOVES}
_CELL_FIELDS: Final = {
    move: tuple(a.name for a in attrs.fields(move) if a.validator is is_cell) for move in MOVES
}
# Read before attrs.resolve_types replaces the annotations in place.
_NUMBERS: Final = frozenset(a.name for move in MOVES for a in attrs.fields(move) if a.type == "int")


def verb_of(move: Move | type[Move]) -> str:
    """The word that a move, or each move of a class, begins with."""
    return move.pattern.split(" ", 1)[0]


def cells_of(move: Move) -> tuple[str, ...]:
    """The cells that a move names, its target last."""
    return tuple(getattr(move, name) for name in _CELL_FIELDS[type(move)])


# --- all moves of a class ----------------------------------------------------------------------

M = TypeVar("M", bound=Move)

#: The values that a field of this name can have in the real game, in the order of `legal_moves`.
#: The points of a bid are missing, because there is no highest bid.
_VALUES: Final[dict[str, Iterable[object]]] = {
    "tile": tuple(tile.id for tile in BOX.tiles),
    **dict.fromkeys(("cell", "origin", "target"), CELLS),
    "rotation": tuple(range(len(SIDES))),
    "figure": FIGURES,
    **dict.fromkeys(("kind", "give", "take"), TREASURE_KINDS),
    "seat": SEATS,
}


_FIELD_NAMES: Final = {name for names in _FIELDS.values() for name in names}


def every(move: type[M], /, **values: Iterable[object]) -> Iterator[M]:
    """All moves of a class, field by field, the last field fastest; `values` replaces a field's.

    Walks from any cell to any other are among them; `steps` gives those between neighbours.
    A field that another class has is ignored, so one call suits all classes. `InvalidArgument` for
    a field that no class has, and without `points` for bids.
    """
    if unknown := values.keys() - _FIELD_NAMES:
        raise InvalidArgument(f"no move has a field {min(unknown)!r}")
    known = {**_VALUES, **values}
    names = [field.name for field in attrs.fields(move)]
    if missing := [name for name in names if name not in known]:
        raise InvalidArgument(f"every({move.__name__}) needs {missing[0]}: it has no highest value")
    make: Callable[..., M] = move
    return starmap(make, product(*(known[name] for name in names)))


def steps() -> Iterator[Walk]:
    """The walks between neighbours, by figure, origin and target."""
    for figure, origin in product(FIGURES, CELLS):
        targets = (CELLS[cell] for cell in AROUND[CELL_INDEX[origin]])
        yield from every(Walk, figure=(figure,), origin=(origin,), target=targets)


# --- reading -----------------------------------------------------------------------------------

_BY_VERB: Final = {verb_of(move): move for move in MOVES}


@cache
def _grammar(pattern: str) -> re.Pattern[str]:
    """The notation of a move with this pattern."""
    grammar = re.sub(r"\{(\w+)\}", r"(?P<\1>[^ -]+|-[^ -]+)", pattern)
    return re.compile(grammar, re.ASCII | re.IGNORECASE)


def _with_usual_letters(part: str, validator: object) -> str:
    """A cell in small letters, a tile or figure in capitals."""
    if not part.isascii():
        return part
    return part.lower() if validator is is_cell else part.upper()


def _read_number(text: str) -> int:
    if len(text) > MAX_DIGITS + 1 or not _INTEGER.fullmatch(text):
        raise InvalidNotation(Mistake("number", written=repr(text[:20])))
    return int(text)


def parse_move(text: str) -> Move:
    """Read one move as `str(move)` writes it, in small letters or capitals.

    `parse_move(str(m)) == m` for every move. `parse_moves` reads several, and short forms of them.
    """
    if not isinstance(text, str):
        raise WrongType(f'a move is written as a str such as "end", not {type(text).__name__}')
    verb = text.split(" ", 1)[0]
    kind = _BY_VERB.get(verb.lower() if verb.isascii() else verb)
    if kind is None:
        raise InvalidNotation(_unknown(verb), column=1)
    match = _grammar(kind.pattern).fullmatch(text)
    if match is None:
        raise InvalidNotation(
            Mistake("move/form", written=repr(text[:40]), example=repr(kind.example)),
            column=min(len(verb) + 2, len(text) + 1),
        )
    fields: dict[str, Any] = {}  # checked one by one, so that an error can name its column
    for attribute in attrs.fields(kind):
        part = match[attribute.name]
        try:
            is_number = attribute.name in _NUMBERS
            letters = attribute.validator
            value = _read_number(part) if is_number else _with_usual_letters(part, letters)
            attribute.validator(None, attribute, value)
        except InvalidNotation as error:
            raise InvalidNotation(error.message, column=match.start(attribute.name) + 1) from None
        fields[attribute.name] = value
    return kind(**fields)


def move_of(value: Move | str) -> Move:
    """The move itself, or the one that a string stands for."""
    move = parse_move(value) if isinstance(value, str) else value
    if type(move) not in MOVES:
        raise WrongType(
            f"{type(move).__name__} is not a move: write one such as "
            '"walk W a1-b2", or make one with a class such as tikal.Walk'
        )
    return move


def _unknown(verb: str) -> Mistake:
    lower, written = verb.strip().lower(), repr(verb[:20])
    if close := [known for known in _BY_VERB if lower and known.startswith(lower[:3])]:
        return Mistake("move/like", written=written, known=repr(close[0]))
    return Mistake("move/unknown", written=written, known=", ".join(_BY_VERB))
