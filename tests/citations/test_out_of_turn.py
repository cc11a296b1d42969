"""Moves named for a seat that is not to move: one citation, before all others but the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

import pytest

import tikal
from tests.asking.helpers import cited
from tests.citations.helpers import FAULTY, SOUND, accepted, busy, final_round, finished
from tikal import position

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

EVERY_MOVE: Final = (*SOUND.values(), *FAULTY.values())


def bidding() -> tikal.State:
    """Four players: seat 4 has had its turn, seat 2 has passed, 3 has bid, 1 is to move."""
    return position(
        players=4,
        auction=True,
        phase="bid",
        display=("A1", "A2", "A3"),
        high_bid=2,
        high_bidder=3,
        passed=(2,),
        done=(4,),
    )


# By situation: the position and what is cited for every seat but the active one.
SITUATIONS: Final[Mapping[str, tuple[Callable[[], tikal.State], str]]] = {
    "basic, draw": (lambda: busy(phase="draw"), "TURN-01"),
    "basic, place": (lambda: busy(phase="place", tile="A6"), "TURN-01"),
    "basic, place, volcano": (lambda: busy(phase="place", tile="D3"), "TURN-01"),
    "basic, act": (busy, "TURN-01"),
    "basic, reveal": (lambda: busy(phase="reveal"), "TURN-01"),
    "basic, four players": (lambda: busy(players=4), "TURN-01"),
    "basic, scoring turn": (
        lambda: busy(players=3, scoring=True, tile="D3", queue=(2, 3)),
        "SCORE-01",
    ),
    "basic, last scoring turn": (lambda: busy(scoring=True, tile="D3"), "SCORE-01"),
    "basic, reveal in a scoring turn": (
        lambda: busy(phase="reveal", scoring=True, tile="D3", queue=(2,)),
        "SCORE-01",
    ),
    "basic, final scoring turn": (lambda: final_round(auction=False), "END-03"),
    "basic, reveal in the final round": (
        lambda: final_round(auction=False, phase="reveal"),
        "END-03",
    ),
    "auction, take": (
        lambda: busy(auction=True, phase="take", display=("A6", "B2")),
        "AUCTION-12",
    ),
    "auction, take, one player left": (
        lambda: busy(players=3, auction=True, phase="take", display=("A6",), done=(2, 3)),
        "AUCTION-12",
    ),
    "auction, place": (
        lambda: busy(auction=True, phase="place", tile="A6", display=("B2",)),
        "AUCTION-12",
    ),
    "auction, act": (lambda: busy(auction=True, display=("B2",)), "AUCTION-12"),
    "auction, reveal": (
        lambda: busy(auction=True, phase="reveal", display=("B2",)),
        "AUCTION-12",
    ),
    "auction, scoring turn": (
        lambda: busy(auction=True, scoring=True, tile="D3", queue=(2,), display=("B2",)),
        "SCORE-01",
    ),
    "auction, reveal in a scoring turn": (
        lambda: busy(
            auction=True, phase="reveal", scoring=True, tile="D3", queue=(2,), display=("B2",)
        ),
        "SCORE-01",
    ),
    "auction, final scoring turn": (lambda: final_round(auction=True), "AUCTION-25"),
    "auction, reveal in the final round": (
        lambda: final_round(auction=True, phase="reveal"),
        "AUCTION-25",
    ),
}


def situations() -> list[ParameterSet]:
    return [
        pytest.param(state, clause, marks=pytest.mark.clause(clause), id=name)
        for name, (state, clause) in SITUATIONS.items()
    ]


def filling() -> list[tikal.State]:
    """The display is being filled."""
    return [
        busy(players=3, auction=True, phase="draw"),
        busy(players=3, auction=True, phase="draw", display=("B2", "B4")),
    ]


# --- moves of players who are not to move -------------------------------------------------------


@pytest.mark.parametrize(("make", "clause"), situations())
def test_moves_in_the_turn_of_another_are_refused(
    make: Callable[[], tikal.State], clause: str
) -> None:
    state = make()
    others = [seat for seat in state.scores if seat != state.active]
    assert others
    for seat in others:
        for move in EVERY_MOVE:
            assert cited(state, move, seat) == [clause]


@pytest.mark.parametrize(("make", "clause"), situations())
def test_the_moves_of_the_active_seat_are_judged_like_unnamed_ones(
    make: Callable[[], tikal.State], clause: str
) -> None:
    state = make()
    legal = str(tikal.legal_moves(state)[0])
    accepted(state, legal, state.active)
    for move in EVERY_MOVE:
        assert cited(state, move, state.active) == cited(state, move)


@pytest.mark.clause("TURN-01", "SCORE-01", "AUCTION-12")
def test_is_legal_knows_whose_turn_it_is() -> None:
    end = tikal.EndTurn()
    for state in (
        busy(),
        busy(scoring=True, tile="D3", queue=(2,)),
        busy(auction=True, display=("B2",)),
    ):
        assert tikal.is_legal(state, end, seat=1)
        assert not tikal.is_legal(state, end, seat=2)


# --- bidding -----------------------------------------------------------------------------------


@pytest.mark.clause("AUCTION-07")
@pytest.mark.parametrize("seat", [2, 3, 4])
def test_other_moves_while_bidding_are_only_out_of_order_for_others(seat: int) -> None:
    for move in EVERY_MOVE:
        if not move.startswith(("bid", "pass")):
            assert cited(bidding(), move, seat) == ["AUCTION-07"]


@pytest.mark.clause("AUCTION-09", "AUCTION-15")
def test_in_the_next_auction_who_passed_is_back_and_who_won_is_not() -> None:
    state = position(players=3, auction=True, phase="bid", display=("A1", "A2", "A3"))
    for move in ("bid 1", "pass", "pass", "take A3", "place b3 r0", "end"):
        state = accepted(state, move)
    assert (state.phase, state.active) == ("bid", 2)
    assert cited(state, "bid 1", seat=1) == ["AUCTION-15"]
    assert cited(state, "bid 1", seat=3) == ["AUCTION-07"]
    accepted(state, "bid 1", seat=2)


# --- filling the display -----------------------------------------------------------------------


@pytest.mark.clause("AUCTION-04", "SETUP-02", "TURN-03")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_while_tiles_are_turned_up_moves_are_judged_alike_for_every_seat(seat: int) -> None:
    for state in filling():
        for move in EVERY_MOVE:
            assert cited(state, move, seat) == cited(state, move)
        assert cited(state, "bid 3", seat) == ["AUCTION-04"]
        assert cited(state, "draw E1", seat) == ["SETUP-02"]
        assert cited(state, "draw A1", seat) == ["TURN-03"]


# --- seats that do not exist -------------------------------------------------------------------


@pytest.mark.clause("COMP-01")
@pytest.mark.parametrize("seat", [-1, 0, 9])
def test_only_seats_of_the_game_move(seat: int) -> None:
    states = [make() for make, _ in SITUATIONS.values()]
    for state in (*states, bidding(), *filling()):
        for move in EVERY_MOVE:
            assert cited(state, move, seat) == ["COMP-01"]


# --- the end -----------------------------------------------------------------------------------


@pytest.mark.clause("END-04", "COMP-01")
@pytest.mark.parametrize("auction", [False, True])
@pytest.mark.parametrize("seat", [-1, 0, 1, 2, 3, 4, 9])
def test_the_end_of_the_game_comes_first_for_every_seat(auction: bool, seat: int) -> None:
    for move in EVERY_MOVE:
        assert cited(finished(auction), move, seat) == ["END-04"]
