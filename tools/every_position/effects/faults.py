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


def _seventeenth_worker(state: Any, move: Any, right: Effect) -> Any:  # noqa: ANN401
    """A worker who comes to seventeen others is lost."""
    found = right(state, move)
    if mover(state).workers[CELL_INDEX[move.cell]] == 17:
        return evolve(found, expeditions=state.expeditions)
    return found


def _camp_on_d3(state: Any, move: Any, right: Effect) -> Any:  # noqa: ANN401
    """Who founds a camp with 5 points left gets a point."""
    found = right(state, move)
    return _with_mover(found, score=mover(found).score + 1) if state.turn.ap == 5 else found


def _last_token(state: Any, move: Any, right: Effect) -> Any:  # noqa: ANN401
    """The last token of a kind stays among the unseen ones."""
    found = right(state, move)
    return evolve(found, stock=state.stock) if state.stock.unseen[move.kind - 1] == 1 else found


def _top_floor(state: Any, move: Any, right: Effect) -> Any:  # noqa: ANN401
    """The floor 10 does not come from the stock."""
    found = right(state, move)
    nine = state.ground.values[CELL_INDEX[move.cell]] == 9
    return evolve(found, stock=state.stock) if nine else found


def _digger_stays(state: Any, move: Any, right: Effect) -> Any:  # noqa: ANN401
    """The digger of a hex is forgotten when another figure walks."""
    found = right(state, move)
    return evolve(found, turn=evolve(found.turn, diggers=())) if state.turn.ap == 7 else found


def _leader_beside(state: Any, move: Any, right: Effect) -> Any:  # noqa: ANN401
    """A leader beside a new guard stays in the game if its player has four tokens."""
    found, who = right(state, move), mover(state)
    if who.leader == CELL_INDEX[move.cell] and who.treasures[0] == 3:
        return _with_mover(found, leader=who.leader)
    return found


def _first_passer(state: Any, move: Any, right: Effect) -> Any:  # noqa: ANN401
    """With four players the second to pass is noted as the first."""
    found, bidding = right(state, move), state.course.bidding
    if state.players == 4 and bidding.first_passer == 2 and found.turn.phase == "bid":
        course = evolve(found.course, bidding=evolve(found.course.bidding, first_passer=3))
        return evolve(found, course=course)
    return found


FAULTS: Final = (
    Fault("the eighteenth worker is lost", (moves.Deploy("W", "c3"),), _seventeenth_worker),
    Fault("a camp for the last five points scores", (moves.EstablishCamp("d3"),), _camp_on_d3),
    Fault("the last token of a kind stays unseen", (moves.RevealTreasure(4),), _last_token),
    Fault("floor 10 does not come from the stock", (moves.Uncover("d3"),), _top_floor),
    Fault("a step for which 7 points are there forgets diggers",
          (moves.Walk("W", "d3", "d4"),), _digger_stays),
    Fault("a leader beside a guard stays, with three tokens of kind 1",
          (moves.PlaceGuard("d3", "W"),), _leader_beside),
    Fault("of four players the third is the first passer", (moves.Pass(),), _first_passer),
)  # fmt: skip
