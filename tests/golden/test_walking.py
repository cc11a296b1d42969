"""Walking: GT-01, GT-02, GT-03, GT-04."""

from __future__ import annotations

import pytest

import tikal
from tests.golden.helpers import (
    EVERY_EDITION,
    OLD_AND_NEW,
    after,
    ap_log,
    clauses,
    idle_turn,
    laid_anywhere,
    stones,
)
from tikal import geometry

# GT-01: temple 2 on c1, temple 1 the printed b1, jungle on d1, treasure hex on d2.
RIO_GRANDE_EXAMPLE = {"c1": ("A6", 5), "d1": ("A3", 5), "d2": ("A2", 0)}
# GT-02: the ruins on b3, everything else printed.
LEGEND_EXAMPLE = {"b3": ("A2", 4)}
# GT-03: start c2, temple c3, the hex between d3, treasure hex d2, volcano c1.
SUPER_MEEPLE_EXAMPLE = {
    "c2": ("A3", 0), "c3": ("A1", 0), "d3": ("B4", 0), "d2": ("A2", 1), "c1": ("B1", 0),
}  # fmt: skip


def walker(
    tiles: dict[str, tuple[str, int]],
    cell: str,
    ap: int = 10,
    edition: tikal.Edition = tikal.RIO_GRANDE_1999,
) -> tikal.State:
    """One worker on a cell, and so many action points."""
    return tikal.position(tiles=tiles, figures={1: {cell: (0, 1)}}, ap=ap, edition=edition)


# --- GT-01 -------------------------------------------------------------------------------------


@pytest.mark.clause("MOVE-01", "PATH-02")
def test_a_step_over_three_stones_costs_three() -> None:
    assert ap_log(walker(RIO_GRANDE_EXAMPLE, "c1"), "walk W c1-d1") == [10, 7]


@pytest.mark.clause("MOVE-01", "PATH-02")
def test_a_step_over_one_stone_costs_one() -> None:
    assert ap_log(walker(RIO_GRANDE_EXAMPLE, "c1"), "walk W c1-b1") == [10, 9]


@pytest.mark.clause("MOVE-05", "PATH-01")
def test_there_is_no_step_between_neighbours_without_stones() -> None:
    state = walker(RIO_GRANDE_EXAMPLE, "c1")
    assert clauses(state, "walk W c1-d2") == ["MOVE-05"]
    assert clauses(state, "walk W c1-d1") == []


@pytest.mark.clause("PATH-01", "PATH-02", "MOVE-03")
def test_the_way_round_over_the_jungle_costs_six() -> None:
    state = walker(RIO_GRANDE_EXAMPLE, "c1")
    assert tikal.path_cost(state, "c1", "d2") == 6
    assert tikal.route(state, "W", "c1", "d2") == (
        tikal.Walk("W", "c1", "d1"),
        tikal.Walk("W", "d1", "d2"),
    )
    assert ap_log(state, "walk W c1-d1", "walk W d1-d2") == [10, 7, 4]


@pytest.mark.clause("PATH-01", "PATH-02")
def test_the_four_hexes_alone_have_the_costs_of_the_example() -> None:
    tiles = {**RIO_GRANDE_EXAMPLE, "b1": ("board_temple_southeast", 0)}
    board = geometry.Board.of(tiles)
    assert geometry.reachable(board, "c1", ap=10) == {"b1": 1, "c1": 0, "d1": 3, "d2": 6}
    assert geometry.cheapest_path(board, "c1", "d2") == ("c1", "d1", "d2")
    assert geometry.path_cost(board, "b1", "d2") == 7


@pytest.mark.clause("MOVE-02", "TURN-04")
def test_five_points_pay_the_first_step_of_three_but_not_the_second() -> None:
    state = after(walker(RIO_GRANDE_EXAMPLE, "c1", ap=5), "walk W c1-d1")
    assert state.ap == 2
    assert clauses(state, "walk W d1-d2") == ["TURN-04"]


# --- GT-02 -------------------------------------------------------------------------------------


@pytest.mark.clause("COMP-02", "MOVE-01", "PATH-02")
@pytest.mark.parametrize(
    ("moves", "log"),
    [
        (("walk W a1-b2", "walk W b2-b3"), [10, 9, 7]),
        (("walk W a1-a2", "walk W a2-b3"), [10, 8, 7]),
    ],
    ids=["by way of the clearing", "by way of the temple"],
)
def test_both_ways_from_the_base_camp_to_the_ruins_cost_three(
    moves: tuple[str, ...], log: list[int]
) -> None:
    assert ap_log(walker(LEGEND_EXAMPLE, "a1", edition=tikal.LEGEND_CLASSIC), *moves) == log


@pytest.mark.clause("COMP-02", "PATH-02")
def test_the_ruins_are_three_points_from_the_base_camp() -> None:
    state = walker(LEGEND_EXAMPLE, "a1", edition=tikal.LEGEND_CLASSIC)
    assert tikal.path_cost(state, "a1", "b3") == 3
    assert tikal.reachable(state, "a1", ap=2) == {"a1": 0, "a2": 2, "b1": 2, "b2": 1}
    assert tikal.reachable(state, "b3", ap=2) == {"a2": 1, "b2": 2, "b3": 0}


# --- GT-03 -------------------------------------------------------------------------------------


@pytest.mark.clause("MOVE-01", "PATH-02")
def test_the_direct_step_to_the_temple_costs_three() -> None:
    assert ap_log(walker(SUPER_MEEPLE_EXAMPLE, "c2"), "walk W c2-c3") == [10, 7]


@pytest.mark.clause("MOVE-03", "PATH-02")
def test_the_way_round_to_the_temple_costs_two_and_is_the_cheapest() -> None:
    state = walker(SUPER_MEEPLE_EXAMPLE, "c2")
    assert ap_log(state, "walk W c2-d3", "walk W d3-c3") == [10, 9, 8]
    assert tikal.path_cost(state, "c2", "c3") == 2
    assert tikal.route(state, "W", "c2", "c3") == (
        tikal.Walk("W", "c2", "d3"),
        tikal.Walk("W", "d3", "c3"),
    )


@pytest.mark.clause("MOVE-05", "PATH-01")
def test_the_treasure_hex_next_door_cannot_be_entered_without_stones() -> None:
    state = walker(SUPER_MEEPLE_EXAMPLE, "c2")
    assert clauses(state, "walk W c2-d2") == ["MOVE-05"]
    assert clauses(state, "walk W c2-c3") == []


@pytest.mark.clause("MOVE-06", "VOLC-04", "PATH-01")
def test_a_volcano_cannot_be_entered_though_stones_point_to_it() -> None:
    state = walker(SUPER_MEEPLE_EXAMPLE, "c2")
    assert stones("A3", 0)["S"] == 1  # the side of c2 that touches c1
    assert clauses(state, "walk W c2-c1") == ["MOVE-06"]
    assert tikal.path_cost(state, "c2", "c1") is None
    assert "c1" not in tikal.reachable(state, "c2", ap=10)


# --- GT-04 -------------------------------------------------------------------------------------


@EVERY_EDITION
@pytest.mark.clause("MOVE-02", "TURN-04")
@pytest.mark.parametrize("ap", [3, 4])
def test_three_stones_can_be_walked_with_three_points_or_more(
    edition: tikal.Edition, ap: int
) -> None:
    state = walker(RIO_GRANDE_EXAMPLE, "c1", ap, edition)
    assert ap_log(state, "walk W c1-d1") == [ap, ap - 3]


@EVERY_EDITION
@pytest.mark.clause("MOVE-02", "TURN-04")
def test_three_stones_cannot_be_paid_in_part(edition: tikal.Edition) -> None:
    state = walker(RIO_GRANDE_EXAMPLE, "c1", 2, edition)
    assert clauses(state, "walk W c1-d1") == ["TURN-04"]
    with pytest.raises(tikal.IllegalMove):
        after(state, "walk W c1-d1")
    assert state["c1"].figures[1] == (0, 1)
    assert state.ap == 2


@EVERY_EDITION
@pytest.mark.clause("MOVE-02", "TURN-06")
def test_what_was_left_of_the_last_phase_pays_nothing_in_the_next(edition: tikal.Edition) -> None:
    state = after(walker(RIO_GRANDE_EXAMPLE, "c1", 2, edition), "end")
    state = idle_turn(state, "A1")
    state = laid_anywhere(after(state, "draw A4"))
    assert ap_log(state, "walk W c1-d1") == [10, 7]


# --- what a way can cost, and what does not matter -----------------------------------------------


@pytest.mark.clause("PATH-03")
@pytest.mark.parametrize(
    ("here", "there", "cost"),
    [
        (("A3", 0), ("A5", 0), 1),
        (("A6", 4), ("A5", 0), 2),
        (("A6", 4), ("A3", 4), 3),
        (("C2", 4), ("A3", 4), 4),
        (("C2", 4), ("A5", 1), 5),
        (("C2", 4), ("C4", 1), 6),
    ],
)
def test_a_step_costs_between_one_and_six(
    here: tuple[str, int], there: tuple[str, int], cost: int
) -> None:
    # No other way leads from c2 to d3.
    tiles = {"c2": here, "d3": there}
    assert stones(*here)["NE"] + stones(*there)["SW"] == cost
    state = walker(tiles, "c2", cost, tikal.SUPER_MEEPLE_2015)
    assert tikal.path_cost(state, "c2", "d3") == cost
    assert ap_log(state, "walk W c2-d3") == [cost, 0]
    poor = walker(tiles, "c2", cost - 1, tikal.SUPER_MEEPLE_2015)
    assert clauses(poor, "walk W c2-d3") == ["TURN-04"]


@OLD_AND_NEW
@pytest.mark.clause("PATH-04")
def test_others_on_the_way_neither_close_it_nor_raise_its_price(edition: tikal.Edition) -> None:
    # The other three and a camp stand on the jungle d1, by which the way from c1 to d2 leads.
    state = tikal.position(
        players=4,
        tiles=RIO_GRANDE_EXAMPLE,
        camps={2: ["d1"]},
        figures={
            1: {"c1": (0, 1)}, 2: {"d1": (1, 6), "d2": (0, 2)}, 3: {"d1": (0, 4)}, 4: {"d1": (1, 0)}
        },
        edition=edition,
    )  # fmt: skip
    assert tikal.path_cost(state, "c1", "d2") == 6
    assert tikal.path_cost(state, "c1", "d2", seat=1) == 6
    assert ap_log(state, "walk W c1-d1", "walk W d1-d2") == [10, 7, 4]
