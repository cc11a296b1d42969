"""The first offer of `nearest_legal` is the forgotten move."""

from __future__ import annotations

import pytest

import tikal
from tests.citations.helpers import BOARD, busy


@pytest.mark.parametrize("move", ["draw B2", "place c4 r0", "set-aside", "bid 3", "take A1"])
def test_a_forgotten_end_comes_first(move: str) -> None:
    assert tikal.nearest_legal(busy(), move)[0] == tikal.EndTurn()


def test_a_forgotten_recovery_comes_first() -> None:
    state = tikal.position(tiles=BOARD, figures={1: {"c2": (0, 1)}})
    assert tikal.nearest_legal(state, "reveal 3")[0] == tikal.Recover("c2")


def test_the_reveal_that_is_due_and_the_tile_that_must_be_placed_come_first() -> None:
    revealing = busy(phase="reveal")
    placing = tikal.position(tiles=BOARD, phase="place", tile="A6")
    for move in ("end", "deploy W a1", "draw B2"):
        assert isinstance(tikal.nearest_legal(revealing, move)[0], tikal.RevealTreasure)
        assert isinstance(tikal.nearest_legal(placing, move)[0], tikal.PlaceTile)


def test_an_action_is_compared_with_actions() -> None:
    assert tikal.nearest_legal(busy(), "deploy L c2")[0] != tikal.EndTurn()
