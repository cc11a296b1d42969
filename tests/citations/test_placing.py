"""Clauses cited for a wrong place or rotation of a tile."""

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


# --- volcanoes that close a space off ----------------------------------------------------------


@pytest.mark.clause("PLACE-02", "PLACE-05")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
def test_a_volcano_needs_no_stones(edition: tikal.Edition) -> None:
    state = position(tiles=BOARD, edition=edition, phase="place", tile="D3")
    for rotation in range(6):
        accepted(state, f"place a4 r{rotation}")
        accepted(state, f"place c4 r{rotation}")
