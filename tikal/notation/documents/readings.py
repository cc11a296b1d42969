"""Readings of single values, lists and objects of JSON.

The sentence `must` says what a value must be, as the `description` of the published schema does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from math import inf
from typing import Final, TypeVar, cast

from tikal.errors import InvalidArgument
from tikal.notation.documents.fields import Fields, Misfit, Problems, Reading, misfit, misfit_at
from tikal.notation.documents.parsing import Json, is_plain

T = TypeVar("T")
U = TypeVar("U")

# --- single values -----------------------------------------------------------------------------


def text(
    must: str,
    most: float = inf,
    *,
    least: int = 0,
    like: re.Pattern[str] | None = None,
    without: re.Pattern[str] | None = None,
) -> Reading[str]:
    """Text with a limit of characters, in which one pattern is found and another one is not."""

    def reading(value: object) -> str:
        if (
            type(value) is not str
            or not least <= len(value) <= most
            or (like is not None and not like.search(value))
            or (without is not None and without.search(value))
        ):
            raise misfit(must, value)
        return value

    return reading


def whole(must: str, least: float = -inf, most: float = inf) -> Reading[int]:
    """A whole number; 2.0 and True are none."""

    def reading(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise misfit(must, value)
        return value

    return reading


def number(must: str, least: float) -> Reading[float]:
    """A number, whole or not."""

    def reading(value: object) -> float:
        if (type(value) is not int and type(value) is not float) or not value >= least:
            raise misfit(must, value)
        return value

    return reading


def one_of(must: str, values: Collection[T]) -> Reading[T]:
    """One of some values; True is not 1."""

    def reading(value: object) -> T:
        for each in values:
            if type(value) is type(each) and value == each:
                return each
        raise misfit(must, value)

    return reading


def maybe(entry: Reading[T]) -> Reading[T | None]:
    """Something, or null; the sentence of the entry says so."""
    return lambda value: None if value is None else entry(value)


def plain(must: str) -> Reading[Json]:
    """Any value that all JSON parsers read alike."""

    def reading(value: object) -> Json:
        if not is_plain(value):
            raise misfit(must, value)
        return value

    return reading


def converted(entry: Reading[T], convert: Callable[[T], U]) -> Reading[U]:
    """The parsed value; `InvalidArgument` has the reason if there is none."""

    def reading(value: object) -> U:
        try:
            return convert(entry(value))
        except InvalidArgument as error:
            sentence = str(error)
        raise misfit_at(sentence=sentence)

    return reading


#: Any text.
TEXT: Final = text("must be text")
#: True or false.
TRUTH: Final = one_of("must be true or false", (True, False))
#: The id of a clause; whether there is such a clause is not checked.
CLAUSE_ID: Final = text("must be a clause id", like=re.compile("^[A-Z0-9]+-[0-9]{2}[a-z]?$"))


# --- lists -------------------------------------------------------------------------------------


def several(
    must: str, entry: Reading[T], least: int = 0, most: float = inf
) -> Reading[tuple[T, ...]]:
    """A list of things of one kind."""

    def reading(value: object) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise misfit(must, value)
        problems = Problems()
        if not least <= len(value) <= most:
            problems.note(misfit(must, value))
        found = tuple([problems.read(index, entry, each) for index, each in enumerate(value)])
        problems.raise_any()
        return found

    return reading


def pair(must: str, first: Reading[T], second: Reading[U]) -> Reading[tuple[T, U]]:
    """A list of two things."""

    def reading(value: object) -> tuple[T, U]:
        if not isinstance(value, list):
            raise misfit(must, value)
        problems = Problems()
        if len(value) != 2:
            problems.note(misfit(must, value))
        readings: tuple[Reading[T | U], ...] = (first, second)
        parts = enumerate(zip(readings, value, strict=False))
        found = tuple([problems.read(index, entry, part) for index, (entry, part) in parts])
        problems.raise_any()
        return cast("tuple[T, U]", found)

    return reading


# --- objects -----------------------------------------------------------------------------------


def by_key(
    must: str, key: Reading[str], entry: Reading[T], most: float = inf
) -> Reading[dict[str, T]]:
    """An object with any keys of a kind."""

    def reading(value: object) -> dict[str, T]:
        if not isinstance(value, dict):
            raise misfit(must, value)
        problems = Problems()
        if len(value) > most:
            problems.note(misfit(must, value))
        for name in value:
            try:
                key(name)
            except Misfit as error:  # its path is that of the object
                problems.note(error)
        found = {name: problems.read(name, entry, each) for name, each in value.items()}
        problems.raise_any()
        return found

    return reading


def by_number(must: str, numbers: Iterable[int], entry: Reading[T]) -> Reading[dict[int, T]]:
    """An object whose keys are some of these numbers, written as text."""
    keys = {str(number): number for number in numbers}

    def reading(value: object) -> dict[int, T]:
        fields = Fields(value, must)
        found = {number: fields.optional(key, entry, None) for key, number in keys.items()}
        fields.finish()
        return {number: each for number, each in found.items() if each is not None}

    return reading


def plain_object(must: str) -> Reading[dict[str, Json]]:
    """An object whose content is for others to read."""

    def reading(value: object) -> dict[str, Json]:
        if not isinstance(value, dict):
            raise misfit(must, value)
        return value

    return reading
