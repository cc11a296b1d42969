"""Kinds of positions and moves that several chapters ask for."""

from __future__ import annotations

from tests.properties.ground import VOLCANOES
from tests.properties.helpers import mover
from tikal import DrawTile, Move, State
from tikal.testing.recipes.ingredients import is_acting

# --- positions ---------------------------------------------------------------------------------


def is_placing(state: State) -> bool:
    """A tile waits to be placed."""
    return state.phase == "place"


def is_revealing(state: State) -> bool:
    """A token has been recovered and is to be shown."""
    return state.phase == "reveal"


def is_over(state: State) -> bool:
    """The game has ended."""
    return state.phase == "over"


def is_scoring(state: State) -> bool:
    """The action phase of a scoring turn."""
    return is_acting(state) and state.scoring


def is_scoring_for_a_volcano(state: State) -> bool:
    """The action phase of a scoring turn before the last one of the game."""
    return is_scoring(state) and state.tile is not None


def acts_normally(state: State) -> bool:
    """The action phase of a normal turn."""
    return is_acting(state) and not state.scoring


def is_fresh(state: State) -> bool:
    """Whether an action phase has just begun."""
    return is_acting(state) and state.ap == 10


def can_pay(state: State) -> bool:
    """An action phase with action points left."""
    return is_acting(state) and state.ap > 0


def has_both_camps(state: State) -> bool:
    """The player whose turn it is has no camp left to found."""
    return is_acting(state) and len(state.player(mover(state)).camps) == 2


# --- moves -------------------------------------------------------------------------------------


def is_basic_land(state: State, move: Move) -> bool:
    """A draw of the basic game that is no volcano."""
    return isinstance(move, DrawTile) and not state.auction and move.tile not in VOLCANOES


def is_for_auction(state: State, _move: Move) -> bool:
    """Any move of an auction game."""
    return state.auction
