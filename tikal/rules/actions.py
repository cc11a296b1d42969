"""Price and budget of actions, and the position after them."""

from __future__ import annotations

from tikal._support.evolve import evolve
from tikal.grid import CELL_INDEX
from tikal.moves import Move, Walk
from tikal.parts import Digger, Expedition
from tikal.rules.queries import expeditions_with
from tikal.rules.rule import Fault, demanded_by, fault
from tikal.state import State, shared_turn


def price(state: State, move: Move) -> int:
    """The price of a move here (TURN-08); 0 if it is not an action, or a walk without a way."""
    if type(move) is Walk:
        board = state.ground.board
        return board.connection(CELL_INDEX[move.origin], CELL_INDEX[move.target])
    return move.price or 0


def can_afford_anything(state: State) -> bool:
    """Whether there is an action point left: nothing but ending the turn is free."""
    return state.turn.ap > 0


@demanded_by("TURN-04")
def within_the_budget(state: State, move: Move) -> Fault:
    """An action phase has 10 action points, and a price is paid in full (MOVE-02)."""
    need, have = price(state, move), state.turn.ap
    return fault("TURN-04/too-few-points", need=need, have=have) if need > have else None


def after_action(
    state: State, move: Move, who: Expedition, diggers: tuple[Digger, ...] | None = None
) -> State:
    """The position after an action: its price is paid, and the active seat has these records."""
    turn = state.turn
    return evolve(
        state,
        turn=shared_turn(
            turn.phase,
            turn.active,
            turn.ap - price(state, move),
            turn.worked,
            turn.diggers if diggers is None else diggers,
        ),
        expeditions=expeditions_with(state, who),
    )
