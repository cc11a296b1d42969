"""Faults in what happens to figures, camps and guards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve

from tikal.conformance.faults.fault import Fault, no_move, with_ap, with_seat
from tikal.geometry import BASE_CAMP
from tikal.grid import CELL_INDEX
from tikal.moves import (
    Deploy,
    EstablishCamp,
    Exchange,
    Move,
    PlaceGuard,
    Recover,
    Transfer,
    Uncover,
    Walk,
)
from tikal.parts import IN_SUPPLY, OUT_OF_PLAY, Expedition
from tikal.rules.queries import mover, with_entry
from tikal.state import State


def _with_workers(who: Expedition, cell: int, more: int) -> Expedition:
    return evolve(who, workers=with_entry(who.workers, cell, who.workers[cell] + more))


# --- prices ------------------------------------------------------------------------------------


def _free(before: State, _move: Move, after: State) -> State:
    return with_ap(after, before.ap)


def _cheaper(before: State, _move: Move, after: State) -> State:
    return with_ap(after, after.ap + 1) if after.ap + 1 < before.ap else after


# --- bringing in and moving --------------------------------------------------------------------


def _stays_in_supply(before: State, move: Deploy, after: State) -> State:
    then = mover(after)
    if move.figure == "L":
        return after
    return with_seat(after, evolve(then, supply=then.supply + 1))


def _does_not_arrive(before: State, move: Deploy, after: State) -> State:
    then, cell = mover(after), CELL_INDEX[move.cell]
    if move.figure == "L":
        return with_seat(after, evolve(then, leader=OUT_OF_PLAY))
    return with_seat(after, _with_workers(then, cell, -1))


def _stays_behind(before: State, move: Walk | Transfer, after: State) -> State:
    was = mover(before)
    return with_seat(after, evolve(mover(after), leader=was.leader, workers=was.workers))


def _is_lost(before: State, move: Walk | Transfer, after: State) -> State:
    then, target = mover(after), CELL_INDEX[move.target]
    if move.figure == "L":
        return with_seat(after, evolve(then, leader=OUT_OF_PLAY))
    return with_seat(after, _with_workers(then, target, -1))


def _opens_later(before: State, move: EstablishCamp, after: State) -> State:
    return with_seat(after, evolve(mover(after), camps=mover(before).camps))


# --- guards ------------------------------------------------------------------------------------


def _others_stay(before: State, move: PlaceGuard, after: State) -> State:
    """The figures that should leave the game stay on the hex."""
    was, then, cell = mover(before), mover(after), CELL_INDEX[move.cell]
    workers = was.workers[cell] - (move.figure == "W")
    is_left = was.leader == cell and move.figure == "W"
    if not workers and not is_left:
        return after
    removed = (then.removed[0] - is_left, then.removed[1] - workers)
    leader = cell if is_left else then.leader
    stays = evolve(_with_workers(then, cell, workers), removed=removed, leader=leader)
    return with_seat(after, stays)


def _workers_go_home(before: State, move: PlaceGuard, after: State) -> State:
    """The workers that should leave the game go back to the supply."""
    then = mover(after)
    workers = then.removed[1] - mover(before).removed[1]
    removed = (then.removed[0], then.removed[1] - workers)
    return with_seat(after, evolve(then, supply=then.supply + workers, removed=removed))


def _leader_goes_home(before: State, move: PlaceGuard, after: State) -> State:
    """The leader that should leave the game goes back to the supply."""
    then, was = mover(after), mover(before)
    if then.removed[0] == was.removed[0]:
        return after
    return with_seat(after, evolve(then, leader=IN_SUPPLY, removed=was.removed))


def _rivals_leave_too(before: State, move: PlaceGuard, after: State) -> State:
    cell = CELL_INDEX[move.cell]
    for who in before.expeditions:
        if who.seat == before.turn.active or not who.members(cell):
            continue
        leader = OUT_OF_PLAY if who.leader == cell else who.leader
        there = evolve(who, workers=with_entry(who.workers, cell, 0), leader=leader)
        after = with_seat(after, there)
    return after


def _guard_is_also_beside(before: State, move: PlaceGuard, after: State) -> State:
    """The figure that became the guard still stands on the hex."""
    then, cell = mover(after), CELL_INDEX[move.cell]
    if move.figure == "L":
        return with_seat(after, evolve(then, leader=cell))
    return with_seat(after, _with_workers(then, cell, 1))


def _leader_goes_on(before: State, move: PlaceGuard, after: State) -> State:
    return _guard_is_also_beside(before, move, after) if move.figure == "L" else after


def _guard_goes_home(before: State, move: PlaceGuard, after: State) -> State:
    """A leader who became the guard is also in the supply."""
    if move.figure != "L":
        return after
    return with_seat(after, evolve(mover(after), leader=IN_SUPPLY))


def _no_guard(before: State, _move: PlaceGuard, after: State) -> State:
    return with_seat(after, evolve(mover(after), guards=mover(before).guards))


#: The actions with a price of their own, and the clause that sets it.
PRICES: Final[Mapping[type[Move], str]] = {
    Deploy: "DEPLOY-01",
    Walk: "MOVE-01",
    Transfer: "C2C-01",
    Uncover: "TEMPLE-02",
    Recover: "TREASURE-02",
    Exchange: "SWAP-01",
    EstablishCamp: "CAMP-01",
    PlaceGuard: "GUARD-01",
}


def _leaders_at_the_base(state: State) -> State:
    for who in state.expeditions:
        state = with_seat(state, evolve(who, leader=BASE_CAMP))
    return state


FIGURES: Final = (
    Fault("SETUP-03", "begins with leaders on the board", (), no_move, _leaders_at_the_base),
    *(Fault(id_, "takes no AP", (kind,), _free) for kind, id_ in PRICES.items()),
    *(
        Fault(id_, "takes one AP too few", (kind,), _cheaper)
        for kind, id_ in PRICES.items()
        if kind.price != 1
    ),
    Fault("DEPLOY-01", "takes no worker out of the supply", (Deploy,), _stays_in_supply),
    Fault("DEPLOY-01", "puts no figure on the board", (Deploy,), _does_not_arrive),
    Fault("MOVE-01", "leaves the figure where it was", (Walk,), _stays_behind),
    Fault("MOVE-01", "loses the figure on the way", (Walk,), _is_lost),
    Fault("C2C-01", "leaves the figure where it was", (Transfer,), _stays_behind),
    Fault("C2C-01", "loses the figure on the way", (Transfer,), _is_lost),
    Fault("CAMP-07", "does not open the camp in the same turn", (EstablishCamp,), _opens_later),
    Fault("GUARD-05", "leaves the other figures on the hex", (PlaceGuard,), _others_stay),
    Fault("GUARD-05", "returns the workers to the supply", (PlaceGuard,), _workers_go_home),
    Fault("GUARD-05", "returns the leader to the supply", (PlaceGuard,), _leader_goes_home),
    Fault("GUARD-06", "removes the figures of others as well", (PlaceGuard,), _rivals_leave_too),
    Fault("GUARD-04", "puts no figure on the temple", (PlaceGuard,), _no_guard),
    Fault("GUARD-04", "leaves the guard on the hex", (PlaceGuard,), _guard_is_also_beside),
    Fault("GUARD-13", "lets a leader on guard walk", (PlaceGuard,), _leader_goes_on),
    Fault("GUARD-13", "returns a leader on guard", (PlaceGuard,), _guard_goes_home),
)
