"""What all views say in the same words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Final

from tikal.clauses import Clause, clause
from tikal.conformance.answers import in_words, said
from tikal.conformance.matrix import Matrix
from tikal.conformance.report import Json, Log, Outcome, Result
from tikal.conformance.summary import Summary, Tally
from tikal.editions import EDITIONS
from tikal.errors import UnknownClause
from tikal.wording import one_line, plural

MARKS: Final[Mapping[Outcome, str]] = {
    "passed": "✓",
    "failed": "✗",
    "errored": "!",
    "skipped": "\N{EN DASH}",
}
KINDS: Final = {
    "self": "Conformance of this library",
    "audit": "Audit of recorded games",
    "engine": "Conformance of an engine",
}
INTERRUPTED: Final = "The run was interrupted: what is missing here was not looked at."


def short_edition(key: str) -> str:
    """An edition in a word or two."""
    title = EDITIONS[key].title if key in EDITIONS else key
    found = re.match(r"[^\d,(]+", title)
    return found[0].strip() if found else title


def known_clause(id_: str) -> Clause | None:
    """The entry of a clause; None if this library does not know it."""
    try:
        return clause(id_)
    except UnknownClause:
        return None


def title_of(id_: str) -> str:
    """The title of a clause, or nothing."""
    entry = known_clause(id_)
    return entry.title if entry else ""


def made(log: Log) -> str:
    """When and with what a report was made."""
    moment = log.header.made.replace("T", " ").replace("+00:00", " UTC")
    return one_line(f"{log.header.library}, Python {log.header.python}, {moment}")


def facts(log: Log) -> dict[str, str]:
    """What else is known of the subject."""
    told = ((one_line(key), said(value)) for key, value in log.header.facts.items())
    return {key.replace("_", " "): value for key, value in told if value}


def notes(log: Log) -> tuple[str, ...]:
    """What every reader must know."""
    interrupted = (INTERRUPTED,) if log.footer.interrupted else ()
    return (*interrupted, *map(one_line, log.footer.notes))


def failures(result: Result) -> Iterator[tuple[str, str, str]]:
    """The questions that were answered wrongly: question, expected, got."""
    found: Json = result.detail.get("failures")
    for each in found if isinstance(found, list) else ():
        match each:
            case {"question": question, "expected": expected, "got": got}:
                yield in_words(question, expected, got)


def share(tally: Tally) -> str:
    """How many passed of how many."""
    return f"{tally.passed:,} of {tally.total:,}"


def percent(tally: Tally) -> str:
    """The share that passed, never rounded up to all."""
    return f"{int(tally.share * 1000) / 10:g} %"


def duration(seconds: float) -> str:
    """A duration for people."""
    if not math.isfinite(seconds):
        return "an unknown time"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


# --- figures -----------------------------------------------------------------------------------

Figure = tuple[str, str, Outcome]


def figures(log: Log, summary: Summary, matrix: Matrix | None) -> list[Figure]:
    """The headline figures: a number, what it counts, and whether it is good."""
    if matrix:
        return [_cells(matrix), *_evidence(summary, matrix)]
    if log.header.kind == "audit":
        return _audited(summary)
    whole: Figure = (percent(summary.total), "of the cases passed", summary.total.outcome)
    return [whole, *_by_outcome(summary.total, "case")]


def _cells(matrix: Matrix) -> Figure:
    tally = matrix.tally()
    asked = tally.total - tally.skipped
    outcome: Outcome = "passed" if matrix.is_clean else "failed"
    return _share_or_all(tally.passed, asked), "rules by edition conform", outcome


def _evidence(summary: Summary, matrix: Matrix) -> Iterator[Figure]:
    for about in ("test", "case", "mutant"):
        tally = summary.about.get(about, Tally())
        words = "mutants killed" if about == "mutant" else f"{about}s passed"
        words += f", {tally.skipped:,} skipped" if tally.skipped else ""
        yield _share_or_all(tally.passed, tally.total), words, tally.outcome
    tried: Outcome = "passed" if summary.examples else "skipped"
    yield f"{summary.examples:,}", "generated examples", tried
    whole = matrix.agreement
    told = f"verdicts agree with the formal rules, on {whole.positions:,} positions"
    if whole.disagreements:
        told = (
            f"verdicts compared with the formal rules: they disagree on {whole.disagreements:,} "
            f"of {whole.positions:,} positions"
        )
    yield f"{whole.verdicts:,}", told, summary.about.get("agreement", Tally()).outcome


def _share_or_all(some: int, total: int) -> str:
    return f"all {total:,}" if some == total > 0 else f"{some:,} of {total:,}"


def _audited(summary: Summary) -> list[Figure]:
    moves = summary.moves
    refused: Outcome = "failed" if moves.refused else "passed"
    return [
        *_by_outcome(summary.total, "game"),
        _moves(moves.accepted, "accepted", "passed" if moves.accepted else "skipped"),
        _moves(moves.refused, "refused", refused),
        _moves(moves.skipped, "after a refusal, not looked at", "skipped"),
    ]


def _moves(number: int, what: str, outcome: Outcome) -> Figure:
    return f"{number:,}", f"{plural(number, 'move')} {what}", outcome


def _by_outcome(tally: Tally, thing: str) -> list[Figure]:
    good: Outcome = "passed" if tally.passed else "skipped"
    counted: list[Figure] = [
        (f"{tally.passed:,}", f"{plural(tally.passed, thing)} passed", good),
        (f"{tally.failed:,}", "failed", "failed" if tally.failed else "passed"),
        (f"{tally.errored:,}", "errored", "errored" if tally.errored else "passed"),
    ]
    return [*counted, (f"{tally.skipped:,}", "skipped", "skipped")] if tally.skipped else counted
