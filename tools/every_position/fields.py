"""The fields of a position that a rule can ask for: their names, their values, what they mean.

A *key* is the name of a field and the numbers of what it is the field of, such as
`("workers", 0, 12)`: the workers of the first seat on the twelfth cell. `value_in` reads the same
field from an ordinary position; `view.lp` says what it is in the words of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import frozen

from tikal.components import BOX, LOOSE_TILES, TILES
from tikal.editions import SWITCHES
from tikal.geometry import UNEXPLORED, lying
from tikal.grid import CELL_INDEX, CELLS
from tikal.parts import IN_SUPPLY, OUT_OF_PLAY
from tikal.rules.queries import strengths
from tikal.rules.scoring import score
from tikal.state import PHASES, State, camp_owner
from tools.every_position.lazy import Key, Values

#: Bounds of the positions that are searched; a game has at most 40 points where it matters.
MAX_POINTS: Final = 40
#: 18 workers and a leader that counts three.
MAX_STRENGTH: Final = BOX.workers + BOX.leader_strength
#: No tile is left in the stack.
NO_TILE: Final = LOOSE_TILES
ALL_CELLS: Final = tuple(range(len(CELLS)))
PRINTED: Final = {
    CELL_INDEX[name]: lying(TILES.index(tile), 0) for name, tile in BOX.printed.items()
}
#: The loose tiles as they can lie.
LYING: Final = tuple(sorted({lying(t, r) for t in range(LOOSE_TILES) for r in range(6)}))
VOLCANOES: Final = tuple(t for t in range(LOOSE_TILES) if TILES[t].kind == "volcano")
_FREE: Final = tuple(c for c in ALL_CELLS if c not in PRINTED)
#: Every place for the volcanoes that lie while another one waits, as sets.
VOLCANO_PLACES: Final = (
    (),
    *((a,) for a in _FREE),
    *((a, b) for a in _FREE for b in _FREE if a < b),
)
FLOORS: Final = tuple(BOX.floors.values())
_SWITCH: Final[Mapping[str, Values]] = {
    switch.name: tuple(switch.values) for switch in SWITCHES if switch.name != "tiebreak"
}
_BOTH: Final = (False, True)


@frozen
class Field:
    """A field: what its numbers stand for, its values, and how to read it."""

    #: `cell` where a number of the key is that of a cell; other words only say what it is.
    about: tuple[str, ...]
    values: Callable[..., Values]
    read: Callable[..., Any]
    #: Whether the value is a cell, or a place outside the board.
    is_place: bool = False


def _always(*values: Any) -> Callable[..., Values]:  # noqa: ANN401 - values of any kind
    return lambda *_: values


def _upto(most: int) -> Callable[..., Values]:
    return _always(*range(most + 1))


def _has_bit(state: State, from_volcanoes: bool, beside_volcanoes: bool, c: int, bit: int) -> bool:
    return bool(state.ground.board.offers(from_volcanoes, beside_volcanoes)[c] >> bit & 1)


def _digs(state: State, cell: int, figure: str, away: bool) -> bool:
    return any(
        c == cell and f == figure and (place != cell) is away for c, f, place in state.turn.diggers
    )


FIELDS: Final[dict[str, Field]] = {
    "auction": Field((), _always(*_BOTH), lambda s: s.table.auction),
    "switch": Field(
        ("switch",), _SWITCH.__getitem__, lambda s, name: getattr(s.table.edition, name)
    ),
    "players": Field((), _always(2, 3, 4), lambda s: len(s.expeditions)),
    "active": Field((), _always(1, 2, 3, 4), lambda s: s.turn.active),
    "ap": Field((), _upto(10), lambda s: s.turn.ap),
    "phase": Field((), _always(*PHASES), lambda s: s.turn.phase),
    "scoring": Field((), _always(*_BOTH), lambda s: s.course.scoring),
    "waits": Field((), _always(*_BOTH), lambda s: s.course.tile is not None),
    "tile": Field((), _upto(LOOSE_TILES - 1), lambda s: s.course.tile),
    "worked": Field(("cell",), _upto(2), lambda s, c: s.turn.worked.count(c)),
    "digs": Field(("cell", "figure", "away"), _always(*_BOTH), _digs),
    "digger": Field(
        ("cell", "figure", "cell"),
        _always(*_BOTH),
        lambda s, c, f, place: (c, f, place) in s.turn.diggers,
    ),
    "diggers": Field((), _always(*_BOTH), lambda s: bool(s.turn.diggers)),
    "digs_else": Field(
        ("cell",), _always(*_BOTH), lambda s, c: any(dug != c for dug, _, _ in s.turn.diggers)
    ),
    "lies": Field(
        ("cell",),
        lambda c: (PRINTED[c],) if c in PRINTED else (*LYING, UNEXPLORED),
        lambda s, c: s.ground.board.tiles[c],
    ),
    "campable": Field(("cell",), _always(*_BOTH), lambda s, c: c in s.ground.board.campable),
    "cost": Field(("cell", "cell"), _upto(6), lambda s, a, b: s.ground.board.connection(a, b)),
    # what a cell offers to a tile is 0, or a byte of eight bits, the last one always set
    "offer": Field(
        ("from volcanoes", "beside volcanoes", "cell"),
        _always(*_BOTH),
        lambda s, f, b, c: s.ground.board.offers(f, b)[c] != 0,
    ),
    "bit": Field(("from volcanoes", "beside volcanoes", "cell", "bit"), _always(*_BOTH), _has_bit),
    "volcanoes": Field(
        (),
        _always(*VOLCANO_PLACES),
        lambda s: tuple(sorted(s.ground.board.volcanoes())),
    ),
    "value": Field(("cell",), _upto(10), lambda s, c: s.ground.values[c]),
    "tokens": Field(("cell",), _upto(4), lambda s, c: s.ground.tokens[c]),
    "floor": Field(
        ("floor",), lambda j: tuple(range(FLOORS[j] + 1)), lambda s, j: s.stock.floors[j]
    ),
    "unseen": Field(("kind",), _upto(3), lambda s, k: s.stock.unseen[k]),
    "first": Field((), _upto(NO_TILE), lambda s: s.stock.tiles[0] if s.stock.tiles else NO_TILE),
    "undrawn": Field(("tile",), _always(*_BOTH), lambda s, t: t in s.stock.tiles),
    "workers": Field(("seat", "cell"), _upto(18), lambda s, i, c: s.expeditions[i].workers[c]),
    "leader": Field(
        ("seat",),
        _always(OUT_OF_PLAY, IN_SUPPLY, *ALL_CELLS),
        lambda s, i: s.expeditions[i].leader,
        is_place=True,
    ),
    # two functions of the engine as fields; `tools.every_position.parts` compares the functions
    "owner": Field(("cell",), _upto(4), lambda s, c: camp_owner(s, c) or 0),
    "strength": Field(
        ("seat", "cell"),
        _upto(MAX_STRENGTH),
        lambda s, i, c: strengths(s, c)[i] if s.ground.values[c] else 0,
    ),
    "supply": Field(("seat",), _upto(18), lambda s, i: s.expeditions[i].supply),
    "removed": Field(
        ("seat", "figure"), _upto(18), lambda s, i, f: s.expeditions[i].removed["LW".index(f)]
    ),
    "score": Field(("seat",), _upto(MAX_POINTS), lambda s, i: s.expeditions[i].score),
    "owns": Field(("seat", "kind"), _upto(3), lambda s, i, k: s.expeditions[i].treasures[k]),
    "camp": Field(("seat", "cell"), _always(*_BOTH), lambda s, i, c: c in s.expeditions[i].camps),
    "camps": Field(("seat",), _upto(2), lambda s, i: len(s.expeditions[i].camps)),
    "guard": Field(
        ("seat", "cell"),
        _always(*_BOTH),
        lambda s, i, c: any(cell == c for cell, _ in s.expeditions[i].guards),
    ),
    "guards": Field(("seat",), _upto(2), lambda s, i: len(s.expeditions[i].guards)),
    "display": Field(("tile",), _always(*_BOTH), lambda s, t: t in s.course.bidding.display),
    "displayed": Field((), _upto(4), lambda s: len(s.course.bidding.display)),
    "passed": Field(("number",), _always(*_BOTH), lambda s, n: n in s.course.bidding.passed),
    "done": Field(("number",), _always(*_BOTH), lambda s, n: n in s.course.bidding.done),
    "first_passer": Field((), _upto(4), lambda s: s.course.bidding.first_passer),
    "queue": Field(("place",), _upto(4), lambda s, i: (*s.course.queue, 0, 0, 0, 0)[i]),
    "queued": Field((), _upto(3), lambda s: len(s.course.queue)),
    "points": Field(("seat",), _upto(MAX_POINTS), lambda s, i: score(s, i + 1).total),
    "high_bid": Field((), _upto(MAX_POINTS), lambda s: s.course.bidding.high_bid),
    "high_bidder": Field((), _upto(4), lambda s: s.course.bidding.high_bidder),
}


def values_of(key: Key) -> Values:
    """All values that a field can have."""
    name, *about = key
    return FIELDS[name].values(*about)


def value_in(state: State, key: Key) -> Any:  # noqa: ANN401 - values of any kind
    """The value of a field in an ordinary position."""
    name, *about = key
    return FIELDS[name].read(state, *about)
