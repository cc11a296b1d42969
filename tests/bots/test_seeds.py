"""The games of seeds, as docs/compatibility.md promises them.

A digest that changes is a promise that is broken. Where the page allows it (a policy that chooses
better, a rule that was wrong), the changelog says so, and the digest is renewed with it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, Final

import pytest

import tikal
from tests.project.pins import digest
from tikal import fast
from tikal.bots.mcts import mcts_policy

SETUPS: Final = (
    (2, "rio-grande-1999", False),
    (3, "super-meeple-2015", True),
    (4, "legend-classic", False),
)


def by(policy: tikal.Policy, limit: int | None = None) -> Iterable[object]:
    """The moves of a game of `tikal.play` in every setup."""
    for seed, setup in enumerate(SETUPS, start=11):
        yield from (
            step.move for step in tikal.play(tikal.new_game(*setup), policy, seed, limit).steps
        )


def playouts() -> Iterable[object]:
    for seed, setup in enumerate(SETUPS, start=11):
        yield from (
            (*p.scores.values(), *p.counts) for p in fast.many(tikal.new_game(*setup), 5, seed)
        )


def batches() -> Iterable[object]:
    """Numbers sampled, and what they lead to, until games have ended and others have begun."""
    for setup in SETUPS:
        batch = fast.Batch(2, *setup, seeds=[11, -12])
        for _ in range(600):
            yield batch.sample().tolist()
            batch.step(batch.sample())
            yield batch.seats.tolist(), batch.counts.tolist(), batch.scores.tolist()
            rewards: Any = batch.rewards.tolist()
            yield batch.done.tolist(), [round(x, 3) for row in rewards for x in row]


def pettingzoo() -> Iterable[object]:
    from tikal.bots.pettingzoo import env

    for setup in SETUPS:
        rng, game = random.Random(1), env(*setup)
        game.reset(seed=11)
        for agent in game.agent_iter():
            seen, reward, over, _, _ = game.last()
            marked = seen["action_mask"].nonzero()[0]
            game.step(None if over else int(marked[int(rng.random() * len(marked))]))
            yield agent, round(reward, 3), over, *game.unwrapped.position.scores.values()


def seat() -> Iterable[object]:
    from tikal.bots.gymnasium import SeatEnv

    for opponent, setup in zip(("random", "sensible", "random"), SETUPS, strict=True):
        rng, game = random.Random(1), SeatEnv(*setup, opponent=opponent)
        game.reset(seed=11)
        over = False
        while not over:
            marked = game.action_masks().nonzero()[0]
            _, reward, over, _, info = game.step(int(marked[int(rng.random() * len(marked))]))
            yield round(reward, 3), info["seat"], *info["scores"].values()


def seat_vector() -> Iterable[object]:
    from tikal.bots.gymnasium import SeatVectorEnv

    for opponent, setup in zip(("random", "sensible", "random"), SETUPS, strict=True):
        rng, games = random.Random(1), SeatVectorEnv(2, *setup, opponent=opponent)
        games.reset(seed=11)
        for _ in range(200):
            rows = [row.nonzero()[0] for row in games.action_masks()]
            chosen: Any = [int(marked[int(rng.random() * len(marked))]) for marked in rows]
            _, rewards, over, _, infos = games.step(chosen)
            yield [round(x, 3) for x in rewards.tolist()], over.tolist(), infos["scores"].tolist()


PROMISED: Final[dict[str, tuple[Callable[[], Iterable[object]], str]]] = {
    "tikal.play, random_policy": (lambda: by(tikal.random_policy), "ebd9fc95d3db"),
    "tikal.play, sensible_policy": (lambda: by(tikal.sensible_policy), "22b55e60afa1"),
    "tikal.play, mcts_policy": (lambda: by(mcts_policy(iterations=12), limit=30), "a93ae8e651a4"),
    "tikal.fast.many": (playouts, "26c940ed4708"),
    "tikal.fast.Batch": (batches, "8913f94eaa2d"),
    "tikal.bots.pettingzoo": (pettingzoo, "5a6393969473"),
    "tikal.bots.gymnasium, a game": (seat, "cf8c712d93a8"),
    "tikal.bots.gymnasium, a vector": (seat_vector, "0732b9de338f"),
}


@pytest.mark.parametrize("name", PROMISED)
def test_the_games_of_seeds_are_those_of_the_versions_before(name: str) -> None:
    if "pettingzoo" in name or "gymnasium" in name:
        pytest.importorskip("numpy", reason="needs the extra bots")
        pytest.importorskip("pettingzoo", reason="needs the extra bots")
    games, wanted = PROMISED[name]
    assert digest(games()) == wanted


def test_a_digest_notices_another_seed_and_another_choice() -> None:
    def last(_state: tikal.State, moves: tuple[tikal.Move, ...], _rng: Any) -> tikal.Move:
        return moves[-1]

    assert len({digest(by(tikal.random_policy)), digest(by(last)), digest([])}) == 3
