"""The invariants of the turn, the digging and the auction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from tikal.components import TILES
from tikal.errors import Problem
from tikal.grid import CELLS
from tikal.moves import Recover, Uncover
from tikal.parts import OUT_OF_PLAY, Bidding
from tikal.rules.auction import lowest_bid
from tikal.rules.digging import needs_another_member
from tikal.rules.queries import all_clockwise_from, clockwise, mover
from tikal.rules.scoring import winners
from tikal.rules.temples import LEVELS_A_TURN
from tikal.rules.treasures import TOKENS_A_TURN
from tikal.state import (
    ACTION_PHASES,
    ACTION_POINTS,
    State,
    is_seat,
)

_VOLCANOES: Final = frozenset(index for index, tile in enumerate(TILES) if tile.kind == "volcano")


def times_scored(state: State, seat: int) -> int:
    """The number of times a seat has scored: for every volcano drawn, and at the end."""
    course = state.course
    begun = len(_VOLCANOES.difference(state.stock.tiles, course.bidding.display))
    if state.phase == "over" or (course.scoring and course.tile is None):
        begun += 1
    return begun - (course.scoring and seat in (state.turn.active, *course.queue))


def turn_problems(state: State) -> Iterator[Problem]:
    """The problems of the turn, the queue and the digs."""
    turn, course = state.turn, state.course
    acting = turn.phase in ACTION_PHASES
    if turn.phase in ("bid", "take") and not state.auction:
        yield Problem("turn/no-phase", phase=turn.phase)
    if not 0 <= turn.ap <= (ACTION_POINTS if acting else 0):
        yield Problem("turn/points", ap=turn.ap, phase=turn.phase)
    if turn.worked and not acting:
        yield Problem("turn/worked", phase=turn.phase)
    volcano = course.tile is not None and TILES[course.tile].kind == "volcano"
    if course.scoring and not acting:
        yield Problem("turn/not-scoring", phase=turn.phase)
    elif acting and (course.tile is not None) != (course.scoring and volcano):
        yield Problem("turn/volcano-waits")
    if (turn.phase == "place") != (course.tile is not None and not acting):
        key = "turn/no-tile" if course.tile is None else "turn/tile"
        yield Problem(key, tile=state.tile, phase=turn.phase)
    left = [*state.stock.tiles, *course.bidding.display]
    if left and (turn.phase == "over" or (course.scoring and course.tile is None)):
        yield Problem("turn/final")
    if course.winners != (winners(state) if turn.phase == "over" else ()):
        yield Problem("turn/winners")
    yield from _queue(state)
    yield from _worked(state)
    yield from _diggers(state)


def _queue(state: State) -> Iterator[Problem]:
    queue, active = state.course.queue, state.turn.active
    if queue and not state.scoring:
        yield Problem("queue/not-scoring")
    others = set(range(1, state.players + 1)) - {active}
    if len(set(queue)) != len(queue) or not set(queue) <= others:
        yield Problem("queue/once")
    clockwise = all_clockwise_from(state, active)[1:] if is_seat(state, active) else ()
    in_order = state.course.tile is not None or not state.auction
    if queue and in_order and queue != clockwise[: len(queue)]:
        yield Problem("queue/clockwise")


def _worked(state: State) -> Iterator[Problem]:
    worked = state.turn.worked
    if list(worked) != sorted(worked):
        yield Problem("worked/order")
    spent, tokens_taken = 0, 0
    for cell, times in Counter(worked).items():
        hex_ = state.ground.board.tile(cell)
        if hex_ is None or hex_.kind not in ("temple", "treasure"):
            yield Problem("worked/nothing", cell=CELLS[cell])
            continue
        if hex_.kind == "temple":
            most = min(LEVELS_A_TURN, state.ground.values[cell] - hex_.value)
            spent += times * Uncover.price
        else:
            most = min(TOKENS_A_TURN, hex_.masks - state.ground.tokens[cell])
            spent += times * Recover.price
            tokens_taken += times
        if times > most:
            yield Problem("worked/many", times=times, cell=CELLS[cell])
    if spent > ACTION_POINTS - state.ap:
        yield Problem("worked/cost", spent=spent, ap=state.ap)
    if state.phase == "reveal" and not tokens_taken:
        yield Problem("worked/no-treasure")


def _diggers(state: State) -> Iterator[Problem]:
    """The problems of the diggers, in editions that demand another member."""
    diggers, worked = state.turn.diggers, state.turn.worked
    once = {cell for cell in worked if worked.count(cell) == 1}
    expected = once if needs_another_member(state) else set()
    if list(diggers) != sorted(set(diggers)):
        yield Problem("diggers/order")
    if {cell for cell, _, _ in diggers} != expected:
        yield Problem("diggers/hexes")
    if not is_seat(state, state.turn.active):
        return
    who = mover(state)
    for cell, kind, place in diggers:
        if place != OUT_OF_PLAY and not (0 <= place < len(CELLS) and who.has_figure(kind, place)):
            yield Problem("diggers/place", figure=kind, cell=CELLS[cell])
    leaders = [cell for cell, kind, _ in diggers if kind == "L"]
    if len(set(leaders)) != len(leaders):
        yield Problem("diggers/leader")


def auction_problems(state: State) -> Iterator[Problem]:
    """The problems of the display, the bids and the passed seats."""
    bidding, n = state.course.bidding, state.players
    if not state.auction or state.phase == "over" or (state.scoring and state.course.tile is None):
        if bidding != Bidding():
            yield Problem("auction/none")
        return
    seats = set(range(1, n + 1))
    if not {*bidding.passed, *bidding.done} <= seats or bidding.high_bidder not in {0, *seats}:
        yield Problem("auction/seats")
    if state.phase == "draw":
        if bidding.done or len(bidding.display) >= n:
            yield Problem("auction/filled")
    else:
        waiting = n - len(bidding.done) - (state.phase not in ("bid", "take"))
        if len(bidding.display) != waiting:
            yield Problem("auction/display", have=len(bidding.display), need=waiting)
        player = state.turn.active
        if state.scoring:  # whose turn this is once everybody has scored
            player = clockwise(state, (player, *state.course.queue)[-1])
        if player in bidding.done:
            yield Problem("auction/had-turn", seat=player)
    yield from _bids(state)


def _bids(state: State) -> Iterator[Problem]:
    bidding = state.course.bidding
    if state.phase != "bid":
        if bidding != Bidding(bidding.display, done=bidding.done):
            yield Problem("bids/phase", phase="bid")
        return
    if bidding.high_bid < (lowest_bid(state) if bidding.high_bidder else 0) or (
        bidding.high_bid and not bidding.high_bidder
    ):
        yield Problem("bids/bidder")
    scores = {0: 0, **state.scores}
    if bidding.high_bid > scores.get(bidding.high_bidder, 0):
        yield Problem("bids/beyond-score")
    out = {*bidding.passed, *bidding.done}
    if out & {state.turn.active, bidding.high_bidder} or state.turn.active == bidding.high_bidder:
        yield Problem("bids/out")
    if set(bidding.passed) & set(bidding.done):
        yield Problem("bids/had-turn")
    if state.players - len(bidding.done) < 2:
        yield Problem("bids/last")
    first = bidding.first_passer
    if (first in bidding.passed) != (bool(bidding.passed) and not bidding.high_bidder) or (
        first and first not in bidding.passed
    ):
        yield Problem("bids/first-passer")
