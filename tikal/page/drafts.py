"""Drafts: the arguments of `tikal.position` as JSON, for positions that may still be broken.

In JSON every key is text, so seats and kinds are written `"1"`; pairs are lists of two.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, Final

from tikal._support.wording import brief
from tikal.editions import write_edition
from tikal.errors import InvalidNotation, InvalidState
from tikal.fields import FIGURES
from tikal.grid import CELLS
from tikal.notation.documents.positions import unchecked_position_to_json
from tikal.notation.positions import position
from tikal.page.requests import unknown_key
from tikal.parts import OUT_OF_PLAY
from tikal.rules.digging import needs_another_member
from tikal.rules.queries import mover
from tikal.state import ACTION_PHASES, State, is_seat, starting_score

#: The arguments of `tikal.position`, the only list of them.
ARGUMENTS: Final = tuple(inspect.signature(position).parameters)
#: By the key under which a seat has it in a document, the argument.
_OF_A_SEAT: Final = {
    "score": "scores", "figures": "figures", "camps": "camps", "guards": "guards",
    "removed": "removed", "treasures": "treasures",
}  # fmt: skip


def state_of(draft: Mapping[str, object]) -> State:
    """The position that a draft describes; `InvalidState` lists what is broken."""
    arguments: dict[str, Any] = {}  # checked by `position`, argument by argument
    for name, value in draft.items():
        if name not in ARGUMENTS:
            raise InvalidNotation(unknown_key(name, "argument of a position", ARGUMENTS))
        if value is None and name != "ap":
            continue
        arguments[name] = _by_number(name, value) if name in _OF_A_SEAT.values() else value
    treasures = arguments.get("treasures")
    if isinstance(treasures, Mapping):
        arguments["treasures"] = {
            seat: _by_number(f"treasures of seat {seat}", kinds)
            for seat, kinds in treasures.items()
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
    """The position of a draft, and every broken invariant in a language.

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
    others = {name: value for name, value in container.items() if name != key}
    if not rest:
        return others if to is None else {**container, key: to}
    inner = container.get(key)
    if inner is not None and not isinstance(inner, Mapping):
        raise InvalidNotation(f"{key} has no parts: it is {brief(inner)}")
    found = _with(inner or {}, tuple(rest), to)
    return {**container, key: found} if found else others


def cleared(draft: Mapping[str, object], cell: str) -> dict[str, object]:
    """A draft without anything on a cell; a printed hex keeps lying."""
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
    """By hex dug once its possible and its stated diggers, where the edition needs them.

    A digger is a figure and its present cell, None if it has left the board.
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
        stated = {(kind, at) for cell, kind, at in state.turn.diggers if cell == dug}
        found[CELLS[dug]] = [
            {"figure": kind, "at": CELLS[at] if at >= 0 else None, "said": (kind, at) in stated}
            for kind, at in sorted(
                offered | stated, key=lambda each: (each[1] != dug, each[1] < 0, each)
            )
        ]
    return found


# --- a position as a draft ---------------------------------------------------------------------


def draft_of(state: State) -> dict[str, object]:
    """A position as a draft, without what is as usual."""
    document = unchecked_position_to_json(state)
    usual = {
        "score": starting_score(state.auction), "figures": {}, "camps": [], "guards": {},
        "removed": [0, 0], "treasures": {},
    }  # fmt: skip
    by_seat: dict[str, dict[str, object]] = {}
    for seat, owned in document["seats"].items():
        for key, value in owned.items():
            if value != usual[key]:
                by_seat.setdefault(_OF_A_SEAT[key], {})[seat] = value
    found: dict[str, object] = {
        **{name: value for name, value in document.items() if name in ARGUMENTS},
        **by_seat,
        "edition": write_edition(state.edition),
        "ap": state.ap if state.phase in ACTION_PHASES else None,
        **document.get("bidding", {}),
    }
    return {name: value for name, value in found.items() if value or type(value) is int}
