"""Clauses cited for recovering, revealing and exchanging treasures."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import tikal
from tests.asking.helpers import cited
from tests.citations.helpers import BOARD
from tikal import position

# Tokens owned by seat 2, as many as have left the hexes.
OWNED: Mapping[int, Mapping[int, int]] = {
    0: {},
    1: {1: 1},
    2: {1: 1, 2: 1},
    3: {1: 1, 2: 1, 3: 1},
    4: {1: 1, 2: 1, 3: 1, 4: 1},
}


def dig(
    cell: str,
    members: tuple[int, int],
    taken: int = 0,
    worked: int = 0,
    ap: int | None = None,
    edition: tikal.Edition = tikal.RIO_GRANDE_1999,
) -> tikal.State:
    """Members of seat 1 on a treasure hex; `taken` tokens are gone, `worked` of them just now."""
    return position(
        tiles=BOARD,
        edition=edition,
        tokens={cell: {"c2": 4, "e2": 2}[cell] - taken},
        treasures={2: OWNED[taken]},
        figures={1: {cell: members}},
        worked={cell: worked},
        ap=10 - 3 * worked if ap is None else ap,
    )


# --- recovering --------------------------------------------------------------------------------


@pytest.mark.clause("TREASURE-03", "TREASURE-04")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
@pytest.mark.parametrize("members", [(0, 3), (0, 2), (1, 1), (0, 1), (1, 0)])
def test_for_a_third_treasure_members_are_not_counted_because_none_would_help(
    members: tuple[int, int], edition: tikal.Edition
) -> None:
    refused = cited(dig("c2", members, taken=2, worked=2, edition=edition), "recover c2")
    assert refused == ["TREASURE-04"]


# --- exchanging --------------------------------------------------------------------------------
