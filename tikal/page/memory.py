"""The last games, so that a request can name one by its id instead of sending it whole.

An id is made of the contents: the same game has the same one, in every process. A game that has
been forgotten is sent again.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tikal.page.games import Game

#: Games that are remembered; the one that was not used for longest is dropped.
MAX_GAMES: Final = 32

_games: OrderedDict[str, Game] = OrderedDict()
_lock: Final = Lock()


def id_of(game: Mapping[str, object]) -> str:
    """The id of a game, as it is written in requests and answers."""
    written = json.dumps(game, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(written.encode()).hexdigest()[:32]


def remember(game: Game) -> str:
    """Remember a game, and return its id."""
    name = game.id
    with _lock:
        _games[name] = game
        _games.move_to_end(name)
        while len(_games) > MAX_GAMES:
            _games.popitem(last=False)
    return name


def recall(name: str) -> Game | None:
    """The game with an id, None if it is not remembered."""
    with _lock:
        game = _games.get(name)
        if game is not None:
            _games.move_to_end(name)
    return game


def forget_all() -> None:
    """Drop every game."""
    with _lock:
        _games.clear()
