"""The commands that report: audit, conformance and report."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from tests.cli.streams import on_a_terminal, unread
from tests.sample import not_in_the_sample
from tikal.cli import tikal as command
from tikal.cli.printing import stoppable
from tikal.conformance.adapter import Adapter
from tikal.conformance.report import read, views
from tikal.conformance.report.self_summary import from_json, shipped_summary
from tikal.law.registry import clauses

EXAMPLES = Path(__file__).parents[2] / "examples"
REFUSED = """edition: legend-classic
players: 2

draw A3; place b3 r3; deploy W a1; uncover b1
end
"""
ADAPTER = (sys.executable, "-m", "tikal.conformance.adapter")


def run(*arguments: object, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(command, [str(each) for each in arguments], input=stdin)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "basic.tikal").write_bytes((EXAMPLES / "basic.tikal").read_bytes())
    (folder / "refused.tikal").write_text(REFUSED, "utf-8")
    (folder / "broken.tikal").write_text("edition: rio-grande-1999\nplayers: two\n", "utf-8")
    return folder


# --- audit -------------------------------------------------------------------------------------


def test_an_audit_in_a_pipe_is_the_event_log(games: Path) -> None:
    result = run("audit", games)
    assert result.exit_code == 1
    events = [json.loads(line) for line in result.stdout.splitlines()]
    assert [event["event"] for event in events] == ["header", *["result"] * 3, "footer"]
    assert {event["outcome"] for event in events[1:-1]} == {"passed", "failed", "errored"}


def test_an_audit_for_people_names_clauses_and_ways_out(games: Path) -> None:
    result = run("audit", games, "--format", "pretty")
    assert result.exit_code == 1
    for words in ("TEMPLE-01", "uncover b1", "line 4", "broken.tikal", "players"):
        assert words in result.stdout
    assert "simplified" not in result.stdout


def test_every_kind_of_file_is_written(games: Path, tmp_path: Path) -> None:
    files = [tmp_path / f"report.{ending}" for ending in ("html", "md", "xml", "jsonl")]
    options = [part for path in files for part in ("-o", path)]
    result = run("audit", games, *options, "--format", "pretty")
    assert result.exit_code == 1
    html, markdown, junit, log = (path.read_text("utf-8") for path in files)
    assert html.startswith("<!doctype html>")
    assert "TEMPLE-01" in markdown
    assert ElementTree.fromstring(junit).get("failures") == "1"
    assert read(files[3]).footer.results == 3
    assert log.count("\n") == 5


def test_a_report_can_be_shown_again(games: Path, tmp_path: Path) -> None:
    log, page = tmp_path / "log.jsonl", tmp_path / "again.html"
    run("audit", games, "-o", log)
    result = run("report", log, "-o", page, "--format", "pretty")
    assert result.exit_code == 1
    assert "TEMPLE-01" in result.stdout
    assert "TEMPLE-01" in page.read_text("utf-8")
    log.write_text(log.read_text("utf-8")[:-30], "utf-8")
    result = run("report", log)
    assert result.exit_code == 2
    assert result.stderr == (
        f"tikal: {log}: line 5: the log is truncated in this line; `tikal audit GAME... -o {log} "
        "--resume`, with the same games, goes on from log.jsonl\n"
    )


def test_a_clean_audit_exits_with_0_and_one_that_cannot_read_with_2(games: Path) -> None:
    assert run("audit", games / "basic.tikal").exit_code == 0
    assert run("audit", games / "broken.tikal").exit_code == 2
    whole = (games / "basic.tikal").read_text("utf-8")
    (games / "half.tikal").write_text(whole[: whole.rindex("end")].rstrip(), "utf-8")
    assert run("audit", games / "basic.tikal", games / "half.tikal").exit_code == 3
    assert run("audit", games / "half.tikal", games / "broken.tikal").exit_code == 2
    assert run("audit", games / "half.tikal", games / "refused.tikal").exit_code == 1
    assert run("audit", games / "nowhere.tikal").exit_code == 2


def test_a_game_that_is_named_twice_is_audited_once(games: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(games)
    game = games / "basic.tikal"
    result = run(
        "audit", game, game, games, link, games / ".." / games.name, "-", "-", stdin=REFUSED
    )
    header, *results, footer = map(json.loads, result.stdout.splitlines())
    assert [Path(row["subject"]).name for row in results] == [
        "standard input", "basic.tikal", "broken.tikal", "refused.tikal",
    ]  # fmt: skip
    assert header["subject"].startswith(f"4 games in {game}, {games}, ")
    assert (footer["passed"], footer["failed"], footer["errored"]) == (1, 2, 1)


def test_a_game_can_come_from_a_pipe() -> None:
    result = run("audit", "-", stdin=REFUSED)
    assert result.exit_code == 1
    assert json.loads(result.stdout.splitlines()[1])["subject"] == "standard input"


def test_wrong_endings_and_empty_folders_are_refused_before_any_work(
    games: Path, tmp_path: Path
) -> None:
    result = run("audit", games, "-o", tmp_path / "report.pdf")
    assert result.exit_code == 2
    assert ".html" in result.stderr
    empty = tmp_path / "empty"
    empty.mkdir()
    result = run("audit", empty)
    assert result.exit_code == 2
    assert "there is no game" in result.stderr
    result = run("audit", games, "-o", tmp_path / "nowhere" / "log.jsonl")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("shape", ["json", "pretty"])
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_full_device_for_the_output_is_no_broken_rule(
    shape: str, stream: str, games: Path
) -> None:
    asked = games / ("basic.tikal" if stream == "stdout" else "nowhere.tikal")
    for name in ("check", "audit"):
        words = [sys.executable, "-m", "tikal", name, str(asked), "--format", shape]
        with Path("/dev/full").open("w") as full:
            out, err = (full, subprocess.PIPE) if stream == "stdout" else (subprocess.PIPE, full)
            done = subprocess.run(words, stdout=out, stderr=err, text=True)
        assert done.returncode == 2, done.stderr
        if stream == "stdout":
            assert done.stderr == "tikal: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize(("closed", "code"), [(0, 2), (1, 0), (2, 0)])
@pytest.mark.parametrize("name", ["check", "audit"])
def test_closed_streams_are_no_faults(name: str, closed: int, code: int) -> None:
    game = "-" if closed == 0 else str(EXAMPLES / "basic.tikal")
    words = [sys.executable, "-m", "tikal", name, game]
    done = subprocess.run(words, capture_output=True, preexec_fn=lambda: os.close(closed))
    assert done.returncode == code, done.stderr
    assert b"Traceback" not in done.stderr


def test_empty_names_are_refused() -> None:
    for arguments in (("audit", ""), ("check", ""), ("audit", EXAMPLES, "")):
        result = run(*arguments)
        assert result.exit_code == 2
        assert "a name is empty" in result.output


@pytest.mark.parametrize("way", ["run", "play"])
@pytest.mark.parametrize("seconds", ["nan", "inf", "1e12", "0", "-0.5", "-1"])
def test_time_limits_are_seconds_of_a_day(way: str, seconds: str) -> None:
    for option in ("--seconds", "--start-seconds"):
        result = run("conformance", way, option, seconds, "--", "true")
        assert result.exit_code == 2
        assert f"Invalid value for '{option}'" in result.output


def test_a_report_from_a_pipe_is_refused() -> None:
    result = run("report", os.devnull)
    assert result.exit_code == 2
    assert "is not an ordinary file" in result.output


def test_a_log_is_not_written_over_itself(games: Path, tmp_path: Path) -> None:
    log, link = tmp_path / "log.jsonl", tmp_path / "link.jsonl"
    run("audit", games, "-o", log)
    link.symlink_to(log)
    before = log.read_bytes()
    for same in (log, link):
        result = run("report", log, "-o", same)
        assert result.exit_code == 2
        assert "the same file as" in result.stderr
    assert log.read_bytes() == before


def test_a_log_can_be_written_through_a_link(games: Path, tmp_path: Path) -> None:
    log, link = tmp_path / "log.jsonl", tmp_path / "link.jsonl"
    link.symlink_to(log)
    run("audit", games, "-o", link)
    assert link.is_symlink()
    assert read(log).footer.results == 3


def test_names_cannot_reach_the_terminal_behind_the_text(games: Path) -> None:
    game = games / "\x1b[31mred\u202e.tikal"
    game.write_bytes((EXAMPLES / "basic.tikal").read_bytes())
    for name in ("check", "audit"):
        result = run(name, game, "--format", "pretty")
        assert result.exit_code == 0
        assert not {"\x1b", "\u202e"} & {*result.output}
    result = run("check", f"{game}2", "--format", "pretty")
    assert not {"\x1b", "\u202e"} & {*result.output}


def test_json_holds_no_character_that_a_terminal_obeys(games: Path) -> None:
    name = "\x7f\x9b31m \u061c\u200e\u200f\u2028\u202e\u2066\u2069 Zoë.tikal"
    game = games / name
    game.write_bytes((EXAMPLES / "basic.tikal").read_bytes())
    for command_name in ("check", "audit"):
        result = run(command_name, game, "--format", "json")
        assert result.exit_code == 0
        assert not {*name[:-10]} - {*"31m "} & {*result.stdout}
        event = json.loads(result.stdout.splitlines()[1]) if command_name == "audit" else None
        assert (event["subject"] if event else json.loads(result.stdout)["game"]) == str(game)
    assert "Zoë" in run("check", game, "--format", "json").stdout


#: Runs a command that stops when a file is written and not yet in place, and says so; in short
#: naps, because Python notices a signal that comes just before a nap only after it.
STOPPING = """
import sys, time
from tikal._support import atomic_write
from tikal.__main__ import main

def stop(draft):
    draft.file.flush()
    print("written", file=sys.stderr, flush=True)
    while True:
        time.sleep(0.05)

atomic_write.AtomicFile.put_in_place = stop
main()
"""


@pytest.mark.parametrize(
    ("output", "number"),
    [
        ("a.html", signal.SIGINT),
        ("a.html", signal.SIGKILL),
        *((name, signal.SIGTERM) for name in ("a.html", "a.md", "a.xml", "show.svg", "tiles.svg")),
    ],
)
def test_a_command_that_is_ended_while_it_writes_leaves_the_old_file(
    output: str, number: signal.Signals, games: Path, tmp_path: Path
) -> None:
    log, old = tmp_path / "log.jsonl", tmp_path / output
    run("audit", games, "-o", log)
    old.write_text("old", "utf-8")
    line = {"show.svg": ["show", str(games / "basic.tikal")], "tiles.svg": ["tiles"]}
    arguments = [*line.get(output, ["report", str(log)]), "-o", str(old)]
    with subprocess.Popen(
        [sys.executable, "-c", STOPPING, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"written\n"
        process.send_signal(number)
    assert process.returncode == (-9 if number == signal.SIGKILL else 130)
    assert old.read_text("utf-8") == "old"
    left = sorted(path.name for path in tmp_path.iterdir())
    partial = [f"{output}.partial"] if number == signal.SIGKILL else []
    assert left == sorted(["games", "log.jsonl", output, *partial])


def test_a_picture_can_be_written_to_a_pipe_and_through_a_link(tmp_path: Path) -> None:
    link = tmp_path / "picture.svg"
    link.symlink_to("/dev/stdout")
    words = [sys.executable, "-m", "tikal", "tiles", "-o", str(link), "--format", "json"]
    done = subprocess.run(words, capture_output=True, check=True)
    assert b"</svg>" in done.stdout
    link.unlink()
    link.symlink_to("real.svg")
    assert run("tiles", "-o", link).exit_code == 0
    assert link.is_symlink()
    assert "</svg>" in (tmp_path / "real.svg").read_text("utf-8")


def test_an_ignored_signal_stays_ignored_and_others_are_given_back() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with stoppable():
            assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        with stoppable():
            assert signal.getsignal(signal.SIGTERM) != signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)


def test_an_input_file_is_never_overwritten(games: Path) -> None:
    record = games / "record.md"
    record.write_text(REFUSED, "utf-8")
    result = run("audit", record, "-o", games / ".." / games.name / "record.md")
    assert result.exit_code == 2
    assert "the same file as" in result.stderr
    assert record.read_text("utf-8") == REFUSED


@pytest.mark.parametrize("bad", ["no/page.html", "folder.html", "pipe.html", "n" * 300 + ".html"])
def test_an_unwritable_output_is_refused_before_the_work(
    bad: str, games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tikal.cli.audit.audit", None)
    (tmp_path / "folder.html").mkdir()
    os.mkfifo(tmp_path / "pipe.html")
    result = run("audit", games, "-o", tmp_path / "good.html", "-o", tmp_path / bad)
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit), result.exception
    assert not (tmp_path / "good.html").exists()


def test_one_file_that_cannot_be_written_costs_no_other(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Iterator[str]:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setitem(views.FORMATS, ".xml", views.Format(".xml", "full", full))
    result = run("audit", games, "-o", tmp_path / "a.xml", "-o", tmp_path / "b.html")
    assert result.exit_code == 2
    assert "a.xml cannot be written: No space left on device" in result.stderr
    assert "refused" in (tmp_path / "b.html").read_text("utf-8")


def test_a_fault_of_the_results_is_not_taken_for_one_of_the_file(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object, **__: object) -> Iterator[None]:
        yield from ()
        raise ConnectionError("the cluster is gone")

    monkeypatch.setattr("tikal.cli.audit.audit", lost)
    result = run("audit", games, "-o", tmp_path / "log.jsonl")
    assert result.exit_code == 2
    assert result.stderr == "tikal: the work was cut short: the cluster is gone\n"


def test_files_are_written_although_stdout_is_closed(games: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = unread("audit", games, "-o", page)
    assert (done.returncode, done.stderr) == (141, b"")
    assert "refused" in page.read_text("utf-8")


def test_too_much_on_standard_input_costs_no_other_game(games: Path) -> None:
    result = run("audit", "-", games / "basic.tikal", stdin=b"#" * 17_000_000)
    events = [json.loads(each) for each in result.stdout.splitlines()]
    assert [(event.get("subject"), event.get("outcome")) for event in events[1:-1]] == [
        ("standard input", "errored"),
        (str(games / "basic.tikal"), "passed"),
    ]
    assert "larger than 4 MB" in events[1]["message"]


def test_json_larger_than_any_game_is_an_error_and_not_left_out(games: Path) -> None:
    (games / "huge.json").write_bytes(b"[" + b"1," * 9_000_000)
    results = [json.loads(line) for line in run("audit", games).stdout.splitlines()[1:-1]]
    (huge,) = (row for row in results if row["subject"].endswith("huge.json"))
    assert (huge["outcome"], "larger than 4 MB" in huge["message"]) == ("errored", True)


def test_a_progress_bar_takes_no_markup_and_no_commands_of_others(tmp_path: Path) -> None:
    folder = tmp_path / "g[/red]:tiger:\x1b]0;PWNED\x07"
    folder.mkdir(parents=True)
    (folder / "basic.tikal").write_bytes((EXAMPLES / "basic.tikal").read_bytes())
    code, text = on_a_terminal("audit", folder)
    assert code == 0, text
    assert "g[/red]:tiger:" in text
    assert "\x1b]0;PWNED" not in text


def again_and_again(group: int) -> None:
    for _ in range(4):
        os.killpg(group, signal.SIGINT)
        time.sleep(0.1)


@pytest.mark.parametrize(
    "stop",
    [
        pytest.param(
            lambda pid: os.killpg(pid, signal.SIGINT), id="Ctrl-C", marks=not_in_the_sample
        ),
        pytest.param(lambda pid: again_and_again(pid), id="Ctrl-C again and again"),
        pytest.param(lambda pid: os.kill(pid, signal.SIGTERM), id="kill"),
        pytest.param(
            lambda pid: os.kill(pid, signal.SIGHUP), id="closed terminal", marks=not_in_the_sample
        ),
    ],
)
def test_an_interrupted_audit_keeps_what_was_done(
    stop: Callable[[int], object], tmp_path: Path
) -> None:
    folder, log, page = tmp_path / "many", tmp_path / "log.jsonl", tmp_path / "page.html"
    folder.mkdir()
    game = (EXAMPLES / "basic.tikal").read_bytes()
    for number in range(1000):
        (folder / f"{number:03}.tikal").write_bytes(game)
    line = [sys.executable, "-m", "tikal", "audit", str(folder)]
    process = subprocess.Popen(
        [*line, "-o", str(log), "-o", str(page), "--workers", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # a test run in the background ignores these, and so would its children
        preexec_fn=lambda: [
            signal.signal(number, signal.SIG_DFL) for number in (signal.SIGINT, signal.SIGHUP)
        ],
    )
    partial = log.with_name("log.jsonl.partial")
    while not (partial.exists() and partial.read_bytes().count(b"\n") > 20):
        assert process.poll() is None
        time.sleep(0.02)
    stop(process.pid)
    _, words = process.communicate(timeout=120)
    assert process.returncode == 130, words
    assert b"interrupted" in words
    assert b"Traceback" not in words
    footer = read(log).footer
    assert footer.interrupted
    assert 20 <= footer.passed < 1000
    assert "interrupted" in page.read_text("utf-8")


# --- other engines -----------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("when", ["at the start", "at a case"])
def test_an_engine_does_not_outlive_a_run_that_is_ended(
    number: signal.Signals, when: str, tmp_path: Path
) -> None:
    note = tmp_path / "pid"
    introduction = f"input(); print({json.dumps(Adapter().start())!r}, flush=True)\n"
    hangs = (
        (introduction if when == "at a case" else "")
        + f"import os, pathlib, time; pathlib.Path({str(note)!r}).write_text(str(os.getpid()))\n"
        + "time.sleep(600)"
    )
    about = ("conformance", "run", "--clause", "CAMP-03")
    line = [sys.executable, "-m", "tikal", *about, "--", sys.executable, "-c", hangs]
    process = subprocess.Popen(
        line,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    )
    while not (note.exists() and note.read_text()):
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(number)
    _, words = process.communicate(timeout=60)
    assert process.returncode == 130, words
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


def test_another_engine_gets_a_scorecard(tmp_path: Path) -> None:
    page = tmp_path / "card.html"
    options = ["--clause", "CAMP-03", "--format", "pretty", "-o", page]
    result = run("conformance", "run", *options, "--", *ADAPTER)
    assert result.exit_code == 0, result.output
    assert "tikal-rules" in result.stdout
    assert "CAMP-03" in page.read_text("utf-8")


def test_a_faulty_engine_exits_with_1_and_its_clause_is_named() -> None:
    faulty = (sys.executable, "-m", "tests.engines", "three-levels-a-turn")
    result = run("conformance", "run", "--only", "witness", "--format", "pretty", "--", *faulty)
    assert result.exit_code == 1
    assert "TEMPLE-04" in result.stdout


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        (("no-such-program",), "cannot be started"),
        ((sys.executable, "-c", "pass"), "ended with exit code 0"),
        ((sys.executable, "-c", "print('hello')"), "printed 'hello"),
        ((sys.executable, "-c", "import time; time.sleep(60)"), "no answer within"),
    ],
)
def test_an_engine_that_does_not_start_is_a_clear_error(
    engine: tuple[str, ...], words: str
) -> None:
    seconds = 0.5 if "sleep" in engine[-1] else 60
    for way in ("run", "play"):
        result = run("conformance", way, "--start-seconds", seconds, "--", *engine)
        assert result.exit_code == 2
        assert words in result.stderr


def test_without_a_terminal_the_log_goes_to_the_file_and_a_summary_is_printed(
    games: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log.jsonl"
    card = ("conformance", "run", "--clause", "CAMP-03", "--edition", "legend-classic")
    for words in ((*card, "-o", log, "--", *ADAPTER), ("audit", games, "-o", log)):
        result = run(*words)
        assert not result.stdout.startswith("{")
        assert len(result.stdout.splitlines()) < 40
        assert result.stdout.splitlines()[-1].rpartition(", ")[2].startswith("in ")
        assert read(log).footer.passed
    as_json = run("audit", games, "-o", log, "--format", "json")
    assert as_json.stdout == log.read_text("utf-8")
    assert run("audit", games).stdout.startswith('{"event":"header"')


def test_unknown_clauses_and_empty_choices_are_clear_errors() -> None:
    result = run("conformance", "run", "--clause", "CAMP-99", "--", *ADAPTER)
    assert result.exit_code == 2
    assert "no clause 'CAMP-99'" in result.stderr
    options = ["--clause", "AUCTION-08", "--edition", "legend-classic"]
    result = run("conformance", "run", *options, "--", *ADAPTER)
    assert result.exit_code == 2
    assert "no case" in result.stderr


# --- this library ------------------------------------------------------------------------------


@pytest.mark.stored_report
def test_the_shipped_report_is_shown() -> None:
    result = run("conformance", "self", "--format", "pretty")
    assert result.exit_code == 0, result.output
    assert "Conformance of this library" in result.stdout
    assert all(clause.id in result.stdout for clause in clauses())
    as_json = run("conformance", "self", "--format", "json")
    assert as_json.exit_code == 0
    assert from_json(as_json.stdout) == shipped_summary()
    assert len(as_json.stdout) < 60_000


# --- single cases, and play --------------------------------------------------------------------


def test_one_case_is_asked_again_with_the_request_and_the_answer_to_paste() -> None:
    faulty = (sys.executable, "-m", "tests.engines", "three-levels-a-turn")
    wanted = ("--case", "TEMPLE-04/witness@legend-classic", "--format", "pretty")
    result = run("conformance", "run", *wanted, "--", *faulty)
    assert result.exit_code == 1
    lines = [line.strip() for line in result.output.splitlines()]
    request = next(line for line in lines if line.startswith("request "))
    answer = next(line for line in lines if line.startswith("answer "))
    case = json.loads(request.removeprefix("request "))["case"]
    assert case["edition"] == "legend-classic"
    assert json.loads(answer.removeprefix("answer "))["answers"] == [{"clauses": []}]


def test_differences_found_by_play_are_saved_and_run_as_cases(tmp_path: Path) -> None:
    name = "levels-need-as-many-members"
    faulty = (sys.executable, "-m", "tests.engines", name)
    options = ("--games", "1", "--edition", "rio-grande-1999", "--keep", tmp_path / "found")
    result = run("conformance", "play", *options, "--format", "pretty", "--", *faulty)
    assert result.exit_code == 1
    assert "Not shown by play" in result.output
    saved = tmp_path / "found" / "1.json"
    again = run("conformance", "run", "--cases", saved, "--", *faulty)
    assert again.exit_code == 1
    assert run("conformance", "run", "--cases", saved, "--", *ADAPTER).exit_code == 0
