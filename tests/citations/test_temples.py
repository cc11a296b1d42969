"""What is cited for a level that cannot be uncovered."""

from __future__ import annotations

import pytest

import tikal
from tests.asking.helpers import cited
from tests.citations.helpers import BOARD, accepted
from tikal import position


def temple(
    members: tuple[int, int] = (0, 1),
    value: int = 1,
    worked: int = 0,
    ap: int | None = None,
    edition: tikal.Edition = tikal.RIO_GRANDE_1999,
) -> tikal.State:
    """Members of seat 1 on the temple b1."""
    return position(
        tiles=BOARD,
        edition=edition,
        figures={1: {"b1": members}},
        values={"b1": value},
        worked={"b1": worked},
        ap=10 - 2 * worked if ap is None else ap,
    )


# --- members -----------------------------------------------------------------------------------


@pytest.mark.clause("TEMPLE-01")
@pytest.mark.parametrize("cell", ["a1", "b2", "c2", "c3", "h5"])
def test_levels_are_uncovered_on_temples_only(cell: str) -> None:
    figures = {1: {"a1": (0, 2), "b2": (0, 2), "c2": (0, 2), "b1": (0, 2)}}
    state = position(tiles=BOARD, figures=figures)
    assert cited(state, f"uncover {cell}") == ["TEMPLE-01"]
    accepted(state, "uncover b1")


@pytest.mark.clause("TEMPLE-01")
def test_a_level_needs_an_own_member_on_the_temple() -> None:
    elsewhere = position(tiles=BOARD, figures={1: {"a1": (0, 5)}, 2: {"b1": (1, 4)}})
    assert cited(elsewhere, "uncover b1") == ["TEMPLE-01"]
    outnumbered = position(tiles=BOARD, figures={1: {"b1": (0, 1)}, 2: {"b1": (1, 4)}})
    accepted(outnumbered, "uncover b1")
    accepted(temple(members=(1, 0)), "uncover b1")


@pytest.mark.clause("TEMPLE-03")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
def test_a_second_level_needs_a_second_member(edition: tikal.Edition) -> None:
    alone = temple((0, 1), value=2, worked=1, edition=edition)
    assert cited(alone, "uncover b1") == ["TEMPLE-03"]
    accepted(temple((0, 2), value=2, worked=1, edition=edition), "uncover b1")


@pytest.mark.clause("TEMPLE-03")
def test_the_leader_is_one_member_like_any_other() -> None:
    assert cited(temple((1, 0), value=2, worked=1), "uncover b1") == ["TEMPLE-03"]
    accepted(temple((1, 1), value=2, worked=1), "uncover b1")


@pytest.mark.clause("TEMPLE-03")
def test_the_height_of_the_temple_asks_for_no_further_members() -> None:
    accepted(temple((0, 1), value=5), "uncover b1")


@pytest.mark.clause("TEMPLE-03", "TEMPLE-04")
def test_levels_of_other_temples_do_not_count() -> None:
    state = position(
        tiles=BOARD,
        figures={1: {"a2": (0, 2), "b1": (0, 1)}},
        values={"a2": 3},
        worked={"a2": 2},
        ap=6,
    )
    assert cited(state, "uncover a2") == ["TEMPLE-04"]
    accepted(state, "uncover b1")


# --- two levels a turn -------------------------------------------------------------------------


@pytest.mark.clause("TEMPLE-04")
@pytest.mark.parametrize("members", [(0, 3), (1, 2), (1, 9)])
def test_a_third_level_of_the_same_temple_is_refused(members: tuple[int, int]) -> None:
    assert cited(temple(members, value=3, worked=2), "uncover b1") == ["TEMPLE-04"]
    accepted(temple(members, value=3, worked=1), "uncover b1")


@pytest.mark.clause("TEMPLE-03", "TEMPLE-04")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
@pytest.mark.parametrize("members", [(0, 3), (0, 2), (1, 1), (0, 1), (1, 0)])
def test_for_a_third_level_members_are_not_counted_because_none_would_help(
    members: tuple[int, int], edition: tikal.Edition
) -> None:
    refused = cited(temple(members, value=3, worked=2, edition=edition), "uncover b1")
    assert refused == ["TEMPLE-04"]


@pytest.mark.clause("TEMPLE-04")
def test_the_limit_holds_for_one_action_phase() -> None:
    assert cited(temple((0, 3), value=3, worked=2), "uncover b1") == ["TEMPLE-04"]
    accepted(temple((0, 3), value=3), "uncover b1")
    theirs = position(tiles=BOARD, figures={2: {"b1": (0, 1)}}, values={"b1": 3}, active=2)
    accepted(theirs, "uncover b1")


# --- the stock of floors -----------------------------------------------------------------------


@pytest.mark.clause("TEMPLE-08")
def test_a_temple_stops_when_the_next_floor_is_used_up() -> None:
    figures = {1: {"a2": (0, 1)}}
    gone = position(tiles=BOARD, values={"b1": 10, "a2": 9}, figures=figures)
    left = position(tiles=BOARD, values={"b1": 9, "a2": 9}, figures=figures)
    assert cited(gone, "uncover a2") == ["TEMPLE-08"]
    accepted(left, "uncover a2")


@pytest.mark.clause("TEMPLE-08")
def test_no_floor_is_skipped_even_if_a_higher_one_is_left() -> None:
    figures = {1: {"c1": (0, 1)}}
    values = {"a2": 9, "b1": 9, "c1": 8}
    no_nine = position(tiles=BOARD, values=values, figures=figures)
    assert no_nine.floors[10] == 1
    (violation,) = tikal.check(no_nine, "uncover c1")
    assert (violation.clause, violation.message) == ("TEMPLE-08", "no floor 9 is left")
    assert dict(violation.facts) == {"cell": "c1", "floor": 9, "need": 1, "have": 0}
    accepted(position(tiles=BOARD, values={**values, "b1": 8}, figures=figures), "uncover c1")


@pytest.mark.clause("TEMPLE-11", "TEMPLE-08")
def test_no_temple_rises_above_ten() -> None:
    assert cited(temple(value=10), "uncover b1") == ["TEMPLE-11"]
    accepted(temple(value=9), "uncover b1")


# --- guarded temples ---------------------------------------------------------------------------


@pytest.mark.clause("TEMPLE-10")
@pytest.mark.parametrize("owner", [1, 2])
def test_a_guarded_temple_is_uncovered_no_further(owner: int) -> None:
    figures = {1: {"b1": (0, 1)}}
    guarded = position(tiles=BOARD, figures=figures, guards={owner: {"b1": "W"}})
    elsewhere = position(tiles=BOARD, figures=figures, guards={owner: {"a2": "W"}})
    assert cited(guarded, "uncover b1") == ["TEMPLE-10"]
    accepted(elsewhere, "uncover b1")


@pytest.mark.clause("TEMPLE-01", "TEMPLE-10")
def test_a_guard_is_no_member() -> None:
    state = position(tiles=BOARD, guards={1: {"b1": "L"}})
    assert cited(state, "uncover b1") == ["TEMPLE-01", "TEMPLE-10"]


# --- several faults ----------------------------------------------------------------------------


@pytest.mark.clause("TEMPLE-08", "TEMPLE-10", "TEMPLE-11")
def test_a_guard_and_the_height_are_both_cited() -> None:
    figures = {1: {"a2": (0, 1), "b1": (0, 1)}}
    state = position(
        tiles=BOARD,
        values={"a2": 9, "b1": 10},
        figures=figures,
        guards={2: {"a2": "W", "b1": "W"}},
    )
    assert cited(state, "uncover a2") == ["TEMPLE-08", "TEMPLE-10"]
    assert cited(state, "uncover b1") == ["TEMPLE-10", "TEMPLE-11"]


@pytest.mark.clause("TEMPLE-01", "TEMPLE-03", "TEMPLE-04")
def test_without_any_member_the_count_of_members_is_not_cited() -> None:
    assert cited(temple((0, 0), value=2, worked=1), "uncover b1") == ["TEMPLE-01"]
    assert cited(temple((0, 0), value=3, worked=2), "uncover b1") == ["TEMPLE-01", "TEMPLE-04"]


@pytest.mark.clause("TEMPLE-01", "TEMPLE-04", "TEMPLE-08", "TEMPLE-10", "TEMPLE-11")
def test_without_any_member_the_temples_own_obstacles_are_cited_too() -> None:
    values = {"a2": 9, "b1": 10}
    bare = position(tiles=BOARD, values=values)
    assert cited(bare, "uncover a2") == ["TEMPLE-01", "TEMPLE-08"]
    assert cited(bare, "uncover b1") == ["TEMPLE-01", "TEMPLE-11"]
    # Two levels and then a guard in the same turn: 9 of 10 AP are spent.
    guarded = position(
        tiles=BOARD,
        values=values,
        guards={1: {"a2": "W", "b1": "W"}},
        worked={"a2": 2},
        ap=1,
    )
    assert cited(guarded, "uncover a2") == [
        "TURN-04",
        "TEMPLE-01",
        "TEMPLE-04",
        "TEMPLE-08",
        "TEMPLE-10",
    ]
    topped = position(tiles=BOARD, values=values, guards={1: {"b1": "W"}}, worked={"b1": 2}, ap=2)
    assert cited(topped, "uncover b1") == ["TEMPLE-01", "TEMPLE-04", "TEMPLE-10", "TEMPLE-11"]


@pytest.mark.clause("TURN-04", "TEMPLE-03", "TEMPLE-04", "TEMPLE-08", "TEMPLE-10", "TEMPLE-11")
def test_too_few_members_come_with_everything_else() -> None:
    figures = {1: {"a2": (0, 1), "b1": (0, 1)}}
    state = position(
        tiles=BOARD,
        values={"a2": 9, "b1": 10},
        figures=figures,
        guards={1: {"a2": "W", "b1": "W"}},
        worked={"a2": 1, "b1": 2},
        ap=0,
    )
    assert cited(state, "uncover a2") == ["TURN-04", "TEMPLE-03", "TEMPLE-08", "TEMPLE-10"]
    assert cited(state, "uncover b1") == [
        "TURN-04",
        "TEMPLE-04",
        "TEMPLE-10",
        "TEMPLE-11",
    ]


@pytest.mark.clause("TURN-04", "TEMPLE-01")
@pytest.mark.parametrize("cell", ["a1", "b2", "c2", "c3", "h5"])
def test_where_there_is_no_temple_only_that_and_the_price_are_cited(cell: str) -> None:
    figures = {1: {"a1": (0, 1), "b2": (0, 1), "c2": (0, 1)}}
    owned = {1: {1: 1, 2: 1}}
    state = position(
        tiles=BOARD,
        tokens={"c2": 2},
        treasures=owned,
        figures=figures,
        worked={"c2": 2},
        ap=1,
    )
    assert cited(state, f"uncover {cell}") == ["TURN-04", "TEMPLE-01"]
