"""Clause by edition: what the log of a self report and the registry say together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import define, frozen

from tikal._support.wording import counted
from tikal.conformance.report.log import Outcome, Result
from tikal.conformance.report.summary import Tally, number
from tikal.editions import EDITIONS
from tikal.law.registry import Clause, clauses

NO_TEST: Final = "no test"


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
    """How far the engine and the formal specification were compared in one edition."""

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
    counts = {(entry.id, edition): _Counts() for entry in clauses() for edition in EDITIONS}
    agreements: dict[str, Agreement] = {}
    for result in results:
        if result.about == "agreement" and not result.clauses and result.edition:
            keys = ("positions", "disagreements", "verdicts")
            agreements[result.edition] = Agreement(*(number(result, key) for key in keys))
        for edition in _editions(result):
            for id_ in dict.fromkeys(result.clauses):
                if (id_, edition) in counts:
                    counts[id_, edition].add(result)
    cells = {
        (entry.id, edition): _cell(entry, edition, counts[entry.id, edition])
        for entry in clauses()
        for edition in EDITIONS
    }
    return Matrix(cells, agreements)


def why_skipped(entry: Clause, edition: str) -> str:
    """Why a clause cannot conform or fail in an edition; empty if it can."""
    if not entry.modelled:
        return f"not modelled: {entry.reason}" if entry.reason else "not modelled"
    reading = entry.editions.get(edition)
    if reading and reading.verdict == "not applicable":
        note = f": {reading.note}" if reading.note else ""
        return f"does not apply in this edition{note}"
    return ""


def _editions(result: Result) -> tuple[str, ...]:
    """The editions that a result counts for; a house edition counts for its printed one."""
    printed = (result.edition or "").split(" ")[0]
    return (printed,) if printed in EDITIONS else tuple(EDITIONS)


@define
class _Counts:
    """What the results so far say about a cell."""

    errored: str = ""
    failed: str = ""
    skipped_tests: int = 0
    tests: int = 0
    examples: int = 0
    verdicts: int = 0
    cases: int = 0
    killed: int = 0
    mutants: int = 0

    def add(self, result: Result) -> None:
        self.mutants += result.about == "mutant"
        match result.outcome:
            case "errored":
                self.errored = self.errored or _reason(result)
            case "failed":
                self.failed = self.failed or _reason(result)
            case "skipped":
                self.skipped_tests += result.about == "test"
            case "passed":
                self._add_passed(result)

    def _add_passed(self, result: Result) -> None:
        match result.about:
            case "test":
                self.tests += 1
                self.examples += number(result, "examples")
            case "agreement":
                self.verdicts += number(result, "verdicts")
            case "case":
                self.cases += 1
            case "mutant":
                self.killed += 1

    @property
    def evidence(self) -> Evidence:
        return Evidence(
            self.tests, self.examples, self.verdicts, self.cases, self.killed, self.mutants
        )


def _reason(result: Result) -> str:
    if result.about == "mutant" and result.outcome == "failed":
        return f"a mutant survived: {result.subject}"
    why = f": {result.message}" if result.message else ""
    return f"{result.about} {result.subject} {result.outcome}{why}"


def _cell(entry: Clause, edition: str, found: _Counts) -> Cell:
    outcome, reason = _verdict(entry, edition, found)
    return Cell(entry.id, edition, outcome, reason, found.evidence)


def _verdict(entry: Clause, edition: str, found: _Counts) -> tuple[Outcome, str]:
    skipped = why_skipped(entry, edition)
    if skipped:
        return "skipped", skipped
    if found.errored:
        return "errored", found.errored
    if found.failed:
        return "failed", found.failed
    if found.tests:
        return "passed", ""
    return "failed", "every test of it was skipped" if found.skipped_tests else NO_TEST
