"""The legal moves most like a refused one."""

from __future__ import annotations

import attrs

from tikal.engine import legal_moves
from tikal.errors import require_int
from tikal.grid import CELL_INDEX, distance
from tikal.moves import (
    MOVES,
    EndTurn,
    Move,
    PlaceTile,
    Recover,
    RevealTreasure,
    SetAside,
    Transfer,
    Walk,
    move_of,
)
from tikal.rules.order import out_of_turn
from tikal.state import State, require_state

# Pairs of move classes that do much the same.
_SIMILAR_CLASSES = ({Walk, Transfer}, {PlaceTile, SetAside})


def nearest_legal(
    state: State, move: Move | str, limit: int = 3, seat: int | None = None
) -> tuple[Move, ...]:
    """Up to `limit` legal moves, the most similar first; () when there is none.

    What has been forgotten comes first: the `end` of an action phase before a move of another
    phase, a `recover` before a `reveal`. Where a tile must be placed or a treasure revealed there
    are no other moves. Then moves of the same class, and among them those that share more fields
    or are nearer on the board; ties keep the order of `legal_moves`. With a seat they are moves
    that this seat may make: () when it is not its turn.
    """
    require_int("limit", limit)
    require_state(state)
    wanted = move_of(move)
    if seat is not None:
        require_int("a seat", seat)
        if out_of_turn(state, wanted, seat):
            return ()
    moves = sorted(legal_moves(state), key=lambda other: _difference(wanted, other))
    forgotten = _forgotten(state, wanted)
    moves.sort(key=lambda other: type(other) is not forgotten)
    return tuple(moves[: max(0, limit)])


def _forgotten(state: State, wanted: Move) -> type[Move] | None:
    """The class of the move that is missing before one of another phase."""
    if state.phase != "act" or wanted.phase == "act":
        return None
    return Recover if isinstance(wanted, RevealTreasure) else EndTurn


def _difference(wanted: Move, other: Move) -> tuple[int, int]:
    if type(wanted) is type(other):
        if isinstance(wanted, PlaceTile) and isinstance(other, PlaceTile):
            turn = abs(wanted.rotation - other.rotation)
            return 0, _gap(wanted.cell, other.cell) + min(turn, 6 - turn)
        pairs = zip(attrs.astuple(wanted), attrs.astuple(other), strict=True)
        return 0, sum(_gap(a, b) for a, b in pairs)
    if any({type(wanted), type(other)} == pair for pair in _SIMILAR_CLASSES):
        return 1, 0
    shared = set(attrs.astuple(wanted)) & set(attrs.astuple(other))
    return 2 if shared else 3, MOVES.index(type(other))


def _gap(a: object, b: object) -> int:
    if a == b:
        return 0
    if isinstance(a, str) and isinstance(b, str) and a in CELL_INDEX and b in CELL_INDEX:
        return 1 + distance(CELL_INDEX[a], CELL_INDEX[b])
    if isinstance(a, int) and isinstance(b, int):
        return 1 + abs(a - b)
    return 2
