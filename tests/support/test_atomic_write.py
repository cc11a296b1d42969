"""Files are written whole: whatever happens on the way, the old one stays as it was."""

from __future__ import annotations

import errno
import os
import resource
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tikal._support.atomic_write import (
    AtomicFile,
    open_atomic,
    partial_of,
    require_writable,
    write_atomic,
)

OLD = "the old file\n" * 1000
#: Writes most of a file, says so, and waits for its end; in short naps, because Python notices a
#: signal that comes just before a nap only after it.
SLOW = """
import sys, time
from pathlib import Path
from tikal.cli.printing import stoppable
from tikal._support.atomic_write import write_atomic

def parts():
    yield "the new file\\n" * 100_000
    print("half", flush=True)
    while True:
        time.sleep(0.05)

with stoppable():
    write_atomic(Path(sys.argv[1]), parts())
"""


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(OLD, "utf-8")
    return path


def beside(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir() if each != path)


def test_a_file_is_written_and_nothing_is_left_beside_it(target: Path) -> None:
    write_atomic(target, "new\n")
    assert target.read_bytes() == b"new\n"
    write_atomic(target, iter(["a", "ü", "\n"]))
    assert target.read_bytes() == "aü\n".encode()
    write_atomic(target.with_name("other"), "")
    assert beside(target) == ["other"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_signal_in_the_middle_leaves_the_old_file(number: signal.Signals, target: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, str(target)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: [signal.signal(n, signal.SIG_DFL) for n in (1, 2)],
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"half\n"
        process.send_signal(number)
    assert process.returncode != 0
    assert target.read_text("utf-8") == OLD
    left = [] if number != signal.SIGKILL else ["page.html.partial"]
    assert beside(target) == left
    write_atomic(target, "new")
    assert (target.read_text("utf-8"), beside(target)) == ("new", [])


def test_a_full_disk_leaves_the_old_file(target: Path) -> None:
    code = SLOW.replace("while True:", "for _ in ():")
    done = subprocess.run(
        [sys.executable, "-c", code, str(target)],
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)),
    )
    assert b"File too large" in done.stderr
    assert (target.read_text("utf-8"), beside(target)) == (OLD, [])


def test_a_disk_that_is_full_only_when_all_is_written_leaves_the_old_file(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomic(target, "new")
    assert (target.read_text("utf-8"), beside(target)) == (OLD, [])


def test_an_error_on_the_way_leaves_the_old_file(target: Path) -> None:
    def broken() -> Iterator[str]:
        yield "new"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_atomic(target, broken())
    with pytest.raises(UnicodeEncodeError):
        write_atomic(target, "\ud800")
    assert (target.read_text("utf-8"), beside(target)) == (OLD, [])


def test_a_link_stays_one_and_its_target_is_written(target: Path) -> None:
    folder = target.parent / "links"
    folder.mkdir()
    link = folder / "link.html"
    link.symlink_to(target)
    write_atomic(link, "new")
    assert link.is_symlink()
    assert target.read_text("utf-8") == "new"
    link.unlink()
    link.symlink_to("not yet")
    write_atomic(link, "new too")
    assert (folder / "not yet").read_text("utf-8") == "new too"
    assert beside(link) == ["not yet"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_permissions_stay_the_same_while_it_is_written(target: Path, mode: int) -> None:
    target.chmod(mode)
    with open_atomic(target) as file:
        file.write("new")
        assert stat.S_IMODE(partial_of(target).stat().st_mode) == mode
    assert stat.S_IMODE(target.stat().st_mode) == mode
    assert target.read_text("utf-8") == "new"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_stays_the_same(target: Path) -> None:
    os.chown(target, 1234, 2345)
    write_atomic(target, "new")
    assert (target.stat().st_uid, target.stat().st_gid) == (1234, 2345)


def test_a_file_that_may_not_be_written_is_not_replaced(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everything
    for write in (lambda path: write_atomic(path, "new"), require_writable):
        with pytest.raises(PermissionError):
            write(target)
    assert (target.read_text("utf-8"), beside(target)) == (OLD, [])


def test_a_pipe_is_written_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.svg"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text("utf-8")))
    reader.start()
    write_atomic(pipe, "through the pipe")
    reader.join(30)
    assert read == ["through the pipe"]
    assert (pipe.is_fifo(), beside(pipe)) == (True, [])


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1"])
@pytest.mark.parametrize("through", ["pipe", "file"])
def test_standard_output_is_written_directly(name: str, through: str, tmp_path: Path) -> None:
    (tmp_path / "link.svg").symlink_to(name)
    code = "import sys; from pathlib import Path\n"
    code += "from tikal._support.atomic_write import write_atomic; "
    code += "write_atomic(Path(sys.argv[1]), 'a'); print('b' * 3)"
    command = [sys.executable, "-c", code, str(tmp_path / "link.svg")]
    if through == "pipe":
        assert subprocess.run(command, capture_output=True).stdout == b"abbb\n"
        return
    with (tmp_path / "out").open("wb") as file:
        subprocess.run(command, stdout=file, check=True)
        # the descriptor still leads to this file, which was not replaced
        assert os.path.samestat(os.fstat(file.fileno()), (tmp_path / "out").stat())
    assert (
        tmp_path / "out"
    ).read_bytes() == b"bbb\n"  # both begin at the start, as for any program


def test_a_draft_that_is_a_link_or_a_pipe_is_refused(target: Path) -> None:
    other = target.with_name("other")
    other.write_text("mine", "utf-8")
    partial_of(target).symlink_to(other)
    with pytest.raises(OSError, match="symbolic links"):
        write_atomic(target, "new")
    assert other.read_text("utf-8") == "mine"
    partial_of(target).unlink()
    os.mkfifo(partial_of(target))
    with pytest.raises(OSError, match="not an ordinary file"):
        write_atomic(target, "new")
    assert target.read_text("utf-8") == OLD


def test_two_writers_at_a_time_are_refused(target: Path) -> None:
    with open_atomic(target) as file:
        file.write("first")
        with pytest.raises(OSError, match=r"another process is writing page\.html\.partial"):
            write_atomic(target, "second")
    assert target.read_text("utf-8") == "first"


def test_the_longest_names_can_be_written(tmp_path: Path) -> None:
    for name in ("n" * 255, "ü" * 127):
        write_atomic(tmp_path / name, "new")
        assert (tmp_path / name).read_text("utf-8") == "new"
    assert len(list(tmp_path.iterdir())) == 2


def test_asking_whether_a_file_can_be_written_changes_nothing(target: Path) -> None:
    partial_of(target).write_text("earlier", "utf-8")
    require_writable(target)
    require_writable(target.with_name("new.html"))
    assert partial_of(target).read_text("utf-8") == "earlier"
    assert beside(target) == ["page.html.partial"]
    with pytest.raises(OSError, match="ordinary"):
        require_writable(target.parent)


# --- going on with a draft ---------------------------------------------------------------------


def test_a_draft_that_is_left_stays(target: Path) -> None:
    with AtomicFile(target) as draft:
        draft.file.write("so far")
    assert partial_of(target).read_text("utf-8") == "so far"
    assert target.read_text("utf-8") == OLD


def test_an_earlier_draft_stays_until_the_new_one_has_all_of_it(target: Path) -> None:
    partial = partial_of(target)
    partial.write_text("earlier", "utf-8")
    with AtomicFile(target, keep=True) as draft:
        draft.file.write("earl")
        assert draft.is_behind
    assert partial.read_text("utf-8") == "earlier"
    assert beside(target) == ["page.html.partial"]
    with AtomicFile(target, keep=True) as draft:
        draft.file.write("earlier and ")
        draft.catch_up()
        assert not draft.is_behind
        assert partial.read_text("utf-8") == "earlier and "
        draft.file.write("more")
        with pytest.raises(OSError, match="another process"):
            AtomicFile(target)
    assert partial.read_text("utf-8") == "earlier and more"
    with AtomicFile(target, keep=True) as draft:
        draft.file.write("all")
        draft.put_in_place()
    assert (target.read_text("utf-8"), beside(target)) == ("all", [])
    with AtomicFile(target, keep=True) as draft:
        draft.file.write("nothing earlier")
    assert (target.read_text("utf-8"), beside(target)) == ("all", [])
