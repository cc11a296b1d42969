"""What all actions share: a price, a budget, and the seat that acts."""

from __future__ import annotations

from tikal.geometry import CELL_INDEX
from tikal.moves import PRICES, Move, Walk
from tikal.rules.table import Fault, demanded_by, fault
from tikal.state import Expedition, Ground, State, Stock, quick_state, shared_turn


def price(state: State, move: Move) -> int:
    """What an action costs here (TURN-08); 0 for a walk where there is no way."""
    if type(move) is Walk:
        board = state.ground.board
        return board.connection(CELL_INDEX[move.origin], CELL_INDEX[move.target])
    return PRICES[type(move)]


def can_afford_anything(state: State) -> bool:
    """Whether there is an action point left: nothing but ending the turn is free."""
    return state.turn.ap > 0


@demanded_by("TURN-04")
def within_the_budget(state: State, move: Move) -> Fault:
    """An action phase has 10 action points, and a price is paid in full (MOVE-02)."""
    need, have = price(state, move), state.turn.ap
    return fault(f"needs {need} AP, has {have}", need=need, have=have) if need > have else None


def seated(state: State, who: Expedition) -> tuple[Expedition, ...]:
    """The expeditions, that of one seat replaced."""
    expeditions = list(state.expeditions)
    expeditions[who.seat - 1] = who
    return tuple(expeditions)


def acted(
    state: State,
    move: Move,
    mover: Expedition,
    worked: int | None = None,
    reveals: bool = False,
    ground: Ground | None = None,
    stock: Stock | None = None,
) -> State:
    """The position after an action of the active seat: its price is paid, its changes made.

    `worked` is the cell where a level or token was taken.
    """
    turn = state.turn
    return quick_state(
        state.table,
        state.course,
        shared_turn(
            "reveal" if reveals else "act",
            turn.active,
            turn.ap - price(state, move),
            turn.worked if worked is None else tuple(sorted((*turn.worked, worked))),
        ),
        ground or state.ground,
        stock or state.stock,
        seated(state, mover),
    )
