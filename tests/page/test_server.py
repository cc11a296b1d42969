"""`tikal serve` on real sockets: it serves only its own files and answers only its own page."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest

import tikal
from tikal.cli.serve import serve
from tikal.page import server as serving
from tikal.page.budget import REQUEST_SECONDS, Budget, WorkSpent
from tikal.page.files import CARRIERS
from tikal.page.server import MAX_REQUEST_BYTES, PageServer, is_own_name

ROOT: Final = Path(__file__).parents[2]
CHECK: Final = {"ask": "check", "position": "b3=A2 1L; act 1 2ap", "move": "recover b3"}
JSON: Final = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of our own: what the real one looks like does not matter here."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text("<!doctype html><title>the page</title>", "utf-8")
    (folder / "style.css").write_text("p {}", "utf-8")
    (folder / "app.js").write_text("1;", "utf-8")
    (folder / "secret.txt").write_text("secret", "utf-8")
    for name in CARRIERS:
        (folder / name).write_text(f"// {name}", "utf-8")
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[PageServer]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving, "page_folder", lambda: folder)
        with PageServer(port=0) as server:
            thread = Thread(target=server.serve_forever, daemon=True)
            thread.start()
            yield server
            server.shutdown()
            thread.join()


def send(
    server: PageServer, method: str, path: str, body: Any = None, **headers: str
) -> tuple[http.client.HTTPResponse, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=30)
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, given)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response, text


# --- what it serves ----------------------------------------------------------------------------


def test_it_answers_requests_as_the_bridge_does(server: PageServer) -> None:
    response, text = send(server, "POST", "/ask", json.dumps(CHECK), **JSON)
    assert response.status == 200
    assert response.headers["Content-Type"] == "application/json"
    assert json.loads(text)["violations"][0]["clause"] == "TURN-04"


def test_whatever_it_is_sent_it_answers(server: PageServer) -> None:
    for body in (b"", b"{", b"\xff\xfe", b"[" * 100_000, b"null"):
        response, text = send(server, "POST", "/ask", body, **JSON)
        assert response.status == 200
        assert json.loads(text)["ok"] is False


@pytest.mark.parametrize(
    ("path", "kind", "text"),
    [
        ("/", "text/html; charset=utf-8", "the page"),
        ("/index.html", "text/html; charset=utf-8", "the page"),
        ("/index.html?x=1", "text/html; charset=utf-8", "the page"),
        ("/style.css", "text/css; charset=utf-8", "p {}"),
        ("/carrier.js", "text/javascript; charset=utf-8", "// carrier-server.js"),
    ],
)
def test_it_serves_the_page(server: PageServer, path: str, kind: str, text: str) -> None:
    response, found = send(server, "GET", path)
    assert (response.status, response.headers["Content-Type"]) == (200, kind)
    assert text in found
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    response, found = send(server, "HEAD", path)
    assert (response.status, found) == (200, "")


@pytest.mark.parametrize(
    ("host", "is_open"),
    [("127.0.0.1", False), ("localhost", False), ("0.0.0.0", True), ("", True)],
)
def test_it_knows_whether_other_machines_can_reach_it(host: str, is_open: bool) -> None:
    with PageServer(host, 0) as opened:
        assert opened.is_open is is_open
        name = "127.0.0.1" if host == "127.0.0.1" else "localhost"
        assert opened.address == f"http://{name}:{opened.server_port}/"


@pytest.mark.parametrize(("method", "path"), [("GET", "/"), ("GET", "/secret.txt"), ("PUT", "/")])
def test_every_answer_has_the_headers_that_protect_it(
    server: PageServer, method: str, path: str
) -> None:
    headers = send(server, method, path)[0].headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-cache"
    assert headers["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


@pytest.mark.parametrize(
    "path",
    [
        "/secret.txt", "/worker.js", "/carrier-server.js", "/../pyproject.toml", "//etc/passwd",
        "/%2e%2e/pyproject.toml", "/ask", "/node_modules/pyodide/pyodide.js", "/\\..\\x", "/.npmrc",
        "/app.js/", "/licences/README.txt", "/index.html%00",
    ],
)  # fmt: skip
def test_it_serves_nothing_else(server: PageServer, path: str) -> None:
    response, text = send(server, "GET", path)
    assert response.status == 404
    assert "secret" not in text


def test_one_connection_carries_many_requests(server: PageServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=30)
    for _ in range(3):
        connection.request("POST", "/ask", json.dumps(CHECK), JSON)
        assert json.loads(connection.getresponse().read())["ok"]
    connection.close()


def test_answers_are_not_held_back(server: PageServer) -> None:
    """Nagle's algorithm and unbuffered writing would cost every answer 40 ms."""
    assert serving._Handler.disable_nagle_algorithm
    assert serving._Handler.wbufsize == -1


# --- what it refuses ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.example", ""]
)
def test_a_foreign_host_name_is_refused(server: PageServer, host: str) -> None:
    for method, path in (("GET", "/"), ("POST", "/ask")):
        response, text = send(server, method, path, Host=host, **JSON)
        assert response.status == 403
        assert "the page" not in text


def test_another_page_cannot_ask_through_a_browser(server: PageServer) -> None:
    for origin in ("https://evil.example", "null", f"https://127.0.0.1:{server.server_port}"):
        response, _ = send(server, "POST", "/ask", json.dumps(CHECK), Origin=origin, **JSON)
        assert response.status == 403
    own = f"http://127.0.0.1:{server.server_port}"
    response, _ = send(server, "POST", "/ask", json.dumps(CHECK), Origin=own, **JSON)
    assert response.status == 200
    response, _ = send(server, "POST", "/ask", json.dumps(CHECK), Content_Type="text/plain")
    assert response.status == 415


@pytest.mark.parametrize(
    ("header", "host", "is_own"),
    [
        ("localhost:8445", "127.0.0.1", True),
        ("LOCALHOST", "127.0.0.1", True),
        ("127.0.0.1:1", "127.0.0.1", True),
        ("[::1]:8445", "::1", True),
        ("192.168.1.7:8445", "0.0.0.0", True),
        ("my-machine:8445", "my-machine", True),
        ("my-machine:8445", "0.0.0.0", False),
        ("evil.example:8445", "127.0.0.1", False),
        ("", "127.0.0.1", False),
        ("127.0.0.1:x", "127.0.0.1", False),
    ],
)
def test_own_names_are_addresses_and_what_was_asked_for(
    header: str, host: str, is_own: bool
) -> None:
    assert is_own_name(header, host) is is_own


@pytest.mark.parametrize(
    ("length", "status"),
    [
        (str(MAX_REQUEST_BYTES + 1), 413),
        ("9" * 30, 413),
        ("-1", 400),
        ("+1", 400),
        ("x", 400),
        ("²", 400),
    ],
)
def test_a_request_that_is_too_large_is_not_read(
    server: PageServer, length: str, status: int
) -> None:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=30) as connection:
        head = "POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        connection.sendall(f"{head}Content-Length: {length}\r\n\r\n".encode("latin-1"))
        assert f" {status} ".encode() in connection.recv(100)


def raw(server: PageServer, *lines: str, then: str = "") -> bytes:
    """The whole answer to a head and what stands behind it."""
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=30) as connection:
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n" + then).encode("latin-1"))
        connection.shutdown(socket.SHUT_WR)
        return connection.makefile("rb").read()


def test_a_request_without_a_length_is_refused(server: PageServer) -> None:
    answer = raw(server, "POST /ask HTTP/1.1", "Host: localhost", "Content-Type: application/json")
    assert answer.startswith(b"HTTP/1.1 411 ")
    assert b"Connection: close" in answer


HIDDEN: Final = "GET /style.css HTTP/1.1\r\nHost: localhost\r\n\r\n"
LENGTH: Final = f"Content-Length: {len(HIDDEN)}"


@pytest.mark.parametrize("first", ["GET /", "HEAD /", "POST /ask", "GET /none", "DELETE /"])
@pytest.mark.parametrize(
    "headers",
    [
        [LENGTH, "Transfer-Encoding: chunked"],
        ["Transfer-Encoding: chunked"],
        ["Transfer-Encoding: identity"],
        ["transfer-encoding:\tchunked", LENGTH],
        [LENGTH, "Content-Length: 0"],
        ["Content-Length: 0", LENGTH],
        [LENGTH, LENGTH],
        [f"{LENGTH}, {len(HIDDEN)}"],
        [f"Content-Length : {len(HIDDEN)}"],
        [" folded: 1", LENGTH],
        ["X: 1\r\n " + LENGTH],
        ["no colon", LENGTH],
        ["Host: localhost", LENGTH],
        ["Content-Type: text/plain", "Content-Type: application/json", LENGTH],
        ["Content-Length: 0x5"],
        ["Content-Length: -0"],
        ["Content-Length:"],
        [f"X: 1\r{LENGTH}"],
        [f"X: 1\n{LENGTH}"],
        [f"X: 1\r\r\n{LENGTH}"],
    ],
    ids=lambda lines: repr("|".join(lines)),
)
def test_a_request_that_could_be_read_in_two_ways_is_refused(
    server: PageServer, first: str, headers: list[str]
) -> None:
    answer = raw(server, f"{first} HTTP/1.1", "Host: localhost", *headers, then=HIDDEN)
    status = answer.split(b" ")[1]
    assert status in ((b"400", b"501") if first.startswith("DELETE") else (b"400",))
    assert b"Connection: close" in answer
    assert answer.count(b"HTTP/1.1 ") == 1  # what stands behind is no second request
    assert b"p {}" not in answer


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_request_for_a_file_has_no_body(server: PageServer, method: str) -> None:
    answer = raw(server, f"{method} / HTTP/1.1", "Host: localhost", LENGTH, then=HIDDEN)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1
    answer = raw(
        server, f"{method} / HTTP/1.1", "Host: localhost", "Content-Length: 0", then=HIDDEN
    )
    assert answer.count(b"HTTP/1.1 200 ") == 2


def test_a_request_that_is_cut_off_is_not_answered(server: PageServer) -> None:
    head = ("POST /ask HTTP/1.1", "Host: localhost", "Content-Type: application/json")
    whole = json.dumps(CHECK)
    assert raw(server, *head, f"Content-Length: {len(whole) + 1}", then=whole) == b""


# --- work --------------------------------------------------------------------------------------


def endless(_request: str) -> str:
    """Work that no end of its own stops."""
    while True:
        pass


def test_a_request_that_spends_its_budget_answers_so(
    server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "ask", endless)
    monkeypatch.setattr(server.budget, "seconds", 0.05)
    response, text = send(server, "POST", "/ask", json.dumps(CHECK), **JSON)
    assert response.status == 200
    assert json.loads(text) == {
        "ok": False,
        "error": "this request was stopped: it needs more work than the server does for one",
        "kind": "WorkSpent",
    }
    monkeypatch.undo()
    response, text = send(server, "POST", "/ask", json.dumps(CHECK), **JSON)
    assert json.loads(text)["ok"]


def test_a_budget_that_is_not_spent_changes_nothing() -> None:
    budget = Budget()
    assert budget.run(lambda: budget.seconds) == REQUEST_SECONDS
    with pytest.raises(ZeroDivisionError):
        budget.run(lambda: 1 // 0)
    budget.stop_spent()
    assert not budget._running


def test_a_stop_that_comes_too_late_is_withdrawn() -> None:
    """The call returns while another thread stops it: nothing is raised afterwards."""
    budget = Budget(0)

    def stopped_at_its_end() -> int:
        list(range(1000))  # some processor time
        budget._lock.acquire()
        budget._lock.release()
        stopper = Thread(target=budget.stop_spent)
        stopper.start()
        stopper.join()
        return 5

    for _ in range(50):
        with suppress(WorkSpent):
            assert budget.run(stopped_at_its_end) == 5
        assert sum(range(1000)) == 499500  # steps at which a pending exception would be raised
    assert not budget._running


def test_the_budget_is_not_a_mistake_of_the_library() -> None:
    """`ask` answers every Exception itself."""
    assert not issubclass(WorkSpent, Exception)


@pytest.mark.parametrize(
    "line", [b"GET\r\n\r\n", b"\x00\xff\r\n\r\n", b"DELETE / HTTP/1.1\r\n\r\n"]
)
def test_a_request_that_is_not_http_is_refused_in_plain_text(
    server: PageServer, line: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=30) as connection:
        connection.sendall(line)
        answer = connection.makefile("rb").read()
    assert b"<" not in answer.partition(b"\r\n\r\n")[2]


# --- the command -------------------------------------------------------------------------------


def test_a_taken_port_is_reported(server: PageServer) -> None:
    with pytest.raises(tikal.InvalidArgument, match="is taken: choose another with --port"):
        PageServer(port=server.server_port)


def test_an_address_of_another_machine_is_reported(server: PageServer) -> None:
    for host in ("203.0.113.7", "no such host"):
        with pytest.raises(tikal.InvalidArgument, match="cannot listen on"):
            PageServer(host, port=0)


def test_by_default_only_this_machine_reaches_the_server(server: PageServer) -> None:
    assert server.server_address[0] == "127.0.0.1"
    assert not server.is_open
    assert server.address == f"http://127.0.0.1:{server.server_port}/"


def test_with_a_host_the_server_is_open_to_others(server: PageServer) -> None:
    with PageServer("0.0.0.0", port=0) as everywhere:
        assert everywhere.is_open
        assert everywhere.address == f"http://localhost:{everywhere.server_port}/"


def test_missing_files_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "page_folder", lambda: tmp_path)
    with pytest.raises(tikal.InvalidArgument, match="files of the page are missing"):
        PageServer(port=0)


@pytest.mark.parametrize(
    ("arguments", "is_terminal", "is_opened"),
    [([], True, True), ([], False, False), (["--open"], False, True), (["--no-open"], True, False)],
)
def test_a_person_at_a_terminal_gets_a_browser(
    arguments: list[str], is_terminal: bool, is_opened: bool,
    folder: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    opened: list[str] = []
    monkeypatch.setattr(serving, "page_folder", lambda: folder)
    monkeypatch.setattr(serving.PageServer, "serve_forever", lambda _: None)
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("sys.stdout.isatty", lambda: is_terminal, raising=False)
    serve.main(["--port", "0", *arguments], standalone_mode=False)
    assert len(opened) == is_opened
    assert all(address.startswith("http://127.0.0.1:") for address in opened)


SERVE: Final = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background ignores it
from pathlib import Path
from tikal.page import server
server.page_folder = lambda: Path(sys.argv[1])
from tikal.cli import tikal
tikal(["serve", "--port", "0"])
"""


def started(script: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, str(folder)],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_ctrl_c_ends_it_quietly(folder: Path) -> None:
    process = started(SERVE, folder)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "http://127.0.0.1:" in line
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")


def port_of(line: str) -> int:
    found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
    assert found
    return int(found[1])


BUSY: Final = """
import sys, threading
from pathlib import Path
from tikal.page import server
def endless(request):
    print("asked", flush=True)
    while True:
        pass
server.ask = endless
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_ctrl_c_is_heard_while_requests_are_answered(folder: Path) -> None:
    process = started(BUSY + SERVE, folder)
    assert process.stdout is not None
    port = port_of(process.stdout.readline())
    body = json.dumps(CHECK)
    head = "POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    request = f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()
    open_ones = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(5)]
    for connection in open_ones:
        connection.sendall(request)
        assert process.stdout.readline() == "asked\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    for connection in open_ones:
        connection.close()


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_a_browser_that_goes_away_leaves_no_traceback(folder: Path) -> None:
    process = started(SERVE, folder)
    assert process.stdout is not None
    port = port_of(process.stdout.readline())
    gone = struct.pack("ii", 1, 0)  # the connection is reset when it is closed
    for _ in range(10):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, gone)
            connection.sendall(b"GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 300)
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.recv(12) == b"HTTP/1.1 200"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")


def test_other_mistakes_of_a_connection_are_reported(
    server: PageServer, capsys: pytest.CaptureFixture[str]
) -> None:
    for error, reported in (
        (ConnectionResetError(), False),
        (BrokenPipeError(), False),
        (TimeoutError(), False),
        (ZeroDivisionError(), True),
    ):
        try:
            raise error
        except Exception:
            server.handle_error(None, ("127.0.0.1", 1))
        assert (type(error).__name__ in capsys.readouterr().err) is reported
