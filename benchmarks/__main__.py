"""Measure what bots do most, as a ratio to python-chess in the same process.

Absolute times drift from machine to machine and from minute to minute; ratios of interleaved
repetitions drift less. CPU time, medians.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import chess

import tikal
from tikal.geometry import path_cost as board_path_cost

REPETITIONS = 15
PLIES = 60
STATES = 400


def chess_plies() -> int:
    """Random play: list the legal moves, choose, push."""
    board, rng = chess.Board(), random.Random(1)
    for _ in range(PLIES):
        board.push(rng.choice(list(board.legal_moves)))
    return PLIES


def playout() -> int:
    """A random game of four players: list, choose, apply with all checks."""
    return len(tikal.play(tikal.new_game(4), tikal.random_policy, seed=1).steps)


_GAME = tikal.play(tikal.new_game(4), tikal.sensible_policy, seed=2)
_ACTING = [step.state for step in _GAME.steps if step.state.phase == "act"]
_MOVES = [(a.state, b.move) for a, b in zip(_GAME.steps, _GAME.steps[1:], strict=False)]
_LATE = _GAME.state.ground.board
_ILLEGAL = tikal.parse_move("uncover a1")


def listing() -> int:
    """Legal moves of distinct positions in action phases."""
    for state in _ACTING:
        tikal.legal_moves(state)
    return len(_ACTING)


def applying() -> int:
    """One validated move each."""
    for state, move in _MOVES:
        tikal.apply(state, move)
    return len(_MOVES)


def checking() -> int:
    """The verdict on an illegal action."""
    for state in _ACTING:
        tikal.check(state, _ILLEGAL)
    return len(_ACTING)


def path_again() -> int:
    """The same path cost asked again."""
    for _ in range(STATES):
        board_path_cost(_LATE, "a1", "h5")
    return STATES


MEASURED: dict[str, Callable[[], int]] = {
    "python-chess: list + push": chess_plies,
    "random playout, per move": playout,
    "legal_moves in act": listing,
    "apply, validated": applying,
    "check of an illegal action": checking,
    "path_cost, repeated": path_again,
}


def main() -> None:
    """Run all measurements in turn, several times, and print medians and ratios."""
    times: dict[str, list[float]] = {name: [] for name in MEASURED}
    for number in range(REPETITIONS + 1):
        for name, run in MEASURED.items():
            started = time.process_time()
            count = run()
            if number:  # the first round only warms up
                times[name].append((time.process_time() - started) / count)
    peer = statistics.median(times["python-chess: list + push"])
    print(f"{'':32}{'median':>12}{'ratio':>10}")
    for name, found in times.items():
        median = statistics.median(found)
        print(f"{name:32}{median * 1e6:9.2f} us{median / peer:10.3f}")


if __name__ == "__main__":
    main()
