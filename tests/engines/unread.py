"""A second list of engines by an author who knew the clauses and no case, mostly about effects.

Written, like `unseen`, before the questions about effects and the blame of `play`; the same holds:
no case and no rule of blame may be made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import evolve

from tests.engines.base import Faulty
from tests.engines.unseen import TooStrict, unseen
from tests.engines.walking import Walker
from tikal.conformance.report import Json
from tikal.engine import TABLE
from tikal.geometry import BASE_CAMP, CELL_INDEX, NEIGHBOURS, Board
from tikal.moves import (
    Bid,
    Deploy,
    EndTurn,
    EstablishCamp,
    Exchange,
    Move,
    Pass,
    PlaceGuard,
    PlaceTile,
    Recover,
    RevealTreasure,
    SetAside,
    TakeTile,
    Transfer,
    Uncover,
    Walk,
)
from tikal.parts import IN_SUPPLY, Expedition, Turn
from tikal.rules.queries import clockwise, expeditions_with, mover, with_entry
from tikal.rules.scoring import score as right_score
from tikal.state import State, camp_owner, guard_on


class Remembers(Faulty):
    """Has a memory of the game beside the position."""

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        """A new case, with nothing remembered."""
        if not case.get("goes_on"):
            self.noted: Any = None
        return super().run(case)


def _with_seat(state: State, who: Expedition) -> State:
    return evolve(state, expeditions=expeditions_with(state, who))


# --- figures -----------------------------------------------------------------------------------


@unseen("GUARD-06")
class GuardsClearTheHex(Faulty):
    """Takes the workers of all players off the hex of a new guard."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, PlaceGuard):
            return after
        cell = CELL_INDEX[move.cell]
        for who in after.expeditions:
            gone = (who.removed[0], who.removed[1] + who.workers[cell])
            workers = with_entry(who.workers, cell, 0)
            after = _with_seat(after, evolve(who, workers=workers, removed=gone))
        return after


@unseen("GUARD-05")
class OneGoesWithTheGuard(Faulty):
    """Removes only the guard and one more worker from the hex."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, PlaceGuard):
            return after
        cell, then = CELL_INDEX[move.cell], mover(after)
        back = then.removed[1] - mover(before).removed[1] - 1
        if back <= 0:
            return after
        removed = (then.removed[0], then.removed[1] - back)
        stays = evolve(then, workers=with_entry(then.workers, cell, back), removed=removed)
        return _with_seat(after, stays)


@unseen("GUARD-13", "GUARD-04", "GUARD-05")
class TheLeaderGuardsAndWalks(Faulty):
    """Leaves the leader on the hex when it becomes the guard."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, PlaceGuard) or move.figure != "L":
            return after
        return _with_seat(after, evolve(mover(after), leader=CELL_INDEX[move.cell]))


@unseen("C2C-01")
class SecretPathsDouble(Faulty):
    """Leaves a worker where it was when it takes a secret path."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, Transfer) or move.figure == "L":
            return after
        then, origin = mover(after), CELL_INDEX[move.origin]
        workers = with_entry(then.workers, origin, then.workers[origin] + 1)
        return _with_seat(after, evolve(then, workers=workers))


@unseen("MOVE-01")
class TheLeaderTakesAWorkerAlong(Faulty):
    """Moves a worker with the leader who walks."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, Walk) or move.figure == "W":
            return after
        then, origin, target = mover(after), CELL_INDEX[move.origin], CELL_INDEX[move.target]
        if not then.workers[origin]:
            return after
        workers = with_entry(then.workers, origin, then.workers[origin] - 1)
        workers = with_entry(workers, target, workers[target] + 1)
        return _with_seat(after, evolve(then, workers=workers))


@unseen("DEPLOY-01", "TURN-08")
class TheBaseCampIsFree(Faulty):
    """Deploys in the base camp for nothing."""

    def discount(self, state: State, move: Move) -> int:
        return int(isinstance(move, Deploy) and CELL_INDEX[move.cell] == BASE_CAMP)


@unseen("GUARD-01", "TURN-09", "TURN-08")
class LeadersGuardForThree(Faulty):
    """Makes the leader a guard for 3 AP."""

    def discount(self, state: State, move: Move) -> int:
        return 2 * (isinstance(move, PlaceGuard) and move.figure == "L")


@unseen("DEPLOY-03", "DEPLOY-02")
class CampsAreShared(Faulty):
    """Deploys in any player's camp."""

    allows = Deploy

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        return clause in self.clauses and isinstance(move, Deploy) and self._shares(state, move)

    def _shares(self, state: State, move: Deploy) -> bool:
        return camp_owner(state, CELL_INDEX[move.cell]) is not None


@unseen("CAMP-07")
class CampsOpenNextTurn(Remembers, TooStrict):
    """Deploys no figure in a camp in the turn in which it is founded."""

    kind = Deploy

    def forbids(self, state: State, move: Any) -> bool:
        return bool(CELL_INDEX[move.cell] in (self.noted or ()))

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, EstablishCamp):
            self.noted = (*(self.noted or ()), CELL_INDEX[move.cell])
        elif isinstance(move, EndTurn):
            self.noted = None
        return after


@unseen("CAMP-02")
class OneTokenDoesNotMatter(Faulty):
    """Founds a camp on a treasure hex with one token left."""

    allows = EstablishCamp

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if clause != "CAMP-02" or not isinstance(move, EstablishCamp):
            return False
        return state.ground.tokens[CELL_INDEX[move.cell]] == 1


@unseen("PATH-01", "MOVE-05")
class StonesOnTheFarSideAlone(Walker):
    """Walks only where the hex that is entered shows stones."""

    def stones(self, board: Board, origin: int, side: int, target: int) -> int:
        there = next(back for back, cell in NEIGHBOURS[target] if cell == origin)
        full = board.connection(origin, target)
        return full if board.stones(target)[there] else 0


# --- digging -----------------------------------------------------------------------------------


@unseen("TEMPLE-13", "TEMPLE-03", "LEADER-02")
class TheLeaderDigsForThree(Faulty):
    """Counts the leader as three members when a temple is uncovered."""

    allows = Uncover

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if clause != "TEMPLE-03" or not isinstance(move, Uncover):
            return False
        return mover(state).leader == CELL_INDEX[move.cell]


@unseen("TEMPLE-04", "TREASURE-04", "TEMPLE-03", "TREASURE-03")
class LimitsLastARound(Faulty):
    """Does not forget in scoring turns where the last player has dug."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not before.scoring or not after.scoring or not isinstance(move, EndTurn):
            return after
        return evolve(after, turn=evolve(after.turn, worked=before.turn.worked))


@unseen("TREASURE-06", "TREASURE-07")
class TwoTokensAtOnce(Faulty):
    """Takes the token below off the hex as well."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, Recover):
            return after
        cell = CELL_INDEX[move.cell]
        left = max(0, after.ground.tokens[cell] - 1)
        tokens = with_entry(after.ground.tokens, cell, left)
        return evolve(after, ground=evolve(after.ground, tokens=tokens))


@unseen("TREASURE-07")
class TokensStayHidden(Faulty):
    """Gives the player who recovers a token nothing to own."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, RevealTreasure):
            return after
        return _with_seat(after, evolve(mover(after), treasures=mover(before).treasures))


@unseen("SWAP-02")
class TheOtherGetsNothing(Faulty):
    """Gives the other player nothing in an exchange."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, Exchange):
            return after
        other = after.expeditions[move.seat - 1]
        kind = move.give - 1
        owned = with_entry(other.treasures, kind, other.treasures[kind] - 1)
        return _with_seat(after, evolve(other, treasures=owned))


# --- tiles -------------------------------------------------------------------------------------


@unseen("PLACE-10")
class ThreeTokensEach(Faulty):
    """Puts three tokens on every treasure tile."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, PlaceTile):
            return after
        cell = CELL_INDEX[move.cell]
        if not after.ground.tokens[cell]:
            return after
        tokens = with_entry(after.ground.tokens, cell, 3)
        return evolve(after, ground=evolve(after.ground, tokens=tokens))


@unseen("PLACE-09", "TEMPLE-06")
class LaidTemplesUseTheStock(Faulty):
    """Takes the levels of a temple that is laid out of the stock of loose ones."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, PlaceTile):
            return after
        floors = after.stock.floors
        for number in range(after.ground.values[CELL_INDEX[move.cell]] - 1):
            floors = with_entry(floors, number, max(0, floors[number] - 1))
        return evolve(after, stock=evolve(after.stock, floors=floors))


@unseen("TURN-02")
class TilesCanBeRefused(Faulty):
    """Lets a player set aside a tile that has a place."""

    allows = SetAside

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        return isinstance(move, SetAside) and clause == "TURN-02" and state.phase == "place"


@unseen("TURN-05")
class SomethingMustBeDone(TooStrict):
    """Demands an action before a turn is ended."""

    kind = EndTurn

    def forbids(self, state: State, move: Any) -> bool:
        return state.ap == 10 and not state.scoring


# --- scoring rounds and the end ----------------------------------------------------------------


@unseen("SCORE-01")
class TheVolcanoPlayerScoresLast(Faulty):
    """Begins a scoring round with the left neighbour of the volcano's player."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if before.scoring or not after.scoring or after.tile is None:
            return after
        queue = (*after.course.queue, after.turn.active)
        course = evolve(after.course, queue=queue[1:])
        return evolve(after, course=course, turn=evolve(after.turn, active=queue[0]))


@unseen("SCORE-11", "TURN-01")
class TheVolcanoPlayerGoesOn(Remembers):
    """Gives the volcano's player another turn after the volcano turn."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if before.scoring and not after.scoring and after.phase == "place":
            self.noted = True
        if self.noted and isinstance(move, EndTurn) and after.phase == "draw":
            self.noted = None
            return evolve(after, turn=evolve(after.turn, active=before.turn.active))
        return after


@unseen("END-02", "TURN-04")
class EightPointsAtTheEnd(Faulty):
    """Gives eight action points for a turn of the final round."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        is_final = after.scoring and after.tile is None and after.phase == "act"
        if not is_final or not isinstance(move, EndTurn):
            return after
        return evolve(after, turn=Turn("act", after.turn.active, 8))


@unseen("END-07")
class TreasuresBreakNoTies(Faulty):
    """Shares the victory before treasures are counted, in editions that count them."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if after.phase != "over":
            return after
        rows = [(who.score, self._guarded(after, who), who.seat) for who in after.expeditions]
        best = max(row[:2] for row in rows)
        together = tuple(row[2] for row in rows if row[:2] == best)
        return evolve(after, course=evolve(after.course, winners=together))

    def _guarded(self, state: State, who: Expedition) -> int:
        breaks = "guard" in state.edition.tiebreak
        values = [state.ground.values[cell] for cell, _ in who.guards]
        return max(values, default=0) if breaks else 0


@unseen("SCORE-06", "GUARD-09")
class GuardsAloneEarnNothing(Faulty):
    """Pays a guarded temple only while the owner has a figure beside it."""

    def score(self, state: State, seat: int) -> int:
        lost = 0
        for name, value in right_score(state, seat).temples.items():
            cell = CELL_INDEX[name]
            alone = not state.expeditions[seat - 1].members(cell)
            lost += value * (guard_on(state, cell) is not None and alone)
        return super().score(state, seat) - lost


@unseen("SCORE-03", "SCORE-08")
class LastPointsReplaceTheFirst(Faulty):
    """Sets the score to the points of the last scoring turn."""

    def _with_points(self, before: State, after: State, earned: int) -> State:
        seat = before.turn.active
        lost = -before.scores[seat] if not before.auction else 0
        return super()._with_points(before, after, earned + lost)


# --- the auction -------------------------------------------------------------------------------


@unseen("AUCTION-16")
class TheLastToPassTakes(Faulty):
    """Gives the turn to the last player to pass where there is no bid."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        is_free = isinstance(move, Pass) and not before.course.bidding.high_bidder
        if not is_free or after.phase != "take":
            return after
        return evolve(after, turn=evolve(after.turn, active=before.turn.active))


@unseen("AUCTION-19")
class TheStartPlayerAlwaysOpens(Faulty):
    """Lets seat 1 open the first auction of each round."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if before.phase != "draw" or after.phase != "bid":
            return after
        return evolve(after, turn=evolve(after.turn, active=1))


@unseen("AUCTION-22", "AUCTION-21")
class AuctionScoringBeginsWithTheLeft(Faulty):
    """Begins the scoring round of a volcano that was taken with the left neighbour."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, TakeTile) or not after.scoring:
            return after
        queue = (*after.course.queue, after.turn.active)
        course = evolve(after.course, queue=queue[1:])
        return evolve(after, course=course, turn=evolve(after.turn, active=queue[0]))


@unseen("AUCTION-24", "AUCTION-12")
class TheTakenVolcanoEndsTheTurn(Faulty):
    """Ends the turn of the auction game when a volcano has been placed."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        lies = before.ground.board.volcanoes() != after.ground.board.volcanoes()
        if not isinstance(move, PlaceTile) or not before.auction or not lies:
            return after
        return TABLE[EndTurn].effect(after, EndTurn())


@unseen("AUCTION-26")
class TiedScoresGoBySeat(Faulty):
    """Orders players with equal scores by their seats in the final round."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        begins = after.auction and after.scoring and after.tile is None and not before.scoring
        if not begins:
            return after
        seats = sorted((who.score, who.seat) for who in after.expeditions)
        order = tuple(seat for _, seat in seats)
        course = evolve(after.course, queue=order[1:])
        return evolve(after, course=course, turn=evolve(after.turn, active=order[0]))


@unseen("AUCTION-29")
class FivePointsOnCredit(Faulty):
    """Lets a player bid five points more than the score."""

    allows: ClassVar[type[Move]] = Bid

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if clause != "AUCTION-29" or not isinstance(move, Bid):
            return False
        return move.points <= mover(state).score + 5


@unseen("AUCTION-13", "AUCTION-18")
class TheNextPlayerOpensTheRound(Faulty):
    """Lets the player after the last one be skipped when a round begins."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, EndTurn) or not after.auction or after.phase != "draw":
            return after
        skipped = clockwise(after, after.turn.active)
        return evolve(after, turn=evolve(after.turn, active=skipped))


@unseen("DEPLOY-04")
class LeadersReturn(Faulty):
    """Deploys the leader again, who then leaves the old place."""

    allows = Deploy

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if clause != "DEPLOY-04" or not isinstance(move, Deploy) or move.figure != "L":
            return False
        return mover(state).leader >= 0 and mover(state).leader != IN_SUPPLY
