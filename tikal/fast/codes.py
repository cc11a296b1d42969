"""A number for every move: how the compiled engine names moves.

The numbers belong to this version of the library; nothing outside should store them. Bids come
last, because there is no highest one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby

from tikal.grid import SIDES
from tikal.moves import MOVES, Bid, Move, Walk, every, steps


@cache
def moves() -> tuple[Move | None, ...]:
    """All moves but the bids, by number; None for a walk that would leave the board."""
    return tuple(
        move
        for kind in MOVES
        if kind is not Bid
        for move in (_walks() if kind is Walk else every(kind))
    )


def _walks() -> Iterator[Walk | None]:
    """By figure and origin six walks, of which the last are missing at the edge of the board."""
    for _, walks in groupby(steps(), lambda walk: (walk.figure, walk.origin)):
        around = [*walks]
        yield from around
        yield from [None] * (len(SIDES) - len(around))


@cache
def _codes() -> dict[Move | None, int]:
    return {move: code for code, move in enumerate(moves())}


def first_codes() -> dict[type[Move], int]:
    """By class the number of its first move, ascending."""
    first: dict[type[Move], int] = {}
    for code, move in enumerate(moves()):
        if move is not None:
            first.setdefault(type(move), code)
    return {**first, Bid: len(moves())}


def move_of_code(code: int) -> Move:
    """The move behind a number; every call gives the same object, but for bids."""
    if code >= len(moves()):
        return Bid(code - len(moves()))
    move = moves()[code]
    assert move is not None
    return move


def code_of_move(move: Move) -> int | None:
    """The number of a move; None for one that no position allows, such as `exchange 0 9 9`."""
    if isinstance(move, Bid):
        return len(moves()) + move.points if move.points >= 0 else None
    return _codes().get(move)
