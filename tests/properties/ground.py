"""The map as one reads it at the table: tiles, stones, ways, and who stands where."""

from __future__ import annotations

from typing import Final

from tests.properties.helpers import mover
from tikal import State, Walk
from tikal.components import BOX
from tikal.fields import FIGURES, Figure
from tikal.grid import CELL_INDEX, CELLS, NEIGHBOURS
from tikal.testing.surgery import with_camp, with_guard, with_leader, with_workers

TILES: Final = {tile.id: tile for tile in (*BOX.tiles, *BOX.printed.values())}
#: How many tiles have each letter.
LETTERS: Final = {"A": 6, "B": 6, "C": 5, "D": 5, "E": 5, "F": 5, "G": 4}
#: The tiles to be drawn.
IDS: Final = frozenset(
    f"{letter}{number}" for letter, tiles in LETTERS.items() for number in range(1, tiles + 1)
)
VOLCANOES: Final = frozenset({"B1", "D3", "F2"})
START_HEXES: Final = {"a1": "base_camp", "a2": "temple", "b1": "temple", "b2": "jungle"}

# --- hexes -------------------------------------------------------------------------------------


def sides(cell: str) -> list[tuple[int, str]]:
    """The sides of a cell and the cells across them."""
    return [(side, CELLS[other]) for side, other in NEIGHBOURS[CELL_INDEX[cell]]]


def neighbours(cell: str) -> list[str]:
    """The cells around a cell."""
    return [other for _, other in sides(cell)]


def is_explored(state: State, cell: str) -> bool:
    """Whether a tile or a printed hex lies there."""
    return state[cell].tile is not None


def is_walkable(state: State, cell: str) -> bool:
    """Whether members can stand there."""
    return state[cell].kind not in (None, "volcano")


def temples(state: State, guarded: bool | None = None) -> list[str]:
    """The temples: all of them, or those with a guard, or those without."""
    return [
        cell
        for cell in CELLS
        if state[cell].kind == "temple"
        and (guarded is None or (state[cell].guard is not None) == guarded)
    ]


# --- stones ------------------------------------------------------------------------------------


def turned(tile: str, rotation: int) -> tuple[int, ...]:
    """The stones of a tile after turning it clockwise by sixths."""
    return tuple(TILES[tile].stones[(side - rotation) % 6] for side in range(6))


def face(state: State, cell: str) -> tuple[int, ...]:
    """The stones on the six sides of an explored hex as it lies."""
    hex_ = state[cell]
    assert hex_.tile is not None
    assert hex_.rotation is not None
    return turned(hex_.tile, hex_.rotation)


def stones_of(state: State, a: str, b: str) -> tuple[int, int]:
    """The stones on the two touching sides of neighbours, those of a first."""
    side = next(side for side, other in sides(a) if other == b)
    return face(state, a)[side], face(state, b)[(side + 3) % 6]


def is_connected(state: State, a: str, b: str) -> bool:
    """Whether neighbouring hexes, the first one walkable, have a stone between them."""
    return is_walkable(state, b) and any(stones_of(state, a, b))


def walks_at(cell: str) -> list[Walk]:
    """Every step into or out of a hex, possible or not."""
    return [
        walk
        for figure in FIGURES
        for other in neighbours(cell)
        for walk in (Walk(figure, cell, other), Walk(figure, other, cell))
    ]


# --- figures -----------------------------------------------------------------------------------


def less(figure: Figure, pair: tuple[int, int]) -> tuple[int, int]:
    """Leaders and workers without one such figure."""
    return (pair[0] - (figure == "L"), pair[1] - (figure == "W"))


def more(figure: Figure, pair: tuple[int, int]) -> tuple[int, int]:
    """Leaders and workers with one such figure more."""
    return (pair[0] + (figure == "L"), pair[1] + (figure == "W"))


def spread(
    figures: dict[str, tuple[int, int]], new: dict[str, tuple[int, int]]
) -> dict[str, tuple[int, int]]:
    """The places of a player's figures after a change on some hexes."""
    return {cell: pair for cell, pair in {**figures, **new}.items() if any(pair)}


def members(state: State, cell: str) -> int:
    """The mover's own figures on a hex, each as one."""
    return sum(state[cell].figures[mover(state)])


def strength(state: State, seat: int, cell: str) -> int:
    """Three for the leader, one for a worker, nothing for a guard."""
    leaders, workers = state[cell].figures[seat]
    return 3 * leaders + workers


def is_stronger_than_each_other(state: State, seat: int, cell: str) -> bool:
    """Whether the player has more strength on the hex than every other player."""
    return all(
        strength(state, seat, cell) > strength(state, other, cell)
        for other in state.scores
        if other != seat
    )


def workers_in_play(state: State, seat: int) -> int:
    """Workers in the supply and on the board; guards are not among them."""
    player = state.player(seat)
    return player.supply[1] + sum(workers for _, workers in player.figures.values())


def leader_in_play(state: State, seat: int) -> bool:
    """Whether the leader can still act."""
    player = state.player(seat)
    return player.supply[0] + sum(leaders for leaders, _ in player.figures.values()) == 1


def crowded(state: State, cell: str) -> State:
    """Every other player on the hex, one of them with a camp or a guard if it can have one."""
    if not is_walkable(state, cell):
        return state
    index = CELL_INDEX[cell]
    hex_ = state[cell]
    for rival in state.scores:
        if rival == state.active:
            continue
        if hex_.camp is None and hex_.kind == "jungle":
            state = with_camp(state, rival, index)
        if state[cell].guard is None and hex_.kind == "temple" and workers_in_play(state, rival):
            state = with_guard(state, rival, index)
        state = with_leader(state, rival, index)
        state = with_workers(state, rival, index, min(3, workers_in_play(state, rival)))
    return state
