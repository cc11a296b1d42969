"""Clauses cited for an illegal bid and an illegal choice of a tile."""

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


# --- taking a tile -----------------------------------------------------------------------------


@pytest.mark.clause("AUCTION-12")
def test_a_tile_taken_earlier_in_the_round_is_no_longer_there() -> None:
    first = position(players=2, auction=True, phase="take", display=("A3", "A4"))
    taken = accepted(first, "take A3")
    last = accepted(accepted(taken, "place b3 r0"), "end")
    assert (last.phase, last.active) == ("take", 2)
    assert cited(last, "take A3") == ["AUCTION-12"]
    accepted(last, "take A4")
