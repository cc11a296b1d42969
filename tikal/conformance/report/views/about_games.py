"""The page about recorded games: refusals with a picture, unfinished games, those in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tikal.conformance.report.log import OUTCOMES, Log, Outcome, Result
from tikal.conformance.report.summary import Summary, Tally, edition_of
from tikal.conformance.report.views.elements import Markup, element, items, join, part, prose
from tikal.conformance.report.views.entries import (
    clause_link,
    edition_section,
    entry,
    glossary,
    symbol,
)
from tikal.conformance.report.views.pictures import figure, refusal_link, refusal_picture
from tikal.conformance.report.words import (
    LoggedRefusal,
    claims_of,
    game_line,
    known_clause,
    refusal_of,
    short_edition,
)
from tikal.wording import counted, one_line

#: With more the page would be too heavy to open; it says what it leaves out.
MOST_PICTURES: Final = 80
MOST_WRONG: Final = 2000
MOST_PASSED: Final = 1000
_WRONG: Final = tuple(each for each in OUTCOMES if each not in ("passed", "unfinished"))


def content(log: Log, summary: Summary) -> Iterator[Markup]:
    """What was refused or could not be read first, then the clauses, then the rest."""
    wrong = _wrong(summary.total)
    if wrong:
        yield element("h2", "Games that are not in order", id="wrong", class_="chapter")
        for shown, (number, result) in enumerate(_first(log, MOST_WRONG, *_WRONG)):
            yield _game(number, result, is_pictured=shown < MOST_PICTURES)
        yield _left_out(wrong, MOST_WRONG)
    if summary.allowing:
        yield element("h2", "By other rules", id="allowing")
        yield items(summary.allowing_lines())
    if summary.broken:
        yield element("h2", "Clauses broken most", id="broken")
        yield glossary({id_: counted(games, "game") for id_, games in summary.broken.items()})
    if summary.total.unfinished:
        yield element("h2", "Games that are not finished", id="unfinished", class_="chapter")
        for number, result in _first(log, MOST_PASSED, "unfinished"):
            yield _game(number, result)
        yield _left_out(summary.total.unfinished, MOST_PASSED)
    if summary.total.passed:
        yield element("h2", "Games in order", id="right", class_="chapter")
        for number, result in _first(log, MOST_PASSED, "passed"):
            yield _game(number, result)
        yield _left_out(summary.total.passed, MOST_PASSED)
    yield edition_section(summary, "Games")


def left_out(total: Tally) -> int:
    """How many games are in the log, but not on the page."""
    legal = (total.passed, total.unfinished)
    return sum(max(0, n - MOST_PASSED) for n in legal) + max(0, _wrong(total) - MOST_WRONG)


def _wrong(total: Tally) -> int:
    return sum(getattr(total, outcome) for outcome in _WRONG)


def _first(log: Log, most: int, *outcomes: Outcome) -> Iterator[tuple[int, Result]]:
    shown = 0
    for number, result in enumerate(log.results(), start=1):
        if result.outcome in outcomes:
            if shown == most:
                return
            shown += 1
            yield number, result


def _left_out(games: int, most: int) -> Markup:
    if games <= most:
        return join(())
    left = f"{games - most:,} more {'is' if games - most == 1 else 'are'}"
    return element("p", f"{left} in the log, not on this page.", class_="note")


def _game(number: int, result: Result, is_pictured: bool = False) -> Markup:
    refusal = refusal_of(result)
    edition = edition_of(result)
    links = [join((clause_link(id_), " ")) for id_ in dict.fromkeys(result.clauses)]
    known = [known_clause(id_) for id_ in result.clauses]
    return entry(
        f"game-{number}",
        join(
            (symbol(result.outcome), " ", element("span", one_line(result.subject), class_="name"))
        ),
        join((*links, element("span", short_edition(edition), class_="quiet"))),
        _body(result, refusal, is_pictured),
        outcome=result.outcome,
        cells=[(edition, result.outcome)],
        chapters=[each.chapter for each in known if each],
        is_open=is_pictured,
    )


def _body(result: Result, refusal: LoggedRefusal | None, is_pictured: bool) -> Markup:
    if refusal is None:
        message = element("p", result.message, class_="message") if result.message else ""
        return join((message, element("p", game_line(result))))
    grounds = (*refusal.grounds, *[""] * len(refusal.violations))
    reasons = [
        join(
            (
                join((clause_link(violation.clause), " ", violation.message)),
                join((" ", element("span", rests_on, class_="quiet"))) if rests_on else "",
            )
        )
        for violation, rests_on in zip(refusal.violations, grounds, strict=False)
    ]
    nearest = [element("code", move) for move in refusal.nearest]
    picture = refusal_picture(refusal) if is_pictured else ""
    unpictured = f"Not drawn: a page has at most {MOST_PICTURES} pictures."
    return join(
        (
            element("p", prose(f"{refusal.sentence(f'`{refusal.move}`')}.")),
            items(reasons, class_="reasons"),
            part("What would make it legal", items(refusal.ways)) if refusal.ways else "",
            part("By other rules", items(refusal.readings)) if refusal.readings else "",
            part("Legal instead", items(nearest, class_="moves")),
            part("Repair", items(map(prose, refusal.repairs))),
            part("Claimed points", items(claims_of(result))),
            figure(picture, element("p", game_line(result)), refusal_link(refusal)),
            element("p", unpictured, class_="quiet") if not is_pictured else "",
        )
    )
