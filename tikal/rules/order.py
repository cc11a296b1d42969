"""The order of events: which move belongs to which moment, and whose turn it is.

A move of another moment is refused with one clause, the first rule of `SEQUENCE` that fits; a move
by the wrong seat likewise with the first of `OUT_OF_TURN`.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from attrs import frozen

from tikal.errors import Violation
from tikal.moves import (
    DrawTile,
    Move,
    RevealTreasure,
)
from tikal.rules.rule import Fault, Rule, demanded_by, fault, first_violation
from tikal.state import ACTION_PHASES, Phase, State, is_seat

#: The refusal of a move out of order, by the phase.
_OUT_OF_ORDER: Final[dict[Phase, str]] = {
    "draw": "TURN-02/draw-first",
    "act": "TURN-02/time-to-act",
}
_OUT_OF_ORDER_IN_AN_AUCTION: Final[dict[Phase, str]] = {
    "bid": "AUCTION-12/bid-first",
    "take": "AUCTION-12/take-first",
    "act": "AUCTION-12/time-to-act",
}


@frozen
class Moment:
    """All that decides which moves belong here."""

    phase: Phase
    scoring: bool
    auction: bool
    #: One tile is on display: it goes to the last player of the round.
    last_tile: bool

    def suits(self, kind: type[Move]) -> bool:
        """Whether a move belongs to this phase."""
        return kind.phase == self.phase


def out_of_sequence(state: State, move: Move) -> Violation | None:
    """The sequence clause that a move at the wrong moment breaks."""
    course, auction = state.course, state.table.auction
    return _out_of_sequence(
        state.turn.phase,
        course.scoring,
        auction,
        auction and len(course.bidding.display) == 1,
        type(move),  # type: ignore[arg-type]  # a class is hashable, mypy asks its instances
    )


@cache
def _out_of_sequence(
    phase: Phase, scoring: bool, auction: bool, last_tile: bool, kind: type[Move]
) -> Violation | None:
    """The same from all that it depends on: few situations are different."""
    return first_violation(SEQUENCE, Moment(phase, scoring, auction, last_tile), kind)


def out_of_turn(state: State, move: Move, seat: int) -> Violation | None:
    """The clause that a move named for the wrong seat breaks."""
    if state.turn.phase == "over":
        return None  # END-04 comes first
    return first_violation(OUT_OF_TURN, state, Claim(seat, move))


# --- the wrong moment --------------------------------------------------------------------------


@demanded_by("END-04")
def nothing_after_the_end(moment: Moment, _kind: type[Move]) -> Fault:
    """Once all have scored in the final round the game is over."""
    return fault("END-04/game-over") if moment.phase == "over" else None


@demanded_by("TREASURE-07")
def a_recovered_treasure_is_shown(moment: Moment, kind: type[Move]) -> Fault:
    """A recovered token is laid open before anything else happens."""
    if (moment.phase == "reveal") == (kind is RevealTreasure):
        return None
    if moment.phase == "reveal":
        return fault("TREASURE-07/reveal-first")
    return fault("TREASURE-07/nothing-to-reveal")


@demanded_by("AUCTION-01")
def bidding_belongs_to_the_auction_game(moment: Moment, kind: type[Move]) -> Fault:
    """Bids, passes and the choice of a tile exist in the auction game only."""
    if not moment.auction and kind.phase in ("bid", "take"):
        return fault("AUCTION-01/basic-game")
    return None


@demanded_by("SCORE-02")
def no_tile_in_a_scoring_turn(moment: Moment, kind: type[Move]) -> Fault:
    """A scoring turn has all actions but no tile."""
    if moment.scoring and kind.phase not in ACTION_PHASES:
        return fault("SCORE-02/no-tile")
    return None


@demanded_by("TURN-02")
def first_the_tile_then_the_actions(moment: Moment, kind: type[Move]) -> Fault:
    """A turn is: take and place a tile, then spend action points."""
    fits = moment.suits(kind)
    if moment.phase == "place":
        return None if fits else fault("TURN-02/place-first")
    if moment.auction:
        if moment.phase == "act" and kind.phase == "place":
            return fault("TURN-02/one-tile")
        return None
    return None if fits else fault(_OUT_OF_ORDER[moment.phase])


@demanded_by("AUCTION-04")
def the_display_is_filled_first(moment: Moment, kind: type[Move]) -> Fault:
    """At the start of a round, and only then, as many tiles as players are turned up."""
    if not moment.auction or (moment.phase == "draw") == (kind is DrawTile):
        return None
    if kind is DrawTile:
        return fault("AUCTION-04/start-of-round-only")
    return fault("AUCTION-04/display-first")


@demanded_by("AUCTION-17")
def the_last_player_needs_no_auction(moment: Moment, kind: type[Move]) -> Fault:
    """The last player of a round takes the remaining tile without an auction."""
    if moment.auction and moment.phase == "take" and moment.last_tile and kind.phase == "bid":
        return fault("AUCTION-17/last-player")
    return None


@demanded_by("AUCTION-10")
def an_auction_ends_with_its_winner(moment: Moment, kind: type[Move]) -> Fault:
    """When all others have passed the auction is over."""
    if moment.auction and moment.phase == "take" and not moment.last_tile and kind.phase == "bid":
        return fault("AUCTION-10/auction-over")
    return None


@demanded_by("AUCTION-12")
def bid_then_take_then_place_then_act(moment: Moment, kind: type[Move]) -> Fault:
    """The winner of an auction takes a tile, places it and spends action points."""
    if not moment.auction or moment.suits(kind) or moment.phase in ("draw", "place", "reveal"):
        return None
    return fault(_OUT_OF_ORDER_IN_AN_AUCTION[moment.phase])


#: The first rule that finds a fault is the one cited.
SEQUENCE: Final[tuple[Rule[Moment, type[Move]], ...]] = (
    nothing_after_the_end,
    a_recovered_treasure_is_shown,
    bidding_belongs_to_the_auction_game,
    no_tile_in_a_scoring_turn,
    first_the_tile_then_the_actions,
    the_display_is_filled_first,
    the_last_player_needs_no_auction,
    an_auction_ends_with_its_winner,
    bid_then_take_then_place_then_act,
)

# --- the wrong seat ----------------------------------------------------------------------------


@frozen
class Claim:
    """A move and the seat that claims to make it."""

    seat: int
    move: Move


def _is_of_the_seat_to_move(state: State, claim: Claim) -> bool:
    """A chance move belongs to the seat whose turn it is; a display is turned up by anybody."""
    if state.table.auction and state.turn.phase == "draw":
        return True
    return claim.seat == state.turn.active


def _not_the_turn_of(state: State, claim: Claim, key: str) -> Fault:
    return fault(key, seat=claim.seat, need=state.turn.active)


def _is_offer(state: State, claim: Claim) -> bool:
    return state.turn.phase == "bid" and claim.move.phase == "bid"


@demanded_by("COMP-01")
def the_seat_is_taken(state: State, claim: Claim) -> Fault:
    """Two to four people play, and only they move."""
    if is_seat(state, claim.seat):
        return None
    return fault("COMP-01/no-seat", seat=claim.seat, have=state.players)


@demanded_by("AUCTION-09")
def who_has_passed_is_out_of_this_auction(state: State, claim: Claim) -> Fault:
    """A player who has passed neither bids nor passes again in this auction."""
    if not _is_offer(state, claim) or claim.seat not in state.course.bidding.passed:
        return None
    return fault("AUCTION-09/has-passed", seat=claim.seat)


@demanded_by("AUCTION-15")
def only_who_still_has_a_turn_bids(state: State, claim: Claim) -> Fault:
    """Only players whose turn indicator is up take part."""
    if not _is_offer(state, claim) or claim.seat not in state.course.bidding.done:
        return None
    return fault("AUCTION-15/had-turn", seat=claim.seat)


@demanded_by("AUCTION-07")
def bids_go_clockwise(state: State, claim: Claim) -> Fault:
    """Players bid or pass one after the other, clockwise."""
    if state.turn.phase != "bid" or _is_of_the_seat_to_move(state, claim):
        return None
    return _not_the_turn_of(state, claim, "AUCTION-07/not-your-turn")


def _in_scoring_turn(state: State, claim: Claim, volcano: bool) -> bool:
    """A move of another player in a scoring turn of a volcano round, or of the final round."""
    waiting = state.course.tile is not None
    return state.course.scoring and waiting is volcano and claim.seat != state.turn.active


@demanded_by("SCORE-01")
def scoring_turns_go_clockwise(state: State, claim: Claim) -> Fault:
    """In a volcano's scoring round everybody has a turn, the volcano player first."""
    if _in_scoring_turn(state, claim, True):
        return _not_the_turn_of(state, claim, "SCORE-01/not-your-turn")
    return None


@demanded_by("AUCTION-25")
def the_poorest_scores_first(state: State, claim: Claim) -> Fault:
    """In the auction game the final round is taken in ascending order of score."""
    if state.table.auction and _in_scoring_turn(state, claim, False):
        return _not_the_turn_of(state, claim, "AUCTION-25/not-your-turn")
    return None


@demanded_by("END-03")
def the_final_round_goes_clockwise(state: State, claim: Claim) -> Fault:
    """The final round begins to the left of the player who placed the last tile."""
    if not state.table.auction and _in_scoring_turn(state, claim, False):
        return _not_the_turn_of(state, claim, "END-03/not-your-turn")
    return None


@demanded_by("AUCTION-12")
def the_turn_is_the_winners(state: State, claim: Claim) -> Fault:
    """The turn belongs to the winner of the auction."""
    if state.table.auction and not _is_of_the_seat_to_move(state, claim):
        return _not_the_turn_of(state, claim, "AUCTION-12/not-your-turn")
    return None


@demanded_by("TURN-01")
def turns_go_clockwise(state: State, claim: Claim) -> Fault:
    """Turns go clockwise."""
    if not state.table.auction and not _is_of_the_seat_to_move(state, claim):
        return _not_the_turn_of(state, claim, "TURN-01/not-your-turn")
    return None


#: The first rule that finds a fault is the one cited.
OUT_OF_TURN: Final[tuple[Rule[State, Claim], ...]] = (
    the_seat_is_taken,
    who_has_passed_is_out_of_this_auction,
    only_who_still_has_a_turn_bids,
    bids_go_clockwise,
    scoring_turns_go_clockwise,
    the_poorest_scores_first,
    the_final_round_goes_clockwise,
    the_turn_is_the_winners,
    turns_go_clockwise,
)
