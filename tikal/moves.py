"""The moves: a closed union of small frozen classes, their prices and their strings.

A move that exists is well formed; whether it is legal is for `tikal.check` to say.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, ClassVar, Final, Literal, TypeAlias, get_args

import attrs
from attrs import field, frozen

from tikal.errors import MOST_DIGITS, InvalidNotation, WrongType, require_int
from tikal.geometry import cell_of, rotation_of

Figure = Literal["L", "W"]
#: The leader first: the order in which moves are listed.
FIGURES: Final[tuple[Figure, ...]] = get_args(Figure)
FIGURE_NAMES: Final[dict[Figure, str]] = {"L": "leader", "W": "worker"}

_TILE_ID: Final = re.compile(r"[A-Z][1-9][0-9]?", re.ASCII)
_INTEGER: Final = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)

# --- what the fields may hold ------------------------------------------------------------------


def _is_cell(_move: object, _field: object, value: str) -> None:
    cell_of(value)


def _is_rotation(_move: object, _field: object, value: int) -> None:
    rotation_of(value)


def require_figure(value: object) -> None:
    """Refuse what is not a figure."""
    if type(value) is not str:
        raise WrongType(f'a figure is "L" or "W", not {type(value).__name__}')
    if value not in FIGURES:
        raise InvalidNotation(f"a figure is L (leader) or W (worker), not {value[:20]!r}")


def _is_figure(_move: object, _field: object, value: Figure) -> None:
    require_figure(value)


def _is_tile_id(_move: object, _field: object, value: str) -> None:
    if type(value) is not str:
        raise WrongType(f'a tile is named by a str such as "A1", not by {type(value).__name__}')
    if not _TILE_ID.fullmatch(value):
        raise InvalidNotation(f"a tile id is a letter and a number such as A1, not {value[:20]!r}")


def _is_number(_move: object, attribute: attrs.Attribute[int], value: int) -> None:
    require_int(attribute.name, value)


def _notation(move: Move) -> str:
    """The string of a move: its pattern, filled in."""
    return move._pattern.format(**{name: getattr(move, name) for name in _FIELDS[type(move)]})


# --- the sixteen moves -------------------------------------------------------------------------


@frozen
class DrawTile:
    """Chance: this tile is turned up."""

    _pattern: ClassVar[str] = "draw {tile}"
    tile: str = field(validator=_is_tile_id)

    __str__ = _notation


@frozen
class PlaceTile:
    """Lay the waiting tile on a cell, turned clockwise by `rotation` sixths."""

    _pattern: ClassVar[str] = "place {cell} r{rotation}"
    cell: str = field(validator=_is_cell)
    rotation: int = field(validator=_is_rotation)

    __str__ = _notation


@frozen
class SetAside:
    """Remove a tile that cannot be placed anywhere from the game."""

    _pattern: ClassVar[str] = "set-aside"

    __str__ = _notation


@frozen
class Deploy:
    """Bring a figure from the supply to the base camp or a camp of one's own."""

    _pattern: ClassVar[str] = "deploy {figure} {cell}"
    figure: Figure = field(validator=_is_figure)
    cell: str = field(validator=_is_cell)

    __str__ = _notation


@frozen
class Walk:
    """One step of one figure to an adjacent hex."""

    _pattern: ClassVar[str] = "walk {figure} {origin}-{target}"
    figure: Figure = field(validator=_is_figure)
    origin: str = field(validator=_is_cell)
    target: str = field(validator=_is_cell)

    __str__ = _notation


@frozen
class Transfer:
    """Send a figure over a secret path between the base camp and one's own camps."""

    _pattern: ClassVar[str] = "transfer {figure} {origin}-{target}"
    figure: Figure = field(validator=_is_figure)
    origin: str = field(validator=_is_cell)
    target: str = field(validator=_is_cell)

    __str__ = _notation


@frozen
class Uncover:
    """Uncover one more level of a temple."""

    _pattern: ClassVar[str] = "uncover {cell}"
    cell: str = field(validator=_is_cell)

    __str__ = _notation


@frozen
class Recover:
    """Take the top token of a treasure hex; what it shows is revealed next."""

    _pattern: ClassVar[str] = "recover {cell}"
    cell: str = field(validator=_is_cell)

    __str__ = _notation


@frozen
class RevealTreasure:
    """Chance: the token just recovered shows this kind."""

    _pattern: ClassVar[str] = "reveal {kind}"
    kind: int = field(validator=_is_number)

    __str__ = _notation


@frozen
class Exchange:
    """Give a token of one kind to another seat and take one of another kind."""

    _pattern: ClassVar[str] = "exchange {give} {seat} {take}"
    give: int = field(validator=_is_number)
    seat: int = field(validator=_is_number)
    take: int = field(validator=_is_number)

    __str__ = _notation


@frozen
class EstablishCamp:
    """Found a camp."""

    _pattern: ClassVar[str] = "camp {cell}"
    cell: str = field(validator=_is_cell)

    __str__ = _notation


@frozen
class PlaceGuard:
    """Make a figure on a temple its guard for good."""

    _pattern: ClassVar[str] = "guard {cell} {figure}"
    cell: str = field(validator=_is_cell)
    figure: Figure = field(validator=_is_figure)

    __str__ = _notation


@frozen
class EndTurn:
    """End the action phase; in a scoring turn the seat scores."""

    _pattern: ClassVar[str] = "end"

    __str__ = _notation


@frozen
class Bid:
    """Offer points for the next turn of the round (auction game)."""

    _pattern: ClassVar[str] = "bid {points}"
    points: int = field(validator=_is_number)

    __str__ = _notation


@frozen
class Pass:
    """Leave this auction (auction game)."""

    _pattern: ClassVar[str] = "pass"

    __str__ = _notation


@frozen
class TakeTile:
    """Choose a tile of the display (auction game)."""

    _pattern: ClassVar[str] = "take {tile}"
    tile: str = field(validator=_is_tile_id)

    __str__ = _notation


Move: TypeAlias = (
    DrawTile
    | PlaceTile
    | SetAside
    | Deploy
    | Walk
    | Transfer
    | Uncover
    | Recover
    | RevealTreasure
    | Exchange
    | EstablishCamp
    | PlaceGuard
    | EndTurn
    | Bid
    | Pass
    | TakeTile
)
#: The move classes in the order of the notation, which is the order of `legal_moves`.
MOVES: Final[tuple[type[Move], ...]] = get_args(Move)

_FIELDS: Final = {move: tuple(a.name for a in attrs.fields(move)) for move in MOVES}
# Asked once, before anybody resolves the annotations: attrs then replaces them in place.
_NUMBERS: Final = frozenset(a.name for move in MOVES for a in attrs.fields(move) if a.type == "int")

#: What an action costs, whoever does it (TURN-08, TURN-09); a walk costs its stones.
PRICES: Final[dict[type[Move], int]] = {
    Deploy: 1,
    Transfer: 1,
    Uncover: 2,
    Recover: 3,
    Exchange: 3,
    EstablishCamp: 5,
    PlaceGuard: 5,
    EndTurn: 0,
}

# --- reading -----------------------------------------------------------------------------------

_EXAMPLES: Final[dict[type[Move], str]] = {
    DrawTile: "draw A1",
    PlaceTile: "place c3 r2",
    SetAside: "set-aside",
    Deploy: "deploy L a1",
    Walk: "walk W a1-b2",
    Transfer: "transfer W a1-f3",
    Uncover: "uncover b1",
    Recover: "recover c3",
    RevealTreasure: "reveal 5",
    Exchange: "exchange 3 2 7",
    EstablishCamp: "camp c3",
    PlaceGuard: "guard b1 L",
    EndTurn: "end",
    Bid: "bid 5",
    Pass: "pass",
    TakeTile: "take A1",
}
#: The word that a move begins with.
VERBS: Final[dict[type[Move], str]] = {move: move._pattern.split()[0] for move in MOVES}
_BY_VERB: Final = {verb: move for move, verb in VERBS.items()}


@cache
def _grammar(pattern: str) -> re.Pattern[str]:
    """What a move with this pattern looks like when it is written."""
    grammar = re.sub(r"\{(\w+)\}", r"(?P<\1>[^ -]+|-[^ -]+)", pattern)
    return re.compile(grammar, re.ASCII | re.IGNORECASE)


def _with_usual_letters(part: str, validator: object) -> str:
    """A cell in small letters, a tile or figure in capitals."""
    if not part.isascii():
        return part
    return part.lower() if validator is _is_cell else part.upper()


def _read_number(text: str) -> int:
    if len(text) > MOST_DIGITS + 1 or not _INTEGER.fullmatch(text):
        raise InvalidNotation(f"{text[:20]!r} is not a whole number such as 5")
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
        raise InvalidNotation(f"no move is called {verb[:20]!r}: {_hint(verb)}", column=1)
    match = _grammar(kind._pattern).fullmatch(text)
    if match is None:
        raise InvalidNotation(
            f"{text[:40]!r} is not written like {_EXAMPLES[kind]!r}",
            column=min(len(verb) + 2, len(text) + 1),
        )
    fields: dict[str, Any] = {}  # checked one by one, so that an error can name its column
    for attribute in attrs.fields(kind):
        part = match[attribute.name]
        try:
            value = (
                _read_number(part)
                if attribute.name in _NUMBERS
                else _with_usual_letters(part, attribute.validator)
            )
            attribute.validator(None, attribute, value)
        except InvalidNotation as error:
            raise InvalidNotation(str(error), column=match.start(attribute.name) + 1) from None
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


def _hint(verb: str) -> str:
    lower = verb.strip().lower()
    close = [known for known in _BY_VERB if lower and known.startswith(lower[:3])]
    return f"did you mean {close[0]!r}?" if close else "moves are " + ", ".join(_BY_VERB)
