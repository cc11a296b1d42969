"""The layer over the board: rings around cells, the move, the cells named in a refusal."""

from __future__ import annotations

from math import hypot

from tikal.components import TILE_INDEX, TILES
from tikal.grid import rotate
from tikal.moves import Move, verb_of
from tikal.pictures.svg.colours import HIGHLIGHTED, INK, LAST, LEGAL, REFUSED, WHITE
from tikal.pictures.svg.markup import group, label, points, polygon, shorten, tag
from tikal.pictures.svg.shapes import RADIUS, corner_name, hexagon, terrain_hex, terrain_symbol

Point = tuple[float, float]


def _ring(colour: str, casing: str, **more: str | float) -> str:
    """A line along the border of a cell, which leaves the stones free."""
    return hexagon(RADIUS, fill="none", stroke=casing, stroke_width=8) + hexagon(
        RADIUS, fill="none", stroke=colour, stroke_width=5, **more
    )


def _plate(text: str, colour: str) -> str:
    """A short text between the figures and the stones of the southern side."""
    width, y = 10 + 7.0 * len(text), 44
    plate = tag("rect", x=-width / 2, y=y - 8, width=width, height=16, rx=4, fill=colour,
                stroke=WHITE)  # fmt: skip
    return plate + label(0, y, text, 11, bold=True, fill=WHITE)


def highlight_ring() -> str:
    """A ring around a highlighted cell."""
    return _ring(HIGHLIGHTED, INK)


def refusal_ring(clauses: tuple[str, ...]) -> str:
    """A dashed ring around a cell that violations name, with the first of their clauses."""
    more = f" +{len(clauses) - 1}" if len(clauses) > 1 else ""
    ring = _ring(REFUSED, WHITE, stroke_dasharray="14 7")
    return ring + _plate(shorten(clauses[0], 12) + more, REFUSED)


def faint_ring() -> str:
    """A ring around the cell of the last move."""
    return hexagon(RADIUS - 6, fill="none", stroke=LAST, stroke_width=5, opacity=0.75)


def faint_arrow(origin: Point, target: Point) -> str:
    """A short arrow across the border, or along the way, where the last move went."""
    start, end = _towards(origin, target, 36), _towards(target, origin, 50)
    tip = _towards(target, origin, 34)
    dx, dy = (tip[0] - end[0]) / 16, (tip[1] - end[1]) / 16
    head = tip, (end[0] - dy * 10, end[1] + dx * 10), (end[0] + dy * 10, end[1] - dx * 10)
    line = tag("path", d=f"M{points(start)}L{points(end)}", stroke=LAST, stroke_width=8)
    return group(line, polygon(*head, fill=LAST), opacity=0.7)


def tile_preview(tile_id: str, rotation: int, cell: str) -> str:
    """A tile as it would lie after a move."""
    tile = TILES[TILE_INDEX[tile_id]]
    shade = group(
        terrain_hex(tile.kind, rotate(tile.stones, rotation)),
        group(terrain_symbol(tile.kind, tile.value, tile.masks), y=-6),
        corner_name(RADIUS - 16, tile_id, bold=False),
        opacity=0.65,
    )
    name = corner_name(17 - RADIUS, cell, bold=True)
    return group(terrain_hex(None), shade, name, class_="ghost", data_tile=tile_id)


def move_ring(move: Move, is_refused: bool, is_labelled: bool) -> str:
    """A ring around the cell of a move, with the verb of the move if there is room for it."""
    ring = _ring(REFUSED, WHITE, stroke_dasharray="14 7") if is_refused else _ring(LEGAL, WHITE)
    return ring + (_plate(verb_of(move), REFUSED if is_refused else LEGAL) if is_labelled else "")


def arrow(origin: Point, target: Point, is_refused: bool, is_secret: bool) -> str:
    """An arrow that curves around the stones between two cells; dashed for a secret path."""
    (ax, ay), (bx, by) = origin, target
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    # The curve keeps clear of the stones, which are around the middle of an edge.
    bow = 66.0
    mx, my = (ax + bx) / 2 + uy * bow, (ay + by) / 2 - ux * bow
    start, end = _towards(origin, (mx, my), 30), _towards(target, (mx, my), 62)
    tip = _towards(target, (mx, my), 44)
    dx, dy = (tip[0] - end[0]) / 18, (tip[1] - end[1]) / 18
    colour = REFUSED if is_refused else LEGAL
    way = f"M{points(start)}Q{points((mx, my), end)}"
    head = ((tip[0], tip[1]), (end[0] - dy * 12, end[1] + dx * 12),
            (end[0] + dy * 12, end[1] - dx * 12))  # fmt: skip
    dashes: dict[str, str | float] = {"stroke_dasharray": "12 6"} if is_secret else {}
    parts = [
        tag("path", d=way, fill="none", stroke=WHITE, stroke_width=11),
        polygon(*head, fill=WHITE, stroke=WHITE, stroke_width=5, stroke_linejoin="round"),
        tag("path", d=way, fill="none", stroke=colour, stroke_width=6, **dashes),
        polygon(*head, fill=colour),
    ]
    if is_refused:  # a cross over it, for readers who cannot see the red
        x, y = (start[0] + 2 * mx + end[0]) / 4, (start[1] + 2 * my + end[1]) / 4
        cross = "M-9 -9L9 9M9 -9L-9 9"
        parts.append(
            group(
                tag("circle", r=15, fill=WHITE, stroke=REFUSED, stroke_width=3),
                tag("path", d=cross, stroke=REFUSED, stroke_width=5, stroke_linecap="round"),
                x=x,
                y=y,
            )
        )
    return "".join(parts)


def _towards(start: Point, goal: Point, far: float) -> Point:
    (ax, ay), (bx, by) = start, goal
    share = far / hypot(bx - ax, by - ay)
    return ax + (bx - ax) * share, ay + (by - ay) * share
