"""The summary of a report on this library, which travels with the package.

The log of such a report has thousands of results. The summary counts them by clause, edition, kind
of evidence and outcome, and holds in full only those that failed or went wrong. A checkout makes
both: `python -m tools.selfreport` and `python -m tools.selfreport.summary`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from attrs import asdict, frozen

from tikal._support.resources import specification
from tikal.conformance.report.log import OUTCOMES, Footer, Header, Log, Result
from tikal.conformance.report.matrix import (
    Agreement,
    Count,
    Counts,
    Matrix,
    agreements_of,
    counts_of,
    matrix_of_counts,
)
from tikal.conformance.report.summary import Tally, number, summarise

#: Its path in a checkout and in the package, below the specification.
PLACE: Final = ("reports", "self.json")


@frozen
class SelfSummary:
    """The counts of a self report, and its failures."""

    header: Header
    footer: Footer
    #: By kind of evidence: test, agreement, mutant, case.
    about: Mapping[str, Tally]
    #: All tests counted with their parameters, the properties among them, and their examples.
    parameters: int
    properties: int
    examples: int
    #: By edition.
    agreements: Mapping[str, Agreement]
    #: By clause, edition and kind of evidence.
    counts: Counts
    #: Failed and errored results.
    failures: tuple[Result, ...]

    def matrix(self) -> Matrix:
        """Every clause in every edition."""
        return matrix_of_counts(self.counts, self.agreements, self.failures)


def summary_of_self(log: Log) -> SelfSummary:
    """The summary of the log of a self report."""
    summary = summarise(log)
    tests = [result for result in log.results() if result.about == "test"]
    return SelfSummary(
        header=log.header,
        footer=log.footer,
        about=summary.about,
        parameters=sum(number(test, "cases") for test in tests),
        properties=sum(test.detail.get("property") is True for test in tests),
        examples=summary.examples,
        agreements=agreements_of(log.results()),
        counts=counts_of(log.results()),
        failures=tuple(r for r in log.results() if r.outcome in ("failed", "errored")),
    )


def shipped_summary() -> SelfSummary:
    """The summary of the last report before the release."""
    return from_json(specification().joinpath(*PLACE).read_text("utf-8"))


# --- as JSON -----------------------------------------------------------------------------------

_HEADER: Final = ("kind", "subject", "facts", "library", "python", "made")
_FOOTER: Final = ("seconds", "interrupted", "notes")
_TESTS: Final = ("parameters", "properties", "examples")


def to_json(summary: SelfSummary) -> str:
    """A summary as a JSON document, with a line for each clause."""
    whole = {
        **{key: getattr(summary.header, key) for key in _HEADER},
        **{key: getattr(summary.footer, key) for key in _FOOTER},
        "results": {about: _without_zeros(tally) for about, tally in summary.about.items()},
        "tests": {key: getattr(summary, key) for key in _TESTS},
        "agreements": {edition: asdict(each) for edition, each in summary.agreements.items()},
        "failures": [asdict(result, recurse=False) for result in summary.failures],
        "clauses": {},
    }
    clauses: dict[str, dict[str, dict[str, Any]]] = {}
    for (id_, edition, about), count in sorted(summary.counts.items()):
        figures = {"examples": count.examples, "verdicts": count.verdicts}
        row = _without_zeros(count.tally) | {key: n for key, n in figures.items() if n}
        clauses.setdefault(id_, {}).setdefault(edition, {})[about] = row
    lines = ",\n".join(f"  {_line(id_)}: {_line(row)}" for id_, row in clauses.items())
    return json.dumps(whole, indent=1).removesuffix("{}\n}") + f"{{\n{lines}\n }}\n}}\n"


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _without_zeros(tally: Tally) -> dict[str, int]:
    return {outcome: count for outcome, count in asdict(tally).items() if count}


def from_json(text: str) -> SelfSummary:
    """The summary that `to_json` has written."""
    data: dict[str, Any] = json.loads(text)
    about = {kind: Tally(**counts) for kind, counts in data["results"].items()}
    total = sum(about.values(), Tally())
    return SelfSummary(
        header=Header(**{key: data[key] for key in _HEADER}),
        footer=Footer(
            **{outcome: getattr(total, outcome) for outcome in OUTCOMES},
            **{key: data[key] for key in _FOOTER} | {"notes": tuple(data["notes"])},
        ),
        about=about,
        **{key: data["tests"][key] for key in _TESTS},
        agreements={edition: Agreement(**each) for edition, each in data["agreements"].items()},
        counts={
            (id_, edition, kind): _count(row)
            for id_, editions in data["clauses"].items()
            for edition, kinds in editions.items()
            for kind, row in kinds.items()
        },
        failures=tuple(
            Result(**{**each, "clauses": tuple(each["clauses"])}) for each in data["failures"]
        ),
    )


def _count(row: Mapping[str, int]) -> Count:
    tally = Tally(**{key: n for key, n in row.items() if key in OUTCOMES})
    return Count(tally, row.get("examples", 0), row.get("verdicts", 0))
