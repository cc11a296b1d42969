"""The answer to `export`: a game, a position or a verdict as text."""

from __future__ import annotations

from typing import Final

from tikal.errors import InvalidNotation
from tikal.notation.documents import dumps_position, dumps_record
from tikal.notation.positions import format_position
from tikal.notation.records import Record, dumps
from tikal.page.comments import with_comments
from tikal.page.games import Game, moves_in, place_of
from tikal.page.links import link, packed
from tikal.page.opinions import asked_of
from tikal.page.requests import Answer, Request
from tikal.page.verdicts import verdict_svg, verdict_text
from tikal.pictures.svg import board_svg

#: The formats of `export`.
EXPORTS: Final = ("record", "json", "position", "position-json", "svg", "link")
#: The formats of a verdict on a move.
VERDICTS: Final = ("verdict", "verdict-svg")


def export(request: Request) -> Answer:
    """The game or position as text."""
    game, at = place_of(request)
    state, wanted = game.state(at), request.text("format")
    if wanted not in (*EXPORTS, *VERDICTS):
        known = ", ".join((*EXPORTS, *VERDICTS))
        raise InvalidNotation(f"format is one of {known}, not {wanted[:20]!r}")
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
        case "verdict":
            text = verdict_text(asked_of(request), request.language)
        case "verdict-svg":
            text = verdict_svg(asked_of(request), request.language)
        case _:
            text = _link(game, at, request)
    return {"format": wanted, "text": text}


def _record(game: Game) -> Record:
    comments = tuple(each for each in game.comments if each.after <= game.length)
    record = game.played.record()
    return with_comments(record, comments) if comments else record


def _link(game: Game, at: int, request: Request) -> str:
    parts: dict[str, str] = {}
    if isinstance(game.start_written, str) and not (game.moves or game.comments):
        parts["position"] = game.start_written
    else:
        parts["game"] = packed(dumps(_record(game)))
        if at != game.length:
            parts["at"] = str(at)
    if request.has("move") or request.has("moves"):
        parts["move"] = ";".join(map(str, moves_in(request)))
        if request.has("seat") and request.number("seat") != game.state(at).active:
            parts["seat"] = str(request.number("seat"))
    return link(**parts)
