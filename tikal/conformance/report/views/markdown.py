"""Markdown: a report for a pull request or a wiki."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from tikal._support.wording import one_line
from tikal.conformance.report import phrases
from tikal.conformance.report.blame import blamed
from tikal.conformance.report.contents import Contents
from tikal.conformance.report.diagnosis import most_suspect
from tikal.conformance.report.headlines import edition_table
from tikal.conformance.report.kinds import KINDS
from tikal.conformance.report.log import Log, Outcome, ReportKind, Result
from tikal.conformance.report.matrix import Cell, Matrix
from tikal.conformance.report.summary import Summary, Tally
from tikal.editions import EDITIONS
from tikal.law.registry import chapters, clauses

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#|~!&$])")


def render(log: Log) -> Iterator[str]:
    """The log as Markdown, with tables as GitHub reads them."""
    contents, kind = Contents(log), KINDS[log.header.kind]
    yield f"# {kind.title}: {text(log.header.subject)}\n\n"
    made = text(f"{phrases.made_with(log)}, {phrases.when_made(log)}")
    yield f"{made}; it took {phrases.duration(log.footer.seconds)}.\n\n"
    yield from _list(f"{text(key)}: {text(value)}" for key, value in phrases.facts(log).items())
    for note in phrases.notes(log):
        yield f"> {text(note)}\n\n"
    shown = kind.headlines(contents)
    yield from _list(f"**{text(number)}** {text(label)}" for number, label, _ in shown)
    yield from CONTENTS[log.header.kind](contents)


def text(value: object) -> str:
    """Any value as one line of plain text, with special characters escaped."""
    return _SPECIAL.sub(r"\\\1", one_line(value))


def code(value: str) -> str:
    """Text as code, or as plain text if it holds something that would end the code."""
    plain = one_line(value)
    return text(plain) if not plain or re.search(r"[`|\\]", plain) else f"`{plain}`"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """A table; the cells are Markdown already."""
    titles = list(heads)
    yield f"| {' | '.join(titles)} |\n"
    yield f"|{' --- |' * len(titles)}\n"
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
    heads = [text(phrases.short_edition(key)) for key in EDITIONS]
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
            [
                entry.id,
                text(entry.title),
                *map(_cell, matrix.row(entry.id)),
                text(matrix.most_evidence(entry.id)),
            ]
            for entry in clauses()
        ),
    )


def _cells(tally: Tally) -> str:
    asked = tally.total - tally.skipped
    symbol = phrases.OUTCOME_SYMBOLS[_worst(tally)]
    return f"{symbol} {tally.passed} of {asked}" if asked else symbol


def _worst(tally: Tally) -> Outcome:
    if tally.errored or tally.failed:
        return "errored" if tally.errored else "failed"
    return "passed" if tally.passed else "skipped"


def _cell(cell: Cell) -> str:
    symbol = phrases.OUTCOME_SYMBOLS[cell.outcome]
    return f"{symbol} {text(cell.reason)}" if cell.outcome in ("failed", "errored") else symbol


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
    why = f": {text(result.message)}" if result.message else ""
    symbol = phrases.OUTCOME_SYMBOLS[result.outcome]
    return f"{symbol} {result.about} {code(result.subject)}{where} {result.outcome}{why}"


# --- games -------------------------------------------------------------------------------------


def _audit(log: Log, summary: Summary) -> Iterator[str]:
    yield from _by_edition(summary)
    if summary.allowing:
        yield "## By other rules\n\n"
        yield from (f"- {text(line)}\n" for line in summary.allowing_lines())
        yield "\n"
    if summary.broken:
        yield "## Clauses broken most\n\n"
        rows = ([id_, text(phrases.title_of(id_)), str(n)] for id_, n in summary.broken.items())
        yield from table(["Clause", "Title", "Games"], rows)
    yield "## Games\n\n"
    for result in log.results():
        symbol = phrases.OUTCOME_SYMBOLS[result.outcome]
        yield f"- {symbol} {code(result.subject)}: {_game(result)}\n"
        yield from _reasons(result)
    yield "\n"


def _game(result: Result) -> str:
    if result.outcome == "passed":
        return text(phrases.game_line(result)) or "passed"
    refusal = phrases.refusal_of(result)
    if refusal:
        # the move is code, which must not be escaped like the rest of the sentence
        before, _, after = refusal.sentence("\0").partition("\0")
        return f"{text(before)} {code(refusal.move)}{text(after)}"
    parts = (result.message, phrases.game_line(result) if result.outcome == "unfinished" else "")
    return text("; ".join(part for part in parts if part)) or result.outcome


def _reasons(result: Result) -> Iterator[str]:
    refusal = phrases.refusal_of(result)
    if refusal:
        for number, violation in enumerate(refusal.violations):
            yield f"  - **{text(violation.clause)}** {text(violation.message)}\n"
            yield from (f"    - {text(line)}\n" for line in refusal.grounds[number : number + 1])
        for line in (*refusal.ways, *refusal.readings):
            yield f"  - {text(line)}\n"
        nearest = ", ".join(map(code, refusal.nearest)) or "nothing"
        yield f"  - legal instead: {nearest}\n"
        yield from (f"  - repair: {text(repair)}\n" for repair in refusal.repairs)
    yield from (f"  - {text(claim)}\n" for claim in phrases.claims_of(result))


def _by_edition(summary: Summary) -> Iterator[str]:
    yield "## By edition\n\n"
    heads, rows = edition_table(summary)
    yield from table(heads, (map(text, row) for row in rows))


# --- engines -----------------------------------------------------------------------------------


def _engine(contents: Contents) -> Iterator[str]:
    log, summary = contents.log, contents.summary
    if contents.slips:
        yield "## The adapter\n\n"
        yield from _list(text(slip) for slip in contents.slips)
    yield from _by_edition(summary)
    suspects = [text(f"{id_} ({phrases.title_of(id_)})") for id_ in most_suspect(blamed(log))]
    if suspects:
        yield f"Look first at: {', '.join(suspects)}.\n\n"
    yield "## Scorecard\n\n"
    editions = list(summary.editions)
    yield from table(
        ["Clause", "Title", *(text(phrases.short_edition(key)) for key in editions)],
        (
            [
                row.clause,
                text(phrases.title_of(row.clause)),
                *(_score(row.editions.get(key)) for key in editions),
            ]
            for row in summary.scorecard()
        ),
    )
    yield from _problems(log)


def _score(tally: Tally | None) -> str:
    return f"{phrases.OUTCOME_SYMBOLS[tally.outcome]} {phrases.share(tally)}" if tally else ""


#: The part below the headlines, by kind of report.
CONTENTS: Final[Mapping[ReportKind, Callable[[Contents], Iterator[str]]]] = {
    "self": lambda it: _self(it.log, it.matrix),
    "audit": lambda it: _audit(it.log, it.summary),
    "engine": _engine,
}
