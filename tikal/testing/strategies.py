"""Hypothesis strategies: positions, moves and games, built by playing and never by filtering."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hypothesis import note
from hypothesis import strategies as st

from tikal.editions import EDITIONS, SWITCHES, Edition, house
from tikal.engine import Replay
from tikal.moves import Move
from tikal.state import State
from tikal.testing.candidates import candidates
from tikal.testing.pool import every_value, one_of, spots, spots_where, spots_with
from tikal.testing.pool import games as played_games

M = TypeVar("M", bound=Move)


@st.composite
def states(draw: st.DrawFn, where: Callable[[State], bool] | None = None) -> State:
    """Positions of played games: all editions, 2 to 4 players, basic and auction.

    `where` narrows them. It is called once per position of the pool, not once per example, so pass
    the same function each time rather than a new lambda.
    """
    spot = one_of(draw, spots() if where is None else spots_where(where))
    note(str(spot))
    return spot.state


@st.composite
def legal_moves_of(draw: st.DrawFn, kind: type[M]) -> tuple[State, M]:
    """Positions that have legal moves of a kind, with one of these moves."""
    # mypy asks whether instances of the class are hashable, not whether the class is
    spot, moves = one_of(draw, spots_with(kind))  # type: ignore[arg-type]
    move = one_of(draw, moves)
    note(f"{spot}; {move}")
    return spot.state, move  # type: ignore[return-value]  # spots_with keeps moves of this kind


@st.composite
def candidate_moves(draw: st.DrawFn) -> tuple[State, Move]:
    """Positions with any well-formed move, legal or not."""
    state = draw(states())
    return state, one_of(draw, candidates(state))


@st.composite
def house_editions(draw: st.DrawFn) -> Edition:
    """Editions with any combination of switches, named by `tikal.house`."""
    values = {switch.name: draw(st.sampled_from(every_value(switch))) for switch in SWITCHES}
    return house(draw(st.sampled_from(list(EDITIONS.values()))), **values)


@st.composite
def games(draw: st.DrawFn) -> Replay:
    """Whole games from start to end."""
    return one_of(draw, played_games())
