"""Moves at the wrong moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hypothesis import strategies as st

from tikal.engine import legal_moves
from tikal.moves import (
    MOVES,
    DrawTile,
    EndTurn,
    Move,
    Phase,
    RevealTreasure,
    TakeTile,
)
from tikal.state import State
from tikal.testing.candidates import candidates
from tikal.testing.pool import one_of, spots_where
from tikal.testing.recipes.ingredients import (
    Draw,
    Situation,
    is_acting,
    is_bidding,
    recipe,
    same_state,
    spot_where,
)


def _of_kind(draw: Draw, state: State, kinds: Sequence[type[Move]]) -> Move:
    """Any well-formed move of one of the kinds."""
    kind = one_of(draw, kinds)
    return one_of(draw, [move for move in candidates(state) if isinstance(move, kind)])


def _of_phase(phase: Phase) -> tuple[type[Move], ...]:
    return tuple(kind for kind in MOVES if kind.phase == phase)


_ACTIONS: Final = _of_phase("act")
_PLACING: Final = _of_phase("place")
_BIDDING: Final = _of_phase("bid")


def _at_the_wrong_time(
    draw: Draw, condition: Callable[[State], bool], kinds: Sequence[type[Move]]
) -> tuple[Situation, Situation]:
    """A move that does not belong in this phase; the twin is one that does."""
    state = spot_where(draw, condition)
    return same_state(state, _of_kind(draw, state, kinds), one_of(draw, legal_moves(state)))


def _is_over(state: State) -> bool:
    return state.phase == "over"


@recipe("END-04", "sequence")
def after_the_end(draw: Draw) -> tuple[Situation, Situation]:
    """Any move once the game is over; the twin is the last one before."""
    state = spot_where(draw, _is_over)
    last = one_of(draw, spots_where(_is_last_turn)).state
    return Situation(state, _of_kind(draw, state, MOVES)), Situation(last, EndTurn())


def _is_last_turn(state: State) -> bool:
    return is_acting(state) and state.scoring and state.tile is None and not state.course.queue


def _reveals(state: State) -> bool:
    return state.phase == "reveal"


def _does_not_reveal(state: State) -> bool:
    return state.phase not in ("reveal", "over")


@recipe("TREASURE-07", "sequence")
def before_a_treasure_is_shown(draw: Draw) -> tuple[Situation, Situation]:
    """Another move while a token waits to be revealed, or revealing one that was not recovered."""
    if draw(st.booleans()):
        others = [kind for kind in MOVES if kind is not RevealTreasure]
        return _at_the_wrong_time(draw, _reveals, others)
    return _at_the_wrong_time(draw, _does_not_reveal, [RevealTreasure])


def _basic_phase(state: State) -> bool:
    return not state.auction and state.phase not in ("reveal", "over")


@recipe("AUCTION-01", "sequence")
def bid_in_the_basic_game(draw: Draw) -> tuple[Situation, Situation]:
    """A bid, a pass or a choice of tiles where there is no auction."""
    return _at_the_wrong_time(draw, _basic_phase, (*_BIDDING, TakeTile))


def _scores(state: State) -> bool:
    return state.scoring and is_acting(state)


@recipe("SCORE-02", "sequence")
def a_tile_in_a_scoring_turn(draw: Draw) -> tuple[Situation, Situation]:
    """A tile drawn or placed, or, in the auction game, a bid or a choice, in a scoring turn."""
    state = spot_where(draw, _scores)
    kinds = (DrawTile, *_PLACING, *((*_BIDDING, TakeTile) if state.auction else ()))
    return same_state(state, _of_kind(draw, state, kinds), one_of(draw, legal_moves(state)))


def _places(state: State) -> bool:
    return state.phase == "place"


def _basic_draw(state: State) -> bool:
    return not state.auction and state.phase == "draw"


def _basic_act(state: State) -> bool:
    return not state.auction and is_acting(state) and not state.scoring


def _auction_act(state: State) -> bool:
    return state.auction and is_acting(state) and not state.scoring


@recipe("TURN-02", "sequence")
def tile_and_actions_in_the_wrong_order(draw: Draw) -> tuple[Situation, Situation]:
    """Acting before the tile is placed, or a second tile."""
    match draw(st.integers(0, 3)):
        case 0:
            state = spot_where(draw, _places)
            more = (*_BIDDING, TakeTile) if state.auction else ()
            wrong = _of_kind(draw, state, (DrawTile, *_ACTIONS, *more))
            return same_state(state, wrong, one_of(draw, legal_moves(state)))
        case 1:
            return _at_the_wrong_time(draw, _basic_draw, (*_PLACING, *_ACTIONS))
        case 2:
            return _at_the_wrong_time(draw, _basic_act, (DrawTile, *_PLACING))
        case _:
            return _at_the_wrong_time(draw, _auction_act, _PLACING)


def _fills(state: State) -> bool:
    return state.auction and state.phase == "draw"


def _auction_between(state: State) -> bool:
    return state.auction and (state.phase in ("bid", "take") or _auction_act(state))


@recipe("AUCTION-04", "sequence")
def the_display_at_the_wrong_time(draw: Draw) -> tuple[Situation, Situation]:
    """Another move while the display is filled, or a tile drawn later."""
    if draw(st.booleans()):
        kinds = (*_PLACING, *_ACTIONS, *_BIDDING, TakeTile)
        return _at_the_wrong_time(draw, _fills, kinds)
    return _at_the_wrong_time(draw, _auction_between, [DrawTile])


def _last_takes(state: State) -> bool:
    return state.phase == "take" and len(state.display) == 1


def _winner_takes(state: State) -> bool:
    return state.phase == "take" and len(state.display) > 1


@recipe("AUCTION-17", "sequence")
def bid_for_the_last_tile(draw: Draw) -> tuple[Situation, Situation]:
    """A bid or pass when the last player of the round is to take the remaining tile."""
    return _at_the_wrong_time(draw, _last_takes, _BIDDING)


@recipe("AUCTION-10", "sequence")
def bid_after_the_auction(draw: Draw) -> tuple[Situation, Situation]:
    """A bid or pass when the winner is to take a tile."""
    return _at_the_wrong_time(draw, _winner_takes, _BIDDING)


def _takes(state: State) -> bool:
    return state.phase == "take"


@recipe("AUCTION-12", "sequence")
def bid_take_and_act_in_the_wrong_order(draw: Draw) -> tuple[Situation, Situation]:
    """Acting or placing before taking, taking before winning, bidding in the turn itself."""
    match draw(st.integers(0, 2)):
        case 0:
            return _at_the_wrong_time(draw, is_bidding, (*_PLACING, *_ACTIONS, TakeTile))
        case 1:
            return _at_the_wrong_time(draw, _takes, (*_PLACING, *_ACTIONS))
        case _:
            return _at_the_wrong_time(draw, _auction_act, (*_BIDDING, TakeTile))
