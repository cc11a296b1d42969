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
from fastapi.responses import (
    FileResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

import tikal
from online_table.limits import MAX_BODY_BYTES, Limits
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
    app.state.tables, app.state.connections = Tables(Store(database)), 0
    #: By table, the event that its viewers here wait for.
    app.state.changed = {}
    app.include_router(router)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    app.middleware("http")(_guarded)
    app.add_middleware(Limits, rate=rate)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(Unavailable, lambda r, _: _answer(r, Refused(503, "busy")))
    app.add_exception_handler(tikal.InvalidArgument, _malformed)
    for error, status in ((RequestValidationError, 400), (HTTPException, 404)):
        answer = Refused(status, "not-understood")
        app.add_exception_handler(error, lambda request, _, answer=answer: _answer(request, answer))
    return app


# --- what goes wrong -----------------------------------------------------------------------------


def _spoken(request: Request) -> str:
    asked = getattr(request.state, "language", request.query_params.get("language"))
    return language_for(asked, request.headers.get("Accept-Language"))


def _answer(request: Request, refused: Refused) -> JSONResponse:
    message = say(refused.key, _spoken(request), **refused.facts)
    headers = {**_HEADERS}
    if "seconds" in refused.facts:
        headers["Retry-After"] = str(refused.facts["seconds"])
    return JSONResponse(
        {"ok": False, "error": message, "kind": refused.key}, refused.status, headers
    )


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    return _answer(request, error)


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, tikal.InvalidArgument)
    message = error.text(_spoken(request))
    return JSONResponse({"ok": False, "error": message, "kind": "malformed"}, 400, _HEADERS)


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
def lobby() -> FileResponse:
    """The page that begins a table."""
    return FileResponse(_STATIC / "index.html")


@router.get("/tables/{id_}")
def table(id_: str) -> RedirectResponse:
    """The address of a table, with the slash that its files are below."""
    return RedirectResponse(f"{id_}/")


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
        if socket.app.state.connections > MAX_CONNECTIONS or socket.scope.get("wait"):
            raise Refused(503, "full")
        tasks = [
            asyncio.ensure_future(run) for run in (_show(socket, id_), _wait_for_the_end(socket))
        ]
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
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
