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
    RevealTreasure,
    SetAside,
    TakeTile,
    Transfer,
    Uncover,
    Walk,
)
from tikal.rules.table import Fault, Rule, demanded_by, fault, violations_of
from tikal.state import Phase, State

#: The phase a move belongs to.
PHASE_OF: Final[dict[type[Move], Phase]] = {
    DrawTile: "draw",
    Bid: "bid",
    Pass: "bid",
    TakeTile: "take",
    PlaceTile: "place",
    SetAside: "place",
    Deploy: "act",
    Walk: "act",
    Transfer: "act",
    Uncover: "act",
    Recover: "act",
    RevealTreasure: "reveal",
    Exchange: "act",
    EstablishCamp: "act",
    PlaceGuard: "act",
    EndTurn: "act",
}
PLACING: Final = (PlaceTile, SetAside)
BIDDING: Final = (Bid, Pass)

_EXPECTED: Final[dict[Phase, str]] = {
    "draw": "a tile must be drawn now",
    "bid": "a bid or a pass is due now",
    "take": "a tile must be taken from the display now",
    "place": "the tile must be placed now",
    "act": "this is the time to spend action points",
    "reveal": "the recovered treasure must be revealed now",
    "over": "the game is over",
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
        return PHASE_OF[kind] == self.phase


def out_of_sequence(state: State, move: Move) -> Violation | None:
    """The sequence clause that a move at the wrong moment breaks."""
    course, auction = state.course, state.table.auction
    found = _out_of_sequence(
        state.turn.phase,
        course.scoring,
        auction,
        auction and len(course.bidding.display) == 1,
        type(move),  # type: ignore[arg-type]  # a class is hashable, mypy asks its instances
    )
    return None if found is None else Violation(*found)


@cache
def _out_of_sequence(
    phase: Phase, scoring: bool, auction: bool, last_tile: bool, kind: type[Move]
) -> tuple[str, str] | None:
    """The clause and the sentence; there are no other facts to a wrong moment."""
    moment = Moment(phase, scoring, auction, last_tile)
    for violation in violations_of(SEQUENCE, moment, kind):
        return violation.clause, violation.message
    return None


def out_of_turn(state: State, move: Move, seat: int) -> Violation | None:
    """The clause that a move named for the wrong seat breaks."""
    if state.turn.phase == "over":
        return None  # END-04 comes first
    return next(iter(violations_of(OUT_OF_TURN, state, Claim(seat, move))), None)


# --- the wrong moment --------------------------------------------------------------------------


@demanded_by("END-04")
def nothing_after_the_end(moment: Moment, _kind: type[Move]) -> Fault:
    """Once all have scored in the final round the game is over."""
    return fault("the game is over") if moment.phase == "over" else None


@demanded_by("TREASURE-07")
def a_recovered_treasure_is_shown(moment: Moment, kind: type[Move]) -> Fault:
    """A recovered token is laid open before anything else happens."""
    if (moment.phase == "reveal") == (kind is RevealTreasure):
        return None
    if moment.phase == "reveal":
        return fault("the treasure just recovered must be revealed first")
    return fault("no treasure has just been recovered")


@demanded_by("AUCTION-01")
def bidding_belongs_to_the_auction_game(moment: Moment, kind: type[Move]) -> Fault:
    """Bids, passes and the choice of a tile exist in the auction game only."""
    if not moment.auction and kind in (*BIDDING, TakeTile):
        return fault("there is no bidding and no choice of tiles in the basic game")
    return None


@demanded_by("SCORE-02")
def no_tile_in_a_scoring_turn(moment: Moment, kind: type[Move]) -> Fault:
    """A scoring turn has all actions but no tile."""
    if moment.scoring and kind in (DrawTile, *PLACING, *BIDDING, TakeTile):
        return fault("in a scoring turn no tile is drawn, taken or placed and nobody bids")
    return None


@demanded_by("TURN-02")
def first_the_tile_then_the_actions(moment: Moment, kind: type[Move]) -> Fault:
    """A turn is: take and place a tile, then spend action points."""
    fits = moment.suits(kind)
    if moment.phase == "place":
        return None if fits else fault("the tile must be placed before anything else")
    if moment.auction:
        if moment.phase == "act" and kind in PLACING:
            return fault("only one tile is placed in a turn")
        return None
    return None if fits else fault(f"{_EXPECTED[moment.phase]}, so this move is out of order")


@demanded_by("AUCTION-04")
def the_display_is_filled_first(moment: Moment, kind: type[Move]) -> Fault:
    """At the start of a round, and only then, as many tiles as players are turned up."""
    if not moment.auction or (moment.phase == "draw") == (kind is DrawTile):
        return None
    if kind is DrawTile:
        return fault("tiles are turned up only at the start of a round")
    return fault("the tiles of this round must be turned up first")


@demanded_by("AUCTION-17")
def the_last_player_needs_no_auction(moment: Moment, kind: type[Move]) -> Fault:
    """The last player of a round takes the remaining tile without an auction."""
    if moment.auction and moment.phase == "take" and moment.last_tile and kind in BIDDING:
        return fault("the last player of the round takes the remaining tile without an auction")
    return None


@demanded_by("AUCTION-10")
def an_auction_ends_with_its_winner(moment: Moment, kind: type[Move]) -> Fault:
    """When all others have passed the auction is over."""
    if moment.auction and moment.phase == "take" and not moment.last_tile and kind in BIDDING:
        return fault("this auction is over: its winner must take a tile now")
    return None


@demanded_by("AUCTION-12")
def bid_then_take_then_place_then_act(moment: Moment, kind: type[Move]) -> Fault:
    """The winner of an auction takes a tile, places it and spends action points."""
    if not moment.auction or moment.suits(kind) or moment.phase in ("draw", "place", "reveal"):
        return None
    return fault(f"{_EXPECTED[moment.phase]}, so this move is out of order")


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
    """A move that somebody says is theirs."""

    seat: int
    move: Move


def _is_of_the_seat_to_move(state: State, claim: Claim) -> bool:
    """A chance move belongs to the seat whose turn it is; a display is turned up by anybody."""
    if state.table.auction and state.turn.phase == "draw":
        return True
    return claim.seat == state.turn.active


def _not_the_turn_of(state: State, claim: Claim) -> Fault:
    return fault(
        f"it is the turn of seat {state.turn.active}, not of seat {claim.seat}",
        seat=claim.seat,
        need=state.turn.active,
    )


def _is_offer(state: State, claim: Claim) -> bool:
    return state.turn.phase == "bid" and isinstance(claim.move, BIDDING)


@demanded_by("COMP-01")
def the_seat_is_taken(state: State, claim: Claim) -> Fault:
    """Two to four people play, and nobody else moves."""
    if state.is_seat(claim.seat):
        return None
    return fault(
        f"there is no seat {claim.seat}: this game has seats 1 to {state.seats}", seat=claim.seat
    )


@demanded_by("AUCTION-09")
def who_has_passed_is_out_of_this_auction(state: State, claim: Claim) -> Fault:
    """Who has passed neither bids nor passes again in this auction."""
    if not _is_offer(state, claim) or claim.seat not in state.course.bidding.passed:
        return None
    return fault(f"seat {claim.seat} has passed in this auction", seat=claim.seat)


@demanded_by("AUCTION-15")
def only_who_still_has_a_turn_bids(state: State, claim: Claim) -> Fault:
    """Only players whose turn indicator is up take part."""
    if not _is_offer(state, claim) or claim.seat not in state.course.bidding.done:
        return None
    return fault(f"seat {claim.seat} has had its turn of this round", seat=claim.seat)


@demanded_by("AUCTION-07")
def bids_go_clockwise(state: State, claim: Claim) -> Fault:
    """Players bid or pass one after the other, clockwise."""
    if state.turn.phase != "bid" or _is_of_the_seat_to_move(state, claim):
        return None
    return _not_the_turn_of(state, claim)


def _in_scoring_turn(state: State, claim: Claim, volcano: bool) -> bool:
    """Somebody else's move in a scoring turn of a volcano round, or of the final round."""
    waiting = state.course.tile is not None
    return state.course.scoring and waiting is volcano and claim.seat != state.turn.active


@demanded_by("SCORE-01")
def scoring_turns_go_clockwise(state: State, claim: Claim) -> Fault:
    """In a volcano's scoring round everybody has a turn, the volcano player first."""
    return _not_the_turn_of(state, claim) if _in_scoring_turn(state, claim, True) else None


@demanded_by("AUCTION-25")
def the_poorest_scores_first(state: State, claim: Claim) -> Fault:
    """In the auction game the final round is taken in ascending order of score."""
    if state.table.auction and _in_scoring_turn(state, claim, False):
        return _not_the_turn_of(state, claim)
    return None


@demanded_by("END-03")
def the_final_round_goes_clockwise(state: State, claim: Claim) -> Fault:
    """The final round begins to the left of who placed the last tile."""
    if not state.table.auction and _in_scoring_turn(state, claim, False):
        return _not_the_turn_of(state, claim)
    return None


@demanded_by("AUCTION-12")
def the_turn_is_the_winners(state: State, claim: Claim) -> Fault:
    """The turn belongs to whoever won it."""
    if state.table.auction and not _is_of_the_seat_to_move(state, claim):
        return _not_the_turn_of(state, claim)
    return None


@demanded_by("TURN-01")
def turns_go_clockwise(state: State, claim: Claim) -> Fault:
    """Turns go clockwise."""
    if not state.table.auction and not _is_of_the_seat_to_move(state, claim):
        return _not_the_turn_of(state, claim)
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
