"""The answer to `export`: a game, a position or a verdict as text."""

from __future__ import annotations

from typing import Final

from tikal.errors import InvalidNotation
from tikal.notation.documents import dumps_position, dumps_record
from tikal.notation.positions import format_position
from tikal.notation.records import Record, dumps
from tikal.page.games import Game, move_in, place_of
from tikal.page.links import link, packed
from tikal.page.requests import Answer, Request
from tikal.pictures.svg import board_svg

#: The formats of `export`.
EXPORTS: Final = ("record", "json", "position", "position-json", "svg", "link")


def export(request: Request) -> Answer:
    """The game or position as text."""
    game, at = place_of(request)
    state, wanted = game.state(at), request.text("format")
    if wanted not in EXPORTS:
        raise InvalidNotation(f"format is one of {', '.join(EXPORTS)}, not {wanted[:20]!r}")
    match wanted:
        case "record":
            text = dumps(_record(game))
        case "json":
            text = dumps_record(_record(game))
        case "position":
            text = format_position(state)
        case "position-json":
            text = dumps_position(state)
        case "svg":
            text = board_svg(state, names=game.names, language=request.language)
        case _:
            text = _link(game, at, request)
    return {"format": wanted, "text": text}


def _record(game: Game) -> Record:
    return Record.of(game.replayed, game.start, game.names)


def _link(game: Game, at: int, request: Request) -> str:
    parts: dict[str, str] = {}
    if isinstance(game.start_written, str) and not game.moves:
        parts["position"] = game.start_written
    else:
        parts["game"] = packed(dumps(_record(game)))
        if at != game.length:
            parts["at"] = str(at)
    if request.has("move"):
        parts["move"] = str(move_in(request))
    return link(**parts)
