"""Clauses cited for an impossible draw, and for an impossible start of a game."""

from __future__ import annotations

import pytest

import tikal

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
