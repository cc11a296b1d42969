"""The score of an engine: how many clauses it has shown that it knows.

A clause is shown when every question on it that was answered was answered correctly, and a refusal
and a permission are among them, so that an engine which always gives the same answer shows nothing.
Where it refuses or permits in several ways, each that is in force must be among them.
A clause that only permits needs a permission that it gives and a refusal of something else, any
other two different answers to questions of one kind. An effect needs for each planted fault a
question that this fault turns. A wrong answer takes away every clause that may be behind it. What
was skipped or never sent counts nowhere. `Scorer` decides this for the published cases and for
games alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from attrs import define, field, frozen

from tikal.conformance.faults import CLAUSES, FAULTS
from tikal.conformance.report.slips import Slip, add_forms, slips_among
from tikal.law.registry import clauses
from tikal.notation.documents.parsing import Json

#: What an answer can show of a clause: that it permits, that it refuses, that something else is
#: permitted or refused, a whole list, which is all of it, or any other answer in short, such as
#: `score=1f`.
PERMISSION: Final = "+"
REFUSAL: Final = "-"
OTHER_PERMISSION: Final = "o"
OTHER_REFUSAL: Final = "x"
LIST: Final = "±"
#: Before a planted fault: a question that an engine with this fault answers otherwise.
TURNS: Final = "!"
#: Before a mark: what must be among the right answers. A refusal or permission in a certain way is
#: its mark with the name of the way.
NEEDED: Final = "?"
OTHER: Final = "="
#: A mark of a log is cut to this length.
MAX_MARK_CHARACTERS: Final = 60
_REFUSING_KINDS: Final = {"precondition", "sequence"}
#: What a failure has of the clauses that it is about or that can be behind it.
_DOUBTED: Final = ("clauses", "at_work", "effects", "doubt")

Marks = Mapping[str, Iterable[str]]


@frozen
class EngineScore:
    """What an engine was asked and has shown."""

    #: Questions within what the engine claims, those that it answered, and those it got right.
    asked: int = 0
    answered: int = 0
    right: int = 0
    #: Clauses that the questions can show, and those that were shown.
    clauses: int = 0
    shown: int = 0


def can_show(id_: str, marks: Iterable[str]) -> bool:
    """Whether right answers with these marks show a clause."""
    found = {*marks}
    if not needed_among(found) <= found:
        return False
    effects = effects_of(id_)
    if (id_ in turning_clauses() or effects & found) and not effects <= found:
        return False
    if LIST in found:
        return True
    if id_ in refusing_clauses():
        return {REFUSAL, PERMISSION} <= found
    permissions = {PERMISSION, OTHER_PERMISSION} if effects else {PERMISSION}
    if permissions & found and {REFUSAL, OTHER_REFUSAL} & found:
        return True
    kinds = Counter(mark.split(OTHER)[0] for mark in found if OTHER in mark)
    return max(kinds.values(), default=0) > 1


def needed_among(marks: Iterable[str]) -> set[str]:
    """The marks that others say are needed."""
    return {mark.removeprefix(NEEDED) for mark in marks if mark.startswith(NEEDED)}


def with_new_needs(detail: Mapping[str, Json], known: set[tuple[str, str]]) -> dict[str, Json]:
    """The detail of a result without what an earlier one of the log says is needed.

    What it says for the first time is added to `known`.
    """
    scope: dict[str, list[str]] = {}
    for id_, marks in detail["scope"].items():
        new = [mark for mark in marks if not mark.startswith(NEEDED) or (id_, mark) not in known]
        known.update((id_, mark) for mark in new if mark.startswith(NEEDED))
        if new:
            scope[id_] = new
    return {**detail, "scope": scope}


@define
class Tally:
    """What was asked and what came of it, by clause; it does not grow with the questions."""

    asked: int = 0
    answered: int = 0
    right: int = 0
    #: By clause, the marks of all questions, and those of the answers that were right.
    scope: dict[str, set[str]] = field(factory=dict)
    evidence: dict[str, set[str]] = field(factory=dict)
    #: By part of an answer, the forms that it had.
    forms: dict[str, set[str]] = field(factory=dict)

    def add(self, detail: Mapping[str, Json]) -> None:
        """Add what a result carries in its detail."""
        self.asked += _count(detail, "asked")
        self.answered += _count(detail, "answered")
        self.right += _count(detail, "right")
        for mine, key in ((self.scope, "scope"), (self.evidence, "evidence")):
            for id_, marks in _marks_in(detail.get(key)).items():
                mine.setdefault(id_, set()).update(marks)
        add_forms(self.forms, detail.get("forms"))

    def evidence_of(self, id_: str) -> frozenset[str]:
        """The marks of the right answers about a clause, and of those that it needs."""
        needed = (mark for mark in self.scope.get(id_, ()) if mark.startswith(NEEDED))
        return frozenset((*self.evidence.get(id_, ()), *needed))

    def detail(self) -> dict[str, Json]:
        """The same as a result carries it."""
        return {
            "asked": self.asked,
            "answered": self.answered,
            "right": self.right,
            "scope": {id_: sorted(marks) for id_, marks in sorted(self.scope.items())},
            "evidence": {id_: sorted(marks) for id_, marks in sorted(self.evidence.items())},
            "forms": {part: sorted(forms) for part, forms in sorted(self.forms.items())},
        }


class Scorer:
    """Counts results as they come."""

    def __init__(self) -> None:
        self._tally = Tally()
        self._wrong: set[str] = set()

    def add(self, outcome: str, about: Iterable[str], detail: Mapping[str, Json]) -> None:
        """Count one result."""
        self._tally.add(detail)
        if outcome in ("failed", "errored"):
            self._wrong.update(about, _disputed(detail))

    def in_scope(self) -> dict[str, bool]:
        """The clauses that the questions so far can show or showed to be wrong; whether shown."""
        scope = self._tally.scope
        chapters = {_chapter(id_) for id_ in self._wrong}
        found = [id_ for id_, marks in scope.items() if can_show(id_, marks)]
        return {
            id_: id_ not in self._wrong
            # what neither refuses nor has an effect may be broken wherever its chapter is
            and (_is_known(id_) or _chapter(id_) not in chapters)
            and can_show(id_, self.evidence_of(id_))
            # a clause that refuses and has an effect is shown by both, where both are asked
            and effects_of(id_) & scope.get(id_, set()) <= self.evidence_of(id_)
            for id_ in dict.fromkeys((*found, *sorted(self._wrong)))
        }

    def evidence_of(self, id_: str) -> frozenset[str]:
        """The marks of the right answers about a clause, and what is needed."""
        return self._tally.evidence_of(id_)

    def slips(self) -> tuple[Slip, ...]:
        """What the adapter got wrong in every answer so far."""
        return slips_among(self._tally.forms)

    def score(self) -> EngineScore:
        """The score so far."""
        tally, scope = self._tally, self.in_scope()
        return EngineScore(
            tally.asked, tally.answered, tally.right, len(scope), sum(scope.values())
        )


def _chapter(id_: str) -> str:
    return id_.partition("-")[0]


def _is_known(id_: str) -> bool:
    """Whether questions about the clause are known to notice that an engine does without it."""
    return id_ in refusing_clauses() or id_ in turning_clauses()


@cache
def refusing_clauses() -> frozenset[str]:
    """The clauses that can refuse a move."""
    return frozenset(each.id for each in clauses() if _REFUSING_KINDS & {*each.kinds})


@cache
def turning_clauses() -> frozenset[str]:
    """The clauses with an effect alone, of which a planted fault is known."""
    return CLAUSES - refusing_clauses()


@cache
def effects_of(id_: str) -> frozenset[str]:
    """The marks of the planted faults in the effect of a clause that every game can show."""
    own = (fault for fault in FAULTS if fault.clause == id_ and not fault.in_auctions)
    return frozenset(TURNS + fault.does for fault in own)


@cache
def _known() -> frozenset[str]:
    return frozenset(each.id for each in clauses())


def _disputed(detail: Mapping[str, Json]) -> set[str]:
    """The clauses of the registry that wrong answers are about or can come from."""
    failures = detail.get("failures")
    found: set[str] = set()
    for failure in failures if isinstance(failures, list) else ():
        for key in _DOUBTED if isinstance(failure, dict) else ():
            behind = failure.get(key)
            ids = [*behind] if isinstance(behind, (list, dict)) else []
            found |= {id_ for id_ in ids if isinstance(id_, str)} & _known()
    return found


def _marks_in(value: Json) -> dict[str, list[str]]:
    """By clause, the marks that a log gives; a log can hold anything."""
    if not isinstance(value, dict):
        return {}
    return {
        id_: [mark[:MAX_MARK_CHARACTERS] for mark in marks if isinstance(mark, str)]
        for id_, marks in value.items()
        if isinstance(marks, list)
    }


def _count(detail: Mapping[str, Json], key: str) -> int:
    value = detail.get(key)
    return value if type(value) is int and value >= 0 else 0
