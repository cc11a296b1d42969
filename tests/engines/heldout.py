"""Faults planted before a line of the blame was read by their author: the held-out measurement.

They were written from the clauses and the rulebooks, one or two for each chapter: permissions that
are refused, refusals that are overlooked, effects that go wrong. No case and no rule of blame was
made for one of them; `tools.measure.kit` measures them apart from the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from attrs import evolve

import tikal
from tests.engines.base import Faulty, register_under, with_score
from tikal.components import TILES
from tikal.engine import TABLE
from tikal.grid import CELL_INDEX, NEIGHBOURS
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
    TakeTile,
    Transfer,
    Uncover,
    Walk,
)
from tikal.parts import IN_SUPPLY
from tikal.rules.queries import clockwise, expeditions_with, mover, strengths, with_entry
from tikal.rules.scoring import TREASURE_POINTS
from tikal.state import State, guard_on

#: The engines with the faults, by name.
HELDOUT: Final[dict[str, type[Faulty]]] = {}
Engine = TypeVar("Engine", bound=type[Faulty])


def _wrong_about(*clauses: str) -> Callable[[Engine], Engine]:
    return register_under(HELDOUT, clauses)


class Strict(Faulty):
    """Refuses moves that the rules allow."""

    def refuses(self, state: State, move: Move) -> bool:
        """Whether the engine has an objection of its own."""
        raise NotImplementedError

    def check(self, state: State, move: Move, seat: int | None) -> list[str]:
        """The clauses that are broken, or the engine's own objection."""
        cited = super().check(state, move, seat)
        return cited or ([self.clauses[0]] if self.refuses(state, move) else [])


def _rivals(state: State, cell: int) -> int:
    return sum(who.members(cell) for who in state.expeditions if who.seat != state.turn.active)


# --- permissions that are refused --------------------------------------------------------------


@_wrong_about("CAMP-09", "CAMP-08", "DEPLOY-02")
class VisitorsCloseACamp(Strict):
    """No figure is deployed into an own camp where a rival stands."""

    def refuses(self, state: State, move: Move) -> bool:
        return (
            isinstance(move, Deploy)
            and CELL_INDEX[move.cell] in mover(state).camps
            and _rivals(state, CELL_INDEX[move.cell]) > 0
        )


@_wrong_about("DEPLOY-05", "DEPLOY-02")
class LeaderStartsAtTheBase(Strict):
    """The leader is deployed into the base camp only."""

    def refuses(self, state: State, move: Move) -> bool:
        return isinstance(move, Deploy) and move.figure == "L" and move.cell != "a1"


@_wrong_about("SCORE-01", "SCORE-02", "END-02")
class NoDiggingWhileScoring(Strict):
    """No treasure is recovered in a scoring turn."""

    def refuses(self, state: State, move: Move) -> bool:
        return isinstance(move, Recover) and state.scoring


@_wrong_about("DEPLOY-07")
class FourToAHex(Strict):
    """No figure is deployed where four own figures stand."""

    def refuses(self, state: State, move: Move) -> bool:
        return isinstance(move, Deploy) and mover(state).members(CELL_INDEX[move.cell]) >= 4


@_wrong_about("TEMPLE-01")
class OnlyTheStrongestDigs(Strict):
    """A level is uncovered only by the strongest player there."""

    def refuses(self, state: State, move: Move) -> bool:
        if not isinstance(move, Uncover):
            return False
        by_seat = strengths(state, CELL_INDEX[move.cell])
        return by_seat[state.turn.active - 1] < max(by_seat)


@_wrong_about("CAMP-06", "CAMP-02")
class NoCampAmongRivals(Strict):
    """No camp is founded where figures of other players stand."""

    def refuses(self, state: State, move: Move) -> bool:
        return isinstance(move, EstablishCamp) and _rivals(state, CELL_INDEX[move.cell]) > 0


@_wrong_about("SWAP-04", "SWAP-03", "SWAP-02")
class TheRicherRefuse(Strict):
    """No exchange with a player who has more treasures."""

    def refuses(self, state: State, move: Move) -> bool:
        return isinstance(move, Exchange) and sum(state.expeditions[move.seat - 1].treasures) > sum(
            mover(state).treasures
        )


@_wrong_about("AUCTION-08")
class BidsRiseByTwo(Strict):
    """A bid is at least two above the highest."""

    def refuses(self, state: State, move: Move) -> bool:
        bidding = state.course.bidding
        return (
            isinstance(move, Bid) and bidding.high_bidder > 0 and move.points < bidding.high_bid + 2
        )


@_wrong_about("AUCTION-29")
class APointIsHeldBack(Strict):
    """A bid is less than the own score."""

    def refuses(self, state: State, move: Move) -> bool:
        return isinstance(move, Bid) and move.points == mover(state).score


@_wrong_about("PLACE-06")
class HalfTheRotations(Strict):
    """A tile is turned by three sides at most."""

    def refuses(self, state: State, move: Move) -> bool:
        return isinstance(move, PlaceTile) and move.rotation > 3


@_wrong_about("GUARD-12")
class OwnGuardsCloseTheHex(Strict):
    """No step onto a hex with an own guard."""

    def refuses(self, state: State, move: Move) -> bool:
        if not isinstance(move, Walk):
            return False
        guard = guard_on(state, CELL_INDEX[move.target])
        return guard is not None and guard[0] == state.turn.active


@_wrong_about("COMP-07", "DEPLOY-04")
class SixteenWorkers(Strict):
    """The last two workers are not deployed."""

    def refuses(self, state: State, move: Move) -> bool:
        return isinstance(move, Deploy) and move.figure == "W" and mover(state).supply <= 2


@_wrong_about("TREASURE-05", "TREASURE-04")
class OneHexOfTreasures(Strict):
    """Treasures are recovered from one hex in a turn."""

    def refuses(self, state: State, move: Move) -> bool:
        values, worked = state.ground.values, state.turn.worked
        return isinstance(move, Recover) and any(
            not values[cell] and cell != CELL_INDEX[move.cell] for cell in worked
        )


# --- refusals that are overlooked --------------------------------------------------------------


@_wrong_about("C2C-01", "C2C-02")
class GuardsEndSecretPaths(Faulty):
    """A secret path also leads to a temple under an own guard."""

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if not isinstance(move, Transfer) or clause not in ("C2C-01", "C2C-02", "C2C-03"):
            return False
        who = mover(state)
        ends = {*who.usable_camps(), *(cell for cell, _ in who.guards)}
        return CELL_INDEX[move.origin] in ends and CELL_INDEX[move.target] in ends


@_wrong_about("TREASURE-01")
class AnybodysShovel(Faulty):
    """A treasure is recovered where anybody stands."""

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        return (
            isinstance(move, Recover)
            and clause == "TREASURE-01"
            and state.ground.tokens[CELL_INDEX[move.cell]] > 0
            and _rivals(state, CELL_INDEX[move.cell]) > 0
        )


@_wrong_about("LEADER-01", "GUARD-03", "GUARD-02")
class LeadersCountFour(Faulty):
    """A leader counts four when a guard is placed."""

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if not isinstance(move, PlaceGuard) or clause != "GUARD-02":
            return False
        cell = CELL_INDEX[move.cell]
        by_seat = [
            strength + (who.leader == cell)
            for strength, who in zip(strengths(state, cell), state.expeditions, strict=True)
        ]
        own = by_seat.pop(state.turn.active - 1)
        return state.ground.values[cell] > 0 and own > max(by_seat)


@_wrong_about("CAMP-02")
class CampsAtTemples(Faulty):
    """A camp may be founded on a temple."""

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        return (
            isinstance(move, EstablishCamp)
            and clause == "CAMP-02"
            and state.ground.values[CELL_INDEX[move.cell]] > 0
        )


@_wrong_about("PLACE-02")
class VolcanoStonesLeadIn(Faulty):
    """A stone towards a volcano is a way in."""

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if not isinstance(move, PlaceTile) or clause != "PLACE-02":
            return False
        edition = evolve(state.edition, stones_towards_volcanoes=True)
        other = evolve(state, table=evolve(state.table, edition=edition))
        return not any(v.clause == "PLACE-02" for v in tikal.check(other, move))


@_wrong_about("DEPLOY-03", "CAMP-08", "DEPLOY-02")
class GuestsBringFriends(Faulty):
    """A figure is deployed into a rival's camp where an own figure stands."""

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        return (
            isinstance(move, Deploy)
            and clause == "DEPLOY-03"
            and mover(state).members(CELL_INDEX[move.cell]) > 0
        )


@_wrong_about("TURN-02")
class TilesMayBeRefused(Faulty):
    """A tile that fits may be set aside."""

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        return str(move) == "set-aside" and clause == "TURN-02" and state.phase == "place"


@_wrong_about("TEMPLE-04", "TREASURE-04")
class NoLimitsWhileScoring(Faulty):
    """The limit of two levels does not hold in scoring turns."""

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        return clause == "TEMPLE-04" and state.scoring


@_wrong_about("CAMP-01", "TURN-08")
class CampsForFour(Faulty):
    """A camp costs four."""

    def discount(self, state: State, move: Move) -> int:
        return int(isinstance(move, EstablishCamp))


@_wrong_about("SETUP-02")
class LastOfALetter(Faulty):
    """The next letter may be drawn when one tile of a letter is left."""

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if not isinstance(move, DrawTile) or clause != "SETUP-02":
            return False
        letters = [TILES[tile].letter for tile in state.stock.tiles]
        return letters.count(letters[0]) == 1 and move.tile[0] == chr(ord(letters[0]) + 1)


@_wrong_about("PATH-02", "PATH-03", "MOVE-01", "MOVE-03", "TURN-08")
class StonesOfTheBusierSide(Faulty):
    """A step costs the stones of the side that has more of them."""

    def discount(self, state: State, move: Move) -> int:
        if not isinstance(move, Walk):
            return 0
        board = state.ground.board
        here, there = CELL_INDEX[move.origin], CELL_INDEX[move.target]
        stones = board.connection(here, there)
        if not stones:
            return 0
        for side, other in NEIGHBOURS[here]:
            if other == there:
                own = board.stones(here)[side]
                return stones - max(own, stones - own)
        return 0


@_wrong_about("TEMPLE-08", "TEMPLE-06")
class FloorsNeverRunOut(Faulty):
    """A level is uncovered although none of that number is left."""

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        return clause == "TEMPLE-08"

    def outcome(self, before: State, move: Move, after: State) -> State:
        floors = tuple(max(0, pieces) for pieces in after.stock.floors)
        return evolve(after, stock=evolve(after.stock, floors=floors))


# --- effects -----------------------------------------------------------------------------------


@_wrong_about("TURN-09", "DEPLOY-05", "TURN-08", "DEPLOY-01")
class LeadersComeForTwo(Strict):
    """Deploying the leader costs two."""

    def refuses(self, state: State, move: Move) -> bool:
        return isinstance(move, Deploy) and move.figure == "L" and state.ap < 2

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, Deploy) and move.figure == "L":
            return evolve(after, turn=evolve(after.turn, ap=after.ap - 1))
        return after


@_wrong_about("GUARD-06")
class RivalLeadersGoHome(Faulty):
    """Leaders of other players go back to the supply when a guard is placed."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, PlaceGuard):
            cell, mine = CELL_INDEX[move.cell], before.turn.active
            for who in after.expeditions:
                if who.seat != mine and who.leader == cell:
                    home = evolve(who, leader=IN_SUPPLY)
                    after = evolve(after, expeditions=expeditions_with(after, home))
        return after


@_wrong_about("GUARD-13", "GUARD-05", "GUARD-04")
class GuardLeadersReturn(Faulty):
    """A leader who guards a temple is in the supply again."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, PlaceGuard) and move.figure == "L":
            who = evolve(after.expeditions[before.turn.active - 1], leader=IN_SUPPLY)
            return evolve(after, expeditions=expeditions_with(after, who))
        return after


@_wrong_about("TREASURE-06", "TREASURE-10")
class LeadersLeaveTheToken(Faulty):
    """A token recovered by the leader stays on the hex too."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, Recover) and mover(before).leader == CELL_INDEX[move.cell]:
            return evolve(after, ground=evolve(after.ground, tokens=before.ground.tokens))
        return after


@_wrong_about("TEMPLE-06", "TEMPLE-07", "TEMPLE-13")
class LeadersDigTwice(Faulty):
    """A temple rises by two where the leader digs."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, Uncover) and mover(before).leader == CELL_INDEX[move.cell]:
            cell, ground = CELL_INDEX[move.cell], after.ground
            value = min(10, ground.values[cell] + 1)
            values = with_entry(ground.values, cell, value)
            return evolve(after, ground=evolve(ground, values=values))
        return after


@_wrong_about("SCORE-05", "SCORE-04")
class TiesPayHalf(Faulty):
    """Those who are tied for a temple get half of its value."""

    def score(self, state: State, seat: int) -> int:
        points = super().score(state, seat)
        for cell, value in enumerate(state.ground.values):
            by_seat = strengths(state, cell)
            own = by_seat[seat - 1]
            tied = own and own == max(by_seat) and by_seat.count(own) > 1
            if value and tied and guard_on(state, cell) is None:
                points += value // 2
        return points


@_wrong_about("SCORE-12", "SCORE-08")
class TreasuresPayOnce(Faulty):
    """Treasures pay in volcano rounds only, not in the final round."""

    def score(self, state: State, seat: int) -> int:
        points = super().score(state, seat)
        if state.scoring and state.course.tile is None:
            points -= sum(TREASURE_POINTS[n] for n in state.expeditions[seat - 1].treasures)
        return points


@_wrong_about("VOLC-01", "VOLC-02", "SCORE-01")
class TheNextOneScoresFirst(Faulty):
    """In a volcano round the left neighbour of the volcano player acts first."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, (DrawTile, TakeTile)) and after.scoring:
            first, *rest = after.course.queue
            queue = (*rest, after.turn.active)
            course = evolve(after.course, queue=queue)
            return evolve(after, course=course, turn=evolve(after.turn, active=first))
        return after


@_wrong_about("VOLC-03", "TURN-04")
class TiredAfterTheVolcano(Faulty):
    """The volcano player has eight action points after the scoring round."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        waiting = before.course.tile
        if isinstance(move, PlaceTile) and waiting is not None and TILES[waiting].kind == "volcano":
            return evolve(after, turn=evolve(after.turn, ap=8))
        return after


@_wrong_about("SCORE-03")
class RivalsScoreToo(Faulty):
    """At the end of a scoring turn the next seat scores its treasures as well."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, EndTurn) and before.scoring and after.phase != "over":
            seat = clockwise(before, before.turn.active)
            points = sum(TREASURE_POINTS[n] for n in after.expeditions[seat - 1].treasures)
            return with_score(after, seat, after.scores[seat] + points)
        return after


@_wrong_about("END-03")
class TheLastPlacerOpens(Faulty):
    """The final round begins with the player of the last tile."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, EndTurn) and after.scoring and not before.scoring and not after.auction:
            edition = evolve(before.edition, final_round_opener="last-placer")
            other = evolve(before, table=evolve(before.table, edition=edition))
            return evolve(TABLE[EndTurn].effect(other, move), table=before.table)
        return after


@_wrong_about("END-08", "END-05")
class TheFirstOfEqualsWins(Faulty):
    """Of tied players the first seat wins."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        return evolve(after, course=evolve(after.course, winners=after.winners[:1]))


@_wrong_about("SCORE-10")
class TheTrackEndsAtHundred(Faulty):
    """A score ends at a hundred points."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        for seat, points in after.scores.items():
            if points > 100:
                after = with_score(after, seat, 100)
        return after


@_wrong_about("AUCTION-11")
class TheSecondPaysToo(Faulty):
    """The bidder who passes last loses a point."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, Pass) and after.phase == "take" and before.course.bidding.high_bidder:
            seat = before.turn.active
            return with_score(after, seat, max(0, after.scores[seat] - 1))
        return after


@_wrong_about("AUCTION-16")
class TheLastPasserTakes(Faulty):
    """If all pass, the one who passed last takes a tile."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        no_bid = not before.course.bidding.high_bidder
        if isinstance(move, Pass) and after.phase == "take" and no_bid:
            return evolve(after, turn=evolve(after.turn, active=before.turn.active))
        return after


@_wrong_about("AUCTION-14")
class TheLowestSeatOpens(Faulty):
    """The next auction is opened by the lowest seat that is still to play."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, EndTurn) and after.phase == "bid" and after.course.bidding.done:
            waiting = {*range(1, after.players + 1)} - {*after.course.bidding.done}
            return evolve(after, turn=evolve(after.turn, active=min(waiting)))
        return after


@_wrong_about("PLACE-10", "PLACE-11")
class FourMasksGiveThree(Faulty):
    """A tile with four masks gets three tokens."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, PlaceTile) and after.ground.tokens[CELL_INDEX[move.cell]] == 4:
            tokens = with_entry(after.ground.tokens, CELL_INDEX[move.cell], 3)
            return evolve(after, ground=evolve(after.ground, tokens=tokens))
        return after


@_wrong_about("C2C-01", "TURN-08")
class SecretPathsForTwo(Strict):
    """A secret path costs two."""

    def refuses(self, state: State, move: Move) -> bool:
        return isinstance(move, Transfer) and state.ap < 2

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, Transfer):
            return evolve(after, turn=evolve(after.turn, ap=after.ap - 1))
        return after


@_wrong_about("TURN-01")
class TheOtherWayAround(Faulty):
    """Turns go counter-clockwise in the basic game."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, EndTurn) and after.phase == "draw" and not after.auction:
            seat = (before.turn.active - 2) % after.players + 1
            return evolve(after, turn=evolve(after.turn, active=seat))
        return after
