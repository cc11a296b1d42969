"""The answers of the bridge, one function for each request."""

from __future__ import annotations

import random
from typing import Final

import tikal
from tikal.bots.levels import BOTS
from tikal.components import BOX, TERRAINS
from tikal.dice import draw_outcome
from tikal.editions import DEFAULT_EDITION, SWITCHES
from tikal.engine import chance as outcomes_of
from tikal.engine import legal_moves, replay
from tikal.errors import InvalidNotation
from tikal.fields import FIGURES
from tikal.grid import CELLS
from tikal.languages import LANGUAGES, catalogue, language_data, word
from tikal.moves import MOVES, parse_move, verb_of
from tikal.notation.loading import read_any
from tikal.notation.records import MAX_MOVES, Record, dumps
from tikal.page import views
from tikal.page.drafts import ARGUMENTS
from tikal.page.exports import EXPORTS, VERDICTS
from tikal.page.games import (
    Game,
    game_of_record,
    game_of_setup,
    game_of_state,
    move_in,
    moves_in,
    place_of,
    state_at,
)
from tikal.page.links import read_link, unpacked
from tikal.page.requests import Answer, Request
from tikal.page.targets import ACTIONS, actions_at
from tikal.page.targets import targets as targets_of
from tikal.state import ACTION_POINTS, PHASES, State

#: What can be set of a hex in the editor, by its terrain.
_HAS: Final = {"temple": ["value", "guard", "dig"], "treasure": ["tokens", "dig"]}
#: How far the counters of the editor go; what is possible in a position is said by `problems`.
_LIMITS: Final = {
    "players": list(range(BOX.least_players, BOX.most_players + 1)),
    "ap": ACTION_POINTS,
    "workers": BOX.workers,
    "value": max(BOX.floors),
    "tokens": max(tile.masks for tile in BOX.tiles),
    "treasures": BOX.treasure_copies,
    "digs": 2,  # TREASURE-03, TEMPLE-04
}

#: Repairs of a record that are offered at most.
MAX_REPAIRS: Final = 5

# --- the game ----------------------------------------------------------------------------------


def about(request: Request) -> Answer:
    """The data that the page needs once."""
    return {
        "version": tikal.__version__,
        "editions": views.editions_view(request.language),
        "switches": [
            {
                "name": switch.name,
                "editions": {key: switch.text(value) for key, value in switch.editions.items()},
                "values": [
                    {"value": views.switch_value(switch, value), "meaning": meaning}
                    for value, meaning in switch.values.items()
                ],
                "several": switch.ranked,
                "belongs_to": list(switch.belongs_to),
                "clauses": list(switch.clauses),
                "auction": switch.name == "has_auction",
            }
            for switch in (each.in_language(request.language) for each in SWITCHES)
        ],
        "default_edition": DEFAULT_EDITION.key,
        "languages": list(LANGUAGES),
        "language_names": {code: language_data(code).name for code in LANGUAGES},
        "singular": list(language_data(request.language).singular),
        "cells": list(CELLS),
        "tiles": views.tiles_view(),
        "printed": {
            cell: {"tile": tile.id, **views.tile_view(tile)} for cell, tile in BOX.printed.items()
        },
        "phases": {each: word("phases", each, request.language) for each in PHASES},
        "terrains": {each: word("terrains", each, request.language) for each in TERRAINS},
        "figures": {each: word("figures", each, request.language) for each in FIGURES},
        "prices": {verb_of(kind): kind.price for kind in MOVES if kind.price is not None},
        "actions": list(ACTIONS),
        "bots": list(BOTS),
        "limits": _LIMITS,
        "has": _HAS,
        "arguments": list(ARGUMENTS),
        "exports": list(EXPORTS),
        "verdicts": list(VERDICTS),
        "words": {**catalogue("controls"), **catalogue("controls", request.language)},
    }


def new(request: Request) -> Answer:
    """A new game."""
    setup = {
        key: value
        for key, value in request.fields.items()
        if key in ("players", "edition", "auction", "start")
    }
    return views.view(game_of_setup(Request(setup), names=request.texts("names")), 0, request)


def load(request: Request) -> Answer:
    """A record, a position or a link, as a game."""
    found, parts = _given(request)
    game = game_of_record(found) if isinstance(found, Record) else game_of_state(found)
    answer = views.view(game, _at(parts, game), request)
    answer["loaded"] = "record" if isinstance(found, Record) else "position"
    if isinstance(found, Record) and (refusal := found.replay().refusal):
        answer["refusal"] = {
            "index": refusal.index,
            "move": str(refusal.move),
            "line": found.entries[refusal.index].line,
            "column": found.entries[refusal.index].column,
            "violations": views.violations_view(refusal.violations, request.language, game.names),
        }
    if "move" in parts:
        moves = [str(parse_move(each)) for each in parts["move"].split(";")[:MAX_MOVES]]
        answer["asked"], answer["asked_moves"] = moves[-1], moves
        answer["asked_seat"] = _number(parts, "seat") if "seat" in parts else None
    return answer


def repairs(request: Request) -> Answer:
    """The likeliest repairs of a record with a refused move, each with the repaired record."""
    found, _ = _given(request)
    if not isinstance(found, Record):
        raise InvalidNotation("a position has no moves to repair")
    return {
        "repairs": [
            {**each.to_json(), "text": each.text(request.language), "record": dumps(each.record)}
            for each in tikal.repairs(found, MAX_REPAIRS)
        ]
    }


def _given(request: Request) -> tuple[Record | State, dict[str, str]]:
    """What a text or a link holds, and the parts of the link."""
    if request.has("text") == request.has("link"):
        raise InvalidNotation("give either a text or a link")
    parts = read_link(request.text("link")) if request.has("link") else {}
    if request.has("text"):
        parts["text"] = request.text("text")
    if "game" in parts and "position" in parts:
        raise InvalidNotation("a link has a game or a position, not both")
    given = parts.get("text", parts.get("position"))
    if given is None:
        if "game" not in parts:
            raise InvalidNotation("a link has a game or a position")
        given = unpacked(parts["game"])
    return read_any(given), parts


def _at(parts: dict[str, str], game: Game) -> int:
    return min(_number(parts, "at"), game.length) if "at" in parts else game.length


def _number(parts: dict[str, str], name: str) -> int:
    given = parts[name]
    if not (given.isascii() and given.isdigit() and len(given) < 6):
        raise InvalidNotation(f"{name} is a number, not {given[:20]!r}")
    return int(given)


def view(request: Request) -> Answer:
    """All data that the page shows."""
    return views.view(*place_of(request), request)


def move(request: Request) -> Answer:
    """The game with a move, or with several of one walk; or why it is refused."""
    game, at = place_of(request)
    moves = moves_in(request)
    seat = request.number("seat") if request.has("seat") else None
    refusal = replay(game.state(at), moves, [seat] * len(moves)).refusal
    if refusal:
        return {
            "legal": False,
            "move": str(refusal.move),
            "index": refusal.index,
            "violations": views.violations_view(refusal.violations, request.language, game.names),
        }
    for made in moves:
        game, at = game.with_move(made, at), at + 1
    return {"legal": True, "violations": [], **views.view(game, at, request)}


def undo(request: Request) -> Answer:
    """The game one move earlier; its moves stay, to be redone."""
    game, at = place_of(request)
    return views.view(game, max(0, at - 1), request)


def redo(request: Request) -> Answer:
    """The game one move later."""
    game, at = place_of(request)
    return views.view(game, min(game.length, at + 1), request)


# --- judging -----------------------------------------------------------------------------------


def check(request: Request) -> Answer:
    """Whether a move is legal, and every clause that forbids it."""
    seat = request.number("seat") if request.has("seat") else None
    game, at = place_of(request)
    return views.verdict_view(game.state(at), move_in(request), request.language, game.names, seat)


def targets(request: Request) -> Answer:
    """The cells that something can go to."""
    game, at = place_of(request)
    return {"targets": targets_of(game.state(at), request, game.names)}


def actions(request: Request) -> Answer:
    """The actions on a cell."""
    game, at = place_of(request)
    cell, language = request.text("cell"), request.language
    return {"actions": actions_at(game.state(at), cell, language, game.names)}


def legal(request: Request) -> Answer:
    """Every legal move with its price."""
    state = state_at(request)
    return {
        "moves": [
            {
                "move": str(each),
                "verb": verb_of(each),
                "price": views.price_of(state, each),
            }
            for each in legal_moves(state)
        ]
    }


def chance(request: Request) -> Answer:
    """The outcomes of chance, and with a seed one of them."""
    outcomes = outcomes_of(state_at(request))
    found: Answer = {
        "outcomes": [
            {"move": str(each), "probability": str(share), "share": float(share)}
            for each, share in outcomes
        ]
    }
    if request.has("seed"):
        if not outcomes:
            raise InvalidNotation("chance decides nothing here")
        rng = random.Random(request.number("seed"))
        found["rolled"] = str(draw_outcome(outcomes, rng))
    return found
