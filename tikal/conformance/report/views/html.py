"""A self-contained page: no network, no framework, readable without its script."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from importlib import resources

from tikal._support.wording import one_line
from tikal.conformance.report import phrases
from tikal.conformance.report.headlines import headlines
from tikal.conformance.report.log import OUTCOMES, Log, Outcome
from tikal.conformance.report.matrix import Matrix, matrix_of
from tikal.conformance.report.summary import Summary, summarise
from tikal.conformance.report.views import html_engine, html_games, html_library
from tikal.conformance.report.views.html_elements import Markup, definitions, element, join, raw
from tikal.editions import EDITIONS
from tikal.law.registry import chapters


def render(log: Log) -> Iterator[str]:
    """The log as one page, piece by piece."""
    summary = summarise(log)
    matrix = matrix_of(log.results()) if log.header.kind == "self" else None
    yield "<!doctype html>\n"
    yield f'<html lang="en">\n{_head(log)[0]}\n<body>\n'
    yield _text(_top(log, summary, matrix))
    yield _text(_filters(log, summary))
    yield '<main id="content">\n'
    for piece in _content(log, summary, matrix):
        yield _text(piece)
    yield "</main>\n"
    yield _text(_foot(log))
    yield f"<script>{_asset('page.js')}</script>\n</body>\n</html>\n"


def _text(markup: Markup) -> str:
    return f"{markup[0]}\n"


def _content(log: Log, summary: Summary, matrix: Matrix | None) -> Iterable[Markup]:
    if matrix:
        return html_library.content(log, matrix)
    if log.header.kind == "audit":
        return html_games.content(log, summary)
    return html_engine.content(log, summary)


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
        element(
            "title", f"{phrases.REPORT_TITLES[log.header.kind]}: {one_line(log.header.subject)}"
        ),
        element("style", raw(style)),
    )


def _top(log: Log, summary: Summary, matrix: Matrix | None) -> Markup:
    notes = [element("p", note, class_="note") for note in phrases.notes(log)]
    about = [(key, value) for key, value in phrases.facts(log).items()]
    return element(
        "header",
        element("a", "Skip to the results", href="#content", class_="skip"),
        element("p", phrases.REPORT_TITLES[log.header.kind], class_="kind"),
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
        _headlines(log, summary, matrix),
    )


def _headlines(log: Log, summary: Summary, matrix: Matrix | None) -> Markup:
    entries = [
        element(
            "li",
            element("strong", number, class_=outcome),
            " ",
            element("span", label),
            class_=outcome,
        )
        for number, label, outcome in headlines(log, summary, matrix)
    ]
    return element("ul", *entries, class_="figures", aria_label="Headline figures")


def _filters(log: Log, summary: Summary) -> Markup:
    editions = {key: phrases.short_edition(key) for key in EDITIONS}
    others = {key.replace(" ", "-"): key for key in summary.editions if key not in EDITIONS}
    if log.header.kind == "self":
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
        _choice("outcome", {outcome: outcome for outcome in _outcomes(log)}),
        element(
            "div",
            element("button", "Clear", type="reset"),
            element("button", "Open all", type="button", id="open"),
            element("button", "Close all", type="button", id="close"),
            element(
                "output", id="shown", aria_live="polite", data_left_out=_left_out(log, summary)
            ),
            class_="actions",
        ),
        id="filters",
        role="search",
        aria_label="Filter the results",
    )


def _left_out(log: Log, summary: Summary) -> int:
    """How many entries are missing from the page."""
    return html_games.left_out(summary.total) if log.header.kind == "audit" else 0


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


def _outcomes(log: Log) -> list[Outcome]:
    """The outcomes that can be in a log: only games can be unfinished."""
    return [each for each in OUTCOMES if each != "unfinished" or log.header.kind == "audit"]


def _legend(log: Log) -> Iterator[Markup]:
    for outcome in _outcomes(log):
        symbol = phrases.OUTCOME_SYMBOLS[outcome]
        yield element("span", f"{symbol} {outcome} ", class_=f"mark {outcome}")
