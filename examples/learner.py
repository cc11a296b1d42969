"""A small exercise in reinforcement learning: a masked softmax policy, trained by playing itself.

    python examples/learner.py --games 400 --weights learner.npz --plot learning.svg

The policy is linear. A legal action is described by its kind and by what stands on the cells it
names, as the observation shows it; illegal actions are masked out. After every few games the policy
moves along the gradient of what its choices have earned (REINFORCE, with Adam). A minute or two is
enough to beat random moves nearly always, which says more about random moves.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import tikal
from tikal.bots.actions import SIZE, decode, mask
from tikal.bots.observation import PLANES, SCALARS, observe
from tikal.bots.pettingzoo import TikalEnv

CELLS = list(tikal.new_game(2))
NOWHERE = len(CELLS)  # a row of zeros: the cell of an action without one
#: The planes that a cell is described by, each divided by about its largest number.
LOCAL = {
    "temple value": 10, "tokens": 4, "worked": 2, "terrain volcano": 1,
    "self workers": 5, "self leader": 1, "self camp": 1,
    "left workers": 5, "left leader": 1, "left camp": 1,
}  # fmt: skip
GLOBAL = {"action points": 10, "scoring turn": 1}
WIDTH = 1 + len(GLOBAL) + 2 * len(LOCAL)

# --- what an action looks like -----------------------------------------------------------------


def _cells_of(move: tikal.Move) -> tuple[int, int]:
    """The cell that an action is about, and the one that it comes from."""
    if isinstance(move, tikal.Transfer):  # numbered by slot, so the cell is not known beforehand
        return NOWHERE, NOWHERE
    target = getattr(move, "target", getattr(move, "cell", None))
    origin = getattr(move, "origin", None)
    return (
        NOWHERE if target is None else CELLS.index(target),
        NOWHERE if origin is None else CELLS.index(origin),
    )


_MOVES = [decode(tikal.new_game(2), number) for number in range(SIZE)]
_KINDS = sorted({type(move).__name__ for move in _MOVES})
KIND = np.array([_KINDS.index(type(move).__name__) for move in _MOVES])
TARGET, ORIGIN = np.array([_cells_of(move) for move in _MOVES]).T

_ROWS = [PLANES.index(name) for name in LOCAL]
_PLACES = [len(PLANES) * len(CELLS) + SCALARS.index(name) for name in GLOBAL]
_LOCAL_SCALE = np.array(list(LOCAL.values()), np.float32)
_GLOBAL_SCALE = np.array(list(GLOBAL.values()), np.float32)


def describe(observation: np.ndarray, legal: np.ndarray) -> np.ndarray:
    """One row for every legal action: 1, what is true everywhere, the target, the origin."""
    planes = observation[: len(PLANES) * len(CELLS)].reshape(len(PLANES), len(CELLS))
    cells = np.zeros((len(CELLS) + 1, len(LOCAL)), np.float32)
    cells[:-1] = planes[_ROWS].T / _LOCAL_SCALE
    rows = np.ones((len(legal), WIDTH), np.float32)
    rows[:, 1 : 1 + len(GLOBAL)] = observation[_PLACES] / _GLOBAL_SCALE
    rows[:, 1 + len(GLOBAL) : 1 + len(GLOBAL) + len(LOCAL)] = cells[TARGET[legal]]
    rows[:, 1 + len(GLOBAL) + len(LOCAL) :] = cells[ORIGIN[legal]]
    return rows


def drawn(odds: np.ndarray, ticket: float) -> int:
    """The place that a ticket from 0 to 1 falls on."""
    return min(int(np.searchsorted(odds.cumsum(), ticket)), len(odds) - 1)


# --- the policy --------------------------------------------------------------------------------


class Learner:
    """Weights for every kind of action."""

    def __init__(self, weights: np.ndarray | None = None) -> None:
        self.weights = np.zeros((len(_KINDS), WIDTH)) if weights is None else weights

    @classmethod
    def load(cls, path: Path) -> Learner:
        """The learner that `save` has written."""
        with np.load(path) as file:
            return cls(file["weights"])

    def save(self, path: Path) -> None:
        """Keep the weights."""
        np.savez(path, weights=self.weights)

    def odds(self, rows: np.ndarray, legal: np.ndarray) -> np.ndarray:
        """How likely the policy is to take each legal action."""
        logits = np.einsum("ij,ij->i", rows, self.weights[KIND[legal]])
        odds = np.exp(logits - logits.max())
        return odds / odds.sum()

    def policy(
        self, state: tikal.State, moves: Sequence[tikal.Move], rng: random.Random
    ) -> tikal.Move:
        """A policy for `tikal.play`, which takes actions with their odds."""
        seat = state.to_move
        assert seat is not None
        observation = np.frombuffer(observe(state, seat), np.float32)
        legal = np.flatnonzero(np.frombuffer(mask(state), np.int8))
        odds = self.odds(describe(observation, legal), legal)
        return decode(state, int(legal[drawn(odds, rng.random())]))


# --- training ----------------------------------------------------------------------------------


def gradient(learner: Learner, seed: int, discount: float) -> np.ndarray:
    """Where one game against itself says that the weights should go."""
    env, rng = TikalEnv(players=2, reward="points"), np.random.default_rng(seed)
    env.reset(seed=seed)
    choices: dict[str, list[tuple[np.ndarray, np.ndarray, np.ndarray, int]]]
    choices = {agent: [] for agent in env.agents}
    earned: dict[str, list[float]] = {agent: [] for agent in env.agents}
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        if choices[agent]:  # what the choice before has brought
            earned[agent].append(float(reward))
        if over:
            env.step(None)
            continue
        legal = np.flatnonzero(seen["action_mask"])
        rows = describe(seen["observation"], legal)
        odds = learner.odds(rows, legal)
        chosen = drawn(odds, rng.random())
        choices[agent].append((legal, rows, odds, chosen))
        env.step(int(legal[chosen]))
    found = np.zeros_like(learner.weights)
    for agent, made in choices.items():
        returns = np.zeros(len(made))
        value = 0.0
        for step in reversed(range(len(made))):
            value = earned[agent][step] + discount * value
            returns[step] = value
        advantages = (returns - returns.mean()) / (returns.std() + 1e-6) + returns.mean() / 10
        for (legal, rows, odds, chosen), advantage in zip(made, advantages, strict=True):
            pull = -odds
            pull[chosen] += 1
            np.add.at(found, KIND[legal], (advantage * pull)[:, None] * rows)
    return found / sum(map(len, choices.values()))


def train(
    games: int,
    batch: int = 5,
    rate: float = 0.05,
    discount: float = 0.98,
    seed: int = 1,
    trial: int = 40,
) -> tuple[Learner, list[tuple[int, float]]]:
    """A trained learner, and its share of wins against random moves along the way."""
    learner, curve = Learner(), []
    mean, square = np.zeros_like(learner.weights), np.zeros_like(learner.weights)
    for number in range(games // batch):
        if number % 4 == 0:
            curve.append((number * batch, share_of_wins(learner, trial)))
            print(f"after {number * batch} games: {curve[-1][1]:.0%} against random", flush=True)
        step = sum(gradient(learner, seed + number * batch + i, discount) for i in range(batch))
        mean = 0.9 * mean + 0.1 * step / batch
        square = 0.99 * square + 0.01 * (step / batch) ** 2
        unbiased = np.sqrt(square / (1 - 0.99 ** (number + 1))) + 1e-8
        learner.weights += rate * mean / (1 - 0.9 ** (number + 1)) / unbiased
    curve.append((games, share_of_wins(learner, trial)))
    return learner, curve


def share_of_wins(learner: Learner, games: int, first_seed: int = 10**6) -> float:
    """How many games it wins against random moves, each seat half of them."""
    won = 0.0
    for seed in range(first_seed, first_seed + games):
        seat = 1 + seed % 2

        def policy(
            state: tikal.State, moves: tuple[tikal.Move, ...], rng: random.Random, seat: int = seat
        ) -> tikal.Move:
            chosen = learner.policy if state.to_move == seat else tikal.random_policy
            return chosen(state, moves, rng)

        winners = tikal.play(tikal.new_game(players=2), policy, seed).state.winners
        won += (seat in winners) / len(winners)
    return won / games


# --- a picture of it ---------------------------------------------------------------------------


def plot(curve: Sequence[tuple[float, float]], caption: str) -> str:
    """The share of wins over games or minutes, as SVG."""
    width, height, left, top = 560, 260, 60, 20
    most = max(spent for spent, _ in curve) or 1

    def place(spent: float, share: float) -> str:
        return f"{left + width * spent / most:.1f},{top + height * (1 - share):.1f}"

    whole = f'width="{width + 90}" height="{height + 70}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 90} {height + 70}">',
        f'<rect {whole} fill="#fdfbf6"/><g font-family="sans-serif" font-size="13">',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        x, y = place(0, share).split(",")
        parts.append(f'<path d="M{x} {y}h{width}" stroke="#5f594d" stroke-opacity="0.25"/>')
        parts.append(f'<text x="{left - 8}" y="{y}" dy="4" text-anchor="end">{share:.0%}</text>')
    for spent in np.linspace(0, most, 6):
        x, y = place(spent, 0).split(",")
        parts.append(f'<text x="{x}" y="{y}" dy="20" text-anchor="middle">{spent:.3g}</text>')
    points = " ".join(place(*point) for point in curve)
    parts.append(f'<polyline points="{points}" fill="none" stroke="#0a57a3" stroke-width="2.5"/>')
    middle = left + width / 2
    parts.append(
        f'<text x="{middle}" y="{height + 58}" text-anchor="middle">{caption}</text></g></svg>'
    )
    return "\n".join(parts) + "\n"


def main() -> None:
    """Train, keep the weights, draw the curve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--weights", type=Path, default=Path("learner.npz"))
    parser.add_argument("--plot", type=Path)
    asked = parser.parse_args()
    learner, curve = train(asked.games)
    learner.save(asked.weights)
    if asked.plot:
        caption = "games against itself; share of 40 games won against random moves"
        asked.plot.write_text(plot(curve, caption), "utf-8")
    print(f"{share_of_wins(learner, 100, 2 * 10**6):.0%} of 100 games against random moves won")


if __name__ == "__main__":
    main()
