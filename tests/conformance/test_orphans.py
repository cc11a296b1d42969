"""No orphans: what a command has started ends with it, however it was ended."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tikal.conformance.adapter import Adapter
from tikal.conformance.audit.workers import RestartingPool
from tikal.conformance.protocol import process
from tikal.conformance.protocol.connection import Child, ChildFailure

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")

#: Far longer than anything takes, for machines under load.
PATIENCE = 60.0


def until(is_so: Callable[[], bool]) -> None:
    stop = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < stop
        time.sleep(0.01)


def stat(pid: int) -> list[str]:
    """State, parent and so on of a process; nothing if there is none."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return []


def is_running(pid: int) -> bool:
    facts = stat(pid)  # asked once: a moment later it may have ended
    return bool(facts) and facts[0] not in "ZX"


def descendants(pid: int) -> set[int]:
    everybody = {int(each.name): stat(int(each.name)) for each in Path("/proc").glob("[0-9]*")}
    found, new = set[int](), {pid}
    while new:
        new = {one for one, facts in everybody.items() if facts and int(facts[1]) in new}
        found |= new
    return found


def start(*arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "tikal", *map(str, arguments)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


# --- workers -----------------------------------------------------------------------------------


def test_no_worker_outlives_an_audit_that_is_killed(tmp_path: Path) -> None:
    games, pipe, log = tmp_path / "games", tmp_path / "pipe.tikal", tmp_path / "log.jsonl"
    games.mkdir()
    for number in range(64):
        (games / f"{number}.tikal").write_text("edition: legend-classic\nplayers: 2\n", "utf-8")
    os.mkfifo(pipe)  # a worker waits here
    partial = log.with_name("log.jsonl.partial")
    with start("audit", games, pipe, "-o", log, "--workers", 2) as audit:
        until(lambda: partial.exists() and partial.read_bytes().count(b"\n") > 64)
        left = descendants(audit.pid)
        assert len(left) == 3, "two workers and the resource tracker"
        audit.kill()
    until(lambda: not any(map(is_running, left)))


SINGLE = """
import os, sys, time
from tikal.conformance.audit.workers import RestartingPool
with RestartingPool(1) as alone:
    print(alone.submit(abs, -1).result(), flush=True)
    time.sleep(600)
"""


def test_a_single_worker_ends_with_its_parent_too() -> None:
    with RestartingPool(1) as alone:
        assert alone.submit(abs, -1).result() == 1
    with subprocess.Popen([sys.executable, "-c", SINGLE], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"1\n"
        left = descendants(parent.pid)
        assert left
        parent.kill()
    until(lambda: not any(map(is_running, left)))


# --- engines -----------------------------------------------------------------------------------

#: An engine that starts others: one in its group, one in a session of its own, and one whose
#: parent has ended already.
FAMILY = """
import os, signal, sys, time

def note(name):
    with open(os.path.join(sys.argv[1], name + ".new"), "w") as file:
        file.write(str(os.getpid()))
    os.rename(file.name, os.path.join(sys.argv[1], name))

def child(name, *steps):
    if not os.fork():
        for step in steps:
            step()
        note(name)
        time.sleep(600)

def leave_parent():
    if os.fork():
        os._exit(0)

child("in the group")
child("session", os.setsid, lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN))
child("daemon", os.setsid, leave_parent)
note("engine")
"""
HANGS = FAMILY + "time.sleep(600)"
ANSWERS = FAMILY + "input(); print('{}', flush=True); time.sleep(600)"
ENDS = FAMILY + "input(); print('{}', flush=True); os._exit(3)"
INTRODUCED = (
    FAMILY + f"input(); print({json.dumps(Adapter().start())!r}, flush=True); time.sleep(600)"
)
NAMES = ("in the group", "session", "daemon", "engine")


def family(folder: Path, names: tuple[str, ...] = NAMES) -> list[int]:
    """The processes of an engine, once they are all there."""
    until(lambda: all((folder / name).exists() for name in names))
    return [int((folder / name).read_text()) for name in names]


@pytest.mark.parametrize("code", [ANSWERS, ENDS], ids=["runs on", "has ended"])
@pytest.mark.parametrize("end", [Child.kill, Child.close], ids=["killed", "closed"])
def test_with_an_engine_ends_what_it_started(
    code: str, end: Callable[[Child], None], tmp_path: Path
) -> None:
    child = Child([sys.executable, "-c", code, str(tmp_path)])
    assert child.ask({}, PATIENCE) == {}
    pids = family(tmp_path)
    assert all(map(is_running, pids[:3])), "they may outlive the engine, but not the kit"
    end(child) if end is Child.kill else child.close(0.1)
    assert not any(map(is_running, pids))


@pytest.mark.parametrize("code", [HANGS, INTRODUCED], ids=["at the start", "at a case"])
def test_no_engine_outlives_a_run_that_is_killed(code: str, tmp_path: Path) -> None:
    engine = [sys.executable, "-c", code, tmp_path]
    with start("conformance", "run", "--clause", "CAMP-03", "--", *engine) as run:
        pids = family(tmp_path)
        left = {*descendants(run.pid), *pids}
        run.kill()
    until(lambda: not any(map(is_running, left)))


def test_an_engine_ends_with_its_supervisor(tmp_path: Path) -> None:
    code = FAMILY.replace('child("', '("') + "time.sleep(600)"
    with Child([sys.executable, "-c", code, str(tmp_path)]) as child:
        (engine,) = family(tmp_path, ("engine",))
        os.kill(int(stat(engine)[1]), signal.SIGKILL)
        until(lambda: not is_running(engine))
        with pytest.raises(ChildFailure, match="closed its output"):
            child.ask({}, PATIENCE)


def test_a_supervisor_that_was_stopped_does_not_save_its_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "SECONDS_TO_END", 0.3)
    code = FAMILY.replace('child("', '("') + "os.kill(os.getppid(), 19); time.sleep(600)"
    with Child([sys.executable, "-c", code, str(tmp_path)]):
        (engine,) = family(tmp_path, ("engine",))
        until(lambda: stat(int(stat(engine)[1]))[0] == "T")
    until(lambda: not is_running(engine))


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    def open_now() -> int:
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208

    before = open_now()
    for _ in range(3):
        with pytest.raises(ChildFailure):
            Child([str(tmp_path / "nothing")])
        with Child(["true"]) as child, pytest.raises(ChildFailure, match="exit code 0"):
            child.ask({}, PATIENCE)
    until(lambda: open_now() <= before)  # threads close the pipes


def test_an_engine_gets_the_streams_and_nothing_else() -> None:
    code = """import json, os
print(json.dumps({"open": sorted(map(int, os.listdir("/proc/self/fd")))}))
"""
    with Child([sys.executable, "-c", code]) as child:
        assert child.ask({}, PATIENCE)["open"] == [0, 1, 2, 3]  # the last is the folder it lists


@pytest.mark.parametrize("is_minded", [True, False])
def test_a_failed_start_of_an_engine_is_reported_with_its_reason(
    is_minded: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_minded:
        monkeypatch.setattr(process, "_SUPERVISOR", tmp_path / "nowhere")
    (tmp_path / "plain").write_text("no program", "utf-8")
    (tmp_path / "strange").write_bytes(b"\x7f\x00\x01")
    (tmp_path / "strange").chmod(0o755)
    for name, reason in (
        ("missing", "No such file or directory"),
        ("plain", "Permission denied"),
        ("strange", "Exec format error"),
        ("nul\0", "null byte"),
        (".", "Permission denied"),
    ):
        with pytest.raises(ChildFailure, match=f"cannot be started: .*{reason}"):
            Child([str(tmp_path / name)])


def test_without_a_supervisor_the_group_of_an_engine_ends_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_SUPERVISOR", tmp_path / "nowhere")
    code = FAMILY.replace('child("session"', '("session"').replace('child("daemon"', '("daemon"')
    with Child([sys.executable, "-c", code + "time.sleep(600)", str(tmp_path)]):
        pids = family(tmp_path, ("in the group", "engine"))
    until(lambda: not any(map(is_running, pids)))
    with Child(["false"]) as child, pytest.raises(ChildFailure, match="ended with exit code 1"):
        child.ask({}, PATIENCE)
