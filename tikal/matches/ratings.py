"""Ratings of bots: Elo by the places of all games, with an interval.

In a game of several seats every pair of different bots counts as one game between them. Ratings are
those of the Bradley-Terry model; between every two bots half a draw is added, so that one who has
won everything has a rating too. The interval is the wider one of two: that of the model, and that
of the bootstrap, which draws the seeds anew with all games of a seed, because those are paired.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import log, log10, sqrt
from typing import Final

from attrs import frozen

#: Half a draw between every two bots.
_PRIOR: Final = 0.25
_ROUNDS: Final = 200
_RESAMPLES: Final = 400
_ELO: Final = 400


@frozen
class Result:
    """What a rating needs of a game: its seed, and the place of every seat with its bot."""

    seed: int
    bots: tuple[str, ...]
    places: tuple[int, ...]


@frozen
class Rating:
    """How a bot has fared."""

    bot: str
    #: Seats taken; a bot that plays two seats of a game counts twice.
    games: int
    wins: int
    #: Wins that were shared with another bot.
    shared: int
    elo: float
    low: float
    high: float


def scores_of(results: Iterable[Result]) -> dict[tuple[str, str], float]:
    """By pair of bots, what the first has scored against the second: a half for equal places."""
    found: dict[tuple[str, str], float] = {}
    for result in results:
        seats = zip(result.bots, result.places, strict=True)
        for (one, place), (other, behind) in combinations(seats, 2):
            if one != other:
                share = 1.0 if place < behind else 0.5 if place == behind else 0.0
                found[one, other] = found.get((one, other), 0.0) + share
                found[other, one] = found.get((other, one), 0.0) + 1 - share
    return found


def elo_of(bots: Sequence[str], scores: Mapping[tuple[str, str], float]) -> dict[str, float]:
    """The ratings that fit the scores best; their mean is 0."""
    won = {
        (one, other): scores.get((one, other), 0.0) + _PRIOR
        for one in bots for other in bots if one != other
    }  # fmt: skip
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(_ROUNDS):  # the iteration of Zermelo
        strength = {
            one: sum(won[one, other] for other in bots if other != one)
            / sum(
                (won[one, other] + won[other, one]) / (strength[one] + strength[other])
                for other in bots
                if other != one
            )
            for one in bots
        }
    elo = {bot: _ELO * log10(strength[bot]) for bot in bots}
    mean = sum(elo.values()) / len(elo)
    return {bot: rating - mean for bot, rating in elo.items()}


def errors_of(
    elo: Mapping[str, float], scores: Mapping[tuple[str, str], float]
) -> dict[str, float]:
    """The standard errors of ratings by the model, each against the mean of all."""
    bots = list(elo)
    number = len(bots)
    scale = _ELO / log(10)
    # the information about the ratings, and 1 / number everywhere, because their sum is 0
    rows = [[1 / number] * number for _ in bots]
    for (one, a), (other, b) in combinations(zip(bots, range(number), strict=True), 2):
        games = scores.get((one, other), 0.0) + scores.get((other, one), 0.0) + 2 * _PRIOR
        chance = 1 / (1 + 10 ** ((elo[other] - elo[one]) / _ELO))
        weight = games * chance * (1 - chance) / scale**2
        rows[a][a] += weight
        rows[b][b] += weight
        rows[a][b] -= weight
        rows[b][a] -= weight
    inverse = _inverse(rows)
    return {bot: sqrt(max(inverse[at][at] - 1 / number, 0.0)) for at, bot in enumerate(bots)}


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small positive definite matrix."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


def ratings_of(results: Sequence[Result]) -> tuple[Rating, ...]:
    """The ratings of all bots, the best first, with an interval of 95 %."""
    bots = sorted({bot for result in results for bot in result.bots})
    if len(bots) < 2:
        return tuple(_rating(bot, results, 0.0, (0.0,)) for bot in bots)
    scores = scores_of(results)
    elo = elo_of(bots, scores)
    errors = errors_of(elo, scores)
    by_seed: dict[int, list[Result]] = {}
    for result in results:
        by_seed.setdefault(result.seed, []).append(result)
    groups = [scores_of(games) for games in by_seed.values()]
    samples: dict[str, list[float]] = {bot: [] for bot in bots}
    rng = random.Random(1)
    for _ in range(_RESAMPLES if len(groups) > 1 else 1):
        total: dict[tuple[str, str], float] = {}
        for group in rng.choices(groups, k=len(groups)):
            for pair, score in group.items():
                total[pair] = total.get(pair, 0.0) + score
        for bot, rating in elo_of(bots, total).items():
            samples[bot].append(rating)
    found = [
        _rating(bot, results, elo[bot], sorted(samples[bot]), 1.96 * errors[bot]) for bot in bots
    ]
    return tuple(sorted(found, key=lambda each: (-each.elo, each.bot)))


def _rating(
    bot: str, results: Sequence[Result], elo: float, samples: Sequence[float], error: float = 0.0
) -> Rating:
    games = wins = shared = 0
    for result in results:
        first = [each for each, place in zip(result.bots, result.places, strict=True) if place == 1]
        games += result.bots.count(bot)
        wins += first.count(bot)
        shared += first.count(bot) if len(first) > 1 else 0
    cut = len(samples) // 40
    low, high = min(samples[cut], elo - error), max(samples[-1 - cut], elo + error)
    return Rating(bot, games, wins, shared, elo, low, high)
