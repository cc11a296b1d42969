"""Clause by edition: what the log of a self report and the registry say together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from attrs import Factory, define, field, frozen

from tikal._support.wording import counted
from tikal.conformance.report.log import Outcome, Result
from tikal.conformance.report.summary import Tally, number
from tikal.editions import EDITIONS
from tikal.law.entries import Clause
from tikal.law.registry import clauses

NO_TEST: Final = "no test"
#: The edition of results that count for all of them, such as tests.
EVERY_EDITION: Final = "every edition"
#: A clause, an edition and a kind of evidence.
Place: TypeAlias = tuple[str, str, str]


@frozen
class Count:
    """Results of one place by outcome, and the figures of those that passed."""

    tally: Tally = Factory(Tally)
    #: Generated examples of properties.
    examples: int = 0
    #: Refusals on which the engine and the formal specification agreed.
    verdicts: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(
            self.tally + other.tally,
            self.examples + other.examples,
            self.verdicts + other.verdicts,
        )


Counts: TypeAlias = Mapping[Place, Count]


@frozen
class Evidence:
    """The evidence for a cell, in numbers."""

    #: Tests that passed.
    tests: int = 0
    #: Examples on which the properties among them were tried.
    examples: int = 0
    #: Refusals by this clause on which the engine and the formal specification agreed.
    verdicts: int = 0
    #: Conformance cases that this library answers as it should.
    cases: int = 0
    killed: int = 0
    mutants: int = 0

    def __str__(self) -> str:
        parts = (
            (self.tests, counted(self.tests, "test")),
            (self.examples, f"{self.examples:,} examples"),
            (self.verdicts, f"{self.verdicts:,} agreed refusals"),
            (self.cases, counted(self.cases, "case")),
            (self.mutants, f"{self.killed} of {counted(self.mutants, 'mutant')} killed"),
        )
        return ", ".join(text for count, text in parts if count)


@frozen
class Cell:
    """One clause in one edition."""

    clause: str
    edition: str
    outcome: Outcome
    #: Why it did not pass.
    reason: str
    evidence: Evidence


@frozen
class Agreement:
    """The extent of the comparison of engine and formal specification in one edition."""

    positions: int
    #: Positions among them in which they disagreed about something.
    disagreements: int
    verdicts: int


@frozen
class Matrix:
    """Every clause in every edition."""

    cells: Mapping[tuple[str, str], Cell]
    agreements: Mapping[str, Agreement]

    @property
    def agreement(self) -> Agreement:
        """The comparison with the formal specification in all editions together."""
        every = self.agreements.values()
        return Agreement(
            sum(each.positions for each in every),
            sum(each.disagreements for each in every),
            sum(each.verdicts for each in every),
        )

    def __getitem__(self, key: tuple[str, str]) -> Cell:
        return self.cells[key]

    def row(self, clause: str) -> tuple[Cell, ...]:
        """A clause in all editions."""
        return tuple(self.cells[clause, edition] for edition in EDITIONS)

    def most_evidence(self, clause: str) -> Evidence:
        """The evidence for a clause in the edition that has the most."""
        every = (cell.evidence for cell in self.row(clause))
        return max(every, key=lambda each: (each.tests, each.verdicts, each.cases))

    def tally(self, chapter: str | None = None, edition: str | None = None) -> Tally:
        """The cells counted, perhaps those of one chapter or edition."""
        wanted = {entry.id for entry in clauses(chapter)}
        outcomes = [
            cell.outcome
            for cell in self.cells.values()
            if cell.clause in wanted and edition in (None, cell.edition)
        ]
        return Tally(**{each: outcomes.count(each) for each in dict.fromkeys(outcomes)})

    @property
    def is_clean(self) -> bool:
        """Whether no cell failed or went wrong: a clause without a test is a failure too."""
        return not any(cell.outcome in ("failed", "errored") for cell in self.cells.values())


def matrix_of(results: Iterable[Result]) -> Matrix:
    """The matrix of a self report, from one pass over its results."""
    found = _Cells()
    agreements: dict[str, Agreement] = {}
    for result in results:
        agreements |= _agreement(result)
        for place in _places(result):
            found.add(place, _count(result))
        found.blame(result)
    return Matrix(found.cells(), agreements)


def matrix_of_counts(
    counts: Counts, agreements: Mapping[str, Agreement], failures: Iterable[Result]
) -> Matrix:
    """The matrix of a self report of which only the failures are there in full."""
    found = _Cells()
    for place, count in counts.items():
        found.add(place, count)
    for result in failures:
        found.blame(result)
    return Matrix(found.cells(), agreements)


def counts_of(results: Iterable[Result]) -> Counts:
    """The results about clauses, by clause, edition and kind of evidence."""
    found: dict[Place, Count] = {}
    for result in results:
        for place in _places(result):
            found[place] = found.get(place, Count()) + _count(result)
    return found


def agreements_of(results: Iterable[Result]) -> dict[str, Agreement]:
    """The extent of the comparison of engine and formal specification, by edition."""
    found: dict[str, Agreement] = {}
    for result in results:
        found |= _agreement(result)
    return found


def why_skipped(entry: Clause, edition: str) -> str:
    """Why a clause cannot conform or fail in an edition; empty if it can."""
    if not entry.modelled:
        return f"not modelled: {entry.reason}" if entry.reason else "not modelled"
    reading = entry.editions.get(edition)
    if reading and reading.verdict == "not applicable":
        note = f": {reading.note}" if reading.note else ""
        return f"does not apply in this edition{note}"
    return ""


def _agreement(result: Result) -> dict[str, Agreement]:
    if result.about != "agreement" or result.clauses or not result.edition:
        return {}
    keys = ("positions", "disagreements", "verdicts")
    return {result.edition: Agreement(*(number(result, key) for key in keys))}


def _places(result: Result) -> Iterator[Place]:
    edition = _edition(result)
    for id_ in dict.fromkeys(result.clauses):
        yield id_, edition, result.about


def _edition(result: Result) -> str:
    """The edition that a result counts for; a house edition counts for its printed one."""
    printed = (result.edition or "").split(" ")[0]
    return printed if printed in EDITIONS else EVERY_EDITION


def _count(result: Result) -> Count:
    tally = Tally(**{result.outcome: 1})
    if result.outcome != "passed":
        return Count(tally)
    examples = number(result, "examples") if result.about == "test" else 0
    verdicts = number(result, "verdicts") if result.about == "agreement" else 0
    return Count(tally, examples, verdicts)


class _Cells:
    """The evidence of the results so far, for every cell."""

    def __init__(self) -> None:
        self._found = {(entry.id, key): _Found() for entry in clauses() for key in EDITIONS}

    def add(self, place: Place, count: Count) -> None:
        """Count results for the cells of their place."""
        id_, edition, about = place
        for cell in self._of(id_, edition):
            cell.counts[about] = cell.counts.get(about, Count()) + count

    def blame(self, result: Result) -> None:
        """Note why the cells of a result did not pass, if it did not."""
        if result.outcome in ("failed", "errored"):
            for id_ in dict.fromkeys(result.clauses):
                for cell in self._of(id_, _edition(result)):
                    cell.reasons.setdefault(result.outcome, _reason(result))

    def _of(self, id_: str, edition: str) -> Iterator[_Found]:
        for key in EDITIONS if edition == EVERY_EDITION else (edition,):
            if (id_, key) in self._found:  # a log can name any clause
                yield self._found[id_, key]

    def cells(self) -> dict[tuple[str, str], Cell]:
        """The cells with their verdicts."""
        return {
            (entry.id, key): _cell(entry, key, self._found[entry.id, key])
            for entry in clauses()
            for key in EDITIONS
        }


@define
class _Found:
    """The evidence of the results so far, for one cell."""

    #: By kind of evidence.
    counts: dict[str, Count] = field(factory=dict)
    #: The first failure and the first error.
    reasons: dict[Outcome, str] = field(factory=dict)

    @property
    def evidence(self) -> Evidence:
        tests, mutants = self.of("test"), self.of("mutant")
        return Evidence(
            tests=tests.tally.passed,
            examples=tests.examples,
            verdicts=self.of("agreement").verdicts,
            cases=self.of("case").tally.passed,
            killed=mutants.tally.passed,
            mutants=mutants.tally.total,
        )

    def of(self, about: str) -> Count:
        return self.counts.get(about, Count())


def _reason(result: Result) -> str:
    if result.about == "mutant" and result.outcome == "failed":
        return f"a mutant survived: {result.subject}"
    why = f": {result.message}" if result.message else ""
    return f"{result.about} {result.subject} {result.outcome}{why}"


def _cell(entry: Clause, edition: str, found: _Found) -> Cell:
    outcome, reason = _verdict(entry, edition, found)
    return Cell(entry.id, edition, outcome, reason, found.evidence)


def _verdict(entry: Clause, edition: str, found: _Found) -> tuple[Outcome, str]:
    skipped = why_skipped(entry, edition)
    if skipped:
        return "skipped", skipped
    for worse in _WORSE:
        if worse in found.reasons:
            return worse, found.reasons[worse]
    tests = found.of("test").tally
    if tests.passed:
        return "passed", ""
    return "failed", "every test of it was skipped" if tests.skipped else NO_TEST


_WORSE: Final[tuple[Outcome, ...]] = ("errored", "failed")
