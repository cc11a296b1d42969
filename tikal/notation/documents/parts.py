"""The parts of a position as JSON: cells, tiles, figures, what a seat has, the auction."""

from __future__ import annotations

import re
from typing import Final, TypedDict, TypeVar

from attrs import frozen

from tikal.components import BOX, TREASURE_KINDS
from tikal.fields import FIGURES, Figure
from tikal.grid import CELLS
from tikal.notation.documents.fields import Fields, Reading
from tikal.notation.documents.readings import (
    by_key,
    by_number,
    maybe,
    one_of,
    pair,
    several,
    text,
    whole,
)
from tikal.state import State

T = TypeVar("T")

# --- words -------------------------------------------------------------------------------------

CELL_LIKE: Final = re.compile("^[a-h][1-5]$")
TILE_LIKE: Final = re.compile("^[A-G][1-6]$")
COUNT: Final = whole("must be a whole number from 0", 0)
FIGURE: Final = one_of('must be "L" or "W"', FIGURES)
TILE: Final = text("must be a tile id, A1 to G4", like=TILE_LIKE)
_CELL_KEY: Final = text("keys must be cells a1 to h5", like=CELL_LIKE)
_FIGURES: Final = pair("must be leaders and workers such as [1, 3]", COUNT, COUNT)


def seat(must: str) -> Reading[int]:
    """A seat at any table."""
    return whole(must, 1, BOX.most_players)


def seats(must: str) -> Reading[tuple[int, ...]]:
    """A list of seats."""
    return several(must, seat("must be a seat, 1 to 4"), most=BOX.most_players)


def tiles(must: str) -> Reading[tuple[str, ...]]:
    """A list of tiles."""
    return several(must, TILE, most=len(BOX.tiles))


def by_cell(must: str, entry: Reading[T]) -> Reading[dict[str, T]]:
    """An object with cells as keys."""
    return by_key(must, _CELL_KEY, entry)


# --- what a seat has ---------------------------------------------------------------------------


class BelongingsDocument(TypedDict):
    """The possessions of a seat, as JSON."""

    score: int
    #: By cell, leaders and workers.
    figures: dict[str, list[int]]
    camps: list[str]
    guards: dict[str, Figure]
    #: Leaders and workers out of the game.
    removed: list[int]
    #: By kind, the tokens owned.
    treasures: dict[str, int]


@frozen
class Belongings:
    """The possessions of a seat, as arguments of `tikal.position`."""

    score: int | None
    figures: dict[str, tuple[int, int]]
    camps: tuple[str, ...]
    guards: dict[str, Figure]
    removed: tuple[int, int]
    treasures: dict[int, int]


def belongings_to_json(state: State, seat: int) -> BelongingsDocument:
    """The possessions of a seat in a position."""
    player = state.player(seat)
    return {
        "score": player.score,
        "figures": {cell: list(figures) for cell, figures in player.figures.items()},
        "camps": list(player.camps),
        "guards": dict(player.guards),
        "removed": list(player.removed),
        "treasures": {str(kind): tokens for kind, tokens in player.treasures.items() if tokens},
    }


def belongings_from_json(value: object) -> Belongings:
    """The possessions of a seat; a missing key means none."""
    fields = Fields(value, "must be an object: what one seat has")
    found = Belongings(
        score=fields.optional("score", _SCORE, None),
        figures=fields.optional("figures", _FIGURES_BY_CELL, {}),
        camps=fields.optional("camps", _CAMPS, ()),
        guards=fields.optional("guards", _GUARDS, {}),
        removed=fields.optional("removed", _FIGURES, (0, 0)),
        treasures=fields.optional("treasures", _TREASURES, {}),
    )
    fields.finish()
    return found


_SCORE: Final = whole("must be the points, from 0", 0)
_FIGURES_BY_CELL: Final = by_cell("must be an object: by cell, [leaders, workers]", _FIGURES)
_CAMPS: Final = several(
    "must be a list of cells", text("must be a cell a1 to h5", like=CELL_LIKE), most=len(CELLS)
)
_GUARDS: Final = by_cell("must be an object: by cell, the guard", FIGURE)
_TREASURES: Final = by_number(
    "must be an object: by kind 1 to 8, the tokens owned", TREASURE_KINDS, COUNT
)

# --- the auction -------------------------------------------------------------------------------


class BiddingDocument(TypedDict):
    """The auction of a round as JSON."""

    display: list[str]
    high_bid: int
    high_bidder: int | None
    passed: list[int]
    first_passer: int | None
    done: list[int]


@frozen
class Auction:
    """The auction of a round, as arguments of `tikal.position`."""

    display: tuple[str, ...] = ()
    high_bid: int = 0
    high_bidder: int | None = None
    passed: tuple[int, ...] = ()
    first_passer: int | None = None
    done: tuple[int, ...] = ()


def bidding_to_json(state: State) -> BiddingDocument:
    """The auction of the round of a position."""
    bidding = state.course.bidding
    return {
        "display": list(state.display),
        "high_bid": bidding.high_bid,
        "high_bidder": bidding.high_bidder or None,
        "passed": list(bidding.passed),
        "first_passer": bidding.first_passer or None,
        "done": list(bidding.done),
    }


def bidding_from_json(value: object) -> Auction:
    """The auction of a round; what is left out has not happened."""
    fields = Fields(value, "must be an object: the auction of this round")
    found = Auction(
        display=fields.optional("display", _DISPLAY, ()),
        high_bid=fields.optional("high_bid", COUNT, 0),
        high_bidder=fields.optional("high_bidder", _HIGH_BIDDER, None),
        passed=fields.optional("passed", _PASSED, ()),
        first_passer=fields.optional("first_passer", _FIRST_PASSER, None),
        done=fields.optional("done", _DONE, ()),
    )
    fields.finish()
    return found


_DISPLAY: Final = tiles("must be the tiles turned up and not yet taken")
_HIGH_BIDDER: Final = maybe(seat("must be a seat, or null before the first bid"))
_PASSED: Final = seats("must be the seats that have passed in this auction")
_FIRST_PASSER: Final = maybe(seat("must be the seat that passed first, before any bid, or null"))
_DONE: Final = seats("must be the seats that have had their turn of this round")
