"""What is cited when a tile cannot lie there, or not that way round."""

from __future__ import annotations

import pytest

import tikal
from tests.asking.helpers import cited
from tests.citations.helpers import BOARD, accepted
from tikal import position

# A6 has one stone on its north side and two on its south side; D3 and F2 are volcanoes.
TEMPLE = position(tiles=BOARD, phase="place", tile="A6")
VOLCANO = position(tiles=BOARD, phase="place", tile="D3")


def corner(edition: tikal.Edition, tile: str) -> tikal.State:
    """One of the two ways to the corner a5 is closed by a volcano on a4."""
    tiles = {cell: lying for cell, lying in BOARD.items() if cell != "c3"}
    return position(tiles={**tiles, "a4": ("B1", 0)}, edition=edition, phase="place", tile=tile)


# --- the cell ----------------------------------------------------------------------------------


@pytest.mark.clause("PLACE-01")
@pytest.mark.parametrize("cell", ["a1", "a2", "b1", "b2", "b3", "c2", "c3", "d2", "e2"])
@pytest.mark.parametrize("rotation", range(6))
def test_no_tile_lies_on_another(cell: str, rotation: int) -> None:
    for state in (TEMPLE, VOLCANO):
        assert cited(state, f"place {cell} r{rotation}") == ["PLACE-01"]


@pytest.mark.clause("PLACE-01")
@pytest.mark.parametrize("cell", ["a5", "b5", "c5", "e5", "g2", "h5"])
@pytest.mark.parametrize("rotation", range(6))
def test_no_tile_lies_apart_from_the_explored_hexes(cell: str, rotation: int) -> None:
    for state in (TEMPLE, VOLCANO):
        assert cited(state, f"place {cell} r{rotation}") == ["PLACE-01"]


@pytest.mark.clause("PLACE-01", "PLACE-02")
def test_a_free_cell_beside_an_explored_hex_takes_a_tile() -> None:
    accepted(TEMPLE, "place d1 r0")
    accepted(VOLCANO, "place d1 r0")


@pytest.mark.clause("PLACE-01")
def test_a_cell_comes_within_reach_when_its_neighbour_is_explored() -> None:
    assert cited(TEMPLE, "place a5 r0") == ["PLACE-01"]
    longer = position(tiles={**BOARD, "a4": ("A6", 0)}, phase="place", tile="B2")
    accepted(longer, "place a5 r0")


# --- the stones --------------------------------------------------------------------------------


@pytest.mark.clause("PLACE-02")
def test_a_tile_needs_a_stone_towards_an_explored_hex() -> None:
    for rotation in (1, 2, 4, 5):
        assert cited(TEMPLE, f"place a4 r{rotation}") == ["PLACE-02"]
    for rotation in (0, 3):
        accepted(TEMPLE, f"place a4 r{rotation}")


@pytest.mark.clause("PLACE-02")
@pytest.mark.parametrize("rotation", range(6))
def test_the_stone_may_lie_on_the_other_hex(rotation: int) -> None:
    accepted(TEMPLE, f"place d1 r{rotation}")


@pytest.mark.clause("PLACE-02")
def test_a_stone_towards_a_volcano_does_not_count() -> None:
    for towards_the_volcano in (1, 4):
        assert cited(TEMPLE, f"place d4 r{towards_the_volcano}") == ["PLACE-02"]
    for towards_the_jungle in (0, 3):
        accepted(TEMPLE, f"place d4 r{towards_the_jungle}")


@pytest.mark.clause("PLACE-02")
@pytest.mark.parametrize("rotation", range(6))
def test_a_tile_with_only_a_volcano_beside_it_cannot_be_entered(rotation: int) -> None:
    assert cited(TEMPLE, f"place c4 r{rotation}") == ["PLACE-02"]


@pytest.mark.clause("PLACE-02")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
def test_the_stone_rule_holds_in_every_edition(edition: tikal.Edition) -> None:
    state = position(tiles=BOARD, edition=edition, phase="place", tile="A6")
    assert cited(state, "place a4 r1") == ["PLACE-02"]
    accepted(state, "place a4 r0")


@pytest.mark.clause("PLACE-02", "PLACE-05")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
def test_a_volcano_needs_no_stones(edition: tikal.Edition) -> None:
    state = position(tiles=BOARD, edition=edition, phase="place", tile="D3")
    for rotation in range(6):
        accepted(state, f"place a4 r{rotation}")
        accepted(state, f"place c4 r{rotation}")


# --- volcanoes that close a space off ----------------------------------------------------------


@pytest.mark.clause("PLACE-05")
@pytest.mark.parametrize("rotation", range(6))
def test_legend_forbids_two_volcanoes_that_close_a_space_off(rotation: int) -> None:
    assert cited(corner(tikal.LEGEND_CLASSIC, "D3"), f"place b5 r{rotation}") == ["PLACE-05"]


@pytest.mark.clause("PLACE-05")
@pytest.mark.parametrize(
    "edition",
    [tikal.RIO_GRANDE_1999, tikal.RAVENSBURGER_1999, tikal.SUPER_MEEPLE_2015],
    ids=str,
)
def test_the_other_editions_allow_it(edition: tikal.Edition) -> None:
    accepted(corner(edition, "D3"), "place b5 r0")


@pytest.mark.clause("PLACE-05")
def test_legend_allows_volcanoes_side_by_side_that_leave_a_way() -> None:
    accepted(corner(tikal.LEGEND_CLASSIC, "D3"), "place b4 r0")


@pytest.mark.clause("PLACE-05")
def test_legend_counts_all_volcanoes_when_a_third_closes_a_space_off() -> None:
    tiles = {cell: lying for cell, lying in BOARD.items() if cell != "c3"}
    two = {**tiles, "a4": ("B1", 0), "b4": ("D3", 0)}
    state = position(tiles=two, edition=tikal.LEGEND_CLASSIC, phase="place", tile="F2")
    assert cited(state, "place b5 r0") == ["PLACE-05"]
    # c4, c5 and b5 remain joined to the rest: a5 can be reached through b5.
    accepted(state, "place c4 r0")


@pytest.mark.clause("PLACE-01", "PLACE-05")
def test_a_volcano_on_a_taken_cell_is_judged_for_the_cell_alone() -> None:
    state = corner(tikal.LEGEND_CLASSIC, "D3")
    for taken in ("a3", "a4", "b3"):
        assert cited(state, f"place {taken} r0") == ["PLACE-01"]


@pytest.mark.clause("PLACE-02", "PLACE-05")
def test_another_tile_in_the_same_gap_is_judged_for_its_stones_alone() -> None:
    state = corner(tikal.LEGEND_CLASSIC, "A6")
    assert cited(state, "place b5 r0") == ["PLACE-02"]
