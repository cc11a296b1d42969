"""Bots of the page: the moves of the library's bots, in slices of thinking."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.page.asking import good, refused
from tikal.bots.levels import BOTS, LEVELS
from tikal.bots.mcts import Node, grow, mcts_policy
from tikal.bots.policies import sensible_policy
from tikal.page import bots
from tikal.testing.strategies import states

PLACE = {"position": "act 1 9ap;a1 1W3;b3=A2r4 1W;c3=A6"}


def played_by(bot: str, state: tikal.State, seed: int) -> str:
    """The move of the library's own bot."""
    policy = sensible_policy if bot == "sensible" else mcts_policy(LEVELS[bot.partition(":")[2]])
    return str(policy(state, tikal.legal_moves(state), random.Random(seed)))


@given(states(), st.sampled_from(["sensible", "mcts:easy", "mcts:medium"]), st.integers(0, 99))
def test_a_bot_moves_as_the_library_lets_it(state: tikal.State, bot: str, seed: int) -> None:
    place = {"position": tikal.format_position(state), "bot": bot, "seed": seed}
    if state.to_move is None:
        assert "no player is to move" in refused(ask="bot", **place)
        return
    found = good(ask="bot", **place)
    assert found["move"] == played_by(bot, state, seed)
    assert found["done"]


@pytest.mark.parametrize("slices", [(1, 2, 3, 90), (40, 90), (90,), (95, 90)])
def test_a_search_in_slices_is_the_same_search(slices: tuple[int, ...]) -> None:
    bots.forget_trees()
    alone = good(ask="bot", bot="mcts:medium", seed=3, visits=90, **PLACE)
    bots.forget_trees()
    for visits in slices:
        found = good(ask="bot", bot="mcts:medium", seed=3, visits=visits, **PLACE)
        assert (found["visits"], found["of"], found["done"]) == (visits, 100, False)
    assert found == alone


def test_a_slice_grows_the_tree_that_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    bots.forget_trees()
    grown: list[Node] = []

    def counted(root: Node, *parts: Any) -> None:
        grown.append(root)
        grow(root, *parts)

    monkeypatch.setattr(bots, "grow", counted)
    for visits in (10, 20, 30):
        good(ask="bot", bot="mcts:hard", visits=visits, **PLACE)
    assert len(grown) == 30


def test_only_the_last_trees_are_remembered() -> None:
    for seed in range(bots.MAX_TREES + 3):
        good(ask="bot", bot="mcts:easy", seed=seed, visits=2, **PLACE)
    assert len(bots._trees) == bots.MAX_TREES


def test_a_bot_that_has_one_move_does_not_think() -> None:
    found = good(ask="bot", bot="mcts:hard", position="act 1 0ap;b3=A2")
    assert (found["move"], found["visits"], found["done"]) == ("end", 0, True)


@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_is_named_in_every_language(bot: str) -> None:
    assert bot in good(ask="about")["bots"]
    names = {
        good(ask="about", language=each)["words"][f"bot.{bot}"] for each in ("en", "fr", "nl", "de")
    }
    assert len(names) == 4


def test_an_unknown_bot_and_a_search_of_nothing_are_refused() -> None:
    assert "did you mean 'sensible'" in refused(ask="bot", bot="sensibel", **PLACE)
    assert "visits is a number from 1" in refused(ask="bot", bot="mcts", visits=0, **PLACE)
