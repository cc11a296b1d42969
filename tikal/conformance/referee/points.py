"""The clauses behind wrong points: which part of a score is missing, or there without a right."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from tikal.rules.queries import strengths
from tikal.rules.scoring import TREASURE_POINTS, score
from tikal.state import State, expedition_of, guard_on

#: The points of a pair and of a triplet.
_PAIR, _TRIPLET = 2, 3
LAST_SPACE = 100


@frozen
class Part:
    """A part of a score, and the clauses that say what it is worth."""

    clauses: tuple[str, ...]
    points: int


def behind_points(state: State, seat: int, given: int) -> tuple[str, ...]:
    """The clauses behind wrong points of a seat for a position.

    First those of a part that is just the difference, then those of all parts that could be.
    """
    off = given - score(state, seat).total
    parts = [*(_due(state, seat) if off < 0 else _not_due(state, seat))]
    exact = [part for part in parts if part.points == abs(off)]
    half = [part for part in parts if part.points // 2 == abs(off)]
    found = [clause for part in exact or half or parts for clause in part.clauses]
    return tuple(dict.fromkeys(found)) or ("SCORE-08",)


def parts_at_work(state: State, seat: int) -> tuple[str, ...]:
    """The clauses that a score of the seat depends on."""
    parts = [*_due(state, seat), *_not_due(state, seat)]
    return tuple(dict.fromkeys(clause for part in parts for clause in part.clauses))


def _due(state: State, seat: int) -> Iterator[Part]:
    """The parts that the seat scores, the particular ones first."""
    who, values = expedition_of(state, seat), state.ground.values
    guarded = {cell for cell, _ in who.guards}
    alone = sum(values[cell] for cell in guarded if not who.members(cell))
    if alone:
        yield Part(("GUARD-09", "SCORE-06"), alone)
    if guarded and (all_ := sum(values[cell] for cell in guarded)) != alone:
        yield Part(("SCORE-06", "GUARD-09"), all_)
    scored = score(state, seat)
    by_leader = [cell for cell in _led(state, seat) if cell not in guarded]
    for cell in by_leader:
        yield Part(("LEADER-01", "SCORE-04"), values[cell])
    rest = {cell for cell, value in enumerate(values) if value and who.members(cell)} - guarded
    for cell in sorted(rest - {*by_leader}):
        others = _others(state, seat, cell)
        strongest = strengths(state, cell)[seat - 1] > max(others)
        if strongest and guard_on(state, cell) is None:
            contested = max(others) > 0
            yield Part(("SCORE-04",) if contested else ("SCORE-04", "TEMPLE-12"), values[cell])
    if len(scored.temples) > 1:
        yield Part(("SCORE-04", "SCORE-09"), sum(scored.temples.values()))
    yield from _treasures(state, seat)


def _treasures(state: State, seat: int) -> Iterator[Part]:
    """The treasures of the seat: all of them, and what pairs and triplets add."""
    owned = [tokens for tokens in expedition_of(state, seat).treasures if tokens]
    if not owned:
        return
    total = sum(TREASURE_POINTS[tokens] for tokens in owned)
    yield Part(("SCORE-12", "SCORE-07") if _has_scored(state) else ("SCORE-07",), total)
    for tokens in (_PAIR, _TRIPLET):
        if tokens in owned:
            yield Part(("SCORE-07",), TREASURE_POINTS[tokens] - tokens)


def _has_scored(state: State) -> bool:
    """Whether this is the last of several scoring rounds."""
    return state.scoring and state.course.tile is None


def _not_due(state: State, seat: int) -> Iterator[Part]:
    """What the seat does not score, but an engine might give it."""
    values, who = state.ground.values, expedition_of(state, seat)
    tied = led = held = weak = 0
    for cell, value in enumerate(values):
        if not value or not who.members(cell):
            continue
        own, others = strengths(state, cell)[seat - 1], _others(state, seat, cell)
        guard = guard_on(state, cell)
        if guard is not None:
            held += value if guard[0] != seat else 0
        elif own == max(others):
            tied += value
        elif who.members(cell) >= max(_members(state, seat, cell)):
            led += value
        elif own < max(others):
            weak += value
    for clauses, points in (
        (("SCORE-05",), tied),
        (("GUARD-10",), held),
        (("LEADER-01", "SCORE-04"), led),
        (("SCORE-04",), weak),
    ):
        if points:
            yield Part(clauses, points)
    owned = [tokens for tokens in who.treasures if tokens]
    if owned:
        yield Part(("SCORE-07",), sum(TREASURE_POINTS[tokens] for tokens in owned))


def _others(state: State, seat: int, cell: int) -> list[int]:
    return [s for number, s in enumerate(strengths(state, cell), 1) if number != seat]


def _members(state: State, seat: int, cell: int) -> list[int]:
    return [who.members(cell) for who in state.expeditions if who.seat != seat]


def _led(state: State, seat: int) -> Iterator[int]:
    """The temples where the seat is the strongest by its leader alone."""
    who = expedition_of(state, seat)
    cell = who.leader
    if cell >= 0 and state.ground.values[cell] and guard_on(state, cell) is None:
        others = _others(state, seat, cell)
        if strengths(state, cell)[seat - 1] > max(others) >= who.members(cell):
            yield cell


def behind_scores(before: State, after: State, given: dict[int, int]) -> tuple[str, ...]:
    """The clauses behind wrong scores after a scoring turn."""
    seat = before.turn.active
    wrong = [each for each, points in after.scores.items() if given.get(each) != points]
    if seat not in wrong:
        return ("SCORE-03",)
    if wrong == [seat]:
        got = given.get(seat, 0)
        if after.scores[seat] > LAST_SPACE >= got:
            return ("SCORE-10",)
        if got == before.scores[seat]:
            return ("SCORE-03", *behind_points(before, seat, 0))
        if got == after.scores[seat] - before.scores[seat]:
            return ("SCORE-08",)
        return behind_points(before, seat, got - before.scores[seat])
    return ("SCORE-03",)
