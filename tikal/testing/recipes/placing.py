"""Placing a tile."""

from __future__ import annotations

from typing import Final

from attrs import evolve
from hypothesis import strategies as st

from tikal.components import BOX, TILE_INDEX
from tikal.engine import legal_moves
from tikal.geometry import lying
from tikal.grid import CELL_INDEX, CELLS, NEIGHBOURS
from tikal.moves import PlaceTile, SetAside
from tikal.state import State
from tikal.testing.pool import VOLCANOES, one_of
from tikal.testing.recipes.ingredients import (
    Draw,
    Situation,
    cells,
    legal,
    recipe,
    same_move,
    same_state,
    spot_where,
)
from tikal.testing.surgery import with_switches


def _among_volcanoes(state: State) -> list[int]:
    """The free cells that touch volcanoes and no other explored hex."""
    board = state.ground.board
    return cells(
        lambda cell: (
            not board.is_explored(cell)
            and {board.kind(other) for _, other in NEIGHBOURS[cell]} - {None} == {"volcano"}
        )
    )


def _could_place_among_volcanoes(state: State) -> bool:
    return state.phase == "place" and state.tile not in VOLCANOES and bool(_among_volcanoes(state))


def _beside_volcanoes_only(draw: Draw) -> tuple[Situation, Situation]:
    """A cell among volcanoes, where that is not enough; in the twin it is, and so are stones."""
    state = spot_where(draw, _could_place_among_volcanoes)
    state = with_switches(state, stones_towards_volcanoes=True)
    open_, shut = (with_switches(state, beside_volcanoes_only=may) for may in (True, False))
    return same_move(one_of(draw, _placements_among_volcanoes(open_)), shut, open_)


def _placements_among_volcanoes(state: State) -> list[PlaceTile]:
    names = {CELLS[cell] for cell in _among_volcanoes(state)}
    return [m for m in legal_moves(state) if isinstance(m, PlaceTile) and m.cell in names]


@recipe("PLACE-01")
def nowhere_near(draw: Draw) -> tuple[Situation, Situation]:
    """A taken cell, one next to nothing, or one next to volcanoes where that is not enough."""
    if draw(st.integers(0, 2)) == 0:
        return _beside_volcanoes_only(draw)
    state, move = legal(draw, PlaceTile)
    board = state.ground.board
    wrong = cells(
        lambda cell: (
            board.is_explored(cell)
            or not any(board.is_explored(other) for _, other in NEIGHBOURS[cell])
        )
    )
    return same_state(state, PlaceTile(CELLS[one_of(draw, wrong)], draw(st.integers(0, 5))), move)


def _is_bare(state: State, cell: int, rotation: int) -> bool:
    """Whether no edge towards a hex that members can stand on has a stone."""
    tile = next(t for t in BOX.tiles if t.id == state.tile)
    for side, other in NEIGHBOURS[cell]:
        hex_ = state[CELLS[other]]
        if hex_.tile is None or hex_.rotation is None or hex_.kind == "volcano":
            continue
        neighbour = next(t for t in (*BOX.tiles, *BOX.printed.values()) if t.id == hex_.tile)
        facing = neighbour.stones[(side + 3 - hex_.rotation) % 6]
        if facing or tile.stones[(side - rotation) % 6]:
            return False
    return True


def _bare_placements(state: State) -> list[tuple[int, int]]:
    board = state.ground.board
    return [
        (cell, rotation)
        for cell in range(len(CELLS))
        if not board.is_explored(cell)
        and any(board.is_explored(other) for _, other in NEIGHBOURS[cell])
        for rotation in range(6)
        if _is_bare(state, cell, rotation)
    ]


def _has_bare_placement(state: State) -> bool:
    if state.phase != "place" or state.tile in VOLCANOES:
        return False
    return bool(_bare_placements(state)) and isinstance(legal_moves(state)[0], PlaceTile)


@recipe("PLACE-02")
def no_way_in(draw: Draw) -> tuple[Situation, Situation]:
    """A cell and rotation with bare edges all round, or stones towards volcanoes only.

    In the twin the tile lies elsewhere, or stones towards volcanoes are enough.
    """
    if draw(st.integers(0, 2)) == 0:
        state = spot_where(draw, _could_place_among_volcanoes)
        strict, lax = (with_switches(state, stones_towards_volcanoes=may) for may in (False, True))
        return same_move(one_of(draw, _placements_among_volcanoes(lax)), strict, lax)
    state = spot_where(draw, _has_bare_placement)
    cell, rotation = one_of(draw, _bare_placements(state))
    return same_state(state, PlaceTile(CELLS[cell], rotation), one_of(draw, legal_moves(state)))


# The two corners with two neighbours each: (corner, its neighbours).
_CORNERS: Final = (("a5", ("a4", "b5")), ("h1", ("g1", "h2")))


def _could_foreclose(state: State) -> bool:
    """A volcano to place, a corner to shut in, and another volcano still undrawn for it."""
    return (
        state.phase == "place"
        and state.tile in VOLCANOES
        and any(tile in state.remaining for tile in VOLCANOES)
        and bool(_gates(state))
    )


def _gates(state: State) -> list[tuple[str, str]]:
    """A gate to lay the volcano on, and the other gate, both free like their corner."""
    board = state.ground.board
    return [
        (here, there)
        for corner, gates in _CORNERS
        for here, there in (gates, gates[::-1])
        if not any(board.is_explored(CELL_INDEX[c]) for c in (corner, here, there))
        and board.is_next_to_explored(CELL_INDEX[here])
    ]


@recipe("PLACE-05")
def walling_off_a_corner(draw: Draw) -> tuple[Situation, Situation]:
    """The second of two volcanoes that shut a corner in, in an edition that forbids it.

    The first one, which is still undrawn in the twin, is laid directly.
    """
    state = spot_where(draw, _could_foreclose)
    state = with_switches(state, volcano_may_foreclose=False)
    here, there = one_of(draw, _gates(state))
    tile = next(TILE_INDEX[tile] for tile in VOLCANOES if tile in state.remaining)
    board = state.ground.board.lay(CELL_INDEX[there], lying(tile, 0))
    undrawn = tuple(other for other in state.stock.tiles if other != tile)
    walled = evolve(
        state,
        ground=evolve(state.ground, board=board),
        stock=evolve(state.stock, tiles=undrawn),
    )
    return same_move(PlaceTile(here, 0), walled, state)


@recipe("TURN-02")
def set_aside_a_tile_that_fits(draw: Draw) -> tuple[Situation, Situation]:
    """Setting aside a tile that could be placed."""
    state, move = legal(draw, PlaceTile)
    return same_state(state, SetAside(), move)
