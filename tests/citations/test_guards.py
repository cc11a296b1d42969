"""What is cited for a guard that cannot be placed."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import tikal
from tests.asking.helpers import cited
from tests.citations.helpers import BOARD, accepted
from tikal import position
from tikal.fields import Figure


def at_b1(
    own: tuple[int, int],
    *others: tuple[int, int],
    guards: Mapping[int, Mapping[str, Figure]] | None = None,
    ap: int = 10,
) -> tikal.State:
    """Figures of seat 1, 2, … on the temple b1."""
    crowd = {seat: {"b1": numbers} for seat, numbers in enumerate((own, *others), start=1)}
    return position(players=max(2, len(crowd)), tiles=BOARD, figures=crowd, guards=guards, ap=ap)


# --- strength ----------------------------------------------------------------------------------


@pytest.mark.clause("GUARD-02")
@pytest.mark.parametrize(
    ("own", "other"),
    [
        ((0, 1), (0, 1)),
        ((0, 1), (0, 2)),
        ((0, 3), (1, 0)),
        ((0, 3), (1, 1)),
        ((1, 1), (0, 4)),
        ((1, 2), (1, 2)),
    ],
)
def test_a_tie_or_less_is_not_enough(own: tuple[int, int], other: tuple[int, int]) -> None:
    figure = "W" if own[1] else "L"
    assert cited(at_b1(own, other), f"guard b1 {figure}") == ["GUARD-02"]
    stronger = (own[0], own[1] + 3)
    accepted(at_b1(stronger, other), f"guard b1 {figure}")


@pytest.mark.clause("GUARD-02")
def test_the_leader_counts_three() -> None:
    assert cited(at_b1((1, 0), (0, 3)), "guard b1 L") == ["GUARD-02"]
    accepted(at_b1((1, 0), (0, 2)), "guard b1 L")
    accepted(at_b1((1, 1), (0, 3)), "guard b1 W")


@pytest.mark.clause("GUARD-02")
def test_the_others_are_not_added_up() -> None:
    accepted(at_b1((0, 3), (0, 2), (0, 2)), "guard b1 W")
    assert cited(at_b1((0, 3), (0, 2), (0, 3)), "guard b1 W") == ["GUARD-02"]


@pytest.mark.clause("GUARD-02", "GUARD-04", "GUARD-11", "GUARD-14")
def test_a_single_worker_alone_may_become_a_guard() -> None:
    accepted(at_b1((0, 1)), "guard b1 W")


@pytest.mark.clause("GUARD-02", "GUARD-04")
def test_no_player_is_the_strongest_on_an_empty_hex() -> None:
    for figure in ("L", "W"):
        assert cited(at_b1((0, 0)), f"guard b1 {figure}") == ["GUARD-02", "GUARD-04"]


# --- the hex and the figure --------------------------------------------------------------------


@pytest.mark.clause("GUARD-02", "GUARD-04", "GUARD-14")
@pytest.mark.parametrize("cell", ["a1", "b2", "c2", "c3", "h5"])
@pytest.mark.parametrize("figure", ["L", "W"])
def test_where_there_is_no_temple_only_that_is_cited(cell: str, figure: str) -> None:
    figures = {1: {"a1": (0, 2), "b2": (0, 2), "c2": (0, 2), "b1": (0, 2)}}
    state = position(tiles=BOARD, figures=figures)
    assert cited(state, f"guard {cell} {figure}") == ["GUARD-02"]
    accepted(state, "guard b1 W")


@pytest.mark.clause("TURN-04", "GUARD-02", "GUARD-11")
@pytest.mark.parametrize("cell", ["a1", "b2", "c2", "c3", "h5"])
def test_where_there_is_no_temple_the_price_and_the_limit_still_count(cell: str) -> None:
    one: Mapping[int, Mapping[str, Figure]] = {1: {"a2": "W"}}
    two: Mapping[int, Mapping[str, Figure]] = {1: {"a2": "W", "d2": "W"}}
    move = f"guard {cell} W"
    assert cited(at_b1((0, 1), guards=two), move) == ["GUARD-02", "GUARD-11"]
    assert cited(at_b1((0, 1), guards=one, ap=4), move) == ["TURN-04", "GUARD-02"]
    assert cited(at_b1((0, 1), guards=two, ap=4), move) == ["TURN-04", "GUARD-02", "GUARD-11"]


@pytest.mark.clause("GUARD-04")
def test_the_guard_is_a_figure_that_stands_there() -> None:
    assert cited(at_b1((1, 0)), "guard b1 W") == ["GUARD-04"]
    assert cited(at_b1((0, 1)), "guard b1 L") == ["GUARD-04"]
    accepted(at_b1((1, 0)), "guard b1 L")
    accepted(at_b1((0, 1)), "guard b1 W")


@pytest.mark.clause("GUARD-04")
def test_another_players_figure_does_not_become_ones_guard() -> None:
    assert cited(at_b1((0, 4), (1, 0)), "guard b1 L") == ["GUARD-04"]


# --- one guard a temple, two a player ----------------------------------------------------------


@pytest.mark.clause("GUARD-14")
@pytest.mark.parametrize("owner", [1, 2])
def test_a_temple_takes_one_guard_of_all_players(owner: int) -> None:
    guarded = at_b1((0, 2), guards={owner: {"b1": "W"}})
    elsewhere = at_b1((0, 2), guards={owner: {"a2": "W"}})
    assert cited(guarded, "guard b1 W") == ["GUARD-14"]
    accepted(elsewhere, "guard b1 W")


@pytest.mark.clause("GUARD-02", "GUARD-14")
def test_a_guard_lends_no_strength() -> None:
    own_guard = at_b1((0, 1), (0, 1), guards={1: {"b1": "L"}})
    their_guard = at_b1((0, 1), guards={2: {"b1": "L"}})
    assert cited(own_guard, "guard b1 W") == ["GUARD-02", "GUARD-14"]
    assert cited(their_guard, "guard b1 W") == ["GUARD-14"]


@pytest.mark.clause("GUARD-11")
def test_a_third_guard_is_cited() -> None:
    assert cited(at_b1((0, 1), guards={1: {"a2": "W", "d2": "L"}}), "guard b1 W") == ["GUARD-11"]
    accepted(at_b1((0, 1), guards={1: {"a2": "W"}}), "guard b1 W")
    accepted(at_b1((0, 1), guards={2: {"a2": "W", "d2": "L"}}), "guard b1 W")


# --- several faults ----------------------------------------------------------------------------


@pytest.mark.clause("TURN-04", "GUARD-02", "GUARD-04", "GUARD-11", "GUARD-14")
def test_everything_wrong_with_a_guard_is_cited() -> None:
    two: Mapping[int, Mapping[str, Figure]] = {1: {"a2": "W", "d2": "W"}}
    here: Mapping[int, Mapping[str, Figure]] = {1: {"a2": "W", "b1": "W"}}
    assert cited(at_b1((0, 1), (0, 1)), "guard b1 L") == ["GUARD-02", "GUARD-04"]
    assert cited(at_b1((0, 1), (0, 1), guards=two), "guard b1 W") == ["GUARD-02", "GUARD-11"]
    assert cited(at_b1((0, 1), guards=two), "guard b1 L") == ["GUARD-04", "GUARD-11"]
    assert cited(at_b1((0, 1), guards=here), "guard b1 W") == ["GUARD-11", "GUARD-14"]
    assert cited(at_b1((0, 1), guards={2: {"b1": "W"}}), "guard b1 L") == ["GUARD-04", "GUARD-14"]
    assert cited(at_b1((0, 1), ap=4), "guard b1 L") == ["TURN-04", "GUARD-04"]
    assert cited(at_b1((0, 0), (0, 1), guards=here, ap=4), "guard b1 W") == [
        "TURN-04",
        "GUARD-02",
        "GUARD-04",
        "GUARD-11",
        "GUARD-14",
    ]
