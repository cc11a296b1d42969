"""The forty cells: names, neighbours, sides and rotations.

Outside, a cell is its name: column letter `a` to `h` from the left, row `1` to `5` from the
bottom. Inside, it is an int from 0 to 39 (`a1`, `a2`, … `h5`). Hexes are flat-top; columns b, d, f
and h lie half a cell lower. Sides are numbered clockwise from the north, 0 to 5.
"""

from __future__ import annotations

from typing import Final

from tikal.errors import InvalidNotation, Mistake, WrongType, require_int

COLUMNS: Final = "abcdefgh"
ROWS: Final = 5
CELLS: Final = tuple(f"{column}{row}" for column in COLUMNS for row in range(1, ROWS + 1))
CELL_INDEX: Final = {name: cell for cell, name in enumerate(CELLS)}
SIDES: Final = ("N", "NE", "SE", "S", "SW", "NW")
# One step across each side, in axial coordinates (q to the right, r downwards).
_AXIAL_STEPS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def axial(cell: int) -> tuple[int, int]:
    """The axial coordinates (q, r) of a cell."""
    column, row = divmod(cell, ROWS)
    return column, ROWS - 1 - row - column // 2


def cell_at(q: int, r: int) -> int | None:
    """The cell with these axial coordinates, or None off the board."""
    row = ROWS - 1 - r - q // 2
    return q * ROWS + row if 0 <= q < len(COLUMNS) and 0 <= row < ROWS else None


def _across(cell: int, side: int) -> int | None:
    (q, r), (dq, dr) = axial(cell), _AXIAL_STEPS[side]
    return cell_at(q + dq, r + dr)


#: For every cell its (side, neighbour) pairs, clockwise from the north, board edges left out.
NEIGHBOURS: Final = tuple(
    tuple((side, other) for side in range(6) if (other := _across(cell, side)) is not None)
    for cell in range(len(CELLS))
)


def opposite(side: int) -> int:
    """The side of the neighbour that touches this side."""
    return (side + 3) % 6


#: For every cell its neighbours, ascending, with the side towards each and the side facing back.
FACING: Final = tuple(
    tuple(sorted((other, side, opposite(side)) for side, other in around)) for around in NEIGHBOURS
)


#: For every cell its neighbours, ascending.
AROUND: Final = tuple(tuple(other for other, _, _ in around) for around in FACING)


def distance(a: int, b: int) -> int:
    """The number of cells one goes from a to b as the crow flies."""
    (qa, ra), (qb, rb) = axial(a), axial(b)
    return max(abs(qa - qb), abs(ra - rb), abs(qa + ra - qb - rb))


def rotate(stones: tuple[int, ...], rotation: int) -> tuple[int, ...]:
    """The stones of a tile turned clockwise by `rotation` sixths: side i goes to (i + r) % 6."""
    return tuple(stones[(side - rotation) % 6] for side in range(6))


def no_cell(name: str) -> Mistake:
    """The message that a name is not that of a cell."""
    return Mistake("cell", written=repr(name[:20]), first=CELLS[0], last=CELLS[-1])


def cell_of(name: str) -> int:
    """The int behind a cell name; `InvalidNotation` if there is no such cell."""
    if type(name) is not str:
        raise WrongType(f'a cell is named by a str such as "b1", not by {type(name).__name__}')
    try:
        return CELL_INDEX[name]
    except KeyError:
        raise InvalidNotation(no_cell(name)) from None


def rotation_of(rotation: int) -> int:
    """The rotation itself, if it is one."""
    require_int("a rotation", rotation)
    if not 0 <= rotation < len(SIDES):
        raise InvalidNotation(Mistake("rotation", last=len(SIDES) - 1))
    return rotation
