"""What is cited when a tile is drawn that cannot be the next one, and when a game cannot begin."""

from __future__ import annotations

import pytest

import tikal
from tests.asking.helpers import cited
from tests.citations.helpers import BOARD, accepted
from tikal import position

ALL_OF_A = {
    "b3": ("A3", 0),
    "c2": ("A2", 0),
    "c1": ("A1", 0),
    "d2": ("A4", 0),
    "a3": ("A5", 0),
    "d1": ("A6", 0),
}

# --- drawing -----------------------------------------------------------------------------------


@pytest.mark.clause("COMP-03")
@pytest.mark.parametrize("tile", ["A7", "B7", "C6", "G5", "H1", "Z9", "A10"])
@pytest.mark.parametrize("auction", [False, True])
def test_a_tile_that_does_not_exist_is_not_drawn(tile: str, auction: bool) -> None:
    state = tikal.new_game(players=2, auction=auction)
    assert cited(state, f"draw {tile}") == ["COMP-03"]


@pytest.mark.clause("COMP-03", "SETUP-02", "TURN-03")
@pytest.mark.parametrize("tile", ["A1", "A2", "A3", "A4", "A5", "A6"])
@pytest.mark.parametrize("auction", [False, True])
def test_every_tile_of_the_first_letter_may_be_the_first(tile: str, auction: bool) -> None:
    accepted(tikal.new_game(players=2, auction=auction), f"draw {tile}")


@pytest.mark.clause("SETUP-02")
@pytest.mark.parametrize("tile", ["B1", "B6", "C1", "D3", "E5", "F2", "G4"])
def test_a_later_letter_waits_until_the_earlier_ones_are_used_up(tile: str) -> None:
    assert cited(tikal.new_game(players=2), f"draw {tile}") == ["SETUP-02"]


@pytest.mark.clause("SETUP-02")
def test_the_next_letter_comes_when_the_one_before_is_used_up() -> None:
    one_left = {cell: tile for cell, tile in ALL_OF_A.items() if cell != "d1"}
    assert cited(position(tiles=one_left, phase="draw"), "draw B2") == ["SETUP-02"]
    none_left = position(tiles=ALL_OF_A, phase="draw")
    accepted(none_left, "draw B2")
    assert cited(none_left, "draw C1") == ["SETUP-02"]


@pytest.mark.clause("SETUP-02")
def test_a_tile_on_display_counts_as_used_up_for_the_order_of_letters() -> None:
    one_left = {cell: tile for cell, tile in ALL_OF_A.items() if cell != "d1"}
    empty = position(tiles=one_left, auction=True, phase="draw")
    assert cited(empty, "draw B2") == ["SETUP-02"]
    accepted(accepted(empty, "draw A6"), "draw B2")


@pytest.mark.clause("TURN-03")
def test_a_tile_on_the_board_is_not_drawn_again() -> None:
    one_left = {cell: tile for cell, tile in ALL_OF_A.items() if cell != "d1"}
    state = position(tiles=one_left, phase="draw")
    assert cited(state, "draw A1") == ["TURN-03"]
    accepted(state, "draw A6")
    assert cited(position(tiles=ALL_OF_A, phase="draw"), "draw A6") == ["TURN-03"]


@pytest.mark.clause("TURN-03", "SETUP-02")
def test_a_tile_already_drawn_is_cited_as_such_whatever_its_letter() -> None:
    state = position(tiles=BOARD, phase="draw")
    for drawn in ("A1", "B1", "B3", "E2"):
        assert cited(state, f"draw {drawn}") == ["TURN-03"]
    for waiting in ("B2", "E1"):
        assert cited(state, f"draw {waiting}") == ["SETUP-02"]
    accepted(state, "draw A6")


@pytest.mark.clause("TURN-03")
def test_a_tile_on_display_is_not_drawn_again() -> None:
    empty = tikal.new_game(players=3, auction=True)
    state = accepted(empty, "draw A6")
    assert cited(state, "draw A6") == ["TURN-03"]
    accepted(state, "draw A1")


# --- a new game --------------------------------------------------------------------------------


def clause_of_refusal(
    players: int = 2,
    edition: tikal.Edition = tikal.RIO_GRANDE_1999,
    auction: bool = False,
    start: int = 1,
) -> str | None:
    with pytest.raises(tikal.InvalidArgument) as refusal:
        tikal.new_game(players=players, edition=edition, auction=auction, start=start)
    return refusal.value.clause


@pytest.mark.clause("COMP-01")
@pytest.mark.parametrize("players", [-2, 0, 1, 5, 6, 100])
@pytest.mark.parametrize("auction", [False, True])
def test_fewer_than_two_or_more_than_four_do_not_play(players: int, auction: bool) -> None:
    assert clause_of_refusal(players=players, auction=auction) == "COMP-01"


@pytest.mark.clause("SETUP-07")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_a_seat_of_the_game_can_start(players: int) -> None:
    for start in (-1, 0, players + 1, 9):
        assert clause_of_refusal(players=players, start=start) == "SETUP-07"


@pytest.mark.clause("COMP-01", "SETUP-07")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
def test_two_to_four_play_and_any_of_them_starts(players: int, edition: tikal.Edition) -> None:
    for start in range(1, players + 1):
        state = tikal.new_game(players=players, edition=edition, start=start)
        assert (len(state.scores), state.active) == (players, start)


@pytest.mark.clause("AUCTION-01")
def test_an_edition_without_auction_has_no_auction_game() -> None:
    assert clause_of_refusal(edition=tikal.LEGEND_CLASSIC, auction=True) == "AUCTION-01"
    assert not tikal.new_game(players=2, edition=tikal.LEGEND_CLASSIC).auction


@pytest.mark.clause("AUCTION-01")
@pytest.mark.parametrize(
    "edition",
    [tikal.RIO_GRANDE_1999, tikal.RAVENSBURGER_1999, tikal.SUPER_MEEPLE_2015],
    ids=str,
)
def test_the_other_editions_have_an_auction_game(edition: tikal.Edition) -> None:
    assert tikal.new_game(players=2, edition=edition, auction=True).auction
