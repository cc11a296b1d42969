"""Recovering and exchanging treasures: GT-10, GT-13."""

from __future__ import annotations

import pytest

import tikal
from tests.golden.helpers import EVERY_EDITION, OLD_AND_NEW, after, ap_log, clauses, listed

RED, BLUE = 1, 2

# --- GT-10 -------------------------------------------------------------------------------------

# Ruins of three masks on c2, ruins of four to the west on b3, one stone between them.
TWO_RUINS = {"c2": ("C4", 0), "b3": ("A2", 3)}


def diggers(edition: tikal.Edition) -> tikal.State:
    """Three blue workers on the ruins of three tokens."""
    return tikal.position(
        tiles=TWO_RUINS, figures={BLUE: {"c2": (0, 3)}}, active=BLUE, edition=edition
    )


@EVERY_EDITION
@pytest.mark.clause("TREASURE-02", "TREASURE-05", "TREASURE-06", "TREASURE-07", "MOVE-01")
def test_three_treasures_of_two_ruins_in_one_turn(edition: tikal.Edition) -> None:
    state = diggers(edition)
    moves = (
        "recover c2", "reveal 4",
        "recover c2", "reveal 4",
        "walk W c2-b3",
        "recover b3", "reveal 7",
    )  # fmt: skip
    assert ap_log(state, *moves) == [10, 7, 7, 4, 4, 3, 0, 0]
    dug = after(state, *moves)
    assert (dug["c2"].tokens, dug["b3"].tokens) == (1, 3)
    assert {kind: n for kind, n in dug.player(BLUE).treasures.items() if n} == {4: 2, 7: 1}
    assert sum(dug.unseen.values()) == 24 - 3


@EVERY_EDITION
@pytest.mark.clause("TREASURE-04")
def test_a_third_treasure_of_the_same_ruins_is_refused(edition: tikal.Edition) -> None:
    state = after(diggers(edition), "recover c2", "reveal 4")
    assert clauses(state, "recover c2") == []
    state = after(state, "recover c2", "reveal 4")
    assert (state.ap, state["c2"].tokens) == (4, 1)
    assert clauses(state, "recover c2") == ["TREASURE-04"]


@EVERY_EDITION
@pytest.mark.clause("TREASURE-01")
def test_only_ruins_with_tokens_and_an_own_member_are_dug(edition: tikal.Edition) -> None:
    state = diggers(edition)
    assert listed(state, "recover") == {"recover c2"}
    assert clauses(state, "recover b3") == ["TREASURE-01"]
    emptied = tikal.position(
        tiles=TWO_RUINS,
        tokens={"c2": 0},
        treasures={RED: {1: 3}},
        figures={BLUE: {"c2": (0, 3)}},
        active=BLUE,
        edition=edition,
    )
    assert clauses(emptied, "recover c2") == ["TREASURE-01"]


@EVERY_EDITION
@pytest.mark.clause("TREASURE-07")
def test_a_token_is_shown_as_soon_as_it_is_taken(edition: tikal.Edition) -> None:
    state = after(diggers(edition), "recover c2")
    assert (state.phase, state.to_move, state.active) == ("reveal", None, BLUE)
    assert clauses(state, "end") == ["TREASURE-07"]
    state = after(state, "reveal 4")
    assert clauses(state, "reveal 4") == ["TREASURE-07"]
    assert clauses(state, "end") == []


@OLD_AND_NEW
@pytest.mark.clause("TREASURE-10")
def test_a_leader_recovers_one_treasure_and_a_second_with_a_worker(edition: tikal.Edition) -> None:
    alone = tikal.position(tiles=TWO_RUINS, figures={RED: {"c2": (1, 0)}}, edition=edition)
    alone = after(alone, "recover c2", "reveal 4")
    assert (alone.ap, alone["c2"].tokens) == (7, 2)
    assert clauses(alone, "recover c2") == ["TREASURE-03"]
    both = tikal.position(tiles=TWO_RUINS, figures={RED: {"c2": (1, 1)}}, edition=edition)
    assert ap_log(both, "recover c2", "reveal 4", "recover c2", "reveal 5") == [10, 7, 7, 4, 4]


# --- GT-13 -------------------------------------------------------------------------------------

P, BLUE_KIND, YELLOW_KIND, Q, R = 1, 2, 3, 4, 5


def collectors(edition: tikal.Edition) -> tikal.State:
    """Each side with a pair and two single treasures, one of them of the same kind."""
    return tikal.position(
        tiles={"c2": ("A2", 0), "b3": ("A5", 2)},
        tokens={"c2": 0, "b3": 0},
        treasures={1: {P: 2, BLUE_KIND: 1, YELLOW_KIND: 1}, 2: {Q: 2, BLUE_KIND: 1, R: 1}},
        edition=edition,
    )


@EVERY_EDITION
@pytest.mark.clause("SWAP-01", "SWAP-02", "SWAP-04", "SCORE-07")
def test_a_yellow_treasure_is_exchanged_for_a_blue_one(edition: tikal.Edition) -> None:
    state = collectors(edition)
    assert [tikal.score(state, seat).total for seat in (1, 2)] == [5, 5]
    swapped = after(state, f"exchange {YELLOW_KIND} 2 {BLUE_KIND}")
    assert (state.ap, swapped.ap) == (10, 7)
    assert swapped.player(1).treasures == {
        **dict.fromkeys(range(1, 9), 0), P: 2, BLUE_KIND: 2,
    }  # fmt: skip
    assert swapped.player(2).treasures == {
        **dict.fromkeys(range(1, 9), 0), Q: 2, YELLOW_KIND: 1, R: 1,
    }  # fmt: skip
    assert [tikal.score(swapped, seat).total for seat in (1, 2)] == [6, 5]
    assert (swapped.phase, swapped.active) == ("act", 1)


@EVERY_EDITION
@pytest.mark.clause("SWAP-05")
@pytest.mark.parametrize(
    ("give", "take", "expected"),
    [
        (YELLOW_KIND, BLUE_KIND, []),
        (P, BLUE_KIND, ["SWAP-05"]),
        (YELLOW_KIND, Q, ["SWAP-05"]),
        (P, Q, ["SWAP-05"]),
    ],
)
def test_pairs_cannot_be_given_or_taken(
    edition: tikal.Edition, give: int, take: int, expected: list[str]
) -> None:
    assert clauses(collectors(edition), f"exchange {give} 2 {take}") == expected


@EVERY_EDITION
@pytest.mark.clause("SWAP-02")
def test_only_tokens_that_the_two_players_own_are_exchanged(edition: tikal.Edition) -> None:
    state = collectors(edition)
    assert clauses(state, f"exchange {R} 2 {BLUE_KIND}") == ["SWAP-02"]
    assert clauses(state, f"exchange {YELLOW_KIND} 2 {YELLOW_KIND}") == ["SWAP-02"]
    assert clauses(state, f"exchange {YELLOW_KIND} 1 {BLUE_KIND}") == ["SWAP-02"]
    assert listed(state, "exchange") == {
        f"exchange {give} 2 {take}" for give in (BLUE_KIND, YELLOW_KIND) for take in (BLUE_KIND, R)
    }


@OLD_AND_NEW
@pytest.mark.clause("SWAP-03")
def test_who_pays_for_the_exchange_chooses_the_partner_and_both_treasures(
    edition: tikal.Edition,
) -> None:
    state = tikal.position(
        players=3,
        tiles={"c2": ("A2", 0), "b3": ("A5", 2)},
        tokens={"c2": 0, "b3": 0},
        treasures={1: {P: 2, BLUE_KIND: 1, YELLOW_KIND: 1}, 2: {Q: 2, R: 1}, 3: {P: 1}},
        edition=edition,
    )
    assert listed(state, "exchange") == {
        f"exchange {give} {partner}"
        for give in (BLUE_KIND, YELLOW_KIND)
        for partner in (f"2 {R}", f"3 {P}")
    }
    # The third player's only treasure completes a triplet of the first, and nobody is asked.
    state = after(state, f"exchange {YELLOW_KIND} 3 {P}")
    assert (state.phase, state.to_move, state.ap) == ("act", 1, 7)
    assert [tikal.score(state, seat).total for seat in (1, 2, 3)] == [7, 4, 1]
    assert state.player(3).treasures == {**dict.fromkeys(range(1, 9), 0), YELLOW_KIND: 1}
