"""Engines that are wrong about the order of events: turns, scoring rounds, auctions."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

import tikal
from tests.engines.base import Faulty, with_score, wrong_about
from tikal.conformance.report import Json
from tikal.moves import Bid, DrawTile, EndTurn, Move, Pass
from tikal.parts import Turn
from tikal.rules.queries import all_clockwise_from
from tikal.state import ACTION_PHASES, ACTION_POINTS, State

# --- turns -------------------------------------------------------------------------------------


@wrong_about("TURN-01")
class Anticlockwise(Faulty):
    """Passes the turn to the right."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if after.auction or after.phase != "draw":
            return after
        return evolve(after, turn=Turn("draw", all_clockwise_from(before, before.turn.active)[-1]))


@wrong_about("TURN-06")
class PointsAreKept(Faulty):
    """Adds the action points that a player did not spend to the next turn."""

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        """A new case, without points of the last one."""
        self.saved_ap: dict[int, int] = {}
        return super().run(case)

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, EndTurn):
            self.saved_ap[before.turn.active] = before.ap
        is_new_phase = isinstance(move, EndTurn) or before.phase not in ACTION_PHASES
        if after.phase != "act" or not is_new_phase:
            return after
        ap = ACTION_POINTS + self.saved_ap.pop(after.turn.active, 0)
        return evolve(after, turn=evolve(after.turn, ap=ap))


# --- scoring rounds ----------------------------------------------------------------------------


@wrong_about("SCORE-01", "SCORE-03")
class OnlyTheVolcanoPlayerScores(Faulty):
    """Lets only the player who drew the volcano act and score."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, DrawTile) and after.scoring:
            return evolve(after, course=evolve(after.course, queue=()))
        if before.scoring and after.phase == "place":
            return evolve(after, turn=Turn("place", before.turn.active))
        return after


def _begins_the_final_round(before: State, after: State) -> bool:
    return after.scoring and after.tile is None and not before.scoring


def _in_order(state: State, order: tuple[int, ...]) -> State:
    course = evolve(state.course, queue=order[1:])
    return evolve(state, course=course, turn=evolve(state.turn, active=order[0]))


@wrong_about("END-03")
class TheLastPlacerScoresFirst(Faulty):
    """Begins the final round with the player who placed the last tile."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if after.auction or not _begins_the_final_round(before, after):
            return after
        return _in_order(after, all_clockwise_from(before, before.turn.active))


@wrong_about("AUCTION-25")
class TheRichestScoresFirst(Faulty):
    """Takes the final round of an auction game in descending order of score."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not after.auction or not _begins_the_final_round(before, after):
            return after
        order = (after.turn.active, *after.course.queue)
        return _in_order(after, tuple(sorted(order, key=lambda seat: -after.scores[seat])))


# --- auctions ----------------------------------------------------------------------------------


@wrong_about("AUCTION-08")
class BidsMayRepeat(Faulty):
    """Takes a bid that is only as high as the highest so far."""

    allows = Bid

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if clause != "AUCTION-08" or not isinstance(move, Bid):
            return False
        return move.points == state.high_bid


@wrong_about("AUCTION-09", "AUCTION-13", "AUCTION-14")
class PassesBarForTheRound(Faulty):
    """Bars a player who has passed from the other auctions of the round too."""

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        """A new case, with all players admitted."""
        self.barred: set[int] = set()
        return super().run(case)

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, Pass):
            self.barred.add(before.turn.active)
        if after.phase == "draw":
            self.barred.clear()
        while after.phase == "bid" and after.turn.active in self.barred:
            after = tikal.apply(after, Pass())
        return after


@wrong_about("AUCTION-11")
class EverybodyPays(Faulty):
    """Makes all pay their last bid, not only the winner."""

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        """A new case, with no bids."""
        self.bids: dict[int, int] = {}
        return super().run(case)

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, Bid):
            self.bids[before.turn.active] = move.points
        if before.phase == "bid" and after.phase == "take":
            self.bids.pop(after.turn.active, None)
            for seat, points in self.bids.items():
                after = with_score(after, seat, after.scores[seat] - points)
            self.bids.clear()
        return after
