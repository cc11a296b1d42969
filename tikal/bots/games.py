"""The engine that bots play on, its chance, and what the end of a game is worth."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import gcd

from tikal.dice import below
from tikal.fast import Game

__all__ = ["Game", "let_chance_decide", "win_shares"]


def let_chance_decide(game: Game, rng: random.Random) -> None:
    """Draw the outcomes of chance until a seat is to move, as `policies.sample` draws them."""
    while weights := game.weights():
        unit = gcd(*weights)
        ticket = below(rng, sum(weights) // unit)
        for place, weight in enumerate(weights):
            ticket -= weight // unit
            if ticket < 0:
                game.apply(game.nth(place))
                break


def win_shares(winners: Sequence[int], players: int) -> list[float]:
    """By seat, what the end of a game is worth: winners share a point that all have paid for.

    They add up to 0, and all are 0 before the end of the game.
    """
    if not winners:
        return [0.0] * players
    share, cost = 1 / len(winners), 1 / players
    return [(seat in winners) * share - cost for seat in range(1, players + 1)]
