"""An action that costs more than is left cites the budget, and nothing else if that is all."""

from __future__ import annotations

from typing import Any, Final

import pytest

import tikal
from tests.asking.helpers import cited
from tests.citations.helpers import BOARD, SOUND, accepted, busy
from tikal import position

PRICES = [
    ("deploy", 1),
    ("walk", 1),
    ("transfer", 1),
    ("uncover", 2),
    ("recover", 3),
    ("exchange", 3),
    ("camp", 5),
    ("guard", 5),
]


PHASES: Final[dict[str, dict[str, Any]]] = {
    **{key: {"edition": edition} for key, edition in tikal.EDITIONS.items()},
    "scoring turn": {"scoring": True, "tile": "D3", "queue": (2,)},
    "auction": {"auction": True, "display": ("B2",)},
}


@pytest.mark.clause("TURN-04")
@pytest.mark.parametrize(("action", "price"), PRICES)
@pytest.mark.parametrize("phase", PHASES)
def test_an_action_needs_its_price(action: str, price: int, phase: str) -> None:
    for ap in range(price):
        assert cited(busy(**PHASES[phase], ap=ap), SOUND[action]) == ["TURN-04"]
    after = accepted(busy(**PHASES[phase], ap=price), SOUND[action])
    assert after.ap == 0


@pytest.mark.clause("TURN-04")
@pytest.mark.parametrize(
    ("way", "stones"),
    [("a1-b2", 1), ("b2-a1", 1), ("a1-a2", 2), ("a1-b1", 2), ("a2-a3", 3), ("a3-a2", 3)],
)
@pytest.mark.parametrize("members", [("W", (0, 1)), ("L", (1, 0))], ids=["worker", "leader"])
def test_a_walk_needs_a_point_for_every_stone_on_both_sides(
    way: str, stones: int, members: tuple[str, tuple[int, int]]
) -> None:
    figure, numbers = members

    def with_ap(ap: int) -> tikal.State:
        return position(tiles=BOARD, figures={1: {way[:2]: numbers}}, ap=ap)

    assert cited(with_ap(stones - 1), f"walk {figure} {way}") == ["TURN-04"]
    assert accepted(with_ap(stones), f"walk {figure} {way}").ap == 0
