"""The budget, and drawing a tile."""

from __future__ import annotations

from hypothesis import strategies as st

from tikal.components import BOX
from tikal.engine import apply
from tikal.moves import DrawTile
from tikal.state import State
from tikal.testing.candidates import NO_TILE
from tikal.testing.pool import one_of
from tikal.testing.recipes.ingredients import (
    PRICED,
    Draw,
    Situation,
    legal,
    recipe,
    same_move,
    same_state,
    spot_where,
)
from tikal.testing.surgery import with_ap


@recipe("TURN-04")
def too_expensive(draw: Draw) -> tuple[Situation, Situation]:
    """Fewer action points than the action costs."""
    kind = one_of(draw, PRICED)
    state, move = legal(draw, kind)
    price = state.ap - apply(state, move).ap
    return same_move(move, with_ap(state, draw(st.integers(0, price - 1))), with_ap(state, price))


@recipe("COMP-03")
def no_such_tile(draw: Draw) -> tuple[Situation, Situation]:
    """A tile that is not in the box."""
    state, move = legal(draw, DrawTile)
    letter, number = one_of(draw, "ABCDEFGHXYZ"), draw(st.integers(7, 99))
    return same_state(state, DrawTile(one_of(draw, (NO_TILE, f"{letter}{number}"))), move)


def _draws_not_the_last_letter(state: State) -> bool:
    return state.phase == "draw" and state.remaining[0][0] != "G"


@recipe("SETUP-02")
def a_later_letter(draw: Draw) -> tuple[Situation, Situation]:
    """A tile whose letter has not come yet."""
    state = spot_where(draw, _draws_not_the_last_letter)
    first = state.remaining[0]
    later = one_of(draw, [tile for tile in state.remaining if tile[0] != first[0]])
    return same_state(state, DrawTile(later), DrawTile(first))


@recipe("TURN-03")
def a_tile_drawn_before(draw: Draw) -> tuple[Situation, Situation]:
    """A tile that is already on the table."""
    state = spot_where(draw, _draws_not_the_first_tile)
    gone = one_of(draw, [tile.id for tile in BOX.tiles if tile.id not in state.remaining])
    return same_state(state, DrawTile(gone), DrawTile(state.remaining[0]))


def _draws_not_the_first_tile(state: State) -> bool:
    return state.phase == "draw" and len(state.remaining) < len(BOX.tiles)
