"""A small picture of the board as pixels, for videos; `tikal.pictures.svg` draws better ones."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypeAlias

from tikal.errors import missing_extra
from tikal.grid import CELLS, ROWS
from tikal.parts import Expedition
from tikal.pictures.svg import colours
from tikal.state import State

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise missing_extra("bots", error) from error

_RADIUS: Final = 30
_APOTHEM: Final = _RADIUS * 3**0.5 / 2
_MARGIN: Final = 6
Pixels: TypeAlias = "np.ndarray[Any, np.dtype[np.uint8]]"
Mask: TypeAlias = "np.ndarray[Any, np.dtype[np.bool_]]"


def _centre(cell: int) -> tuple[float, float]:
    """The position of a hex in pixels: to the right, and down."""
    column, row = divmod(cell, ROWS)
    across = _MARGIN + _RADIUS * (1 + 1.5 * column)
    down = _MARGIN + _APOTHEM * (1 + 2 * (ROWS - 1 - row) + column % 2)
    return across, down


_WIDTH: Final = int(max(_centre(cell)[0] for cell in range(len(CELLS))) + _RADIUS + _MARGIN)
_HEIGHT: Final = int(max(_centre(cell)[1] for cell in range(len(CELLS))) + _APOTHEM + _MARGIN)


@cache
def _hexagon(cell: int, scale: float) -> Mask:
    """The pixels of a hex, or of a smaller one in its middle."""
    across, down = _centre(cell)
    y, x = np.ogrid[:_HEIGHT, :_WIDTH]
    dx, dy = np.abs(x - across), np.abs(y - down)
    size = scale * _APOTHEM
    inside: Mask = (dy <= size) & (dx * (3**0.5 / 2) + dy / 2 <= size)
    return inside


@cache
def _disc(cell: int, chair: int, radius: int) -> Mask:
    """The pixels of a disc in one of the four corners of a hex, one for each seat."""
    across, down = _centre(cell)
    across += _RADIUS * 0.35 * (1 if chair % 2 else -1)
    down += _RADIUS * 0.35 * (1 if chair // 2 else -1)
    y, x = np.ogrid[:_HEIGHT, :_WIDTH]
    inside: Mask = (x - across) ** 2 + (y - down) ** 2 <= radius**2
    return inside


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def board_pixels(state: State) -> Pixels:
    """Terrain, camps (a small hex), guards (a frame) and figures (discs) in red, green and blue."""
    pixels = np.empty((_HEIGHT, _WIDTH, 3), np.uint8)
    pixels[:] = _rgb(colours.PAPER)
    for cell in range(len(CELLS)):
        kind = state.ground.board.kind(cell)
        pixels[_hexagon(cell, 0.95)] = _rgb(
            colours.UNEXPLORED if kind is None else colours.TERRAINS[kind]
        )
    for who in state.expeditions:
        _draw_pieces(pixels, who, _rgb(colours.SEATS[who.seat]))
    return pixels


def _draw_pieces(pixels: Pixels, who: Expedition, colour: tuple[int, int, int]) -> None:
    for cell, _ in who.guards:
        pixels[_hexagon(cell, 0.95) & ~_hexagon(cell, 0.75)] = colour
    for cell in who.camps:
        pixels[_hexagon(cell, 0.3)] = colour
    for cell in who.cells():
        size = min(who.members(cell), 6)
        pixels[_disc(cell, who.seat - 1, 3 + size)] = colour
        if who.leader == cell:
            pixels[_disc(cell, who.seat - 1, 2)] = _rgb(colours.WHITE)
