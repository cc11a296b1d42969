"""The clauses behind wrong facts after a move: by what the move brings about, and what is wrong.

Each row is a passage of the game, such as the end of a scoring round, with the clauses that decide
there about the phase, the seat, the action points, the scores and the winners.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from attrs import frozen

from tikal._support.evolve import evolve
from tikal.moves import EndTurn, Move, verb_of
from tikal.rules.scoring import winners
from tikal.state import State

#: The clauses of the action points after an action.
PRICES: Final = {
    "deploy": ("DEPLOY-01",),
    "walk": ("PATH-02", "MOVE-01"),
    "transfer": ("C2C-01",),
    "uncover": ("TEMPLE-02",),
    "recover": ("TREASURE-02",),
    "exchange": ("SWAP-01",),
    "camp": ("CAMP-01",),
    "guard": ("GUARD-01",),
}
#: The same where the leader acts, at the price of a worker.
LEADERS: Final = {"deploy": "DEPLOY-05", "walk": "MOVE-04", "transfer": "LEADER-02"}


@frozen
class Passage:
    """What happens between two positions, with the clauses that decide it."""

    phase: tuple[str, ...] = ()
    seat: tuple[str, ...] = ()
    ap: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()

    def behind(self, wrong: Collection[str], saved: bool = False) -> tuple[str, ...]:
        """The clauses behind wrong facts: those of the phase decide about the others.

        `saved` says that there are more action points than a phase begins with.
        """
        if {"phase", "scoring"} & {*wrong}:
            return self.phase
        if {"active", "to_move"} & {*wrong}:
            return self.seat
        if "ap" in wrong:
            return ("TURN-06", *self.ap) if saved else self.ap
        return self.winners


def passage(before: State, move: Move, after: State) -> Passage:
    """The passage of the game that a move makes."""
    if after.phase == "over":
        return Passage(("END-04",), ("END-04",), (), _tie_breaks(after))
    if after.scoring:
        return _into_scoring(before, after)
    if before.scoring and isinstance(move, EndTurn):
        return Passage(("VOLC-03",), ("VOLC-03",), ("TURN-06",))
    if before.phase == "place":
        is_volcano = before.ground.board.volcanoes() != after.ground.board.volcanoes()
        own = ("AUCTION-24" if after.auction else "VOLC-03") if is_volcano else "TURN-02"
        return Passage((own,), (own,), (own if is_volcano else "TURN-04",))
    if isinstance(move, EndTurn):
        return _next_turn(after)
    if before.phase == "bid":
        return _bidding(before, after)
    if after.phase == "reveal":
        return Passage(("TREASURE-07",), ("TREASURE-07",), ("TREASURE-02",))
    verb = verb_of(type(move))
    if verb in PRICES:
        leads = getattr(move, "figure", "") == "L" and verb in LEADERS
        ap = (LEADERS[verb], "TURN-09", *PRICES[verb]) if leads else PRICES[verb]
        return Passage(("TURN-07",), ("TURN-07",), ap)
    if before.phase == "reveal":
        return Passage(("TREASURE-07",), ("TREASURE-07",), ("TREASURE-07",))
    first = ("AUCTION-04",) if after.auction and before.phase == "draw" else ("TURN-02",)
    return Passage(first, first, ("TURN-06",))


def _into_scoring(before: State, after: State) -> Passage:
    """A scoring turn begins, or goes on."""
    is_auction, is_final = after.auction, after.course.tile is None
    if before.turn.phase == "act" and before.scoring and before.turn.active == after.turn.active:
        return Passage()  # an action, not a passage
    if is_final:
        order = ("AUCTION-25", "AUCTION-26") if is_auction else ("END-03",)
        return Passage(("END-01",), order, ("END-02", "TURN-04"))
    begins = not before.scoring
    first = "AUCTION-21" if is_auction else "VOLC-01"
    order = ("AUCTION-22", "SCORE-01") if is_auction else ("SCORE-01",)
    return Passage((first,) if begins else ("SCORE-01",), order, ("SCORE-01", "TURN-04"))


def _next_turn(after: State) -> Passage:
    """A turn is over, and no scoring follows."""
    if not after.auction:
        return Passage(("TURN-02", "END-01"), ("TURN-01",), ("TURN-06",))
    if after.phase == "draw":
        return Passage(("AUCTION-20", "AUCTION-19"), ("AUCTION-19",), ("TURN-06",))
    if after.phase == "take":
        return Passage(("AUCTION-17",), ("AUCTION-17",), ("TURN-06",))
    return Passage(("AUCTION-13",), ("AUCTION-14", "AUCTION-13"), ("TURN-06",))


def _bidding(before: State, after: State) -> Passage:
    """A bid or a pass."""
    if after.phase == "bid":
        return Passage(("AUCTION-10",), ("AUCTION-07", "AUCTION-09"), ("TURN-06",))
    is_free = not before.course.bidding.high_bidder and not _was_bid(before, after)
    winner = ("AUCTION-16",) if is_free else ("AUCTION-10", "AUCTION-12")
    return Passage(("AUCTION-10",), winner, ("TURN-06",))


def _was_bid(before: State, after: State) -> bool:
    return before.scores != after.scores


def _tie_breaks(after: State) -> tuple[str, ...]:
    """The clauses that decide who wins: the last criterion that was needed, or a shared victory."""
    edition, of = after.edition, {"guard": "END-06", "second-guard": "END-06"}
    most = max(after.scores.values())
    if [*after.scores.values()].count(most) == 1:
        return ("AUCTION-28", "END-05") if after.auction else ("END-05",)
    if len(after.winners) > 1:
        return ("END-08",)
    for number, criterion in enumerate(edition.tiebreak):
        only = evolve(edition, tiebreak=edition.tiebreak[: number + 1])
        there = evolve(after, table=evolve(after.table, edition=only))
        if len(winners(there)) == 1:
            return (of.get(criterion, "END-07"),)
    return ("END-08",)
