"""The page from this machine: `tikal serve`, on the standard library's server.

It serves the files of the page, answers `POST /ask` and stores nothing between two requests. Only
this machine can reach it unless another host is named. It refuses a `Host` header with a foreign
DNS name, so that no other page can send requests through a browser (DNS rebinding).
"""

from __future__ import annotations

import errno
import ipaddress
import json
import os
import socket
import sys
from email.message import Message
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from pathlib import Path
from typing import BinaryIO, Final

from tikal.errors import InvalidArgument
from tikal.page.bridge import ask
from tikal.page.budget import Budget, WorkSpent
from tikal.page.files import page_folder, policy, shared_files
from tikal.page.requests import REQUEST_LIMITS

LOOPBACK: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8445
#: The largest request that is read, in bytes.
MAX_REQUEST_BYTES: Final = REQUEST_LIMITS.characters
#: Idle connections are closed.
_IDLE_SECONDS: Final = 30
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
#: Headers that are refused if they come twice.
_ONCE: Final = ("Host", "Content-Length", "Content-Type", "Origin")
_HEADERS: Final = {
    "Content-Security-Policy": policy() + "; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


class PageServer(ThreadingHTTPServer):
    """Serves the page until it is shut down."""

    daemon_threads = True
    # elsewhere it would let two servers share a port
    allow_reuse_address = os.name == "posix"

    def __init__(self, host: str = LOOPBACK, port: int = DEFAULT_PORT) -> None:
        folder = page_folder()
        if not (folder / "index.html").is_file():
            raise InvalidArgument("the files of the page are missing from this installation")
        if ":" in host:
            self.address_family = socket.AF_INET6
        self.host, self.budget = host, Budget()
        try:
            super().__init__((host, port), partial(_Handler, folder=folder, host=host))
        except OSError as error:
            raise InvalidArgument(_why_not(error, host, port)) from None
        except OverflowError:
            raise InvalidArgument(f"a port is a number from 0 to 65535, not {port}") from None

    def service_actions(self) -> None:
        """Stop requests that have spent their budget; `serve_forever` asks twice a second."""
        self.budget.stop_spent()

    def handle_error(self, request: object, client_address: object) -> None:
        """Report what went wrong, unless the other side has hung up."""
        if not isinstance(sys.exception(), (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # it ignores it

    @property
    def address(self) -> str:
        """The address of the page."""
        host = "localhost" if _is_any(self.host) else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.server_port}/"

    @property
    def is_open(self) -> bool:
        """Whether other machines can reach it."""
        return not _is_loopback(self.host)


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken: choose another with --port, or --port 0 for any free one"
    if error.errno == errno.EACCES:
        return f"port {port} is not for everybody: choose one above 1023 with --port"
    return f"cannot listen on {host}: {error.strerror or error}"


def _is_any(host: str) -> bool:
    return host in ("", "0.0.0.0", "::")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_own_name(header: str, host: str) -> bool:
    """Whether a `Host` header names this server as a person would: by an address or its own name.

    Any other DNS name may have been pointed at this machine by a page elsewhere.
    """
    name = header.rpartition(":")[0] if header.rpartition(":")[2].isdigit() else header
    if name.lower() in ("localhost", host.lower()):
        return True
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


class _Head:
    """The lines of a request up to its body; each must end with CR LF and have no other CR."""

    def __init__(self, connection: BinaryIO | BufferedIOBase, first: bytes) -> None:
        self._connection = connection
        self.fault = _line_fault(first)

    def readline(self, size: int) -> bytes:
        """The next line, as `http.client.parse_headers` reads it."""
        line = self._connection.readline(size)
        self.fault = self.fault or _line_fault(line)
        return line


def _line_fault(line: bytes) -> str | None:
    if line.endswith(b"\r\n") and b"\r" not in line[:-2]:
        return None
    return "a line of a request ends with CR LF"


def _ambiguity(method: str, headers: Message) -> str | None:
    """What could be read in two ways in the head of a request, None if nothing could."""
    if headers.defects or headers.get_payload() or any("\n" in text for text in headers.values()):
        return "a header is a line with a name, a colon and a value"
    if "Transfer-Encoding" in headers:
        return "a request has no transfer encoding"
    if any(len(headers.get_all(name, [])) > 1 for name in _ONCE):
        return f"a request has {', '.join(_ONCE)} once"
    length = headers.get("Content-Length", "0")
    if not (length.isascii() and length.isdecimal()):
        return "the length of a request is a number"
    if method in ("GET", "HEAD") and length.strip("0"):
        return "a request for a file has no body"
    return None


class _Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "tikal", ""
    timeout = _IDLE_SECONDS
    #: The first line, which the base class has read.
    raw_requestline: bytes
    # otherwise headers and body go one by one, and every answer takes 40 ms
    wbufsize = -1
    disable_nagle_algorithm = True

    def __init__(self, *args: object, folder: Path, host: str) -> None:
        self._folder, self._host = folder, host
        super().__init__(*args)  # type: ignore[arg-type]  # what the server hands over

    def parse_request(self) -> bool:
        """Refuse what a proxy could read as another request than we do."""
        connection = self.rfile
        head = _Head(connection, self.raw_requestline)
        self.rfile = head  # type: ignore[assignment]  # the base class only reads its lines
        try:
            if not super().parse_request():
                return False
        finally:
            self.rfile = connection
        if fault := head.fault or _ambiguity(self.command, self.headers):
            self._refuse(HTTPStatus.BAD_REQUEST, fault)
            return False
        return True

    def do_GET(self) -> None:
        """A file of the page."""
        if self._is_foreign():
            return
        name = self.path.partition("?")[0].removeprefix("/") or "index.html"
        files = {path.name: path for path in shared_files(self._folder)}
        files["carrier.js"] = self._folder / "carrier-server.js"
        if name not in files:
            self._refuse(HTTPStatus.NOT_FOUND, "there is no such file")
            return
        self._answer(files[name].read_bytes(), _TYPES[files[name].suffix])

    do_HEAD = do_GET  # noqa: N815 - the name that the base class looks for

    def do_POST(self) -> None:
        """A request to the bridge."""
        if self._is_foreign():
            return
        if self.path != "/ask":
            self._refuse(HTTPStatus.NOT_FOUND, "requests go to /ask")
        elif self.headers.get_content_type() != "application/json":
            # a page elsewhere cannot send this type without asking first
            self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "a request is application/json")
        elif not (length := self.headers.get("Content-Length", "")):
            self._refuse(HTTPStatus.LENGTH_REQUIRED, "a request says how long it is")
        elif len(length) > 9 or int(length) > MAX_REQUEST_BYTES:
            self._refuse(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                f"a request has at most {MAX_REQUEST_BYTES} bytes",
            )
        else:
            body = self.rfile.read(int(length))
            if len(body) < int(length):  # the other side has hung up
                self.close_connection = True
                return
            self._answer(self._ask(body.decode("utf-8", "replace")).encode(), "application/json")

    def _ask(self, text: str) -> str:
        """The answer of the bridge, or that the budget of the request is spent."""
        assert isinstance(self.server, PageServer)
        try:
            return self.server.budget.run(partial(ask, text))
        except WorkSpent:
            error = "this request was stopped: it needs more work than the server does for one"
            return json.dumps({"ok": False, "error": error, "kind": WorkSpent.__name__})

    def _is_foreign(self) -> bool:
        """Refuse a request with a foreign host name, or from another page."""
        header, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        if is_own_name(header, self._host) and origin in (None, f"http://{header}"):
            return False
        self._refuse(HTTPStatus.FORBIDDEN, "this server answers only its own page")
        return True

    def _answer(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        for name, value in {**_HEADERS, "Content-Type": kind}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        """A refusal as text; what else was sent is not read, so the connection ends."""
        self.close_connection = True
        self._answer(f"{why}\n".encode(), "text/plain; charset=utf-8", status)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """The answer to requests that the base class refuses: plain text, without the request."""
        self._refuse(HTTPStatus(code), HTTPStatus(code).description or HTTPStatus(code).phrase)

    def log_message(self, *_args: object) -> None:
        """Say nothing about every request."""
