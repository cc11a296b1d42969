"""Measure the online table under load: `python -m tests.table.load [--postgresql]`.

Some players, each at a table of their own, look and move by turns; every tenth move is refused, in
French. Printed are requests a second on the wall, and the processor time of the servers for each,
which a busy machine does not change.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.table.serving import Server, Table, postgresql, serving


def cpu_seconds(server: Server) -> float:
    """The processor time that a server has used (Linux)."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


class Player:
    """Plays both seats of a table, over one connection, and counts."""

    def __init__(self, server: Server, table: Table) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port)
        self.table, self.rng = table, random.Random(table.id)
        self.requests = self.moves = 0
        self.known: object = None

    def ask(self, request: object, seat: int) -> Any:
        """The answer to a request of the page, with all pictures."""
        headers = {"X-Seat": self.table.tokens[seat], "Content-Type": "application/json"}
        self.connection.request("POST", f"{self.table.path}/ask", json.dumps(request), headers)
        response = self.connection.getresponse()
        self.requests += 1
        assert response.status == 200
        return json.loads(response.read())

    def turn(self) -> bool:
        """Look and move; whether the game goes on."""
        for seat in self.table.tokens:
            view = self.ask({"ask": "view", "known": self.known}, seat)
            self.known = view["game_id"]
            if not view["mine"]:
                continue
            at = view["length"]
            moves = self.ask({"ask": "legal", "at": at}, seat)["moves"]
            if self.rng.random() < 0.1:
                wrong = {"ask": "opinion", "moves": ["uncover h5"], "at": at, "language": "fr"}
                assert not self.ask(wrong, seat)["legal"]
            move = {"ask": "move", "moves": [self.rng.choice(moves)["move"]], "at": at}
            assert self.ask({**move, "known": self.known}, seat)["legal"]
            self.moves += 1
            return True
        return False


def measure(database: str, processes: int, players: int, seconds: float) -> str:
    """A line of figures."""
    with serving(database, processes) as servers:
        team = [Player(servers[n % processes], servers[0].new()) for n in range(players)]
        for player in team:
            player.turn()
            player.requests = player.moves = 0
        before, started = sum(map(cpu_seconds, servers)), time.monotonic()

        def play(player: Player) -> None:
            while time.monotonic() < started + seconds and player.turn():
                pass

        threads = [threading.Thread(target=play, args=[player]) for player in team]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took, spent = time.monotonic() - started, sum(map(cpu_seconds, servers)) - before
        requests, moves = (sum(getattr(p, name) for p in team) for name in ("requests", "moves"))
        rates = f"{requests / took:.0f} requests/s ({moves / took:.0f} moves/s)"
        return f"{processes} processes: {rates}, {1000 * spent / requests:.2f} ms of CPU each"


@contextlib.contextmanager
def database_of(kind: str) -> Iterator[str]:
    """A new database."""
    with tempfile.TemporaryDirectory() as folder:
        if kind == "postgresql":
            with postgresql(Path(folder)) as address:
                yield address
        else:
            yield str(Path(folder) / "tables.sqlite")


def main() -> None:
    """Measure with one process and with two."""
    parser = argparse.ArgumentParser(prog="python -m tests.table.load", description=__doc__)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=8)
    given = parser.parse_args()
    kind = "postgresql" if given.postgresql else "sqlite"
    for processes in (1, 2):
        with database_of(kind) as database:
            print(kind, measure(database, processes, given.players, given.seconds), flush=True)


if __name__ == "__main__":
    main()
