"""Loading at the start of a server what would be loaded at its first requests."""

from __future__ import annotations

from collections.abc import Iterable

import tikal
from tikal.errors import WrongType
from tikal.languages import LANGUAGES, language_of
from tikal.notation.documents import dumps, loads
from tikal.pictures.svg import board_svg


def preload(languages: Iterable[str] = LANGUAGES) -> None:
    """Load all modules and the sentences of these languages, and use each once.

    A program need not call it: everything is loaded when it is first asked for. A server that does
    has no slow first request.
    """
    if isinstance(languages, str) or not isinstance(languages, Iterable):
        raise WrongType(f"languages are a list or tuple, not {type(languages).__name__}")
    wanted = [language_of(language) for language in languages]
    for name in tikal.__all__:
        getattr(tikal, name)
    game = tikal.Game.of(tikal.play(tikal.new_game(2), tikal.random_policy, seed=1, limit=40))
    state = tikal.parse_position(tikal.format_position(game.state))
    tikal.Game.from_json(game.to_json())
    tikal.loads(tikal.dumps(game.record()))
    loads(dumps(state))
    for move in ("uncover a2", "recover h5", "draw A1"):
        found = tikal.opinion(state, move, 1)
        tikal.nearest_legal(state, move, seat=1)
        for language in wanted:
            found.text(language)
    for language in wanted:
        board_svg(state, language=language)
