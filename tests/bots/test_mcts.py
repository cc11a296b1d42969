"""The tree search: its accounts, its choices, chance, and the same answer for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from hypothesis import given, settings

import tikal
from tests.bots.setups import SAMPLE, any_states, decisions, setup_id
from tikal.bots.evaluation import UNIT, prospects, rounds_to_come, win_chances
from tikal.bots.games import Game, outcome, win_shares
from tikal.bots.mcts import Node, by_playout, mcts_policy, search
from tikal.cli.interactive.opponents import Opponents, read_bots
from tikal.testing.pool import games as played_games


def nodes(root: Node) -> Iterator[Node]:
    yield root
    for child in root.children.values():
        yield from nodes(child)


@settings(max_examples=15)
@given(decisions())
def test_visits_and_totals_add_up_in_every_node(state: tikal.State) -> None:
    root = search(state, iterations=40, seed=3)
    assert root.visits == 40
    for node in nodes(root):
        # the first visit stays in the node itself; at the end of a game all do
        below = sum(child.visits for child in node.children.values())
        assert node.visits == below + 1 or node.game.phase == "over"
        assert sum(node.totals) == pytest.approx(node.visits)


@settings(max_examples=15)
@given(decisions())
def test_children_are_legal_moves_and_where_chance_decides_its_outcomes(
    state: tikal.State,
) -> None:
    for node in nodes(search(state, iterations=30, seed=1)):
        position = node.game.state()
        assert set(node.children) <= set(tikal.legal_moves(position))
        assert node.seat == position.to_move
        for move, child in node.children.items():
            assert child.game.state() == tikal.apply(position, move)


def test_only_chance_has_outcomes() -> None:
    game = Game(tikal.new_game(players=2))
    game.apply(outcome(game, random.Random(1)))
    assert game.phase == "place"
    with pytest.raises(tikal.InvalidArgument):
        outcome(game, random.Random(1))


def test_chance_is_drawn_as_often_as_it_happens() -> None:
    state = tikal.position(
        tiles={"b3": ("A2", 1)}, tokens={"b3": 1}, figures={1: {"b3": (0, 1)}},
        treasures={1: {3: 1, 5: 2}}, ap=3,
    )  # fmt: skip
    after = tikal.apply(state, "recover b3")
    odds = dict(tikal.chance(after))
    assert {float(share) for share in odds.values()} == {1 / 7, 2 / 21, 1 / 21}
    root = search(after, iterations=1500, seed=5)
    for move, share in odds.items():
        assert root.children[move].visits / 1500 == pytest.approx(float(share), abs=0.03)


def test_the_same_seed_grows_the_same_tree() -> None:
    state = tikal.apply(tikal.new_game(players=3), "draw A3")

    def shape(seed: int) -> list[tuple[str, int, list[float]]]:
        root = search(state, iterations=12, seed=seed, evaluate=by_playout)
        return [(str(move), node.visits, node.totals) for move, node in root.children.items()]

    assert shape(1) == shape(1) != shape(2)


def _end(state: tikal.State) -> int:
    """The points of the seat to move if it ends its turn now."""
    assert state.to_move is not None
    return tikal.apply(state, "end").scores[state.to_move]


def _last_decisions() -> list[tikal.State]:
    """The very last turns of games, in which one action wins and some other one does not."""
    found = []
    for state in (step.state for game in played_games() for step in game.steps):
        last = state.scoring and state.tile is None and not state.course.queue
        if not last or state.phase != "act" or not 1 <= state.ap <= 2:
            continue
        ends = {
            move: state if isinstance(move, tikal.EndTurn) else tikal.apply(state, move)
            for move in tikal.legal_moves(state)
        }
        worth = {move: _end(after) for move, after in ends.items() if after.phase == "act"}
        best = max(worth.values())
        if best == min(worth.values()):
            continue
        rivals = tuple(
            who if who.seat == state.to_move else attrs.evolve(who, score=best - 1)
            for who in state.expeditions
        )
        found.append(attrs.evolve(state, expeditions=rivals))
    return found


def test_it_takes_a_win_that_is_one_move_away() -> None:
    decisions_found = _last_decisions()
    assert len(decisions_found) > 5
    for state in decisions_found[:8]:
        end = tikal.play(state, mcts_policy(iterations=400), seed=2).state
        assert state.to_move in end.winners


@pytest.mark.parametrize("setup", SAMPLE, ids=setup_id)
def test_it_plays_whole_games_of_every_kind(setup: tuple[int, tikal.Edition, bool]) -> None:
    policy = mcts_policy(iterations=4)
    game = tikal.play(tikal.new_game(*setup), policy, seed=1)
    assert game.state.phase == "over"


def test_a_search_by_playouts_plays_too() -> None:
    start = tikal.new_game(players=2)
    game = tikal.play(start, mcts_policy(iterations=2, evaluate=by_playout), seed=1, limit=12)
    assert len(game.steps) == 12


@given(any_states())
def test_chances_to_win_are_shares_of_one(state: tikal.State) -> None:
    chances = win_chances(prospects(state))
    assert len(chances) == state.players
    assert sum(chances) == pytest.approx(1)
    assert min(chances) >= 0
    best = max(range(state.players), key=prospects(state).__getitem__)
    assert chances[best] == max(chances)


@given(any_states())
def test_a_prospect_is_never_below_the_score(state: tikal.State) -> None:
    if state.phase == "over":
        assert [points / UNIT for points in prospects(state)] == list(state.scores.values())
        assert rounds_to_come(state) == 0
    for points, have in zip(prospects(state), state.scores.values(), strict=True):
        assert points >= have * UNIT


@pytest.mark.parametrize("seat", [1, 2])
def test_a_held_temple_improves_the_prospects(seat: int) -> None:
    def of_both(**setup: Any) -> tuple[int, ...]:
        return prospects(tikal.position(**setup))

    empty = of_both()
    strongest = of_both(figures={seat: {"b1": (0, 2)}})
    guarding = of_both(guards={seat: {"b1": "W"}})
    elsewhere = of_both(figures={seat: {"b2": (0, 2)}})
    me, other = seat - 1, 2 - seat
    assert guarding[me] > strongest[me] > elsewhere[me] == empty[me]
    assert guarding[other] == strongest[other] == empty[other]


def test_action_points_are_worth_something_to_their_owner_alone() -> None:
    many, few = prospects(tikal.position(ap=10)), prospects(tikal.position(ap=3))
    assert many[0] > few[0]
    assert many[1] == few[1]


def test_the_rounds_to_come_are_those_of_a_game() -> None:
    game = tikal.play(tikal.new_game(players=2), tikal.random_policy, seed=4)
    first, last = game.steps[0].state, game.steps[-1].state
    assert (rounds_to_come(first), rounds_to_come(last)) == (4, 0)
    begun = sum(
        after.state.scoring and not before.state.scoring
        for before, after in zip(game.steps, game.steps[1:], strict=False)
    )
    assert begun == 4


def test_shares_of_a_win() -> None:
    assert win_shares((), 3) == [0, 0, 0]
    assert win_shares((2,), 2) == [-0.5, 0.5]
    assert win_shares((1, 3), 4) == [0.25, -0.25, 0.25, -0.25]


def test_a_game_is_changed_in_place_and_its_copies_are_not() -> None:
    game = Game(tikal.new_game(players=2))
    other = game.copy()
    game.apply("draw A1")
    assert (game.phase, other.phase) == ("place", "draw")
    end = game.rollout(seed=3)
    assert game.phase == "place"
    assert end.winners
    assert set(end.scores) == {1, 2}


@pytest.mark.parametrize("iterations", [0, -1])
def test_a_search_needs_an_iteration(iterations: int) -> None:
    with pytest.raises(tikal.InvalidArgument, match="1 iteration or more"):
        search(tikal.new_game(players=2), iterations)


def test_only_a_position_can_be_searched() -> None:
    with pytest.raises(tikal.WrongType):
        search("a1")  # type: ignore[arg-type]
    with pytest.raises(tikal.WrongType):
        search(tikal.new_game(2), 1.5)  # type: ignore[arg-type]


def test_one_move_needs_no_search() -> None:
    state = tikal.position(ap=0)
    moves = tikal.legal_moves(state)
    assert mcts_policy(iterations=0)(state, moves, random.Random(1)) == moves[0]


def test_it_can_be_given_a_seat_at_the_table() -> None:
    assert read_bots(["2=mcts"], players=2) == {2: "mcts"}
    game = tikal.Game(tikal.new_game(players=2)).play("draw A3")
    chosen = Opponents({1: "mcts"}, 1).choose(game)
    assert chosen in tikal.legal_moves(game.state)
    assert Opponents({1: "mcts"}, 1).choose(game) == chosen


def test_a_search_by_time_visits_at_least_once() -> None:
    state = tikal.position()
    assert search(state, seconds=0.000001).visits == 1
    assert search(state, seconds=0.2).visits > 1
    for wrong in (0, -1, "1", True):
        with pytest.raises(tikal.InvalidArgument, match="seconds are a number above 0"):
            search(state, seconds=wrong)  # type: ignore[arg-type]
