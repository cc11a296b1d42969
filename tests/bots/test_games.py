"""Whole games: the battery, and legal moves against the whole candidate space."""

from __future__ import annotations

import os
import random

import pytest

import tikal
from tikal.dice import pick
from tikal.moves import PlaceTile
from tikal.testing.battery import run_battery
from tikal.testing.candidates import candidates
from tikal.testing.pool import SETUPS

#: Every second setup; `make verify` plays more games (TIKAL_GAMES=1000).
GAMES = int(os.environ.get("TIKAL_GAMES", len(SETUPS) // 2))


@pytest.mark.parametrize("number", range(GAMES))
def test_a_game_passes_the_battery(number: int) -> None:
    players, edition, auction = SETUPS[2 * number % len(SETUPS)]
    is_third = (number + number // 3) % 3 == 1  # of all numbers of players, in every round others
    policy = tikal.sensible_policy if is_third else tikal.random_policy
    replay = run_battery(number, players, edition, auction, policy=policy)
    assert replay.state.winners
    assert not replay.state.remaining


@pytest.mark.parametrize("setup", SETUPS, ids=lambda s: f"{s[1].key}-{s[0]}-{s[2]}")
@pytest.mark.parametrize("policy", [tikal.random_policy, tikal.sensible_policy])
def test_a_move_is_listed_if_and_only_if_check_finds_nothing(
    setup: tuple[int, tikal.Edition, bool], policy: tikal.Policy
) -> None:
    replay = tikal.play(tikal.new_game(*setup), policy, seed=7)
    rng = random.Random(7)
    states = [pick(rng, replay.steps).state for _ in range(12 * max(1, GAMES // 42))]
    for state in states:
        listed = tikal.legal_moves(state)
        accepted = [move for move in candidates(state) if not tikal.check(state, move)]
        # a turned tile that looks the same is accepted but listed once, by its smallest rotation
        distinct = {
            tikal.apply(state, m): m for m in reversed(accepted) if isinstance(m, PlaceTile)
        }
        others = [m for m in accepted if not isinstance(m, PlaceTile)]
        assert set(listed) == {*others, *distinct.values()}
        assert len(listed) == len(set(listed))
