"""Boards without problems, with tiles that are demanded of some cells."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Final

from tikal.components import LOOSE_TILES, TILES
from tikal.geometry import UNEXPLORED, Board, lying, ways_in
from tikal.grid import NEIGHBOURS
from tools.every_position.fields import ALL_CELLS, LYING, PRINTED, VOLCANOES

#: For a cell the tiles as they can lie there, or `UNEXPLORED` for one that stays free.
Wanted = Mapping[int, frozenset[int]]

FREE: Final = frozenset({UNEXPLORED})
_VOLCANO: Final = frozenset(VOLCANOES)


#: All tiles as they can lie.
TILES_LYING: Final = (*LYING, *PRINTED.values())


def of_kind(*kinds: str) -> frozenset[int]:
    """The tiles of these terrains, as they can lie."""
    return frozenset(x for x in TILES_LYING if TILES[x // 6].kind in kinds)


class _Growth:
    """A board that grows tile by tile; every tile joins what is there."""

    def __init__(self, rng: random.Random, wanted: Wanted, unlaid: frozenset[int]) -> None:
        self.rng, self.wanted = rng, wanted
        self.board = Board.printed()
        self.left = set(range(LOOSE_TILES)) - unlaid
        self.open = {c for c, lies in wanted.items() if UNEXPLORED not in lies} - PRINTED.keys()

    def lay(self, cell: int, tile: int, fitting: frozenset[int] | None) -> bool:
        """Lay a tile so that it can be walked to and lies as wanted; whether that is possible."""
        free = tile in _VOLCANO
        turned = range(6) if free else ways_in(self.board.offers()[cell], tile)
        ways = {lying(tile, rotation) for rotation in turned}
        if fitting is not None:
            ways &= fitting
        if not ways:
            return False
        self.board = self.board.lay(cell, self.rng.choice(sorted(ways)))
        self.left.discard(tile)
        self.open.discard(cell)
        return True

    def step(self, must: frozenset[int]) -> bool:
        """Lay one more tile; whether one could be laid."""
        rng, offers = self.rng, self.board.offers()
        border = [c for c in ALL_CELLS if offers[c] and self.wanted.get(c) != FREE]
        rng.shuffle(border)
        if self.open and rng.random() < 0.8:  # towards the cells that have to be explored
            border.sort(key=lambda c: min(_distance(c, other) for other in self.open))
        reserved = {x // 6 for c in self.open for x in _few(self.wanted[c])}
        for cell in border[:6]:
            fitting = self.wanted.get(cell)
            if fitting is not None:
                tiles = [t for t in self.left if not fitting.isdisjoint(range(6 * t, 6 * t + 6))]
            else:
                never = reserved | (_VOLCANO - must)
                tiles = [t for t in self.left if t not in never]
            rng.shuffle(tiles)
            tiles.sort(key=lambda t: t not in must)
            if any(self.lay(cell, tile, fitting) for tile in tiles[:8]):
                return True
        return False


def _few(lies: frozenset[int]) -> frozenset[int]:
    return lies if len({x // 6 for x in lies}) <= 3 else frozenset()


def _distances() -> tuple[tuple[int, ...], ...]:
    table = []
    for start in ALL_CELLS:
        found, frontier = {start: 0}, [start]
        for cell in frontier:
            for _, other in NEIGHBOURS[cell]:
                if other not in found:
                    found[other] = found[cell] + 1
                    frontier.append(other)
        table.append(tuple(found[c] for c in ALL_CELLS))
    return tuple(table)


_TABLE: Final = _distances()


def _distance(a: int, b: int) -> int:
    return _TABLE[a][b]


def grown(
    rng: random.Random,
    wanted: Wanted,
    unlaid: Iterable[int] = (),
    must: Iterable[int] = (),
    size: int = 0,
) -> Board | None:
    """A board with the wanted tiles, and those that must lie somewhere; None if this try failed.

    Tiles in `unlaid` do not lie on it. It has `size` loose tiles if there is room.
    """
    growth = _Growth(rng, wanted, frozenset(unlaid))
    needed = frozenset(must)
    if any(c in PRINTED and PRINTED[c] not in lies for c, lies in wanted.items()):
        return None
    for _ in range(LOOSE_TILES):
        enough = sum(x != UNEXPLORED for x in growth.board.tiles) - len(PRINTED) >= size
        if enough and not growth.open and not needed & growth.left:
            break
        if not growth.step(needed):
            break
    if growth.open or needed & growth.left:
        return None
    return growth.board
