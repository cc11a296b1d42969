"""Amounts of work, counted and never timed: a guard against accidental slow-downs.

The limits leave headroom of about a third over what was counted on CPython 3.11; later versions
call less, because comprehensions are not calls of their own there.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from types import FrameType

import networkx as nx
import pytest

import tikal
from benchmarks.corpus import actions
from benchmarks.memory import own_objects, size
from tikal import geometry
from tikal.moves import MOVES


def calls_of(work: Callable[[], object]) -> int:
    """The number of Python functions, generators and comprehensions that are entered."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


def playout(seed: int) -> Iterator[tuple[tikal.State, tikal.Move]]:
    """A random game as a bot plays it."""
    state, rng = tikal.new_game(4), random.Random(seed)
    while moves := tikal.legal_moves(state):
        move = rng.choice(moves)
        yield state, move
        state = tikal.apply(state, move)


GAME = tikal.play(tikal.new_game(4), tikal.sensible_policy, seed=2)
SPOTS = [(a.state, b.move) for a, b in pairwise(GAME.steps)]
ACTING = [state for state, _ in SPOTS if state.phase == "act"]
ACTIONS = {kind for kind in MOVES if kind.phase == "act"} - {tikal.EndTurn}
WALKS = [(state, move) for state, move in SPOTS if isinstance(move, tikal.Walk)]


def mean_calls(work: Callable[..., object], given: Sequence[tuple[object, ...]]) -> float:
    """The average number of calls that the work takes, after a first run."""
    for arguments in given:
        work(*arguments)
    return sum(calls_of(partial(work, *arguments)) for arguments in given) / len(given)


def test_a_playout_move_takes_few_calls() -> None:
    moves = len(list(playout(1)))
    assert calls_of(lambda: list(playout(1))) / moves < 62


def test_listing_the_moves_of_an_action_phase_takes_few_calls() -> None:
    assert mean_calls(tikal.legal_moves, [(state,) for state in ACTING]) < 30


def test_a_late_walk_takes_hardly_more_calls_than_an_early_one() -> None:
    quarter = len(WALKS) // 4
    early, late = (mean_calls(tikal.apply, walks) for walks in (WALKS[:quarter], WALKS[-quarter:]))
    assert late <= 1.2 * early
    assert late < 32


def test_checking_a_walk_takes_few_calls() -> None:
    assert mean_calls(tikal.check, WALKS) < 19


def test_a_refusal_takes_few_calls_for_all_its_reasons() -> None:
    asked = [(state, move) for state in ACTING[::4] for move in actions(state)]
    refused = [(state, move) for state, move in asked if tikal.check(state, move)]
    assert {type(move) for _, move in refused} == ACTIONS
    assert mean_calls(tikal.check, refused) < 20


def test_a_walk_makes_four_objects() -> None:
    # the state, the expedition, the tuple of expeditions; of a worker also the workers
    for state, move in WALKS:
        assert len(own_objects(state, tikal.apply(state, move))) == (3 if move.figure == "L" else 4)


def test_a_position_shares_all_but_two_kilobytes_with_the_one_before() -> None:
    for state, move in SPOTS:
        assert size(state, tikal.apply(state, move)) <= 2048, move


@pytest.fixture
def graphs(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every graph that is built from now on."""
    built: list[object] = []
    original = nx.Graph

    def graph() -> object:
        built.append(original())
        return built[-1]

    monkeypatch.setattr(nx, "Graph", graph)
    for remembered in (geometry._graph, geometry._weights, geometry._reachable):
        remembered.cache_clear()
    return built


def test_one_graph_is_built_for_a_board_however_often_it_is_asked(graphs: list[object]) -> None:
    state = GAME.state
    for cell in state:
        tikal.reachable(state, cell, 10)
        tikal.path_cost(state, "a1", cell)
        tikal.route(state, "W", cell, "a1")
    assert len(graphs) == 1


def test_every_position_of_a_turn_shares_the_graph(graphs: list[object]) -> None:
    states = [step.state for step in GAME.steps]
    for state in states:
        tikal.path_cost(state, "a1", "b2")
    assert len(graphs) == len({state.ground.board for state in states})


def test_playing_builds_no_graph(graphs: list[object]) -> None:
    list(playout(3))
    assert not graphs


def modules_after(code: str) -> list[str]:
    """The modules that a fresh process has loaded after some code."""
    command = [sys.executable, "-c", f"import sys, tikal; {code}; print(*sys.modules)"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def test_importing_loads_no_more_than_needed() -> None:
    loaded = modules_after("tikal.check")
    assert "tikal.engine" in loaded
    for unneeded in (
        "networkx",
        "random",
        "tikal.bots.policies",
        "tikal.rules.invariants",
        "tikal.notation.positions",
    ):
        assert unneeded not in loaded


def test_playing_loads_no_more_than_needed() -> None:
    loaded = modules_after("tikal.play(tikal.new_game(2), tikal.random_policy, 1, limit=50)")
    assert "tikal.bots.policies" in loaded
    for unneeded in (
        "networkx",
        "difflib",
        "importlib.resources",
        "tikal.notation.records",
        "tikal.pictures.svg",
    ):
        assert unneeded not in loaded
