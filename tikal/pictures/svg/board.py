"""The board itself: cells with what is on them, the move over them, and the reasons below."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from tikal.components import BOX, TILE_INDEX, TILES, Terrain
from tikal.errors import Violation
from tikal.grid import CELL_INDEX, CELLS, NEIGHBOURS, ROWS, rotate
from tikal.languages import sentence
from tikal.moves import Move, PlaceTile, Transfer, cells_of
from tikal.pictures.svg import highlights
from tikal.pictures.svg.colours import FAINT, LEGAL, REFUSED
from tikal.pictures.svg.markup import clean, group, label, shorten, tag, text_element
from tikal.pictures.svg.pieces import (
    CREW_HEIGHT,
    camp,
    crew,
    crew_width,
    emblem,
    guard,
    strength_row,
)
from tikal.pictures.svg.shapes import APOTHEM, RADIUS, corner_name, terrain_hex, terrain_symbol
from tikal.pictures.text import describe_cell
from tikal.state import Hex, State


def middle(name: str) -> tuple[float, float]:
    """The centre of a cell."""
    column, row = divmod(CELL_INDEX[name], ROWS)
    lower = APOTHEM if column % 2 else 0
    return RADIUS * (1 + 1.5 * column), APOTHEM * (2 * (ROWS - row) - 1) + lower


def worth_showing(state: State, ringed: tuple[str, ...], move: Move | None) -> tuple[str, ...]:
    """The explored cells, their neighbours, and those that are pointed at."""
    shown = {*ringed, *(cells_of(move) if move else ())}
    for cell, name in enumerate(CELLS):
        if state[name].tile is not None:
            shown |= {name, *(CELLS[other] for _, other in NEIGHBOURS[cell])}
    return tuple(name for name in CELLS if name in shown)


def frame(shown: Iterable[str]) -> tuple[float, float, float, float]:
    """Left, top, width and height of a part of the board."""
    columns, rows = zip(*map(middle, shown), strict=True)
    left, top = min(columns) - RADIUS, min(rows) - APOTHEM
    return left, top, max(columns) + RADIUS - left, max(rows) + APOTHEM - top


#: Seats with their strengths, the strongest first.
Rivals = Sequence[tuple[int, int]]


def cell(
    name: str, there: Hex, holder: int | None, rivals: Rivals = (), language: str = "en"
) -> str:
    """One cell with everything on it.

    `holder` is the seat that its temple counts for, `rivals` are the seats that contend for it.
    """
    x, y = middle(name)
    if there.tile is None or there.rotation is None or there.kind is None:
        empty = terrain_hex(None), label(0, 0, name, 15, fill=FAINT)
        return group(*empty, x=x, y=y, class_="unexplored", data_cell=name)
    stones = rotate(TILES[TILE_INDEX[there.tile]].stones, there.rotation)
    parts = [
        text_element("title", describe_cell(name, there, language)),
        terrain_hex(there.kind, stones),
        corner_name(-RADIUS + 17, name, bold=True),
        corner_name(RADIUS - 16, "" if name in BOX.printed else there.tile, bold=False),
        _features(there, there.kind, holder),
        _figures(there, bool(rivals)),
        group(strength_row(rivals), y=43) if rivals else "",
    ]
    return group(
        *parts, x=x, y=y, class_="cell", data_cell=name, data_tile=there.tile,
        data_rotation=there.rotation, data_kind=there.kind,
    )  # fmt: skip


def _features(there: Hex, kind: Terrain, holder: int | None) -> str:
    """Terrain, camp and guard: in the upper half, or further down if there are no figures."""
    crowd = sum(map(any, there.figures.values()))
    y = -28.0 if crowd else -6.0
    land = terrain_symbol(kind, there.value, there.tokens, holder)
    if there.camp is not None:
        return group(land, x=-28, y=y + 7, scale=0.45) + group(camp(there.camp), x=15, y=y)
    if there.guard is not None:
        shield = group(guard(*there.guard), x=25, y=y, scale=0.88)
        return group(land, x=-16, y=y, scale=0.88) + shield
    if crowd > 2:  # two rows of figures want room
        y, scale = -31.0, 0.85
        return group(land, y=y, scale=scale) + (emblem(holder, 27, y + 2, 7) if holder else "")
    return group(land, y=y) + (emblem(holder, 28, y + 1, 7) if holder else "")


#: The width of a row of figures that does not touch stones or names: a single row, or two.
_ROOM: Final = ((96.0,), (100.0, 84.0))
#: Few figures are drawn larger, up to this width.
_ROOM_OF_FEW: Final = 74.0
#: Between the figures of two seats.
_APART: Final = 9.0


def _figures(there: Hex, has_strengths: bool) -> str:
    """The figures of all seats, at most two seats in a row, above their strengths."""
    crews = [(seat, *figures) for seat, figures in there.figures.items() if any(figures)]
    rows = [crews[k : k + 2] for k in range(0, len(crews), 2)]
    if len(rows) == 1 and not has_strengths:
        width = _width(rows[0])
        scale = max(min(1.0, _ROOM[0][0] / width), min(1.4, _ROOM_OF_FEW / width))
        return group(_row(rows[0]), y=18, scale=scale)
    top, tallest = (16.0, 1.0) if len(rows) == 1 else (0.0, 0.8) if has_strengths else (6.0, 0.86)
    return "".join(
        group(_row(row), y=top + CREW_HEIGHT * tallest * k, scale=min(tallest, room / _width(row)))
        for k, (row, room) in enumerate(zip(rows, _ROOM[len(rows) - 1], strict=False))
    )


def _width(row: list[tuple[int, int, int]]) -> float:
    return sum(crew_width(leaders, workers) + _APART for _, leaders, workers in row) - _APART


def _row(row: list[tuple[int, int, int]]) -> str:
    x, drawn = -_width(row) / 2, []
    for seat, leaders, workers in row:
        width = crew_width(leaders, workers)
        drawn.append(group(crew(seat, leaders, workers), x=x + width / 2))
        x += width + _APART
    return "".join(drawn)


def overlay(
    state: State,
    ringed: tuple[str, ...],
    move: Move | None,
    reasons: tuple[Violation, ...],
    last: Move | None,
) -> str:
    """The layer over the cells: highlights, moves, the cells that a refusal names."""
    drawn = [_last(last)] if last else []
    for name in dict.fromkeys(ringed):
        x, y = middle(name)
        ring = highlights.highlight_ring()
        drawn.append(group(ring, x=x, y=y, class_="highlight", data_cell=name))
    faulted = _cells_of(reasons)
    move_cells = tuple(dict.fromkeys(cells_of(move))) if move else ()
    if move and len(move_cells) == 1:
        name, (x, y) = move_cells[0], middle(move_cells[0])
        if isinstance(move, PlaceTile) and state.tile and state[name].tile is None:
            drawn.append(group(highlights.tile_preview(state.tile, move.rotation, name), x=x, y=y))
        ring = highlights.move_ring(move, bool(reasons), name not in faulted)
        drawn.append(group(ring, x=x, y=y, class_="move", data_cell=name))
    for name, clauses in faulted.items():
        x, y = middle(name)
        ring = highlights.refusal_ring(clauses)
        drawn.append(group(ring, x=x, y=y, class_="refusal", data_cell=name))
    if move and len(move_cells) == 2:
        ends = middle(move_cells[0]), middle(move_cells[1])
        arrow = highlights.arrow(*ends, bool(reasons), isinstance(move, Transfer))
        drawn.append(group(arrow, class_="move", data_cell=move_cells[1]))
    return "".join(drawn)


def _last(move: Move) -> str:
    """The move that led to the position."""
    cells = tuple(dict.fromkeys(cells_of(move)))
    if len(cells) == 2:
        arrow = highlights.faint_arrow(middle(cells[0]), middle(cells[1]))
        return group(arrow, class_="last", data_cell=cells[1])
    if not cells:
        return ""
    x, y = middle(cells[0])
    return group(highlights.faint_ring(), x=x, y=y, class_="last", data_cell=cells[0])


def _cells_of(reasons: tuple[Violation, ...]) -> dict[str, tuple[str, ...]]:
    """The cells that the violations name, with their clauses."""
    found: dict[str, tuple[str, ...]] = {}
    for reason in reasons:
        name = reason.facts.get("cell", reason.facts.get("target"))
        if isinstance(name, str) and name in CELL_INDEX:
            found[name] = (*found.get(name, ()), reason.clause)
    return found


def verdict(move: Move | None, reasons: tuple[Violation, ...], language: str) -> str:
    """The move, and whether it is refused, in a few words."""
    if move is None:
        return sentence("board", "picture/refused-only", language=language)
    key = "picture/refused" if reasons else "picture/move"
    return sentence("board", key, {"move": move}, language)


def caption(
    move: Move | None,
    reasons: tuple[Violation, ...],
    width: float,
    language: str,
    names: Sequence[str],
    words: str = "",
) -> tuple[str, float]:
    """The move and the reasons against it, written below the board, and the height of that."""
    if move is None and not reasons and not words:
        return "", 0
    colour, text = REFUSED if reasons else LEGAL, words or verdict(move, reasons, language)
    title = text[0].upper() + text[1:]
    letters = int(width / 9)
    titles = textwrap.wrap(clean(title), int(width / 11)) if words else [shorten(title, 120)]
    lines, y = [], 4.0
    for line in titles:
        lines.append(label(0, y, line, 18, anchor="start", bold=True, fill=colour))
        y += 24
    y += 2
    for reason in reasons:
        text = f"{reason.clause[:30]}: {reason.text(language, names)}"
        clause, *message = textwrap.wrap(clean(text), letters)
        texts = []
        for k, line in enumerate((clause, *message)):
            texts.append(label(18 if k else 0, y, line, 15, anchor="start"))
            y += 21
        lines.append(tag("g", *texts, class_="reason", data_clause=reason.clause))
    return "".join(lines), y + 4
