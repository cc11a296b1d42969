"""Reading the arguments of `tikal.position`: an error names the argument and what was expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final, TypeAlias, TypeVar

from tikal._support.wording import brief
from tikal.components import TREASURE_KINDS
from tikal.errors import InvalidArgument, InvalidNotation, WrongType, require_int
from tikal.fields import FIGURES, Figure
from tikal.grid import CELL_INDEX, CELLS, SIDES
from tikal.state import PHASES, Phase, tile_index

K = TypeVar("K")
V = TypeVar("V")
#: Takes a place, such as `guards[1]`, and what was given there; gives what it stands for.
Reading: TypeAlias = Callable[[str, object], V]

#: The notation of each argument that is more than a number or a word.
EXAMPLES: Final = {
    "tiles": '{"c1": ("A5", 2)}',
    "values": '{"a2": 7}',
    "tokens": '{"b3": 2}',
    "figures": '{1: {"a2": (1, 2)}}',
    "camps": '{1: ["b2"]}',
    "guards": '{1: {"a2": "L"}}',
    "removed": "{1: (0, 2)}",
    "treasures": "{1: {3: 2}}",
    "scores": "{1: 31, 2: 28}",
    "set_aside": '["G4"]',
    "phase": '"act"',
    "tile": '"A5"',
    "queue": "[2, 3]",
    "worked": '{"a2": 1}',
    "diggers": '{"a2": [("L", "a2"), ("W", None)]}',
    "display": '["A1", "A2"]',
    "passed": "[2]",
    "done": "[1, 3]",
}
#: More than this of anything is refused at once.
_ABSURD: Final = 100


def read(name: str, value: object, reading: Reading[V]) -> V:
    """An argument, or an error that names it and shows how it is written."""
    try:
        return reading(name, value)
    except InvalidArgument as error:
        example = f"; write it like {name}={EXAMPLES[name]}" if name in EXAMPLES else ""
        raise type(error)(f"{error}{example}") from None


# --- containers --------------------------------------------------------------------------------


def mapping(key: Reading[K], entry: Reading[V]) -> Reading[dict[K, V]]:
    """A mapping, every key and every entry of it read; None stands for an empty one."""

    def reading(place: str, value: object) -> dict[K, V]:
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise _wrong_type(place, "a dict", value)
        # an entry has a name of its own in errors only: to make one takes longer than to read it
        with suppress(InvalidArgument):
            return {key(place, each): entry(place, there) for each, there in value.items()}
        return {
            key(f"a key of {place}", each): entry(f"{place}[{brief(each)}]", there)
            for each, there in value.items()
        }

    return reading


def several(entry: Reading[V]) -> Reading[tuple[V, ...]]:
    """A list or the like, but not text, although Python iterates over it."""

    def reading(place: str, value: object) -> tuple[V, ...]:
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            raise _wrong_type(place, "a list", value)
        found: list[V] = []
        for index, each in enumerate(value):
            if index == _ABSURD:
                raise InvalidArgument(f"{place} has more than {_ABSURD} entries")
            found.append(entry(f"{place}[{index}]", each))
        return tuple(found)

    return reading


def pair(first: Reading[K], second: Reading[V]) -> Reading[tuple[K, V]]:
    """Two things in a tuple or list."""

    def reading(place: str, value: object) -> tuple[K, V]:
        if not isinstance(value, tuple | list) or len(value) != 2:
            raise _wrong_type(place, "a pair", value)
        with suppress(InvalidArgument):
            return first(place, value[0]), second(place, value[1])
        return first(f"{place}[0]", value[0]), second(f"{place}[1]", value[1])

    return reading


def maybe(reading: Reading[V]) -> Reading[V | None]:
    """Something or None."""
    return lambda place, value: None if value is None else reading(place, value)


# --- single things -----------------------------------------------------------------------------


def an_int(place: str, value: object) -> int:
    """An int, and neither True nor False."""
    require_int(place, value)
    assert isinstance(value, int)  # for mypy
    return value


def a_count(place: str, value: object) -> int:
    """A number of pieces on a hex."""
    number = an_int(place, value)
    if not -_ABSURD < number < _ABSURD:
        raise InvalidArgument(f"{place} is out of all proportion: {brief(number)}")
    return number


def a_bool(place: str, value: object) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        raise _wrong_type(place, "True or False", value)
    return value


def a_seat_of(players: int) -> Reading[int]:
    """A reader of a seat number for this number of players."""

    def reading(place: str, value: object) -> int:
        number = an_int(place, value)
        if not 1 <= number <= players:
            raise InvalidArgument(
                f"{place}: no seat {brief(number)}: this game has seats 1 to {players}"
            )
        return number

    return reading


def a_cell(place: str, value: object) -> str:
    """The name of a cell."""
    if type(value) is not str:
        raise _wrong_type(place, 'a cell such as "b1"', value)
    if value not in CELL_INDEX:
        raise InvalidNotation(
            f"{place}: no cell {brief(value)}: the cells are {CELLS[0]} to {CELLS[-1]}"
        )
    return value


def a_tile(place: str, value: object) -> int:
    """The id of a terrain tile, as the number that the engine has for it."""
    if type(value) is not str:
        raise _wrong_type(place, 'a tile, named by a str such as "A1"', value)
    index = tile_index(value)
    if index is None:
        raise InvalidArgument(f"{place}: no tile {brief(value)}: the tiles are A1 to G4")
    return index


def a_rotation(place: str, value: object) -> int:
    """Sixths of a turn."""
    number = an_int(place, value)
    if not 0 <= number < len(SIDES):
        raise InvalidArgument(
            f"{place} is a rotation from 0 to {len(SIDES) - 1}, not {brief(number)}"
        )
    return number


def a_figure(place: str, value: object) -> Figure:
    """A leader or a worker."""
    for each in FIGURES:
        if type(value) is str and value == each:
            return each
    raise _misfit(place, '"L" or "W"', value, str)


def a_kind(place: str, value: object) -> int:
    """A kind of treasure."""
    number = an_int(place, value)
    if number not in TREASURE_KINDS:
        last = TREASURE_KINDS[-1]
        raise InvalidArgument(
            f"{place}: no treasure of kind {brief(number)}: kinds are 1 to {last}"
        )
    return number


def a_phase(place: str, value: object) -> Phase:
    """A phase of a turn."""
    for each in PHASES:
        if type(value) is str and value == each:
            return each
    raise _misfit(place, f"one of {', '.join(PHASES)}", value, str)


def _wrong_type(place: str, expected: str, value: object) -> WrongType:
    return WrongType(f"{place} is {expected}, not {brief(value)}")


def _misfit(place: str, expected: str, value: object, type_: type) -> InvalidArgument:
    if isinstance(value, type_):
        return InvalidArgument(f"{place} is {expected}, not {brief(value)}")
    return _wrong_type(place, expected, value)
