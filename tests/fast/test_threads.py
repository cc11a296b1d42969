"""Playouts run without the interpreter's lock, on threads of their own. No clock is asked."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

import tikal
from tests.fast.engines import if_compiled
from tikal import fast

pytestmark = if_compiled
STATE = tikal.new_game(4)
GAME = fast.Game(STATE)


@pytest.fixture
def patient() -> Iterator[None]:
    """Threads give the lock away only when they let go of it themselves."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1_000)
    yield
    sys.setswitchinterval(before)


def another_thread_runs_during(work: Callable[[], object], times: int) -> bool:
    """Whether a waiting thread gets on while this one does the work, perhaps several times."""
    gate, progress = threading.Lock(), list[str]()

    def wait_and_tell() -> None:
        with gate:
            progress.append("here")

    gate.acquire()
    other = threading.Thread(target=wait_and_tell)
    other.start()
    gate.release()  # from now on the other one needs nothing but the interpreter's lock
    found = False
    for _ in range(times):
        work()
        found = bool(progress)
        if found:
            break
    other.join()
    return found


@pytest.mark.usefixtures("patient")
def test_others_run_while_many_games_are_played() -> None:
    assert another_thread_runs_during(lambda: fast.many(STATE, 200), 500)


@pytest.mark.usefixtures("patient")
def test_others_run_during_a_playout() -> None:
    assert another_thread_runs_during(lambda: GAME.rollout(1), 100_000)


@pytest.mark.usefixtures("patient")
def test_this_test_notices_a_lock_that_is_not_released() -> None:
    assert not another_thread_runs_during(lambda: sum(range(1_000)), 500)


def test_the_games_do_not_depend_on_the_threads() -> None:
    games = fast.many(STATE, 101, 9)
    for threads in (2, 3, 101, 256):
        assert fast.many(STATE, 101, 9, threads) == games


def test_a_game_may_move_while_others_play_it_out() -> None:
    game = fast.Game(STATE)
    expected = game.rollout(1)
    found: list[fast.Playout] = []
    start = game.copy()
    thread = threading.Thread(target=lambda: found.extend(start.rollout(1) for _ in range(200)))
    thread.start()
    while thread.is_alive() and game.count():
        game.apply(game.nth(0))
    thread.join()
    assert found == [expected] * 200


INTERRUPTED = """
import os, signal, threading, tikal
from tikal import fast
signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background ignores it
gate = threading.Lock()
gate.acquire()
def interrupt():
    with gate:
        os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
gate.release()
try:
    fast.many(tikal.new_game(4), 2_000_000, threads=2)
except KeyboardInterrupt:
    print("stopped")
"""


def test_control_c_stops_many_games() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True)
    assert done.stdout == "stopped\n", done.stderr
