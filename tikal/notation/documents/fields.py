"""Typed access to the fields of a JSON object; every problem is collected with its path."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeAlias, TypeVar, cast

from attrs import frozen

from tikal._support.wording import brief
from tikal.errors import InvalidNotation

T = TypeVar("T")
U = TypeVar("U")
#: Takes a value of JSON and returns what it stands for, or raises `Misfit`.
Reading: TypeAlias = Callable[[object], T]
#: A key of an object, or an index of a list.
Step: TypeAlias = str | int

#: More problems of a document are only counted.
MAX_PROBLEMS_SHOWN: Final = 5
#: Longer keys are cut in messages.
MAX_KEY_SHOWN: Final = 40
#: Longer paths are cut in messages.
MAX_STEPS_SHOWN: Final = 20
_IDENTIFIER: Final = re.compile("[a-zA-Z][a-zA-Z0-9_]*")


# --- problems ----------------------------------------------------------------------------------


def path_of(steps: tuple[Step, ...]) -> str:
    """The path to a value, such as `$.seats['1'].camps[0]`."""
    return "$" + "".join(map(_step, steps[:MAX_STEPS_SHOWN]))


def _step(step: Step) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    key = step[:MAX_KEY_SHOWN]
    return f".{key}" if _IDENTIFIER.fullmatch(key) else f"[{key!r}]"


@frozen
class Problem:
    """Something that is not as it must be: the steps to it, and a sentence, made when shown."""

    steps: tuple[Step, ...]
    sentence: Callable[[], str]

    def __str__(self) -> str:
        return f"{path_of(self.steps)}: {self.sentence()}"


class Misfit(Exception):
    """Raised when a value is not what it must be, with all its problems."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__()
        self.problems = problems

    def below(self, *steps: Step) -> Misfit:
        """The same error, with the path from the enclosing list or object."""
        return Misfit(*(Problem((*steps, *each.steps), each.sentence) for each in self.problems))

    def invalid(self) -> InvalidNotation:
        """The error for the caller: the first problems, and the number of the others."""
        shown = dict.fromkeys(map(str, self.problems[:MAX_PROBLEMS_SHOWN]))
        more = len(self.problems) - MAX_PROBLEMS_SHOWN
        return InvalidNotation("; ".join([*shown, *([f"and {more} more"] if more > 0 else [])]))


def misfit(must: str, value: object) -> Misfit:
    """The error for a value that is something else."""
    return Misfit(Problem((), lambda: f"{must}, not {brief(value)}"))


def misfit_at(*steps: Step, sentence: str) -> Misfit:
    """The error for a value of which a part is wrong."""
    return Misfit(Problem(steps, lambda: sentence))


class Problems:
    """The problems of a value and of its parts."""

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def add(self, sentence: Callable[[], str], *steps: Step) -> None:
        """Note a problem of the value, or of a part of it."""
        self._found.append(Problem(steps, sentence))

    def note(self, error: Misfit, *steps: Step) -> None:
        """Note the problems of a part."""
        self._found += error.below(*steps).problems

    def read(self, step: Step, reading: Reading[T], part: object) -> T:
        """A part of the value; None if it has problems, which `raise_any` raises."""
        try:
            return reading(part)
        except Misfit as error:
            self.note(error, step)
            return cast("T", None)  # never used: `raise_any` comes first

    def raise_any(self) -> None:
        """Raise all problems, if there are any."""
        if self._found:
            raise Misfit(*self._found)


# --- objects -----------------------------------------------------------------------------------


class Fields:
    """The fields of an object, read one by one; `finish` raises the problems of all of them.

    Values must not be used before `finish`: one that is missing or malformed is None until then.
    """

    def __init__(self, value: object, must: str = "must be an object") -> None:
        if not isinstance(value, dict):
            raise misfit(must, value)
        self._given: dict[str, object] = value
        #: The keys that have been asked for, in their order.
        self._known: dict[str, None] = {}
        self._missing: list[str] = []
        self._problems = Problems()

    def __contains__(self, key: str) -> bool:
        return key in self._given

    def required(self, key: str, reading: Reading[T]) -> T:
        """A field that must be there."""
        self._known[key] = None
        if key in self._given:
            return self._problems.read(key, reading, self._given[key])
        self._missing.append(key)
        return cast("T", None)  # never used: `finish` comes first

    def optional(self, key: str, reading: Reading[T], default: U) -> T | U:
        """A field that may be left out."""
        self._known[key] = None
        if key in self._given:
            return self._problems.read(key, reading, self._given[key])
        return default

    def refuse(self, *steps: Step, sentence: str) -> None:
        """Note a problem of fields that do not fit each other."""
        self._problems.add(lambda: sentence, *steps)

    def require(self) -> None:
        """Raise the problems found so far."""
        if self._missing:
            missing = ", ".join(self._missing)
            self._problems.add(lambda: f"lacks {missing}")
        self._problems.raise_any()

    def finish(self) -> None:
        """Raise all problems, also that of a key that was never asked for."""
        unknown = next((key for key in self._given if key not in self._known), None)
        if unknown is not None:
            self._problems.add(partial(_unknown, unknown, self._known))
        self.require()


def _unknown(key: str, known: Iterable[str]) -> str:
    return f"no key is called {key[:MAX_KEY_SHOWN]!r}: {hint(key, known)}"


def hint(key: str, known: Iterable[str]) -> str:
    """A hint to the nearest key for one that does not exist."""
    names = list(known)
    near = difflib.get_close_matches(key[:MAX_KEY_SHOWN], names, n=1)
    return f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names)}"
