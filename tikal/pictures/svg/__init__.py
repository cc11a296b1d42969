"""Pictures as SVG: a position, a single tile, and a sheet of all tiles and treasure kinds.

Every picture is one self-contained document: plain shapes of our own on a background, no script,
no style sheet, no reference to anything outside, and no ids, so that many can be put on one page.
The same arguments give the same text, byte for byte.

The three functions here are the public ones; the modules beside them draw the parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tikal._support.wording import brief
from tikal.components import TILE_INDEX
from tikal.errors import InvalidArgument, Violation, WrongType, require_int
from tikal.grid import CELLS, cell_of, rotation_of
from tikal.languages import sentence
from tikal.moves import Move, move_of
from tikal.pictures.svg import board, sheet
from tikal.pictures.svg.colours import WHITE
from tikal.pictures.svg.markup import NAMESPACE, document, group, number, tag
from tikal.pictures.svg.panel import WIDTH as PANEL_WIDTH
from tikal.pictures.svg.panel import panel as draw_panel
from tikal.pictures.svg.shapes import APOTHEM, RADIUS
from tikal.pictures.text import describe_cell, heading, player_name, status
from tikal.rules.queries import strengths
from tikal.rules.scoring import holders
from tikal.state import State, require_state

_MARGIN: Final = 18.0


def board_svg(
    state: State,
    *,
    highlight: Iterable[str] = (),
    move: Move | str | None = None,
    violations: Iterable[Violation] = (),
    last: Move | str | None = None,
    names: Sequence[str] = (),
    panel: bool = True,
    crop: bool = False,
    size: int | None = 1240,
    language: str = "en",
    title: str = "",
) -> str:
    """A position as SVG, `size` pixels wide; None draws a hex 152 pixels wide.

    - `highlight`: cells to be ringed;
    - `move`: drawn as an arrow or on its cell, and named below the board; a tile to be placed
      is shown where it would lie;
    - `violations`, as `check` returns them: the move is drawn as refused, the cells that the
      facts name are marked, and every sentence is written below the board with its clause;
    - `last`: the move that led here, drawn lightly;
    - `names`: what the players are called, one name per seat;
    - `panel`: whether what everybody has is listed beside the board;
    - `crop`: only the explored part and what borders on it; with `panel=False` it can be read on
      a phone, at a `size` of 380;
    - `language`: of every word in it;
    - `title`: the first line below the board, instead of the move in notation.

    Every explored cell is a group with `data-cell`, `data-tile`, `data-kind` and a title that
    describes what is there.
    """
    require_state(state)
    ringed = _cells(highlight)
    reasons = _violations(violations)
    move = None if move is None else move_of(move)
    last = None if last is None else move_of(last)
    _check_rest(state, names, size, panel, crop)
    overlay = board.overlay(state, ringed, move, reasons, last)
    shown = board.worth_showing(state, ringed, move) if crop else CELLS
    left, top, width, height = board.frame(shown)
    cells = [_cell(state, name, language) for name in shown]
    side, side_height = draw_panel(state, names, language) if panel else ("", 0.0)
    panel_left = width + 3 * _MARGIN
    whole_width = panel_left + PANEL_WIDTH + _MARGIN if panel else width + 2 * _MARGIN
    below, below_height = board.caption(
        move, reasons, whole_width - 2 * _MARGIN, language, names, title
    )
    body = max(height, side_height)
    whole_height = body + 2 * _MARGIN + below_height
    drawn = whole_width if size is None else size
    picture = (
        group("\n".join(cells), overlay, x=_MARGIN - left, y=_MARGIN - top, class_="board"),
        group(side, x=panel_left, y=_MARGIN, class_="panel") if panel else "",
        group(below, x=_MARGIN, y=body + 2 * _MARGIN, class_="caption") if below else "",
    )
    return document(
        f"Tikal: {heading(state, language)}",
        _description(state, move, reasons, language, names),
        "\n".join(picture),
        width=whole_width,
        height=whole_height,
        shown=(number(drawn), number(drawn * whole_height / whole_width)),
    )


def board_changes(
    before: State,
    after: State,
    *,
    last: Move | None = None,
    crop: bool = False,
    language: str = "en",
) -> str | None:
    """The cells that look different after a move, and the move, as the group `board` alone.

    None if another part of the board is shown, so that the whole picture has to be drawn.
    """
    shown = board.worth_showing(after, (), None) if crop else CELLS
    if crop and board.worth_showing(before, (), None) != shown:
        return None
    cells = [
        _cell(after, name, language)
        for name in shown
        if (before[name], _holder(before, name)) != (after[name], _holder(after, name))
    ]
    overlay = board.overlay(after, (), None, (), last)
    return tag("svg", group(*cells, overlay, class_="board"), xmlns=NAMESPACE)


def _cell(state: State, name: str, language: str) -> str:
    return board.cell(name, state[name], _holder(state, name), _rivals(state, name), language)


def _rivals(state: State, name: str) -> list[tuple[int, int]]:
    """The strengths on an open temple by seat, strongest first, if several seats have figures."""
    there = state[name]
    if not there.value or there.guard or sum(map(any, there.figures.values())) < 2:
        return []
    found = zip(state.scores, strengths(state, cell_of(name)), strict=True)
    return sorted(((seat, most) for seat, most in found if most), key=lambda each: -each[1])


def _holder(state: State, name: str) -> int | None:
    """The seat that a temple counts for now; of several the owner of the guard."""
    guard = state[name].guard
    if guard:
        return guard[0]
    return min(holders(state, cell_of(name)), default=None) if state[name].value else None


def _description(
    state: State,
    move: Move | None,
    reasons: tuple[Violation, ...],
    language: str,
    names: Sequence[str],
) -> str:
    points = (f"{player_name(seat, (), language)} {n}" for seat, n in state.scores.items())
    scores = sentence("board", "picture/scores", {"scores": ", ".join(points)}, language)
    cells = [describe_cell(name, state[name], language) for name in CELLS if state[name].tile]
    verdict = [board.verdict(move, reasons, language)] if move else []
    against = [f"{reason.clause}: {reason.text(language, names)}" for reason in reasons]
    return ". ".join((*status(state, language), scores, *verdict, *against, *cells))


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


def tile_sheet_svg(language: str = "en") -> str:
    """A sheet for the table, A4 upright: all tiles with their ids, and the treasure kinds.

    These ids and numbers are not printed on the game, but a record cannot be written by hand
    without them.
    """
    return document(
        sheet.say("name", language),
        sheet.say("description", language),
        sheet.sheet(language),
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


def _check_rest(state: State, names: object, size: int | None, panel: object, crop: object) -> None:
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise WrongType("names are a list of str, one for each seat")
    if names and len(names) != state.players:
        raise InvalidArgument(f"{state.players} players need a name each, not {len(names)}")
    for name, value in (("panel", panel), ("crop", crop)):
        if not isinstance(value, bool):
            raise WrongType(f"{name} is True or False, not {brief(value)}")
    if size is not None:
        _check_size(size)


def _check_size(size: int) -> None:
    require_int("size", size)
    if not 1 <= size <= 100_000:
        raise InvalidArgument("size is a width in pixels from 1 to 100000")


__all__ = ["board_svg", "tile_sheet_svg", "tile_svg"]
