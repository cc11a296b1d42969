"""Bots of the tests, good and bad, as `tests.matches.bots:name`."""

from __future__ import annotations

import os
import random
import time

from tikal.moves import Move
from tikal.state import State


def last(_state: State, moves: tuple[Move, ...], _rng: random.Random) -> Move:
    return moves[-1]


def first(_state: State, moves: tuple[Move, ...], _rng: random.Random) -> Move:
    return moves[0]


def illegal(state: State, moves: tuple[Move, ...], _rng: random.Random) -> Move | str:
    return "guard a2 L" if state.phase == "act" else moves[0]


def misspelt(_state: State, _moves: tuple[Move, ...], _rng: random.Random) -> str:
    return "fly away"


def sleeping(_state: State, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
    time.sleep(60)
    raise AssertionError("the match has ended this bot")


def dying(_state: State, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
    os._exit(3)


def ending(_state: State, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
    raise SystemExit(3)


def raising(_state: State, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
    raise ZeroDivisionError("once too often")
