"""What is cited for a bid that cannot be made and a tile that cannot be taken."""

from __future__ import annotations

import pytest

import tikal
from tests.asking.helpers import cited
from tests.citations.helpers import accepted
from tikal import position


def bidding(score: int = 20, high_bid: int = 0, high_bidder: int | None = None) -> tikal.State:
    """Seat 1 bids next, with this score."""
    return position(
        players=3,
        auction=True,
        phase="bid",
        display=("A1", "A2", "A3"),
        scores={1: score},
        high_bid=high_bid,
        high_bidder=high_bidder,
    )


# --- bidding -----------------------------------------------------------------------------------


@pytest.mark.clause("AUCTION-08")
@pytest.mark.parametrize("points", [0, -1, -20])
def test_the_first_bid_is_at_least_one_point(points: int) -> None:
    assert cited(bidding(), f"bid {points}") == ["AUCTION-08"]
    accepted(bidding(), "bid 1")


@pytest.mark.clause("AUCTION-08")
@pytest.mark.parametrize("points", [5, 4, 1, 0, -1])
def test_a_bid_exceeds_the_highest_so_far(points: int) -> None:
    state = bidding(high_bid=5, high_bidder=3)
    assert cited(state, f"bid {points}") == ["AUCTION-08"]
    accepted(state, "bid 6")
    accepted(state, "bid 12")


@pytest.mark.clause("AUCTION-29")
@pytest.mark.parametrize("score", [0, 1, 7, 20])
def test_a_bid_does_not_exceed_the_score(score: int) -> None:
    assert cited(bidding(score), f"bid {score + 1}") == ["AUCTION-29"]
    assert cited(bidding(score), f"bid {score + 1000}") == ["AUCTION-29"]
    accepted(bidding(score + 1), f"bid {score + 1}")


@pytest.mark.clause("AUCTION-29")
def test_the_score_of_the_bidder_counts_and_not_that_of_others() -> None:
    state = position(
        players=3,
        auction=True,
        phase="bid",
        active=2,
        display=("A1", "A2", "A3"),
        scores={1: 30, 2: 4, 3: 30},
    )
    assert cited(state, "bid 5") == ["AUCTION-29"]
    accepted(state, "bid 4")


@pytest.mark.clause("AUCTION-08", "AUCTION-29")
@pytest.mark.parametrize("points", [4, 5])
def test_a_bid_can_be_too_low_and_too_high(points: int) -> None:
    state = bidding(score=3, high_bid=5, high_bidder=3)
    assert cited(state, f"bid {points}") == ["AUCTION-08", "AUCTION-29"]
    assert cited(state, "bid 3") == ["AUCTION-08"]
    assert cited(state, "bid 6") == ["AUCTION-29"]


@pytest.mark.clause("AUCTION-08", "AUCTION-29")
def test_who_has_no_points_left_may_still_pass() -> None:
    accepted(bidding(score=0), "pass")
    accepted(bidding(score=0, high_bid=5, high_bidder=3), "pass")


# --- taking a tile -----------------------------------------------------------------------------


@pytest.mark.clause("AUCTION-12")
@pytest.mark.parametrize("tile", ["A4", "B1", "G4", "A7", "Z9"])
def test_only_a_tile_on_display_is_taken(tile: str) -> None:
    state = position(players=3, auction=True, phase="take", display=("A1", "A2", "A3"))
    assert cited(state, f"take {tile}") == ["AUCTION-12"]


@pytest.mark.clause("AUCTION-12")
@pytest.mark.parametrize("tile", ["A1", "A2", "A3"])
def test_every_tile_on_display_may_be_taken(tile: str) -> None:
    state = position(players=3, auction=True, phase="take", display=("A1", "A2", "A3"))
    accepted(state, f"take {tile}")


@pytest.mark.clause("AUCTION-12")
def test_a_tile_taken_earlier_in_the_round_is_no_longer_there() -> None:
    first = position(players=2, auction=True, phase="take", display=("A3", "A4"))
    taken = accepted(first, "take A3")
    last = accepted(accepted(taken, "place b3 r0"), "end")
    assert (last.phase, last.active) == ("take", 2)
    assert cited(last, "take A3") == ["AUCTION-12"]
    accepted(last, "take A4")
