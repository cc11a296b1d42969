"""Uncovering temples: GT-08, GT-09."""

from __future__ import annotations

import pytest

import tikal
from tests.golden.helpers import (
    EVERY_EDITION,
    OLD_AND_NEW,
    after,
    ap_log,
    clauses,
    explored,
    listed,
)

# --- GT-08 -------------------------------------------------------------------------------------


def temple_of(value: int, edition: tikal.Edition) -> tikal.State:
    """Two workers on a temple that was laid with value 4."""
    return tikal.position(
        tiles={"c2": ("C1", 0)}, values={"c2": value}, figures={1: {"c2": (0, 2)}}, edition=edition
    )


@EVERY_EDITION
@pytest.mark.clause("TEMPLE-02", "TEMPLE-06", "TEMPLE-07", "TEMPLE-12")
@pytest.mark.parametrize(("value", "stock"), [(4, 11), (5, 8)])
def test_the_next_number_is_taken_from_the_stock_and_put_on_top(
    edition: tikal.Edition, value: int, stock: int
) -> None:
    state = temple_of(value, edition)
    assert state.floors[value + 1] == stock
    uncovered = after(state, "uncover c2")
    assert uncovered["c2"].value == value + 1
    assert uncovered.floors == {**state.floors, value + 1: stock - 1}
    assert (state.ap, uncovered.ap) == (10, 8)
    assert tikal.score(uncovered, 1).temples == {"c2": value + 1}


@EVERY_EDITION
@pytest.mark.clause("TEMPLE-02", "TEMPLE-06", "TEMPLE-07")
def test_two_levels_come_in_order(edition: tikal.Edition) -> None:
    state = temple_of(4, edition)
    assert ap_log(state, "uncover c2", "uncover c2") == [10, 8, 6]
    uncovered = after(state, "uncover c2", "uncover c2")
    assert uncovered["c2"].value == 6
    assert uncovered.floors == {**state.floors, 5: 10, 6: 7}


@EVERY_EDITION
@pytest.mark.clause("TEMPLE-07", "TEMPLE-08", "TEMPLE-11")
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"g4": 9, "d5": 8, "e4": 8}, []),
        ({"g4": 9, "d5": 9, "e4": 8}, ["TEMPLE-08"]),
        ({"g4": 9, "d5": 5, "e4": 9}, []),
        ({"g4": 10, "d5": 5, "e4": 9}, ["TEMPLE-08"]),
        ({"g4": 9, "d5": 5, "e4": 10}, ["TEMPLE-11"]),
    ],
)
def test_a_temple_stops_when_the_next_number_is_gone(
    edition: tikal.Edition, values: dict[str, int], expected: list[str]
) -> None:
    state = tikal.position(
        tiles=explored("E"), values=values, figures={1: {"e4": (0, 1)}}, edition=edition
    )
    assert clauses(state, "uncover e4") == expected


# --- GT-09 -------------------------------------------------------------------------------------


def three_temples(edition: tikal.Edition) -> tikal.State:
    """Three temples: one worker on b1, three on a2, one on c2."""
    return tikal.position(
        tiles={"c2": ("A6", 0)},
        figures={1: {"b1": (0, 1), "a2": (0, 3), "c2": (0, 1)}},
        edition=edition,
    )


@EVERY_EDITION
@pytest.mark.clause("TEMPLE-02", "TEMPLE-05")
def test_several_temples_may_be_uncovered_in_one_turn(edition: tikal.Edition) -> None:
    state = three_temples(edition)
    moves = ("uncover b1", "uncover a2", "uncover a2", "uncover c2")
    assert ap_log(state, *moves) == [10, 8, 6, 4, 2]
    uncovered = after(state, *moves)
    assert [uncovered[cell].value for cell in ("b1", "a2", "c2")] == [2, 3, 3]


@EVERY_EDITION
@pytest.mark.clause("TEMPLE-04")
def test_a_third_level_of_the_same_temple_is_refused(edition: tikal.Edition) -> None:
    state = after(three_temples(edition), "uncover b1", "uncover a2")
    assert clauses(state, "uncover a2") == []
    state = after(state, "uncover a2")
    assert state.ap == 4
    assert clauses(state, "uncover a2") == ["TEMPLE-04"]


@EVERY_EDITION
@pytest.mark.clause("TEMPLE-03")
def test_a_second_level_needs_a_second_member(edition: tikal.Edition) -> None:
    state = three_temples(edition)
    assert clauses(state, "uncover b1") == []
    state = after(state, "uncover b1", "uncover a2")
    assert clauses(state, "uncover b1") == ["TEMPLE-03"]
    assert clauses(state, "uncover a2") == []


@EVERY_EDITION
@pytest.mark.clause("TEMPLE-01")
def test_only_temples_with_an_own_member_are_uncovered(edition: tikal.Edition) -> None:
    state = after(three_temples(edition), "walk W b1-a1")
    assert listed(state, "uncover") == {"uncover a2", "uncover c2"}
    assert clauses(state, "uncover b1") == ["TEMPLE-01"]
    assert clauses(state, "uncover a1") == ["TEMPLE-01"]


# --- levels stay, and leaders dig like anybody ---------------------------------------------------


@OLD_AND_NEW
@pytest.mark.clause("TEMPLE-09")
def test_a_level_that_is_built_over_does_not_go_back_to_the_stock(edition: tikal.Edition) -> None:
    # Both nines are on temples. When one of them disappears below the ten it is still in use.
    state = tikal.position(
        tiles=explored("E"),
        values={"g4": 9, "e4": 9, "d5": 8},
        figures={1: {"e4": (0, 1), "d5": (0, 1)}},
        edition=edition,
    )
    assert (state.floors[9], state.floors[10]) == (0, 1)
    state = after(state, "uncover e4")
    assert tikal.score(state, 1).temples == {"d5": 8, "e4": 10}
    assert (state.floors[9], state.floors[10]) == (0, 0)
    assert clauses(state, "uncover d5") == ["TEMPLE-08"]


@OLD_AND_NEW
@pytest.mark.clause("TEMPLE-13")
def test_a_lone_leader_uncovers_one_level_not_two(edition: tikal.Edition) -> None:
    state = tikal.position(figures={1: {"b1": (1, 0)}}, edition=edition)
    assert clauses(state, "uncover b1") == []
    state = after(state, "uncover b1")
    assert state.ap == 8
    assert clauses(state, "uncover b1") == ["TEMPLE-03"]


@OLD_AND_NEW
@pytest.mark.clause("TEMPLE-13")
def test_a_leader_and_a_worker_uncover_two_levels(edition: tikal.Edition) -> None:
    state = tikal.position(figures={1: {"b1": (1, 1)}}, edition=edition)
    state = after(state, "uncover b1", "uncover b1")
    assert (state.ap, tikal.score(state, 1).temples) == (6, {"b1": 3})
