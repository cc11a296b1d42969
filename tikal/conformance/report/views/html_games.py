"""The page about recorded games: refusals with a picture, then the games that have none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from tikal._support.wording import counted, one_line
from tikal.conformance.report.log import Log, Outcome, Result
from tikal.conformance.report.phrases import (
    LoggedRefusal,
    claims_of,
    game_line,
    known_clause,
    refusal_of,
    short_edition,
)
from tikal.conformance.report.summary import Summary, Tally, edition_of
from tikal.conformance.report.views.html_elements import Markup, element, items, join, part, prose
from tikal.conformance.report.views.html_entries import (
    clause_link,
    edition_section,
    entry,
    glossary,
    symbol,
)
from tikal.conformance.report.views.html_pictures import figure, refusal_link, refusal_picture

#: With more the page would be too heavy to open; it says what it leaves out.
MAX_PICTURES: Final = 80
#: The same of games by outcome, the worst first: a refused move is what a reader came for.
MOST: Final[dict[Outcome, int]] = {
    "failed": 5000, "errored": 1000, "skipped": 1000, "unfinished": 1000, "passed": 1000,
}  # fmt: skip
_HEADINGS: Final[dict[Outcome, tuple[str, str]]] = {
    "failed": ("wrong", "Games that are not in order"),
    "errored": ("unreadable", "Games that cannot be read"),
    "skipped": ("skipped", "Games that were skipped"),
    "unfinished": ("unfinished", "Games that are not finished"),
    "passed": ("right", "Games in order"),
}


def content(log: Log, summary: Summary) -> Iterator[Markup]:
    """Refused games first, then the clauses, then unreadable games, then the rest."""
    first, *others = MOST
    yield from _section(log, first, summary.total)
    yield from _clauses(summary)
    for outcome in others:
        yield from _section(log, outcome, summary.total)
    yield edition_section(summary, "Games")


def left_out(total: Tally) -> int:
    """The number of games that are in the log, but not on the page."""
    return sum(max(0, getattr(total, outcome) - most) for outcome, most in MOST.items())


def _clauses(summary: Summary) -> Iterator[Markup]:
    if summary.allowing:
        yield element("h2", "By other rules", id="allowing")
        yield items(summary.allowing_lines())
    if summary.broken:
        yield element("h2", "Clauses broken most", id="broken")
        yield glossary({id_: counted(games, "game") for id_, games in summary.broken.items()})


def _section(log: Log, outcome: Outcome, total: Tally) -> Iterator[Markup]:
    games: int = getattr(total, outcome)
    if not games:
        return
    id_, heading = _HEADINGS[outcome]
    yield element("h2", heading, id=id_, class_="chapter")
    for shown, (number, result) in enumerate(_first(log, MOST[outcome], outcome)):
        is_pictured = outcome == "failed" and shown < MAX_PICTURES
        yield _game(number, result, is_pictured)
    yield _left_out(games, MOST[outcome])


def _first(log: Log, most: int, outcome: Outcome) -> Iterator[tuple[int, Result]]:
    """The first games with this outcome, numbered as in the log."""
    numbered = enumerate(log.results(), start=1)
    return islice((each for each in numbered if each[1].outcome == outcome), most)


def _left_out(games: int, most: int) -> Markup:
    if games <= most:
        return join(())
    left = f"{games - most:,} more {'is' if games - most == 1 else 'are'}"
    return element("p", f"{left} in the log, not on this page.", class_="note")


def _game(number: int, result: Result, is_pictured: bool) -> Markup:
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
    unpictured = f"Not drawn: a page has at most {MAX_PICTURES} pictures."
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
