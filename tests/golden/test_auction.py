"""The auction game, turn by turn: GT-18, GT-19. GT-20 is among the endings."""

from __future__ import annotations

import pytest

import tikal
from tests.golden.helpers import (
    AUCTION_EDITIONS,
    EVERY_EDITION,
    OLD_AND_NEW_AUCTION,
    after,
    clauses,
    explored,
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


# --- rounds and how many auctions they have ------------------------------------------------------

#: Where the first four tiles can be laid one after the other.
FIRST_SPACES = {"A1": "b3 r2", "A3": "c3 r3", "A2": "c4 r4", "A4": "c1 r1"}


@pytest.mark.clause("AUCTION-27")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_has_one_auction_fewer_than_players(players: int) -> None:
    tiles = list(FIRST_SPACES)[:players]
    state = tikal.new_game(players, tikal.SUPER_MEEPLE_2015, auction=True)
    state = after(state, *(f"draw {tile}" for tile in tiles))
    auctions = 0
    for turn, tile in enumerate(tiles, start=1):
        waiting = players - turn + 1
        if waiting > 1:
            auctions += 1
            for _ in range(waiting):
                assert state.phase == "bid"
                state = after(state, "pass")
        assert (state.phase, state.active) == ("take", turn)
        state = after(state, f"take {tile}", f"place {FIRST_SPACES[tile]}", "end")
    assert auctions == players - 1
    assert (state.phase, state.active, state.display) == ("draw", 1, ())


@pytest.mark.clause("PC-02")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_tiles_are_shown_as_there_are_players(players: int) -> None:
    state = tikal.new_game(players, tikal.RAVENSBURGER_1999, auction=True)
    for number in range(1, players + 1):
        assert (state.phase, clauses(state, "bid 1")) == ("draw", ["AUCTION-04"])
        state = after(state, f"draw A{number}")
    assert (state.phase, state.active) == ("bid", 1)
    assert clauses(state, "draw A5") == ["AUCTION-04"]
    # Of two players only one can win an auction; of more the others bid for the next turn.
    state = after(state, "bid 1", *["pass"] * (players - 1))
    state = after(state, "take A1", "place b3 r2", "end")
    assert (state.phase, state.active) == ("take" if players == 2 else "bid", 2)


@OLD_AND_NEW_AUCTION
@pytest.mark.clause("AUCTION-20")
def test_the_last_rounds_follow_each_other_until_the_tiles_are_gone(edition: tikal.Edition) -> None:
    state = tikal.position(edition=edition, auction=True, tiles=explored("F"), phase="draw")
    for first, second in ((("G1", "h2 r0"), ("G2", "e5 r0")), (("G3", "a5 r5"), ("G4", "g3 r2"))):
        assert (state.phase, state.active, state.scoring) == ("draw", 1, False)
        state = after(state, f"draw {first[0]}", f"draw {second[0]}", "pass", "pass")
        for tile, space in (first, second):
            state = after(state, f"take {tile}", f"place {space}", "end")
    assert (state.phase, state.scoring) == ("act", True)
    state = after(state, "end", "end")
    assert (state.phase, state.scores) == ("over", {1: 20, 2: 20})


# --- the volcano in the display ------------------------------------------------------------------


def volcano_to_come(edition: tikal.Edition) -> tikal.State:
    """Three players after two rounds, each alone on a temple: of value 1, 1 and 2."""
    return tikal.position(
        players=3,
        edition=edition,
        auction=True,
        tiles=explored("A"),
        figures={A: {"b1": (0, 1)}, B: {"a2": (0, 1)}, C: {"c1": (0, 1)}},
        phase="draw",
    )


VOLCANO_DISPLAY = ("draw B1", "draw B2", "draw B3")


@OLD_AND_NEW_AUCTION
@pytest.mark.clause("AUCTION-05")
def test_who_has_won_a_turn_chooses_any_tile_and_may_leave_the_volcano(
    edition: tikal.Edition,
) -> None:
    state = after(volcano_to_come(edition), *VOLCANO_DISPLAY, "bid 1", "pass", "pass")
    assert {str(move) for move in tikal.legal_moves(state)} == {"take B1", "take B2", "take B3"}
    state = after(state, "take B3")
    assert (state.phase, state.active, state.scoring) == ("place", A, False)
    state = after(state, "place b4 r0", "end", "bid 1", "pass")
    assert {str(move) for move in tikal.legal_moves(state)} == {"take B1", "take B2"}


@OLD_AND_NEW_AUCTION
@pytest.mark.clause("AUCTION-21")
def test_the_volcano_starts_a_scoring_round_when_it_is_taken_not_when_it_is_shown(
    edition: tikal.Edition,
) -> None:
    state = after(volcano_to_come(edition), "draw B1")
    assert (state.phase, state.scoring) == ("draw", False)
    state = after(state, "draw B2", "draw B3")
    assert (state.phase, state.scoring) == ("bid", False)
    state = after(state, "bid 4", "pass", "pass")
    assert (state.phase, state.scores[A]) == ("take", 16)
    state = after(state, "take B1")
    assert (state.phase, state.active, state.ap, state.scoring) == ("act", A, 10, True)
    assert clauses(state, "place d3 r0") == ["SCORE-02"]
    assert after(state, "end").scores == {A: 17, B: 20, C: 20}


@OLD_AND_NEW_AUCTION
@pytest.mark.clause("AUCTION-21")
def test_a_volcano_left_over_for_the_last_player_is_scored_too(edition: tikal.Edition) -> None:
    state = after(volcano_to_come(edition), *VOLCANO_DISPLAY, "pass", "pass", "pass")
    state = after(state, "take B2", "place d2 r2", "end")
    state = after(state, "pass", "pass", "take B3", "place b4 r0", "end")
    assert (state.active, tikal.legal_moves(state)) == (C, (tikal.TakeTile("B1"),))
    state = after(state, "take B1")
    assert (state.phase, state.active, state.scoring) == ("act", C, True)
    state = after(state, "end", "end", "end")
    assert (state.phase, state.active, state.scoring) == ("place", C, False)
    assert state.scores == {A: 21, B: 21, C: 22}


def volcano_taken_second(edition: tikal.Edition) -> tikal.State:
    """B has had the first turn for 3, and C has won the second for 2 and takes the volcano."""
    state = after(volcano_to_come(edition), *VOLCANO_DISPLAY, "bid 1", "bid 3", "pass", "pass")
    state = after(state, "take B2", "place d2 r2", "end")
    return after(state, "bid 2", "pass", "take B1")


@OLD_AND_NEW_AUCTION
@pytest.mark.clause("AUCTION-22")
def test_the_scoring_round_runs_from_the_taker_through_those_who_had_their_turn(
    edition: tikal.Edition,
) -> None:
    state = volcano_taken_second(edition)
    assert state.scores == {A: 20, B: 17, C: 18}
    order = []
    for _ in range(3):
        assert (state.phase, state.ap, state.scoring) == ("act", 10, True)
        order.append(state.active)
        state = after(state, "end")
    assert order == [C, A, B]
    assert state.scores == {A: 21, B: 18, C: 20}
    assert not state.scoring


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-23")
def test_a_scoring_turn_is_not_the_turn_of_the_round(edition: tikal.Edition) -> None:
    state = after(volcano_taken_second(edition), "end", "end", "end", "place d3 r0", "end")
    # A has had a scoring turn only and plays the last turn of the round.
    assert (state.phase, state.active) == ("take", A)
    assert tikal.legal_moves(state) == (tikal.TakeTile("B3"),)
    state = after(state, "take B3", "place b4 r0", "end")
    assert (state.phase, state.active) == ("draw", B)


@OLD_AND_NEW_AUCTION
@pytest.mark.clause("AUCTION-24")
def test_after_the_scoring_round_the_taker_places_the_volcano_and_has_ten_points(
    edition: tikal.Edition,
) -> None:
    state = after(volcano_to_come(edition), *VOLCANO_DISPLAY, "bid 1", "pass", "pass")
    state = after(state, "take B1", "deploy W a1", "end", "end", "end")
    assert (state.phase, state.active, state.tile) == ("place", A, "B1")
    assert clauses(state, "deploy W a1") == ["TURN-02"]
    state = after(state, "place d3 r0")
    assert (state.phase, state.active, state.ap, state.scoring) == ("act", A, 10, False)
    state = after(state, "deploy W a1", "end")
    assert state.scores == {A: 20, B: 21, C: 22}
    # Now A has had the turn of this round: B and C bid for the next.
    assert (state.phase, state.active) == ("bid", B)
    assert clauses(state, "bid 1", seat=A) == ["AUCTION-15"]
    state = after(state, "bid 1")
    assert (state.phase, state.active) == ("bid", C)
