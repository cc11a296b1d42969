"""Small pictures for the page: tiles, figures, the signs of seats, kinds of treasure."""

from __future__ import annotations

from typing import Final

from tikal.components import TILE_INDEX, TILES, TREASURE_KINDS
from tikal.errors import InvalidNotation
from tikal.fields import FIGURES
from tikal.grid import SIDES, rotate
from tikal.page.requests import Answer, Request
from tikal.page.wording import stones_text
from tikal.pictures.svg import colours, tile_svg
from tikal.pictures.svg.markup import document, group
from tikal.pictures.svg.ornaments import ornament
from tikal.pictures.svg.pieces import emblem, pawn

_ROOM: Final = {"figure": (28.0, 34.0), "seat": (28.0, 28.0), "treasure": (48.0, 48.0)}


def pictures(request: Request) -> Answer:
    """The tiles that are asked for, turned alike, and everything else that is small."""
    rotation = request.number("rotation", 0)
    if not 0 <= rotation < len(SIDES):
        raise InvalidNotation(f"rotation is a number from 0 to {len(SIDES) - 1}, not {rotation}")
    tiles = {tile: tile_svg(tile, rotation) for tile in request.texts("tiles")}
    stones = {tile: rotate(TILES[TILE_INDEX[tile]].stones, rotation) for tile in tiles}
    return {
        "tiles": tiles,
        "spoken": {tile: stones_text(sides, request.language) for tile, sides in stones.items()},
        "figures": {
            f"{seat}{figure}": _small("figure", f"{seat}{figure}", pawn(seat, figure), 3)
            for seat in colours.SEATS
            for figure in FIGURES
        },
        "seats": {str(seat): _small("seat", str(seat), emblem(seat)) for seat in colours.SEATS},
        "treasures": {
            str(kind): _small("treasure", str(kind), ornament(kind)) for kind in TREASURE_KINDS
        },
    }


def _small(what: str, name: str, drawn: str, lower: float = 0) -> str:
    """A picture of a thing that is drawn around the origin."""
    width, height = _ROOM[what]
    body = group(drawn, x=width / 2, y=height / 2 + lower)
    shown = (str(width), str(height))
    return document(f"Tikal: {what} {name}", "", body, width=width, height=height, shown=shown)
