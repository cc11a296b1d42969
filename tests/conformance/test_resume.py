"""Resuming an audit: whatever its log was cut to, the finished report is that of one go."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from click.testing import Result as Done
from hypothesis import example, given, settings
from hypothesis import strategies as st

import tikal
from tikal._support.atomic_write import AtomicFile, partial_of
from tikal.cli import tikal as command
from tikal.conformance.audit import Source, auditing
from tikal.conformance.report import Header, Result, Writer, read
from tikal.notation.documents import dumps

START = "edition: {}\nplayers: 2\n\n"
LEGAL = "draw A2; place b3 r0; deploy L a1\n"
REFUSED = "draw A3; place b3 r3; deploy W a1; uncover b1\nend\n"


def write_games(folder: Path) -> Path:
    """Games of every kind: legal, refused, JSON, unreadable."""
    folder.mkdir()
    for number in range(4):
        start = START.format(("rio-grande-1999", "legend-classic")[number % 2])
        (folder / f"{number} legal.tikal").write_text(start + LEGAL, "utf-8")
        (folder / f"{number} refused.tikal").write_text(start + REFUSED, "utf-8")
    (folder / "4 broken.tikal").write_text("edition: legend-classic\nplayers: two\n", "utf-8")
    (folder / "5 empty.tikal").touch()
    (folder / "6 nowhere.tikal").symlink_to("gone")
    (folder / "7.json").write_text(dumps(tikal.new_game(players=3)), "utf-8")
    return folder


def run(*arguments: object, stdin: bytes | None = None) -> Done:
    return CliRunner().invoke(command, [str(each) for each in arguments], input=stdin)


def events(log: Path) -> list[dict[str, Any]]:
    """All that a log says, but for times."""
    read(log)  # it is whole
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    return [
        {key: value for key, value in line.items() if key not in ("made", "seconds")}
        for line in lines
    ]


def whole_results(log: Path) -> int:
    """The number of results in a log that may be cut off."""
    return sum(b'"event":"result"' in line for line in log.read_bytes().split(b"\n")[:-1])


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_games(tmp_path_factory.mktemp("resume") / "games")


@pytest.fixture(scope="module")
def one_go(games: Path) -> Path:
    log = games.parent / "one go.jsonl"
    assert run("audit", games, "-o", log).exit_code == 1
    return log


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


@pytest.fixture
def audited(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the games that are audited."""
    names: list[str] = []
    audit_game = auditing.audit_game

    def count(source: Source) -> Result:
        names.append(Path(auditing.name_of(source)).name)
        return audit_game(source)

    monkeypatch.setattr(auditing, "audit_game", count)
    return names


# --- what is taken over ------------------------------------------------------------------------


@given(cut=st.integers(0, 20_000), is_partial=st.booleans())
@example(cut=0, is_partial=True)
@example(cut=0, is_partial=False)
@example(cut=100, is_partial=True)
@settings(max_examples=30, deadline=None)
def test_a_log_that_was_cut_anywhere_becomes_that_of_one_go(
    cut: int, is_partial: bool, games: Path, one_go: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    whole = one_go.read_bytes()
    log = tmp_path_factory.mktemp("cut") / "log.jsonl"
    rest = partial_of(log) if is_partial else log
    rest.write_bytes(whole[: cut % (len(whole) + 1)])
    known = whole_results(rest)
    result = run("audit", games, "-o", log, "--resume")
    assert result.exit_code == 1, result.output
    assert events(log) == events(one_go)
    assert [each.name for each in log.parent.iterdir()] == ["log.jsonl"]
    unreadable = ("5 empty.tikal", "6 nowhere.tikal")  # without bytes there is nothing to compare
    again = sum(name in rest_of(one_go, known) for name in unreadable)
    if known:
        assert f"{known - again} of 12 games taken over from {rest}" in result.stderr


def rest_of(log: Path, results: int) -> str:
    return "".join(row["subject"] for row in events(log)[1 : 1 + results])


@pytest.mark.parametrize("lines", [1, 5, 13, 14])
def test_only_what_is_missing_is_audited(
    lines: int, games: Path, one_go: Path, log: Path, audited: list[str]
) -> None:
    whole = one_go.read_text("utf-8").splitlines(keepends=True)
    partial_of(log).write_text("".join(whole[:lines]) + '{"event":"res', "utf-8")
    run("audit", games, "-o", log, "--resume")
    subjects = [Path(row["subject"]).name for row in events(one_go)[1:-1]]
    unreadable = [
        name for name in subjects[: lines - 1] if name in ("5 empty.tikal", "6 nowhere.tikal")
    ]
    assert audited == unreadable + subjects[lines - 1 :]
    assert events(log) == events(one_go)


def test_games_that_changed_came_or_went_are_those_of_now(
    tmp_path: Path, log: Path, audited: list[str]
) -> None:
    games = write_games(tmp_path / "games")
    run("audit", games, "-o", log)
    del audited[:]
    log.rename(partial_of(log))
    (games / "0 legal.tikal").write_text(START.format("legend-classic") + REFUSED, "utf-8")
    (games / "1 a new one.tikal").write_text(START.format("super-meeple-2015") + LEGAL, "utf-8")
    (games / "2 refused.tikal").unlink()
    os.utime(games / "3 legal.tikal")  # the same bytes at another time
    run("audit", games, "-o", log, "--resume")
    assert audited == ["0 legal.tikal", "1 a new one.tikal", "5 empty.tikal", "6 nowhere.tikal"]
    run("audit", games, "-o", tmp_path / "anew.jsonl")
    assert events(log) == events(tmp_path / "anew.jsonl")


def test_views_are_written_and_a_whole_log_can_be_resumed_too(
    games: Path, one_go: Path, log: Path, audited: list[str]
) -> None:
    log.write_bytes(one_go.read_bytes())
    page = log.with_name("page.html")
    assert run("audit", games, "-o", page, "-o", log, "--resume").exit_code == 1
    assert audited == ["5 empty.tikal", "6 nowhere.tikal"]
    assert events(log) == events(one_go)
    assert "TEMPLE-01" in page.read_text("utf-8")


def test_standard_input_is_identified_by_its_bytes(log: Path, audited: list[str]) -> None:
    legal, refused = (
        (START.format("legend-classic") + moves).encode() for moves in (LEGAL, REFUSED)
    )
    game = log.with_name("game.tikal")
    game.write_bytes(legal)
    for data, expected in ((legal, []), (refused, ["standard input"])):
        run("audit", "-", game, "-o", log, stdin=legal)
        del audited[:]
        run("audit", "-", game, "-o", log, "--resume", stdin=data)
        assert audited == expected


# --- how it was cut ----------------------------------------------------------------------------


def interrupted_at(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupt an audit when it adds this result to its log."""
    add = Writer.add
    added: list[Result] = []

    def interrupt(writer: Writer, result: Result) -> None:
        added.append(result)
        if len(added) == number:
            raise KeyboardInterrupt
        add(writer, result)

    monkeypatch.setattr(Writer, "add", interrupt)


def test_an_audit_stopped_by_ctrl_c_is_resumed(games: Path, one_go: Path, log: Path) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        interrupted_at(6, monkeypatch)
        result = run("audit", games, "-o", log)
    assert result.exit_code == 130
    assert "--resume goes on from it" in result.stderr
    assert read(log).footer.interrupted
    assert "5 of 12 games taken over" in run("audit", games, "-o", log, "--resume").stderr
    assert events(log) == events(one_go)


@pytest.mark.parametrize("is_partial", [True, False])
def test_an_interrupt_before_all_is_taken_over_loses_nothing(
    is_partial: bool, games: Path, one_go: Path, log: Path
) -> None:
    rest = partial_of(log) if is_partial else log
    rest.write_bytes(one_go.read_bytes()[:-10])
    before = rest.read_bytes()
    with pytest.MonkeyPatch.context() as monkeypatch:
        interrupted_at(3, monkeypatch)
        result = run("audit", games, "-o", log, "--resume")
    assert (result.exit_code, rest.read_bytes()) == (130, before)
    assert [*log.parent.iterdir()] == [rest]
    run("audit", games, "-o", log, "--resume")
    assert events(log) == events(one_go)


def test_an_interrupt_after_that_keeps_more(games: Path, one_go: Path, log: Path) -> None:
    lines = one_go.read_bytes().splitlines(keepends=True)
    partial_of(log).write_bytes(b"".join(lines[:4]))
    with pytest.MonkeyPatch.context() as monkeypatch:
        interrupted_at(7, monkeypatch)
        assert run("audit", games, "-o", log, "--resume").exit_code == 130
    assert read(log).footer.results == 6
    run("audit", games, "-o", log, "--resume")
    assert events(log) == events(one_go)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_audit_killed_by_sigkill_is_resumed(workers: int, tmp_path: Path, log: Path) -> None:
    games, pipe = tmp_path / "games", tmp_path / "pipe.tikal"
    games.mkdir()
    for number in range(64):
        text = START.format("rio-grande-1999") + (REFUSED if number % 5 else LEGAL)
        (games / f"{number:02}.tikal").write_text(text, "utf-8")
    os.mkfifo(pipe)  # the worker that reads this game blocks until it is killed
    line = ["audit", str(games), str(pipe), "-o", str(log), "--workers", str(workers)]
    kill_when(lambda: is_done(partial_of(log)), line)
    partial_of(log).write_bytes(partial_of(log).read_bytes()[:-900])
    kill_when(lambda: is_done(partial_of(log)), [*line, "--resume"])
    assert not log.exists()
    result = run("report", log)
    assert result.exit_code == 2
    assert (
        f"-o {log} --resume`, with the same games, goes on from log.jsonl.partial" in result.stderr
    )
    pipe.unlink()
    pipe.write_text(START.format("legend-classic") + LEGAL, "utf-8")
    result = run(*line, "--resume")
    assert "64 of 65 games taken over" in result.stderr
    run("audit", games, pipe, "-o", tmp_path / "one go.jsonl")
    assert events(log) == events(tmp_path / "one go.jsonl")
    assert not partial_of(log).exists()


def is_done(log: Path) -> bool:
    return log.is_file() and whole_results(log) == 64


def kill_when(is_time: Callable[[], bool], arguments: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tikal", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    stop = time.monotonic() + 120
    while not is_time():
        assert process.poll() is None
        assert time.monotonic() < stop
        time.sleep(0.02)
    process.kill()
    process.wait()


def test_a_full_disk_leaves_what_can_be_resumed(games: Path, one_go: Path, log: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tikal", "audit", str(games), "-o", str(log)],
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000)),
    )
    assert done.returncode == 2
    assert b"log.jsonl cannot be written: File too large" in done.stderr
    assert 0 < whole_results(partial_of(log)) < 12
    run("audit", games, "-o", log, "--resume")
    assert events(log) == events(one_go)


# --- what does not fit -------------------------------------------------------------------------


def headed(path: Path, header: Header, results: Iterator[Result] | tuple[Result, ...] = ()) -> None:
    with path.open("w", encoding="utf-8") as file, Writer(file, header) as writer:
        for result in results:
            writer.add(result)


def test_without_a_log_there_is_nothing_to_resume(games: Path, one_go: Path, log: Path) -> None:
    result = run("audit", games, "-o", log.with_name("page.html"), "--resume")
    assert result.exit_code == 2
    assert "name it too, with -o report.jsonl" in result.stderr
    result = run("audit", games, "-o", log, "--resume")
    assert result.exit_code == 1
    assert "there is no log to go on from" in result.stderr
    assert events(log) == events(one_go)


@pytest.mark.parametrize(
    ("header", "words"),
    [
        (Header("audit", "3 games in elsewhere"), "it is about 3 games in elsewhere, not about"),
        (Header("audit", "1 game", library="tikal-rules 0.0"), "it was made by tikal-rules 0.0"),
        (Header("engine", "mine"), "it is not the log of an audit"),
    ],
)
def test_the_log_of_something_else_is_not_resumed(
    header: Header, words: str, games: Path, log: Path
) -> None:
    headed(log, header)
    before = log.read_bytes()
    result = run("audit", games, "-o", log, "--resume")
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.endswith("; without --resume it is made anew\n")
    assert log.read_bytes() == before


def test_a_file_that_is_not_a_log_is_not_resumed(games: Path, log: Path) -> None:
    log.write_text("dear diary\n", "utf-8")
    result = run("audit", games, "-o", log, "--resume")
    assert result.exit_code == 2
    assert "log.jsonl cannot be resumed: line 1, column 1: this is not JSON" in result.stderr
    assert log.read_text("utf-8") == "dear diary\n"


def test_a_log_of_which_nothing_is_left_is_not_resumed(games: Path, log: Path) -> None:
    gone = Result("game", "gone.tikal", "passed", detail={"sha256": "0" * 64})
    headed(partial_of(log), Header("audit", f"1 game in {games}"), (gone,))
    before = partial_of(log).read_bytes()
    result = run("audit", games, "-o", log, "--resume")
    assert result.exit_code == 2
    assert "none of its games is there as it was" in result.stderr
    assert partial_of(log).read_bytes() == before


def test_the_log_of_many_paths_is_named_after_the_first(tmp_path: Path, log: Path) -> None:
    places = [tmp_path / f"{number:050}.tikal" for number in range(9)]
    for place in places:
        place.write_text(START.format("legend-classic") + LEGAL, "utf-8")
    run("audit", *places[:8], "-o", log)
    result = run("audit", *places, "-o", log, "--resume")
    assert "8 of 9 games taken over" in result.stderr
    assert run("audit", *places[1:], "-o", log, "--resume").exit_code == 2


def test_an_audit_that_is_running_is_not_resumed(games: Path, log: Path) -> None:
    with AtomicFile(log):
        result = run("audit", games, "-o", log, "--resume")
    assert result.exit_code == 2
    assert "another process is writing log.jsonl.partial" in result.stderr


def test_the_log_of_an_engine_says_nothing_about_resuming(log: Path) -> None:
    headed(log, Header("engine", "mine"))
    log.write_bytes(log.read_bytes()[:-20])
    result = run("report", log)
    assert (result.exit_code, "resume" in result.stderr) == (2, False)
