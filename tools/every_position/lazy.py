"""Values that are not known yet, and all the ways in which a function can go through them.

A function is run on unknowns again and again, with another answer to one of its questions each
time, until every answer has been given to every question: one run is one *path*. An unknown knows
which values it can still have, and a question splits them only as far as it asks:
`workers[cell] > 0` leaves 0 or 1..18.

Two unknowns are compared without settling on values: their order is an unknown of its own.
A path that no values lead to does no harm, because no position takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Final, TypeAlias

from attrs import define, field, frozen

#: The name of an unknown: the name of a field and what it is the field of.
Key: TypeAlias = tuple[Any, ...]
Values: TypeAlias = tuple[Any, ...]

BOTH: Final = (False, True)
#: The names of comparisons of two unknowns; each side is a key with what is seen of its values.
LESS: Final = "less"
EQUAL: Final = "equal"
#: Whether a field of bits has one of those that are seen of an unknown: its key, and one side.
MEETS: Final = "meets"


class Unanswered(TypeError):
    """A question that unknowns do not offer, so the function cannot be run on them."""


@define(eq=False)
class Run:
    """One run of a function: the answers chosen, and for every unknown the values left."""

    #: The answers to the first questions; later questions get their first answer.
    prefix: list[int] = field(factory=list)
    #: The value of an unknown in a position that is given, for a run along that position.
    given: Callable[[Key], Any] | None = None
    chosen: list[int] = field(factory=list)
    choices: list[int] = field(factory=list)
    left: dict[Key, Values] = field(factory=dict)
    full: dict[Key, Values] = field(factory=dict)
    asked: set[Key] = field(factory=set)
    #: Whether the sum of two unknowns is left as it is, to be written somewhere; else one settles.
    keeps_sums: bool = False
    #: Called after values have been ruled out, to rule out others.
    tidy: Callable[[Run], None] | None = None

    def choose(self, choices: int) -> int:
        """The answer to a question with so many answers."""
        at = len(self.chosen)
        answer = self.prefix[at] if at < len(self.prefix) else 0
        self.chosen.append(answer)
        self.choices.append(choices)
        return answer

    def unknown(self, key: Key, values: Iterable[Any]) -> Unknown:
        """The unknown of that name, with all its values if it is new."""
        if key not in self.left:
            every = tuple(values) if self.given is None else (self.given(key),)
            self.left[key] = self.full[key] = every
            if self.tidy:
                self.tidy(self)
        return Unknown(self, key)

    def is_true(self, key: Key) -> bool:
        """The answer to a question that has a name of its own."""
        return bool(self.unknown(key, BOTH))

    def narrow(self, key: Key, values: Values) -> None:
        """Rule out all other values."""
        self.left[key] = values
        if self.tidy:
            self.tidy(self)

    def next_prefix(self) -> list[int] | None:
        """The answers of the next path; None after the last one."""
        prefix = self.chosen[:]
        while prefix and prefix[-1] == self.choices[len(prefix) - 1] - 1:
            prefix.pop()
        if not prefix:
            return None
        prefix[-1] += 1
        return prefix


class Unknown:
    """A function of a value that is not known yet."""

    __slots__ = ("key", "run", "see")

    def __init__(self, run: Run, key: Key, see: Callable[[Any], Any] | None = None) -> None:
        self.run, self.key, self.see = run, key, see

    def seen(self) -> list[Any]:
        """What can still be seen of it."""
        values = self.run.left[self.key]
        return list(dict.fromkeys(map(self.see, values) if self.see else values))

    def split(self, test: Callable[[Any], Any]) -> bool:
        """Whether the value passes a test; both answers are tried where both can be."""
        run, key, see = self.run, self.key, self.see
        run.asked.add(key)
        values = run.left[key]
        passing = tuple(v for v in values if test(see(v) if see else v))
        if not passing or len(passing) == len(values):
            return bool(passing)
        if run.choose(2) == 0:
            run.narrow(key, passing)
            return True
        among = set(passing)
        run.narrow(key, tuple(v for v in values if v not in among))
        return False

    def settle(self) -> Any:  # noqa: ANN401 - values of any kind
        """What is seen, settled: one path for each."""
        run, key, see = self.run, self.key, self.see
        run.asked.add(key)
        seen = self.seen()
        if len(seen) == 1:
            return seen[0]
        value = seen[run.choose(len(seen))]
        run.narrow(key, tuple(v for v in run.left[key] if (see(v) if see else v) == value))
        return value

    def through(self, see: Callable[[Any], Any]) -> Unknown:
        """Another view of the same value."""
        mine = self.see
        return Unknown(self.run, self.key, (lambda v: see(mine(v))) if mine else see)

    def table(self) -> tuple[tuple[Any, Any], ...]:
        """Every value with what is seen of it."""
        see = self.see
        return tuple((v, see(v) if see else v) for v in self.run.full[self.key])

    def _related(self, name: str, other: Unknown) -> bool:
        """Whether the two values stand in a relation."""
        mine, theirs = self.seen(), other.seen()
        holds = RELATIONS[name]
        if len(mine) == 1 or self.key == other.key or len(theirs) == 1:
            if self.key == other.key:
                see, look = self.see or _itself, other.see or _itself
                return Unknown(self.run, self.key).split(lambda v: holds(see(v), look(v)))
            if len(theirs) == 1:
                value = other.settle()
                return self.split(lambda v: holds(v, value))
            value = self.settle()
            return other.split(lambda v: holds(value, v))
        answers = {holds(a, b) for a in mine for b in theirs}
        if len(answers) == 1:
            return answers.pop()
        self.run.asked |= {self.key, other.key}
        return self.run.is_true((name, (self.key, self.table()), (other.key, other.table())))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Unknown):
            return self._related(EQUAL, other)
        return self.split(lambda v: v == other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: Any) -> bool:  # noqa: ANN401 - numbers, known or not
        if isinstance(other, Unknown):
            return self._related(LESS, other)
        return self.split(lambda v: v < other)

    def __gt__(self, other: Any) -> bool:  # noqa: ANN401
        if isinstance(other, Unknown):
            return other._related(LESS, self)
        return self.split(lambda v: v > other)

    def __le__(self, other: Any) -> bool:  # noqa: ANN401
        return not self > other

    def __ge__(self, other: Any) -> bool:  # noqa: ANN401
        return not self < other

    def __bool__(self) -> bool:
        return self.split(bool)

    def __add__(self, other: Any) -> Any:  # noqa: ANN401
        if self._stays_a_sum(other):
            return Sum(self, other, 1)
        number = plain(other)
        return self.through(lambda v: v + number) if number else self

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:  # noqa: ANN401
        if self._stays_a_sum(other):
            return Sum(self, other, -1)
        number = plain(other)
        return self.through(lambda v: v - number) if number else self

    def _stays_a_sum(self, other: object) -> bool:
        return self.run.keeps_sums and isinstance(other, Unknown) and len(other.seen()) > 1

    def __mul__(self, other: Any) -> Unknown:  # noqa: ANN401
        number = plain(other)
        return self.through(lambda v: v * number)

    __rmul__ = __mul__

    def __or__(self, other: int) -> Unknown:
        return self.through(lambda v: v | other)

    def __and__(self, other: int) -> Unknown:
        return self.through(lambda v: v & other)

    __rand__ = __and__

    def __contains__(self, thing: object) -> bool:
        return self.split(lambda v: thing in v)

    def __index__(self) -> int:
        return int(self.settle())

    def __hash__(self) -> int:
        return hash(self.settle())


@frozen(eq=False)
class Sum:
    """The sum or difference of two unknowns, which is written and not asked."""

    left: Unknown
    right: Unknown
    sign: int


class Table:
    """A tuple in which an unknown can be looked up without settling."""

    def __init__(self, entries: tuple[Any, ...]) -> None:
        self._entries = entries

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401 - numbers, known or not
        look_up = self._entries.__getitem__
        return index.through(look_up) if isinstance(index, Unknown) else look_up(index)


def _itself(value: Any) -> Any:  # noqa: ANN401
    return value


RELATIONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    LESS: lambda a, b: bool(a < b),
    EQUAL: lambda a, b: bool(a == b),
}


def plain(value: Any) -> Any:  # noqa: ANN401
    """The value, settled if it is an unknown."""
    return value.settle() if isinstance(value, Unknown) else value


@frozen
class Path:
    """One path: what it returns, and the values of the unknowns that lead there."""

    result: Hashable
    #: By unknown the values left, and all that it can have.
    box: dict[Key, tuple[Values, Values]]


#: More paths of one function are a sign that a question settles where it should split.
MAX_PATHS: Final = 200_000


def paths(function: Callable[[Run], Hashable]) -> Iterator[Path]:
    """Every path of a function; a fault of Python on the way is its result."""
    prefix: list[int] | None = []
    for _ in range(MAX_PATHS):
        assert prefix is not None
        run = Run(prefix=prefix)
        result: Hashable
        try:
            result = function(run)
        except Unanswered:
            raise
        except (ArithmeticError, AssertionError, LookupError, ValueError) as error:
            result = f"error {type(error).__name__}"
        box = {
            key: (values, run.full[key])
            for key, values in run.left.items()
            if len(values) < len(run.full[key])
        }
        yield Path(result, box)
        prefix = run.next_prefix()
        if prefix is None:
            return
    raise Unanswered(f"more than {MAX_PATHS} paths")
