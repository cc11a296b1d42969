"""A position as numbers, seen from one seat: planes over the 40 hexes, and scalars.

Everybody sees everything in this game, so an observation holds the whole position: two positions
that look the same to the same seat have the same legal moves, now and after equal moves. Seats are
relative: `self`, then `left`, `left2` and `left3`, clockwise. Points are points and workers are
workers; scaled on demand, they are divided by powers of two, `SCALES`, and nearly always between 0
and 1. What does not exist (a third player of two) is 0.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain
from operator import truediv
from typing import Final

from tikal.components import BOX, LOOSE_TILES, TERRAINS, TILES, TREASURE_KINDS
from tikal.editions import CRITERIA, SWITCHES, Edition
from tikal.fields import FIGURES
from tikal.geometry import UNEXPLORED, Board
from tikal.grid import CELLS, NEIGHBOURS, SIDES
from tikal.moves import Uncover
from tikal.parts import IN_SUPPLY, OUT_OF_PLAY, Bidding, Digger, Expedition, Turn
from tikal.rules.queries import all_clockwise_from
from tikal.state import ACTION_POINTS, PHASES, State, expedition_of, require_state

#: Goes up when a plane or a scalar changes its place or meaning.
VERSION: Final = 2

#: The names of the seats in planes and scalars.
SEATS: Final = ("self", "left", *(f"left{step}" for step in range(2, BOX.most_players)))
#: The number of hexes that can be dug once in a turn, limited by its action points.
_DUG_HEXES: Final = range(1, ACTION_POINTS // Uncover.price + 1)
_TILE_NAMES: Final = tuple(tile.id for tile in TILES[:LOOSE_TILES])

# --- names -------------------------------------------------------------------------------------

_BOARD_PLANES: Final = (
    "tile number",
    *(f"terrain {terrain}" for terrain in TERRAINS),
    *(f"stones {side}" for side in SIDES),
    *(f"step {side}" for side in SIDES),
)
_TURN_PLANES: Final = (
    "worked",
    "dug once by the leader",
    "dug once by a worker out of play",
    *(f"worker who may have dug hex {number}" for number in _DUG_HEXES),
)
_SEAT_PLANES: Final = ("workers", "leader", "camp", "guard leader", "guard worker")
#: The names of the planes. Each has 40 numbers, for the cells a1, a2, … h5.
PLANES: Final[tuple[str, ...]] = (
    *_BOARD_PLANES,
    "temple value",
    "tokens",
    *_TURN_PLANES,
    *(f"{seat} {plane}" for seat in SEATS for plane in _SEAT_PLANES),
)


def _switch_names() -> Iterator[str]:
    for switch in SWITCHES:
        values = CRITERIA if switch.ranked else map(switch.text, switch.values)
        yield from (f"{switch.name} {value}" for value in values)


_SEAT_SCALARS: Final = (
    *("is there", "is active", "score", "leader in supply", "leader out of play"),
    *("workers in supply", "leaders removed", "workers removed"),
    *("place in the queue", "has won", "is high bidder", "has passed", "passed first", "had turn"),
    *(f"treasures {kind}" for kind in TREASURE_KINDS),
)
#: The names of the scalars, which follow the planes.
SCALARS: Final[tuple[str, ...]] = (
    *_switch_names(),
    "auction",
    *(f"phase {phase}" for phase in PHASES),
    "action points",
    "scoring turn",
    "high bid",
    *(f"waiting {tile}" for tile in _TILE_NAMES),
    *(f"on display {tile}" for tile in _TILE_NAMES),
    *(f"to draw {tile}" for tile in _TILE_NAMES),
    *(f"floors {floor}" for floor in BOX.floors),
    *(f"unseen {kind}" for kind in TREASURE_KINDS),
    *(f"{seat} {scalar}" for seat in SEATS for scalar in _SEAT_SCALARS),
)
#: The length of an observation: the planes one after the other, then the scalars.
LENGTH: Final = len(PLANES) * len(CELLS) + len(SCALARS)

# --- scales ------------------------------------------------------------------------------------

#: By the end of a name what it is divided by; all others lie between 0 and 1 as they are.
_DIVISORS: Final = {
    "tile number": 64, "temple value": 16, "tokens": 4, "worked": 2, "dug once by the leader": 2,
    "workers": 8, "action points": 16, "high bid": 64, "score": 128, "workers in supply": 16,
    "workers removed": 16, "place in the queue": 4,
}  # fmt: skip
#: The same by the beginning of a name, or by what follows the seat.
_FAMILIES: Final = {"stones": 4, "step": 8, "tiebreak": 4, "floors": 8, "unseen": 4, "treasures": 4}


def _divisor(name: str) -> int:
    named, found = name.removeprefix(name.split()[0] + " "), _DIVISORS.get(name)
    if found is None and name.startswith(SEATS):
        found = _DIVISORS.get(named) or _FAMILIES.get(named.split()[0])
    return found or _FAMILIES.get(name.split()[0], 1)


#: What each plane and each scalar is divided by in a scaled observation; powers of two, so that
#: the quotients are exact.
SCALES: Final[tuple[int, ...]] = tuple(map(_divisor, (*PLANES, *SCALARS)))
_SCALE_OF_EACH: Final = (
    *chain.from_iterable((scale,) * len(CELLS) for scale in SCALES[: len(PLANES)]),
    *SCALES[len(PLANES) :],
)

# --- the observation ---------------------------------------------------------------------------

_EMPTY: Final = array("f", [0] * len(CELLS))


def observe(state: State, seat: int, scaled: bool = False) -> array[float]:
    """The view of a seat as `LENGTH` floats of 32 bits, which numpy and others read in place."""
    require_state(state)
    expedition_of(state, seat)
    order = all_clockwise_from(state, seat)
    found = _board(state.ground.board)[:]
    found.extend(state.ground.values)
    found.extend(state.ground.tokens)
    found.extend(_turn(state.turn))
    for relative in range(len(SEATS)):
        if relative < len(order):
            found.extend(_pieces(state.expeditions[order[relative] - 1]))
        else:
            found.extend(_EMPTY * len(_SEAT_PLANES))
    found.extend(_shared_scalars(state))
    for relative in range(len(SEATS)):
        if relative < len(order):
            found.extend(_seat_scalars(state, state.expeditions[order[relative] - 1]))
        else:
            found.extend((0,) * len(_SEAT_SCALARS))
    return array("f", map(truediv, found, _SCALE_OF_EACH)) if scaled else found


def _marked(cells: Iterable[int]) -> array[float]:
    """A plane with ones on these cells."""
    plane = _EMPTY[:]
    for cell in cells:
        plane[cell] = 1
    return plane


@lru_cache(maxsize=256)
def _board(board: Board) -> array[float]:
    """The planes of the tiles; boards change once a turn."""
    steps = [dict(around) for around in board.steps]
    across = [dict(around) for around in NEIGHBOURS]
    cells = range(len(CELLS))
    planes = [
        [0 if tile == UNEXPLORED else 1 + tile // 6 for tile in board.tiles],
        *([int(board.kind(cell) == terrain) for cell in cells] for terrain in TERRAINS),
        *([board.stones(cell)[side] for cell in cells] for side in range(len(SIDES))),
        *(
            [steps[cell].get(across[cell].get(side, -1), 0) for cell in cells]
            for side in range(len(SIDES))
        ),
    ]
    return array("f", chain.from_iterable(planes))


@lru_cache(maxsize=4096)
def _turn(turn: Turn) -> array[float]:
    """The planes of what has been dug this turn, and by whom it may have been."""
    worked = [0] * len(CELLS)
    for cell in turn.worked:
        worked[cell] += 1
    leaders, lost = [0] * len(CELLS), [0] * len(CELLS)
    places: dict[int, list[int]] = {cell: [] for cell in sorted(_dug_once(turn.diggers))}
    for cell, kind, place in turn.diggers:
        if kind == "L":
            leaders[cell] = 2 if place == OUT_OF_PLAY else 1
        elif place == OUT_OF_PLAY:
            lost[cell] = 1
        else:
            places[cell].append(place)
    found = array("f", [*worked, *leaders, *lost])
    for standing in (*places.values(), *([] for _ in range(len(_DUG_HEXES) - len(places)))):
        found.extend(_marked(standing))
    return found


def _dug_once(diggers: tuple[Digger, ...]) -> set[int]:
    return {cell for cell, _, _ in diggers}


def _pieces(who: Expedition) -> array[float]:
    """The planes of one seat."""
    planes = array("f", who.workers)
    planes += _marked([who.leader] if who.leader >= 0 else [])
    planes += _marked(who.camps)
    for figure in FIGURES:
        planes += _marked([cell for cell, guard in who.guards if guard == figure])
    return planes


def _shared_scalars(state: State) -> list[int]:
    course, turn, stock = state.course, state.turn, state.stock
    return [
        *_switches(state.edition),
        state.auction,
        *(phase == turn.phase for phase in PHASES),
        turn.ap,
        course.scoring,
        course.bidding.high_bid,
        *_tiles(() if course.tile is None else (course.tile,)),
        *_tiles(course.bidding.display),
        *_tiles(stock.tiles),
        *stock.floors,
        *stock.unseen,
    ]


@cache
def _switches(edition: Edition) -> tuple[int, ...]:
    found = []
    for switch in SWITCHES:
        value = edition.switches()[switch.name]
        if isinstance(value, tuple):  # tie-breaks in their order: 1 for the first
            found += [1 + value.index(each) if each in value else 0 for each in CRITERIA]
        else:
            found += [int(value == known) for known in switch.values]
    return tuple(found)


@lru_cache(maxsize=256)
def _tiles(tiles: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(tile in tiles) for tile in range(LOOSE_TILES))


def _seat_scalars(state: State, who: Expedition) -> list[int]:
    course, seat = state.course, who.seat
    bidding: Bidding = course.bidding
    return [
        True,
        seat == state.turn.active,
        who.score,
        who.leader == IN_SUPPLY,
        who.leader == OUT_OF_PLAY,
        who.supply,
        *who.removed,
        1 + course.queue.index(seat) if seat in course.queue else 0,
        seat in course.winners,
        seat == bidding.high_bidder,
        seat in bidding.passed,
        seat == bidding.first_passer,
        seat in bidding.done,
        *who.treasures,
    ]
