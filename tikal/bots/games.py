"""The engine that bots play on, and what the end of a game is worth."""

from __future__ import annotations

from collections.abc import Sequence

from tikal.fast import Game

__all__ = ["Game", "win_shares"]


def win_shares(winners: Sequence[int], players: int) -> list[float]:
    """By seat, what the end of a game is worth: winners share a point that all have paid for.

    They add up to 0, and all are 0 before the end of the game.
    """
    if not winners:
        return [0.0] * players
    share, cost = 1 / len(winners), 1 / players
    return [(seat in winners) * share - cost for seat in range(1, players + 1)]
