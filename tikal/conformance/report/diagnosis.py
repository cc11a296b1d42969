"""Which clauses an engine is likely wrong about, by the cases in which it failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import log
from typing import Final

from tikal.conformance.report.log import Result
from tikal.conformance.report.scoring import LIST, REFUSAL, refusing_clauses
from tikal.law.registry import clauses

#: A report names this many suspects.
MAX_SUSPECTS: Final = 5
#: The weight of a failure against a clause if the engine gave no clause.
UNEXPLAINED: Final = 0.4


def suspects(results: Iterable[Result]) -> dict[str, float]:
    """The clauses behind the failures and how surprising each is, the most surprising first.

    A failed case counts against the clauses that its first wrong answer disputes, or else against
    all those it is about; at reduced weight if a legal move was refused without a
    clause. A clause is suspect if it has many more failures than the engine has elsewhere.
    A clause that no question expects to refuse anything is out of scope and never named.
    """
    failed: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    scope: set[str] = set()
    for result in results:
        scope.update(_in_force(result))
        blamed = disputed_clauses(result) or result.clauses
        if result.outcome == "failed" and blamed:
            failed.update(dict.fromkeys(blamed, _weight(result) / len(blamed)))
        elif result.outcome == "passed":
            passed.update(dict.fromkeys(result.clauses, 1 / len(result.clauses or "-")))
    failures, passes = failed.total(), passed.total()
    usual = (failures + 1) / (failures + passes + 2)
    found = {
        clause: _surprise(number, number + passed[clause], usual)
        for clause, number in failed.items()
        if clause in scope or clause not in refusing_clauses()
    }
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _surprise(failed: float, asked: float, usual: float) -> float:
    """The log likelihood ratio of the failures at their own rate to the usual rate.

    Negative where the clause fails less often than others.
    """
    rate = failed / asked
    passed = asked - failed
    gain = failed * log(rate / usual)
    if passed > 0:
        gain += passed * log((1 - rate) / (1 - usual))
    return gain if rate >= usual else -gain


def _weight(result: Result) -> float:
    """Less for a refusal without reasons, which may come from any clause."""
    match result.detail.get("failures"):
        case [{"expected": True, "got": False}, *_] | [{"expected": "a legal move"}, *_]:
            return UNEXPLAINED
    return 1.0


def _in_force(result: Result) -> Iterator[str]:
    """The clauses that a question of the case expects to refuse something, or that it can show."""
    scope = result.detail.get("scope")
    for id_, marks in scope.items() if isinstance(scope, dict) else ():
        if isinstance(marks, list) and {REFUSAL, LIST} & {*marks}:
            yield id_


def most_suspect(results: Iterable[Result]) -> tuple[str, ...]:
    """The few clauses to look at first, the most suspect first."""
    return tuple(islice(suspects(results), MAX_SUSPECTS))


def disputed_clauses(result: Result) -> Sequence[str]:
    """The clauses that the first wrong answer of a failed case disputes.

    Later answers are often wrong only because the engine is in another position by then. Ids that
    are not in our registry are left out.
    """
    known = {entry.id for entry in clauses()}
    match result.detail.get("failures"):
        case [{"clauses": [*ids]}, *_]:
            return [id_ for id_ in ids if isinstance(id_, str) and id_ in known]
    return ()
