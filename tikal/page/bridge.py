"""The bridge between the page and the library: `ask`, JSON in and JSON out; `answer` in objects.

Each request carries its game or position, or the id of a game that an earlier answer gave; a game
that is no longer remembered is asked for. The same function answers in the browser, where Pyodide
runs it, and behind `tikal serve`.
docs/reference/bridge.md describes every request.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from attrs import frozen

import tikal
from tikal.errors import (
    InvalidArgument,
    InvalidNotation,
    InvalidState,
    TikalError,
    WrongType,
    in_language,
)
from tikal.languages import joined
from tikal.page import answers, law
from tikal.page.editing import edit
from tikal.page.exports import export
from tikal.page.games import PLACE_FIELDS, hosted_game
from tikal.page.opinions import compare, opinion
from tikal.page.pictures import pictures
from tikal.page.proofs import proof
from tikal.page.requests import Answer, Request, unknown_key
from tikal.page.sheet import sheet, under
from tikal.page.targets import TARGET_FIELDS

Handler: TypeAlias = Callable[[Request], Answer]


@frozen
class Endpoint:
    """One request that can be made: its own fields, and what answers it."""

    fields: tuple[str, ...]
    answer: Handler


def _bot(request: Request) -> Answer:
    from tikal.page.bots import bot  # its engine is a twentieth of the start in a browser

    return bot(request)


_GAME_AND_PICTURE: Final = (*PLACE_FIELDS, "known", "picture")
#: Every request by its name.
REQUESTS: Final[dict[str, Endpoint]] = {
    "about": Endpoint((), answers.about),
    "new": Endpoint(("players", "edition", "auction", "start", "names", "picture"), answers.new),
    "load": Endpoint(("text", "link", "picture"), answers.load),
    "repairs": Endpoint(("text", "link"), answers.repairs),
    "view": Endpoint(_GAME_AND_PICTURE, answers.view),
    "move": Endpoint((*_GAME_AND_PICTURE, "move", "moves", "seat"), answers.move),
    "undo": Endpoint(_GAME_AND_PICTURE, answers.undo),
    "redo": Endpoint(_GAME_AND_PICTURE, answers.redo),
    "sheet": Endpoint(PLACE_FIELDS, sheet),
    "under": Endpoint((*_GAME_AND_PICTURE, "edition"), under),
    "check": Endpoint((*PLACE_FIELDS, "move", "seat"), answers.check),
    "opinion": Endpoint((*PLACE_FIELDS, "move", "moves", "seat"), opinion),
    "compare": Endpoint((*PLACE_FIELDS, "move", "moves", "seat"), compare),
    "targets": Endpoint((*PLACE_FIELDS, *TARGET_FIELDS), answers.targets),
    "actions": Endpoint((*PLACE_FIELDS, "cell"), answers.actions),
    "legal": Endpoint(PLACE_FIELDS, answers.legal),
    "chance": Endpoint((*PLACE_FIELDS, "seed"), answers.chance),
    "bot": Endpoint((*PLACE_FIELDS, "bot", "seed", "visits"), _bot),
    "edit": Endpoint((*PLACE_FIELDS, "draft", "changes", "picture"), edit),
    "clause": Endpoint(("id",), law.clause),
    "proof": Endpoint(("id",), proof),
    "question": Endpoint(("question", "edition", "limit"), law.question),
    "pictures": Endpoint(("tiles", "rotation"), pictures),
    "export": Endpoint((*PLACE_FIELDS, "format", "move", "moves", "seat"), export),
}


#: The requests that bring another game, which a program that hosts one does not answer.
_OF_OTHER_GAMES: Final = ("new", "load", "under", "edit")


def ask(request: str) -> str:
    """Answer a request; whatever it is, the answer is a JSON object with `ok`."""
    return json.dumps(_guarded(lambda: _read(request)), ensure_ascii=True)


def answer(request: Mapping[str, object], game: tikal.Game | None = None) -> Answer:
    """Answer a request that has been read from JSON.

    With a game it is about that one, whatever game or position it names: the caller hosts the game,
    and nothing here changes it. `move` then answers with the view after the move, and requests for
    other games are refused. The size of what comes from elsewhere is limited by the caller.
    """
    if game is not None and not isinstance(game, tikal.Game):
        raise WrongType(f"a game is a tikal.Game, not {type(game).__name__}")
    hosted = None if game is None else hosted_game(game)
    return _guarded(lambda: Request.of(request, hosted))


def _read(text: str) -> Request:
    if not isinstance(text, str):
        raise WrongType(f"a request is JSON as a str, not {type(text).__name__}")
    return Request.read(text)


def _guarded(request: Callable[[], Request]) -> Answer:
    """The answer, or why there is none."""
    try:
        return {"ok": True, **_answer(request())}
    except TikalError as error:
        return _refused(error)
    except Exception as error:  # a bug: the page shows it and goes on
        return {"ok": False, "error": f"a mistake of the library: {error!r:.200}", "bug": True}


def _answer(request: Request) -> Answer:
    name = request.text("ask")
    if name not in REQUESTS:
        raise InvalidNotation(unknown_key(name, "request", tuple(REQUESTS)))
    if request.hosted is not None and name in _OF_OTHER_GAMES:
        raise InvalidNotation(f"this program has its game: {name} is about another one")
    question = REQUESTS[name]
    request.require_only(question.fields)
    try:
        return question.answer(request)
    except InvalidState as error:
        texts = error.texts(request.language)
        text = joined(texts, request.language)[:4_000] if texts else str(error)
        return {**_refused(error), "error": text, "problems": list(texts)}
    except TikalError as error:
        return _refused(error, request.language)


def _refused(error: TikalError, language: str = "en") -> Answer:
    """The error of a request, with its place and its parts where there are any."""
    found: Answer = {
        "ok": False,
        "error": error.text(language)[:4_000],
        "kind": type(error).__name__,
    }
    if isinstance(error, InvalidNotation):
        found["error"] = in_language(error.message, language)[:4_000]
        places = {"line": error.line, "column": error.column}
        found |= {name: place for name, place in places.items() if place is not None}
        found["errors"] = [
            {
                "error": in_language(each.message, language)[:1_000],
                "line": each.line,
                "column": each.column,
            }
            for each in error.errors
        ]
        found["more"] = error.more
    if isinstance(error, InvalidArgument) and error.clause:
        found["clause"] = error.clause
    return found
