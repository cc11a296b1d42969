"""The auction game, turn by turn: GT-18, GT-19. GT-20 is among the endings."""

from __future__ import annotations

import pytest

import tikal
from tests.golden.helpers import (
    AUCTION_EDITIONS,
    EVERY_EDITION,
    after,
    clauses,
    idle_turn,
    laid_anywhere,
    listed,
)

FIRST_DISPLAY = ("draw A1", "draw A2", "draw A3", "draw A4")
SECOND_DISPLAY = ("draw A5", "draw A6", "draw B2", "draw B3")


def opened(edition: tikal.Edition) -> tikal.State:
    """Four players, the first four tiles turned up, seat 1 to bid or pass."""
    return after(tikal.new_game(players=4, edition=edition, auction=True), *FIRST_DISPLAY)


# --- GT-18 -------------------------------------------------------------------------------------

A, B, C, D = 1, 2, 3, 4


def second_auction(edition: tikal.Edition) -> tikal.State:
    """B has won the first auction with 5, against three passes, and has had the turn."""
    state = after(opened(edition), "pass", "bid 5", "pass", "pass")
    return idle_turn(state, "A3")


def third_auction(edition: tikal.Edition) -> tikal.State:
    """A has won the second auction with 4 and has had the turn."""
    state = after(second_auction(edition), "bid 1", "bid 2", "bid 4", "pass", "pass")
    return idle_turn(state, "A1")


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-02", "AUCTION-04", "AUCTION-06")
def test_everybody_starts_with_twenty_points_and_four_tiles_are_shown(
    edition: tikal.Edition,
) -> None:
    state = opened(edition)
    assert state.scores == {A: 20, B: 20, C: 20, D: 20}
    assert state.display == ("A1", "A2", "A3", "A4")
    assert (state.phase, state.active) == ("bid", A)


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-04", "AUCTION-12")
def test_the_order_of_a_round_is_show_bid_take(edition: tikal.Edition) -> None:
    state = tikal.new_game(players=4, edition=edition, auction=True)
    assert clauses(state, "bid 1") == ["AUCTION-04"]
    state = opened(edition)
    assert clauses(state, "draw A5") == ["AUCTION-04"]
    assert clauses(state, "take A1") == ["AUCTION-12"]
    assert clauses(state, "deploy W a1") == ["AUCTION-12"]
    assert clauses(state, "bid 1") == []


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-10", "AUCTION-11", "AUCTION-12", "TURN-04")
def test_the_winner_pays_takes_a_tile_places_it_and_acts(edition: tikal.Edition) -> None:
    state = after(opened(edition), "pass", "bid 5", "pass", "pass")
    assert (state.phase, state.active) == ("take", B)
    assert state.scores == {A: 20, B: 15, C: 20, D: 20}
    assert clauses(state, "bid 6") == ["AUCTION-10"]
    assert clauses(state, "take A5") == ["AUCTION-12"]
    assert clauses(state, "take A3", seat=A) == ["AUCTION-12"]
    assert {str(move) for move in tikal.legal_moves(state)} == {
        "take A1", "take A2", "take A3", "take A4",
    }  # fmt: skip
    state = after(state, "take A3")
    assert (state.phase, state.active, state.tile) == ("place", B, "A3")
    assert state.display == ("A1", "A2", "A4")
    state = laid_anywhere(state)
    assert (state.phase, state.active, state.ap) == ("act", B, 10)


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-07", "AUCTION-09", "AUCTION-13", "AUCTION-14", "AUCTION-15")
def test_who_passed_in_the_first_auction_may_bid_in_the_second(edition: tikal.Edition) -> None:
    state = second_auction(edition)
    bidders = []
    for bid in ("bid 1", "bid 2", "bid 4"):
        bidders.append(state.active)
        assert clauses(state, bid, seat=B) == ["AUCTION-15"]
        state = after(state, bid)
    assert bidders == [C, D, A]
    state = after(state, "pass", "pass")
    assert (state.phase, state.active) == ("take", A)
    assert state.scores == {A: 16, B: 15, C: 20, D: 20}


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-11", "AUCTION-14", "AUCTION-16")
def test_when_all_pass_the_first_to_pass_plays_for_nothing(edition: tikal.Edition) -> None:
    state = third_auction(edition)
    assert (state.phase, state.active) == ("bid", C)
    state = after(state, "pass")
    assert (state.phase, state.active) == ("bid", D)
    state = after(state, "pass")
    assert (state.phase, state.active) == ("take", C)
    assert {str(move) for move in tikal.legal_moves(state)} == {"take A2", "take A4"}
    assert state.scores == {A: 16, B: 15, C: 20, D: 20}


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-17")
def test_the_last_player_takes_the_last_tile_without_an_auction(edition: tikal.Edition) -> None:
    state = idle_turn(after(third_auction(edition), "pass", "pass"), "A2")
    assert (state.phase, state.active) == ("take", D)
    assert clauses(state, "bid 1") == ["AUCTION-17"]
    assert tikal.legal_moves(state) == (tikal.TakeTile("A4"),)
    state = laid_anywhere(after(state, "take A4"))
    assert (state.phase, state.active, state.ap) == ("act", D, 10)
    assert state.scores == {A: 16, B: 15, C: 20, D: 20}


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-04", "AUCTION-18", "AUCTION-19")
def test_a_new_round_is_opened_by_the_left_neighbour_of_the_last_player(
    edition: tikal.Edition,
) -> None:
    state = idle_turn(after(third_auction(edition), "pass", "pass"), "A2")
    state = idle_turn(state, "A4")
    assert state.scores == {A: 16, B: 15, C: 20, D: 20}
    assert (state.phase, state.display) == ("draw", ())
    state = after(state, *SECOND_DISPLAY)
    assert state.display == ("A5", "A6", "B2", "B3")
    bidders = []
    for bid in ("bid 1", "bid 2", "bid 3", "bid 4"):
        bidders.append(state.active)
        state = after(state, bid)
    assert bidders == [A, B, C, D]


# --- GT-19 -------------------------------------------------------------------------------------

GUILLAUME, ROD, IGOR, SEB = 1, 2, 3, 4


def bidders(state: tikal.State, *moves: str) -> tuple[list[int | None], tikal.State]:
    """The seats that were asked, and the position after their answers."""
    asked = []
    for move in moves:
        assert state.phase == "bid"
        asked.append(state.active)
        state = after(state, move)
    return asked, state


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-06", "AUCTION-07", "AUCTION-09", "AUCTION-10", "AUCTION-11")
def test_the_first_auction_goes_round_past_igor_until_rod_wins(edition: tikal.Edition) -> None:
    asked, state = bidders(
        opened(edition), "bid 1", "bid 2", "pass", "bid 3", "bid 4", "bid 5", "pass", "pass"
    )
    assert asked == [GUILLAUME, ROD, IGOR, SEB, GUILLAUME, ROD, SEB, GUILLAUME]
    assert (state.phase, state.active) == ("take", ROD)
    assert state.scores == {GUILLAUME: 20, ROD: 15, IGOR: 20, SEB: 20}


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-08")
def test_a_bid_must_beat_the_highest_so_far(edition: tikal.Edition) -> None:
    state = after(opened(edition), "bid 1", "bid 2", "pass", "bid 3", "bid 4")
    assert (state.active, state.high_bid) == (ROD, 4)
    assert clauses(state, "bid 4") == ["AUCTION-08"]
    assert clauses(state, "bid 5") == []


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-08", "AUCTION-29")
def test_rod_may_bid_from_one_more_up_to_all_he_has(edition: tikal.Edition) -> None:
    state = after(opened(edition), "bid 1", "bid 2", "pass", "bid 3", "bid 4")
    assert listed(state, "bid") == {f"bid {points}" for points in range(5, 21)}
    assert clauses(state, "bid 20") == []
    assert clauses(state, "bid 21") == ["AUCTION-29"]


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-09")
def test_who_has_passed_may_not_bid_again_in_this_auction(edition: tikal.Edition) -> None:
    state = after(opened(edition), "bid 1", "bid 2", "pass", "bid 3", "bid 4", "bid 5")
    assert state.active == SEB
    assert clauses(state, "bid 6", seat=IGOR) == ["AUCTION-09"]
    assert clauses(state, "bid 6", seat=GUILLAUME) == ["AUCTION-07"]
    assert clauses(state, "bid 6", seat=SEB) == []


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-11", "AUCTION-13", "AUCTION-14", "AUCTION-15", "AUCTION-16")
def test_the_rest_of_the_round_and_the_opener_of_the_next(edition: tikal.Edition) -> None:
    state = after(opened(edition), "bid 1", "bid 2", "pass", "bid 3", "bid 4", "bid 5")
    state = idle_turn(after(state, "pass", "pass"), "A1")

    asked, state = bidders(state, "bid 1", "bid 3", "bid 4", "pass", "pass")
    assert asked == [IGOR, SEB, GUILLAUME, IGOR, SEB]
    assert (state.phase, state.active) == ("take", GUILLAUME)
    assert state.scores == {GUILLAUME: 16, ROD: 15, IGOR: 20, SEB: 20}
    state = idle_turn(state, "A2")

    asked, state = bidders(state, "pass", "pass")
    assert asked == [IGOR, SEB]
    assert (state.phase, state.active) == ("take", IGOR)
    state = idle_turn(state, "A3")

    assert (state.phase, state.active) == ("take", SEB)
    state = idle_turn(state, "A4")
    assert state.scores == {GUILLAUME: 16, ROD: 15, IGOR: 20, SEB: 20}
    state = after(state, *SECOND_DISPLAY)
    assert (state.phase, state.active, len(state.display)) == ("bid", GUILLAUME, 4)


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-13", "AUCTION-15")
def test_the_winner_may_not_bid_in_the_next_auction_of_the_round(edition: tikal.Edition) -> None:
    state = after(opened(edition), "bid 1", "bid 2", "pass", "bid 3", "bid 4", "bid 5")
    state = idle_turn(after(state, "pass", "pass"), "A1")
    assert state.active == IGOR
    assert clauses(state, "bid 1", seat=ROD) == ["AUCTION-15"]
    assert clauses(state, "bid 1", seat=IGOR) == []


@pytest.mark.clause("AUCTION-01")
def test_legend_has_no_auction_game() -> None:
    with pytest.raises(tikal.InvalidArgument) as refused:
        tikal.new_game(players=4, edition=tikal.LEGEND_CLASSIC, auction=True)
    assert refused.value.clause == "AUCTION-01"


@EVERY_EDITION
@pytest.mark.clause("AUCTION-01")
def test_nobody_bids_in_the_basic_game(edition: tikal.Edition) -> None:
    state = after(tikal.new_game(players=4, edition=edition), "draw A1")
    for move in ("bid 1", "pass", "take A1"):
        assert clauses(state, move) == ["AUCTION-01"]
