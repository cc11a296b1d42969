"""The order of `legal_moves`, and counted move trees."""

from __future__ import annotations

from typing import Any

import pytest

import tikal
from tikal.moves import MOVES

RICH: dict[str, Any] = {
    "players": 3,
    "tiles": {"b3": ("A2", 1), "c2": ("A3", 0), "c3": ("B3", 1)},
    "tokens": {"b3": 2},
    "treasures": {1: {1: 1}, 2: {2: 1}},
    "figures": {1: {"a1": (0, 2), "b3": (1, 1), "a2": (0, 2)}, 2: {"a2": (0, 1)}},
    "camps": {1: ["c2"]},
}


def move_strings(state: tikal.State) -> list[str]:
    return [str(move) for move in tikal.legal_moves(state)]


def perft(state: tikal.State, depth: int) -> int:
    """The number of move sequences of this length, outcomes of chance included."""
    if depth == 0:
        return 1
    return sum(perft(tikal.apply(state, move), depth - 1) for move in tikal.legal_moves(state))


def test_the_order_of_moves_in_an_action_phase_is_pinned() -> None:
    assert move_strings(tikal.position(**RICH)) == [
        "deploy W a1", "deploy W c2",
        "walk L b3-a2", "walk L b3-b2", "walk L b3-c3",
        "walk W a1-a2", "walk W a1-b1", "walk W a1-b2",
        "walk W a2-a1", "walk W a2-b3",
        "walk W b3-a2", "walk W b3-b2", "walk W b3-c3",
        "transfer W a1-c2",
        "uncover a2",
        "recover b3",
        "exchange 1 2 2",
        "camp b2", "camp c3",
        "guard a2 W",
        "end",
    ]  # fmt: skip


def test_the_order_of_placements_goes_by_cell_and_then_by_rotation() -> None:
    moves = move_strings(tikal.position(tile="C2", phase="place"))
    assert moves == sorted(moves)
    assert moves[:3] == ["place a3 r0", "place a3 r1", "place a3 r2"]
    assert move_strings(tikal.position(tile="B1", phase="place")) == [
        "place a3 r0", "place b3 r0", "place c1 r0", "place c2 r0",
    ]  # fmt: skip


def test_outcomes_of_chance_are_listed_in_order() -> None:
    assert move_strings(tikal.new_game()) == [f"draw A{i}" for i in range(1, 7)]
    state = tikal.position(
        phase="reveal", ap=7, tiles={"b3": ("A2", 1)}, tokens={"b3": 3}, worked={"b3": 1}
    )
    assert move_strings(state) == [f"reveal {kind}" for kind in range(1, 9)]


def test_bids_ascend_and_the_pass_comes_last() -> None:
    state = tikal.new_game(2, auction=True)
    for tile in ("A1", "A2"):
        state = tikal.apply(state, tikal.DrawTile(tile))
    state = tikal.apply(state, tikal.Bid(17))
    assert move_strings(state) == ["bid 18", "bid 19", "bid 20", "pass"]


def test_every_listing_follows_the_order_of_the_notation() -> None:
    replay = tikal.play(tikal.new_game(4), tikal.sensible_policy, seed=5)
    for step in replay.steps:
        kinds = [MOVES.index(type(move)) for move in tikal.legal_moves(step.state)]
        assert kinds == sorted(kinds)


def positions(edition: tikal.Edition) -> dict[str, tikal.State]:
    """Some positions of an edition whose move trees are counted."""
    middle = tikal.play(tikal.new_game(3, edition), tikal.sensible_policy, seed=21, limit=180)
    late = tikal.play(tikal.new_game(2, edition), tikal.sensible_policy, seed=22, limit=300)
    return {
        "start": tikal.new_game(2, edition),
        "rich": tikal.position(edition=edition, **RICH),
        "middle": middle.state,
        "late": late.state,
    }


WITHOUT_MEMBER = {
    "start": [6, 144, 600],
    "rich": [21, 412, 7846],
    "middle": [34, 823, 19069],
    "late": [24, 587, 15010],
}
# Without exchanges of equals; the late position comes from a game that could not make them.
TAKING_FIRST = {**WITHOUT_MEMBER, "rich": [21, 412, 7845], "late": [38, 1274, 27589]}
WITH_MEMBER = {
    "start": [6, 144, 432],
    "rich": [19, 341, 6202],
    "middle": [22, 500, 10411],
    "late": [14, 17, 113],
}


# In Legend either of the two workers on a2 may leave, for a1 or b3, between two levels of it.
ANOTHER_MEMBER = {**WITH_MEMBER, "rich": [19, 341, 6204]}


def leaves(edition: tikal.Edition) -> dict[str, list[int]]:
    """The numbers of leaves of the move trees of an edition."""
    if edition.second_dig == "different":
        return ANOTHER_MEMBER
    if not edition.same_kind_exchange:
        return TAKING_FIRST
    return WITH_MEMBER if edition.camp_requires_member else WITHOUT_MEMBER


@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
@pytest.mark.parametrize("name", WITH_MEMBER)
def test_move_trees_have_as_many_leaves_as_ever(edition: tikal.Edition, name: str) -> None:
    state = positions(edition)[name]
    assert [perft(state, depth) for depth in (1, 2, 3)] == leaves(edition)[name]


@pytest.mark.parametrize(("players", "leaves"), [(2, [6, 30, 630]), (3, [6, 30, 120, 2520])])
def test_move_trees_of_the_auction_game(players: int, leaves: list[int]) -> None:
    state = tikal.new_game(players, auction=True)
    assert [perft(state, depth) for depth in range(1, len(leaves) + 1)] == leaves
