"""The application: requests in, answers out, each in the language of the one who asks."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from importlib.resources import files
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Header, Request, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

import tikal
import tikal.languages
from online_table.limits import MAX_BODY_BYTES, MAX_MESSAGE_BYTES, Limits
from online_table.store import Store, Unavailable
from online_table.tables import Refused, Tables
from online_table.words import WORDS, language_for, say

#: The seconds after which a process looks again whether another has changed a table.
LOOK_SECONDS = 0.3
MAX_CONNECTIONS = 500
_STATIC = files("online_table").joinpath("static")
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}

Token = Annotated[str, Header(alias="X-Seat", max_length=100)]


class NewTable(BaseModel):
    """What a new table is asked to be."""

    players: int = Field(2, ge=2, le=4)
    edition: str = Field("rio-grande-1999", max_length=400)
    auction: bool = False
    names: list[Annotated[str, Field(max_length=40)]] = Field([], max_length=4)


class Played(BaseModel):
    """A move, and the number of moves that its player had seen."""

    move: str = Field(max_length=100)
    version: int = Field(ge=0)


class Hello(BaseModel):
    """The first message of a viewer."""

    language: str = Field("en", max_length=20)
    token: str = Field("", max_length=100)


router = APIRouter()


def create_app(database: str, rate: float = 20) -> FastAPI:
    """The application for the tables of one database."""
    app = FastAPI(title="Online table", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.tables, app.state.connections = Tables(Store(database)), 0
    #: By table, the event that its viewers here wait for.
    app.state.changed = {}
    app.include_router(router)
    app.mount("/static", StaticFiles(directory=str(_STATIC)), name="static")
    app.middleware("http")(_guarded)
    app.add_middleware(Limits, rate=rate)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(Unavailable, lambda r, _: _answer(r, Refused(503, "busy")))
    app.add_exception_handler(tikal.TikalError, _malformed)
    for error, status in ((RequestValidationError, 400), (HTTPException, 404)):
        answer = Refused(status, "not-understood")
        app.add_exception_handler(error, lambda request, _, answer=answer: _answer(request, answer))
    return app


# --- what goes wrong -----------------------------------------------------------------------------


def _spoken(request: Request) -> str:
    asked = request.query_params.get("language")
    return language_for(asked, request.headers.get("Accept-Language"))


def _answer(request: Request, refused: Refused) -> JSONResponse:
    message = say(refused.key, _spoken(request), **refused.facts)
    headers = {**_HEADERS}
    if "seconds" in refused.facts:
        headers["Retry-After"] = str(refused.facts["seconds"])
    body = {"error": refused.key, "message": message, **refused.more}
    return JSONResponse(body, refused.status, headers)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    return _answer(request, error)


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, tikal.TikalError)
    text = error.text(_spoken(request)) if isinstance(error, tikal.InvalidArgument) else str(error)
    return JSONResponse({"error": "malformed", "message": text}, 400, _HEADERS)


async def _guarded(
    request: Request, call_next: Callable[[Request], Awaitable[Response]]
) -> Response:
    """Refuse what is too fast or too large, and add the headers of every answer."""
    if request.scope.get("wait"):
        return _answer(request, Refused(429, "too-fast", seconds=1 + int(request.scope["wait"])))
    length = request.headers.get("Content-Length", "0")
    found: Response | None = None
    if length.isdigit() and len(length) < 12 and int(length) <= MAX_BODY_BYTES:
        found = await call_next(request)
    if found is None or request.scope.get("too_large"):
        return _answer(request, Refused(413, "too-large", bytes=MAX_BODY_BYTES))
    found.headers.update(_HEADERS)
    return found


# --- pages and tables ----------------------------------------------------------------------------


def _tables(request: Request) -> Tables:
    found: Tables = request.app.state.tables
    return found


@router.get("/")
@router.get("/tables/{id_}")
def page(request: Request) -> HTMLResponse:
    """The page, in the language of the viewer."""
    language = _spoken(request)
    text = _STATIC.joinpath("index.html").read_text("utf-8")
    options = "".join(
        f'<option value="{key}">{tikal.languages.title(key, language)}</option>'
        for key in tikal.EDITIONS
    )
    words = json.dumps(WORDS[language]).replace("<", "\\u003c")
    for mark, value in (("LANGUAGE", language), ("WORDS", words), ("EDITIONS", options)):
        text = text.replace(f"%{mark}%", value)
    return HTMLResponse(text)


@router.post("/api/tables", status_code=201)
def create(request: Request, wanted: NewTable) -> dict[str, Any]:
    """A new table, with a token for each seat."""
    id_, tokens = _tables(request).create(
        wanted.players, wanted.edition, wanted.auction, wanted.names
    )
    return {"id": id_, "seats": tokens}


@router.get("/api/tables/{id_}")
def view(request: Request, id_: str, x_seat: Token = "") -> dict[str, Any]:
    """The table as the viewer sees it."""
    return _tables(request).view(id_, x_seat, _spoken(request))


@router.post("/api/tables/{id_}/moves")
async def play(request: Request, id_: str, played: Played, x_seat: Token = "") -> dict[str, int]:
    """Make a move."""
    after = await run_in_threadpool(
        _tables(request).play, id_, x_seat, played.move, played.version, _spoken(request)
    )
    _wake(request.app, id_)
    return {"version": after.length}


@router.post("/api/tables/{id_}/close")
async def close(request: Request, id_: str, x_seat: Token = "") -> dict[str, bool]:
    """Close the table."""
    await run_in_threadpool(_tables(request).close, id_, x_seat)
    _wake(request.app, id_)
    return {"closed": True}


@router.get("/api/tables/{id_}/board.svg")
def board(request: Request, id_: str) -> Response:
    """The board, with the words of the viewer's language."""
    return Response(_tables(request).picture(id_, _spoken(request)), media_type="image/svg+xml")


@router.get("/api/tables/{id_}/record")
def record(request: Request, id_: str) -> PlainTextResponse:
    """The record, to be downloaded."""
    text = _tables(request).record(id_)
    name = f'attachment; filename="{id_}.tikal"'  # the id is known, so it has no quotes
    return PlainTextResponse(text, headers={"Content-Disposition": name})


# --- live ----------------------------------------------------------------------------------------


def _wake(app: FastAPI, id_: str) -> None:
    """Have the viewers of a table look at once."""
    event = app.state.changed.pop(id_, None)
    if event is not None:
        event.set()


async def _show(socket: WebSocket, id_: str, hello: Hello) -> None:
    """Send the view whenever the table has changed, here or by another process."""
    app, language = socket.app, language_for(hello.language, None)
    seen: tuple[int, bool] | None = None
    while True:
        event = app.state.changed.setdefault(id_, asyncio.Event())
        status = await run_in_threadpool(app.state.tables.status, id_)
        if status != seen:
            found = await run_in_threadpool(app.state.tables.view, id_, hello.token, language)
            seen = found["version"], found["closed"]
            await socket.send_json(found)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), LOOK_SECONDS)


async def _wait_for_the_end(socket: WebSocket) -> None:
    """Take what is sent, which is nothing, until the viewer goes."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await socket.receive_text()


async def _serve(socket: WebSocket, id_: str, hello: Hello) -> None:
    tasks = [
        asyncio.ensure_future(_show(socket, id_, hello)),
        asyncio.ensure_future(_wait_for_the_end(socket)),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()


@router.websocket("/api/tables/{id_}/live")
async def live(socket: WebSocket, id_: str) -> None:
    """The view, as long as the viewer looks; the first message says who that is."""
    language = language_for(None, socket.headers.get("Accept-Language"))
    await socket.accept()
    socket.app.state.connections += 1
    try:
        if socket.app.state.connections > MAX_CONNECTIONS or socket.scope.get("wait"):
            raise Refused(503, "full")
        text = await asyncio.wait_for(socket.receive_text(), 10)
        hello = Hello.model_validate_json(text[:MAX_MESSAGE_BYTES])
        language = language_for(hello.language, None)
        await _serve(socket, id_, hello)
    except (Refused, Unavailable, ValueError, TimeoutError) as error:
        if not isinstance(error, Refused):
            busy = isinstance(error, Unavailable)
            error = Refused(503, "full") if busy else Refused(400, "not-understood")
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            message = say(error.key, language, **error.facts)
            await socket.send_json({"error": error.key, "message": message})
            await socket.close(4000 + error.status)
    except WebSocketDisconnect:
        pass
    finally:
        socket.app.state.connections -= 1
