"""A number for every move: how the compiled engine names moves.

The numbers belong to this version of the library; nothing outside should keep them. Bids come last,
because there is no highest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, TypeAlias

from tikal.components import BOX, LOOSE_TILES, TILE_INDEX, TILES
from tikal.geometry import CELL_INDEX, CELLS, NEIGHBOURS
from tikal.moves import (
    FIGURES,
    MOVES,
    Bid,
    Deploy,
    DrawTile,
    EndTurn,
    EstablishCamp,
    Exchange,
    Move,
    Pass,
    PlaceGuard,
    PlaceTile,
    Recover,
    RevealTreasure,
    SetAside,
    TakeTile,
    Transfer,
    Uncover,
    Walk,
)
from tikal.state import TREASURE_KINDS

_SEATS: Final = range(1, BOX.most_players + 1)
#: For every cell its neighbours, ascending.
AROUND: Final = tuple(tuple(sorted(other for _, other in around)) for around in NEIGHBOURS)
_Maker: TypeAlias = Callable[[], Iterator[Move | None]]


def _walks() -> Iterator[Move | None]:
    """By figure and origin six walks, of which the last are missing at the edge of the board."""
    for figure in FIGURES:
        for origin, around in zip(CELLS, AROUND, strict=True):
            yield from (Walk(figure, origin, CELLS[target]) for target in around)
            yield from [None] * (6 - len(around))


#: How the moves of each class are numbered, in the order of the numbers.
_MAKERS: Final[dict[type[Move], _Maker]] = {
    DrawTile: lambda: (DrawTile(tile.id) for tile in TILES[:LOOSE_TILES]),
    PlaceTile: lambda: (PlaceTile(cell, r) for cell in CELLS for r in range(6)),
    SetAside: lambda: iter([SetAside()]),
    Deploy: lambda: (Deploy(figure, cell) for figure in FIGURES for cell in CELLS),
    Walk: _walks,
    Transfer: lambda: (Transfer(f, a, b) for f in FIGURES for a in CELLS for b in CELLS),
    Uncover: lambda: (Uncover(cell) for cell in CELLS),
    Recover: lambda: (Recover(cell) for cell in CELLS),
    RevealTreasure: lambda: (RevealTreasure(kind) for kind in TREASURE_KINDS),
    Exchange: lambda: (
        Exchange(give, seat, take)
        for give in TREASURE_KINDS
        for seat in _SEATS
        for take in TREASURE_KINDS
    ),
    EstablishCamp: lambda: (EstablishCamp(cell) for cell in CELLS),
    PlaceGuard: lambda: (PlaceGuard(cell, figure) for cell in CELLS for figure in FIGURES),
    EndTurn: lambda: iter([EndTurn()]),
    Pass: lambda: iter([Pass()]),
    TakeTile: lambda: (TakeTile(tile.id) for tile in TILES[:LOOSE_TILES]),
}
_SIZES: Final[dict[type[Move], int]] = {
    DrawTile: LOOSE_TILES,
    PlaceTile: 6 * len(CELLS),
    SetAside: 1,
    Deploy: 2 * len(CELLS),
    Walk: 2 * 6 * len(CELLS),
    Transfer: 2 * len(CELLS) ** 2,
    Uncover: len(CELLS),
    Recover: len(CELLS),
    RevealTreasure: len(TREASURE_KINDS),
    Exchange: len(_SEATS) * len(TREASURE_KINDS) ** 2,
    EstablishCamp: len(CELLS),
    PlaceGuard: 2 * len(CELLS),
    EndTurn: 1,
    Pass: 1,
    TakeTile: LOOSE_TILES,
}


def _first_codes() -> dict[type[Move], int]:
    first, total = {}, 0
    for kind, size in _SIZES.items():
        first[kind] = total
        total += size
    return {**first, Bid: total}


#: By class, the number of its first move.
FIRST: Final = _first_codes()
assert {*FIRST} == {*MOVES}


@cache
def _moves(kind: type[Move]) -> tuple[Move | None, ...]:
    made = tuple(_MAKERS[kind]())
    assert len(made) == _SIZES[kind]
    return made


def move_of_code(code: int) -> Move:
    """The move behind a number; every call gives the same object, but for bids."""
    if code >= FIRST[Bid]:
        return Bid(code - FIRST[Bid])
    kind = next(kind for kind in reversed(_SIZES) if FIRST[kind] <= code)
    move = _moves(kind)[code - FIRST[kind]]  # type: ignore[arg-type]  # a class is hashable
    assert move is not None
    return move


def code_of_move(move: Move) -> int | None:
    """The number of a move; None for one that no position allows, such as `exchange 0 9 9`."""
    kind = type(move)
    place = _place(move)
    if place is None or not 0 <= place < _SIZES.get(kind, place + 1):
        return None
    return FIRST[kind] + place


def _place(move: Move) -> int | None:  # noqa: C901 - one line for every kind of move
    """Where a move stands among those of its class, or a number outside of them, or None."""
    match move:
        case DrawTile(tile) | TakeTile(tile):
            return TILE_INDEX.get(tile)
        case PlaceTile(cell, rotation):
            return 6 * CELL_INDEX[cell] + rotation
        case Walk(figure, origin, target):
            around = AROUND[CELL_INDEX[origin]]
            if CELL_INDEX[target] not in around:
                return None
            step = around.index(CELL_INDEX[target])
            return 6 * (len(CELLS) * FIGURES.index(figure) + CELL_INDEX[origin]) + step
        case Transfer(figure, origin, target):
            way = len(CELLS) * CELL_INDEX[origin] + CELL_INDEX[target]
            return len(CELLS) ** 2 * FIGURES.index(figure) + way
        case Deploy(figure, cell):
            return len(CELLS) * FIGURES.index(figure) + CELL_INDEX[cell]
        case PlaceGuard(cell, figure):
            return 2 * CELL_INDEX[cell] + FIGURES.index(figure)
        case Uncover(cell) | Recover(cell) | EstablishCamp(cell):
            return CELL_INDEX[cell]
        case RevealTreasure(kind):
            return kind - 1
        case Exchange(give, seat, take):
            if give in TREASURE_KINDS and seat in _SEATS and take in TREASURE_KINDS:
                return len(TREASURE_KINDS) * (len(_SEATS) * (give - 1) + seat - 1) + take - 1
            return None
        case Bid(points):
            return points
        case SetAside() | EndTurn() | Pass():
            return 0
