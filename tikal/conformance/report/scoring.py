"""The score of an engine: how many clauses it has shown that it knows.

A clause is shown when every question on it is answered correctly, and a refusal and a permission
are among them, so that an engine which always gives the same answer shows nothing. A clause that
refuses nothing by itself (an effect, an order of events, a cost) needs two different answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from attrs import define, field, frozen

from tikal.law.registry import clauses
from tikal.notation.documents.parsing import Json

#: How a result marks what its questions expect, in `detail["marks"]`: a permission, the refusal by
#: a clause (its id follows), a whole list, which is both, or any other answer in short.
PERMISSION: Final = "+"
REFUSAL: Final = "-"
LIST: Final = "±"
OTHER: Final = "="
_REFUSING_KINDS: Final = {"precondition", "sequence"}


@frozen
class Score:
    """What an engine was asked and has shown."""

    #: Questions within what the engine claims, those that it answered, and those it got right.
    asked: int = 0
    answered: int = 0
    right: int = 0
    #: Clauses that the questions can show, and those that were shown.
    clauses: int = 0
    shown: int = 0


@define
class _Row:
    """What is known about one clause, perhaps in one edition."""

    is_right: bool = True
    marks: set[str] = field(factory=set)


class Scorer:
    """Counts results of cases as they come; its memory does not grow with their number."""

    def __init__(self) -> None:
        self._counts = [0, 0, 0]
        self._rows: dict[str, _Row] = {}

    def add(self, outcome: str, about: Iterable[str], detail: Mapping[str, Json]) -> None:
        """Count the result of one case."""
        counts = [_count(detail, key) for key in ("asked", "answered", "right")]
        if not counts[0]:
            return
        self._counts = [a + b for a, b in zip(self._counts, counts, strict=True)]
        marks = detail.get("marks")
        texts = {mark for mark in marks if isinstance(mark, str)} if isinstance(marks, list) else ()
        for id_ in about:
            row = self._rows.setdefault(id_, _Row())
            row.is_right &= outcome == "passed" and counts[0] == counts[2]
            row.marks.update(_short(mark, id_) for mark in texts)

    def in_scope(self) -> dict[str, bool]:
        """The clauses that the questions so far can show, or have shown to be wrong."""
        rows = self._rows.items()
        return {
            id_: row.is_right for id_, row in rows if _can_show(id_, row.marks) or not row.is_right
        }

    def score(self) -> Score:
        """The score so far."""
        scope = self.in_scope()
        asked, answered, right = self._counts
        return Score(asked, answered, right, len(scope), sum(scope.values()))


def _short(mark: str, id_: str) -> str:
    """A mark as it counts for a clause: a refusal by another clause is told apart."""
    if mark.startswith(REFUSAL):
        return REFUSAL + id_ if mark == REFUSAL + id_ else REFUSAL
    return mark[:40]


def _can_show(id_: str, marks: set[str]) -> bool:
    if LIST in marks:
        return True
    if id_ in refusing_clauses():
        return REFUSAL + id_ in marks and PERMISSION in marks
    plain = {REFUSAL if mark.startswith(REFUSAL) else mark for mark in marks}
    return len(plain) > 1


@cache
def refusing_clauses() -> frozenset[str]:
    """The clauses that can refuse a move."""
    return frozenset(each.id for each in clauses() if _REFUSING_KINDS & {*each.kinds})


def _count(detail: Mapping[str, Json], key: str) -> int:
    value = detail.get(key)
    return value if type(value) is int and value >= 0 else 0
