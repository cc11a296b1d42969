"""Engines whose authors had the rulebook alone, to measure the kit with.

The list was written before the cases of effects and the blame of `play` were made, by what goes
wrong when one programs the game from its rulebook. No case and no rule of blame may be made
from it: `python -m tools.measure.kit` would then measure what the kit was made for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from attrs import evolve

from tests.engines.base import Faulty, register_under
from tests.engines.walking import Walker
from tikal.conformance.report import Json
from tikal.engine import TABLE
from tikal.geometry import BASE_CAMP, CELL_INDEX, NEIGHBOURS, Board
from tikal.moves import (
    Bid,
    Deploy,
    DrawTile,
    EndTurn,
    EstablishCamp,
    Move,
    Pass,
    PlaceGuard,
    Recover,
    Transfer,
    Uncover,
    Walk,
)
from tikal.parts import IN_SUPPLY, Turn
from tikal.rules.queries import expeditions_with, mover, strengths, with_entry
from tikal.rules.scoring import TREASURE_POINTS
from tikal.rules.scoring import score as right_score
from tikal.state import (
    MAX_FLOOR,
    MIN_FLOOR,
    State,
    camp_owner,
    guard_on,
)

#: The engines by name. Their `clauses` are all that a report may name first.
UNSEEN: Final[dict[str, type[Faulty]]] = {}


def unseen(*clauses: str) -> Callable[[type[Faulty]], type[Faulty]]:
    """Register an engine that is wrong about some clauses."""
    return register_under(UNSEEN, clauses)


class TooStrict(Faulty):
    """Refuses moves of a kind in a situation in which they are legal."""

    kind: ClassVar[type[Move]]

    def forbids(self, state: State, move: Any) -> bool:
        """Whether the engine refuses this move of its kind."""
        raise NotImplementedError

    def check(self, state: State, move: Move, seat: int | None) -> list[str]:
        cited = super().check(state, move, seat)
        if cited or not isinstance(move, self.kind) or not self.forbids(state, move):
            return cited
        return [self.clauses[0]]


# --- walking and camps -------------------------------------------------------------------------


@unseen("MOVE-04", "TURN-09")
class LeadersPayDouble(Faulty):
    """Makes the leader pay twice for a step."""

    def discount(self, state: State, move: Move) -> int:
        if not isinstance(move, Walk) or move.figure != "L":
            return 0
        origin, target = CELL_INDEX[move.origin], CELL_INDEX[move.target]
        return -state.ground.board.connection(origin, target)


@unseen("PATH-03", "PATH-02")
class StepsCostThreeAtMost(Walker):
    """Charges at most 3 AP for a step."""

    def stones(self, board: Board, origin: int, side: int, target: int) -> int:
        return min(3, board.connection(origin, target))


@unseen("PATH-04", "MOVE-07")
class ACrowdBlocks(TooStrict):
    """Lets no figure walk to where another player has two figures."""

    kind = Walk

    def forbids(self, state: State, move: Any) -> bool:
        target = CELL_INDEX[move.target]
        others = [who for who in state.expeditions if who is not mover(state)]
        return any(who.members(target) > 1 for who in others)


@unseen("GUARD-12")
class GuardsCloseTheHex(TooStrict):
    """Lets no figure walk to a temple that another player guards."""

    kind = Walk

    def forbids(self, state: State, move: Any) -> bool:
        guard = guard_on(state, CELL_INDEX[move.target])
        return guard is not None and guard[0] != state.turn.active


@unseen("CAMP-09")
class CampsKeepOthersOut(TooStrict):
    """Lets no figure walk into another player's camp."""

    kind = Walk

    def forbids(self, state: State, move: Any) -> bool:
        return camp_owner(state, CELL_INDEX[move.target]) not in (None, state.turn.active)


@unseen("C2C-01", "CAMP-11")
class TheBaseCampHasNoPath(TooStrict):
    """Allows secret paths between own camps alone, not from or to the base camp."""

    kind = Transfer

    def forbids(self, state: State, move: Any) -> bool:
        return BASE_CAMP in (CELL_INDEX[move.origin], CELL_INDEX[move.target])


@unseen("DEPLOY-07")
class FourOnAHex(TooStrict):
    """Allows at most four figures of a player on a hex to be deployed there."""

    kind = Deploy

    def forbids(self, state: State, move: Any) -> bool:
        return mover(state).members(CELL_INDEX[move.cell]) >= 4


@unseen("COMP-07", "DEPLOY-04")
class OneWorkerLess(TooStrict):
    """Has one worker less in the box."""

    kind = Deploy

    def forbids(self, state: State, move: Any) -> bool:
        return bool(move.figure == "W" and mover(state).supply == 1)


@unseen("CAMP-05", "PC-01")
class OneCampForFour(TooStrict):
    """Gives each player one camp when four play."""

    kind = EstablishCamp

    def forbids(self, state: State, move: Any) -> bool:
        return state.players == 4 and len(mover(state).camps) == 1


# --- digging -----------------------------------------------------------------------------------


@unseen("TEMPLE-05")
class TwoLevelsInAll(TooStrict):
    """Counts the two levels of a turn over all temples."""

    kind = Uncover

    def forbids(self, state: State, move: Any) -> bool:
        return sum(state.ground.values[cell] > 0 for cell in state.turn.worked) >= 2


@unseen("TREASURE-05")
class TwoTokensInAll(TooStrict):
    """Counts the two treasures of a turn over all hexes."""

    kind = Recover

    def forbids(self, state: State, move: Any) -> bool:
        return sum(state.ground.values[cell] == 0 for cell in state.turn.worked) >= 2


@unseen("TEMPLE-11")
class NineIsTheTop(TooStrict):
    """Uncovers no level ten."""

    kind = Uncover

    def forbids(self, state: State, move: Any) -> bool:
        return state.ground.values[CELL_INDEX[move.cell]] == MAX_FLOOR - 1


@unseen("TEMPLE-01")
class DiggingNextDoor(Faulty):
    """Uncovers a temple from a neighbouring hex too."""

    allows = Uncover

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if clause != "TEMPLE-01" or not isinstance(move, Uncover):
            return False
        cell = CELL_INDEX[move.cell]
        around = (other for _, other in NEIGHBOURS[cell])
        return state.ground.values[cell] > 0 and any(map(mover(state).members, around))


@unseen("TEMPLE-08", "TEMPLE-07")
class FloorsAreSkipped(Faulty):
    """Puts on the next floor that is left when the one that is due has run out."""

    allows = Uncover

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if clause != "TEMPLE-08" or not isinstance(move, Uncover):
            return False
        return self._next_left(state, move) is not None

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, Uncover):
            return after
        cell = CELL_INDEX[move.cell]
        due = before.ground.values[cell] + 1 - MIN_FLOOR
        number = self._next_left(before, move)
        if before.stock.floors[due] or number is None:
            return after
        floors = with_entry(before.stock.floors, number, before.stock.floors[number] - 1)
        values = with_entry(before.ground.values, cell, number + MIN_FLOOR)
        return evolve(
            after,
            stock=evolve(after.stock, floors=floors),
            ground=evolve(after.ground, values=values),
        )

    def _next_left(self, state: State, move: Uncover) -> int | None:
        value = state.ground.values[CELL_INDEX[move.cell]]
        left = enumerate(state.stock.floors)
        numbers = (n for n, pieces in left if pieces and n + MIN_FLOOR > value)
        return next(numbers, None)


# --- guards ------------------------------------------------------------------------------------


@unseen("GUARD-04", "GUARD-02")
class GuardsNeedCompany(TooStrict):
    """Makes no guard of the only figure on a temple."""

    kind = PlaceGuard

    def forbids(self, state: State, move: Any) -> bool:
        return mover(state).members(CELL_INDEX[move.cell]) == 1


@unseen("GUARD-05", "GUARD-13")
class TheLeaderWalksHome(Faulty):
    """Returns the leader to the supply when a worker beside becomes a guard."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, PlaceGuard) or move.figure == "L":
            return after
        who, then = mover(before), mover(after)
        if who.leader != CELL_INDEX[move.cell]:
            return after
        removed = (then.removed[0] - 1, then.removed[1])
        home = evolve(then, leader=IN_SUPPLY, removed=removed)
        return evolve(after, expeditions=expeditions_with(after, home))


@unseen("GUARD-07")
class GuardsLeaveAfterScoring(Faulty):
    """Takes all guards off the board when a scoring round is over."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not before.scoring or after.scoring or after.phase == "over":
            return after
        bare = tuple(evolve(who, guards=()) for who in after.expeditions)
        return evolve(after, expeditions=bare)


# --- turns and the end -------------------------------------------------------------------------


@unseen("SETUP-02")
class LateLettersAreMixed(Faulty):
    """Shuffles the tiles E, F and G together."""

    allows = DrawTile

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        if clause != "SETUP-02" or not isinstance(move, DrawTile):
            return False
        return all(tile[0] in "EFG" for tile in (*state.remaining[:1], move.tile))


@unseen("VOLC-03")
class TheVolcanoEndsTheTurn(Faulty):
    """Ends the turn when the volcano has been placed."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        is_volcano = before.phase == "place" and before.tile is not None and after.phase == "act"
        if not is_volcano or not state_has_new_volcano(before, after):
            return after
        return TABLE[EndTurn].effect(after, EndTurn())


def state_has_new_volcano(before: State, after: State) -> bool:
    """Whether one more volcano lies."""
    return before.ground.board.volcanoes() != after.ground.board.volcanoes()


@unseen("SCORE-01", "TURN-04", "END-02")
class NoActionsInScoring(Faulty):
    """Scores at once, without ten action points."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        begins = after.scoring and after.phase == "act" and before.phase != "reveal"
        if not begins or (before.scoring and not isinstance(move, EndTurn)):
            return after
        return evolve(after, turn=Turn("act", after.turn.active, 0))


@unseen("SCORE-01")
class ScoredBeforeActing(Faulty):
    """Counts the points at the beginning of a scoring turn."""

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        """A new case, with no scoring turn begun."""
        if not case.get("goes_on"):
            self.counted: dict[int, int] = {}
        return super().run(case)

    def outcome(self, before: State, move: Move, after: State) -> State:
        if after.scoring and (not before.scoring or isinstance(move, EndTurn)):
            seat = after.turn.active
            self.counted[seat] = self.score(after, seat)
        return after

    def _with_own_score(self, before: State, after: State) -> State:
        seat = before.turn.active
        counted = self.counted.pop(seat, self.score(before, seat))
        return self._with_points(before, after, counted)


@unseen("END-01")
class NoFinalRound(Faulty):
    """Ends the game with the last tile."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not after.scoring or after.tile is not None or before.scoring:
            return after
        course = evolve(after.course, scoring=False, queue=())
        most = max(after.scores.values())
        winners = tuple(seat for seat, points in after.scores.items() if points == most)
        return evolve(after, course=evolve(course, winners=winners), turn=Turn("over", 0))


@unseen("END-06", "END-08")
class MoreGuardsBreakTies(Faulty):
    """Breaks a tie by the number of guards."""

    def outcome(self, before: State, move: Move, after: State) -> State:
        if after.phase != "over":
            return after
        best = max((who.score, len(who.guards)) for who in after.expeditions)
        winners = tuple(w.seat for w in after.expeditions if (w.score, len(w.guards)) == best)
        return evolve(after, course=evolve(after.course, winners=winners))


# --- points ------------------------------------------------------------------------------------


@unseen("SCORE-07")
class TripletsPayFive(Faulty):
    """Pays 5 points for three treasures of a kind."""

    def score(self, state: State, seat: int) -> int:
        triplets = [kind for kind, n in right_score(state, seat).treasures.items() if n == 6]
        return super().score(state, seat) - len(triplets)


@unseen("SCORE-04")
class StrongerThanAllTogether(Faulty):
    """Pays a temple to a player who is stronger there than all others together."""

    def score(self, state: State, seat: int) -> int:
        lost = 0
        for name, value in right_score(state, seat).temples.items():
            by_seat = strengths(state, CELL_INDEX[name])
            if guard_on(state, CELL_INDEX[name]) is None:
                lost += value * (2 * by_seat[seat - 1] <= sum(by_seat))
        return super().score(state, seat) - lost


@unseen("SCORE-12", "SCORE-08")
class TreasuresPayAtTheEnd(Faulty):
    """Counts treasures in the final round alone."""

    def score(self, state: State, seat: int) -> int:
        owned = state.expeditions[seat - 1].treasures
        treasures = sum(TREASURE_POINTS[tokens] for tokens in owned)
        is_final = not state.stock.tiles and state.tile is None
        return super().score(state, seat) - (0 if is_final else treasures)


# --- the auction -------------------------------------------------------------------------------


@unseen("AUCTION-11")
class TheSecondPrice(Faulty):
    """Makes the winner pay the highest bid of another."""

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        """A new case, with no bid made."""
        if not case.get("goes_on"):
            self.bids: list[int] = []
        return super().run(case)

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, Bid):
            self.bids.append(move.points)
        if before.phase != "bid" or after.phase != "take":
            return after
        back = self.bids[-1] - self.bids[-2] if len(self.bids) > 1 else 0
        self.bids = []
        seat = after.turn.active
        return with_more_points(after, seat, back)


def with_more_points(state: State, seat: int, points: int) -> State:
    """The position with more points for a seat."""
    who = state.expeditions[seat - 1]
    richer = evolve(who, score=who.score + points)
    return evolve(state, expeditions=expeditions_with(state, richer))


@unseen("AUCTION-14")
class TheFirstToPassOpens(Faulty):
    """Lets the first to pass open the next auction of the round."""

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        """A new case, without a pass."""
        if not case.get("goes_on"):
            self.first = 0
        return super().run(case)

    def outcome(self, before: State, move: Move, after: State) -> State:
        if isinstance(move, Pass) and not before.course.bidding.passed:
            self.first = before.turn.active
        begins = isinstance(move, EndTurn) and after.phase == "bid"
        if not begins or not self.first or self.first in after.course.bidding.done:
            return after
        return evolve(after, turn=Turn("bid", self.first))
