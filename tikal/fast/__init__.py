"""Playouts by the million: the engine in C where it could be compiled, in Python where not.

Both give the same answers, move for move; `COMPILED` says which one is at work. Reasons are for
`tikal.check` to give.

>>> import tikal
>>> from tikal.fast import Game, many
>>> game = Game(tikal.new_game(players=2))
>>> game.apply("draw A3")
>>> game.count()
24
>>> scores, length = game.rollout(seed=1)
>>> len(many(game, n=10, seeds=1))
10
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tikal.fast.playout import Playout

if TYPE_CHECKING:  # both have the same interface
    from tikal.fast.compiled import Batch, Game, many
else:
    try:
        from tikal.fast.compiled import Batch, Game, many
    except (ImportError, SystemError):  # the second on a free-threaded Python
        from tikal.fast.fallback import Batch, Game, many

#: Whether the engine in C is at work.
COMPILED: Final = Game.__module__ == "tikal.fast.compiled"

__all__ = ["COMPILED", "Batch", "Game", "Playout", "many"]
