"""Which clauses an engine is likely wrong about, by the cases in which it failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from math import sqrt
from typing import Final

from tikal.clauses import clauses
from tikal.conformance.report.log import Result

#: A report names this many suspects.
MOST_SUSPECTS: Final = 5


def suspects(results: Iterable[Result]) -> dict[str, float]:
    """The clauses behind the failures and how suspect each is, 0 to 1, the most suspect first.

    A failed case counts against the clauses that its first wrong answer disputes, or else against
    all those it is about. The measure is Ochiai's: high for what is behind many of the failures and
    few of the passes.
    """
    failed: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    failures = 0
    for result in results:
        blamed = disputed_clauses(result) or result.clauses
        if result.outcome == "failed" and blamed:
            failures += 1
            failed.update(dict.fromkeys(blamed, 1 / len(blamed)))
        elif result.outcome == "passed":
            passed.update(dict.fromkeys(result.clauses, 1 / len(result.clauses or "-")))
    found = {c: n / sqrt(failures * (n + passed[c])) for c, n in failed.items()}
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def most_suspect(results: Iterable[Result]) -> tuple[str, ...]:
    """The few clauses to look at first, the most suspect first."""
    return tuple(islice(suspects(results), MOST_SUSPECTS))


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
