"""A request as it was sent, and the things in it: read strictly, bounded, never trusted."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, TypeVar

from attrs import frozen

from tikal._support.wording import brief
from tikal.errors import InvalidNotation, require_int
from tikal.languages import language_of
from tikal.notation.documents.limits import Limits, require_within
from tikal.notation.documents.strict import parse_json
from tikal.notation.records.parts import MOST_MOVES

Answer: TypeAlias = dict[str, object]
T = TypeVar("T")

#: How much a request may hold: a game of any length, and a record as text.
REQUEST_LIMITS: Final = Limits(
    characters=4_000_000, values=100_000, entries_of={"moves": MOST_MOVES}, entries=100
)
#: What every request may say besides its own fields.
COMMON_FIELDS: Final = ("ask", "language")


@frozen
class Request:
    """The object that was sent, with a reader for every kind of field."""

    fields: Mapping[str, object]

    @classmethod
    def read(cls, text: str) -> Request:
        """The request that a text stands for; `InvalidNotation` if it is not a JSON object."""
        data = parse_json(text, "record")
        require_within(data, REQUEST_LIMITS)
        if not isinstance(data, dict):
            raise InvalidNotation(f"a request is an object with the key 'ask', not {brief(data)}")
        return cls(data)

    @property
    def language(self) -> str:
        """The language of the sentences in the answer."""
        return language_of(self.text("language", "en"))

    def require_only(self, known: tuple[str, ...]) -> None:
        """Refuse fields that this request does not have: they would be ignored otherwise."""
        for key in self.fields:
            if key not in known and key not in COMMON_FIELDS:
                raise InvalidNotation(unknown_key(key, "field", (*known, *COMMON_FIELDS)))

    def has(self, name: str) -> bool:
        """Whether a field is given, and not as null."""
        return self.fields.get(name) is not None

    def text(self, name: str, default: str | None = None) -> str:
        """A field that is text."""
        return self._read(name, default, _a_text)

    def number(self, name: str, default: int | None = None) -> int:
        """A field that is an int."""
        return self._read(name, default, _an_int)

    def flag(self, name: str, default: bool) -> bool:
        """A field that is true or false."""
        return self._read(name, default, _a_flag)

    def part(self, name: str) -> Request:
        """A field that is an object, or an empty one if it is left out."""
        return Request(self._read(name, {}, an_object))

    def several(self, name: str, entry: Callable[[str, object], T]) -> tuple[T, ...]:
        """A field that is a list, () if it is left out."""
        return self._read(name, (), lambda _, given: a_list(name, given, entry))

    def texts(self, name: str) -> tuple[str, ...]:
        """A field that is a list of texts, () if it is left out."""
        return self.several(name, _a_text)

    def _read(self, name: str, default: T | None, reading: Callable[[str, object], T]) -> T:
        given = self.fields.get(name)
        if given is not None:
            return reading(name, given)
        if default is None:
            raise InvalidNotation(f"{name} is missing")
        return default


def unknown_key(key: str, what: str, known: tuple[str, ...]) -> str:
    """The sentence about a key that does not exist, with the nearest one that does."""
    near = difflib.get_close_matches(key[:40], known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
    return f"no {what} {key[:40]!r}: {hint}"


def an_object(name: str, value: object) -> dict[str, object]:
    """An object of JSON; one that has a key twice is not read as one."""
    if not isinstance(value, dict):
        raise InvalidNotation(f"{name} is an object, not {brief(value)}")
    return value


def a_list(name: str, value: object, entry: Callable[[str, object], T]) -> tuple[T, ...]:
    """A list of JSON, every entry of it read."""
    if not isinstance(value, list):
        raise InvalidNotation(f"{name} is a list, not {brief(value)}")
    return tuple(entry(f"{name}[{index}]", each) for index, each in enumerate(value))


def _a_text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidNotation(f"{name} is a text, not {brief(value)}")
    return value


def _an_int(name: str, value: object) -> int:
    require_int(name, value)
    assert isinstance(value, int)  # for mypy
    return value


def _a_flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidNotation(f"{name} is true or false, not {brief(value)}")
    return value
