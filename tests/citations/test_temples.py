"""Clauses cited for a level that cannot be uncovered."""

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


# --- two levels a turn -------------------------------------------------------------------------


@pytest.mark.clause("TEMPLE-03", "TEMPLE-04")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
@pytest.mark.parametrize("members", [(0, 3), (0, 2), (1, 1), (0, 1), (1, 0)])
def test_for_a_third_level_members_are_not_counted_because_none_would_help(
    members: tuple[int, int], edition: tikal.Edition
) -> None:
    refused = cited(temple(members, value=3, worked=2, edition=edition), "uncover b1")
    assert refused == ["TEMPLE-04"]


# --- the stock of floors -----------------------------------------------------------------------


@pytest.mark.clause("TEMPLE-08")
def test_no_floor_is_skipped_even_if_a_higher_one_is_left() -> None:
    figures = {1: {"c1": (0, 1)}}
    values = {"a2": 9, "b1": 9, "c1": 8}
    no_nine = position(tiles=BOARD, values=values, figures=figures)
    assert no_nine.floors[10] == 1
    (violation,) = tikal.check(no_nine, "uncover c1")
    assert (violation.clause, violation.message) == (
        "TEMPLE-08",
        "no level-9 piece is left in the stock",
    )
    assert dict(violation.facts) == {"cell": "c1", "floor": 9, "need": 1, "have": 0}
    accepted(position(tiles=BOARD, values={**values, "b1": 8}, figures=figures), "uncover c1")


# --- several faults ----------------------------------------------------------------------------
