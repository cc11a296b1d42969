"""An action that costs more than is left cites the budget, and nothing else if that is all."""

from __future__ import annotations

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


@pytest.mark.clause("TURN-04")
@pytest.mark.parametrize(("action", "price"), PRICES)
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
def test_an_action_needs_its_price(action: str, price: int, edition: tikal.Edition) -> None:
    for ap in range(price):
        assert cited(busy(edition=edition, ap=ap), SOUND[action]) == ["TURN-04"]
    after = accepted(busy(edition=edition, ap=price), SOUND[action])
    assert after.ap == 0


@pytest.mark.clause("TURN-04")
@pytest.mark.parametrize(("action", "price"), PRICES)
def test_a_scoring_turn_has_the_same_budget(action: str, price: int) -> None:
    short = busy(ap=price - 1, scoring=True, tile="D3", queue=(2,))
    enough = busy(ap=price, scoring=True, tile="D3", queue=(2,))
    assert cited(short, SOUND[action]) == ["TURN-04"]
    accepted(enough, SOUND[action])


@pytest.mark.clause("TURN-04")
@pytest.mark.parametrize(("action", "price"), PRICES)
def test_an_auction_game_has_the_same_budget(action: str, price: int) -> None:
    short = busy(auction=True, ap=price - 1, display=("B2",))
    enough = busy(auction=True, ap=price, display=("B2",))
    assert cited(short, SOUND[action]) == ["TURN-04"]
    accepted(enough, SOUND[action])


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


@pytest.mark.clause("TURN-04")
def test_a_leader_costs_no_more_than_a_worker() -> None:
    camps = {1: ["b3"]}
    figures = {1: {"a1": (1, 1), "b1": (0, 1)}}
    for move in ("deploy W a1", "transfer L a1-b3", "walk L a1-b2"):
        assert cited(position(tiles=BOARD, camps=camps, figures=figures, ap=0), move) == ["TURN-04"]
        accepted(position(tiles=BOARD, camps=camps, figures=figures, ap=1), move)
    assert cited(position(tiles=BOARD, ap=0), "deploy L a1") == ["TURN-04"]
    accepted(position(tiles=BOARD, ap=1), "deploy L a1")


@pytest.mark.clause("TURN-04")
def test_ending_the_turn_costs_nothing() -> None:
    accepted(busy(ap=0), "end")
    accepted(busy(ap=0, scoring=True, tile="D3", queue=(2,)), "end")
