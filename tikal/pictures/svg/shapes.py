"""Hexes, stones and terrain, each drawn around the origin at the size of the board.

Shapes that appear many times on a board are drawn once and cached.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from typing import Final

from tikal.components import Terrain
from tikal.grid import SIDES
from tikal.pictures.svg import colours
from tikal.pictures.svg.colours import INK, WHITE
from tikal.pictures.svg.markup import group, label, number, polygon, tag

#: From the middle of a hex to its corners, and to its sides.
RADIUS: Final = 76.0
APOTHEM: Final = RADIUS * sqrt(3) / 2

#: The directions that the sides face, clockwise from the north.
NORMALS: Final = tuple(
    (x * sqrt(3) / 2, y / 2) for x, y in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
)


def hexagon(radius: float, **attributes: str | float) -> str:
    """A flat-top hexagon."""
    half, tall = radius / 2, radius * sqrt(3) / 2
    corners = ((radius, 0.0), (half, tall), (-half, tall))
    return polygon(*corners, *((-x, -y) for x, y in corners), **attributes)


STONE_WIDTH: Final = 13.0
STONE_HEIGHT: Final = 9.0


def stone(left: float, top: float, **more: str | float) -> str:
    """One stone, lying flat."""
    return tag("rect", x=left, y=top, width=STONE_WIDTH, height=STONE_HEIGHT, rx=4, fill="#fbf8f0",
               stroke="#37322a", stroke_width=1.5, **more)  # fmt: skip


@lru_cache(maxsize=512)
def terrain_hex(kind: Terrain | None, stones: tuple[int, ...] = ()) -> str:
    """A hex in the colour of its terrain, unexplored if None, with the stones along each side."""
    if kind is None:
        return hexagon(RADIUS - 1.5, fill=colours.UNEXPLORED, stroke="#cfc5ad", stroke_width=1)
    land = hexagon(RADIUS - 1.5, fill=colours.TERRAINS[kind], stroke="#5b5345", stroke_width=1.5)
    return land + "".join(_stones(side, count) for side, count in enumerate(stones) if count)


def _stones(side: int, count: int) -> str:
    """The stones on one side."""
    (nx, ny), out, apart = NORMALS[side], APOTHEM - 9.5, 15.5
    row = []
    for k in range(count):
        along = (k - (count - 1) / 2) * apart
        x, y = nx * out - ny * along, ny * out + nx * along
        turn = f"translate({number(x)} {number(y)}) rotate({60 * side})"
        row.append(stone(-STONE_WIDTH / 2, -STONE_HEIGHT / 2, class_="stone", transform=turn))
    return tag("g", *row, class_="stones", data_side=SIDES[side], data_stones=count)


# --- terrain, in the upper half of a hex -------------------------------------------------------


def temple(value: int, holder: int | None = None) -> str:
    """A stepped pyramid with the temple's value, in the colour of the seat it counts for."""
    steps = [(30.0, 18.0), (30.0, 8.0), (24.0, 8.0), (24.0, -2.0), (18.0, -2.0), (18.0, -12.0),
             (11.0, -12.0), (11.0, -20.0)]  # fmt: skip
    mirrored = [(-x, y) for x, y in reversed(steps)]
    plate = colours.SEATS[holder] if holder else WHITE
    ink = colours.ON_SEATS[holder] if holder else INK
    return group(
        polygon(*steps, *mirrored, fill="#a9793f", stroke="#4a3417", stroke_width=1.5),
        tag("rect", x=-14, y=-10, width=28, height=26, rx=3, fill=plate, stroke="#4a3417"),
        label(0, 3, str(value), 20 if value < 10 else 18, bold=True, fill=ink),
        class_="temple",
        data_value=value,
        data_holder=holder or 0,
    )


def treasure(tokens: int) -> str:
    """Treasure tokens as a pile, with their number beside it."""
    pile = "".join(
        tag("ellipse", cx=-10, cy=12 - 8 * k, rx=18, ry=9, fill="#d9a021", stroke="#5a3d00",
            stroke_width=1.5, class_="token")
        for k in range(tokens)
    )  # fmt: skip
    if tokens:
        top = 12 - 8 * (tokens - 1)
        pile += tag("ellipse", cx=-10, cy=top, rx=9, ry=4, fill="none", stroke="#5a3d00")
    else:
        pile = tag("ellipse", cx=-10, cy=6, rx=18, ry=9, fill="none", stroke="#5a3d00",
                   stroke_width=1.5, stroke_dasharray="4 3")  # fmt: skip
    return group(
        pile,
        label(20, 2, str(tokens), 20, bold=True),
        class_="treasure",
        data_tokens=tokens,
    )


def _jungle() -> str:
    return "".join(
        tag("rect", x=x - 2, y=y + 6, width=4, height=10, fill="#5d4a2c")
        + polygon((x, y - 16), (x - 12, y + 8), (x + 12, y + 8), fill="#2f6b3a", stroke="#1d4425")
        for x, y in ((-17, 2), (17, 2), (0, -2))
    )


def _volcano() -> str:
    return (
        polygon((-38, 30), (-13, -18), (13, -18), (38, 30), fill="#5a4a46", stroke="#2c2220",
                stroke_width=1.5)
        + polygon((-13, -18), (13, -18), (19, -6), (9, -1), (4, -9), (-3, 8), (-8, -6), (-18, -8),
                  fill="#d6401f", stroke="#2c2220")
        + tag("circle", cx=-5, cy=-26, r=5, fill="#e9e4e0", stroke="#6e6360")
        + tag("circle", cx=5, cy=-33, r=6, fill="#e9e4e0", stroke="#6e6360")
    )  # fmt: skip


def tent(fill: str) -> str:
    """A tent, as wide as a temple."""
    return polygon(
        (0, -22), (32, 18), (-32, 18), fill=fill, stroke=INK, stroke_width=1.5,
        stroke_linejoin="round",
    ) + polygon((0, 0), (9, 18), (-9, 18), fill=WHITE, stroke=INK)  # fmt: skip


def _base_camp() -> str:
    return group(tent("#93a5af"), x=-13, y=-3, scale=0.8) + group(
        tent("#7d8f99"), x=13, y=2, scale=0.9
    )


@lru_cache(maxsize=512)
def terrain_symbol(kind: Terrain, value: int, tokens: int, holder: int | None = None) -> str:
    """The print of a tile: a temple with its value, a pile of tokens, trees and so on."""
    pictures: dict[Terrain, Callable[[], str]] = {
        "base_camp": _base_camp,
        "temple": lambda: temple(value, holder),
        "jungle": _jungle,
        "treasure": lambda: treasure(tokens),
        "volcano": _volcano,
    }
    return pictures[kind]()


def corner_name(x: float, text: str, *, bold: bool) -> str:
    """A name in the left or right corner of a hex."""
    return label(x, 0, text, 12.5 if bold else 10.5, bold=bold, fill=INK if bold else "#453f34")
