"""Pictures as SVG: a position, a single tile, and a sheet of all tiles and treasure kinds.

Every picture is one self-contained document: plain shapes of our own on a background, no script,
no style sheet, no reference to anything outside, and no ids, so that many can be put on one page.
The same arguments give the same text, byte for byte.

The three functions here are the public ones; the modules beside them draw the parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tikal.components import TILE_INDEX
from tikal.errors import InvalidArgument, Violation, WrongType, require_int
from tikal.geometry import CELLS, cell_of, rotation_of
from tikal.moves import Move, move_of
from tikal.state import State, require_state
from tikal.svg import board, sheet
from tikal.svg.colours import WHITE
from tikal.svg.markup import document, group, number
from tikal.svg.panel import WIDTH as PANEL_WIDTH
from tikal.svg.panel import panel
from tikal.svg.shapes import APOTHEM, RADIUS
from tikal.text import describe_cell, heading, status
from tikal.wording import brief

_MARGIN: Final = 18.0
_PANEL_LEFT: Final = 3 * _MARGIN + board.WIDTH
_WIDTH: Final = _PANEL_LEFT + PANEL_WIDTH + _MARGIN


def board_svg(
    state: State,
    *,
    highlight: Iterable[str] = (),
    move: Move | str | None = None,
    violations: Iterable[Violation] = (),
    names: Sequence[str] = (),
    size: int = 1240,
) -> str:
    """A position as SVG, `size` pixels wide.

    - `highlight`: cells to be ringed;
    - `move`: drawn as an arrow or on its cell, and named below the board; a tile to be placed
      is shown where it would lie;
    - `violations`, as `check` returns them: the move is drawn as refused, the cells that the
      facts name are marked, and every sentence is written below the board with its clause;
    - `names`: what the players are called, one name per seat.

    Every explored cell is a group with `data-cell`, `data-tile`, `data-kind` and a title that
    describes what is there.
    """
    require_state(state)
    ringed = _cells(highlight)
    reasons = _violations(violations)
    move = None if move is None else move_of(move)
    _check_rest(state, names, size)
    cells = [board.cell(name, state[name]) for name in CELLS]
    side, side_height = panel(state, names)
    below, below_height = board.caption(move, reasons)
    body = max(board.HEIGHT, side_height)
    height = body + 2 * _MARGIN + below_height
    picture = (
        group("\n".join(cells), board.overlay(state, ringed, move, reasons), x=_MARGIN, y=_MARGIN,
              class_="board"),
        group(side, x=_PANEL_LEFT, y=_MARGIN, class_="panel"),
        group(below, x=_MARGIN, y=body + 2 * _MARGIN, class_="caption") if below else "",
    )  # fmt: skip
    return document(
        f"Tikal: {heading(state)}",
        _description(state, move, reasons),
        "\n".join(picture),
        width=_WIDTH,
        height=height,
        shown=(str(size), number(size * height / _WIDTH)),
    )


def _description(state: State, move: Move | None, reasons: tuple[Violation, ...]) -> str:
    scores = ", ".join(f"seat {seat} {points}" for seat, points in state.scores.items())
    cells = [describe_cell(name, state[name]) for name in CELLS if state[name].tile]
    verdict = [f"{'refused' if reasons else 'move'}: {move}"] if move else []
    return ". ".join((*status(state), f"scores: {scores}", *verdict, *map(str, reasons), *cells))


def tile_svg(tile_id: str, rotation: int = 0, *, size: int = 200) -> str:
    """A single tile or printed hex, turned clockwise by `rotation` sixths, `size` pixels wide."""
    if not isinstance(tile_id, str):
        raise WrongType(f'a tile is named by a str such as "A1", not by {type(tile_id).__name__}')
    if tile_id not in TILE_INDEX:
        raise InvalidArgument(f"no tile {tile_id[:20]!r}: the tiles are A1 to G4")
    rotation_of(rotation)
    _check_size(size)
    width, height = 2 * RADIUS + 8, 2 * APOTHEM + 8
    return document(
        f"Tikal: tile {tile_id}" + (f", rotation {rotation}" if rotation else ""),
        sheet.describe_tile(tile_id, rotation),
        group(sheet.labelled_tile(tile_id, rotation), x=width / 2, y=height / 2),
        width=width,
        height=height,
        shown=(str(size), number(size * height / width)),
    )


def tile_sheet_svg() -> str:
    """A sheet for the table, A4 upright: all tiles with their ids, and the treasure kinds.

    These ids and numbers are not printed on the game, but a record cannot be written by hand
    without them.
    """
    return document(
        "Tikal: the tiles, the printed hexes and the kinds of treasure",
        "The 36 tiles A1 to G4 as they lie unturned, the four printed hexes with their cells, and "
        "the eight kinds of treasure with their numbers",
        sheet.sheet(),
        width=sheet.WIDTH,
        height=sheet.HEIGHT,
        shown=("210mm", "297mm"),
        paper=WHITE,
    )


# --- arguments ---------------------------------------------------------------------------------


def _cells(cells: Iterable[str]) -> tuple[str, ...]:
    if isinstance(cells, str) or not isinstance(cells, Iterable):
        raise WrongType(f'cells are several names such as ["b1", "c2"], not {brief(cells)}')
    return tuple(CELLS[cell_of(name)] for name in cells)


def _violations(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    reasons = tuple(violations) if isinstance(violations, Iterable) else None
    if reasons is None or not all(map(_is_violation, reasons)):
        raise WrongType("violations are what tikal.check returns")
    return reasons


def _is_violation(reason: object) -> bool:
    return isinstance(reason, Violation) and (
        isinstance(reason.clause, str) and isinstance(reason.message, str)
    )


def _check_rest(state: State, names: object, size: int) -> None:
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise WrongType("names are a list of str, one for each seat")
    if names and len(names) != state.players:
        raise InvalidArgument(f"{state.players} players need a name each, not {len(names)}")
    _check_size(size)


def _check_size(size: int) -> None:
    require_int("size", size)
    if not 1 <= size <= 100_000:
        raise InvalidArgument("size is a width in pixels from 1 to 100000")


__all__ = ["board_svg", "tile_sheet_svg", "tile_svg"]
