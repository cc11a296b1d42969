"""Near misses: a legal situation with one thing changed, so that exactly one clause is broken.

For every clause that can refuse a move there is a recipe. It starts from a position of a played
game and usually one of its legal moves, and changes the position or the move; the unchanged
situation is the twin, in which the move is legal. What a recipe changes follows from the rulebook,
not from the engine's predicates.
"""

from __future__ import annotations

from attrs import frozen
from hypothesis import strategies as st

from tikal.errors import UnknownClause
from tikal.testing.recipes import (  # each chapter registers its recipes
    auction,
    camps,
    guards,
    moment,
    placing,
    seat,
    temples,
    treasures,
    turns,
    walking,
)
from tikal.testing.recipes.ingredients import RECIPES, Draw, Layer, Recipe, Situation

__all__ = ["CHAPTERS", "Layer", "NearMiss", "RECIPES", "Situation", "near_misses"]

CHAPTERS = (turns, placing, camps, walking, temples, treasures, guards, auction, moment, seat)


@frozen
class NearMiss:
    """A situation that breaks exactly one clause, and a twin that breaks none."""

    clause: str
    miss: Situation
    twin: Situation


def near_misses(clause: str, layer: Layer | None = None) -> st.SearchStrategy[NearMiss]:
    """Near misses of a clause, of one layer or of all it has.

    The layers are `precondition` (the move itself), `sequence` (the wrong moment) and `turn` (the
    wrong seat).
    """
    recipes = [r for (id_, of), r in RECIPES.items() if id_ == clause and layer in (None, of)]
    if not recipes:
        raise UnknownClause(f"there is no recipe for near misses of {clause}")
    return st.one_of([_near_miss(clause, recipe) for recipe in recipes])


@st.composite
def _near_miss(draw: Draw, clause: str, recipe: Recipe) -> NearMiss:
    miss, twin = recipe(draw)
    return NearMiss(clause, miss, twin)
