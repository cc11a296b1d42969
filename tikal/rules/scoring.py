"""Scoring: what a seat's position is worth, scoring rounds, and who wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import field, frozen

from tikal._support.evolve import evolve
from tikal.editions import Criterion
from tikal.grid import CELLS
from tikal.parts import Expedition
from tikal.rules.queries import (
    all_clockwise_from,
    clockwise,
    expeditions_with,
    mover,
    strengths,
)
from tikal.state import ACTION_POINTS, State, expedition_of, guard_on, require_state, shared_turn

#: Points for no, one, two and three treasures of one kind (SCORE-07).
TREASURE_POINTS: Final = (0, 1, 3, 6)


@frozen
class Score:
    """The points that a seat would score now."""

    #: By cell, the temples that count for this seat.
    temples: dict[str, int] = field(hash=False)
    #: By kind, the treasures owned.
    treasures: dict[int, int] = field(hash=False)
    total: int


def strongest(state: State, cell: int) -> int | None:
    """The seat that is stronger on a hex than each other one; None in a tie."""
    by_seat = strengths(state, cell)
    most = max(by_seat)
    is_tie = by_seat.count(most) > 1  # also on an empty hex
    return None if is_tie else by_seat.index(most) + 1


def _guard_scores_alone(state: State) -> bool:
    """Whether a guarded temple counts only for the owner of the guard (Q-85)."""
    return state.table.edition.guard_scores_alone


def holders(state: State, cell: int) -> set[int]:
    """The seats that a temple counts for: the guard's owner, or else the strongest (Q-85)."""
    guard = guard_on(state, cell)
    found = {guard[0]} if guard else set()
    if not guard or not _guard_scores_alone(state):
        strong = strongest(state, cell)
        if strong is not None:
            found.add(strong)
    return found


def score(state: State, seat: int) -> Score:
    """The points that the seat would score in this position (SCORE-04 to SCORE-08)."""
    require_state(state)
    who = expedition_of(state, seat)
    present = {*who.cells(), *(cell for cell, _ in who.guards)}  # nothing counts from afar
    values = state.ground.values
    temples = {
        CELLS[cell]: values[cell]
        for cell in sorted(filter(values.__getitem__, present))
        if seat in holders(state, cell)
    }
    treasures = {
        kind: TREASURE_POINTS[tokens]
        for kind, tokens in enumerate(who.treasures, start=1)
        if tokens
    }
    return Score(temples, treasures, sum(temples.values()) + sum(treasures.values()))


# --- scoring rounds ----------------------------------------------------------------------------


def volcano_round(state: State, volcano: int) -> State:
    """Everybody has a scoring turn, the volcano player first; the volcano waits (VOLC-02)."""
    order = all_clockwise_from(state, state.turn.active)
    return _scoring_turns(evolve(state, course=evolve(state.course, tile=volcano)), order)


def _last_placer_opens(state: State) -> bool:
    """Whether the player of the last tile comes first, in the auction game among equals.

    In the basic game that is a matter of Q-70, in the auction game of Q-80.
    """
    edition = state.table.edition
    first = edition.final_ties_from if state.table.auction else edition.final_round_opener
    return first == "last-placer"


def final_round(state: State) -> State:
    """The last scoring round, after the last tile (END-01)."""
    last_placer = state.turn.active
    opener = last_placer if _last_placer_opens(state) else clockwise(state, last_placer)
    order = all_clockwise_from(state, opener)  # END-03
    if state.table.auction:  # AUCTION-25, -26: a stable sort keeps the nearest clockwise first
        order = tuple(sorted(order, key=lambda seat: state.expeditions[seat - 1].score))
    return _scoring_turns(state, order)


def _scoring_turns(state: State, order: tuple[int, ...]) -> State:
    """The first of these seats has its scoring turn now, the others after it."""
    return evolve(
        state,
        course=evolve(state.course, scoring=True, queue=order[1:]),
        turn=shared_turn("act", order[0], ACTION_POINTS),
    )


def end_scoring_turn(state: State) -> State:
    """The seat scores; then the next one acts, or the round is over (SCORE-01, SCORE-03)."""
    seat = state.turn.active
    who = mover(state)
    earned = evolve(who, score=who.score + score(state, seat).total)
    state = evolve(state, expeditions=expeditions_with(state, earned))
    if state.course.queue:
        return _scoring_turns(state, state.course.queue)
    course = evolve(state.course, scoring=False)
    if course.tile is not None:  # VOLC-03: the round went clockwise, so the volcano player is next
        return evolve(state, course=course, turn=shared_turn("place", clockwise(state, seat)))
    course = evolve(course, winners=winners(state))
    return evolve(state, course=course, turn=shared_turn("over", 0))  # END-04


# --- the end -----------------------------------------------------------------------------------


def winners(state: State) -> tuple[int, ...]:
    """The seats that would win now: most points, then the edition's tie-breaks (END-05 to -08)."""
    tied = list(range(1, state.players + 1))
    for worth in (_points, *(_TIEBREAKS[criterion] for criterion in state.edition.tiebreak)):
        worths = {seat: worth(state, state.expeditions[seat - 1]) for seat in tied}
        tied = [seat for seat in tied if worths[seat] == max(worths.values())]
    return tuple(tied)


def _points(_state: State, who: Expedition) -> int:
    return who.score


def _guarded_values(state: State, who: Expedition) -> list[int]:
    """The values of the temples under own guards, the best first, and 0 for those missing."""
    values = sorted((state.ground.values[cell] for cell, _ in who.guards), reverse=True)
    return [*values, 0, 0]


def _best_guarded_temple(state: State, who: Expedition) -> int:
    return _guarded_values(state, who)[0]


def _second_best_guarded_temple(state: State, who: Expedition) -> int:
    return _guarded_values(state, who)[1]


def _tokens(_state: State, who: Expedition) -> int:
    return sum(who.treasures)


def _treasure_points(_state: State, who: Expedition) -> int:
    return sum(TREASURE_POINTS[tokens] for tokens in who.treasures)


_TIEBREAKS: Final[dict[Criterion, Callable[[State, Expedition], int]]] = {
    "guard": _best_guarded_temple,
    "second-guard": _second_best_guarded_temple,
    "tokens": _tokens,
    "treasure-points": _treasure_points,
}
