"""The questions that all citation tests ask, and the positions that several of them start from."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

import tikal
from tests.asking.helpers import cited
from tikal.grid import CELLS
from tikal.state import Phase
from tikal.testing.pool import walling_policy

# The board of most tests. Connections, with their stones: a1-a2 2, a1-b1 2, a1-b2 1, a2-a3 3,
# a2-b3 1, b1-c1 2, b2-b3 2, b2-c1 1, b2-c2 1, b3-c2 1, c1-c2 2, c2-d2 1, c2-d3 1, d2-d3 2,
# d2-e2 2. Neighbours without a stone: a2-b2, b1-b2, c1-d2.
BOARD: Final[Mapping[str, tuple[str, int]]] = {
    "b3": ("A3", 0),  # jungle
    "c2": ("A2", 0),  # treasure, 4 tokens
    "c1": ("A1", 0),  # temple, 1
    "d2": ("A4", 0),  # temple, 2
    "a3": ("A5", 0),  # treasure, 4 tokens
    "c3": ("B1", 0),  # volcano
    "d3": ("B3", 0),  # jungle
    "e2": ("E2", 1),  # treasure, 2 tokens
}


def accepted(state: tikal.State, move: str, seat: int | None = None) -> tikal.State:
    """The position after a move that has to be legal."""
    found = cited(state, move, seat)
    assert found == [], f"{move} should be legal in {state!r}, but {found} forbid it"
    after = tikal.apply(state, tikal.parse_move(move))
    assert after != state, f"{move} changes nothing"
    return after


def busy(
    *,
    players: int = 2,
    edition: tikal.Edition = tikal.RIO_GRANDE_1999,
    auction: bool = False,
    phase: Phase = "act",
    ap: int | None = None,
    tile: str | None = None,
    scoring: bool = False,
    queue: Iterable[int] = (),
    display: Iterable[str] = (),
    done: Iterable[int] = (),
) -> tikal.State:
    """A position in which seat 1 could do everything in `SOUND`, if only the phase is right."""
    revealing = phase == "reveal"
    return tikal.position(
        players=players,
        edition=edition,
        auction=auction,
        tiles=BOARD,
        tokens={"a3": 0, "c2": 3 if revealing else 4},
        figures={
            1: {"a1": (0, 1), "b1": (1, 1), "b2": (0, 1), "c2": (0, 2)},
            2: {"a1": (0, 1), "b2": (0, 1)},
        },
        camps={1: ["b3"], 2: ["d3"]},
        treasures={1: {1: 1, 3: 2}, 2: {2: 1}},
        phase=phase,
        ap=7 if revealing else ap,
        worked={"c2": 1} if revealing else {},
        tile=tile,
        scoring=scoring,
        queue=queue,
        display=display,
        done=done,
    )


# One move of each class that is legal in `busy` in its own phase. The exception is
# `set-aside`: see `walled_off`.
SOUND: Final[Mapping[str, str]] = {
    "draw": "draw A6",
    "place": "place d1 r0",
    "set-aside": "set-aside",
    "deploy": "deploy W a1",
    "walk": "walk W a1-b2",
    "transfer": "transfer W a1-b3",
    "uncover": "uncover b1",
    "recover": "recover c2",
    "reveal": "reveal 5",
    "exchange": "exchange 1 2 2",
    "camp": "camp b2",
    "guard": "guard b1 W",
    "end": "end",
    "bid": "bid 3",
    "pass": "pass",
    "take": "take A6",
}
# Moves that break clauses of their own as well.
FAULTY: Final[Mapping[str, str]] = {
    "draw": "draw Z9",
    "place": "place a1 r3",
    "deploy": "deploy L h5",
    "walk": "walk L a1-h5",
    "transfer": "transfer L a1-a1",
    "uncover": "uncover a1",
    "recover": "recover h5",
    "reveal": "reveal 9",
    "exchange": "exchange 9 0 9",
    "camp": "camp a1",
    "guard": "guard h5 L",
    "bid": "bid 0",
    "take": "take Z9",
}


@cache
def _all_laid() -> Mapping[str, tuple[str, int]]:
    """The places of all tiles at the end of a game."""
    end = tikal.play(tikal.new_game(players=2), tikal.random_policy, seed=7).state
    seen = {cell: end[cell] for cell in CELLS}
    return {
        cell: (lying.tile, lying.rotation or 0)
        for cell, lying in seen.items()
        if lying.tile and lying.tile[0].isupper()
    }


def finished(auction: bool) -> tikal.State:
    """A game of three that is over."""
    return tikal.position(players=3, auction=auction, tiles=_all_laid(), phase="over")


def final_round(auction: bool, phase: Phase = "act") -> tikal.State:
    """The first scoring turn after the last tile: members of seat 1 stand on a treasure hex."""
    ruin = next(cell for cell, (tile, _) in _all_laid().items() if tile == "A2")
    revealing = phase == "reveal"
    return tikal.position(
        players=3,
        auction=auction,
        tiles=_all_laid(),
        figures={1: {ruin: (1, 1)}},
        tokens={ruin: 3 if revealing else 4},
        worked={ruin: 1} if revealing else {},
        scoring=True,
        queue=(2, 3),
        phase=phase,
        ap=7 if revealing else 10,
    )


def _walling(state: tikal.State, moves: tuple[tikal.Move, ...], rng: random.Random) -> tikal.Move:
    """A policy that walls off the corner a5 with volcanoes and does nothing else."""
    for idle in (tikal.EndTurn(), tikal.Pass()):
        if idle in moves:
            return idle
    return walling_policy(state, moves, rng)


@cache
def walled_off(auction: bool) -> tuple[tikal.State, tikal.State]:
    """The last two positions in phase `place` of a game in which volcanoes shut a5 off.

    In the first one other cell is still free, in the second none is.
    """
    start = tikal.new_game(players=2, auction=auction)
    steps = tikal.play(start, _walling, seed=1).steps
    before, last = [step.state for step in steps if step.state.phase == "place"][-2:]
    return before, last
