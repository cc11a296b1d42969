"""Comparison of two policies over many games, seats balanced, with a 95 % interval.

`python -m tools.measure.bots mcts` lets the tree search meet `sensible_policy`, `itself` lets it
meet a search with fewer iterations; `learner` lets the learner that `examples/learner.py` has
trained meet `random_policy`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Final

import tikal
from tikal.bots.mcts import mcts_policy

_95_PERCENT: Final = 1.959964


def wilson(won: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share of games that were won, a tie counted as half a win."""
    z, share = _95_PERCENT, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    width = z * sqrt(share * (1 - share) / games + z * z / (4 * games**2)) / (1 + z * z / games)
    return middle - width, middle + width


def meet(first: tikal.Policy, second: tikal.Policy, seed: int) -> tuple[float, int]:
    """One game of two: share of the win and lead of `first`, which begins if the seed is even."""
    seat = 1 + seed % 2

    def policy(state: tikal.State, moves: tuple[tikal.Move, ...], rng: object) -> tikal.Move:
        side = first if state.to_move == seat else second
        return side(state, moves, rng)  # type: ignore[arg-type]  # play passes its own

    end = tikal.play(tikal.new_game(players=2), policy, seed).state
    share = (seat in end.winners) / len(end.winners)
    return share, end.scores[seat] - end.scores[3 - seat]


def mcts_against_sensible(iterations: int, seed: int) -> tuple[float, int]:
    """One game of the tree search against the policy with some sense."""
    return meet(mcts_policy(iterations), tikal.sensible_policy, seed)


def mcts_against_itself(iterations: int, fewer: int, seed: int) -> tuple[float, int]:
    """One game of the tree search against itself with fewer iterations."""
    return meet(mcts_policy(iterations), mcts_policy(fewer), seed)


def learner_against_random(weights: Path, seed: int) -> tuple[float, int]:
    """One game of the trained learner against random moves."""
    sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))
    from learner import Learner  # type: ignore[import-not-found]

    return meet(Learner.load(weights).policy, tikal.random_policy, seed)


def results(
    game: Callable[[int], tuple[float, int]], seeds: range, workers: int
) -> Iterator[tuple[float, int]]:
    """The results of many games, played side by side."""
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(game, seeds, chunksize=2)


def main() -> None:
    """Play, and print who won how often."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("match", choices=["mcts", "itself", "learner"])
    parser.add_argument("--games", type=int, default=200)
    # far from the seeds that weights were tuned and trained on
    parser.add_argument("--first-seed", type=int, default=5_000_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=100, help="of the tree search")
    parser.add_argument("--fewer", type=int, default=20, help="iterations of the other one")
    parser.add_argument("--weights", type=Path, default=Path("learner.npz"))
    asked = parser.parse_args()
    if asked.match == "mcts":
        game = partial(mcts_against_sensible, asked.iterations)
        title = f"mcts with {asked.iterations} iterations against sensible_policy"
    elif asked.match == "itself":
        game = partial(mcts_against_itself, asked.iterations, asked.fewer)
        title = f"mcts with {asked.iterations} iterations against mcts with {asked.fewer}"
    else:
        game = partial(learner_against_random, asked.weights)
        title = "the learner against random_policy"
    began = time.monotonic()
    seeds = range(asked.first_seed, asked.first_seed + asked.games)
    played = list(results(game, seeds, asked.workers))
    won = sum(share for share, _ in played)
    low, high = wilson(won, len(played))
    lead = sum(points for _, points in played) / len(played)
    print(f"{title}: {won:g} of {len(played)} games won ({won / len(played):.1%})")
    print(f"  95 % interval {low:.3f} to {high:.3f}, mean lead {lead:+.1f} points")
    print(f"  {time.monotonic() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
