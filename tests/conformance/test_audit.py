"""Auditing recorded games: what is refused, what cannot be read, and where the work is done."""

from __future__ import annotations

import itertools
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

import tikal
from tikal.conformance.audit import audit, audit_game, auditing, find_games
from tikal.conformance.audit.auditing import name_of
from tikal.conformance.audit.workers import RestartingPool, dask_cluster, process_pool
from tikal.conformance.report import Result
from tikal.errors import InvalidArgument
from tikal.notation.documents import dumps, position_from_json

EXAMPLES = Path(__file__).parents[2] / "examples"
LEGAL = """edition: rio-grande-1999
players: 2
names: Ana, Ben

draw A2; place b3 r0
deploy L a1
walk L a1-b2; walk L b2-b3
recover b3
reveal 4
"""
REFUSED = LEGAL + "recover b3\nend\nend\n"
#: Leader and worker dig, change places and dig again: four levels by four diggers.
CHANGED_PLACES = """edition: legend-classic
players: 2

draw A1; place c1 r2
deploy L a1; walk L a1-b1
deploy W a1; walk W a1-b1; walk W b1-c1
end
draw A2; place b3 r0; end
draw A3; place c2 r0
uncover b1; uncover c1
walk L b1-c1; uncover c1
walk W c1-b1; uncover b1
end
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    (folder / "deeper").mkdir(parents=True)
    (folder / "1 legal.tikal").write_text(LEGAL, "utf-8")
    (folder / "2 refused.TIKAL").write_text(REFUSED, "utf-8")
    (folder / "3 empty.tikal").write_bytes(b"")
    (folder / "4 binary.tikal").write_bytes(bytes(range(256)))
    (folder / "5 cut.json").write_text('{"format": "tikal-record/1", "edi', "utf-8")
    (folder / "deeper" / "legal.json").write_text(dumps(tikal.loads(LEGAL)), "utf-8")
    (folder / "notes.txt").write_text("no game", "utf-8")
    (folder / "settings.json").write_text('{"colour": "blue"}', "utf-8")
    return folder


def outcomes(results: Iterator[Result]) -> list[tuple[str, str]]:
    return [(Path(result.subject).name, result.outcome) for result in results]


EXPECTED = [
    ("1 legal.tikal", "unfinished"),
    ("2 refused.TIKAL", "failed"),
    ("3 empty.tikal", "errored"),
    ("4 binary.tikal", "errored"),
    ("5 cut.json", "errored"),
    ("legal.json", "unfinished"),
]


def test_every_game_is_found_once_however_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    inner, outer, other = (tmp_path / name for name in ("sub/a.tikal", "b.tikal", "c.txt"))
    for path in (inner, outer, other):
        path.touch()
    assert list(find_games(tmp_path, tmp_path / "sub", outer, other, other)) == [
        outer,
        inner,
        other,
    ]
    assert list(find_games(tmp_path / "sub", tmp_path)) == [inner, outer]
    assert list(find_games(inner, tmp_path)) == [inner, outer]
    missing = tmp_path / "missing.tikal"
    assert list(find_games(tmp_path, missing)) == [outer, inner, missing]


def test_a_game_is_found_once_however_many_links_lead_to_it(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    game, own, link = there / "game.tikal", here / "own.tikal", here / "link.tikal"
    later = there / "later.tikal"
    for file in (game, own, later):
        file.touch()
    link.symlink_to(game)
    for name in ("a.tikal", "z.tikal"):
        (here / name).symlink_to(own)
    nowhere = here / "nowhere.tikal"
    nowhere.symlink_to(tmp_path / "gone.tikal")
    assert list(find_games(here, here, there, game, link)) == [link, nowhere, own, later]
    assert list(find_games(there, here, nowhere)) == [game, later, nowhere, own]


def test_links_that_lead_in_circles_are_found_once_each(tmp_path: Path) -> None:
    alone, one, two, other = (tmp_path / f"{name}.tikal" for name in ("a", "b", "c", "d"))
    for link, target in ((alone, alone), (one, two), (two, one), (other, alone)):
        link.symlink_to(target.name)
    assert list(find_games(tmp_path, tmp_path, alone, two, other)) == [alone, one, two]
    assert list(find_games(other, tmp_path)) == [other, one, two]


def test_a_folder_that_cannot_be_entered_is_found_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    scandir = os.scandir

    def refuse(path: str) -> Any:  # root may enter everything
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert list(find_games(tmp_path, tmp_path, closed)) == [closed]
    assert list(find_games(closed, tmp_path)) == [closed]


def test_a_file_that_is_too_large_is_found_whatever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (
        ("a.json", '{"format": "tikal-record/1", "moves": []}'),
        ("b.json", '{"moves": [], "format": "tikal-record/1"}'),
        ("c.json", "[" + "0," * 20 + "0]"),
        ("d.tikal", "#" * 40),
    ):
        (tmp_path / name).write_text(text, "utf-8")
    assert [str(name_of(path)).rpartition("/")[2] for path in find_games(tmp_path)] == [
        "a.json",
        "b.json",
        "d.tikal",
    ]
    monkeypatch.setattr("tikal.notation.loading.MAX_DOCUMENT_CHARACTERS", 30)
    results = list(audit(find_games(tmp_path)))
    assert [Path(result.subject).name for result in results] == [
        "a.json", "b.json", "c.json", "d.tikal",
    ]  # fmt: skip
    assert all("is larger than" in result.message for result in results)


def test_a_game_is_passed_only_if_it_was_played_to_its_end(tmp_path: Path) -> None:
    whole = (EXAMPLES / "basic.tikal").read_text("utf-8")
    assert audit_game(("whole", whole.encode())).outcome == "passed"
    cut = whole[: whole.rindex("end")].rstrip()
    result = audit_game(("cut", cut.encode()))
    assert result.outcome == "unfinished"
    state = tikal.loads(cut).replay().state
    names = tikal.loads(cut).names
    assert result.message.startswith(
        f"not played to its end: {names[(state.active or 0) - 1]} acts"
    )
    assert result.detail["accepted"] == result.detail["moves"] > 400
    assert audit_game(("half", LEGAL.encode())).message == (
        "not played to its end: Ana acts, 2 AP left"
    )


def test_files_come_in_the_order_in_which_people_count(tmp_path: Path) -> None:
    names = ["Round1.tikal", "round2.tikal", "round10.tikal", "table 2/a.tikal", "table 10/a.tikal"]
    for name in reversed(names):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    assert [
        str(path.relative_to(tmp_path)) for path in find_games(tmp_path) if isinstance(path, Path)
    ] == names


def test_a_folder_is_searched_and_a_bad_file_stops_nothing(games: Path) -> None:
    assert outcomes(audit(find_games(games))) == EXPECTED


def test_json_that_is_nested_too_deeply_stops_nothing(games: Path) -> None:
    (games / "6 deep.json").write_text("[" * 200_000, "utf-8")
    found = outcomes(audit(find_games(games)))
    assert [each for each in found if each not in EXPECTED] == [("6 deep.json", "errored")]
    assert len(found) == len(EXPECTED) + 1


@pytest.mark.parametrize(
    ("data", "edition"),
    [
        (b"edition: legend-classic # club\nplayers: two\n", "legend-classic"),
        (b"\xef\xbb\xbfplayers: 2\r\n edition :legend-classic\r\n\r\nfly", "legend-classic"),
        (b"\xef\xbb\xbfedition: legend-classic\nplayers: two\n", "legend-classic"),
        (b"edition: " + b"a " * 1_000_000, None),
        (b"edition: legend-classic  tiebreak=none\n\xff", "legend-classic tiebreak=none"),
        (b'{"format": "tikal-record/1", "edition": "legend-classic", "pla', "legend-classic"),
        (b'{"format": "tikal-position/1", "edition": {"key": "mine"}}', None),
        (b"edition: deluxe\nplayers: 2\n", None),
        (b"edition: \xff\n", None),
        (b"players: 2\n", None),
    ],
)
def test_a_damaged_game_is_filed_under_the_edition_it_names(
    data: bytes, edition: str | None
) -> None:
    result = audit_game(("damaged", data))
    assert (result.outcome, result.edition) == ("errored", edition)


def test_a_refusal_shows_clauses_position_and_near_moves(games: Path) -> None:
    result = audit_game(games / "2 refused.TIKAL")
    assert (result.edition, result.clauses) == (
        "rio-grande-1999",
        ("TURN-04", "TREASURE-03"),
    )
    assert "move 8 (line 10), recover b3, is refused: TURN-04: " in result.message
    detail = result.detail
    assert (detail["moves"], detail["accepted"], detail["skipped"]) == (10, 7, 2)
    refusal = detail["refusal"]
    assert (refusal["number"], refusal["line"], refusal["column"]) == (8, 10, 1)
    state = tikal.replay(tikal.new_game(players=2), tikal.loads(LEGAL).moves).state
    assert position_from_json(refusal["position"]) == state
    near = [str(move) for move in tikal.nearest_legal(state, tikal.parse_move("recover b3"))]
    assert refusal["nearest"] == near
    assert detail["names"] == ["Ana", "Ben"]


def test_a_position_is_a_game_without_moves(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(dumps(tikal.new_game(players=3)), "utf-8")
    result = audit_game(path)
    found = result.outcome, result.detail["moves"], result.detail["players"]
    assert found == ("passed", 0, 3)


@pytest.mark.clause("TEMPLE-03")
def test_in_legend_members_may_change_places_and_dig_again() -> None:
    passed = audit_game(("legend", CHANGED_PLACES.encode()))
    assert (passed.outcome, passed.detail["moves"]) == ("unfinished", 20)
    elsewhere = CHANGED_PLACES.replace("legend-classic", "rio-grande-1999")
    refused = audit_game(("rio", elsewhere.encode()))
    assert (refused.outcome, refused.clauses) == ("failed", ("TEMPLE-03",))
    assert (refused.detail["refusal"]["number"], refused.detail["refusal"]["line"]) == (19, 12)
    # a digger who leaves and comes back is still the same figure
    gone_and_back = CHANGED_PLACES.replace("uncover c1\nwalk W c1-b1", "walk L c1-b1")
    refused = audit_game(("legend", gone_and_back.encode()))
    assert (refused.outcome, refused.clauses) == ("failed", ("TEMPLE-03",))
    position = position_from_json(refused.detail["refusal"]["position"])
    assert "b1 once (its digger: the leader, still there)" in str(position)


def test_only_the_first_wrong_claims_are_listed_and_the_rest_counted() -> None:
    turns = (
        "draw A2; place b3 r0", "draw A1; place c2 r1", "draw A3; place a3 r0",
        "draw A4; place c3 r0", "draw A5; place a4 r0", "draw A6; place a5 r0",
    )  # fmt: skip
    text = "edition: rio-grande-1999\nplayers: 2\n\n" + "; end = 7\n".join((*turns, ""))
    result = audit_game(("six.tikal", text.encode()))
    lines = result.message.split("; ")
    assert result.outcome == "failed"
    assert len(lines) == 5 + 1
    assert lines[0] == "move 3 (line 4): seat 1 has 0 points then, where the record claims 7"
    assert lines[-1] == "and 1 more wrong claim"


def test_bytes_can_be_audited_without_a_file() -> None:
    assert audit_game(("standard input", LEGAL.encode())).outcome == "unfinished"
    assert audit_game(("standard input", b"")).message == "is empty"


def test_a_missing_game_is_reported(tmp_path: Path) -> None:
    result = audit_game(tmp_path / "nowhere.tikal")
    assert (result.outcome, "cannot be read" in result.message) == ("errored", True)
    assert audit_game(tmp_path).outcome == "errored"


def test_an_undecodable_file_name_is_reported_byte_by_byte(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.tikal"))
    path.write_text(LEGAL, "utf-8")
    (result,) = audit(find_games(tmp_path))
    assert (Path(result.subject).name, result.outcome) == ("bad\\xff.tikal", "unfinished")


def test_a_pipe_and_a_device_are_reported_and_not_opened(tmp_path: Path) -> None:
    for name in ("pipe.tikal", "pipe.json"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "device.tikal").symlink_to("/dev/zero")
    (tmp_path / "link.tikal").symlink_to(tmp_path / "nowhere")
    (tmp_path / "folder.tikal").mkdir()
    os.mkfifo(tmp_path / "pipe.txt")
    results = [*audit(find_games(tmp_path))]
    assert outcomes(iter(results)) == [
        (name, "errored") for name in ("device.tikal", "link.tikal", "pipe.json", "pipe.tikal")
    ]
    for result in results:
        is_link = Path(result.subject).name == "link.tikal"
        assert ("is not an ordinary file" in result.message) is not is_link


def test_a_pipe_that_is_named_itself_is_read(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe.tikal")
    writer = threading.Thread(target=pipe.write_text, args=(LEGAL, "utf-8"))
    writer.start()
    assert outcomes(audit(find_games(pipe))) == [("pipe.tikal", "unfinished")]
    writer.join()


def test_our_own_schemas_and_cases_are_no_games() -> None:
    assert list(find_games(EXAMPLES.parent / "spec")) == []


def test_a_bug_in_the_audit_is_an_error_of_that_game_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: bytes) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(auditing, "game_of", broken)
    result = audit_game(("a", LEGAL.encode()))
    assert (result.outcome, "ZeroDivisionError: oops" in result.message) == ("errored", True)


# --- executors ---------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", [1, 2, 100])
def test_threads_give_the_same_results_in_the_same_order(games: Path, chunk: int) -> None:
    with ThreadPoolExecutor(3) as executor:
        assert outcomes(audit(find_games(games), executor, chunk)) == EXPECTED


def test_processes_give_the_same_results_in_the_same_order(games: Path) -> None:
    with process_pool(2) as executor:
        assert isinstance(executor, RestartingPool)
        assert outcomes(audit(find_games(games), executor, chunk=2)) == EXPECTED


def test_a_dask_cluster_gives_the_same_results_in_the_same_order(games: Path) -> None:
    with dask_cluster("local", workers=2) as executor:
        assert "distributed" in type(executor).__module__
        assert outcomes(audit(find_games(games), executor, chunk=2)) == EXPECTED


def test_a_worker_of_a_local_cluster_keeps_no_profile_even_if_started_again() -> None:
    def of_worker() -> tuple[int, object]:
        import dask

        return os.getpid(), dask.config.get("distributed.worker.profile.enabled")

    with dask_cluster("local", workers=1) as executor:
        first, is_watched = executor.submit(of_worker).result(60)
        assert is_watched is False
        os.kill(first, signal.SIGKILL)
        second, is_watched = executor.submit(of_worker).result(60)
        assert second != first
        assert is_watched is False


def test_a_dask_scheduler_that_is_not_there_is_a_clear_error() -> None:
    with (
        pytest.raises(InvalidArgument, match="no Dask scheduler at 'nowhere"),
        dask_cluster("nowhere:x"),
    ):
        pass


def test_one_worker_needs_no_pool_and_none_is_too_few() -> None:
    with process_pool(1) as executor:
        assert executor is None
    with pytest.raises(InvalidArgument, match="at least one worker"), process_pool(0):
        pass
    with pytest.raises(InvalidArgument, match="at least one game"):
        list(audit([], None, chunk=0))


class Counting(Executor):
    """Runs nothing until asked for the result, and counts what waits."""

    def __init__(self) -> None:
        self.waiting = self.most = 0

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        counter = self

        class Late(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                counter.waiting -= 1
                return work(*args, **kwargs)

        return Late()


def test_only_some_chunks_wait_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auditing, "WINDOW", 5)
    executor = Counting()
    endless = ((str(number), b"") for number in itertools.count())
    results = audit(endless, executor, chunk=3)
    assert [result.subject for result in itertools.islice(results, 60)] == [*map(str, range(60))]
    assert executor.most == 5


class Dying(Executor):
    """A pool that breaks with its second chunk."""

    submitted = 0

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        if self.submitted > 2:
            raise BrokenProcessPool("a process died")
        future: Future[Any] = Future()
        if self.submitted == 2:
            future.set_exception(BrokenProcessPool("a process died"))
        else:
            future.set_result(work(*args, **kwargs))
        return future


def test_when_workers_die_their_games_are_audited_elsewhere() -> None:
    games = [(str(number), LEGAL.encode()) for number in range(8)]
    results = list(audit(games, Dying(), chunk=2))
    assert [(result.subject, result.outcome) for result in results] == [
        (str(number), "unfinished") for number in range(8)
    ]


class Breaking(Executor):
    """A pool that loses what is at hand when its third chunk comes, and then works again."""

    def __init__(self) -> None:
        self.lost: list[Future[Any]] = []
        self.submitted = 0

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        future: Future[Any] = Future()
        if self.submitted > 3:
            future.set_result(work(*args, **kwargs))
            return future
        self.lost.append(future)
        if self.submitted == 3:
            for each in self.lost:
                each.set_exception(BrokenProcessPool("a process died"))
        return future


def test_lost_chunks_go_back_to_the_pool_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(auditing, "_audit_alone")  # nothing has to be audited alone
    games = [(str(number), LEGAL.encode()) for number in range(8)]
    executor = Breaking()
    results = list(audit(games, executor, chunk=2))
    assert [result.subject for result in results] == [name for name, _ in games]
    assert executor.submitted == 4 + 3


class Deadly(bytes):
    """A game that kills every process that unpickles it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (9,)


def test_a_game_that_kills_its_process_costs_no_other_game() -> None:
    games = [(str(number), LEGAL.encode()) for number in range(120)]
    games[40] = ("the killer", Deadly())
    with process_pool(2) as executor:
        results = list(audit(games, executor, chunk=4))
    assert [result.subject for result in results] == [name for name, _ in games]
    assert [r.subject for r in results if r.outcome != "unfinished"] == ["the killer"]
    assert "the process that read this game died" in results[40].message


def test_a_pool_goes_on_with_new_processes_when_one_has_died() -> None:
    with process_pool(2) as executor:
        assert executor is not None
        with pytest.raises(BrokenProcessPool):
            executor.submit(os._exit, 9).result()
        assert executor.submit(abs, -1).result() == 1


class Unlucky(bytes):
    """A game whose processes are killed from outside: twice in a pool, once alone."""

    def __reduce__(self) -> tuple[Any, ...]:
        return survive_the_fourth_time, (self.decode(),)


def survive_the_fourth_time(path: str) -> bytes:
    with Path(path).open("ab") as file:
        file.write(b"+")
    return LEGAL.encode() if Path(path).stat().st_size > 3 else os._exit(9)


def test_a_game_is_not_blamed_for_the_death_of_one_process(tmp_path: Path) -> None:
    unlucky = Unlucky(str(tmp_path / "tries").encode())
    with process_pool(2) as executor:
        (result,) = audit([("unlucky", unlucky)], executor)
    assert result.outcome == "unfinished"


def test_the_examples_are_sound() -> None:
    results = list(audit(find_games(EXAMPLES)))
    assert len(results) >= 3
    assert {result.outcome for result in results} == {"passed"}
