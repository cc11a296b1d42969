"""The online table as a real server in a process of its own, and a player who talks to it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import define, field

for module in ("fastapi", "uvicorn", "websockets"):
    pytest.importorskip(module, reason=f"{module} is not installed: make dev has it")

PROJECT: Final = Path(__file__).parents[2] / "examples" / "online-table"
#: How long a busy machine may take to start a process.
PATIENCE_SECONDS: Final = 60


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@define
class Server:
    """A process that serves tables."""

    database: str
    rate: float = 100_000
    port: int = field(factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """The address of its pages."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        """Start it, and wait until it answers."""
        command = [
            sys.executable, "-m", "online_table", "--port", str(self.port),
            "--database", self.database, "--rate", str(self.rate),
        ]  # fmt: skip
        environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
        self.process = subprocess.Popen(command, cwd=PROJECT.parent, env=environment)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            assert self.process.poll() is None, "the server has ended"
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return self
            time.sleep(0.05)
        raise TimeoutError("the server does not answer")

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def ask(
        self, path: str, body: object = None, token: str = "", language: str = "en", **headers: str
    ) -> tuple[int, Any]:
        """The status and the answer, as JSON where it is."""
        data = None if body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json", "X-Seat": token, "Accept-Language": language}
        request = urllib.request.Request(self.address + path, data, {**sent, **headers})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as found:
                status, text = found.status, found.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        try:
            return status, json.loads(text)
        except ValueError:
            return status, text.decode()

    def new(self, **wanted: object) -> Table:
        """A new table."""
        status, found = self.ask("/api/tables", {"players": 2, "names": ["Ana", "Ben"], **wanted})
        assert status == 201, found
        return Table(found["id"], {int(seat): each for seat, each in found["seats"].items()})


@define
class Table:
    """A table and the tokens of its seats."""

    id: str
    tokens: dict[int, str]

    @property
    def path(self) -> str:
        """The address of its data."""
        return f"/api/tables/{self.id}"

    def ask(self, server: Server, seat: int, **request: object) -> tuple[int, Any]:
        """The status and the answer to a request of the page."""
        return server.ask(f"{self.path}/ask", request, self.tokens.get(seat, ""))

    def view(self, server: Server, seat: int = 0, language: str = "en") -> Any:
        """What a seat sees, or a spectator, and the legal moves where it may move."""
        status, found = self.ask(server, seat, ask="view", language=language, picture=False)
        assert status == 200, found
        moves = self.ask(server, seat, ask="legal", at=found["length"])[1]["moves"]
        return {**found, "legal": [each["move"] for each in moves] if found["mine"] else []}

    def play(
        self, server: Server, seat: int, move: str, at: int, language: str = "en"
    ) -> tuple[int, Any]:
        """Make a move."""
        return self.ask(
            server, seat, ask="move", moves=[move], at=at, language=language, picture=False
        )

    def record(self, server: Server) -> str:
        """The record."""
        status, found = server.ask(f"{self.path}/record")
        assert status == 200
        return str(found)


@contextlib.contextmanager
def serving(database: str, processes: int = 1, rate: float = 100_000) -> Iterator[list[Server]]:
    """Some processes that share a database."""
    servers = [Server(database, rate) for _ in range(processes)]
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.kill()


# --- PostgreSQL --------------------------------------------------------------------------------


@contextlib.contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """The address of a new PostgreSQL, which must not be run by root."""
    initdb, postgres = shutil.which("initdb"), shutil.which("postgres")
    pytest.importorskip("psycopg", reason="psycopg is not installed: make dev has it")
    if not initdb or not postgres:
        pytest.skip("PostgreSQL is not installed")
    as_user: dict[str, Any] = {}
    if os.geteuid() == 0:
        try:
            shutil.chown(folder, "postgres", "postgres")
        except LookupError:
            pytest.skip("PostgreSQL is not run by root, and there is no user postgres")
        as_user = {"user": "postgres", "group": "postgres", "extra_groups": []}
    data, port = folder / "data", free_port()
    quiet: dict[str, Any] = {"cwd": "/", "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(
        [initdb, "-D", data, "-U", "table", "-A", "trust", "-N"], check=True, **quiet, **as_user
    )
    command = [postgres, "-D", str(data), "-p", str(port), "-k", str(folder), "-h", "127.0.0.1"]
    process = subprocess.Popen(command, **quiet, **as_user)
    try:
        address = f"postgresql://table@127.0.0.1:{port}/postgres"
        import psycopg

        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(address).close()
                break
            time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait()
