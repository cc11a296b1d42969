"""The printable sheet of all tiles, printed hexes and kinds of treasure."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from tikal.components import BOX, LETTERS, TILE_INDEX, TILES, TREASURE_KINDS
from tikal.grid import SIDES, rotate
from tikal.languages import sentence
from tikal.pictures.svg.colours import FAINT, INK
from tikal.pictures.svg.markup import group, label, polygon, tag
from tikal.pictures.svg.ornaments import ornament
from tikal.pictures.svg.panel import loose_tile
from tikal.pictures.svg.shapes import NORMALS, RADIUS, hexagon

# A4, ten units to the millimetre.
WIDTH: Final = 2100.0
HEIGHT: Final = 2970.0
_LEFT: Final = 250.0
_PITCH: Final = (310.0, 287.0)
_TOP: Final = 330.0
_SCALE: Final = 1.93


def describe_tile(tile_id: str, rotation: int) -> str:
    """A tile, its worth and its stones."""
    tile = TILES[TILE_INDEX[tile_id]]
    stones = [
        f"{count} on {side}"
        for side, count in zip(SIDES, rotate(tile.stones, rotation), strict=True)
        if count
    ]
    worth = f" of value {tile.value}" if tile.value else ""
    worth += f" with {tile.masks} tokens" if tile.masks else ""
    return f"{tile.kind.replace('_', ' ')}{worth}; stones: {', '.join(stones) or 'none'}"


def say(key: str, language: str) -> str:
    """The text of the sheet."""
    return sentence("board", f"sheet/{key}", language=language)


def labelled_tile(tile_id: str, rotation: int) -> str:
    """A tile with its id and rotation written on it; a printed hex with its cell."""
    cells = {tile.id: cell for cell, tile in BOX.printed.items()}
    name = cells.get(tile_id, tile_id)
    under = f"{name} r{rotation}" if rotation else name
    return loose_tile(tile_id, rotation, under)


def sheet(language: str = "en") -> str:
    """The whole page."""
    parts = [
        label(105, 95, say("title", language), 56, anchor="start", bold=True),
        label(105, 152, say("unturned", language), 31, anchor="start", fill=FAINT),
    ]
    for row, letter in enumerate(LETTERS):
        tiles = [tile for tile in BOX.tiles if tile.letter == letter]
        parts += [_tile_at(tile.id, column, row) for column, tile in enumerate(tiles)]
    row = len(LETTERS)
    printed = enumerate(BOX.printed.values())
    parts += [_tile_at(tile.id, column, row) for column, tile in printed]
    compass = _compass(_LEFT + 4.95 * _PITCH[0], _TOP + 5.95 * _PITCH[1], language)
    parts += [compass, *_notes(language)]
    names = say("kinds", language).split()
    parts += [_kind(kind, name) for kind, name in zip(TREASURE_KINDS, names, strict=True)]
    parts.append(label(105, HEIGHT - 50, say("agree", language), 31, anchor="start", fill=FAINT))
    return "\n".join(parts)


def _tile_at(tile_id: str, column: int, row: int) -> str:
    x, y = _LEFT + _PITCH[0] * column, _TOP + _PITCH[1] * row
    return group(labelled_tile(tile_id, 0), x=x, y=y, scale=_SCALE)


def _compass(x: float, y: float, language: str) -> str:
    """The diagram of sides and rotations."""
    sides = sentence("play", "sides", language=language).split()
    names = [
        label(52 * nx, 52 * ny, name, 14, bold=True)
        for (nx, ny), name in zip(NORMALS, sides, strict=True)
    ]
    turn = tag("path", d="M-18 10A21 21 0 1 1 18 10", fill="none", stroke=INK, stroke_width=3)
    tip = polygon((11, 21), (12.5, 5.5), (24.5, 13), fill=INK)
    hex_ = hexagon(RADIUS, fill="none", stroke=FAINT, stroke_width=1.5)
    return group(hex_, *names, turn, tip, label(0, 0, "r", 18, bold=True), x=x, y=y, scale=1.93)


def _notes(language: str) -> list[str]:
    keys = ("sides", "rotations", "printed")
    lines = [line for key in keys for line in wrap(say(key, language), 30)]
    x, y = _LEFT + 3.95 * _PITCH[0], _TOP + 6.62 * _PITCH[1]
    return [label(x, y + 44 * k, line, 31, anchor="start") for k, line in enumerate(lines)]


def _kind(kind: int, name: str) -> str:
    x, y = 225 + 236.0 * (kind - 1), HEIGHT - 290
    frame = tag("rect", x=-108, y=-115, width=216, height=300, rx=14, fill="none", stroke=FAINT,
                stroke_width=2)  # fmt: skip
    return group(
        frame,
        ornament(kind, 8, -8, 3.1),
        label(-82, -84, str(kind), 50, bold=True),
        label(0, 95, name, 28),
        tag("path", d="M-85 160H85", stroke=FAINT, stroke_width=2, stroke_dasharray="6 6"),
        x=x,
        y=y,
        class_="kind",
        data_kind=kind,
    )
