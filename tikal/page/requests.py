"""A request as it was sent, and the things in it: read strictly, bounded, never trusted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from attrs import frozen

from tikal.errors import InvalidNotation
from tikal.languages import language_of
from tikal.notation.documents.fields import MAX_KEY_SHOWN, Misfit, Reading, Step, hint, misfit_at
from tikal.notation.documents.limits import Limits, require_within
from tikal.notation.documents.parsing import parse_json
from tikal.notation.documents.readings import TEXT, TRUTH, plain_object, several, whole
from tikal.notation.records.parts import MAX_MOVES

if TYPE_CHECKING:
    from tikal.page.games import Game

Answer: TypeAlias = dict[str, object]
T = TypeVar("T")
U = TypeVar("U")

#: Limits of a request: a game of any length, and a record as text.
REQUEST_LIMITS: Final = Limits(
    characters=4_000_000,
    values=100_000,
    entries_of={"moves": MAX_MOVES, "comments": MAX_MOVES},
    entries=100,
)
#: The fields that every request may have.
COMMON_FIELDS: Final = ("ask", "language")
OBJECT: Final = plain_object("must be an object")
_NUMBER: Final = whole("must be a whole number")
_TEXTS: Final = several("must be a list of texts", TEXT)


@frozen
class Request:
    """The object that was sent, or a part of it, with a reader for every kind of field."""

    fields: Mapping[str, object]
    #: The steps to the part.
    steps: tuple[Step, ...] = ()
    #: The game that it is about, whatever game or position it names.
    hosted: Game | None = None

    @classmethod
    def read(cls, text: str) -> Request:
        """The request that a text stands for; `InvalidNotation` if it is not a JSON object."""
        return cls.of(parse_json(text, "record"))

    @classmethod
    def of(cls, data: object, hosted: Game | None = None) -> Request:
        """The request that JSON stands for."""
        require_within(data, REQUEST_LIMITS)
        fields = read_at((), plain_object("must be an object with the key 'ask'"), data)
        return cls(fields, hosted=hosted)

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
        return self._get(name, TEXT, default)

    def number(self, name: str, default: int | None = None) -> int:
        """A field that is an int."""
        return self._get(name, _NUMBER, default)

    def flag(self, name: str, default: bool) -> bool:
        """A field that is true or false."""
        return self.optional(name, TRUTH, default)

    def part(self, name: str) -> Request:
        """A field that is an object, or an empty one if it is left out."""
        return Request(self.optional(name, OBJECT, {}), (*self.steps, name))

    def texts(self, name: str) -> tuple[str, ...]:
        """A field that is a list of texts, () if it is left out."""
        return self.optional(name, _TEXTS, ())

    def _get(self, name: str, reading: Reading[T], default: T | None) -> T:
        if default is None:
            return self.required(name, reading)
        return self.optional(name, reading, default)

    def optional(self, name: str, reading: Reading[T], default: U) -> T | U:
        """A field that may be left out."""
        return self.required(name, reading) if self.has(name) else default

    def required(self, name: str, reading: Reading[T]) -> T:
        """A field that must be there."""
        if not self.has(name):
            raise misfit_at(*self.steps, sentence=f"lacks {name}").invalid()
        return read_at((*self.steps, name), reading, self.fields[name])


def read_at(steps: tuple[Step, ...], reading: Reading[T], value: object) -> T:
    """The parsed value; `InvalidNotation` names every wrong path."""
    try:
        return reading(value)
    except Misfit as error:
        raise error.below(*steps).invalid() from None


def unknown_key(key: str, what: str, known: Iterable[str]) -> str:
    """The sentence about a key that does not exist, with the nearest one that does."""
    return f"no {what} {key[:MAX_KEY_SHOWN]!r}: {hint(key, known)}"
