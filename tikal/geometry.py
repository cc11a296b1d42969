"""The board: tiles as they lie, stones on the edges, what it costs to walk.

The cells are those of `tikal.grid`, whose names can be imported from here too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from tikal.components import BOX, TILE_INDEX, TILES, Terrain, Tile
from tikal.errors import InvalidArgument, require_int
from tikal.grid import (
    AROUND,
    CELL_INDEX,
    CELLS,
    FACING,
    NEIGHBOURS,
    SIDES,
    axial,
    cell_at,
    cell_of,
    distance,
    opposite,
    rotate,
    rotation_of,
)

if TYPE_CHECKING:
    import networkx as nx

# --- tiles on cells ----------------------------------------------------------------------------

# A tile as it lies is one int: six times its index in TILES plus its rotation. Only this module
# packs and unpacks it: `lying` makes one, the methods of `Board` take it apart.
UNEXPLORED: Final = 255
BASE_CAMP: Final = CELL_INDEX[
    next(c for c, tile in BOX.printed.items() if tile.kind == "base_camp")
]

#: Stones on the six sides of a tile as it lies.
FACES: Final = tuple(rotate(tile.stones, r) for tile in TILES for r in range(6))
#: The same as a set of bits: bit i is set if side i has a stone.
_PAVED_SIDES: Final = tuple(sum(1 << i for i in range(6) if face[i]) for face in FACES)
_NO_STONES: Final = (0,) * 6
#: The terrain of a tile as it lies, None for UNEXPLORED.
_KINDS: Final[tuple[Terrain | None, ...]] = (
    *(tile.kind for tile in TILES for _ in range(6)),
    *(None for _ in range(6 * len(TILES), UNEXPLORED + 1)),
)
_IS_VOLCANO: Final = tuple(tile.kind == "volcano" for tile in TILES for _ in range(6))
_IS_CLEARING: Final = tuple(tile.kind in ("jungle", "treasure") for tile in TILES for _ in range(6))

#: For every tile its distinct rotations, the smallest of each equivalent set.
ROTATIONS: Final = tuple(
    tuple(r for r in range(6) if FACES[6 * t + r] not in FACES[6 * t : 6 * t + r])
    for t in range(len(TILES))
)
#: For every tile and rotation the tile as it lies.
_LYING: Final = tuple(
    tuple(6 * t + FACES[6 * t : 6 * t + 6].index(FACES[6 * t + r]) for r in range(6))
    for t in range(len(TILES))
)


def lying(tile: int, rotation: int) -> int:
    """The tile as it lies, under the smallest rotation that looks the same."""
    return _LYING[tile][rotation]


# The ways into a free cell, as bits: bits 0 to 5 mark sides that touch a hex with a way in,
# which is one that members can stand on; bit 6 says that such a hex has a stone on the common edge;
# bit 7 that any hex is next. A cell that offers nothing is closed to all tiles.
_OPEN_SIDES: Final = 0b0011_1111
_PAVED: Final = 1 << 6
_NEXT_TO_EXPLORED: Final = 1 << 7


@cache
def ways_in(offer: int, tile: int) -> tuple[int, ...]:
    """The rotations under which a stone lies on an edge towards a hex with a way in."""
    return tuple(r for r in range(6) if offer & (_PAVED_SIDES[6 * tile + r] | _PAVED))


@cache
def distinct_ways_in(offer: int, tile: int) -> tuple[int, ...]:
    """The same without rotations that look like a smaller one."""
    return tuple(r for r in ways_in(offer, tile) if r in ROTATIONS[tile])


def has_way_in(offer: int) -> bool:
    """Whether some tile, turned the right way, has a way in: all but volcanoes have a stone."""
    return offer & _OPEN_SIDES != 0


#: The pairs of a neighbour and the stones on the way there, made once and shared by all boards.
_STEPS: Final = tuple(tuple((cell, stones) for stones in range(7)) for cell in range(len(CELLS)))


@frozen(cache_hash=True)
class Board:
    """The explored cells with their tiles as they lie; never changes, compares by its tiles.

    Everything but `tiles` is derived from it and carried along, so that laying a tile only has to
    look at the cells around it.
    """

    #: For every cell the tile as it lies, or UNEXPLORED.
    tiles: bytes
    #: For every cell the (neighbour, stones) pairs one can walk to, by ascending neighbour.
    steps: tuple[tuple[tuple[int, int], ...], ...] = field(eq=False, repr=False)
    #: For every free cell what it offers to a tile, 0 for explored cells.
    _offers: bytes = field(eq=False, repr=False)
    #: The jungle and treasure hexes, ascending: where camps may come to stand.
    campable: bytes = field(eq=False, repr=False)

    @classmethod
    def of(cls, tiles: Mapping[str, tuple[str, int]]) -> Board:
        """A board built by hand: cell names with tile ids and rotations, and nothing else.

        The printed hexes are not added and no placement rule is applied.
        """
        laid = bytearray((UNEXPLORED,)) * len(CELLS)
        for name, (tile_id, rotation) in tiles.items():
            if tile_id not in TILE_INDEX:
                raise InvalidArgument(f"no tile {tile_id!r}: the tiles are A1 to G4")
            laid[cell_of(name)] = lying(TILE_INDEX[tile_id], rotation_of(rotation))
        return board_of(bytes(laid))

    @classmethod
    def printed(cls) -> Board:
        """The board as the game starts: the four printed hexes."""
        return _PRINTED

    def lay(self, cell: int, tile: int) -> Board:
        """The board with a tile on a cell that was free."""
        tiles, steps, offers = bytearray(self.tiles), list(self.steps), bytearray(self._offers)
        tiles[cell] = tile
        offers[cell] = 0
        passable, face = not _IS_VOLCANO[tile], FACES[tile]
        own_steps = []
        for other, side, facing in FACING[cell]:
            if tiles[other] == UNEXPLORED:
                offers[other] |= _NEXT_TO_EXPLORED
                if passable:
                    offers[other] |= 1 << facing | (_PAVED if face[side] else 0)
            elif passable and not _IS_VOLCANO[tiles[other]]:
                stones = face[side] + FACES[tiles[other]][facing]  # PATH-02
                if stones:  # PATH-01
                    own_steps.append(_STEPS[other][stones])
                    steps[other] = tuple(sorted((*steps[other], _STEPS[cell][stones])))
        steps[cell] = tuple(own_steps)
        campable = self.campable
        if _IS_CLEARING[tile]:
            campable = bytes(sorted((*campable, cell)))
        return Board(bytes(tiles), tuple(steps), bytes(offers), campable)

    def tile(self, cell: int) -> Tile | None:
        """The tile on a cell, None if unexplored."""
        tile = self.tiles[cell]
        return None if tile == UNEXPLORED else TILES[tile // 6]

    def rotation(self, cell: int) -> int | None:
        """The rotation of the tile on a cell, None if unexplored."""
        tile = self.tiles[cell]
        return None if tile == UNEXPLORED else tile % 6

    def kind(self, cell: int) -> Terrain | None:
        """The terrain of a cell, None if unexplored."""
        return _KINDS[self.tiles[cell]]

    def stones(self, cell: int) -> tuple[int, ...]:
        """The stones on the six sides of a cell's own tile; none if unexplored."""
        tile = self.tiles[cell]
        return _NO_STONES if tile == UNEXPLORED else FACES[tile]

    def placements(self) -> dict[int, tuple[int, int]]:
        """The explored cells, ascending, each with its tile (an index in TILES) and rotation."""
        return {cell: divmod(tile, 6) for cell, tile in enumerate(self.tiles) if tile != UNEXPLORED}

    def is_explored(self, cell: int) -> bool:
        """Whether a tile or a printed hex lies there."""
        return self.tiles[cell] != UNEXPLORED

    def is_volcano(self, cell: int) -> bool:
        """Whether a volcano lies there."""
        tile = self.tiles[cell]
        return tile != UNEXPLORED and _IS_VOLCANO[tile]

    def connection(self, a: int, b: int) -> int:
        """The stones between two cells: what a step costs; 0 means that there is no step."""
        for other, stones in self.steps[a]:
            if other == b:
                return stones
        return 0

    def is_next_to_explored(self, cell: int) -> bool:
        """Whether the cell is free and touches an explored hex."""
        return self._offers[cell] != 0

    def is_next_to_passable(self, cell: int) -> bool:
        """Whether the cell is free and touches an explored hex that is not a volcano."""
        return self._offers[cell] & _OPEN_SIDES != 0

    def offers(self, from_volcanoes: bool = False, beside_volcanoes: bool = True) -> bytes:
        """For every cell what it offers to a tile, 0 where it is explored or closed.

        Whether a volcano is a hex with a way in, and whether a cell beside nothing but volcanoes
        is open, is a matter of reading (Q-02, Q-03).
        """
        if beside_volcanoes and not from_volcanoes:
            return self._offers
        return _offers(self, from_volcanoes, beside_volcanoes)

    def volcanoes(self) -> frozenset[int]:
        """The cells with volcanoes."""
        return frozenset(
            cell for cell, tile in enumerate(self.tiles) if tile != UNEXPLORED and _IS_VOLCANO[tile]
        )


#: For every number of a tile as it lies its stones; None for UNEXPLORED and volcanoes.
_WALKED: Final = (
    *(None if _IS_VOLCANO[tile] else face for tile, face in enumerate(FACES)),
    *(None for _ in range(len(FACES), UNEXPLORED + 1)),
)


@lru_cache(maxsize=4096)
def board_of(tiles: bytes) -> Board:
    """The board of these tiles as they lie, by cell: laying them one by one takes far longer."""
    steps: list[tuple[tuple[int, int], ...]] = []
    offers, campable = bytearray(len(CELLS)), bytearray()
    for cell, tile in enumerate(tiles):
        face = _WALKED[tile]
        if face is not None:
            ways = []
            for other, side, facing in FACING[cell]:
                there = _WALKED[tiles[other]]
                if there is not None and (stones := face[side] + there[facing]):
                    ways.append(_STEPS[other][stones])
            steps.append(tuple(ways))
            if _IS_CLEARING[tile]:
                campable.append(cell)
            continue
        steps.append(())
        if tile == UNEXPLORED:
            offer = 0
            for other, side, facing in FACING[cell]:
                if tiles[other] != UNEXPLORED:
                    offer |= _NEXT_TO_EXPLORED
                    there = _WALKED[tiles[other]]
                    if there is not None:
                        offer |= 1 << side | (_PAVED if there[facing] else 0)
            offers[cell] = offer
    return Board(tiles, tuple(steps), bytes(offers), bytes(campable))


_PRINTED: Final = Board.of({name: (tile.id, 0) for name, tile in BOX.printed.items()})


@lru_cache(maxsize=1024)
def _offers(board: Board, from_volcanoes: bool, beside_volcanoes: bool) -> bytes:
    found = bytearray(len(CELLS))
    for cell, offer in enumerate(board.offers()):
        if offer and (beside_volcanoes or has_way_in(offer)):
            found[cell] = offer | (_any_way_in(board, cell) if from_volcanoes else 0)
    return bytes(found)


def _any_way_in(board: Board, cell: int) -> int:
    """The ways into a free cell if every explored neighbour has one."""
    offer = 0
    for side, other in NEIGHBOURS[cell]:
        if board.is_explored(other):
            offer |= 1 << side | (_PAVED if board.stones(other)[opposite(side)] else 0)
    return offer


@cache
def cut_off(volcanoes: frozenset[int]) -> frozenset[int]:
    """The cells that no chain of other cells joins to the base camp past these volcanoes."""
    reached, frontier = {BASE_CAMP}, [BASE_CAMP]
    while frontier:
        for _, other in NEIGHBOURS[frontier.pop()]:
            if other not in reached and other not in volcanoes:
                reached.add(other)
                frontier.append(other)
    return frozenset(range(len(CELLS))) - reached - volcanoes


# --- walking costs -----------------------------------------------------------------------------

# Dijkstra minimises cost first and the number of steps second: both are packed in one weight.
_STEP: Final = 1
_AP: Final = 64  # more than the steps of any cheapest way


@lru_cache(maxsize=1024)
def _graph(board: Board, linked: tuple[int, ...]) -> nx.Graph[int]:
    """The walking graph of a board, with secret paths between the linked cells."""
    import networkx as nx  # here, because most users never ask for a path

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(
        cell for cell in range(len(CELLS)) if board.is_explored(cell) and not board.is_volcano(cell)
    )
    for cell, steps in enumerate(board.steps):
        for other, stones in steps:
            graph.add_edge(cell, other, weight=_AP * stones + _STEP)
    for a in linked:
        for b in linked:
            if a < b:
                graph.add_edge(a, b, weight=_AP + _STEP)
    return graph


@lru_cache(maxsize=8192)
def _weights(board: Board, linked: tuple[int, ...], origin: int) -> dict[int, int]:
    """The weight of the best way from the origin to every cell it can reach."""
    import networkx as nx

    graph = _graph(board, linked)
    if origin not in graph:
        return {}
    found = nx.single_source_dijkstra_path_length(graph, origin)
    return {cell: int(weight) for cell, weight in found.items()}


def _linked(board: Board, camps: Iterable[str]) -> tuple[int, ...]:
    """The base camp and a player's own camps, where there is something to link."""
    if not camps:
        return ()
    cells = sorted({BASE_CAMP, *(cell_of(name) for name in camps)})
    for cell in cells:
        if len(cells) > 1 and (not board.is_explored(cell) or board.is_volcano(cell)):
            raise InvalidArgument(f"there can be no camp on {CELLS[cell]}")
    return tuple(cells) if len(cells) > 1 else ()


def path_cost(board: Board, a: str, b: str, camps: Iterable[str] = ()) -> int | None:
    """The AP of the cheapest way between two cells, 0 from a cell to itself.

    None if there is no way, or if an end is unexplored or a volcano. With `camps`, one player's
    own camps, also over the secret paths that link these and the base camp for 1 AP.
    """
    weight = _weights(board, _linked(board, camps), cell_of(a)).get(cell_of(b))
    return None if weight is None else weight // _AP


def cheapest_path(
    board: Board, a: str, b: str, camps: Iterable[str] = ()
) -> tuple[str, ...] | None:
    """The cells of the cheapest way, both ends included, or None where `path_cost` is None.

    Of several cheapest ways it is one with the fewest steps; of those the one whose cells come
    first in the order a1, a2, … h5, compared from the start.
    """
    here, target, linked = cell_of(a), cell_of(b), _linked(board, camps)
    to_target = _weights(board, linked, target)
    if here not in to_target:
        return None
    path = [here]
    while here != target:
        here = min(
            other
            for other, edge in _graph(board, linked)[here].items()
            if to_target[other] + edge["weight"] == to_target[here]
        )
        path.append(here)
    return tuple(CELLS[cell] for cell in path)


def reachable(board: Board, origin: str, ap: int, camps: Iterable[str] = ()) -> dict[str, int]:
    """Every cell a figure can get to for at most `ap` AP, with the cost; the origin costs 0.

    Empty if the origin is unexplored or a volcano. In the order of the cells.
    """
    require_int("a number of action points", ap)
    if ap < 0:
        raise InvalidArgument(f"action points cannot be negative: {ap}")
    return dict(_reachable(board, _linked(board, camps), cell_of(origin), ap))


@lru_cache(maxsize=8192)
def _reachable(board: Board, linked: tuple[int, ...], origin: int, ap: int) -> dict[str, int]:
    weights = _weights(board, linked, origin)
    costs = {CELLS[cell]: weights[cell] // _AP for cell in sorted(weights)}
    return {name: cost for name, cost in costs.items() if cost <= ap}


__all__ = [
    "AROUND", "BASE_CAMP", "Board", "CELLS", "CELL_INDEX", "FACES", "FACING", "NEIGHBOURS",
    "ROTATIONS", "SIDES", "UNEXPLORED", "axial", "board_of", "cell_at", "cell_of", "cheapest_path",
    "cut_off", "distance", "distinct_ways_in", "has_way_in", "lying", "opposite", "path_cost",
    "reachable", "rotate", "rotation_of", "ways_in",
]  # fmt: skip
