"""Pickles of games, which both engines read."""

from __future__ import annotations

from typing import Any

from tikal import fast


def reduced(game: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a game of either engine, or a subclass
    """How a game is pickled: by its packed bytes, and read by the engine that is at work there."""
    if type(game) is fast.Game:
        return restored, (game.packed(),)
    return type(game).from_packed, (game.packed(),)


def restored(packed: bytes) -> fast.Game:
    """The game behind packed bytes, of the engine that is at work here."""
    return fast.Game.from_packed(packed)
