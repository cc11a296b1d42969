"""Positions in which much is at its limit at once: engine and specification agree on every move.

Changes of the formal rules that no played position notices are noticed here.
"""

from __future__ import annotations

from typing import Any

import pytest

import tikal
from tests.asking.helpers import cited
from tests.formal.agreement import disagreements
from tests.formal.specification import ask, edition_fluents, facts, given, successor, term
from tikal.components import BOX

#: A volcano and a temple, jungle and treasure hexes around the printed ones.
LAND: dict[str, Any] = {
    "tiles": {"b3": ("A3", 3), "c1": ("A4", 0), "c2": ("A2", 0), "c3": ("A5", 2), "d1": ("B1", 0)},
    "values": {"a2": 10, "b1": 3, "c1": 4},
    "tokens": {"c2": 2, "c3": 0},
    "figures": {
        1: {"a2": (0, 1), "b1": (0, 1), "c1": (0, 2), "c2": (1, 0), "b2": (0, 1), "a1": (0, 1)},
        2: {"a2": (0, 2), "b1": (0, 1), "b2": (0, 1), "c2": (0, 2), "c1": (0, 1)},
        3: {"b3": (1, 3), "b1": (0, 1)},
    },
    "camps": {1: ["b2"], 2: ["c3"], 3: ["b3"]},
    "treasures": {1: {1: 1}, 2: {3: 2}, 3: {5: 3}},
    "scores": {1: 5, 2: 9, 3: 5},
    "players": 3,
}
#: One token is in hand.
FEWER = {2: {3: 2}, 3: {5: 3}}
OPEN = {"auction": True, "display": ["A1", "A6", "B2"]}
MOMENTS: dict[str, dict[str, Any]] = {
    "one point left": {"worked": {"b1": 1, "c1": 2, "c2": 1}, "ap": 1},
    "five points": {"worked": {"b1": 1, "c2": 1}, "ap": 5},
    "no points": {"worked": {"c1": 2, "c2": 2}, "ap": 0},
    "all points": {},
    "a token in hand": {
        "worked": {"c1": 2, "c2": 2},
        "ap": 0,
        "phase": "reveal",
        "treasures": FEWER,
    },
    "another token in hand": {
        "worked": {"b1": 1, "c2": 1},
        "ap": 4,
        "phase": "reveal",
        "treasures": FEWER,
    },
    "Legend": {"worked": {"b1": 1, "c2": 1}, "ap": 5, "edition": "legend-classic"},
    "a volcano round": {
        "worked": {"c1": 2, "c2": 2},
        "ap": 0,
        "scoring": True,
        "tile": "D3",
        "queue": [2],
    },
    "a turn of an auction": {"auction": True, "display": ["A1", "A6"], "ap": 6},
    "the last turn of a round": {"auction": True, "display": [], "ap": 6, "done": [2, 3]},
    "placing in an auction": {
        "auction": True,
        "phase": "place",
        "tile": "A1",
        "display": ["A6"],
        "done": [2],
    },
    "placing a volcano": {"phase": "place", "tile": "D3", "edition": "super-meeple-2015"},
    "a bid after a pass": {**OPEN, "phase": "bid", "passed": [3], "first_passer": 3},
    "a bid above another": {
        **OPEN,
        "phase": "bid",
        "passed": [3],
        "high_bid": 2,
        "high_bidder": 2,
    },
    "taking": {"auction": True, "phase": "take", "display": ["A1", "A6"], "done": [2]},
    "taking the tile that is left": {
        "auction": True,
        "phase": "take",
        "display": ["A6"],
        "done": [1, 3],
        "active": 2,
    },
    "taking a volcano": {
        "auction": True,
        "phase": "take",
        "display": ["A1", "D3"],
        "done": [2],
        "active": 3,
    },
    "the last turn but one of a round": {
        "auction": True,
        "display": ["A1"],
        "ap": 6,
        "done": [3],
    },
    "a pass that leaves one bidder": {
        **OPEN,
        "phase": "bid",
        "active": 2,
        "passed": [1],
        "high_bid": 3,
        "high_bidder": 3,
    },
    "the last pass": {
        **OPEN,
        "phase": "bid",
        "active": 3,
        "passed": [1, 2],
        "first_passer": 2,
    },
    "drawing": {"phase": "draw", "active": 2},
    "drawing for a display": {"auction": True, "phase": "draw", "display": ["A1"], "active": 3},
    "the last tile of a display": {
        "auction": True,
        "phase": "draw",
        "display": ["A1", "A6"],
        "active": 2,
    },
    "another edition's exchanges": {
        "active": 2,
        "edition": "legend-classic",
        "treasures": {1: {1: 2}, 2: {3: 1, 4: 1}, 3: {4: 1, 5: 1}},
        "ap": 3,
    },
    "of four the third": {
        "players": 4,
        "active": 3,
        "figures": {**LAND["figures"], 4: {"b3": (0, 2), "c1": (1, 0)}},
        "guards": {2: {"a2": "W"}, 3: {"c1": "W"}},
        "camps": {1: ["b2"], 3: ["b3"], 4: ["c3"]},
        "worked": {"b1": 1},
        "ap": 8,
    },
    "a digger who went away": {
        "edition": "legend-classic",
        "worked": {"b1": 1, "c2": 1},
        "diggers": {"b1": [("L", "c2"), ("W", "a1")], "c2": [("L", "c2")]},
        "ap": 4,
    },
    "the last turn of a volcano round": {"scoring": True, "tile": "D3", "active": 2, "ap": 4},
}


@pytest.mark.parametrize("moment", MOMENTS.values(), ids=list(MOMENTS))
def test_a_crowded_position_is_judged_alike(moment: dict[str, Any]) -> None:
    """Asked about seat 2 too, or about one that has passed."""
    state = tikal.position(**{**LAND, **moment})
    seat = moment.get("passed", [2])[0]
    assert list(disagreements(state, seat, None)) == []


@pytest.mark.parametrize("moment", MOMENTS.values(), ids=list(MOMENTS))
def test_its_moves_lead_to_the_same_position(moment: dict[str, Any]) -> None:
    """The first and the last legal move of each class."""
    state = tikal.position(**{**LAND, **moment})
    by_class: dict[type[tikal.Move], list[tikal.Move]] = {}
    for move in tikal.legal_moves(state):
        by_class.setdefault(type(move), []).append(move)
    assert by_class
    for moves in by_class.values():
        for move in {moves[0], moves[-1]}:
            assert successor(state, move) == facts(tikal.apply(state, move)), move


@pytest.mark.clause("TURN-04")
@pytest.mark.parametrize("text", ["deploy W a1", "walk W a1-a2", "transfer W a1-b2", "camp c3"])
def test_without_points_each_action_is_refused_by_itself(text: str) -> None:
    """Asked about alone: among all moves the reverse one would stand for it."""
    state = tikal.position(**{**LAND, **MOMENTS["no points"]})
    move = tikal.parse_move(text)
    engine, formal = asked(state, move, None)
    assert engine == formal
    assert "TURN-04" in engine


@pytest.mark.parametrize("reading", ["left-neighbour", "last-placer"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("auction", [False, True])
def test_the_last_turns_lead_to_the_same_positions(
    reading: str, players: int, auction: bool
) -> None:
    switches = {"final_round_opener": reading, "final_ties_from": reading}
    rules = tikal.house("rio-grande-1999", **switches)
    game = tikal.play(tikal.new_game(players, rules, auction), tikal.random_policy, seed=players)
    states = [game.start, *(step.state for step in game.steps)]
    moves = [(i, step.move) for i, step in enumerate(game.steps) if step.move == tikal.EndTurn()]
    for i, move in moves[-players - 1 :]:
        assert successor(states[i], move) == facts(states[i + 1])


def asked(state: tikal.State, move: tikal.Move, seat: int | None) -> tuple[set[str], set[str]]:
    """The clauses of the engine and those of the specification."""
    role = "" if seat is None else f" asked({seat})."
    answer = ask(given=f"{given(state)} candidate({term(move)}).{role}")
    return {*cited(state, move, seat)}, {*answer.forbidden.get((seat, move), ())}


@pytest.mark.clause("END-04")
@pytest.mark.parametrize("auction", [False, True])
def test_after_the_end_every_seat_hears_that_it_is_over(auction: bool) -> None:
    state = tikal.play(tikal.new_game(3, auction=auction), tikal.random_policy, seed=1).state
    assert state.phase == "over"
    for example in (tikal.EndTurn(), tikal.Pass(), tikal.DrawTile("A1")):
        for seat in (None, 0, 1, 2, 3, 4):
            assert asked(state, example, seat) == ({"END-04"}, {"END-04"})


@pytest.mark.clause("SETUP-07", "COMP-01")
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_a_game_starts_with_one_of_its_players(players: int) -> None:
    for start in range(-1, 7):
        expected = set() if 2 <= players <= 4 else {"COMP-01"}
        expected |= set() if 1 <= start <= players else {"SETUP-07"}
        assert ask(given=f"candidate(new_game({players},{start},no)).").refused_games == expected


def test_a_house_can_have_all_tie_breakers() -> None:
    every = ("tokens", "treasure-points", "second-guard", "guard")
    rules = tikal.house("rio-grande-1999", tiebreak=every)
    switches = " ".join(f"true({fluent})." for fluent in edition_fluents(rules))
    assert ask(given=f"{switches} start(2,1,no).").init == facts(tikal.new_game(2, rules))


@pytest.mark.clause("TREASURE-04", "TEMPLE-04", "TURN-06")
@pytest.mark.parametrize("moment", ["five points", "a volcano round"])
def test_the_end_of_any_phase_resets_the_limits(moment: str) -> None:
    state = tikal.position(**{**LAND, **MOMENTS[moment]})
    done = successor(state, tikal.EndTurn())
    assert done == facts(tikal.apply(state, tikal.EndTurn()))
    assert not {fact for fact in done if fact.startswith(("uncovered", "taken", "digger"))}


@pytest.mark.clause("AUCTION-13", "AUCTION-24")
@pytest.mark.parametrize("moment", ["a turn of an auction", "the last turn of a round"])
def test_an_indicator_is_turned_down_whatever_lies_on_the_board(moment: str) -> None:
    state = tikal.position(**{**LAND, **MOMENTS[moment]})
    done = successor(state, tikal.EndTurn())
    assert done == facts(tikal.apply(state, tikal.EndTurn()))
    turned = {fact for fact in done if fact.startswith("turned")}
    assert turned == ({"turned(1)"} if moment == "a turn of an auction" else set())


@pytest.mark.clause("AUCTION-08")
def test_after_a_pass_the_first_bid_is_no_lower_than_before() -> None:
    state = tikal.position(**{**LAND, **MOMENTS["a bid after a pass"]})
    assert asked(state, tikal.Bid(0), None) == ({"AUCTION-08"}, {"AUCTION-08"})
    assert asked(state, tikal.Bid(1), None) == (set(), set())


#: a4 and a5 are free and touch the volcano on b5; from a4 one would wall a5 off.
WALLED: dict[str, Any] = {
    "tiles": {
        **dict(
            zip(
                [
                    f"{column}{row}"
                    for row in range(1, 6)
                    for column in "abcdefgh"
                    if f"{column}{row}" not in {"a1", "a2", "b1", "b2", "a4", "a5", "b5"}
                ],
                [(tile.id, 0) for tile in BOX.tiles if tile.kind != "volcano"],
                strict=True,
            )
        ),
        "b5": ("B1", 0),
    },
    "phase": "place",
    "tile": "F2",
}


@pytest.mark.clause("TURN-02", "PLACE-05")
@pytest.mark.parametrize("may", [False, True])
def test_a_volcano_that_forecloses_everywhere_is_set_aside(may: bool) -> None:
    rules = tikal.house("rio-grande-1999", volcano_may_foreclose=may, beside_volcanoes_only=False)
    state = tikal.position(**WALLED, edition=rules)
    aside, place = ({"TURN-02"}, set[str]()) if may else (set[str](), {"PLACE-05"})
    assert asked(state, tikal.SetAside(), None) == (aside, aside)
    assert asked(state, tikal.PlaceTile("a4", 0), None) == (place, place)


@pytest.mark.clause("PLACE-01", "PLACE-05")
def test_a_hex_that_is_explored_is_refused_as_no_space_alone() -> None:
    """Though a volcano on a4 would wall off a5."""
    rules = tikal.house("rio-grande-1999", volcano_may_foreclose=False, beside_volcanoes_only=False)
    tiles = {**WALLED["tiles"]}
    tiles["a4"] = tiles.pop("h5")
    state = tikal.position(**{**WALLED, "tiles": tiles}, edition=rules)
    assert asked(state, tikal.PlaceTile("a4", 0), None) == ({"PLACE-01"}, {"PLACE-01"})
