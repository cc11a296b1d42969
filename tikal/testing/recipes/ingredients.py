"""Building blocks of the recipes for near misses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias, TypeVar

from attrs import evolve, frozen
from hypothesis import note
from hypothesis import strategies as st

from tikal.components import BOX
from tikal.errors import InvalidArgument
from tikal.grid import CELL_INDEX, CELLS
from tikal.moves import (
    MOVES,
    Move,
    Walk,
)
from tikal.parts import IN_SUPPLY
from tikal.rules.queries import mover
from tikal.state import State, guard_on
from tikal.testing.pool import Spot, one_of, spots_where, spots_with
from tikal.testing.surgery import with_expedition

Layer = Literal["precondition", "sequence", "turn"]
T = TypeVar("T")


@frozen
class Situation:
    """A move in a position, perhaps in the name of a seat."""

    state: State
    move: Move
    seat: int | None = None


#: The `draw` of a Hypothesis strategy.
Draw: TypeAlias = st.DrawFn
Recipe: TypeAlias = Callable[[Draw], tuple[Situation, Situation]]

RECIPES: Final[dict[tuple[str, Layer], Recipe]] = {}


def recipe(clause: str, layer: Layer = "precondition") -> Callable[[Recipe], Recipe]:
    """Register the recipe for a clause and layer, which may have only one."""

    def register(recipe: Recipe) -> Recipe:
        if (clause, layer) in RECIPES:
            raise InvalidArgument(f"there is already a recipe for {clause}, {layer}")
        RECIPES[clause, layer] = recipe
        return recipe

    return register


def spot_where(draw: Draw, condition: Callable[[State], bool]) -> State:
    """Draw a position of a played game that meets a condition."""
    spot: Spot = one_of(draw, spots_where(condition))
    note(str(spot))
    return spot.state


def legal(draw: Draw, kind: type[T], condition: Callable[[State], bool] = bool) -> tuple[State, T]:
    """Draw a position with legal moves of a kind, and one of these moves."""
    spot, moves = one_of(draw, spots_with(kind, condition))  # type: ignore[arg-type]  # one of the move classes
    note(str(spot))
    move = one_of(draw, moves)
    assert isinstance(move, kind)
    return spot.state, move


def is_acting(state: State) -> bool:
    """Whether action points are spent now."""
    return state.phase == "act"


def active_seat(state: State) -> int:
    """The seat whose turn it is."""
    return state.turn.active


def rival(draw: Draw, state: State) -> int:
    """Draw another seat."""
    return one_of(draw, [seat for seat in state.scores if seat != state.active])


def cells(condition: Callable[[int], bool]) -> list[int]:
    """The cells that meet a condition."""
    return [cell for cell in range(len(CELLS)) if condition(cell)]


def temples(state: State) -> list[int]:
    """The cells with temples."""
    return cells(lambda cell: state.ground.board.kind(cell) == "temple")


def without_guard(state: State, cell: int) -> State:
    """The position without the guard of a temple, who goes back to the supply, even a leader."""
    guard = guard_on(state, cell)
    if guard is None:
        return state
    seat, figure = guard
    who = state.expeditions[seat - 1]
    guards = tuple(pair for pair in who.guards if pair[0] != cell)
    removed = who.removed if guards else (0, 0)
    supply = who.supply + (figure == "W") + (0 if guards else who.removed[1])
    leader = IN_SUPPLY if figure == "L" or removed[0] < who.removed[0] else who.leader
    return with_expedition(
        state, evolve(who, guards=guards, supply=supply, leader=leader, removed=removed)
    )


def can_guard(state: State, seat: int) -> bool:
    """Whether the seat has a worker left that can be made a guard."""
    who = state.expeditions[seat - 1]
    return who.supply + sum(who.workers) > 0


def has_workers(state: State, number: int) -> bool:
    """Whether the seat whose turn it is has this many workers on the board or in the supply."""
    who = mover(state)
    return who.supply + sum(who.workers) >= number


def has_a_worker(state: State) -> bool:
    """Whether the seat whose turn it is has any worker on the board or in the supply."""
    return has_workers(state, 1)


def is_bidding(state: State) -> bool:
    """Whether an auction is going on."""
    return state.phase == "bid"


def same_move(move: Move, miss: State, twin: State) -> tuple[Situation, Situation]:
    """The same move in two positions."""
    return Situation(miss, move), Situation(twin, move)


def same_state(state: State, miss: Move, twin: Move) -> tuple[Situation, Situation]:
    """Two moves in the same position."""
    return Situation(state, miss), Situation(state, twin)


#: The actions that cost something.
PRICED: Final = tuple(kind for kind in MOVES if kind is Walk or kind.price)
BASE_TEMPLES: Final = tuple(CELL_INDEX[c] for c, t in BOX.printed.items() if t.kind == "temple")
