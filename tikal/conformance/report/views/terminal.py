"""The report on a terminal: compact, what is wrong first, the headlines last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from tikal._support.wording import one_line
from tikal.conformance.report.diagnosis import most_suspect
from tikal.errors import missing_extra

try:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text
except ModuleNotFoundError as error:
    raise missing_extra("cli", error) from error

from tikal.conformance.report import phrases
from tikal.conformance.report.blame import blamed
from tikal.conformance.report.causes import FAULTS, Cause, causes
from tikal.conformance.report.contents import Contents
from tikal.conformance.report.headlines import Headline, edition_table, of_library
from tikal.conformance.report.kinds import KINDS
from tikal.conformance.report.log import Framed, Log, Outcome, ReportKind, Result
from tikal.conformance.report.matrix import Matrix
from tikal.conformance.report.self_summary import SelfSummary
from tikal.conformance.report.summary import Summary, Tally
from tikal.editions import EDITIONS
from tikal.law.registry import chapters, clauses

STYLES: Final[Mapping[Outcome, str]] = {
    "passed": "green",
    "failed": "red",
    "errored": "magenta",
    "skipped": "dim",
    "unfinished": "yellow",
}
#: Only this many problems are printed one by one; of games, all are.
MAX_PROBLEMS: Final = 40
#: Causes of an engine that are printed, so that the report fits a screen.
MAX_CAUSES: Final = 16
#: Requests and answers are printed if no more cases than these are wrong.
MAX_REQUESTS: Final = 2


def render(log: Log, console: Console) -> None:
    """Print a log."""
    contents = Contents(log)
    _print_top(log, console)
    CONTENTS[log.header.kind](contents, console)
    _print_headlines(log, KINDS[log.header.kind].headlines(contents), console)


def render_summary(summary: SelfSummary, console: Console) -> None:
    """Print the summary of a report on this library, every clause in every edition."""
    matrix = summary.matrix()
    _print_top(summary, console)
    longest_id = max(len(entry.id) for entry in clauses())
    heads = ["Clause", *_EDITION_HEADS, *_EVIDENCE_HEADS]
    console.print(_table(heads, _clause_rows(matrix), longest_id))
    console.print()
    _print_self(matrix, summary.failures, console)
    found = of_library(summary.about, summary.examples, matrix)
    _print_headlines(summary, found, console)


def _print_top(log: Framed, console: Console) -> None:
    subject = one_line(log.header.subject)
    _say(console, (f"{KINDS[log.header.kind].title}: {subject}", "bold"))
    _say(console, (f"{phrases.made_with(log)}, {phrases.when_made(log)}", "dim"))
    console.print()


def _print_headlines(log: Framed, found: Iterable[Headline], console: Console) -> None:
    parts: list[str | tuple[str, str]] = []
    for number, label, outcome in found:
        parts += [(number, f"bold {STYLES[outcome]}"), f" {label}, "]
    _say(console, *parts, (f"in {phrases.duration(log.footer.seconds)}", "dim"))
    for note in phrases.notes(log):
        _say(console, ("note: ", "bold yellow"), note)


def _say(console: Console, *parts: str | tuple[str, str]) -> None:
    """One line; nothing in it is taken as markup."""
    console.print(Text.assemble(*parts), soft_wrap=True)


def _symbol(outcome: Outcome) -> tuple[str, str]:
    return f"{phrases.OUTCOME_SYMBOLS[outcome]} ", STYLES[outcome]


def _table(
    heads: Sequence[str], rows: Iterable[Sequence[str | Text]], first_width: int | None = None
) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, head in enumerate(heads):
        table.add_column(Text(head), min_width=None if number else first_width)
    for row in rows:
        # a plain str would be read as markup
        table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return table


# --- this library ------------------------------------------------------------------------------


_EDITION_HEADS: Final = tuple(map(phrases.short_edition, EDITIONS))
#: The evidence in the edition that has the most.
_EVIDENCE_HEADS: Final = ("Tests", "Examples", "Refusals", "Cases", "Mutants")


def _clause_rows(matrix: Matrix) -> Iterator[Sequence[str | Text]]:
    for entry in clauses():
        best = matrix.most_evidence(entry.id)
        numbers = (best.tests, best.examples, best.verdicts, best.cases)
        mutants = f"{best.killed}/{best.mutants}" if best.mutants else ""
        outcomes = [cell.outcome for cell in matrix.row(entry.id)]
        symbols = [Text(phrases.OUTCOME_SYMBOLS[each], STYLES[each]) for each in outcomes]
        yield entry.id, *symbols, *(f"{n:,}" if n else "" for n in numbers), mutants


def _print_self(matrix: Matrix, results: Iterable[Result], console: Console) -> None:
    heads = ["Chapter", *_EDITION_HEADS]
    rows = (
        (Text(title), *(_conforming(matrix.tally(chapter, key)) for key in EDITIONS))
        for chapter, title in chapters().items()
    )
    console.print(_table(heads, rows))
    console.print()
    seen: set[tuple[str, str]] = set()
    for cell in matrix.cells.values():
        if cell.outcome in ("failed", "errored") and (cell.clause, cell.reason) not in seen:
            seen.add((cell.clause, cell.reason))
            reason = f"  {one_line(cell.reason)}"
            _say(console, _symbol(cell.outcome), (cell.clause, "bold"), reason)
    _print_problems((result for result in results if not result.clauses), console)
    if seen:
        console.print()


def _conforming(tally: Tally) -> Text:
    asked = tally.total - tally.skipped
    if not asked:
        return Text(phrases.OUTCOME_SYMBOLS["skipped"], STYLES["skipped"])
    good = tally.passed == asked
    return Text(f"{tally.passed} of {asked}", STYLES["passed" if good else "failed"])


# --- games -------------------------------------------------------------------------------------


def _print_audit(contents: Contents, console: Console) -> None:
    summary = contents.summary
    for result in contents.log.results():
        if result.outcome != "passed":
            _print_game(result, console)
    for line in summary.allowing_lines():
        _say(console, line)
    if summary.broken:
        rows = [[id_, phrases.title_of(id_), str(games)] for id_, games in summary.broken.items()]
        console.print(_table(["Broken most", "", "games"], rows))
        console.print()
    _print_editions(summary, console)


def _print_game(result: Result, console: Console) -> None:
    refusal = phrases.refusal_of(result)
    name = (one_line(result.subject), "bold")
    if not refusal:
        _say(console, _symbol(result.outcome), name, f": {one_line(result.message)}")
        return
    _say(console, _symbol(result.outcome), name, f": {refusal.sentence()}")
    for violation in refusal.violations:
        _say(console, (f"    {violation.clause}", "bold"), f"  {violation.message}")
    for line in (*refusal.ways[:1], *refusal.readings):
        _say(console, f"    {line}")
    nearest = ", ".join(refusal.nearest) or "nothing"
    _say(console, ("    legal instead: ", "dim"), nearest)
    for repair in refusal.repairs:
        _say(console, ("    repair: ", "dim"), repair)
    for claim in phrases.claims_of(result):
        _say(console, "    ", claim)


def _print_editions(summary: Summary, console: Console) -> None:
    console.print(_table(*edition_table(summary)))
    console.print()


# --- engines -----------------------------------------------------------------------------------


def _print_engine(contents: Contents, console: Console) -> None:
    log = contents.log
    # an engine that ends or is late comes first: then little was asked
    found = sorted(causes(log), key=lambda cause: cause.fault != "fails")
    for slip in contents.slips:
        _say(console, ("The adapter: ", "bold red"), one_line(slip))
    if contents.slips:
        console.print()
    for cause in found[:MAX_CAUSES]:
        _print_cause(cause, console)
    more = sum(cause.cases for cause in found[MAX_CAUSES:])
    if more:
        _say(console, (f"  and {more} more cases, which the other views show", "dim"))
    if 0 < sum(cause.cases for cause in found) <= MAX_REQUESTS:
        _print_requests((cause.example for cause in found), console)
    _print_board((cause.example for cause in found), console)
    if found:
        console.print()
    _print_editions(contents.summary, console)
    suspects = [f"{id_} ({phrases.title_of(id_)})" for id_ in most_suspect(blamed(log))]
    if suspects:
        _say(console, ("Look first at: ", "bold"), one_line(", ".join(suspects)))
        console.print()


def _print_cause(cause: Cause, console: Console) -> None:
    """One line: the clause, what is wrong, how often, and one case to look at."""
    result = cause.example
    about = f"{cause.clause} " if cause.clause else ""
    often = f" ({cause.cases} cases)" if cause.cases > 1 else ""
    _say(
        console,
        _symbol(result.outcome),
        (about, "bold cyan"),
        f"{FAULTS[cause.fault]}{often}, as in ",
        (one_line(result.subject), "bold"),
        f": {one_line(result.message)}",
    )


def _print_requests(results: Iterable[Result], console: Console) -> None:
    """Request and answer, to paste."""
    for result in results:
        for title, text in phrases.exchanged(result):
            _say(console, (f"  {title} ", "dim"), text)


def _print_board(results: Iterable[Result], console: Console) -> None:
    """The position of the first difference that play has found."""
    for result in results:
        if lines := phrases.board_of(result):
            _say(console, ("  position ", "dim"), lines[0])
            for line in lines[1:]:
                _say(console, f"  {line}")
            return


def _print_problems(results: Iterable[Result], console: Console) -> None:
    bad = (result for result in results if result.outcome in ("failed", "errored"))
    for result in islice(bad, MAX_PROBLEMS):
        about = f"  {', '.join(result.clauses)}" if result.clauses else ""
        parts = ((one_line(result.subject), "bold"), (about, "cyan"))
        _say(console, _symbol(result.outcome), *parts, f"  {one_line(result.message)}")
    more = sum(1 for _ in bad)
    if more:
        _say(console, (f"  and {more} more, which the other views show", "dim"))


#: The part between the title and the headlines, by kind of report.
CONTENTS: Final[Mapping[ReportKind, Callable[[Contents, Console], None]]] = {
    "self": lambda it, console: _print_self(it.matrix, it.log.results(), console),
    "audit": _print_audit,
    "engine": _print_engine,
}
