"""Failures of an engine, grouped by their likely cause."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from attrs import define, field

from tikal.conformance.report.blame import blamed
from tikal.conformance.report.diagnosis import blamed_clauses, evidence_of, suspects
from tikal.conformance.report.log import Log, Result
from tikal.conformance.report.summary import edition_of, number
from tikal.notation.documents.parsing import Json

Fault = Literal["allows", "refuses", "cites", "answers", "stops", "fails"]
#: Predicate phrases that follow the clause id.
FAULTS: dict[Fault, str] = {
    "allows": "allows what is forbidden",
    "refuses": "refuses what is legal",
    "cites": "names other clauses",
    "answers": "gives another answer",
    "stops": "refuses a legal move on the way",
    "fails": "gives no proper answer",
}


@define
class Cause:
    """Cases that failed in the same way for the same clause."""

    clause: str
    fault: Fault
    #: The first of the shortest, to look at.
    example: Result
    cases: int = 0
    editions: set[str] = field(factory=set)


def causes(log: Log) -> list[Cause]:
    """The causes of all failures, those to look at first at the top; slips are left out."""
    return causes_of(lambda: blamed(log))


def causes_of(results: Callable[[], Iterable[Result]]) -> list[Cause]:
    """The causes of all failures among the results, which are read three times."""
    order = {clause: number for number, clause in enumerate(suspects(results()))}
    evidence = evidence_of(results())
    found: dict[tuple[str, Fault], Cause] = {}
    for result in results():
        if result.outcome not in ("failed", "errored"):
            continue
        fault, is_error = fault_of(result), result.outcome == "errored"
        # no clause is to blame for an engine that crashes or is late
        blame = () if is_error else blamed_clauses(result, evidence)
        clauses = sorted(blame, key=lambda clause: order.get(clause, len(order)))
        key = (clauses[0] if clauses else "", fault)
        cause = found.setdefault(key, Cause(*key, result))
        # of what failed the first says why: later cases may not have been asked
        if not is_error and _length(result) < _length(cause.example):
            cause.example = result
        cause.cases += 1
        cause.editions.add(edition_of(result))
    return sorted(
        found.values(),
        key=lambda cause: (
            cause.fault == "fails",
            order.get(cause.clause, len(order)),
            -cause.cases,
        ),
    )


def _length(result: Result) -> int:
    """The length of a case; short ones show a fault best."""
    return number(result, "asked")


def fault_of(result: Result) -> Fault:
    """The fault of the first wrong answer of a case."""
    match result.detail.get("failures"):
        case [{"expected": expected, "got": got, "question": str(question)}, *_]:
            return _fault(expected, got, question)
    return "fails"


def _fault(expected: Json, got: Json, question: str) -> Fault:
    if expected == "a legal move":
        return "stops"
    if isinstance(got, bool) and isinstance(expected, bool):
        return "allows" if got else "refuses"
    is_verdict = question.startswith(("check", "new game", "apply"))
    if is_verdict and isinstance(expected, list) and isinstance(got, list):
        return "cites" if expected and got else "refuses" if got else "allows"
    return "answers"
