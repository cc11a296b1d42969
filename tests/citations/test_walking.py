"""What is cited for a step that cannot be taken."""

from __future__ import annotations

import pytest

import tikal
from tests.asking.helpers import cited
from tests.citations.helpers import BOARD, accepted
from tikal import position


def worker_on(cell: str, ap: int = 10) -> tikal.State:
    return position(tiles=BOARD, figures={1: {cell: (0, 1)}}, ap=ap)


@pytest.mark.clause("MOVE-01", "MOVE-05", "MOVE-06")
@pytest.mark.parametrize("way", ["a1-a2", "a1-b1", "a1-b2", "a2-a3", "b1-c1", "c2-d2", "d3-d2"])
@pytest.mark.parametrize("members", [("W", (0, 1)), ("L", (1, 0))], ids=["worker", "leader"])
def test_a_connected_neighbour_can_be_walked_to(
    way: str, members: tuple[str, tuple[int, int]]
) -> None:
    figure, numbers = members
    accepted(position(tiles=BOARD, figures={1: {way[:2]: numbers}}), f"walk {figure} {way}")


@pytest.mark.clause("MOVE-01")
def test_a_walk_needs_an_own_figure_at_the_origin() -> None:
    theirs = position(tiles=BOARD, figures={2: {"a1": (1, 1)}})
    own = position(tiles=BOARD, figures={1: {"a1": (1, 1)}})
    for figure in ("L", "W"):
        assert cited(theirs, f"walk {figure} a1-b2") == ["MOVE-01"]
        accepted(own, f"walk {figure} a1-b2")


@pytest.mark.clause("MOVE-01")
def test_a_walk_needs_a_figure_of_the_named_kind() -> None:
    leader = position(tiles=BOARD, figures={1: {"a1": (1, 0)}})
    assert cited(leader, "walk W a1-b2") == ["MOVE-01"]
    assert cited(worker_on("a1"), "walk L a1-b2") == ["MOVE-01"]


@pytest.mark.clause("MOVE-01")
def test_a_guard_does_not_walk() -> None:
    state = position(tiles=BOARD, guards={1: {"b1": "W"}})
    assert cited(state, "walk W b1-a1") == ["MOVE-01"]


@pytest.mark.clause("MOVE-01")
@pytest.mark.parametrize("target", ["c1", "c2", "d2", "a1", "h5"])
def test_a_step_ends_on_a_neighbour(target: str) -> None:
    assert cited(worker_on("a1"), f"walk W a1-{target}") == ["MOVE-01"]


@pytest.mark.clause("MOVE-01")
def test_a_step_ends_on_an_explored_hex() -> None:
    assert cited(worker_on("d2"), "walk W d2-d1") == ["MOVE-01"]
    explored = position(tiles={**BOARD, "d1": ("A6", 0)}, figures={1: {"d2": (0, 1)}})
    accepted(explored, "walk W d2-d1")


@pytest.mark.clause("MOVE-01")
@pytest.mark.parametrize(
    "way",
    ["c3-c2", "c3-b3", "c3-c4", "c3-h5", "c3-c3", "d1-d2", "d1-c1", "c4-c3", "h4-h5", "h4-h4"],
)
def test_no_walk_begins_on_a_volcano_or_beyond_the_explored_hexes(way: str) -> None:
    for ap in (10, 0):
        assert cited(worker_on("a1", ap), f"walk W {way}") == ["MOVE-01"]


@pytest.mark.clause("MOVE-06")
@pytest.mark.parametrize("origin", ["b3", "c2", "d3"])
def test_a_walk_onto_a_volcano_is_refused(origin: str) -> None:
    for ap in (10, 0):
        assert cited(worker_on(origin, ap), f"walk W {origin}-c3") == ["MOVE-06"]


@pytest.mark.clause("MOVE-06")
def test_the_stones_that_lead_to_a_volcano_are_not_counted() -> None:
    # A3 lies on b3 with a stone on its north side, towards b4.
    volcano = position(tiles={**BOARD, "b4": ("D3", 0)}, figures={1: {"b3": (0, 1)}}, ap=0)
    jungle = position(tiles={**BOARD, "b4": ("B4", 0)}, figures={1: {"b3": (0, 1)}}, ap=3)
    assert cited(volcano, "walk W b3-b4") == ["MOVE-06"]
    accepted(jungle, "walk W b3-b4")


@pytest.mark.clause("MOVE-01", "MOVE-06")
def test_a_volcano_too_far_away_is_only_too_far_away() -> None:
    assert cited(worker_on("a1"), "walk W a1-c3") == ["MOVE-01"]


@pytest.mark.clause("MOVE-05")
@pytest.mark.parametrize("way", ["a2-b2", "b2-a2", "b1-b2", "b2-b1", "c1-d2", "d2-c1"])
def test_no_step_without_stones(way: str) -> None:
    for ap in (10, 0):
        assert cited(worker_on(way[:2], ap), f"walk W {way}") == ["MOVE-05"]


@pytest.mark.clause("MOVE-05")
def test_the_same_hexes_joined_by_a_stone_let_a_figure_pass() -> None:
    assert cited(worker_on("c1"), "walk W c1-d2") == ["MOVE-05"]
    # Turned by one sixth, A4 has its pair of stones towards c1.
    turned = position(tiles={**BOARD, "d2": ("A4", 1)}, figures={1: {"c1": (0, 1)}})
    accepted(turned, "walk W c1-d2")


@pytest.mark.clause("TURN-04", "MOVE-01", "MOVE-05", "MOVE-06")
def test_everything_wrong_with_a_walk_is_cited() -> None:
    state = worker_on("a1", ap=1)
    assert cited(state, "walk W a1-a2") == ["TURN-04"]
    assert cited(state, "walk L a1-a2") == ["TURN-04", "MOVE-01"]
    assert cited(state, "walk W a2-a3") == ["TURN-04", "MOVE-01"]
    assert cited(state, "walk W a2-b2") == ["MOVE-01", "MOVE-05"]
    assert cited(state, "walk W b3-c3") == ["MOVE-01", "MOVE-06"]


@pytest.mark.clause("TURN-04")
def test_a_walk_has_a_price_only_where_there_is_a_connection() -> None:
    broke = worker_on("a1", ap=0)
    assert cited(broke, "walk W a1-b2") == ["TURN-04"]
    for target in ("c1", "h5", "a1"):
        assert cited(broke, f"walk W a1-{target}") == ["MOVE-01"]
