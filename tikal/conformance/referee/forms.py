"""The form of an answer: whether each part is there, has its type and is spelled as it should be.

A part is named by the question and its keys, such as `state/state/winners`. A part that has the
same wrong form in every answer is a slip of the adapter: see `tikal.conformance.report.slips`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from typing import Final

from tikal.components import TERRAINS
from tikal.conformance.case import ANSWERS, Question
from tikal.conformance.report import Json
from tikal.conformance.report.slips import EMPTY, MISSING, SOUND, SPELLING, TYPE
from tikal.errors import TikalError
from tikal.law.registry import clauses
from tikal.moves import parse_move
from tikal.state import PHASES

#: A part of an answer, and its form.
Form = tuple[str, str]
#: A key that is as near as this to the one wanted is taken for it.
MIN_LIKENESS: Final = 0.7
_TILE_KEYS: Final = ("kind", "stones", "value", "masks")
#: The keys that every tile without an id must have, and those that some kinds need.
_ALWAYS: Final = ("kind", "stones")
_BY_KIND: Final = {"temple": ("value",), "treasure": ("masks",)}


def json_type(value: Json) -> str:
    """What a value is called in JSON."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int():
            return "a whole number"
        case float():
            return "a fraction"
        case str():
            return "a string"
        case list():
            return "a list"
        case dict():
            return "an object"
    return type(value).__name__


# --- values ------------------------------------------------------------------------------------


def _of_type(*wanted: str) -> Callable[[Json], str]:
    def form(value: Json) -> str:
        return SOUND if json_type(value) in wanted else f"{TYPE}:{json_type(value)}"

    return form


def _word(known: Collection[str]) -> Callable[[Json], str]:
    def form(value: Json) -> str:
        if not isinstance(value, str):
            return f"{TYPE}:{json_type(value)}"
        return SOUND if value in known else f"{SPELLING}:{value[:40]}"

    return form


def _list_of(item: str, is_known: Callable[[Json], bool] = lambda _: True) -> Callable[[Json], str]:
    """The form of a list of things of one type, at least one of them well known."""

    def form(value: Json) -> str:
        if not isinstance(value, list):
            return f"{TYPE}:{json_type(value)}"
        for each in value:
            if json_type(each) != item:
                return f"{TYPE}:a list with {json_type(each)}"
        if not value:
            return EMPTY
        return SOUND if any(map(is_known, value)) else f"{SPELLING}:{value[0]!s:.40}"

    return form


def _by_seat(value: Json) -> str:
    """The form of points by seat."""
    if not isinstance(value, dict):
        return f"{TYPE}:{json_type(value)}"
    for each in value.values():
        if json_type(each) != "a whole number":
            return f"{TYPE}:an object with {json_type(each)}"
    seats = [str(seat) for seat in range(1, len(value) + 1)]
    return SOUND if sorted(value) == seats else f"{SPELLING}:{', '.join(value)[:40]}"


@cache
def _clause_ids() -> frozenset[str]:
    return frozenset(each.id for each in clauses())


def _is_move(text: Json) -> bool:
    with suppress(TikalError):
        parse_move(text)
        return True
    return False


_NUMBER: Final = _of_type("a whole number")
_NUMBER_OR_NULL: Final = _of_type("a whole number", "null")
_FORMS: Final[Mapping[str, Callable[[Json], str]]] = {
    "clauses": _list_of("a string", lambda each: each in _clause_ids()),
    "legal": _of_type("true or false"),
    "moves": _list_of("a string", _is_move),
    "state": _of_type("an object"),
    "position": _of_type("an object"),
    "score": _NUMBER,
    "cost": _NUMBER_OR_NULL,
    "phase": _word(PHASES),
    "active": _NUMBER_OR_NULL,
    "to_move": _NUMBER_OR_NULL,
    "ap": _NUMBER,
    "scoring": _of_type("true or false"),
    "scores": _by_seat,
    "winners": _list_of("a whole number"),
    "kind": _word(TERRAINS),
    "stones": _list_of("a whole number"),
    "value": _NUMBER,
    "masks": _NUMBER,
}
_OBJECT_OR_LIST: Final = _of_type("an object", "a list")

# --- answers -----------------------------------------------------------------------------------


def forms(question: Question, key: str, answer: Mapping[str, Json]) -> Iterator[Form]:
    """The form of each part of an answer to a question; `key` is that of the whole answer."""
    ask: str = "apply" if question.ask == "check" and key != ANSWERS["check"] else question.ask
    if question.ask == "components":
        yield from _of_box(str(question.about.get("part")), answer, question.expect)
        return
    top = f"{ask}/{key}"
    yield top, _form(key, answer, _FORMS.get(key, lambda _: SOUND))
    inside = answer.get(key)
    if isinstance(question.expect, dict) and isinstance(inside, dict):
        for fact in question.expect:
            yield f"{top}/{fact}", _form(fact, inside, _FORMS.get(fact, lambda _: SOUND))


def _form(key: str, found: Mapping[str, Json], form: Callable[[Json], str]) -> str:
    if key in found:
        return form(found[key])
    instead = _instead_of(key, found)
    return f"{MISSING}:{instead}" if instead else MISSING


def _instead_of(key: str, found: Mapping[str, Json]) -> str:
    """The key that the engine may have meant; empty if there is none."""
    others = [other for other in found if other not in _FORMS or other in ANSWERS.values()]
    plain = {_plain(other): other for other in others}
    near = get_close_matches(_plain(key), plain, 1, MIN_LIKENESS)
    if near:
        return plain[near[0]][:40]
    return others[0][:40] if len(found) == 1 and others else ""


def _plain(key: str) -> str:
    return "".join(filter(str.isalnum, key.casefold()))


def _of_box(part: str, answer: Mapping[str, Json], expected: Json) -> Iterator[Form]:
    """The forms of an answer about the box."""
    top = f"components {part}/components"
    may_be_list = part == "tiles"
    yield top, _form("components", answer, _OBJECT_OR_LIST if may_be_list else _FORMS["state"])
    inside = answer.get("components")
    if isinstance(inside, list) and may_be_list:
        for tile in inside:
            yield from _of_tile(top, tile, _wanted_in(tile))
    elif isinstance(inside, dict) and part in ("tiles", "printed"):
        for id_ in expected:
            if id_ in inside:
                yield from _of_tile(top, inside[id_], _TILE_KEYS)
    elif isinstance(inside, dict) and part == "figures":
        for key in expected:
            yield f"{top}/{key}", _form(key, inside, _NUMBER)


def _of_tile(top: str, tile: Json, keys: Iterable[str]) -> Iterator[Form]:
    yield f"{top}/tile", _of_type("an object")(tile)
    if isinstance(tile, dict):
        for key in keys:
            yield f"{top}/tile/{key}", _form(key, tile, _FORMS[key])


def _wanted_in(tile: Json) -> tuple[str, ...]:
    """The keys that a tile without an id needs."""
    kind = tile.get("kind") if isinstance(tile, dict) else None
    return (*_ALWAYS, *_BY_KIND.get(str(kind), ()))
