"""A planted fault: an effect that an engine leaves out, as the position that it would have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve, frozen

from tikal.moves import Move
from tikal.parts import Expedition
from tikal.rules.queries import expeditions_with
from tikal.state import State

#: From the position before a move, the move, and the right position after it, the faulty one;
#: the same position where the effect is not at work.
Outcome = Callable[[State, Any, State], State]


def _unchanged(state: State) -> State:
    return state


def no_move(_before: State, _move: Move, after: State) -> State:
    """The outcome of a fault that no move brings about."""
    return after


@frozen
class Fault:
    """An engine without one effect."""

    clause: str
    #: What the engine does instead, as a predicate.
    does: str
    #: The moves after which it shows.
    kinds: tuple[type[Move], ...]
    outcome: Outcome
    #: The position in which its games begin, from the right one.
    opening: Callable[[State], State] = _unchanged
    #: Whether it is seen in the auction game alone, though the clause holds in the basic game too.
    in_auctions: bool = False

    def __str__(self) -> str:
        return f"{self.clause}: {self.does}"

    def after(self, before: State, move: Move, after: State) -> State:
        """The position that the faulty engine has after a move; the same if it makes no mistake."""
        return self.outcome(before, move, after) if isinstance(move, self.kinds) else after


def with_seat(state: State, who: Expedition) -> State:
    """The position with another expedition for a seat."""
    return evolve(state, expeditions=expeditions_with(state, who))


def with_points(state: State, seat: int, points: int) -> State:
    """The position with another score for a seat."""
    return with_seat(state, evolve(state.expeditions[seat - 1], score=points))


def given_to(state: State, seat: int) -> State:
    """The position in which it is another seat's turn."""
    return evolve(state, turn=evolve(state.turn, active=seat))


def with_ap(state: State, ap: int) -> State:
    """The position with other action points."""
    return evolve(state, turn=evolve(state.turn, ap=ap))
