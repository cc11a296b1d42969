"""The page about another engine: a scorecard by clause, and every case it got wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from tikal._support.wording import one_line
from tikal.conformance.cases import Case
from tikal.conformance.report.blame import SlipCount, blamed
from tikal.conformance.report.contents import Contents
from tikal.conformance.report.diagnosis import most_suspect
from tikal.conformance.report.log import Log, Result
from tikal.conformance.report.phrases import (
    exchanged,
    known_clause,
    share,
    short_edition,
    title_of,
    wrong_answers,
)
from tikal.conformance.report.summary import WHOLE_GAMES, ClauseCounts, Tally, edition_of
from tikal.conformance.report.views.html_elements import (
    Child,
    Markup,
    element,
    fold,
    items,
    join,
    part,
    prose,
    table,
)
from tikal.conformance.report.views.html_entries import (
    anchor,
    chip,
    clause_heading,
    clause_link,
    clause_text,
    edition_section,
    entry,
    symbol,
)
from tikal.conformance.report.views.html_pictures import (
    case_picture,
    cases_of,
    failing_question,
    figure,
)
from tikal.law.registry import chapters

#: With more the page would be too heavy to open; it says what it leaves out.
MAX_PICTURES: Final = 40
_OTHERS: Final = "Others"


def content(contents: Contents) -> Iterator[Markup]:
    """The slips of the adapter, the scorecard, and the cases behind it."""
    log, summary = contents.log, contents.summary
    numbered = enumerate(log.results(), start=1)
    wrong = {f"case-{n}": result for n, result in numbered if result.outcome != "passed"}
    # skipped cases come last: they say least
    wrong = dict(sorted(wrong.items(), key=lambda item: item[1].outcome == "skipped"))
    yield _adapter(contents.slips)
    yield edition_section(summary, "Cases", shares=True)
    yield _suspects(log)
    yield element("h2", "Scorecard", id="scorecard")
    for title, rows in groupby(summary.scorecard(), key=_chapter):
        yield element("h2", title, class_="chapter small")
        for row in rows:
            yield _row(row, wrong)
    yield from _wrong_cases(wrong)


def _adapter(slips: Sequence[SlipCount]) -> Markup:
    """What the adapter gets wrong in every answer; nothing if there is none."""
    heading = element("h2", "The adapter", id="adapter")
    lines = items([element("span", one_line(slip)) for slip in slips])
    return element("section", heading, lines) if slips else join(())


def _suspects(log: Log) -> Markup:
    """The clauses to look at first; nothing if nothing is wrong."""
    found = [
        element("span", clause_link(id_), f" {title_of(id_)}") for id_ in most_suspect(blamed(log))
    ]
    heading = element("h2", "Look first at", id="suspects")
    return element("section", heading, items(found)) if found else join(())


def _chapter(row: ClauseCounts) -> str:
    known = known_clause(row.clause)
    return chapters()[known.chapter] if known else _OTHERS


def _row(row: ClauseCounts, wrong: Mapping[str, Result]) -> Markup:
    known = known_clause(row.clause)
    mine = {id_: result for id_, result in wrong.items() if _is_about(result, row.clause)}
    chips = [chip(key, each.outcome, str(each), _score(each)) for key, each in row.editions.items()]
    links = [_link(id_, result) for id_, result in mine.items()]
    return entry(
        anchor(row.clause),
        clause_heading(row.clause),
        join(chips),
        element("p", f"{share(row.total)} cases passed: {row.total}."),
        part("Cases that did not pass", items(links, class_="plain")),
        fold("What the clause says", clause_text(known)) if known else "",
        outcome=row.total.outcome,
        cells=[(key, each.outcome) for key, each in row.editions.items()],
        chapters=[known.chapter] if known else [],
    )


def _link(id_: str, result: Result) -> Markup:
    link = element("a", one_line(result.subject), href=f"#{id_}")
    why = element("span", result.message, class_="quiet")
    return join((symbol(result.outcome), " ", link, " ", why))


def _score(tally: Tally) -> str:
    return f"{tally.passed}/{tally.total}"


def _is_about(result: Result, clause: str) -> bool:
    return clause in result.clauses or (clause == WHOLE_GAMES and not result.clauses)


def _wrong_cases(wrong: Mapping[str, Result]) -> Iterator[Markup]:
    if not wrong:
        return
    yield element("h2", "Cases that did not pass", id="wrong", class_="chapter")
    known = cases_of(result.subject for result in wrong.values())
    pictures = 0
    for id_, result in wrong.items():
        case = known.get(result.subject)
        picture = ""
        if case and result.outcome != "skipped" and pictures < MAX_PICTURES:
            picture = case_picture(case, failing_question(case, result))
            pictures += bool(picture)
        yield _case(id_, result, case, picture)


def _case(id_: str, result: Result, case: Case | None, picture: str) -> Markup:
    edition = edition_of(result)
    rows = dict.fromkeys(result.clauses or (WHOLE_GAMES,))
    links = [join((clause_link(each), " ")) for each in rows]
    known = [known_clause(each) for each in result.clauses]
    description = case.description if case else str(result.detail.get("description", ""))
    return entry(
        id_,
        join(
            (symbol(result.outcome), " ", element("span", one_line(result.subject), class_="name"))
        ),
        join((*links, element("span", short_edition(edition), class_="quiet"))),
        element("p", result.message, class_="message"),
        _answers(wrong_answers(result)),
        fold("Request and answer to paste", *_exchange(result))
        if result.detail.get("request")
        else "",
        figure(picture, element("p", prose(description))) if picture or description else "",
        outcome=result.outcome,
        cells=[(edition, result.outcome)],
        chapters=[each.chapter for each in known if each],
    )


def _exchange(result: Result) -> Iterator[Markup]:
    for _, text in exchanged(result):
        yield element("pre", text)


def _answers(wrong: Iterable[tuple[str, str, str]]) -> Child:
    rows = [[question, expected, got] for question, expected, got in wrong]
    heads = ["Asked", "Expected", "Got"]
    return table(heads, rows, "Questions that were answered wrongly") if rows else ""
