"""Drafts: the arguments of `tikal.position` as JSON, for positions that may still be broken.

In JSON every key is text, so seats and kinds are written `"1"`; pairs are lists of two.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final

from tikal._support.wording import brief
from tikal.components import BOX
from tikal.editions import write_edition
from tikal.errors import InvalidNotation, InvalidState
from tikal.grid import CELLS
from tikal.moves import FIGURES
from tikal.notation.positions import position
from tikal.page.requests import unknown_key
from tikal.parts import OUT_OF_PLAY
from tikal.rules.digging import needs_another_member
from tikal.rules.queries import mover
from tikal.state import ACTION_PHASES, State, is_seat, starting_score

#: The arguments of `tikal.position`, the only list of them.
ARGUMENTS: Final = tuple(inspect.signature(position).parameters)
_BY_SEAT: Final = ("figures", "camps", "guards", "removed", "treasures", "scores")


def state_of(draft: Mapping[str, object]) -> State:
    """The position that a draft describes; `InvalidState` lists what is broken."""
    arguments: dict[str, Any] = {}  # checked by `position`, argument by argument
    for name, value in draft.items():
        if name not in ARGUMENTS:
            raise InvalidNotation(unknown_key(name, "argument of a position", ARGUMENTS))
        if value is None and name != "ap":
            continue
        arguments[name] = _by_number(name, value) if name in _BY_SEAT else value
    if "treasures" in arguments:
        arguments["treasures"] = {
            seat: _by_number(f"treasures of seat {seat}", kinds)
            for seat, kinds in arguments["treasures"].items()
        }
    return position(**arguments)


def _by_number(name: str, value: object) -> object:
    """A mapping with the ints that its keys stand for."""
    if not isinstance(value, Mapping):
        return value  # refused by `position`, which says how it is written
    return {_number(name, key): entry for key, entry in value.items()}


def _number(name: str, key: str) -> int:
    if not (key.isascii() and key.isdigit() and len(key) <= 3):
        raise InvalidNotation(f"the keys of {name} are numbers such as '1', not {brief(key)}")
    return int(key)


def inspected(draft: Mapping[str, object], language: str = "en") -> tuple[State, tuple[str, ...]]:
    """What a draft describes, and every broken invariant in a language.

    Where nothing can be built of it at all, the error says why.
    """
    try:
        return state_of(draft), ()
    except InvalidState as error:
        if isinstance(error.state, State):
            return error.state, error.texts(language)
        raise


# --- changes -----------------------------------------------------------------------------------


def changed(draft: Mapping[str, object], path: str, to: object) -> dict[str, object]:
    """A draft with one thing set, such as `figures.1.b2` to `[1, 2]`; null takes it away."""
    head, *rest = path.split(".")
    if head not in ARGUMENTS:
        raise InvalidNotation(unknown_key(head, "argument of a position", ARGUMENTS))
    if len(rest) > 2 or "" in rest:
        raise InvalidNotation(f"a path is written like 'figures.1.b2', not {brief(path)}")
    return _with(draft, (head, *rest), to)


def _with(container: Mapping[str, object], path: tuple[str, ...], to: object) -> dict[str, object]:
    key, *rest = path
    kept = {name: value for name, value in container.items() if name != key}
    if not rest:
        return kept if to is None else {**container, key: to}
    inner = container.get(key)
    if inner is not None and not isinstance(inner, Mapping):
        raise InvalidNotation(f"{key} has no parts: it is {brief(inner)}")
    found = _with(inner or {}, tuple(rest), to)
    return {**container, key: found} if found else kept


def cleared(draft: Mapping[str, object], cell: str) -> dict[str, object]:
    """A draft without anything on a cell; a printed hex keeps lying."""
    if cell not in CELLS:
        raise InvalidNotation(f"no cell {brief(cell)}: the cells are {CELLS[0]} to {CELLS[-1]}")
    for name in ("tiles", "values", "tokens", "worked", "diggers"):
        draft = _with(draft, (name, cell), None)
    for name in ("figures", "guards"):
        for seat in _keys(draft.get(name)):
            draft = _with(draft, (name, seat, cell), None)
    for seat in _keys(draft.get("camps")):
        camps = draft["camps"]
        assert isinstance(camps, Mapping)
        if isinstance(camps[seat], list):
            left = [camp for camp in camps[seat] if camp != cell]
            draft = _with(draft, ("camps", seat), left or None)
    return dict(draft)


def _keys(value: object) -> list[str]:
    return [str(key) for key in value] if isinstance(value, Mapping) else []


def possible_diggers(state: State) -> dict[str, list[dict[str, object]]]:
    """Where the edition asks who has dug: by hex dug once who may have, and who is said to have.

    A figure is told by its kind and the cell where it is by now, None if it has left the board.
    """
    worked, seat = state.turn.worked, state.turn.active
    if not (needs_another_member(state) and is_seat(state, seat)):
        return {}
    who = mover(state)
    somewhere = [(kind, at) for kind in FIGURES for at in range(len(CELLS))]
    offered = {each for each in somewhere if who.has_figure(*each)} | {("W", OUT_OF_PLAY)}
    if who.leader == OUT_OF_PLAY:
        offered.add(("L", OUT_OF_PLAY))
    found: dict[str, list[dict[str, object]]] = {}
    for dug in sorted({cell for cell in worked if worked.count(cell) == 1}):
        said = {(kind, at) for cell, kind, at in state.turn.diggers if cell == dug}
        found[CELLS[dug]] = [
            {"figure": kind, "at": CELLS[at] if at >= 0 else None, "said": (kind, at) in said}
            for kind, at in sorted(
                offered | said, key=lambda each: (each[1] != dug, each[1] < 0, each)
            )
        ]
    return found


# --- a position as a draft ---------------------------------------------------------------------


def draft_of(state: State) -> dict[str, object]:
    """A position as a draft, without what is as usual."""
    hexes = {cell: state[cell] for cell in CELLS}
    own = {cell: state.ground.board.tile(index) for index, cell in enumerate(CELLS)}
    course, bidding = state.course, state.course.bidding
    worked = [CELLS[cell] for cell in state.turn.worked]
    laid = {cell: [hexes[cell].tile, hexes[cell].rotation] for cell in CELLS if own[cell]}
    somewhere = {*state.remaining, *state.display, state.tile, *(tile for tile, _ in laid.values())}
    usual = starting_score(state.auction)
    found: dict[str, object] = {
        "players": state.players,
        "edition": write_edition(state.edition),
        "auction": state.auction,
        "tiles": {cell: lying for cell, lying in laid.items() if cell not in BOX.printed},
        "values": {c: hexes[c].value for c, tile in own.items() if tile and tile.value},
        "tokens": {c: hexes[c].tokens for c, tile in own.items() if tile and tile.masks},
        "figures": _seats(
            state, lambda p: {cell: list(there) for cell, there in p.figures.items()}
        ),
        "camps": _seats(state, lambda player: list(player.camps)),
        "guards": _seats(state, lambda player: dict(player.guards)),
        "removed": _seats(state, lambda p: list(p.removed) if any(p.removed) else None),
        "treasures": _seats(state, lambda p: {str(k): n for k, n in p.treasures.items() if n}),
        "scores": _seats(state, lambda p: p.score if p.score != usual else None),
        "set_aside": [tile.id for tile in BOX.tiles if tile.id not in somewhere],
        "phase": state.phase,
        "active": state.active,
        "ap": state.ap if state.phase in ACTION_PHASES else None,
        "tile": state.tile,
        "scoring": state.scoring,
        "queue": list(course.queue),
        "worked": {cell: worked.count(cell) for cell in worked},
        "diggers": _diggers(state),
        "display": list(state.display),
        "high_bid": state.high_bid,
        "high_bidder": bidding.high_bidder or None,
        "passed": list(bidding.passed),
        "first_passer": bidding.first_passer or None,
        "done": list(bidding.done),
    }
    return {name: value for name, value in found.items() if value or type(value) is int}


def _seats(state: State, part: Callable[[Any], object]) -> dict[str, object]:
    """By seat a part of what its player has, where there is any."""
    found = {str(seat): part(state.player(seat)) for seat in state.scores}
    return {seat: value for seat, value in found.items() if value or type(value) is int}


def _diggers(state: State) -> dict[str, list[list[str | None]]]:
    found: dict[str, list[list[str | None]]] = {}
    for cell, figure, place in state.turn.diggers:
        found.setdefault(CELLS[cell], []).append([figure, CELLS[place] if place >= 0 else None])
    return found
