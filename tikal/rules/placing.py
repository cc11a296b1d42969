"""Placing a tile: where it may lie, and what comes with it."""

from __future__ import annotations

from itertools import compress
from typing import Final

from tikal._support.evolve import evolve
from tikal.components import TILES
from tikal.geometry import cut_off, distinct_ways_in, has_way_in, lying, ways_in
from tikal.grid import CELL_INDEX, CELLS, NEIGHBOURS
from tikal.moves import PlaceTile, SetAside, every
from tikal.parts import Ground
from tikal.rules import scoring
from tikal.rules.queries import with_entry
from tikal.rules.rule import Fault, Rule, demanded_by, fault
from tikal.state import ACTION_POINTS, State, shared_turn

_PLACEMENTS: Final = tuple(tuple(every(PlaceTile, cell=(name,))) for name in CELLS)
_SET_ASIDE: Final = SetAside()
_IS_VOLCANO: Final = tuple(tile.kind == "volcano" for tile in TILES)


def _waiting(state: State) -> int:
    """The tile to be placed; there is one whenever these rules are asked."""
    assert state.course.tile is not None
    return state.course.tile


# --- where a tile may lie ----------------------------------------------------------------------


def stones_towards_volcanoes(state: State) -> bool:
    """Whether a stone towards a volcano makes a way in (Q-02)."""
    return state.table.edition.stones_towards_volcanoes


def offers(state: State) -> bytes:
    """For every cell what it offers to a tile, by this edition's reading (Q-02, Q-03)."""
    return state.ground.board.offers(
        stones_towards_volcanoes(state), state.table.edition.beside_volcanoes_only
    )


def has_room(state: State) -> bool:
    """Whether any tile but a volcano could be laid somewhere: then none has been set aside."""
    return any(map(has_way_in, offers(state)))


def _can_be_entered(state: State, cell: int, rotation: int) -> bool:
    tile = _waiting(state)
    return _IS_VOLCANO[tile] or rotation in ways_in(offers(state)[cell], tile)


def may_foreclose(state: State) -> bool:
    """Whether volcanoes may cut a space off for good (Q-05)."""
    return state.table.edition.volcano_may_foreclose


def _forecloses(state: State, cell: int) -> bool:
    """Whether a volcano here, beside another, would cut a space off for good (Q-06)."""
    if not _IS_VOLCANO[_waiting(state)] or may_foreclose(state):
        return False
    board = state.ground.board
    if not any(board.is_volcano(other) for _, other in NEIGHBOURS[cell]):
        return False
    return bool(cut_off(board.volcanoes() | {cell}))


@demanded_by("PLACE-01")
def beside_an_explored_hex(state: State, move: PlaceTile) -> Fault:
    """A tile goes on a free space next to an explored hex."""
    cell = CELL_INDEX[move.cell]
    if state.ground.board.is_explored(cell):
        return fault("PLACE-01/explored", cell=move.cell)
    if offers(state)[cell]:
        return None
    if state.ground.board.is_next_to_explored(cell):
        return fault("PLACE-01/volcanoes-only", cell=move.cell)
    return fault("PLACE-01/apart", cell=move.cell)


@demanded_by("PLACE-02")
def members_can_get_there(state: State, move: PlaceTile) -> Fault:
    """A stone must lie on an edge towards an explored hex that is not a volcano (Q-02)."""
    cell = CELL_INDEX[move.cell]
    if not offers(state)[cell] or _can_be_entered(state, cell, move.rotation):
        return None
    return fault(
        "PLACE-02/no-stone-at-all" if stones_towards_volcanoes(state) else "PLACE-02/no-stone",
        tile=state.tile,
        rotation=move.rotation,
        cell=move.cell,
        need=1,
        have=0,
    )


@demanded_by("PLACE-05")
def no_space_walled_off(state: State, move: PlaceTile) -> Fault:
    """Two volcanoes side by side may not leave a space out of reach for ever (Q-06)."""
    cell = CELL_INDEX[move.cell]
    if not offers(state)[cell] or not _forecloses(state, cell):
        return None
    return fault("PLACE-05/walled-off", cell=move.cell, tile=state.tile)


PLACE_TILE: Final[tuple[Rule[State, PlaceTile], ...]] = (
    beside_an_explored_hex,
    members_can_get_there,
    no_space_walled_off,
)


def placements(state: State) -> list[PlaceTile]:
    """Every placement of the waiting tile, each distinct orientation once."""
    tile, offered = _waiting(state), offers(state)
    cells = compress(range(len(CELLS)), offered)
    if _IS_VOLCANO[tile]:
        return [_PLACEMENTS[cell][0] for cell in cells if not _forecloses(state, cell)]
    return [
        _PLACEMENTS[cell][rotation]
        for cell in cells
        for rotation in distinct_ways_in(offered[cell], tile)
    ]


@demanded_by("TURN-02")
def a_tile_that_fits_is_placed(state: State, _move: SetAside) -> Fault:
    """The tile must be placed; only one that fits nowhere is set aside (Q-04, Q-08)."""
    if placements(state):
        return fault("TURN-02/must-place", tile=state.tile)
    return None


SET_ASIDE: Final[tuple[Rule[State, SetAside], ...]] = (a_tile_that_fits_is_placed,)


def tile_moves(state: State) -> list[PlaceTile | SetAside]:
    """The moves of the seat to move with the waiting tile."""
    return [*placements(state)] or [_SET_ASIDE]


# --- what happens ------------------------------------------------------------------------------


def receive(state: State, tile: int) -> State:
    """A tile comes to the active seat: a volcano starts a scoring round at once (VOLC-01)."""
    if TILES[tile].kind == "volcano":
        return scoring.volcano_round(state, tile)
    return evolve(
        state,
        course=evolve(state.course, tile=tile),
        turn=shared_turn("place", state.turn.active),
    )


def place(state: State, move: PlaceTile) -> State:
    """The tile lies; a temple shows its value, a treasure hex gets its tokens (PLACE-09, -10)."""
    tile, cell, ground = _waiting(state), CELL_INDEX[move.cell], state.ground
    return _then_act(
        state,
        Ground(
            board=ground.board.lay(cell, lying(tile, move.rotation)),
            values=with_entry(ground.values, cell, TILES[tile].value),
            tokens=with_entry(ground.tokens, cell, TILES[tile].masks),
        ),
    )


def set_aside(state: State, _move: SetAside) -> State:
    """The tile leaves the game and counts as placed (Q-04)."""
    return _then_act(state, state.ground)


def _then_act(state: State, ground: Ground) -> State:
    return evolve(
        state,
        ground=ground,
        course=evolve(state.course, tile=None),
        turn=shared_turn("act", state.turn.active, ACTION_POINTS),
    )
