"""Limits of the size of a document, checked before its content is read.

`LIMITS` is the one list of these limits. They leave every real document room to grow, a game some
thirty times, and keep the time to read the largest one within two seconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from types import NoneType
from typing import Final, Literal, TypeAlias, get_args

from attrs import frozen

from tikal.errors import MAX_DIGITS, InvalidNotation
from tikal.notation.documents.fields import Step, path_of
from tikal.notation.records.parts import MAX_LINES, MAX_MOVES

DocumentKind = Literal["record", "position", "report", "cases"]
DOCUMENT_KINDS: Final[tuple[DocumentKind, ...]] = get_args(DocumentKind)
#: Nothing in a document is nested deeper.
MAX_DEPTH: Final = 20
_HUGE: Final = 10**MAX_DIGITS
_Path: TypeAlias = tuple[Step, ...]


@frozen
class Ambiguous:
    """Stands for an object that has a key twice, until its path is known."""

    key: str

    def __repr__(self) -> str:
        return f"an object with the key {self.key[:40]!r} twice"


@frozen
class Limits:
    """The limits of documents of one kind."""

    #: The length of its text.
    characters: int
    #: Everything in it, counted at every depth.
    values: int
    #: The entries of a list or object, by the key under which it stands.
    entries_of: Mapping[str, int]
    #: The entries of every other list or object.
    entries: int


_SIMPLE: Final = (str, int, float, NoneType, Ambiguous)

LIMITS: Final[Mapping[DocumentKind, Limits]] = {
    "record": Limits(
        characters=4_000_000,
        values=200_000,
        entries_of={
            "moves": MAX_MOVES,
            "seats": MAX_MOVES,
            "points": MAX_MOVES,
            "comments": MAX_LINES,
            "extra": MAX_LINES // 2,
        },
        entries=20,
    ),
    "position": Limits(
        characters=1_000_000,
        values=20_000,
        entries_of={"tiebreak": 4, "queue": 4, "passed": 4, "done": 4},
        entries=100,
    ),
    # one line of it: a result carries at most one position
    "report": Limits(
        characters=4_000_000, values=100_000, entries_of={"clauses": 1_000}, entries=10_000
    ),
    "cases": Limits(
        characters=8_000_000, values=300_000, entries_of={"tiebreak": 4}, entries=10_000
    ),
}
#: The longest record or position, and the largest file that is read: a long game has 20 KB.
MAX_DOCUMENT_CHARACTERS: Final = LIMITS["record"].characters


def longest(kinds: Iterable[DocumentKind]) -> int:
    """The largest number of characters of a document of these kinds."""
    return max(LIMITS[kind].characters for kind in kinds)


def require_within_limits(data: object, kind: DocumentKind) -> None:
    """Refuse a document beyond its limits, and keys and numbers that JSON cannot represent.

    A list or object is measured before its entries are looked at, so what is far too large is
    refused as soon as what is a little too large.
    """
    require_within(data, LIMITS[kind])


def require_within(data: object, limits: Limits) -> None:
    """Refuse more than these limits allow, as `require_within_limits` does."""
    _Walk(limits).through(data)


class _Walk:
    """A way through a document, from the outside to the inside."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._values = 0
        #: Lists and objects that have been measured, and where they stand.
        self._measured: deque[tuple[_Path, dict[object, object] | list[object]]] = deque()

    def through(self, data: object) -> None:
        self._meet(data)
        while self._measured:
            path, container = self._measured.popleft()
            if isinstance(container, list):
                for index, entry in enumerate(container):
                    if not isinstance(entry, str):  # most are
                        self._meet(entry, path, index)
                continue
            for key, entry in container.items():
                if not isinstance(key, str):
                    raise _refused(path, f"keys are text, not {type(key).__name__}")
                if not isinstance(entry, str):
                    self._meet(entry, path, key)

    def _meet(self, value: object, path: _Path = (), *step: Step) -> None:
        if isinstance(value, dict | list):
            place = (*path, *step)
            self._measure(place, len(value))
            self._measured.append((place, value))
        elif isinstance(value, int) and not -_HUGE < value < _HUGE:
            raise _refused((*path, *step), f"has more than {MAX_DIGITS} digits")
        elif not isinstance(value, _SIMPLE):
            raise _refused((*path, *step), f"JSON has no {type(value).__name__}")

    def _measure(self, path: _Path, entries: int) -> None:
        limits = self._limits
        most = limits.entries_of.get(str(path[-1]), limits.entries) if path else limits.entries
        if entries > most:
            raise _refused(path, f"has {entries} entries, at most {most} are read")
        self._values += entries
        if self._values > limits.values:
            raise _refused((), f"holds more than {limits.values} values in all")
        if len(path) >= MAX_DEPTH:
            raise _refused((), "this JSON is nested too deeply")


def _refused(path: _Path, message: str) -> InvalidNotation:
    return InvalidNotation(f"{path_of(path)}: {message}")
