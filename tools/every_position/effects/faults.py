"""Faults in effects that a comparison in every position must find; samples of games have few."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from attrs import frozen

from tikal import moves
from tikal.engine import TABLE
from tikal.grid import CELL_INDEX
from tikal.moves import Move
from tikal.rules.queries import expeditions_with, mover
from tools.every_position.effects.records import evolve
from tools.every_position.effects.subjects import effect_of
from tools.every_position.question import Subject

Effect = Callable[[Any, Any], Any]


@frozen
class Fault:
    """A wrong effect in the place of the right one, asked about these moves."""

    title: str
    moves: tuple[Move, ...]
    wrong: Callable[[Any, Any, Effect], Any]

    def subject(self) -> Subject:
        """The comparison with the fault in place."""
        kind = type(self.moves[0])
        right = TABLE[kind].effect
        return effect_of(kind, lambda s, m: self.wrong(s, m, right), self.moves)


def _with_mover(state: Any, **changes: Any) -> Any:  # noqa: ANN401 - lazy positions
    return evolve(state, expeditions=expeditions_with(state, evolve(mover(state), **changes)))


def _eighteenth_worker(state: Any, move: Any, right: Effect) -> Any:  # noqa: ANN401
    """A worker who comes to seventeen others is lost."""
    found = right(state, move)
    if mover(state).workers[CELL_INDEX[move.cell]] == 17:
        return evolve(found, expeditions=state.expeditions)
    return found


def _camp_for_five(state: Any, move: Any, right: Effect) -> Any:  # noqa: ANN401
    """Who founds a camp with 5 points left gets a point."""
    found = right(state, move)
    return _with_mover(found, score=mover(found).score + 1) if state.turn.ap == 5 else found


def _last_token(state: Any, move: Any, right: Effect) -> Any:  # noqa: ANN401
    """The last token of a kind stays among the unseen ones."""
    found = right(state, move)
    return evolve(found, stock=state.stock) if state.stock.unseen[move.kind - 1] == 1 else found


def _pass_at_seventeen(state: Any, move: Any, right: Effect) -> Any:  # noqa: ANN401
    """A pass against a bid of 17 is not remembered."""
    found = right(state, move)
    if state.course.bidding.high_bid == 17:
        return evolve(found, course=state.course)
    return found


FAULTS: Final = (
    Fault("the eighteenth worker is lost", (moves.Deploy("W", "c3"),), _eighteenth_worker),
    Fault("a camp for the last five points scores", (moves.EstablishCamp("d3"),), _camp_for_five),
    Fault("the last token of a kind stays unseen", (moves.RevealTreasure(4),), _last_token),
    Fault("a pass against 17 is not remembered", (moves.Pass(),), _pass_at_seventeen),
)
