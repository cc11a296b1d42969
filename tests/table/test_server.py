"""The online table, asked as by other programs: a real server, and a real database."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest

import tikal
from tests.sample import WHOLE
from tests.table.serving import Server, Table, postgresql, serving
from tikal.languages import LANGUAGES


@pytest.fixture(scope="module", params=["sqlite", "postgresql"] if WHOLE else ["sqlite"])
def database(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[str]:
    """An empty database of each kind."""
    folder = tmp_path_factory.mktemp("table")
    if request.param == "sqlite":
        yield str(folder / "tables.sqlite")
        return
    for above in (folder.parent, folder.parent.parent):  # another user must reach it
        above.chmod(0o755)
    with postgresql(folder) as address:
        yield address


@pytest.fixture(scope="module")
def servers(database: str) -> Iterator[list[Server]]:
    """Two processes that share the database."""
    with serving(database, processes=2) as found:
        yield found


def play_on(table: Table, servers: list[Server], moves: int, rng: random.Random) -> list[str]:
    """Play random moves, each by any of the processes; the moves that were answered."""
    made: list[str] = []
    while len(made) < moves:
        seat = seat_to_move(table, servers[0])
        if seat is None:
            break
        view = table.view(rng.choice(servers), seat)
        move = rng.choice(view["legal"])
        status, found = table.play(rng.choice(servers), seat, move, view["length"])
        assert (status, found["legal"]) == (200, True), found
        made.append(move)
    return made


def chosen(game: tikal.Game) -> list[str]:
    """The moves of a game that players made."""
    moves = (step.move for step in game.steps)
    dealt = tikal.DrawTile | tikal.RevealTreasure
    return [str(move) for move in moves if not isinstance(move, dealt)]


def seat_to_move(table: Table, server: Server) -> int | None:
    """The seat that must choose, from the record; None once the game is over."""
    return tikal.Game.of(tikal.loads(table.record(server))).state.to_move


# --- playing -----------------------------------------------------------------------------------


def test_two_processes_never_disagree(servers: list[Server]) -> None:
    table = servers[0].new()
    made = play_on(table, servers, 25, random.Random(1))
    records = {table.record(server) for server in servers}
    assert len(records) == 1
    game = tikal.Game.of(tikal.loads(records.pop()))
    chosen = [
        str(step.move) for step in game.steps if not str(step.move).startswith(("draw", "rev"))
    ]
    assert chosen == made


def test_of_several_moves_for_one_version_one_is_made(servers: list[Server]) -> None:
    table = servers[0].new()
    for _ in range(6):
        seat = seat_to_move(table, servers[0])
        assert seat is not None
        view = table.view(servers[0], seat)
        moves = (view["legal"] * 8)[:8]
        together = threading.Barrier(len(moves))

        def send(
            number: int,
            moves: list[str] = moves,
            seat: int = seat,
            version: int = view["length"],
            together: threading.Barrier = together,
        ) -> int:
            together.wait()
            return table.play(servers[number % 2], seat, moves[number], version)[0]

        with ThreadPoolExecutor(len(moves)) as pool:
            statuses = sorted(pool.map(send, range(len(moves))))
        assert statuses == [200] + [409] * (len(moves) - 1)
        assert len({table.record(server) for server in servers}) == 1


@pytest.mark.parametrize(
    ("edition", "auction"), [("legend-classic", False), ("super-meeple-2015", True)]
)
def test_a_record_is_audited_clean(
    servers: list[Server], edition: str, auction: bool, tmp_path: Path
) -> None:
    pytest.importorskip("click", reason="tikal audit needs the extra cli")
    table = servers[0].new(players=3, names=["A", "B", "C"], edition=edition, auction=auction)
    moves = 60 if WHOLE else 25
    assert len(play_on(table, servers, moves, random.Random(2))) == moves
    (tmp_path / "game.tikal").write_text(table.record(servers[1]), "utf-8")
    command = [sys.executable, "-m", "tikal", "audit", str(tmp_path / "game.tikal")]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 3, result.stdout  # no refusal; the game is not over
    record = tikal.loads(table.record(servers[1]))
    assert record.replay().refusal is None
    assert record.names == ("A", "B", "C")


# --- what is refused ---------------------------------------------------------------------------

REFUSED = {
    "refused": ("recover b3", 1, 0, 200, None),
    "wrong seat": ("place b3 r2", 2, 0, 200, None),
    "chance": ("draw A1", 1, 0, 200, None),
    "malformed": ("placez b3", 1, 0, 200, "InvalidNotation"),
    "stale": ("place b3 r2", 1, -1, 409, "stale"),
    "unknown seat": ("place b3 r2", 0, 0, 403, "wrong-token"),
    "spectator": ("place b3 r2", 9, 0, 403, "spectator"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_everything_wrong_has_an_answer_in_the_language_of_the_player(
    servers: list[Server], what: str
) -> None:
    move, seat, older, status, kind = REFUSED[what]
    table = servers[0].new()
    before, at = table.record(servers[0]), table.view(servers[0])["length"] + older
    table.tokens[0] = "not a token"
    sentences = set()
    for language in LANGUAGES:
        found_status, found = table.play(servers[1], seat, move, at, language)
        assert (found_status, found.get("kind")) == (status, kind), found
        sentences.add(found["violations"][0]["message"] if found["ok"] else found["error"])
    assert len(sentences) == len(LANGUAGES)
    assert table.record(servers[0]) == before


def test_a_walk_is_made_whole_or_not_at_all(servers: list[Server]) -> None:
    table = servers[0].new()
    place = table.view(servers[0], 1)["legal"][0]
    assert table.play(servers[0], 1, place, 1)[0] == 200
    moves = ["deploy L a1", "deploy L a1"]  # there is one leader only
    before = table.record(servers[0])
    status, found = table.ask(servers[1], 1, ask="move", moves=moves, at=2, picture=False)
    assert (status, found["legal"], found["index"]) == (200, False, 1)
    assert table.record(servers[0]) == before
    moves[1] = "deploy W a1"
    _, found = table.ask(servers[1], 1, ask="move", moves=moves, at=2, picture=False)
    assert (found["legal"], found["length"]) == (True, 4)
    assert table.view(servers[0])["length"] == 4


def test_a_refusal_has_reasons_remedies_and_the_other_editions(servers: list[Server]) -> None:
    table = servers[0].new()
    place = table.view(servers[0], 1)["legal"][0]
    assert table.play(servers[0], 1, place, 1)[0] == 200
    _, found = table.ask(servers[0], 1, ask="opinion", moves=["uncover a2"], at=2, language="fr")
    state = tikal.Game.of(tikal.loads(table.record(servers[0]))).state
    opinion = tikal.opinion(state, "uncover a2", 1)
    assert [each["message"] for each in found["violations"]] == [
        each.text("fr", ("Ana", "Ben")) for each in opinion.violations
    ]
    ways = [each["moves"] for each in found["remedies"]["ways"]]
    assert ways == [[*map(str, way.moves)] for way in opinion.remedies.ways] != []
    assert len(found["editions"]) == len(tikal.EDITIONS) - 1
    _, found = table.ask(servers[0], 2, ask="opinion", moves=["uncover a2"], at=2)
    assert [each["clause"] for each in found["violations"]] == ["TURN-01"]


@pytest.mark.parametrize("name", ["new", "load", "under", "edit"])
def test_no_other_game_and_no_bot_is_brought(servers: list[Server], name: str) -> None:
    table = servers[0].new()
    status, found = table.ask(servers[0], 1, ask=name)
    assert (status, found["ok"]) == (200, False)
    assert table.ask(servers[0], 1, ask="bot", bot="mcts:easy")[0] == 403
    other = {"start": {"players": 4}, "moves": [], "names": []}
    assert table.ask(servers[0], 1, ask="view", game=other, picture=False)[1]["players"] == 2


def test_a_closed_table_takes_no_move_but_gives_its_record(servers: list[Server]) -> None:
    table = servers[0].new()
    assert servers[0].ask(f"{table.path}/close", {}, "wrong")[0] == 403
    assert servers[0].ask(f"{table.path}/close", {}, table.tokens[2])[0] == 200
    for language in LANGUAGES:
        status, found = table.play(servers[1], 1, "place b3 r2", 1, language)
        assert (status, found["kind"]) == (409, "closed")
        view = table.view(servers[1], 1, language)
        assert (view["mine"], view["note"]) == (False, found["error"])
    assert "draw" in table.record(servers[1])


def test_only_who_is_to_move_may_and_only_now(servers: list[Server]) -> None:
    table = servers[0].new()
    view = table.view(servers[1])
    assert (view["mine"], view["note"]) == (False, "You are watching.")
    assert table.view(servers[1], 1)["mine"]
    assert not table.view(servers[1], 2)["mine"]
    _, earlier = table.ask(servers[1], 1, ask="view", at=0)
    assert (earlier["length"], earlier["mine"]) == (1, False)
    assert earlier["picture"].startswith("<svg")


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/tables", {"players": 9}, 400),
        ("/api/tables", {"edition": "house"}, 400),
        ("/api/tables", {"names": ["a"]}, 400),
        ("/api/tables", {"names": ["a", "b,c"]}, 400),
        ("/api/tables", [], 400),
        ("/api/tables", {"names": ["x" * 12_000, "y"]}, 413),
        ("/api/tables/none/ask", {"ask": "view"}, 404),
        ("/api/tables/none/ask", {"ask": "view", "moves": 7}, 400),
        ("/api/tables/none/ask", {}, 400),
        ("/api/tables/none/record", None, 404),
        ("/tables/none/nothing.js", None, 404),
        ("/nothing", None, 404),
    ],
)
def test_what_cannot_be_answered_has_a_reason(
    servers: list[Server], path: str, body: object, status: int
) -> None:
    found, answer = servers[0].ask(path, body, language="de")
    assert found == status, answer
    assert answer["error"]


def test_a_body_of_unknown_length_is_refused(servers: list[Server]) -> None:
    connection = HTTPConnection("127.0.0.1", servers[0].port)
    connection.request("POST", "/api/tables", iter([b" " * 9_000] * 2))
    assert connection.getresponse().status == 413
    connection.close()


def test_tokens_are_not_stored(database: str, servers: list[Server]) -> None:
    if database.startswith("postgresql"):
        pytest.skip("looked for in the file of SQLite")
    table = servers[0].new()
    with sqlite3.connect(database) as connection:
        stored = "".join(str(row) for row in connection.execute("SELECT * FROM seats"))
    assert table.id in stored
    assert not any(token in stored for token in table.tokens.values())


def test_too_many_requests_are_refused_with_the_time_to_wait(database: str) -> None:
    with serving(database, rate=5) as [server]:
        found = [server.ask("/api/tables/none/record") for _ in range(30)]
    assert {status for status, _ in found} == {404, 429}
    slow = next(answer for status, answer in found if status == 429)
    assert slow["kind"] == "too-fast"
    assert "wait 1 s" in slow["error"]


# --- what stays --------------------------------------------------------------------------------


def test_nothing_is_lost_when_a_process_is_killed_in_the_middle_of_a_turn(database: str) -> None:
    rng = random.Random(5)
    with serving(database, processes=2) as servers:
        table = servers[0].new()
        made: list[str] = []
        for _ in range(3 if WHOLE else 1):
            made += play_on(table, servers, 7, rng)
            servers[0].kill()
            made += play_on(table, servers[1:], 2, rng)  # the other one goes on
            before = table.record(servers[1])
            servers[1].kill()
            for server in servers:
                server.start()
            assert table.record(servers[0]) == before
    game = tikal.Game.of(tikal.loads(before))
    chosen = [
        str(step.move) for step in game.steps if not str(step.move).startswith(("draw", "rev"))
    ]
    assert chosen == made
    assert game.state.to_move is not None  # chance was decided with the move before it


def test_a_move_that_was_answered_outlives_a_kill_under_load(database: str) -> None:
    """Players go on while the process is killed: what was answered is there, once."""
    with serving(database, processes=2) as servers:
        tables = [servers[0].new() for _ in range(4)]
        answered: dict[str, list[str]] = {table.id: [] for table in tables}

        def play(table: Table) -> None:
            rng = random.Random(table.id)
            for _ in range(15):
                try:
                    answered[table.id] += play_on(table, servers[:1], 1, rng)
                except (OSError, HTTPException, AssertionError):  # the server has gone
                    return

        with ThreadPoolExecutor(len(tables)) as pool:
            running = [pool.submit(play, table) for table in tables]
            while sum(map(len, answered.values())) < 12 and not all(e.done() for e in running):
                time.sleep(0.01)
            servers[0].kill()
            for each in running:
                each.result()
        for table in tables:
            stored = chosen(tikal.Game.of(tikal.loads(table.record(servers[1]))))
            made = answered[table.id]
            # at most one more was stored, whose answer the kill has cut off
            assert stored[: len(made)] == made
            assert len(stored) - len(made) in (0, 1)


# --- live --------------------------------------------------------------------------------------


def test_every_viewer_hears_of_each_change_at_every_process(servers: list[Server]) -> None:
    sync = pytest.importorskip("websockets.sync.client")
    table = servers[0].new()
    address = f"{table.path}/live"
    with (
        sync.connect(servers[0].address.replace("http", "ws") + address) as one,
        sync.connect(servers[1].address.replace("http", "ws") + address) as other,
    ):
        for viewer in (one, other):
            assert json.loads(viewer.recv(timeout=30)) == {"length": 1, "closed": False}
        assert table.play(servers[0], 1, table.view(servers[0], 1)["legal"][0], 1)[0] == 200
        for viewer in (one, other):
            assert json.loads(viewer.recv(timeout=30))["length"] == 2
        assert servers[1].ask(f"{table.path}/close", {}, table.tokens[2])[0] == 200
        for viewer in (one, other):
            assert json.loads(viewer.recv(timeout=30)) == {"length": 2, "closed": True}


def test_a_viewer_of_no_table_is_refused_for_good(servers: list[Server]) -> None:
    sync = pytest.importorskip("websockets.sync.client")
    closed = pytest.importorskip("websockets.exceptions").ConnectionClosed
    address = servers[0].address.replace("http", "ws") + "/api/tables/none/live"
    with sync.connect(address) as viewer:
        assert json.loads(viewer.recv(timeout=30)) == {"kind": "no-table"}
        with pytest.raises(closed) as caught:
            viewer.recv(timeout=30)
    assert caught.value.rcvd.code == 4404
