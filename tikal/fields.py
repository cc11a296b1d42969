"""Validators of attrs for the fields of moves."""

from __future__ import annotations

import re
from typing import Final, Literal, get_args

import attrs

from tikal.errors import InvalidNotation, Mistake, WrongType, require_int
from tikal.grid import cell_of, rotation_of

Figure = Literal["L", "W"]
#: The leader first: the order in which moves are listed.
FIGURES: Final[tuple[Figure, ...]] = get_args(Figure)

_TILE_ID: Final = re.compile(r"[A-Z][1-9][0-9]?", re.ASCII)


def is_cell(_move: object, _field: object, value: str) -> None:
    """Refuse what is not a cell."""
    cell_of(value)


def is_rotation(_move: object, _field: object, value: int) -> None:
    """Refuse what is not a rotation."""
    rotation_of(value)


def require_figure(value: object) -> None:
    """Refuse what is not a figure."""
    if type(value) is not str:
        raise WrongType(f'a figure is "L" or "W", not {type(value).__name__}')
    if value not in FIGURES:
        raise InvalidNotation(Mistake("figure", written=repr(value[:20])))


def is_figure(_move: object, _field: object, value: Figure) -> None:
    """Refuse what is not a figure."""
    require_figure(value)


def is_tile_id(_move: object, _field: object, value: str) -> None:
    """Refuse what is not written as a tile id."""
    if type(value) is not str:
        raise WrongType(f'a tile is named by a str such as "A1", not by {type(value).__name__}')
    if not _TILE_ID.fullmatch(value):
        raise InvalidNotation(Mistake("tile", written=repr(value[:20])))


def is_number(_move: object, attribute: attrs.Attribute[int], value: int) -> None:
    """Refuse what is not an int."""
    require_int(attribute.name, value)
