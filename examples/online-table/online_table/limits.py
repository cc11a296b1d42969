"""Limits on what comes in: the size of a body, and requests a second for each address."""

from __future__ import annotations

import time
from collections import OrderedDict

from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Larger bodies are refused with 413, larger messages end the connection.
MAX_BODY_BYTES = 10_000
MAX_MESSAGE_BYTES = 2_000
#: The addresses whose rates are remembered.
MAX_ADDRESSES = 10_000


class Limits:
    """Refuses what is too large or too fast before anything is done for it."""

    def __init__(self, app: ASGIApp, rate: float) -> None:
        self._app, self._rate, self._burst = app, rate, 2 * rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def _wait(self, address: str) -> float:
        """The seconds until this address may ask again; 0 if it may ask now."""
        now = time.monotonic()
        left, then = self._left.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        self._left[address] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > MAX_ADDRESSES:
            self._left.popitem(last=False)
        return 0.0 if left >= 1 else (1 - left) / self._rate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or mark it as refused for the application to say so."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if scope["path"].startswith("/api/"):  # the page is forty files
            scope["wait"] = self._wait((scope.get("client") or ("?",))[0])
        size = 0

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > MAX_BODY_BYTES:
                scope["too_large"] = True
                return {"type": "http.request", "body": b"", "more_body": False}
            return message

        await self._app(scope, counted if scope["type"] == "http" else receive, send)
