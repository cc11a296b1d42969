"""The auction game: bidding for the next turn of the round, and choosing a tile."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tikal._support.evolve import evolve
from tikal.components import TILE_INDEX
from tikal.moves import Bid, Pass, TakeTile, every
from tikal.parts import Bidding
from tikal.rules import placing
from tikal.rules.queries import all_clockwise_from, clockwise, expeditions_with, mover
from tikal.rules.rule import Fault, Rule, demanded_by, fault
from tikal.state import Phase, State, shared_turn, tile_index

_PASS: Final = Pass()
_TAKES: Final = tuple(every(TakeTile))

# --- bids --------------------------------------------------------------------------------------


def lowest_bid(state: State) -> int:
    """The lowest bid that can open an auction (Q-73)."""
    return state.table.edition.lowest_bid


def least_bid(state: State) -> int:
    """The lowest bid allowed now: more than the high bid, or without one the opening bid."""
    bidding = state.course.bidding
    return bidding.high_bid + 1 if bidding.high_bidder else lowest_bid(state)


@demanded_by("AUCTION-08")
def above_the_high_bid(state: State, move: Bid) -> Fault:
    """A bid is a whole number of points above the high bid, and not too low to begin with."""
    need = least_bid(state)
    if move.points >= need:
        return None
    return fault("AUCTION-08/too-low", need=need, have=move.points)


@demanded_by("AUCTION-29")
def within_the_score(state: State, move: Bid) -> Fault:
    """A bid is at most the score of the bidder (Q-74)."""
    have = mover(state).score
    if move.points <= have:
        return None
    return fault("AUCTION-29/beyond-score", need=move.points, have=have)


BID: Final[tuple[Rule[State, Bid], ...]] = (above_the_high_bid, within_the_score)
PASS: Final[tuple[Rule[State, Pass], ...]] = ()


@lru_cache(maxsize=1024)
def _bid(points: int) -> Bid:
    return Bid(points)


def offers(state: State) -> list[Bid | Pass]:
    """Every bid that can be made, and the pass."""
    lowest, highest = least_bid(state), mover(state).score
    return [*(_bid(points) for points in range(lowest, highest + 1)), _PASS]


def bid(state: State, move: Bid) -> State:
    """The bid stands until a higher one."""
    bidding = evolve(
        state.course.bidding,
        high_bid=move.points,
        high_bidder=state.turn.active,
        first_passer=0,
    )
    return _next_offer(evolve(state, course=evolve(state.course, bidding=bidding)))


def pass_(state: State, _move: Pass) -> State:
    """The seat is out of this auction (AUCTION-09)."""
    bidding, seat = state.course.bidding, state.turn.active
    first = bidding.first_passer or (0 if bidding.high_bidder else seat)
    passed = tuple(sorted((*bidding.passed, seat)))
    bidding = evolve(bidding, passed=passed, first_passer=first)
    return _next_offer(evolve(state, course=evolve(state.course, bidding=bidding)))


def _next_offer(state: State) -> State:
    """The next one clockwise is asked; if none is left the auction is won (AUCTION-07, -10)."""
    bidding = state.course.bidding
    for seat in all_clockwise_from(state, clockwise(state, state.turn.active)):
        if seat not in (*bidding.done, *bidding.passed, bidding.high_bidder):
            return evolve(state, turn=shared_turn("bid", seat))
    winner = bidding.high_bidder or bidding.first_passer  # AUCTION-16
    who = state.expeditions[winner - 1]
    return evolve(
        state,
        course=evolve(state.course, bidding=Bidding(bidding.display, done=bidding.done)),
        turn=shared_turn("take", winner),
        expeditions=expeditions_with(state, evolve(who, score=who.score - bidding.high_bid)),
    )


# --- the display -------------------------------------------------------------------------------


@demanded_by("AUCTION-12")
def from_the_display(state: State, move: TakeTile) -> Fault:
    """The tile is chosen among those on display."""
    if tile_index(move.tile) in state.course.bidding.display:
        return None
    return fault("AUCTION-12/not-on-display", tile=move.tile)


TAKE_TILE: Final[tuple[Rule[State, TakeTile], ...]] = (from_the_display,)


def choices(state: State) -> list[TakeTile]:
    """The tiles to choose from."""
    return [_TAKES[tile] for tile in state.course.bidding.display]


def take(state: State, move: TakeTile) -> State:
    """The chosen tile comes to its taker (AUCTION-12, AUCTION-21)."""
    bidding = state.course.bidding
    tile = TILE_INDEX[move.tile]
    display = tuple(other for other in bidding.display if other != tile)
    course = evolve(state.course, bidding=evolve(bidding, display=display))
    return placing.receive(evolve(state, course=course), tile)


def show(state: State, tile: int) -> State:
    """A tile joins the display; when it is complete the bidding begins (AUCTION-04)."""
    bidding = state.course.bidding
    display = tuple(sorted((*bidding.display, tile)))
    course = evolve(state.course, bidding=evolve(bidding, display=display))
    phase: Phase = "bid" if len(display) == state.players else "draw"
    return evolve(state, course=course, turn=shared_turn(phase, state.turn.active))


# --- between turns -----------------------------------------------------------------------------


def next_turn(state: State) -> State:
    """The active seat has had its turn of the round (AUCTION-13); the next one follows."""
    done = tuple(sorted((*state.course.bidding.done, state.turn.active)))
    waiting = [
        seat
        for seat in all_clockwise_from(state, clockwise(state, state.turn.active))
        if seat not in done
    ]
    if not waiting:  # AUCTION-18, -19
        turn, done = shared_turn("draw", clockwise(state, state.turn.active)), ()
    elif len(waiting) == 1:  # AUCTION-17
        turn = shared_turn("take", waiting[0])
    else:  # AUCTION-14
        turn = shared_turn("bid", waiting[0])
    bidding = evolve(state.course.bidding, done=done)
    return evolve(state, course=evolve(state.course, bidding=bidding), turn=turn)
