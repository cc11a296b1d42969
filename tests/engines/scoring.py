"""Engines that are wrong about who holds a temple, what treasures pay, and who wins."""

from __future__ import annotations

from attrs import evolve

import tikal
from tests.engines.base import Faulty, wrong_about
from tikal.grid import CELL_INDEX
from tikal.moves import Move, PlaceGuard
from tikal.parts import IN_SUPPLY, Expedition
from tikal.rules.queries import strengths, with_entry
from tikal.rules.scoring import holders, strongest
from tikal.state import State, expedition_of


def _tied_seats(state: State, cell: int) -> list[int]:
    """The seats that share the first place on a hex; [] if one or none is strongest."""
    by_seat = strengths(state, cell)
    most = max(by_seat)
    first = [seat for seat, strength in enumerate(by_seat, start=1) if strength == most]
    return first if most and len(first) > 1 else []


def _tied_temples(state: State) -> list[tuple[int, list[int]]]:
    """The value of every temple that does not score because of a tie, and the seats tied."""
    return [
        (value, tied)
        for cell, value in enumerate(state.ground.values)
        if value and not holders(state, cell) and (tied := _tied_seats(state, cell))
    ]


@wrong_about("SCORE-05")
class TiesGoToTheFirst(Faulty):
    """Gives a tied temple to the first player found."""

    def score(self, state: State, seat: int) -> int:
        """The right score, and some temples more."""
        more = sum(value for value, tied in _tied_temples(state) if tied[0] == seat)
        return super().score(state, seat) + more


@wrong_about("SCORE-05")
class TiesGoToAll(Faulty):
    """Lets all players tied for first score a temple."""

    def score(self, state: State, seat: int) -> int:
        """The right score, and some temples more."""
        more = sum(value for value, tied in _tied_temples(state) if seat in tied)
        return super().score(state, seat) + more


@wrong_about("GUARD-02")
class GuardsOnATie(Faulty):
    """Places a guard where the player is only as strong as another."""

    allows = PlaceGuard

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if clause != "GUARD-02" or not isinstance(move, PlaceGuard):
            return False
        cell = CELL_INDEX[move.cell]
        return state.ground.values[cell] > 0 and state.turn.active in _tied_seats(state, cell)


def _demote(expedition: Expedition) -> Expedition:
    leader, workers = expedition.leader, expedition.workers
    if leader < 0:
        return expedition
    workers = with_entry(workers, leader, workers[leader] + 1)
    return evolve(expedition, leader=IN_SUPPLY, workers=workers)


@wrong_about("LEADER-01", "GUARD-03", "GUARD-02")
class LeadersCountOne(Faulty):
    """Takes the leader for one member like any other when strengths are compared."""

    allows = PlaceGuard

    def _with_demoted_leaders(self, state: State) -> State:
        return evolve(state, expeditions=tuple(map(_demote, state.expeditions)))

    def score(self, state: State, seat: int) -> int:
        """The score with a worker in every leader's place."""
        return super().score(self._with_demoted_leaders(state), seat)

    def check(self, state: State, move: Move, seat: int | None) -> list[str]:
        """The right clauses, but with GUARD-02 judged by other strengths."""
        cited = [clause for clause in super().check(state, move, seat) if clause != "GUARD-02"]
        demoted = super().check(self._with_demoted_leaders(state), move, seat)
        return [*cited, *(clause for clause in demoted if clause == "GUARD-02")]


@wrong_about("GUARD-09", "GUARD-10", "SCORE-06")
class GuardsDoNotCount(Faulty):
    """Lets the strongest score a temple even if another player guards it."""

    def score(self, state: State, seat: int) -> int:
        """The score without any guards."""
        temples = sum(
            value
            for cell, value in enumerate(state.ground.values)
            if value and strongest(state, cell) == seat
        )
        return temples + sum(tikal.score(state, seat).treasures.values())


@wrong_about("SCORE-07")
class TreasuresPayOneEach(Faulty):
    """Pays one point for every treasure, whatever its kind."""

    def score(self, state: State, seat: int) -> int:
        """Temples as the rules say, treasures counted."""
        temples = sum(tikal.score(state, seat).temples.values())
        return temples + sum(expedition_of(state, seat).treasures)


@wrong_about("END-08", "END-05")
class TheFirstSeatWinsTies(Faulty):
    """Names one winner where several share the victory."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        return evolve(after, course=evolve(after.course, winners=after.winners[:1]))
