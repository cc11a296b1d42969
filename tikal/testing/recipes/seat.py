"""Moves by the wrong seat."""

from __future__ import annotations

from collections.abc import Callable

from tikal.engine import legal_moves
from tikal.moves import Move
from tikal.state import State
from tikal.testing.pool import one_of
from tikal.testing.recipes.ingredients import (
    Draw,
    Situation,
    is_bidding,
    recipe,
    rival,
    spot_where,
)


def _by_seats(state: State, move: Move, wrong: int) -> tuple[Situation, Situation]:
    """The same move by a wrong seat and by the right one."""
    return Situation(state, move, wrong), Situation(state, move, state.turn.active)


def _by_a_rival(draw: Draw, condition: Callable[[State], bool]) -> tuple[Situation, Situation]:
    """A legal move by a seat whose turn it is not."""
    state = spot_where(draw, condition)
    return _by_seats(state, one_of(draw, legal_moves(state)), rival(draw, state))


def _goes_on(state: State) -> bool:
    return state.phase != "over"


@recipe("COMP-01", "turn")
def an_empty_seat(draw: Draw) -> tuple[Situation, Situation]:
    """A seat that no player has."""
    state = spot_where(draw, _goes_on)
    wrong = one_of(draw, (0, -1, state.players + 1, 99))
    return _by_seats(state, one_of(draw, legal_moves(state)), wrong)


def _has_passer(state: State) -> bool:
    return is_bidding(state) and bool(state.course.bidding.passed)


@recipe("AUCTION-09", "turn")
def bid_after_passing(draw: Draw) -> tuple[Situation, Situation]:
    """A player who has passed in this auction."""
    state = spot_where(draw, _has_passer)
    return _by_seats(
        state, one_of(draw, legal_moves(state)), one_of(draw, state.course.bidding.passed)
    )


def _has_done(state: State) -> bool:
    return is_bidding(state) and bool(state.course.bidding.done)


@recipe("AUCTION-15", "turn")
def bid_after_having_had_the_turn(draw: Draw) -> tuple[Situation, Situation]:
    """A player who has already had a turn in this round."""
    state = spot_where(draw, _has_done)
    return _by_seats(
        state, one_of(draw, legal_moves(state)), one_of(draw, state.course.bidding.done)
    )


def _has_others_bidding(state: State) -> bool:
    return is_bidding(state) and bool(_waiting_bidders(state))


def _waiting_bidders(state: State) -> list[int]:
    bidding = state.course.bidding
    return [s for s in state.scores if s not in (*bidding.passed, *bidding.done, state.active)]


@recipe("AUCTION-07", "turn")
def bid_out_of_turn(draw: Draw) -> tuple[Situation, Situation]:
    """A player who is still in the auction, but whose turn to bid it is not."""
    state = spot_where(draw, _has_others_bidding)
    return _by_seats(state, one_of(draw, legal_moves(state)), one_of(draw, _waiting_bidders(state)))


def _volcano_round(state: State) -> bool:
    return state.scoring and state.tile is not None


@recipe("SCORE-01", "turn")
def act_in_anothers_scoring_turn(draw: Draw) -> tuple[Situation, Situation]:
    """In a volcano's scoring round it is another player's turn to score."""
    return _by_a_rival(draw, _volcano_round)


def _final_auction(state: State) -> bool:
    return state.auction and state.scoring and state.tile is None


@recipe("AUCTION-25", "turn")
def act_in_anothers_last_turn_of_the_auction_game(draw: Draw) -> tuple[Situation, Situation]:
    """The final round of the auction game."""
    return _by_a_rival(draw, _final_auction)


def _final_basic(state: State) -> bool:
    return not state.auction and state.scoring and state.tile is None


@recipe("END-03", "turn")
def act_in_anothers_last_turn(draw: Draw) -> tuple[Situation, Situation]:
    """The final round of the basic game."""
    return _by_a_rival(draw, _final_basic)


def _auction_turn(state: State) -> bool:
    return state.auction and not state.scoring and state.phase in ("take", "place", "act", "reveal")


@recipe("AUCTION-12", "turn")
def act_in_the_winners_turn(draw: Draw) -> tuple[Situation, Situation]:
    """The turn belongs to the winner of the auction."""
    return _by_a_rival(draw, _auction_turn)


def _basic_turn(state: State) -> bool:
    return not state.auction and not state.scoring and state.phase != "over"


@recipe("TURN-01", "turn")
def act_in_anothers_turn(draw: Draw) -> tuple[Situation, Situation]:
    """A normal turn of the basic game belongs to another player."""
    return _by_a_rival(draw, _basic_turn)
