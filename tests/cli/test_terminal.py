"""`tikal play` in a terminal: keys, completion, and what ends it; no test waits for a clock."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import tikal
from tikal.cli.interactive.opponents import roll

if sys.platform == "win32":  # which has no pseudo-terminals
    pytest.skip("no pseudo-terminals", allow_module_level=True)
import fcntl
import struct
import termios

# The command in a session of its own, whose terminal is the one on its standard input.
START = """
import fcntl, os, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "tikal", "play", *sys.argv[1:]])
"""
#: Far longer than anything takes; only a test that fails waits so long.
PATIENCE = 60
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x1b\][^\x07]*\x07")
UP, DOWN, LEFT, TAB, ENTER, BACK = "\x1b[A", "\x1b[B", "\x1b[D", "\t", "\r", "\x7f"
CTRL_C, CTRL_D, CTRL_U = "\x03", "\x04", "\x15"


class Terminal:
    """A terminal of 80 columns and its user, who waits for the output."""

    def __init__(self, *arguments: object, **settings: str) -> None:
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        names = ("NO_COLOR", "COLUMNS", "LINES", "FORCE_COLOR")
        environment = {key: value for key, value in os.environ.items() if key not in names}
        environment |= {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", **settings}
        words = [sys.executable, "-c", START, *map(str, arguments)]
        self.process = subprocess.Popen(
            words, stdin=slave, stdout=slave, stderr=slave, env=environment
        )
        os.close(slave)
        self.raw = ""
        self.seen = 0

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def wait_for(self, text: str) -> str:
        """The output since the last call, up to this text."""
        while text not in self.shown()[self.seen :]:
            if not self._read():
                raise AssertionError(f"{text!r} never came: {self.shown()[self.seen :]!r}")
        start, self.seen = self.seen, self.shown().index(text, self.seen) + len(text)
        return self.shown()[start : self.seen]

    def shown(self) -> str:
        return ESCAPES.sub("", self.raw)

    def _read(self) -> bool:
        ready, _, _ = select.select([self.master], [], [], PATIENCE)
        part = b""
        if ready:
            with suppress(OSError):  # the other side has gone
                part = os.read(self.master, 65536)
        self.raw += part.decode("utf-8", "replace")
        return bool(part)

    def end(self) -> int:
        """Read to the end: the exit code."""
        while self._read():
            pass
        return self.process.wait(PATIENCE)

    def hang_up(self) -> int:
        """Close the terminal, as one closes a window."""
        os.close(self.master)
        self.master = -1
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.master >= 0:
            os.close(self.master)
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


@pytest.fixture
def sit_down(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Starts a game of Ana and Ben, whose first tile is always the same."""
    several: list[Terminal] = []

    def start(**settings: str) -> Terminal:
        options = ("--names", "Ana, Ben", "--seed", "4")
        path = tmp_path / "game.tikal"
        several.append(Terminal(path, *(() if path.exists() else options), **settings))
        return several[-1]

    yield start
    for terminal in several:
        terminal.close()


START_STATE = tikal.new_game(2)
PLACED = tikal.apply(START_STATE, roll(START_STATE, 4, 0))
PLACEMENT = str(tikal.legal_moves(PLACED)[0])
FIRST = f"Ana places tile {PLACED.tile}>"


def moves_in(folder: Path) -> list[str]:
    return [str(move) for move in tikal.loads((folder / "game.tikal").read_bytes()).moves][1:]


def test_lines_are_edited_and_brought_back(
    sit_down: Callable[..., Terminal], tmp_path: Path
) -> None:
    terminal = sit_down()
    assert f"{PLACED.tile}: " in terminal.wait_for(FIRST)
    terminal.type(f"x{PLACEMENT}y{BACK}\x1b[H\x1b[3~{ENTER}")  # Home, Delete
    terminal.wait_for("Ana acts, 10 AP left>")
    terminal.type(f"deploy L a1{ENTER}")
    terminal.wait_for("Ana acts, 9 AP left>")
    terminal.type(f"deploy W a1{ENTER}")
    terminal.wait_for("Ana acts, 8 AP left>")
    terminal.type(f"{UP}{ENTER}")
    terminal.wait_for("Ana acts, 7 AP left>")
    terminal.type(f"{UP}{UP}{UP}{UP}{DOWN}{CTRL_U}undo{ENTER}")
    terminal.wait_for("taken back: deploy W a1")
    terminal.wait_for("Ana acts, 8 AP left>")
    terminal.type(CTRL_D)
    assert terminal.end() == 0
    assert moves_in(tmp_path) == [PLACEMENT, "deploy L a1", "deploy W a1"]
    assert "\x1b[A" not in terminal.shown()


def test_tab_completes_words_and_shows_a_choice(
    sit_down: Callable[..., Terminal], tmp_path: Path
) -> None:
    terminal = sit_down()
    terminal.wait_for(FIRST)
    terminal.type(f"{PLACEMENT}{ENTER}")
    terminal.wait_for("10 AP left>")
    terminal.type(f"dep{TAB}")
    terminal.wait_for("loy")
    terminal.type(f" {TAB}")  # two figures: they are shown, and the first is taken
    terminal.wait_for("W")
    terminal.type(f"{CTRL_U}deploy L {TAB}")
    terminal.wait_for("a1")
    terminal.type(ENTER)
    terminal.wait_for("9 AP left>")
    terminal.type(f"explain TREASURE-0{TAB}")
    terminal.wait_for(tikal.clause("TREASURE-02").title[:12])
    terminal.type(f"{CTRL_U}quit{ENTER}")
    assert terminal.end() == 0
    assert moves_in(tmp_path) == [PLACEMENT, "deploy L a1"]


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D], ids=["Ctrl-C", "Ctrl-D"])
def test_a_key_that_stops_saves_the_game_and_another_day_goes_on(
    sit_down: Callable[..., Terminal], tmp_path: Path, key: str
) -> None:
    terminal = sit_down()
    terminal.wait_for(FIRST)
    terminal.type(f"{PLACEMENT}; deploy L a1{ENTER}")
    terminal.wait_for("9 AP left>")
    terminal.type(key)
    assert terminal.end() == 0
    assert "continue with `tikal play" in " ".join(terminal.shown().split())
    again = sit_down()
    assert "continues after 3 moves" in " ".join(again.wait_for("Ana acts, 9 AP left>").split())
    again.type(f"{UP}{UP}{ENTER}")  # a line of the other day
    again.wait_for("is not legal")
    again.wait_for("9 AP left>")
    again.type(CTRL_D)
    assert again.end() == 0
    assert moves_in(tmp_path) == [PLACEMENT, "deploy L a1"]


def test_a_closed_terminal_saves_the_game(
    sit_down: Callable[..., Terminal], tmp_path: Path
) -> None:
    terminal = sit_down()
    terminal.wait_for(FIRST)
    terminal.type(f"{PLACEMENT}; deploy L a1{ENTER}")
    terminal.wait_for("9 AP left>")
    terminal.hang_up()
    assert moves_in(tmp_path) == [PLACEMENT, "deploy L a1"]


def test_colours_are_used_unless_they_are_not_wanted(sit_down: Callable[..., Terminal]) -> None:
    colour = re.compile(r"\x1b\[(?:[0-9;]*;)?[34][0-7]m")
    for settings, is_coloured in (({"NO_COLOR": "1"}, False), ({}, True)):
        terminal = sit_down(**settings)
        terminal.wait_for(">")
        terminal.type(f"fly{ENTER}")
        terminal.wait_for("no move is called")
        terminal.wait_for(">")
        terminal.type(f"mo{TAB}")
        terminal.wait_for("ves")
        terminal.type(CTRL_C)
        assert terminal.end() == 0
        assert bool(colour.search(terminal.raw)) == is_coloured


def test_a_terminal_without_line_editing_will_do(
    sit_down: Callable[..., Terminal], tmp_path: Path
) -> None:
    terminal = sit_down(TERM="dumb")
    terminal.wait_for(FIRST)
    terminal.type(f"{PLACEMENT}\n")
    terminal.wait_for("10 AP left>")
    terminal.type(CTRL_D)
    assert terminal.end() == 0
    assert moves_in(tmp_path) == [PLACEMENT]
    assert "\x1b" not in terminal.raw
