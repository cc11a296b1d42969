"""Faults by amount: an effect that is too small, too large, or touches what it should leave alone.

They follow the fields that the rules write, so that no single one can be wrong unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import evolve

from tikal.conformance.faults.fault import Fault, Outcome, with_ap, with_seat
from tikal.conformance.faults.figures import PRICES
from tikal.geometry import BASE_CAMP
from tikal.grid import CELL_INDEX
from tikal.moves import (
    Bid,
    Deploy,
    EndTurn,
    EstablishCamp,
    Move,
    PlaceGuard,
    PlaceTile,
    Recover,
    RevealTreasure,
    TakeTile,
    Transfer,
    Uncover,
    Walk,
)
from tikal.parts import IN_SUPPLY, OUT_OF_PLAY, Bidding, Expedition, Turn
from tikal.rules.queries import clockwise, mover, with_entry
from tikal.state import MAX_FLOOR, MIN_FLOOR, State


def _with_workers(who: Expedition, cell: int, more: int) -> Expedition:
    return evolve(who, workers=with_entry(who.workers, cell, who.workers[cell] + more))


def _with_turn(state: State, turn: Turn) -> State:
    return evolve(state, turn=turn)


def _with_bidding(state: State, bidding: Bidding) -> State:
    return evolve(state, course=evolve(state.course, bidding=bidding))


# --- prices ------------------------------------------------------------------------------------


def _dearer(before: State, _move: Move, after: State) -> State:
    return with_ap(after, after.ap - 1) if after.ap else after


def _dearer_for_leaders(before: State, move: Deploy | Walk | Transfer, after: State) -> State:
    return _dearer(before, move, after) if move.figure == "L" else after


# --- bringing in and moving --------------------------------------------------------------------


def _one_more_leaves_the_supply(before: State, move: Deploy, after: State) -> State:
    then = mover(after)
    if move.figure == "L" or not then.supply:
        return after
    return with_seat(after, evolve(then, supply=then.supply - 1))


def _a_worker_for_the_leader(before: State, move: Deploy, after: State) -> State:
    then = mover(after)
    if move.figure == "W" or not then.supply:
        return after
    return with_seat(after, evolve(then, supply=then.supply - 1))


def _two_arrive(before: State, move: Deploy, after: State) -> State:
    return with_seat(after, _with_workers(mover(after), CELL_INDEX[move.cell], 1))


def _always_at_the_base(before: State, move: Deploy, after: State) -> State:
    then, cell = mover(after), CELL_INDEX[move.cell]
    if cell == BASE_CAMP:
        return after
    if move.figure == "L":
        return with_seat(after, evolve(then, leader=BASE_CAMP))
    return with_seat(after, _with_workers(_with_workers(then, cell, -1), BASE_CAMP, 1))


def _is_doubled(before: State, move: Walk | Transfer, after: State) -> State:
    """A worker also stays where it was."""
    if move.figure == "L":
        return after
    return with_seat(after, _with_workers(mover(after), CELL_INDEX[move.origin], 1))


def _takes_a_worker_along(before: State, move: Walk | Transfer, after: State) -> State:
    then = mover(after)
    origin, target = CELL_INDEX[move.origin], CELL_INDEX[move.target]
    if not then.workers[origin]:
        return after
    return with_seat(after, _with_workers(_with_workers(then, origin, -1), target, 1))


def _takes_the_leader_along(before: State, move: Walk | Transfer, after: State) -> State:
    then = mover(after)
    if move.figure == "L" or then.leader != CELL_INDEX[move.origin]:
        return after
    return with_seat(after, evolve(then, leader=CELL_INDEX[move.target]))


# --- camps -------------------------------------------------------------------------------------


def _founder_leaves(before: State, move: EstablishCamp, after: State) -> State:
    then, cell = mover(after), CELL_INDEX[move.cell]
    if then.workers[cell]:
        return with_seat(after, _with_workers(then, cell, -1))
    leader = OUT_OF_PLAY if then.leader == cell else then.leader
    return with_seat(after, evolve(then, leader=leader))


def _replaces_the_first(before: State, move: EstablishCamp, after: State) -> State:
    return with_seat(after, evolve(mover(after), camps=(CELL_INDEX[move.cell],)))


# --- guards ------------------------------------------------------------------------------------


def _one_goes_with_the_guard(before: State, move: PlaceGuard, after: State) -> State:
    """Of the workers on the hex, one leaves the game and the others stay."""
    was, then = mover(before), mover(after)
    workers = then.removed[1] - was.removed[1]
    if workers < 2:
        return after
    removed = (then.removed[0], was.removed[1] + 1)
    stays = _with_workers(then, CELL_INDEX[move.cell], workers - 1)
    return with_seat(after, evolve(stays, removed=removed))


def _workers_stay(before: State, move: PlaceGuard, after: State) -> State:
    was, then = mover(before), mover(after)
    workers = then.removed[1] - was.removed[1]
    removed = (then.removed[0], was.removed[1])
    stays = _with_workers(then, CELL_INDEX[move.cell], workers)
    return with_seat(after, evolve(stays, removed=removed))


def _leader_stays(before: State, move: PlaceGuard, after: State) -> State:
    was, then = mover(before), mover(after)
    if then.removed[0] == was.removed[0]:
        return after
    removed = (was.removed[0], then.removed[1])
    return with_seat(after, evolve(then, leader=CELL_INDEX[move.cell], removed=removed))


def _a_worker_guards(before: State, move: PlaceGuard, after: State) -> State:
    """A worker becomes the guard and the leader leaves the game, though the leader was to stay."""
    then, cell = mover(after), CELL_INDEX[move.cell]
    if move.figure == "W" or not mover(before).workers[cell]:
        return after
    removed = (then.removed[0] + 1, then.removed[1] - 1)
    guards = tuple((at, "W" if at == cell else figure) for at, figure in then.guards)
    return with_seat(after, evolve(then, removed=removed, guards=guards))


def _of_rivals(workers: Callable[[Expedition, int], Expedition]) -> Outcome:
    """What happens to the figures of each other player on the hex of a new guard."""

    def outcome(before: State, move: PlaceGuard, after: State) -> State:
        cell = CELL_INDEX[move.cell]
        for who in before.expeditions:
            if who.seat != before.turn.active and who.members(cell):
                after = with_seat(after, workers(who, cell))
        return after

    return outcome


def _workers_leave(who: Expedition, cell: int) -> Expedition:
    removed = (who.removed[0], who.removed[1] + who.workers[cell])
    return evolve(_with_workers(who, cell, -who.workers[cell]), removed=removed)


def _workers_return(who: Expedition, cell: int) -> Expedition:
    supply = who.supply + who.workers[cell]
    return evolve(_with_workers(who, cell, -who.workers[cell]), supply=supply)


def _leader_leaves(who: Expedition, cell: int) -> Expedition:
    if who.leader != cell:
        return who
    return evolve(who, leader=OUT_OF_PLAY, removed=(who.removed[0] + 1, who.removed[1]))


def _leader_returns(who: Expedition, cell: int) -> Expedition:
    return evolve(who, leader=IN_SUPPLY) if who.leader == cell else who


def _guards_leave(before: State, _move: EndTurn, after: State) -> State:
    """After a scoring turn its player has no guards left."""
    if not before.scoring:
        return after
    return with_seat(after, evolve(after.expeditions[before.turn.active - 1], guards=()))


def _guard_covers_a_level(before: State, move: PlaceGuard, after: State) -> State:
    cell = CELL_INDEX[move.cell]
    value = after.ground.values[cell] - 1
    ground = evolve(after.ground, values=with_entry(after.ground.values, cell, value))
    return evolve(after, ground=ground)


# --- tiles and digging -------------------------------------------------------------------------


def _is_not_turned(before: State, move: PlaceTile, after: State) -> State:
    if before.course.tile is None or not move.rotation:
        return after
    lies = before.ground.board.lay(CELL_INDEX[move.cell], 6 * before.course.tile)
    return evolve(after, ground=evolve(after.ground, board=lies))


def _two_levels(before: State, move: Uncover, after: State) -> State:
    cell = CELL_INDEX[move.cell]
    value = min(after.ground.values[cell] + 1, MAX_FLOOR)
    ground = evolve(after.ground, values=with_entry(after.ground.values, cell, value))
    return evolve(after, ground=ground)


def _with_floor(state: State, number: int, more: int) -> State:
    place = number - MIN_FLOOR
    floors = state.stock.floors
    if not 0 <= place < len(floors) or floors[place] + more < 0:
        return state
    floors = with_entry(floors, place, floors[place] + more)
    return evolve(state, stock=evolve(state.stock, floors=floors))


def _two_leave_the_stock(before: State, move: Uncover, after: State) -> State:
    return _with_floor(after, after.ground.values[CELL_INDEX[move.cell]], -1)


def _lowest_leaves_the_stock(before: State, move: Uncover, after: State) -> State:
    """The level is not the one with the next number, but the lowest in the supply."""
    value = after.ground.values[CELL_INDEX[move.cell]]
    lowest = next((n for n, left in enumerate(after.stock.floors, MIN_FLOOR) if left), value)
    there = _with_floor(after, lowest, -1)
    return after if there is after else _with_floor(there, value, 1)


def _is_not_counted(before: State, _move: Uncover | Recover, after: State) -> State:
    turn = evolve(after.turn, worked=before.turn.worked, diggers=before.turn.diggers)
    return _with_turn(after, turn)


def _is_counted_twice(before: State, move: Uncover | Recover, after: State) -> State:
    worked = tuple(sorted((*after.turn.worked, CELL_INDEX[move.cell])))
    return _with_turn(after, evolve(after.turn, worked=worked))


def _two_tokens_go(before: State, move: Recover, after: State) -> State:
    cell = CELL_INDEX[move.cell]
    tokens = with_entry(after.ground.tokens, cell, max(0, after.ground.tokens[cell] - 1))
    return evolve(after, ground=evolve(after.ground, tokens=tokens))


def _goes_to_the_next(before: State, move: RevealTreasure, after: State) -> State:
    """The player to the left gets the token."""
    there = with_seat(after, evolve(mover(after), treasures=mover(before).treasures))
    other = there.expeditions[clockwise(there, there.turn.active) - 1]
    kind = move.kind - 1
    owned = with_entry(other.treasures, kind, other.treasures[kind] + 1)
    return with_seat(there, evolve(other, treasures=owned))


def _can_turn_up_again(before: State, _move: RevealTreasure, after: State) -> State:
    return evolve(after, stock=evolve(after.stock, unseen=before.stock.unseen))


# --- auctions ----------------------------------------------------------------------------------


def _bid_is_forgotten(before: State, _move: Bid, after: State) -> State:
    """A lower bid than this one can follow."""
    if after.phase != "bid":
        return after
    return _with_bidding(
        after, evolve(after.course.bidding, high_bid=before.course.bidding.high_bid)
    )


def _bids_call_back(before: State, _move: Bid, after: State) -> State:
    """After a new bid those who have passed are asked again."""
    if after.phase != "bid":
        return after
    return _with_bidding(after, evolve(after.course.bidding, passed=()))


def _stays_on_display(before: State, _move: TakeTile, after: State) -> State:
    display = before.course.bidding.display
    return _with_bidding(after, evolve(after.course.bidding, display=display))


_STEPS: Final = (Walk, Transfer)
#: The clause of a step, and of the same step by the leader.
_LEADERS: Final[dict[type[Move], str]] = {
    Deploy: "DEPLOY-05",
    Walk: "MOVE-04",
    Transfer: "LEADER-02",
}
AMOUNTS: Final = (
    *(Fault(id_, "takes one AP too many", (kind,), _dearer) for kind, id_ in PRICES.items()),
    *(
        Fault(id_, "takes one AP more of the leader", (kind,), _dearer_for_leaders)
        for kind, id_ in _LEADERS.items()
    ),
    Fault("DEPLOY-01", "takes two out of the supply", (Deploy,), _one_more_leaves_the_supply),
    Fault("DEPLOY-01", "puts two figures on the board", (Deploy,), _two_arrive),
    Fault("DEPLOY-02", "puts every figure into the base camp", (Deploy,), _always_at_the_base),
    Fault("DEPLOY-05", "takes a worker for the leader", (Deploy,), _a_worker_for_the_leader),
    *(
        Fault(PRICES[kind], does, (kind,), outcome)
        for kind in _STEPS
        for does, outcome in (
            ("leaves a second worker where it was", _is_doubled),
            ("takes a worker along", _takes_a_worker_along),
            ("takes the leader along", _takes_the_leader_along),
        )
    ),
    Fault("CAMP-03", "takes the member that founds a camp", (EstablishCamp,), _founder_leaves),
    Fault("CAMP-10", "moves the first camp", (EstablishCamp,), _replaces_the_first),
    Fault("GUARD-05", "removes one worker and no more", (PlaceGuard,), _one_goes_with_the_guard),
    Fault("GUARD-05", "leaves the workers on the hex", (PlaceGuard,), _workers_stay),
    Fault("GUARD-05", "leaves the leader on the hex", (PlaceGuard,), _leader_stays),
    Fault("GUARD-04", "puts a worker on guard for the leader", (PlaceGuard,), _a_worker_guards),
    Fault("GUARD-06", "removes the workers of others", (PlaceGuard,), _of_rivals(_workers_leave)),
    Fault("GUARD-06", "removes the leaders of others", (PlaceGuard,), _of_rivals(_leader_leaves)),
    Fault("GUARD-06", "sends workers of others home", (PlaceGuard,), _of_rivals(_workers_return)),
    Fault("GUARD-06", "sends leaders of others home", (PlaceGuard,), _of_rivals(_leader_returns)),
    Fault("GUARD-07", "takes guards off after scoring", (EndTurn,), _guards_leave),
    Fault("GUARD-08", "lowers the temple by a level", (PlaceGuard,), _guard_covers_a_level),
    Fault("PLACE-06", "lays every tile unturned", (PlaceTile,), _is_not_turned),
    Fault("TEMPLE-06", "raises the temple by two", (Uncover,), _two_levels),
    Fault("TEMPLE-06", "takes two levels out of the stock", (Uncover,), _two_leave_the_stock),
    Fault("TEMPLE-07", "takes the lowest level", (Uncover,), _lowest_leaves_the_stock),
    Fault("TEMPLE-04", "does not count the level", (Uncover,), _is_not_counted),
    Fault("TEMPLE-04", "counts a level twice", (Uncover,), _is_counted_twice),
    Fault("TREASURE-04", "does not count the token", (Recover,), _is_not_counted),
    Fault("TREASURE-04", "counts a token twice", (Recover,), _is_counted_twice),
    Fault("TREASURE-06", "takes two tokens off the hex", (Recover,), _two_tokens_go),
    Fault("TREASURE-07", "gives the token to the next", (RevealTreasure,), _goes_to_the_next),
    Fault("COMP-05", "lets a token turn up again", (RevealTreasure,), _can_turn_up_again),
    Fault("AUCTION-08", "forgets the bid", (Bid,), _bid_is_forgotten),
    Fault("AUCTION-09", "asks those who have passed again", (Bid,), _bids_call_back),
    Fault("AUCTION-12", "leaves the tile on display", (TakeTile,), _stays_on_display),
)
