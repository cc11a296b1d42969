"""The table of the rules, and everything that is asked of it.

`check`, `is_legal` and `apply` stand on `TABLE`: for every move class the clauses it must keep and
what it changes. `legal_moves` does not read it, because to ask the table about every candidate is
too slow: it calls the generators of the chapters, which share their queries with the predicates,
and a property holds both to the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import repeat
from typing import Any, Final

from attrs import field, frozen

from tikal.errors import IllegalMove, InvalidArgument, Violation, WrongType, require_int
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
    move_of,
)
from tikal.parts import is_checked, mark_checked
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
from tikal.rules.queries import mover
from tikal.rules.rule import Rule, violations_of
from tikal.state import (
    State,
    require_state,
)


@frozen
class Row:
    """The row of the table for one move class."""

    #: The clauses it must keep, in the order of the rulebook.
    rules: tuple[Rule[State, Any], ...]  # only asked about moves of that class
    #: The position after a legal move.
    effect: Callable[[State, Any], State]


TABLE: Final[dict[type[Move], Row]] = {
    DrawTile: Row(turns.DRAW_TILE, turns.draw),
    PlaceTile: Row(placing.PLACE_TILE, placing.place),
    SetAside: Row(placing.SET_ASIDE, placing.set_aside),
    Deploy: Row(camps.DEPLOY, camps.deploy),
    Walk: Row(walking.WALK, walking.walk),
    Transfer: Row(camps.TRANSFER, camps.transfer),
    Uncover: Row(temples.UNCOVER, temples.uncover),
    Recover: Row(treasures.RECOVER, treasures.recover),
    RevealTreasure: Row(treasures.REVEAL_TREASURE, treasures.reveal),
    Exchange: Row(treasures.EXCHANGE, treasures.exchange),
    EstablishCamp: Row(camps.ESTABLISH_CAMP, camps.establish_camp),
    PlaceGuard: Row(guards.PLACE_GUARD, guards.place_guard),
    EndTurn: Row(turns.END_TURN, turns.end_turn),
    Bid: Row(auction.BID, auction.bid),
    Pass: Row(auction.PASS, auction.pass_),
    TakeTile: Row(auction.TAKE_TILE, auction.take),
}


def check(state: State, move: Move | str, seat: int | None = None) -> tuple[Violation, ...]:
    """Every clause that forbids the move, in the order of the rulebook; () means legal.

    The move may be given as its string. Without a seat it is a move of the player to move; with
    one, a move out of turn is refused as such. A move at the wrong moment is refused with that
    reason alone.
    """
    if type(state) is not State:  # asked here first, because a call costs more
        require_state(state)
    if isinstance(move, str) or type(move) not in TABLE:
        move = move_of(move)
    if seat is not None:
        require_int("a seat", seat)
        violation = order.out_of_turn(state, move, seat)
        if violation:
            return (violation,)
    violation = order.out_of_sequence(state, move)
    if violation:
        return (violation,)
    return tuple(violations_of(TABLE[type(move)].rules, state, move))


def is_legal(state: State, move: Move | str, seat: int | None = None) -> bool:
    """Whether `check` finds nothing against the move."""
    return not check(state, move, seat)


def apply(state: State, move: Move | str) -> State:
    """The position after a legal move; an illegal one raises `IllegalMove`. Nothing is changed."""
    if isinstance(move, str):
        move = move_of(move)
    violations = check(state, move)
    if violations:
        raise IllegalMove(move, state, violations)
    return after(state, move)


def after(state: State, move: Move) -> State:
    """The position after a move that is known to be legal."""
    found = TABLE[type(move)].effect(state, move)
    # what follows from a position without problems by the rules has none
    return mark_checked(found) if is_checked(state) else found


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
            who = mover(state)
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
            return tuple(placing.tile_moves(state))
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
    #: The seat that was named for the move.
    seat: int | None = None


@frozen
class Replay:
    """The steps of a sequence of moves, and its first refusal."""

    state: State
    #: A whole game has hundreds, each with its position: too many to print.
    steps: tuple[Step, ...] = field(repr=lambda steps: f"<{len(steps)} steps>")
    refusal: Refusal | None = None
    #: The position before the first move.
    start: State = field(kw_only=True)


def replay(
    state: State, moves: Iterable[Move | str], seats: Iterable[int | None] | None = None
) -> Replay:
    """Make the moves one after the other, up to the first refusal.

    With `seats`, one for each move, a move out of turn is refused; None stands for the player to
    move.
    """
    require_state(state)
    for name, given in (("moves", moves), ("seats", seats or ())):
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise WrongType(
                f"{name} are a list or tuple, not {type(given).__name__}; "
                "tikal.parse_moves reads several moves from one text"
            )
    named = iter(repeat(None) if seats is None else seats)
    start, steps = state, list[Step]()
    for index, given_move in enumerate(moves):
        move, seat = move_of(given_move), _next_seat(named, index)
        violations = check(state, move, seat)
        if violations:
            refusal = Refusal(index, move, violations, seat)
            return Replay(state, tuple(steps), refusal, start=start)
        seat, state = state.active, after(state, move)
        steps.append(Step(seat, move, state))
    return Replay(state, tuple(steps), start=start)


def _next_seat(seats: Iterator[int | None], index: int) -> int | None:
    try:
        return next(seats)
    except StopIteration:
        raise InvalidArgument(f"there are seats for {index} moves only") from None
