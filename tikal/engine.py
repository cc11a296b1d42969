"""The table of the rules, and everything that is asked of it.

`check`, `is_legal`, `apply` and `legal_moves` all stand on `TABLE`: for every move class the
clauses it must keep, what it changes, and how its legal moves are found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from tikal.errors import IllegalMove, Violation, WrongType, require_int
from tikal.moves import (
    Bid,
    Deploy,
    DrawTile,
    EndTurn,
    EstablishCamp,
    Exchange,
    Move,
    Pass,
    PlaceGuard,
    PlaceTile,
    Recover,
    RevealTreasure,
    SetAside,
    TakeTile,
    Transfer,
    Uncover,
    Walk,
)
from tikal.rules import (
    actions,
    auction,
    camps,
    guards,
    order,
    placing,
    temples,
    treasures,
    turns,
    walking,
)
from tikal.rules.table import Rule, violations_of
from tikal.state import State, require_state

# Each row is about one move class, and only asked about moves of that class: more than types say.
_Rules: TypeAlias = tuple[Rule[State, Any], ...]
_Effect: TypeAlias = Callable[[State, Any], State]

#: For every move class its clauses, in the order of the rulebook, and its effect.
TABLE: Final[dict[type[Move], tuple[_Rules, _Effect]]] = {
    DrawTile: (turns.DRAW_TILE, turns.draw),
    PlaceTile: (placing.PLACE_TILE, placing.place),
    SetAside: (placing.SET_ASIDE, placing.set_aside),
    Deploy: (camps.DEPLOY, camps.deploy),
    Walk: (walking.WALK, walking.walk),
    Transfer: (camps.TRANSFER, camps.transfer),
    Uncover: (temples.UNCOVER, temples.uncover),
    Recover: (treasures.RECOVER, treasures.recover),
    RevealTreasure: (treasures.REVEAL_TREASURE, treasures.reveal),
    Exchange: (treasures.EXCHANGE, treasures.exchange),
    EstablishCamp: (camps.ESTABLISH_CAMP, camps.establish_camp),
    PlaceGuard: (guards.PLACE_GUARD, guards.place_guard),
    EndTurn: (turns.END_TURN, turns.end_turn),
    Bid: (auction.BID, auction.bid),
    Pass: (auction.PASS, auction.pass_),
    TakeTile: (auction.TAKE_TILE, auction.take),
}


def check(state: State, move: Move, seat: int | None = None) -> tuple[Violation, ...]:
    """Every clause that forbids the move, in the order of the rulebook; () means legal.

    Without a seat the move is that of whoever is to move; with one, a move out of turn is refused
    as such. A move at the wrong moment is refused with that reason alone.
    """
    if type(state) is not State:  # asked here first, for it costs less than a call
        require_state(state)
    try:
        rules, _ = TABLE[type(move)]
    except KeyError:
        raise WrongType(
            f"{type(move).__name__} is no move: make one with tikal.parse_move or a class such as "
            "tikal.Walk"
        ) from None
    if seat is not None:
        require_int("a seat", seat)
        violation = order.out_of_turn(state, move, seat)
        if violation:
            return (violation,)
    violation = order.out_of_sequence(state, move)
    if violation:
        return (violation,)
    return tuple(violations_of(rules, state, move))


def is_legal(state: State, move: Move, seat: int | None = None) -> bool:
    """Whether `check` finds nothing against the move."""
    return not check(state, move, seat)


def apply(state: State, move: Move) -> State:
    """The position after a legal move; an illegal one raises `IllegalMove`. Nothing is changed."""
    violations = check(state, move)
    if violations:
        raise IllegalMove(move, state, violations)
    return TABLE[type(move)][1](state, move)


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every legal move, in the order of the notation and then field by field.

    Leaders come before workers, cells in the order a1, a2, … h5, numbers ascending. A tile is
    listed once per distinct orientation, by its smallest rotation. Where chance decides these are
    its outcomes; once the game is over there are none.
    """
    require_state(state)
    match state.turn.phase:
        case "act":
            if not actions.can_afford_anything(state):
                return (turns.ends(state),)
            who = state.mover()
            cells, usable_camps = who.cells(), who.usable_camps()
            unguarded = temples.unguarded(state, cells)
            return (
                *camps.deploys(state, who, usable_camps),
                *walking.walks(state, who, cells),
                *camps.transfers(state, who, usable_camps),
                *temples.uncovers(state, who, unguarded),
                *treasures.recoveries(state, who, cells),
                *treasures.exchanges(state, who),
                *camps.establishments(state, who),
                *guards.guardings(state, who, unguarded),
                turns.ends(state),
            )
        case "place":
            return tuple(placing.listed(state))
        case "draw":
            return tuple(turns.drawable(state))
        case "reveal":
            return tuple(treasures.revealable(state))
        case "bid":
            return tuple(auction.offers(state))
        case "take":
            return tuple(auction.choices(state))
        case "over":
            return ()


def chance(state: State) -> tuple[tuple[Move, Fraction], ...]:
    """The outcomes of chance with their exact probabilities; () where a player decides."""
    require_state(state)
    match state.turn.phase:
        case "draw":
            return tuple(turns.draws(state))
        case "reveal":
            return tuple(treasures.reveals(state))
        case _:
            return ()


# --- many moves --------------------------------------------------------------------------------


@frozen
class Step:
    """A move that was made: by whom, and the position it led to."""

    seat: int | None
    move: Move
    state: State


@frozen
class Refusal:
    """The first move of a replay that is not legal."""

    index: int
    move: Move
    violations: tuple[Violation, ...]


@frozen
class Replay:
    """How far a sequence of moves went."""

    state: State
    #: A whole game has hundreds, each with its position: too many to print.
    steps: tuple[Step, ...] = field(repr=lambda steps: f"<{len(steps)} steps>")
    refusal: Refusal | None = None


def replay(state: State, moves: Iterable[Move]) -> Replay:
    """Make the moves one after the other, up to the first refusal."""
    require_state(state)
    if not isinstance(moves, Iterable):
        raise WrongType(f"moves are given one after the other, not as {type(moves).__name__}")
    steps: list[Step] = []
    for index, move in enumerate(moves):
        violations = check(state, move)
        if violations:
            return Replay(state, tuple(steps), Refusal(index, move, violations))
        seat, state = state.active, TABLE[type(move)][1](state, move)
        steps.append(Step(seat, move, state))
    return Replay(state, tuple(steps))
