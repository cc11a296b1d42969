"""The compiled engine: moves made from Python, whole playouts, threads; and other compiled games.

What is not installed or not compiled is left out, and `NOTES` says so.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec
from itertools import count
from typing import Final

import tikal
from benchmarks.corpus import ACTING
from benchmarks.measure import Comparison, Finding, Task
from tikal import fast

TASKS: Final[dict[str, Task]] = {}
COMPARISONS: Final[list[Comparison]] = []
NOTES: Final[list[str]] = []

_START: Final = tikal.new_game(4)
_NEW_SEEDS: Final = count(1_000)
_GAMES: Final = 40
_PLIES: Final = 60


def _add(name: str, task: Task, target: float | None = None) -> None:
    """A task, and its line in the table."""
    TASKS[name] = task
    COMPARISONS.append(Comparison(name, name, "python-chess ply", target))


# --- tikal.fast --------------------------------------------------------------------------------


def _from_python() -> int:
    number, first = 0, fast.Game(_START)
    for _ in range(_GAMES):
        game, rng = first.copy(), random.Random(next(_NEW_SEEDS))
        while moves := game.legal_moves():
            game.apply(rng.choice(moves))
            number += 1
    return number


def _by_place() -> int:
    """Without the list: how many, which one, made."""
    number, first = 0, fast.Game(_START)
    for _ in range(_GAMES):
        game, rng = first.copy(), random.Random(next(_NEW_SEEDS))
        while moves := game.count():
            game.apply(game.nth(int(rng.random() * moves)))
            number += 1
    return number


def _playouts() -> int:
    game = fast.Game(_START)
    return sum(game.rollout(next(_NEW_SEEDS)).length for _ in range(5 * _GAMES))


def _many() -> int:
    return sum(each.length for each in fast.many(_START, 5 * _GAMES, next(_NEW_SEEDS)))


def _taking_in() -> int:
    for state in ACTING:
        fast.Game(state)
    return len(ACTING)


_TAKEN: Final = [fast.Game(state) for state in ACTING]


def _giving_back() -> int:
    for game in _TAKEN:
        game.state()
    return len(_TAKEN)


def _packing() -> int:
    for game in _TAKEN:
        fast.Game.from_packed(game.packed())
    return len(_TAKEN)


if fast.COMPILED:
    _add("fast: list, choose, make a move", _from_python, 0.05)
    _add("fast: the same by count and nth", _by_place)
    _add("fast: a move of a rollout", _playouts, 0.006)
    _add("fast: a move of many playouts", _many, 0.006)
    _add("fast: Game(state)", _taking_in)
    _add("fast: game.state()", _giving_back)
    _add("fast: packed and back", _packing)
else:
    NOTES.append("tikal.fast is not compiled here: its lines are left out")


def thread_findings(rounds: int) -> list[Finding]:
    """Two threads against one, by the clock on the wall: it says something on an idle machine."""
    if not fast.COMPILED:
        return []

    def seconds(threads: int) -> float:
        started = time.perf_counter()
        fast.many(_START, 2_000, next(_NEW_SEEDS), threads)
        return time.perf_counter() - started

    ratios = [seconds(2) / seconds(1) for _ in range(rounds)]
    return [Finding("fast: two threads (wall)", statistics.median(ratios), "x", "one", None, None)]


# --- other compiled games ----------------------------------------------------------------------


def _rust_chess() -> int:
    import rust_chess

    number = 0
    for seed in range(6):
        board, rng = rust_chess.Board(), random.Random(seed)
        for _ in range(_PLIES):
            moves = list(board.generate_legal_moves())
            if not moves:
                break
            board.make_move(rng.choice(moves))  # type: ignore[arg-type]  # none of them is None
            number += 1
    return number


def _open_spiel(name: str) -> Callable[[], int]:
    def run() -> int:
        import pyspiel

        number, game = 0, pyspiel.load_game(name)
        for seed in range(6):
            state, rng = game.new_initial_state(), random.Random(seed)
            for _ in range(_PLIES):
                actions = state.legal_actions()
                if not actions:
                    break
                state.apply_action(rng.choice(actions))
                number += 1
        return number

    return run


if find_spec("rust_chess"):
    _add("rust-chess: list, choose, make a move", _rust_chess)
else:
    NOTES.append("rust-chess is not installed: its line is left out")
if find_spec("pyspiel"):
    _add("OpenSpiel chess: the same", _open_spiel("chess"))
    _add("OpenSpiel backgammon: the same", _open_spiel("backgammon"))
else:
    NOTES.append("OpenSpiel is not installed: its lines are left out")
