"""The application: requests in, answers out, each in the language of the one who asks."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Header, Request, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

import tikal
from online_table.limits import MAX_BODY_BYTES, Rates
from online_table.store import Store, Unavailable
from online_table.tables import Refused, Tables
from online_table.words import language_for, say
from tikal.page import bridge
from tikal.page.files import page_folder, policy, shared_files

#: The seconds after which a process looks again whether another has changed a table.
LOOK_SECONDS = 0.3
MAX_CONNECTIONS = 500
_STATIC = Path(str(files("online_table").joinpath("static")))
#: The page of the library, with our carrier instead of its own.
_PAGE = {path.name: path for path in shared_files(page_folder())}
_PAGE["carrier.js"] = _STATIC / "carrier.js"
_HEADERS = {
    "Content-Security-Policy": policy() + "; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}

Token = Annotated[str, Header(alias="X-Seat", max_length=100)]


class NewTable(BaseModel):
    """What a new table is asked to be."""

    players: int = Field(2, ge=2, le=4)
    edition: str = Field("rio-grande-1999", max_length=400)
    auction: bool = False
    names: list[Annotated[str, Field(max_length=40)]] = Field([], max_length=4)


class Asked(BaseModel, extra="allow"):
    """A request of the page, as the library documents them; the library reads the rest of it."""

    ask: str = Field(max_length=40)
    language: str = Field("en", max_length=20)
    moves: list[str] = Field([], max_length=40)


router = APIRouter()


def create_app(database: str, rate: float = 20) -> FastAPI:
    """The application for the tables of one database."""
    app = FastAPI(title="Online table", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.tables, app.state.rates = Tables(Store(database)), Rates(rate)
    app.state.connections = 0
    #: By table, the event that its viewers here wait for.
    app.state.changed = {}
    app.include_router(router)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    app.middleware("http")(_guarded)
    for kind in (
        Refused,
        Unavailable,
        tikal.InvalidArgument,
        RequestValidationError,
        HTTPException,
    ):
        app.add_exception_handler(kind, _answer)
    return app


# --- what goes wrong -----------------------------------------------------------------------------


def _answer(request: Request, error: Exception) -> JSONResponse:
    """What went wrong, in the language of the one who asked."""
    asked = getattr(request.state, "language", request.query_params.get("language"))
    language = language_for(asked, request.headers.get("Accept-Language"))
    if isinstance(error, tikal.InvalidArgument):
        found = {"ok": False, "error": error.text(language), "kind": "malformed"}
        return JSONResponse(found, 400)
    if isinstance(error, Unavailable):
        error = Refused(503, "busy")
    elif not isinstance(error, Refused):
        error = Refused(404 if isinstance(error, HTTPException) else 400, "not-understood")
    headers = {"Retry-After": str(error.facts["seconds"])} if "seconds" in error.facts else None
    found = {"ok": False, "error": say(error.key, language, **error.facts), "kind": error.key}
    return JSONResponse(found, error.status, headers)


def _wait(connection: HTTPConnection) -> float:
    """The seconds until this address may ask again."""
    rates: Rates = connection.app.state.rates
    return rates.wait(connection.client.host if connection.client else "?")


async def _guarded(
    request: Request, call_next: Callable[[Request], Awaitable[Response]]
) -> Response:
    """Refuse what is too fast or too large, and add the headers of every answer."""
    length = request.headers.get("Content-Length", "0")
    # the page is forty files, so only what is asked of a table counts
    if request.url.path.startswith("/api/") and (wait := _wait(request)):
        found: Response = _answer(request, Refused(429, "too-fast", seconds=1 + int(wait)))
    elif "Transfer-Encoding" in request.headers or int(length[:9]) > MAX_BODY_BYTES:
        found = _answer(request, Refused(413, "too-large", bytes=MAX_BODY_BYTES))
    else:
        found = await call_next(request)
    found.headers.update(_HEADERS)
    return found


# --- pages and tables ----------------------------------------------------------------------------


def _tables(request: Request) -> Tables:
    found: Tables = request.app.state.tables
    return found


@router.get("/")
def lobby() -> FileResponse:
    """The page that begins a table."""
    return FileResponse(_STATIC / "index.html")


@router.get("/tables/{id_}/")
@router.get("/tables/{id_}/{name}")
def page(name: str = "index.html") -> FileResponse:
    """The page of the library."""
    if name not in _PAGE:
        raise HTTPException(404)
    return FileResponse(_PAGE[name])


# --- tables --------------------------------------------------------------------------------------


@router.get("/api/about")
def about(language: str = "en") -> dict[str, Any]:
    """What the lobby shows: editions and languages by name."""
    return bridge.answer({"ask": "about", "language": language_for(language)})


@router.post("/api/tables", status_code=201)
def create(request: Request, wanted: NewTable) -> dict[str, Any]:
    """A new table, with a token for each seat."""
    id_, tokens = _tables(request).create(
        wanted.players, wanted.edition, wanted.auction, wanted.names
    )
    return {"id": id_, "seats": tokens}


@router.post("/api/tables/{id_}/ask")
async def ask(request: Request, id_: str, asked: Asked, x_seat: Token = "") -> dict[str, Any]:
    """What the page asks: a move is made, everything else is answered."""
    request.state.language = asked.language
    wanted = asked.model_dump(exclude_unset=True)
    found = await run_in_threadpool(_tables(request).answer, id_, x_seat, wanted)
    if asked.ask == "move":
        _wake(request.app, id_)
    return found


@router.post("/api/tables/{id_}/close")
async def close(request: Request, id_: str, x_seat: Token = "") -> dict[str, bool]:
    """Close the table."""
    await run_in_threadpool(_tables(request).close, id_, x_seat)
    _wake(request.app, id_)
    return {"closed": True}


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


async def _show(socket: WebSocket, id_: str) -> None:
    """Say how many moves there are whenever that has changed, here or by another process."""
    app, seen = socket.app, None
    while True:
        event = app.state.changed.setdefault(id_, asyncio.Event())
        status = await run_in_threadpool(app.state.tables.status, id_)
        if status != seen:
            seen = status
            await socket.send_json({"length": status[0], "closed": status[1]})
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), LOOK_SECONDS)


async def _wait_for_the_end(socket: WebSocket) -> None:
    """Take what is sent, which is nothing, until the viewer goes."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await socket.receive_text()


@router.websocket("/api/tables/{id_}/live")
async def live(socket: WebSocket, id_: str) -> None:
    """How far the game is, as long as the viewer looks."""
    await socket.accept()
    socket.app.state.connections += 1
    tasks: list[asyncio.Future[None]] = []
    try:
        if socket.app.state.connections > MAX_CONNECTIONS or _wait(socket):
            raise Refused(503, "full")
        tasks += map(asyncio.ensure_future, (_show(socket, id_), _wait_for_the_end(socket)))
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        done.pop().result()
    except (Refused, Unavailable) as error:
        final = isinstance(error, Refused) and error.status == 404
        await socket.send_json({"kind": "no-table" if final else "full"})
        await socket.close(4404 if final else 1013)
    except (RuntimeError, WebSocketDisconnect):  # the viewer has gone
        pass
    finally:
        for task in tasks:
            task.cancel()
        socket.app.state.connections -= 1
