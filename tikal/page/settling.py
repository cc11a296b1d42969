"""Choices of the editor that other things depend on: the phase, the auction, bids, who scores.

Each is a thing that is set and what must follow from it, so that the page decides no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tikal._support.wording import brief
from tikal.components import TILE_INDEX, TILES
from tikal.errors import InvalidNotation
from tikal.page.drafts import changed, inspected
from tikal.page.requests import unknown_key
from tikal.rules.auction import lowest_bid
from tikal.rules.queries import all_clockwise_from
from tikal.state import ACTION_PHASES, State

Draft = Mapping[str, object]
Changes = dict[str, object]

#: Phases before a tile of the display is taken.
_BEFORE_TAKING: Final = ("bid", "take")
#: Phases without a display.
_WITHOUT_DISPLAY: Final = ("draw", "over")
_NO_BIDS: Final[Changes] = dict.fromkeys(
    ("high_bid", "high_bidder", "passed", "first_passer"), None
)


def settled(draft: Draft, what: str, to: object) -> dict[str, object]:
    """A draft after a choice, and what follows from it."""
    if what not in CHOICES:
        raise InvalidNotation(unknown_key(what, "choice", CHOICES))
    state, _ = inspected(draft)
    found = dict(draft)
    for path, value in CHOICES[what](state, draft, to).items():
        found = changed(found, path, value)
    return found


def tiles_that_may_wait(state: State) -> list[str]:
    """The tiles that can wait to be placed: in a scoring turn the volcano that brought it about."""
    if state.phase != "place" and not state.scoring:
        return []
    fits = {state.tile, *state.remaining}
    return [
        tile.id
        for tile in TILES
        if tile.id in fits and (tile.id == state.tile or not state.scoring or _is_volcano(tile.id))
    ]


def _is_volcano(tile: str) -> bool:
    return TILES[TILE_INDEX[tile]].kind == "volcano"


# --- choices -----------------------------------------------------------------------------------


def _phase(state: State, _draft: Draft, to: object) -> Changes:
    phase = _text(to)
    tile = state.tile if state.scoring else None
    if phase == "place":
        tile = state.tile or next(iter(state.remaining), None)
    found: Changes = {"phase": phase, "tile": tile}
    if phase not in ACTION_PHASES:
        found["ap"] = None
    if phase != "bid":
        found |= _NO_BIDS
    if state.auction:
        found["display"] = _display(state, phase, tile)
    return found


def _auction(state: State, _draft: Draft, to: object) -> Changes:
    if to is True:
        return {"auction": True, "display": _display(state, state.phase, None)}
    return {"auction": None, "display": None, "done": None, **_NO_BIDS}


def _display(state: State, phase: str, taken: str | None) -> list[str]:
    """As many tiles as there must be; those that lie there stay as far as they can."""
    if phase in _WITHOUT_DISPLAY:
        return []
    wanted = state.players - len(state.course.bidding.done) - (phase not in _BEFORE_TAKING)
    tiles = [tile for tile in (*state.display, *state.remaining) if tile != taken]
    return tiles[:wanted]


def _high_bidder(state: State, draft: Draft, to: object) -> Changes:
    passed = state.course.bidding.passed
    if not to:
        first = _first_passer(passed, draft)
        return {"high_bidder": None, "high_bid": None, "first_passer": first}
    bid = state.course.bidding.high_bid or lowest_bid(state)
    return {"high_bidder": to, "high_bid": bid, "first_passer": None}


def _passed(state: State, draft: Draft, to: object) -> Changes:
    seats = _seats(to)
    first = None if state.course.bidding.high_bidder else _first_passer(seats, draft)
    return {"passed": list(seats) or None, "first_passer": first}


def _first_passer(passed: tuple[int, ...], draft: Draft) -> int | None:
    """The first seat that passed, stored until the first bid."""
    first = draft.get("first_passer")
    return first if isinstance(first, int) and first in passed else next(iter(passed), None)


def _queue(state: State, _draft: Draft, to: object) -> Changes:
    """The seats that still score, in the order in which they do."""
    seats = _seats(to)
    order = all_clockwise_from(state, state.turn.active or 1)
    return {"queue": [seat for seat in order if seat in seats] or None}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InvalidNotation(f"a phase is a text, not {brief(value)}")
    return value


def _seats(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(type(each) is int for each in value):
        raise InvalidNotation(f"seats are a list of numbers, not {brief(value)}")
    return tuple(value)


#: Every choice by its name.
CHOICES: Final[dict[str, Callable[[State, Draft, object], Changes]]] = {
    "phase": _phase,
    "auction": _auction,
    "high_bidder": _high_bidder,
    "passed": _passed,
    "queue": _queue,
}
