"""Laying tiles: GT-05, GT-06, GT-07."""

from __future__ import annotations

import pytest

import tikal
from tests.golden.helpers import EVERY_EDITION, after, clauses, explored, stones

# GT-05: a clearing on c2 and a temple of value 3 on c1; d2 touches both, d3 only the clearing.
CLEARING_AND_TEMPLE = {"c2": ("A3", 0), "c1": ("B6", 0)}


def holding(tile: str, edition: tikal.Edition = tikal.RIO_GRANDE_1999) -> tikal.State:
    """The example's board and a tile in the hand."""
    return tikal.position(tiles=CLEARING_AND_TEMPLE, phase="place", tile=tile, edition=edition)


# --- GT-05 -------------------------------------------------------------------------------------


@EVERY_EDITION
@pytest.mark.clause("PLACE-01", "PLACE-02", "PLACE-03")
def test_one_way_in_is_enough_though_the_other_neighbour_has_none(edition: tikal.Edition) -> None:
    state = holding("C1", edition)
    clearing, temple, tile = stones("A3", 0), stones("B6", 0), stones("C1", 3)
    assert (clearing["SE"], tile["NW"]) == (0, 0)
    assert (temple["NE"], tile["SW"]) == (0, 1)
    assert clauses(state, "place d2 r3") == []
    assert after(state, "place d2 r3")["d2"].value == 4


@EVERY_EDITION
@pytest.mark.clause("PLACE-02", "PLACE-03")
def test_the_stone_may_lie_on_the_neighbours_side(edition: tikal.Edition) -> None:
    state = holding("C5", edition)
    clearing, tile = stones("A3", 0), stones("C5", 0)
    assert (clearing["NE"], tile["SW"]) == (1, 0)
    assert clauses(state, "place d3 r0") == []
    assert after(state, "place d3 r0")["d3"].value == 3


@EVERY_EDITION
@pytest.mark.clause("PLACE-02", "PLACE-06")
@pytest.mark.parametrize(
    ("rotation", "expected"),
    [(0, ["PLACE-02"]), (1, []), (2, []), (3, []), (4, []), (5, ["PLACE-02"])],
)
def test_the_same_space_is_refused_only_when_turned_so_that_nobody_gets_in(
    edition: tikal.Edition, rotation: int, expected: list[str]
) -> None:
    assert clauses(holding("C1", edition), f"place d2 r{rotation}") == expected


@EVERY_EDITION
@pytest.mark.clause("PLACE-01")
def test_a_tile_goes_on_a_free_space_beside_an_explored_hex(edition: tikal.Edition) -> None:
    state = holding("C1", edition)
    assert clauses(state, "place c2 r3") == ["PLACE-01"]
    assert clauses(state, "place h5 r3") == ["PLACE-01"]


@EVERY_EDITION
@pytest.mark.clause("TURN-02")
def test_the_tile_comes_before_the_actions_and_cannot_be_refused(edition: tikal.Edition) -> None:
    state = holding("C1", edition)
    assert clauses(state, "deploy W a1") == ["TURN-02"]
    assert clauses(state, "set-aside") == ["TURN-02"]
    assert clauses(after(state, "place d2 r3"), "deploy W a1") == []


# --- GT-06 -------------------------------------------------------------------------------------

# Each corner space has two neighbours: (the corner, the two neighbours).
CORNERS = [("a5", "a4", "b5"), ("h1", "h2", "g1")]
ORDERS = [
    pytest.param(corner, *order, id=f"{order[0]} then {order[1]}")
    for corner, one, other in CORNERS
    for order in ((one, other), (other, one))
]


def second_volcano(first: str, edition: tikal.Edition) -> tikal.State:
    """Five letters are laid, the volcano of D on this cell, and the one of F is to be placed."""
    tiles = explored("E")
    del tiles["g5"]
    return tikal.position(
        tiles={**tiles, first: ("D3", 0)}, phase="place", tile="F2", edition=edition
    )


@pytest.mark.clause("PLACE-05")
@pytest.mark.parametrize(("corner", "first", "second"), ORDERS)
def test_legend_forbids_a_volcano_that_walls_off_a_corner(
    corner: str, first: str, second: str
) -> None:
    state = second_volcano(first, tikal.LEGEND_CLASSIC)
    assert state[corner].tile is None
    assert clauses(state, f"place {second} r0") == ["PLACE-05"]


@pytest.mark.clause("PLACE-04", "PLACE-05")
@pytest.mark.parametrize(
    "edition",
    [tikal.RIO_GRANDE_1999, tikal.RAVENSBURGER_1999, tikal.SUPER_MEEPLE_2015],
    ids=lambda edition: edition.key,
)
@pytest.mark.parametrize(("corner", "first", "second"), ORDERS)
def test_elsewhere_a_volcano_may_wall_off_a_corner(
    corner: str, first: str, second: str, edition: tikal.Edition
) -> None:
    state = second_volcano(first, edition)
    assert clauses(state, f"place {second} r0") == []
    walled = after(state, f"place {second} r0")
    assert (walled[second].kind, walled[corner].tile) == ("volcano", None)


@EVERY_EDITION
@pytest.mark.clause("PLACE-05")
@pytest.mark.parametrize(("first", "second"), [("a4", "a5"), ("h2", "h3")])
def test_volcanoes_may_be_neighbours_when_every_space_stays_within_reach(
    edition: tikal.Edition, first: str, second: str
) -> None:
    assert clauses(second_volcano(first, edition), f"place {second} r0") == []


# --- GT-07 -------------------------------------------------------------------------------------


@EVERY_EDITION
@pytest.mark.clause("PLACE-08", "PLACE-09", "COMP-11")
def test_a_temple_of_height_four_takes_no_loose_floors_when_it_is_laid(
    edition: tikal.Edition,
) -> None:
    state = after(holding("C1", edition), "place d2 r3")
    assert state["d2"].value == 4
    assert state.floors == {2: 3, 3: 6, 4: 9, 5: 11, 6: 8, 7: 5, 8: 3, 9: 2, 10: 1}
