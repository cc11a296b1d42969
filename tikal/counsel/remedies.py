"""Moves that a player could make first, so that a refused move becomes legal."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from tikal.counsel.remedy_search import (
    ExchangePlan,
    Plan,
    SearchResult,
    WalkPlan,
    Way,
    after_chance,
    cheapest_ways,
)
from tikal.engine import apply, check, is_legal, legal_moves
from tikal.errors import require_int
from tikal.moves import EndTurn, Exchange, Move, Recover, RevealTreasure, move_of
from tikal.rules.actions import price
from tikal.rules.order import out_of_turn
from tikal.state import ACTION_PHASES, CHANCE_PHASES, State, require_state

#: Positions that a search visits at most: some half a second's work.
MAX_POSITIONS: Final = 12_000


@frozen
class Remedies:
    """The ways to make a move legal, the cheapest first."""

    ways: tuple[Way, ...]
    #: Whether the search has seen everything: then there is no cheaper way, and if there are fewer
    #: ways than asked for there are no others; without any, nothing helps.
    exhaustive: bool


def remedies(state: State, move: Move | str, limit: int = 3, seat: int | None = None) -> Remedies:
    """Up to `limit` ways to make a refused move legal in this phase, the cheapest first.

    A way is a sequence of legal moves of the seat whose turn it is, all made in the present phase;
    the last of them may end it, as placing the tile does. Ways are ordered by their action points,
    then by the number of moves. A way that would do without some of its moves is left out, and of
    several ways to the same position one is given. Afterwards the move is legal for the
    same seat, or it is one of chance: `end` is a way to a `draw`.

    What chance reveals on the way is not written; a way works for every outcome. If nothing but a
    reveal is missing, the way has no moves. A legal move needs no way, so it has none.

    With a `seat`, that of the player who wants to move: nothing helps one whose turn it is not.

    The search stops after a fixed number of positions, so that the answer never depends on a clock;
    then `exhaustive` is False.
    """
    require_state(state)
    require_int("limit", limit)
    wanted = move_of(move)
    if seat is not None:
        require_int("a seat", seat)
        if out_of_turn(state, wanted, seat):
            return Remedies((), True)
    if limit < 1 or is_legal(state, wanted):
        return Remedies((), True)
    if state.phase in CHANCE_PHASES and _is_legal_after_chance(state, wanted):
        return Remedies((Way((), 0),), True)
    if state.phase not in ACTION_PHASES:
        return Remedies(_single_moves(state, wanted, legal_moves(state), limit), True)
    if wanted.phase not in ACTION_PHASES:
        return Remedies(_single_moves(_act(state), wanted, (EndTurn(),), limit), True)
    if isinstance(wanted, RevealTreasure):
        found = _by_recovering(state, wanted, limit)
    else:
        plan: Plan = (
            ExchangePlan.of(state, wanted)
            if isinstance(wanted, Exchange)
            else WalkPlan.of(_act(state), wanted)
        )
        worlds = after_chance((state,), plan.sees_tokens)
        found = cheapest_ways(worlds, plan, limit, MAX_POSITIONS)
    return Remedies(found.ways, found.exhaustive)


def _act(state: State) -> State:
    """The position when a reveal that is due has been made: which one, does not matter here."""
    return after_chance((state,), sees_tokens=False)[0]


def _is_legal_after_chance(state: State, move: Move) -> bool:
    """Whether the move is legal as soon as chance has decided, whatever it decides."""
    waiting, seen = [state], {state}
    while waiting:
        here = waiting.pop()
        for after in (apply(here, outcome) for outcome in legal_moves(here)):
            if is_legal(after, move) and _is_of_the_same_seat(state, after, move):
                continue
            if after.phase not in CHANCE_PHASES:
                return False
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return bool(legal_moves(state))


def _is_of_the_same_seat(before: State, after: State, move: Move) -> bool:
    return before.active == after.active or move.phase in CHANCE_PHASES


def _single_moves(
    state: State, wanted: Move, moves: tuple[Move, ...], limit: int
) -> tuple[Way, ...]:
    """The ways that are one move, which ends the phase."""
    ways: list[Way] = []
    for move in () if state.phase in CHANCE_PHASES else moves:
        after = apply(state, move)
        if is_legal(after, wanted) and _is_of_the_same_seat(state, after, wanted):
            ways.append(Way((move,), 0))
            if len(ways) == limit:
                break
    return tuple(ways)


def _by_recovering(state: State, wanted: RevealTreasure, limit: int) -> SearchResult:
    """The ways to a token that may show what is to be revealed."""
    here = _act(state)
    ways: list[Way] = []
    exhaustive = True
    for name in here:
        recover = Recover(name)
        if not here[name].tokens or state.phase == "reveal":
            continue
        found = SearchResult((Way((), 0),), True)
        if check(here, recover):
            plan = WalkPlan.of(here, recover)
            found = cheapest_ways((here,), plan, limit, MAX_POSITIONS // 10)
        exhaustive &= found.exhaustive
        cost = price(here, recover)
        ways += [Way((*way.moves, recover), way.ap + cost) for way in found.ways]
    if not _can_turn_up(here, wanted):
        return SearchResult((), True)
    ways.sort(key=lambda way: (way.ap, len(way)))
    return SearchResult(tuple(ways[:limit]), exhaustive)


def _can_turn_up(state: State, move: RevealTreasure) -> bool:
    return bool(state.unseen.get(move.kind))
