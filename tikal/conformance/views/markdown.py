"""Markdown: a report for a pull request or a wiki."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tikal.clauses import chapters, clauses
from tikal.conformance.matrix import Cell, Matrix, matrix_of
from tikal.conformance.report import Log, Outcome, Result
from tikal.conformance.summary import Summary, Tally, summarise
from tikal.conformance.suspects import most_suspect
from tikal.conformance.views import words
from tikal.conformance.views.refusals import about_game, refusal_of
from tikal.editions import EDITIONS
from tikal.wording import one_line

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#|~!&$])")


def render(log: Log) -> Iterator[str]:
    """The log as Markdown, with tables as GitHub reads them."""
    summary = summarise(log)
    matrix = matrix_of(log.results()) if log.header.kind == "self" else None
    yield f"# {words.KINDS[log.header.kind]}: {text(log.header.subject)}\n\n"
    yield f"{text(words.made(log))}; it took {words.duration(log.footer.seconds)}.\n\n"
    yield from _list(f"{text(key)}: {text(value)}" for key, value in words.facts(log).items())
    for note in words.notes(log):
        yield f"> {text(note)}\n\n"
    shown = ((number, label) for number, label, _ in words.figures(log, summary, matrix))
    yield from _list(f"**{text(number)}** {text(label)}" for number, label in shown)
    if matrix:
        yield from _self(log, matrix)
    elif log.header.kind == "audit":
        yield from _audit(log, summary)
    else:
        yield from _engine(log, summary)


def text(value: object) -> str:
    """Anything as one line of plain text, whatever signs are in it."""
    return _SPECIAL.sub(r"\\\1", one_line(value))


def code(value: str) -> str:
    """A text as code, or as plain text if it holds what would end the code."""
    plain = one_line(value)
    return text(plain) if not plain or re.search(r"[`|\\]", plain) else f"`{plain}`"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table; the cells are Markdown already."""
    yield f"| {' | '.join(heads)} |\n"
    yield f"|{' --- |' * len(heads)}\n"
    for row in rows:
        yield f"| {' | '.join(row)} |\n"
    yield "\n"


def _list(items: Iterable[str]) -> Iterator[str]:
    several = [f"- {item}\n" for item in items]
    yield from several
    if several:
        yield "\n"


# --- this library ------------------------------------------------------------------------------


def _self(log: Log, matrix: Matrix) -> Iterator[str]:
    heads = [text(words.short_edition(key)) for key in EDITIONS]
    yield "## By chapter\n\n"
    yield from table(
        ["Chapter", *heads],
        (
            [text(title), *(_cells(matrix.tally(chapter, key)) for key in EDITIONS)]
            for chapter, title in chapters().items()
        ),
    )
    yield from _problems(log)
    yield "## By clause\n\n"
    yield from table(
        ["Clause", "Title", *heads, "Evidence"],
        (
            [entry.id, text(entry.title), *map(_cell, row), text(_most_evidence(row))]
            for entry in clauses()
            for row in [matrix.row(entry.id)]
        ),
    )


def _cells(tally: Tally) -> str:
    asked = tally.total - tally.skipped
    mark = words.MARKS[_worst(tally)]
    return f"{mark} {tally.passed} of {asked}" if asked else mark


def _worst(tally: Tally) -> Outcome:
    if tally.errored or tally.failed:
        return "errored" if tally.errored else "failed"
    return "passed" if tally.passed else "skipped"


def _cell(cell: Cell) -> str:
    mark = words.MARKS[cell.outcome]
    return f"{mark} {text(cell.reason)}" if cell.outcome in ("failed", "errored") else mark


def _most_evidence(row: Iterable[Cell]) -> str:
    """The evidence of the edition that has most of it."""
    return str(max((cell.evidence for cell in row), key=lambda e: (e.tests, e.verdicts, e.cases)))


def _problems(log: Log) -> Iterator[str]:
    bad = (result for result in log.results() if result.outcome in ("failed", "errored"))
    first = next(bad, None)
    if first is None:
        return
    yield "## What did not pass\n\n"
    for result in (first, *bad):
        yield f"- {_problem(result)}\n"
    yield "\n"


def _problem(result: Result) -> str:
    where = f" ({', '.join(result.clauses)})" if result.clauses else ""
    said = f": {text(result.message)}" if result.message else ""
    mark = words.MARKS[result.outcome]
    return f"{mark} {result.about} {code(result.subject)}{where} {result.outcome}{said}"


# --- games -------------------------------------------------------------------------------------


def _audit(log: Log, summary: Summary) -> Iterator[str]:
    yield from _by_edition(summary)
    if summary.broken:
        yield "## Clauses broken most\n\n"
        rows = ([id_, text(words.title_of(id_)), str(n)] for id_, n in summary.broken.items())
        yield from table(["Clause", "Title", "Games"], rows)
    yield "## Games\n\n"
    for result in log.results():
        yield f"- {words.MARKS[result.outcome]} {code(result.subject)}: {_game(result)}\n"
        yield from _reasons(result)
    yield "\n"


def _game(result: Result) -> str:
    if result.outcome == "passed":
        return text(about_game(result)) or "passed"
    refusal = refusal_of(result)
    if refusal:
        return f"{text(refusal.place)}, {code(refusal.move)}, is refused"
    return text(result.message) or result.outcome


def _reasons(result: Result) -> Iterator[str]:
    refusal = refusal_of(result)
    if refusal:
        for violation in refusal.violations:
            yield f"  - **{text(violation.clause)}** {text(violation.message)}\n"
        nearest = ", ".join(map(code, refusal.nearest)) or "nothing"
        yield f"  - legal instead: {nearest}\n"


def _by_edition(summary: Summary) -> Iterator[str]:
    yield "## By edition\n\n"
    yield from table(
        ["Edition", "Passed", "Failed", "Errored", "Skipped"],
        (
            [text(key), str(each.passed), str(each.failed), str(each.errored), str(each.skipped)]
            for key, each in summary.editions.items()
        ),
    )


# --- engines -----------------------------------------------------------------------------------


def _engine(log: Log, summary: Summary) -> Iterator[str]:
    yield from _by_edition(summary)
    suspects = [text(f"{id_} ({words.title_of(id_)})") for id_ in most_suspect(log.results())]
    if suspects:
        yield f"Look first at: {', '.join(suspects)}.\n\n"
    yield "## Scorecard\n\n"
    editions = list(summary.editions)
    yield from table(
        ["Clause", "Title", *(text(words.short_edition(key)) for key in editions)],
        (
            [
                row.clause,
                text(words.title_of(row.clause)),
                *(_score(row.editions.get(key)) for key in editions),
            ]
            for row in summary.scorecard()
        ),
    )
    yield from _problems(log)


def _score(tally: Tally | None) -> str:
    return f"{words.MARKS[tally.outcome]} {words.share(tally)}" if tally else ""
