"""A self-contained page: no network, no framework, readable without its script."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import resources
from typing import Final

from tikal._support.wording import one_line
from tikal.conformance.report import phrases
from tikal.conformance.report.contents import Contents
from tikal.conformance.report.kinds import KINDS
from tikal.conformance.report.log import Log, ReportKind
from tikal.conformance.report.views import html_engine, html_games, html_library
from tikal.conformance.report.views.html_elements import Markup, definitions, element, join, raw
from tikal.editions import EDITIONS
from tikal.law.registry import chapters


def render(log: Log) -> Iterator[str]:
    """The log as one page, piece by piece."""
    contents = Contents(log)
    yield "<!doctype html>\n"
    yield f'<html lang="en">\n{_head(log)[0]}\n<body>\n'
    yield _text(_top(contents))
    yield _text(_filters(contents))
    yield '<main id="content">\n'
    for piece in CONTENTS[log.header.kind](contents):
        yield _text(piece)
    yield "</main>\n"
    yield _text(_foot(log))
    yield f"<script>{_asset('page.js')}</script>\n</body>\n</html>\n"


def _text(markup: Markup) -> str:
    return f"{markup[0]}\n"


#: The part between the filters and the foot, by kind of report.
CONTENTS: Final[Mapping[ReportKind, Callable[[Contents], Iterable[Markup]]]] = {
    "self": lambda it: html_library.content(it.log, it.matrix),
    "audit": lambda it: html_games.content(it.log, it.summary),
    "engine": html_engine.content,
}
#: The number of entries of the log that are missing from the page, by kind of report.
LEFT_OUT: Final[Mapping[ReportKind, Callable[[Contents], int]]] = {
    "self": lambda _: 0,
    "audit": lambda it: html_games.left_out(it.summary.total),
    "engine": lambda _: 0,
}


def _asset(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text("utf-8")


def _digest(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def _head(log: Log) -> Markup:
    style, script = _asset("page.css"), _asset("page.js")
    # whatever a log smuggles in, only this style and this script may run
    policy = (
        f"default-src 'none'; img-src data:; style-src {_digest(style)}; "
        f"script-src {_digest(script)}; base-uri 'none'; form-action 'none'"
    )
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("link", rel="icon", href="data:,"),
        element("title", f"{KINDS[log.header.kind].title}: {one_line(log.header.subject)}"),
        element("style", raw(style)),
    )


def _top(contents: Contents) -> Markup:
    log = contents.log
    notes = [element("p", note, class_="note") for note in phrases.notes(log)]
    about = [(key, value) for key, value in phrases.facts(log).items()]
    return element(
        "header",
        element("a", "Skip to the results", href="#content", class_="skip"),
        element("p", KINDS[log.header.kind].title, class_="kind"),
        element("h1", one_line(log.header.subject)),
        definitions(
            [
                ("made", element("time", phrases.when_made(log))),
                ("with", phrases.made_with(log)),
                ("took", phrases.duration(log.footer.seconds)),
                *about,
            ],
            class_="facts",
        ),
        *notes,
        _headlines(contents),
    )


def _headlines(contents: Contents) -> Markup:
    entries = [
        element(
            "li",
            element("strong", number, class_=outcome),
            " ",
            element("span", label),
            class_=outcome,
        )
        for number, label, outcome in KINDS[contents.log.header.kind].headlines(contents)
    ]
    return element("ul", *entries, class_="figures", aria_label="Headline figures")


def _filters(contents: Contents) -> Markup:
    kind, summary = KINDS[contents.log.header.kind], contents.summary
    editions = {key: phrases.short_edition(key) for key in EDITIONS}
    others = {key.replace(" ", "-"): key for key in summary.editions if key not in EDITIONS}
    if kind.by_clause:  # its entries are clauses of printed editions
        others = {}
    search = element(
        "input",
        id="search",
        type="search",
        name="search",
        placeholder="words or a clause such as CAMP-03",
        autocomplete="off",
        aria_keyshortcuts="/",
    )
    return element(
        "form",
        element("label", "Search", search, class_="search"),
        _choice("chapter", chapters()),
        _choice("edition", {**editions, **others}),
        _choice("outcome", {outcome: outcome for outcome in kind.outcomes}),
        element(
            "div",
            element("button", "Clear", type="reset"),
            element("button", "Open all", type="button", id="open"),
            element("button", "Close all", type="button", id="close"),
            element(
                "output",
                id="shown",
                aria_live="polite",
                data_left_out=LEFT_OUT[contents.log.header.kind](contents),
            ),
            class_="actions",
        ),
        id="filters",
        role="search",
        aria_label="Filter the results",
    )


def _choice(name: str, options: dict[str, str]) -> Markup:
    every = element("option", f"every {name}", value="")
    some = [element("option", label, value=value) for value, label in options.items()]
    select = element("select", every, *some, id=name, name=name)
    return element("label", name.capitalize(), select)


def _foot(log: Log) -> Markup:
    tally = f"{log.footer.passed:,} passed, {log.footer.failed:,} failed, "
    rest = f"{log.footer.errored:,} errored, {log.footer.skipped:,} skipped"
    rest += f", {log.footer.unfinished:,} unfinished" if log.footer.unfinished else ""
    return element(
        "footer",
        element("p", f"{log.footer.results:,} results: {tally}{rest}."),
        element("p", "The symbols: ", join(_legend(log))),
    )


def _legend(log: Log) -> Iterator[Markup]:
    for outcome in KINDS[log.header.kind].outcomes:
        symbol = phrases.OUTCOME_SYMBOLS[outcome]
        yield element("span", f"{symbol} {outcome} ", class_=f"mark {outcome}")
