"""Positions built by hand, and every invariant that an impossible one breaks."""

from __future__ import annotations

import ast
import copy
import inspect
import pickle
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import attrs
import pytest

import tikal
from tikal.components import TILE_INDEX, TILES
from tikal.geometry import Board, lying
from tikal.grid import CELL_INDEX
from tikal.languages import LANGUAGES
from tikal.notation.positions.arguments import EXAMPLES
from tikal.parts import IN_SUPPLY, OUT_OF_PLAY, Bidding
from tikal.rules.invariants import MAX_POINTS, MAX_POINTS_AT_A_TIME
from tikal.state import State


def refused(**setup: Any) -> tuple[str, ...]:
    """The problems of a description."""
    with pytest.raises(tikal.InvalidState) as caught:
        tikal.position(**setup)
    assert str(caught.value) == "; ".join(caught.value.problems)
    return caught.value.problems


def test_an_empty_description_is_a_first_action_phase() -> None:
    state = tikal.position()
    assert (state.phase, state.active, state.ap) == ("act", 1, 10)
    assert tikal.problems(state) == ()


@pytest.mark.parametrize("policy", [tikal.random_policy, tikal.sensible_policy])
@pytest.mark.parametrize("auction", [False, True])
def test_positions_of_real_games_have_no_problems(policy: tikal.Policy, auction: bool) -> None:
    start = tikal.new_game(3, auction=auction)
    assert tikal.problems(start) == ()
    for step in tikal.play(start, policy, seed=31).steps:
        assert tikal.problems(step.state) == ()


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"tiles": {"h5": ("A3", 0)}}, "h5 cannot be reached"),
    ({"tiles": {"b3": ("A3", 0), "c3": ("A3", 1)}}, "tile A3 is in 2 places"),
    ({"tiles": {"b3": ("A3", 3)}, "set_aside": ["A4"]}, "tile A4 is missing"),
    ({"values": {"a2": 0}}, "a temple of value 0 cannot stand on a2"),
    ({"values": {"a2": 11}}, "a temple of value 11 cannot stand on a2"),
    ({"values": {"b2": 3}}, "a temple of value 3 cannot stand on b2"),
    ({"values": {"a2": 10, "b1": 10}}, "more of something is used than there is"),
    ({"tokens": {"b2": 1}}, "1 treasure cannot lie on b2"),
    ({"tiles": {"b3": ("A2", 1)}, "tokens": {"b3": 5}}, "5 treasures cannot lie on b3"),
    ({"tiles": {"b3": ("A2", 1)}, "tokens": {"b3": 3}}, "1 treasure has been taken"),
    ({"treasures": {1: {3: 1}}}, "0 treasures have been taken from the hexes, but players own 1"),
    ({"treasures": {1: {3: 2}, 2: {3: 2}}}, "more of something is used"),
    ({"figures": {1: {"c3": (0, 1)}}}, "c3, which is unexplored"),
    ({"tiles": {"b3": ("B1", 0)}, "figures": {1: {"b3": (0, 1)}}}, "the volcano b3"),
    ({"figures": {1: {"a1": (0, 19)}}}, "more of something is used"),
    ({"figures": {1: {"a1": (0, -1)}}}, "cannot be negative"),
    ({"scores": {1: -1}}, "cannot be negative"),
    ({"removed": {1: (0, 1)}}, "only when a guard is placed"),
    ({"camps": {1: ["a2"]}}, "no camp can stand on a2"),
    ({"camps": {1: ["a1"]}}, "no camp can stand on a1"),
    ({"camps": {1: ["b2", "b2"]}}, "2 camps stand on b2"),
    ({"camps": {1: ["b2"], 2: ["b2"]}}, "2 camps stand on b2"),
    (
        {"tiles": {"b3": ("A3", 3), "b4": ("B3", 0)}, "camps": {1: ["b2", "b3", "b4"]}},
        "3 camps, at most 2",
    ),
    ({"guards": {1: {"b2": "W"}}}, "no guard can stand on b2"),
    ({"guards": {1: {"a2": "W"}, 2: {"a2": "W"}}}, "2 guards stand on a2"),
    (
        {"tiles": {"b3": ("A1", 0)}, "guards": {1: {"a2": "W", "b1": "W", "b3": "W"}}},
        "3 guards, at most 2",
    ),
    ({"ap": 11}, "11 action points"),
    ({"phase": "draw", "ap": 3}, "3 action points cannot be left in the phase 'drawing a tile'"),
    ({"phase": "draw", "tile": "A1"}, "does not fit the phase 'drawing a tile'"),
    ({"phase": "place"}, "the phase 'placing the tile' needs a tile to be placed"),
    ({"tile": "A1"}, "a tile waits during an action phase only if"),
    ({"scoring": True, "tile": "A1"}, "a tile waits during an action phase only if"),
    ({"tile": "B1"}, "a tile waits during an action phase only if"),
    ({"scoring": True}, "the final scoring comes after the last tile"),
    ({"scoring": True, "phase": "draw"}, "not a scoring turn"),
    ({"phase": "over"}, "the final scoring comes after the last tile"),
    ({"queue": [2]}, "not a scoring turn"),
    ({"scoring": True, "tile": "B1", "queue": [1]}, "at most one scoring turn to come"),
    ({"scoring": True, "tile": "B1", "players": 4, "queue": [3, 2]}, "go clockwise"),
    ({"phase": "bid"}, "there is no phase 'bidding' in the basic game (AUCTION-01)"),
    ({"phase": "take"}, "there is no phase 'taking a tile' in the basic game (AUCTION-01)"),
    ({"active": 3}, "it cannot be seat 3's turn"),
    ({"active": 0}, "it cannot be seat 0's turn"),
    ({"worked": {"b2": 1}}, "nothing can be uncovered or recovered on b2"),
    ({"worked": {"a2": 1}, "ap": 8}, "cannot have been taken this turn"),
    ({"values": {"a2": 4}, "worked": {"a2": 3}, "ap": 4}, "cannot have been taken this turn"),
    ({"values": {"a2": 2}, "worked": {"a2": 1}}, "cost 2 action points, 10 are left"),
    ({"phase": "reveal", "ap": 7}, "no treasure has been recovered"),
    ({"phase": "draw", "worked": {"a2": 1}, "values": {"a2": 2}}, "in the phase 'drawing a tile'"),
    ({"display": ["A1"]}, "there is no auction now"),
    ({"auction": True}, "0 tiles on display, not 1"),
    ({"auction": True, "phase": "bid", "display": ["A1"]}, "1 tile on display, not 2"),
    (
        {"auction": True, "phase": "draw", "display": ["A1", "A2"]},
        "filled at the start of a round",
    ),
    (
        {"auction": True, "phase": "bid", "display": ["A1", "A2"], "high_bid": 3},
        "a high bid needs a bidder",
    ),
    (
        {
            "auction": True,
            "phase": "bid",
            "display": ["A1", "A2"],
            "high_bid": 21,
            "high_bidder": 2,
        },
        "exceeds the bidder's score",
    ),
    (
        {"auction": True, "phase": "bid", "display": ["A1", "A2"], "high_bid": 2, "high_bidder": 1},
        "the next to bid",
    ),
    (
        {"auction": True, "phase": "bid", "display": ["A1", "A2"], "passed": [2]},
        "the first to pass is remembered",
    ),
    (
        {"auction": True, "phase": "bid", "display": ["A1", "A2"], "passed": [7]},
        "only seats of this game",
    ),
    ({"auction": True, "phase": "bid", "display": ["A1"], "done": [2]}, "needs no auction"),
    (
        {"auction": True, "phase": "take", "display": ["A1", "A2"], "passed": [2]},
        "belong to the phase 'bidding'",
    ),
    ({"auction": True, "phase": "take", "display": ["A1"], "done": [1]}, "has already had a turn"),
    ({"auction": True, "phase": "place", "tile": "A3", "done": [1]}, "has already had a turn"),
    (
        {"auction": True, "scoring": True, "tile": "B1", "queue": [2], "done": [1]},
        "has already had a turn",
    ),
    ({"scores": {1: 5_000}}, "nobody can have more than"),
]
LEGEND = tikal.LEGEND_CLASSIC
#: Two volcanoes before the corner a5, and the way to them.
WALL: dict[str, tuple[str, int]] = {
    "a3": ("A5", 0), "a4": ("B1", 0), "b3": ("A4", 0), "b4": ("A3", 0), "b5": ("D3", 0),
}  # fmt: skip
#: One level of the temple b1 has been uncovered this turn, by the leader or by the worker.
ONCE: dict[str, Any] = {
    "tiles": {"c1": ("G1", 4)}, "values": {"b1": 2}, "worked": {"b1": 1}, "ap": 8,
    "figures": {1: {"b1": (1, 1)}, 2: {"c1": (0, 1)}},
}  # fmt: skip


@pytest.mark.parametrize(("setup", "problem"), IMPOSSIBLE, ids=[text for _, text in IMPOSSIBLE])
def test_an_impossible_position_is_refused_with_its_problem(
    setup: dict[str, Any], problem: str
) -> None:
    problems = refused(**setup)
    assert any(problem in found for found in problems), problems
    cited = [id_ for found in problems for id_ in re.findall(r"\w+-\d\d", found)]
    assert {*cited} <= {*(c.id for c in tikal.clauses()), *(r.id for r in tikal.rulings())}


def test_three_guards_are_one_problem_about_their_number() -> None:
    tiles: dict[str, Any] = {"b3": ("A1", 0)}
    found = refused(tiles=tiles, guards={1: {"a2": "W", "b1": "W", "b3": "L"}})
    assert found == ("seat 1: 3 guards, at most 2 (GUARD-11)",)


#: Clauses, tiles, cells and numbers.
FACT = re.compile(r"[A-Z]+-\d+|[A-Ga-h]?\d+")


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_problems_have_the_same_facts_in_every_language(language: str) -> None:
    for setup, _ in IMPOSSIBLE:
        for problem in refused(**setup):
            assert isinstance(problem, tikal.Problem)
            assert problem == problem.text() == problem.text("xx")
            translated = problem.text(language)
            assert translated != problem
            assert Counter(FACT.findall(translated)) == Counter(FACT.findall(problem))
            again = pickle.loads(pickle.dumps(problem))
            assert (again, again.key, again.facts) == (problem, problem.key, problem.facts)


def test_a_problem_within_a_problem_has_the_same_language() -> None:
    with pytest.raises(tikal.InvalidState) as caught:
        tikal.position(camps={1: ["a2"]})
    assert caught.value.texts("fr") == (
        "joueur 1 : il ne peut pas y avoir de camp en a2 (CAMP-02)",
    )
    assert "no camp can stand on a2" in str(caught.value)
    assert tikal.InvalidState(["in other words"]).texts("fr") == ("in other words",)


BIDS: dict[str, Any] = {"players": 3, "auction": True, "phase": "bid", "scores": {1: 5, 2: 5, 3: 5}}
TWO_BID: dict[str, Any] = {**BIDS, "display": ["A1", "A2"], "done": [3]}
STILL_IN = "the next to bid must still be in the auction and not be the high bidder (AUCTION-07)"
NO_PASS = "a seat that has had its turn does not pass (AUCTION-15)"


@pytest.mark.clause("AUCTION-07", "AUCTION-15")
@pytest.mark.parametrize(
    ("setup", "problems"),
    [
        ({"active": 1, "passed": [1], "first_passer": 1}, (STILL_IN,)),
        ({"active": 2, "high_bidder": 1, "high_bid": 2, "passed": [1]}, (STILL_IN,)),
        ({"active": 1, "high_bidder": 1, "high_bid": 2}, (STILL_IN,)),
        ({"active": 2, "high_bidder": 1, "high_bid": 2, "passed": [3]}, ()),
        ({"active": 2, "passed": [1], "first_passer": 1}, ()),
    ],
)
def test_a_player_who_has_passed_neither_bids_nor_has_the_high_bid(
    setup: dict[str, Any], problems: tuple[str, ...]
) -> None:
    whole = {**BIDS, "display": ["A1", "A2", "A3"], **setup}
    if problems:
        assert refused(**whole) == problems
    else:
        assert tikal.position(**whole).active == setup["active"]


@pytest.mark.parametrize(
    "setup",
    [
        {"active": 2, "passed": [4], "first_passer": 4},
        {"active": 2, "high_bidder": 4, "high_bid": 2},
        {"active": 2, "done": [4], "display": ["A1", "A2"]},
    ],
)
def test_only_seats_of_the_game_take_part_in_an_auction(setup: dict[str, Any]) -> None:
    found = refused(**{**BIDS, "display": ["A1", "A2", "A3"], **setup})
    assert "only seats of this game bid, pass or have had their turn" in found


@pytest.mark.clause("AUCTION-15")
def test_a_player_who_has_had_a_turn_neither_passes_nor_has_the_high_bid() -> None:
    bid: dict[str, Any] = {"active": 2, "high_bidder": 1, "high_bid": 2}
    assert tikal.position(**TWO_BID, **bid).active == 2
    assert refused(**TWO_BID, **bid, passed=[3]) == (NO_PASS,)
    assert refused(**TWO_BID, active=2, passed=[3], first_passer=3) == (NO_PASS,)
    assert refused(**TWO_BID, active=2, high_bidder=3, high_bid=2) == (STILL_IN,)


@pytest.mark.clause("PLACE-05")
@pytest.mark.parametrize("edition", tikal.EDITIONS.values(), ids=str)
def test_no_space_is_walled_off_where_it_is_forbidden(edition: tikal.Edition) -> None:
    if edition.volcano_may_foreclose:
        assert tikal.problems(tikal.position(tiles=WALL, edition=edition)) == ()
    else:
        assert refused(tiles=WALL, edition=edition) == (
            "volcanoes wall a5 off, which this edition forbids (PLACE-05)",
        )
    gap = {cell: tile for cell, tile in WALL.items() if cell != "b5"}
    assert tikal.problems(tikal.position(tiles=gap, edition=edition)) == ()


@pytest.mark.clause("PLACE-05")
def test_every_space_walled_off_is_named() -> None:
    walls = {"a3": ("B1", 0), "b4": ("D3", 0), "b5": ("F2", 0)}
    assert tikal.problems(tikal.position(tiles=walls)) == ()
    assert refused(tiles=walls, edition=LEGEND) == tuple(
        f"volcanoes wall {cell} off, which this edition forbids (PLACE-05)" for cell in ("a4", "a5")
    )


# --- diggers -----------------------------------------------------------------------------------


def test_the_diggers_are_those_present_by_default() -> None:
    state = tikal.position(edition=LEGEND, **ONCE)
    assert [(kind, place) for _, kind, place in state.turn.diggers] == [("L", 5), ("W", 5)]
    gone = tikal.position(edition=LEGEND, **{**ONCE, "figures": {}})
    assert [(kind, place) for _, kind, place in gone.turn.diggers] == [("W", OUT_OF_PLAY)]
    twice = {**ONCE, "values": {"b1": 3}, "worked": {"b1": 2}, "ap": 6}
    assert tikal.position(edition=LEGEND, **twice).turn.diggers == ()
    assert tikal.position(**ONCE).turn.diggers == ()


@pytest.mark.clause("TEMPLE-03")
@pytest.mark.parametrize(
    ("diggers", "figures", "legal"),
    [
        ([("W", "b1")], {"b1": (0, 1)}, False),
        ([("L", "b1")], {"b1": (1, 0)}, False),
        ([("W", "b1")], {"b1": (0, 2)}, True),
        ([("W", "c1")], {"b1": (0, 1), "c1": (0, 1)}, True),
        ([("W", "b1"), ("W", "c1")], {"b1": (0, 1), "c1": (0, 1)}, True),
        ([("L", "c1")], {"b1": (0, 1), "c1": (1, 0)}, True),
        ([("W", None)], {"b1": (0, 1)}, True),
        ([("L", "c1")], {"b1": (0, 1), "c1": (1, 1)}, True),
    ],
)
def test_the_diggers_can_be_given(
    diggers: list[tuple[tikal.Figure, str | None]], figures: dict[str, tuple[int, int]], legal: bool
) -> None:
    setup: dict[str, Any] = {**ONCE, "figures": {1: figures}}
    state = tikal.position(edition=LEGEND, diggers={"b1": diggers}, **setup)
    assert tikal.is_legal(state, tikal.Uncover("b1")) == legal


@pytest.mark.parametrize(
    ("setup", "problem"),
    [
        ({"diggers": {"b1": [("W", "c1")]}}, "no worker stands where the digger of b1 is said"),
        ({"diggers": {"b1": [("L", "c1")]}}, "no leader stands where the digger of b1 is said"),
        ({"diggers": {"c1": [("W", "b1")]}}, "every hex dug once needs a digger"),
        ({"diggers": {"b1": []}}, "every hex dug once needs a digger"),
        (
            {"diggers": {"b1": [("L", "b1"), ("L", None)]}},
            "the leader is in one place only",
        ),
        (
            {"edition": "rio-grande-1999", "diggers": {"b1": [("W", "b1")]}},
            "no other hex may",
        ),
        (
            {"worked": {}, "ap": 10, "diggers": {"b1": [("W", "b1")]}},
            "no other hex may",
        ),
    ],
)
def test_diggers_that_cannot_be_are_refused(setup: dict[str, Any], problem: str) -> None:
    found = refused(**{"edition": LEGEND, **ONCE, **setup})
    assert any(problem in text for text in found), found


@pytest.mark.parametrize(
    ("diggers", "message"),
    [
        ({"b9": [("W", "b1")]}, "no cell 'b9'"),
        ({"b1": [("W", "z1")]}, "no cell 'z1'"),
        ({"b1": [("X", "b1")]}, "X"),
        ({"b1": ["W"]}, r"diggers\['b1'\]\[0\] is a pair"),
        ({"b1": 3}, r"diggers\['b1'\] is a list"),
        ([("b1", "W")], "diggers is a dict"),
    ],
)
def test_diggers_that_make_no_sense_are_an_invalid_argument(diggers: Any, message: str) -> None:
    with pytest.raises(tikal.InvalidArgument, match=message):
        tikal.position(edition=LEGEND, diggers=diggers, **ONCE)


def test_diggers_out_of_order_or_twice_are_noticed() -> None:
    state = tikal.position(edition=LEGEND, **ONCE)
    for diggers in (state.turn.diggers[::-1], state.turn.diggers[:1] * 2):
        turn = attrs.evolve(state.turn, diggers=diggers)
        found = tikal.problems(attrs.evolve(state, turn=turn))
        assert "diggers must be listed once each, in ascending order" in found


# --- several problems, and no sense at all -----------------------------------------------------


def test_every_problem_is_listed_at_once() -> None:
    found = refused(
        tiles={"h5": ("A3", 0)}, values={"b2": 3}, figures={1: {"c3": (0, 1)}}, ap=12, queue=[2]
    )
    assert len(found) >= 5


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ({"players": 7}, "2 to 4"),
        ({"figures": {3: {"a1": (0, 1)}}}, "no seat 3"),
        ({"figures": {"1": {"a1": (0, 1)}}}, "a key of figures is an int"),
        ({"figures": {1: {"a9": (0, 1)}}}, "no cell 'a9': the cells are a1 to h5"),
        ({"figures": {1: {"a1": 3}}}, r"figures\[1\]\['a1'\] is a pair"),
        ({"figures": {1: {"a1": (2, 0)}}}, "one leader"),
        ({"figures": {1: {"a1": (-1, 0)}}}, "one leader"),
        ({"figures": {1: {"a1": (10**12, 0)}}}, "out of all proportion"),
        ({"figures": {1: {"a1": (True, 0)}}}, "is an int"),
        ({"figures": {1: {"a1": (1, 0)}}, "guards": {1: {"a2": "L"}}}, "one leader"),
        ({"figures": 7}, "figures is a dict"),
        ({"tiles": {"b3": "A3"}}, r"tiles\['b3'\] is a pair"),
        ({"tiles": {"b3": ("A9", 0)}}, "no tile 'A9'"),
        ({"tiles": {"b3": ("A3", 9)}}, "0 to 5"),
        ({"tiles": {"a1": ("A3", 0)}}, "a1 is a printed hex"),
        ({"tiles": {"b3": ("camp", 0)}}, "no tile 'camp'"),
        ({"tile": "Q1", "phase": "place"}, "no tile 'Q1'"),
        ({"treasures": {1: {9: 1}}}, "no treasure of kind 9"),
        ({"tiles": {"b3": ("A3", 3)}, "set_aside": ["A3"]}, "set aside and somewhere else"),
        ({"values": {"a2": "3"}}, "is an int"),
        ({"edition": tikal.LEGEND_CLASSIC, "auction": True}, "AUCTION-01"),
    ],
)
def test_a_description_that_makes_no_sense_is_an_invalid_argument(
    setup: dict[str, Any], message: str
) -> None:
    with pytest.raises(tikal.InvalidArgument, match=message):
        tikal.position(**setup)


#: For every argument, wrong shapes and wrong things in them, and the place that is named.
MISSHAPEN: dict[str, list[tuple[Any, str]]] = {
    "players": [("2", "players is an int"), (None, "players"), (5, "2 to 4 players")],
    "edition": [(7, "edition is an Edition"), ("tikal", "no edition 'tikal'")],
    "auction": [("no", "auction is True or False")],
    "tiles": [
        (["c1"], "tiles is a dict"), ({"c1": "A5"}, "tiles['c1'] is a pair"),
        ({"c1": ("A5",)}, "tiles['c1'] is a pair"), ({"c1": (5, 0)}, "tiles['c1'][0] is a tile"),
        ({"c1": ("A5", "r2")}, "tiles['c1'][1] is an int"), ({"c1": ("Z1", 0)}, "no tile 'Z1'"),
        ({"c1": ("A5", 6)}, "tiles['c1'][1] is a rotation from 0 to 5"),
        ({1: ("A5", 2)}, "a key of tiles is a cell"), ({"j1": ("A5", 2)}, "no cell 'j1'"),
    ],
    "values": [(7, "values is a dict"), ({"a2": "7"}, "values['a2'] is an int"),
               ({"a9": 7}, "no cell 'a9'"), ({2: 7}, "a key of values is a cell")],
    "tokens": [("a2", "tokens is a dict"), ({"a2": None}, "tokens['a2'] is an int"),
               ({"z": 7}, "no cell 'z'")],
    "figures": [
        ({1: "a2"}, "figures[1] is a dict"), ({"a2": (1, 2)}, "a key of figures is an int"),
        ({1: {"a2": 3}}, "figures[1]['a2'] is a pair"), ({1: {"i1": (1, 0)}}, "no cell 'i1'"),
        ({1: {"a2": (1, 0.5)}}, "figures[1]['a2'][1] is an int"), ({5: {}}, "no seat 5"),
    ],
    "camps": [({1: "b2"}, "camps[1] is a list"), (["b2"], "camps is a dict"),
              ({1: [7]}, "camps[1][0] is a cell"), ({1: ["b7"]}, "no cell 'b7'")],
    "guards": [
        ({1: "a2"}, "guards[1] is a dict"), ({1: ["a2"]}, "guards[1] is a dict"),
        ({1: {"a2": "K"}}, "guards[1]['a2'] is \"L\" or \"W\""),
        ({1: {"a2": 1}}, "guards[1]['a2'] is \"L\" or \"W\""), ({1: {"x": "L"}}, "no cell 'x'"),
        ({0: {"a2": "L"}}, "no seat 0"),
    ],
    "removed": [({1: 2}, "removed[1] is a pair"), ({1: (1, 2, 3)}, "removed[1] is a pair"),
                ({1: ("L", 2)}, "removed[1][0] is an int")],
    "treasures": [({1: [3]}, "treasures[1] is a dict"), ({1: {9: 1}}, "no treasure of kind 9"),
                  ({1: {"3": 1}}, "a key of treasures[1] is an int"),
                  ({1: {3: "x"}}, "treasures[1][3] is an int")],
    "scores": [([3, 4], "scores is a dict"), ({1: "3"}, "scores[1] is an int")],
    "set_aside": [("G4", "set_aside is a list"), ([4], "set_aside[0] is a tile"),
                  (["H1"], "no tile 'H1'")],
    "phase": [("nap", "phase is one of draw, bid"), (3, "phase is one of"), (None, "phase is")],
    "active": [(1.0, "active is an int"), (True, "active is an int"), ("1", "active is an int")],
    "ap": [("7", "ap is an int"), (7.0, "ap is an int")],
    "tile": [(3, "tile is a tile"), ("Q1", "no tile 'Q1'"), (["A1"], "tile is a tile")],
    "scoring": [("no", "scoring is True or False"), (0, "scoring is True or False")],
    "queue": [(2, "queue is a list"), ("23", "queue is a list"), (["2"], "queue[0] is an int"),
              ({2: 3}, "queue is a list"), (range(10**9), "queue has more than 100 entries")],
    "worked": [(["a2"], "worked is a dict"), ({"a2": "once"}, "worked['a2'] is an int"),
               ({"a2": -1}, "worked: the number"), ({"k1": 1}, "no cell 'k1'")],
    "diggers": [({"a2": "L"}, "diggers['a2'] is a list"), ({"a2": ["L"]}, "diggers['a2'][0] is a"),
                ({"a2": [("X", "a2")]}, "diggers['a2'][0][0] is"), ({"a0": []}, "no cell 'a0'"),
                ({"a2": [("W", 3)]}, "diggers['a2'][0][1] is a cell")],
    "display": [("A1", "display is a list"), ([1], "display[0] is a tile"), (3, "display is a")],
    "high_bid": [("5", "high_bid is an int")],
    "high_bidder": [("2", "high_bidder is an int")],
    "passed": [(2, "passed is a list"), (["2"], "passed[0] is an int")],
    "first_passer": [([2], "first_passer is an int")],
    "done": [(2, "done is a list"), ([None], "done[0] is an int")],
}  # fmt: skip


def test_every_argument_is_tried_with_wrong_shapes() -> None:
    assert list(MISSHAPEN) == list(inspect.signature(tikal.position).parameters)


@pytest.mark.parametrize("name", MISSHAPEN)
def test_an_error_names_the_argument_and_what_was_expected(name: str) -> None:
    for value, message in MISSHAPEN[name]:
        with pytest.raises(tikal.InvalidArgument) as caught:
            tikal.position(**{name: value})
        assert message in str(caught.value)
        if name in EXAMPLES and "2 to 4" not in message and "worked:" not in message:
            assert str(caught.value).endswith(f"; write it like {name}={EXAMPLES[name]}")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_error_suggests_well_formed_text(name: str) -> None:
    with suppress(tikal.InvalidState):  # it may well be impossible by itself
        tikal.position(players=3, **{name: ast.literal_eval(EXAMPLES[name])})


def test_unknown_words_are_refused() -> None:
    with pytest.raises(TypeError, match="colour"):
        tikal.position(colour="red")  # type: ignore[call-arg]


def damaged(**changes: Any) -> State:
    state = tikal.position(figures={1: {"a1": (1, 2)}})
    who = attrs.evolve(state.expeditions[0], **changes)
    return attrs.evolve(state, expeditions=(who, *state.expeditions[1:]))


@pytest.mark.parametrize(
    ("state", "problem"),
    [
        (damaged(supply=17), "19 workers in all, not 18"),
        (damaged(leader=OUT_OF_PLAY), "the leader must be in one place"),
        (damaged(leader=IN_SUPPLY, removed=(1, 0)), "the leader must be in one place"),
        (damaged(leader=77), "the leader is nowhere"),
        (damaged(workers=(0,) * 39), "must have 40 entries"),
        (damaged(treasures=(0,) * 7), "8 kinds of treasures"),
        (damaged(supply="many"), "expeditions has a value of the wrong type"),
        (damaged(camps=(6, 5)), "ascending order"),
        (damaged(guards=((5, "X"),)), "expeditions has a value of the wrong type"),
        (damaged(camps=None), "expeditions has a value of the wrong type"),
        (damaged(seat=2), "seat 1 has the records of seat 2"),
        (damaged(seat=True), "expeditions has a value of the wrong type"),
    ],
)
def test_damaged_records_are_noticed(state: State, problem: str) -> None:
    found = tikal.problems(state)
    assert any(problem in text for text in found), found


def with_records(state: State, **records: dict[str, Any]) -> State:
    """The position with some fields of its records changed."""
    changed = {name: attrs.evolve(getattr(state, name), **new) for name, new in records.items()}
    return attrs.evolve(state, **changed)


BIDDING = tikal.position(
    edition=tikal.house("rio-grande-1999", lowest_bid=0), auction=True, phase="bid",
    display=["A1", "A2"],
)  # fmt: skip
TILES_TO_DRAW = tikal.position().stock.tiles


@pytest.mark.parametrize(
    ("state", "problem"),
    [
        (with_records(tikal.position(), table={"edition": None}), "state.table.edition"),
        (with_records(tikal.position(), table={"auction": 0}), "state.table.auction"),
        (with_records(tikal.position(), turn={"phase": "nap"}), "state.turn.phase"),
        (with_records(tikal.position(), turn={"active": 1.0}), "state.turn.active"),
        (with_records(tikal.position(), turn={"active": True}), "state.turn.active"),
        (with_records(tikal.position(), course={"scoring": "no"}), "state.course.scoring"),
        (
            with_records(
                tikal.position(),
                course={"bidding": Bidding(high_bid=2.5)},  # type: ignore[arg-type]
            ),
            "state.course.bidding.high_bid",
        ),
        (damaged(camps={}), "expeditions has a value of the wrong type"),
        (damaged(camps=(-1,)), "no cell number -1"),
        (damaged(camps=(40,)), "no cell number 40"),
        (damaged(guards=((-35, "W"),), supply=15), "no cell number -35"),
        (with_records(tikal.position(), turn={"worked": (-39,), "ap": 5}), "no cell number -39"),
        (
            with_records(tikal.position(), turn={"diggers": ((-39, "W", 0),)}),
            "no cell number -39",
        ),
        (
            with_records(tikal.position(), stock={"tiles": (*TILES_TO_DRAW, 255 // 6)}),
            "no tile number 42",
        ),
        (
            with_records(tikal.position(), stock={"tiles": (-1, *TILES_TO_DRAW)}),
            "no tile number -1",
        ),
        (
            with_records(tikal.position(), turn={"phase": "place", "ap": 0}, course={"tile": 36}),
            "no tile number 36",
        ),
        (
            attrs.evolve(BIDDING, course=attrs.evolve(
                BIDDING.course, bidding=attrs.evolve(BIDDING.course.bidding, high_bidder=7)
            )),
            "only seats of this game",
        ),
    ],
)  # fmt: skip
def test_numbers_that_name_nothing_are_noticed(state: State, problem: str) -> None:
    found = tikal.problems(state)
    assert any(problem in text for text in found), found


@pytest.mark.parametrize("tile", [240, 254])
def test_a_number_that_is_not_a_tile_is_noticed_on_the_board(tile: int) -> None:
    state = tikal.position()
    tiles = bytearray(state.ground.board.tiles)
    tiles[-1] = tile
    board = attrs.evolve(state.ground.board, tiles=bytes(tiles))
    found = tikal.problems(with_records(state, ground={"board": board}))
    assert f"{tile} is not the number of a tile in any rotation (COMP-03)" in found


@pytest.mark.parametrize("name", ["steps", "offers", "campable"])
def test_a_board_that_contradicts_its_tiles_is_noticed(name: str) -> None:
    """These are not compared by ==, but the rules rely on them."""
    state = tikal.position()
    nothing: dict[str, Any] = {"steps": Board.of({}).steps, "offers": b"", "campable": b""}
    empty = attrs.evolve(state.ground.board, **{name: nothing[name]})
    assert empty == state.ground.board
    found = tikal.problems(with_records(state, ground={"board": empty}))
    assert found == ("the steps of the board do not follow from its tiles",)


def test_a_score_may_grow_from_any_that_is_accepted() -> None:
    laid: dict[str, Any] = {"tiles": {"b3": ("A1", 0)}, "guards": {1: {"b3": "W"}}}
    before = tikal.position(scoring=True, tile="B1", scores={1: MAX_POINTS}, **laid)
    after = tikal.apply(before, "end")
    assert after.scores[1] > MAX_POINTS
    assert tikal.problems(after) == ()
    assert any("nobody can have more than" in text for text in refused(scores={1: MAX_POINTS + 1}))


def test_more_damaged_records_are_noticed() -> None:
    state = tikal.position()
    one = attrs.evolve(state, expeditions=state.expeditions[:1])
    assert "2 to 4" in tikal.problems(one)[0]
    floors = attrs.evolve(
        state, stock=attrs.evolve(state.stock, floors=(2, *state.stock.floors[1:]))
    )
    assert "pieces of level 2" in tikal.problems(floors)[0]
    fewer = attrs.evolve(state, stock=attrs.evolve(state.stock, floors=(1, 2)))
    assert "9 levels of temple pieces" in tikal.problems(fewer)[0]
    unseen = attrs.evolve(state, stock=attrs.evolve(state.stock, unseen=(2, *(3,) * 7)))
    assert "treasure kind 1" in tikal.problems(unseen)[0]
    lost = attrs.evolve(state, stock=attrs.evolve(state.stock, tiles=state.stock.tiles[1:]))
    assert "tile A1 is missing" in tikal.problems(lost)[0]
    mixed = attrs.evolve(state, stock=attrs.evolve(state.stock, tiles=state.stock.tiles[::-1]))
    assert "ascending" in tikal.problems(mixed)[0]
    won = attrs.evolve(state, course=attrs.evolve(state.course, winners=(1,)))
    assert "winners" in tikal.problems(won)[0]
    table = attrs.evolve(state.table, edition=tikal.LEGEND_CLASSIC, auction=True)
    assert "no auction game" in tikal.problems(attrs.evolve(state, table=table))[0]
    camp = TILE_INDEX["camp"]
    turned = attrs.evolve(state.ground.board, tiles=bytes(
        lying(camp, 3) if tile == lying(camp, 0) else tile for tile in state.ground.board.tiles
    ))  # fmt: skip
    found = tikal.problems(attrs.evolve(state, ground=attrs.evolve(state.ground, board=turned)))
    assert any("steps of the board" in text for text in found)
    with pytest.raises(TypeError):
        tikal.problems("state")  # type: ignore[arg-type]


# --- records of the wrong type -----------------------------------------------------------------


class Text(str):
    """A str that is none of the engine's."""

    __slots__ = ()


def wrong_for(value: object) -> Iterator[object]:
    """Things that look like a value and are none."""
    yield from (object(), 1.0, [1], {})
    if not isinstance(value, bytes):
        yield b"act"
    if isinstance(value, bool):
        yield from (0, 1, None, "yes")
    elif isinstance(value, int):
        yield from (True, False, "1", (1,))
    elif isinstance(value, str):
        yield from (Text(value), 3, None, ("L",))
    elif isinstance(value, tuple):
        yield from ([*value], None, (object(),), (None,), ("x", 1.5))


def damaged_fields(record: Any, path: str) -> Iterator[tuple[Any, str]]:
    """The record with each field in turn, also of records inside, of a wrong type; and its path."""
    for field in attrs.fields(type(record)):
        value, here = getattr(record, field.name), f"{path}.{field.name}"
        if attrs.has(type(value)):
            inner = [*damaged_fields(value, here), *((object(), here), (None, here))]
        else:
            inner = [(wrong, here) for wrong in wrong_for(value)]
        for wrong, where in inner:
            if type(wrong) is type(value) and wrong == value:
                continue
            damaged = copy.copy(record)
            if damaged is record:  # a State is its own copy
                damaged = object.__new__(type(record))
                for other in attrs.fields(type(record)):
                    object.__setattr__(damaged, other.name, getattr(record, other.name))
            object.__setattr__(damaged, field.name, wrong)
            yield damaged, where


def test_a_wrong_type_in_any_field_of_any_record_is_a_problem_with_its_place() -> None:
    state = tikal.position(
        edition=LEGEND, guards={1: {"a2": "W"}}, camps={2: ["b2"]}, **{**ONCE, "players": 3}
    )
    assert tikal.problems(state) == ()
    seen = set()
    for wrong, path in damaged_fields(state, "state"):
        found = tikal.problems(wrong)
        # records in a tuple are named by the tuple
        assert found == (f"{path} has a value of the wrong type",), (path, found)
        seen.add(path)
    for name in ("table.edition", "table.edition.second_dig", "course.bidding.high_bid",
                 "turn.diggers", "ground.board.tiles", "stock.floors", "expeditions"):  # fmt: skip
        assert f"state.{name}" in seen


def test_a_wrong_type_in_any_field_of_an_expedition_is_a_problem() -> None:
    state = tikal.position(guards={1: {"a2": "W"}}, camps={1: ["b2"]})
    whole: list[Any] = [object(), None, 3, state.turn]
    for wrong in [*whole, *(e for e, _ in damaged_fields(state.expeditions[0], "expedition"))]:
        damaged = attrs.evolve(state, expeditions=(wrong, state.expeditions[1]))
        assert tikal.problems(damaged) == ("state.expeditions has a value of the wrong type",), (
            wrong
        )


def test_an_edition_that_is_none_is_a_problem() -> None:
    state = tikal.position()
    wrong: list[Any] = ["rio-grande-1999", None, object()]
    for edition in wrong:
        table = attrs.evolve(state.table, edition=edition)
        found = tikal.problems(attrs.evolve(state, table=table))
        assert found == ("state.table.edition has a value of the wrong type",)


def test_one_tile_under_another_rotation_that_looks_the_same_is_noticed() -> None:
    state = tikal.position(tiles={"b3": ("A3", 3), "c2": ("B1", 0)})
    board = state.ground.board
    tiles = bytearray(board.tiles)
    tiles[CELL_INDEX["c2"]] += 2  # a volcano has no stones
    turned = attrs.evolve(state.ground, board=attrs.evolve(board, tiles=bytes(tiles)))
    assert tikal.problems(state) == ()
    found = tikal.problems(attrs.evolve(state, ground=turned))
    assert "a tile must be stored under its smallest equivalent rotation" in found


def test_lists_may_be_given_in_any_order() -> None:
    setup: dict[str, Any] = {"players": 4, "auction": True, "active": 2, "phase": "bid"}
    bids: dict[str, Any] = {
        "display": ["A2", "A1", "A4", "A3"],
        "passed": [4, 3, 1],
        "first_passer": 3,
    }
    bidding = tikal.position(**setup, **bids).course.bidding
    assert bidding.passed == (1, 3, 4)
    assert bidding.display == tuple(sorted(bidding.display))
    taken = {"display": ["A1"], "done": [4, 1, 3], "phase": "take"}
    assert tikal.position(**{**setup, **taken}).course.bidding.done == (1, 3, 4)


def test_guards_out_of_order_are_noticed() -> None:
    state = tikal.position(guards={1: {"a2": "W", "b1": "W"}})
    mine = state.expeditions[0]
    assert len(mine.guards) == 2
    turned = attrs.evolve(mine, guards=mine.guards[::-1])
    mixed = attrs.evolve(state, expeditions=(turned, *state.expeditions[1:]))
    assert any("guards must be listed in ascending order" in text for text in tikal.problems(mixed))


def test_the_most_points_at_a_time_are_all_temples_and_all_treasures() -> None:
    temples = sum(tile.kind == "temple" for tile in TILES)
    assert temples * 10 + 8 * 6 == MAX_POINTS_AT_A_TIME


@pytest.mark.clause("TEMPLE-04", "TREASURE-04")
@pytest.mark.parametrize(
    ("setup", "cell", "times"),
    [
        ({"tokens": {"b3": 3}, "treasures": {1: {1: 1}}, "ap": 4}, "b3", 2),
        ({"tokens": {"b3": 1}, "treasures": {1: {1: 1, 2: 1, 3: 1}}, "ap": 1}, "b3", 3),
        ({"values": {"a2": 2}, "ap": 6}, "a2", 2),
        ({"values": {"a2": 4}, "ap": 4}, "a2", 3),
    ],
)
def test_no_more_was_dug_this_turn_than_is_gone_and_than_a_turn_allows(
    setup: dict[str, Any], cell: str, times: int
) -> None:
    whole = {"tiles": {"b3": ("A2", 1)}, **setup}
    assert tikal.problems(tikal.position(**whole, worked={cell: times - 1})) == ()
    assert refused(**whole, worked={cell: times}) == (
        f"{times} levels or treasures of {cell} cannot have been taken this turn",
    )
