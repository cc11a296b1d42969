"""Answers about objects that never change, remembered by the object and not by its value.

Two boards are equal that differ in what is derived from their tiles, so a cache by value would take
a forged one for a sound one.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
V = TypeVar("V")


class ByIdentity(Generic[T, V]):
    """A function of one object, asked once for each; an answer is forgotten with its object."""

    __slots__ = ("_answer", "_found")

    def __init__(self, answer: Callable[[T], V]) -> None:
        self._answer = answer
        self._found: dict[int, tuple[weakref.ref[T], V]] = {}

    def __call__(self, thing: T) -> V:
        number = id(thing)
        known = self._found.get(number)
        if known is not None and known[0]() is thing:
            return known[1]
        answer, found = self._answer(thing), self._found
        # called before the memory of the object is used again
        reference = weakref.ref(thing, lambda _: found.pop(number, None))
        found[number] = reference, answer
        return answer
