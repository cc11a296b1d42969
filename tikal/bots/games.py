"""The engine that bots play on, its chance, and what the end of a game is worth."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import gcd

from tikal.dice import below
from tikal.fast import Game
from tikal.moves import Move

__all__ = ["Game", "let_chance_decide", "outcome", "win_shares"]


def outcome(game: Game, rng: random.Random) -> Move:
    """An outcome of chance, drawn with its exact probability, as `policies.sample` draws it."""
    weights = game.weights()
    unit, place = gcd(*weights) or 1, 0
    ticket = below(rng, sum(weights) // unit)  # which refuses a position without chance
    while ticket >= weights[place] // unit:
        ticket -= weights[place] // unit
        place += 1
    return game.nth(place)


def let_chance_decide(game: Game, rng: random.Random) -> None:
    """Draw the outcomes of chance until a seat is to move."""
    while game.weights():
        game.apply(outcome(game, rng))


def win_shares(winners: Sequence[int], players: int) -> list[float]:
    """By seat, what the end of a game is worth: winners share a point that all have paid for.

    They add up to 0, and all are 0 before the end of the game.
    """
    if not winners:
        return [0.0] * players
    share, cost = 1 / len(winners), 1 / players
    return [(seat in winners) * share - cost for seat in range(1, players + 1)]
