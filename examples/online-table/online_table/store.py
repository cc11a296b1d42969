"""Tables in a database: where a game began and its moves, one row each, and nothing else.

A position is never stored: it follows from the moves, whatever version of the library reads them.
Every process that shares the database may write; a move is added only to the version that it was
made for.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

_COLUMNS = {
    "tables": "id TEXT PRIMARY KEY, start TEXT NOT NULL, version INTEGER, closed INTEGER",
    "seats": "id TEXT, seat INTEGER, token TEXT NOT NULL, PRIMARY KEY (id, seat)",
    "moves": "id TEXT, number INTEGER, move TEXT NOT NULL, PRIMARY KEY (id, number)",
}


class Stale(Exception):
    """The table has changed since the version that a move was made for."""


class Unavailable(Exception):
    """The database cannot be reached or is too busy; what was not answered may be asked again."""


class Store:
    """The tables of a database, SQLite or PostgreSQL; each thread has a connection."""

    def __init__(self, url: str) -> None:
        self._url, self._here = url, threading.local()
        self._is_postgresql = url.startswith(("postgresql://", "postgres://"))
        with self._writing():
            if self._is_postgresql:
                self._run("SELECT pg_advisory_xact_lock(8450)")  # two processes may begin at once
            for name, columns in _COLUMNS.items():
                self._run(f"CREATE TABLE IF NOT EXISTS {name} ({columns})")

    def _connection(self) -> Any:  # noqa: ANN401 - of sqlite3 or of psycopg
        found = getattr(self._here, "connection", None)
        if self._is_postgresql:
            import psycopg

            if found is None or found.closed:
                found = psycopg.connect(self._url, autocommit=True)
        elif found is None:
            found = sqlite3.connect(self._url, isolation_level=None, timeout=10)
            found.execute("PRAGMA journal_mode = WAL")
            found.execute("PRAGMA synchronous = FULL")  # a move that was answered stays
        self._here.connection = found
        return found

    def _run(self, statement: str, *values: object) -> Any:  # noqa: ANN401 - the cursor of either
        if self._is_postgresql:
            statement = statement.replace("?", "%s")
        try:
            return self._connection().execute(statement, values)
        except Exception as error:
            if type(error).__name__ != "OperationalError":
                raise
            self._here.connection = None  # a new one next time: what was not committed is undone
            raise Unavailable from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self._run("BEGIN" if self._is_postgresql else "BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with suppress(Unavailable):
                self._run("ROLLBACK")
            raise
        self._run("COMMIT")

    def _add_moves(self, id_: str, version: int, moves: Sequence[str]) -> None:
        for number, move in enumerate(moves, start=version):
            self._run("INSERT INTO moves VALUES (?, ?, ?)", id_, number, move)

    def add(self, id_: str, start: str, tokens: dict[int, str], moves: Sequence[str]) -> None:
        """Add a table with its seats and first moves."""
        with self._writing():
            self._run("INSERT INTO tables VALUES (?, ?, ?, 0)", id_, start, len(moves))
            for seat, token in tokens.items():
                self._run("INSERT INTO seats VALUES (?, ?, ?)", id_, seat, token)
            self._add_moves(id_, 0, moves)

    def append(self, id_: str, version: int, moves: Sequence[str]) -> None:
        """Add moves to this version of an open table; `Stale` if it is another by now."""
        change = "UPDATE tables SET version = ? WHERE id = ? AND version = ? AND closed = 0"
        with self._writing():
            if self._run(change, version + len(moves), id_, version).rowcount != 1:
                raise Stale
            self._add_moves(id_, version, moves)

    def close(self, id_: str) -> None:
        """Let no more moves be added."""
        self._run("UPDATE tables SET closed = 1 WHERE id = ?", id_)

    def status(self, id_: str) -> tuple[int, bool] | None:
        """The version of a table, and whether it is closed; None if there is no such table."""
        row = self._run("SELECT version, closed FROM tables WHERE id = ?", id_).fetchone()
        return (row[0], bool(row[1])) if row else None

    def start(self, id_: str) -> str:
        """The record that the game began with."""
        return str(self._run("SELECT start FROM tables WHERE id = ?", id_).fetchone()[0])

    def moves(self, id_: str, since: int) -> list[str]:
        """The moves of a table after the first `since`."""
        wanted = "SELECT move FROM moves WHERE id = ? AND number >= ? ORDER BY number"
        return [row[0] for row in self._run(wanted, id_, since).fetchall()]

    def tokens(self, id_: str) -> dict[int, str]:
        """By seat, the digest of its token."""
        return dict(self._run("SELECT seat, token FROM seats WHERE id = ?", id_).fetchall())
