"""The work of bots: list the legal moves, check one, make one."""

from __future__ import annotations

from itertools import count
from typing import Final

import tikal
from benchmarks.corpus import (
    ACTING,
    MIXED,
    PLACEMENTS,
    PLACING,
    WALKS,
    Spot,
    actions,
    playout,
)
from benchmarks.measure import Comparison, Task

_ASKED: Final = [(state, move) for state in ACTING[::4] for move in actions(state)]
_REFUSED: Final = [(state, move) for state, move in _ASKED if not tikal.is_legal(state, move)]
_BY_KIND: Final = {
    kind: [(state, move) for state, move in _REFUSED if type(move).__name__ == kind]
    for kind in dict.fromkeys(type(move).__name__ for _, move in _REFUSED)
}
_EARLY: Final = WALKS[: len(WALKS) // 4]
_LATE: Final = WALKS[-len(WALKS) // 4 :]


_NEW_SEEDS: Final = count(1000)  # no game is played twice, so no cache knows it already
_GAMES: Final = 4


def _moves() -> int:
    return sum(playout(next(_NEW_SEEDS)) for _ in range(_GAMES))


def _games() -> int:
    _moves()
    return _GAMES


def listing(states: list[tikal.State]) -> Task:
    """The task of listing the legal moves of every position."""

    def run() -> int:
        for state in states:
            tikal.legal_moves(state)
        return len(states)

    return run


def _laying() -> int:
    for spot in PLACEMENTS:
        tikal.legal_moves(tikal.apply(spot.state, spot.move))
    return len(PLACEMENTS)


def _checking(asked: list[tuple[tikal.State, tikal.Move]]) -> Task:
    def run() -> int:
        for state, move in asked:
            tikal.check(state, move)
        return len(asked)

    return run


def _applying(spots: list[Spot]) -> Task:
    def run() -> int:
        for spot in spots:
            tikal.apply(spot.state, spot.move)
        return len(spots)

    return run


TASKS: Final[dict[str, Task]] = {
    "playout move": _moves,
    "random game": _games,
    "legal_moves in act": listing(ACTING),
    "legal_moves in place": listing(PLACING),
    "tile laid, then legal_moves": _laying,
    "check of an action": _checking(_ASKED),
    "check of an illegal action": _checking(_REFUSED),
    **{f"check of an illegal {kind}": _checking(asked) for kind, asked in _BY_KIND.items()},
    "apply": _applying(MIXED),
    "apply an early walk": _applying(_EARLY),
    "apply a late walk": _applying(_LATE),
}

COMPARISONS: Final = (
    Comparison("random playout, per move", "playout move", "python-chess ply", 0.40, 0.30),
    Comparison("the same, whole chess games", "playout move", "python-chess ply, whole games"),
    Comparison("whole random game of four", "random game", "catanatron game", 0.15, 0.10),
    Comparison("legal_moves in act", "legal_moves in act", "python-chess list", 0.20, 0.15),
    Comparison("legal_moves in place", "legal_moves in place", "python-chess list", 0.40),
    Comparison(
        "tile laid, then legal_moves", "tile laid, then legal_moves", "python-chess list", 0.80
    ),
    Comparison("check of any action", "check of an action", "python-chess list", 0.10),
    Comparison(
        "check of an illegal action", "check of an illegal action", "python-chess list", 0.10
    ),
    *(
        Comparison(f"- of these, {kind}", f"check of an illegal {kind}", "python-chess list")
        for kind in _BY_KIND
    ),
    Comparison("apply with all checks", "apply", "python-chess copy + push", 1.5),
    Comparison("a late walk", "apply a late walk", "apply an early walk", 1.2),
)
