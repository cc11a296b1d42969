"""Elements that the pages about libraries, games and engines share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tikal.conformance.report.headlines import edition_table
from tikal.conformance.report.log import Outcome
from tikal.conformance.report.phrases import OUTCOME_SYMBOLS, known_clause, short_edition
from tikal.conformance.report.summary import WHOLE_GAMES, Summary
from tikal.conformance.report.views.html_elements import (
    Child,
    Markup,
    definitions,
    element,
    fold,
    items,
    join,
    part,
    table,
)
from tikal.editions import EDITIONS
from tikal.law.entries import Clause, Ruling, confidences_text
from tikal.law.registry import difference, ruling
from tikal.law.sources import Place, formal_rules, predicates


def entry(
    id_: str,
    heading: Child,
    aside: Child,
    *body: Child,
    outcome: Outcome,
    cells: Iterable[tuple[str, Outcome]],
    chapters: Iterable[str],
    is_open: bool = False,
) -> Markup:
    """One entry of a page, which can be linked to, found, filtered and opened."""
    return element(
        "article",
        element(
            "details",
            element("summary", element("h3", heading), element("span", aside, class_="aside")),
            element("div", *body, permalink(id_), class_="body"),
            open=is_open,
        ),
        id=id_,
        class_=f"entry {outcome}",
        data_cells=" ".join(dict.fromkeys(f"{_slug(key)}:{each}" for key, each in cells)),
        data_chapters=" ".join(dict.fromkeys(chapters)),
    )


def _slug(edition: str) -> str:
    return edition.replace(" ", "-")


def permalink(id_: str) -> Markup:
    """A link to the entry itself."""
    return element(
        "p", element("a", "link to this entry", href=f"#{id_}", class_="permalink"), class_="quiet"
    )


def symbol(outcome: Outcome, text: str = "") -> Markup:
    """An outcome as a coloured symbol, with its word for screen readers."""
    return element(
        "span",
        element("span", OUTCOME_SYMBOLS[outcome], aria_hidden="true"),
        element("span", text or outcome, class_="unseen"),
        class_=f"mark {outcome}",
        title=text or outcome,
    )


def chip(edition: str, outcome: Outcome, text: str, shown: str = "") -> Markup:
    """One edition of an entry: its initials and its symbol."""
    first, *more = short_edition(edition).split()
    initials = (first[0] + more[0][0] if more else first[:2]).upper()
    label = f"{short_edition(edition)}: {text or outcome}"
    return element(
        "span",
        element("span", f"{initials} {shown or OUTCOME_SYMBOLS[outcome]}", aria_hidden="true"),
        element("span", f"{label}. ", class_="unseen"),
        class_=f"chip {outcome}",
        title=label,
    )


def clause_link(id_: str) -> Markup:
    """A clause, with a link to its entry on this page."""
    known = known_clause(id_)
    return element("a", id_, href=f"#{anchor(id_)}", title=known.title if known else None)


def anchor(id_: str) -> str:
    """The id of a clause's entry."""
    return "whole-games" if id_ == WHOLE_GAMES else id_


def clause_heading(id_: str) -> Markup:
    """The id and the title of a clause."""
    known = known_clause(id_)
    title = known.title if known else "" if id_ == WHOLE_GAMES else "not known to this version"
    return join((element("span", id_, class_="id"), " ", title))


def edition_section(summary: Summary, things: str, shares: bool = False) -> Markup:
    """The results by edition and outcome."""
    heads, rows = edition_table(summary, shares)
    return element(
        "section",
        element("h2", "By edition", id="editions"),
        table(heads, rows, f"{things} by edition and outcome"),
    )


# --- what the registry says --------------------------------------------------------------------


def clause_text(entry_: Clause) -> Markup:
    """A clause: statement, editions, rulings."""
    return join(
        (
            element("p", entry_.statement, class_="statement"),
            element("p", entry_.notes, class_="quiet") if entry_.notes else "",
            part("What the rulebooks say", _stances(entry_)),
            part("Where they differ", *map(_difference, entry_.differences)),
            part("Rulings", *(_ruling(ruling(id_)) for id_ in entry_.rulings)),
            _follows(entry_),
        )
    )


def _stances(entry_: Clause) -> Markup:
    pairs: list[tuple[Child, Child]] = []
    for key, stance in entry_.editions.items():
        headings = ", ".join(f"“{heading}”" for heading in stance.headings)
        note = f" ({stance.note})" if stance.note else ""
        where = f", under {headings}" if headings else ""
        pairs.append((EDITIONS[key].title, f"{stance.verdict}{note}{where}"))
    return definitions(pairs, class_="pairs")


def _difference(id_: str) -> Markup:
    found = difference(id_)
    return fold(
        join((element("span", id_, class_="id"), " ", found.point)),
        definitions(
            ((short_edition(key), text) for key, text in found.editions.items()), class_="pairs"
        ),
        element("p", found.handling),
    )


def _ruling(found: Ruling) -> Markup:
    sure = confidences_text(found)
    return fold(
        join((element("span", found.id, class_="id"), " ", found.question)),
        element("p", element("strong", found.answer)),
        element("p", found.reasoning, " ", element("span", f"({sure})", class_="quiet")),
        _titled_list("Readings not taken", found.rejected),
        _titled_list("Other sources", found.evidence),
    )


def _titled_list(title: str, texts: tuple[str, ...]) -> Markup:
    if not texts:
        return join(())
    return join((element("p", f"{title}:", class_="quiet"), items(texts)))


def _follows(entry_: Clause) -> Markup:
    links = [join((clause_link(id_), " ")) for id_ in entry_.follows_from]
    return part("Follows from", element("p", *links)) if links else join(())


def enforcers(id_: str) -> Markup:
    """The predicates and the formal rules of a clause."""
    places = [_place(place) for place in predicates(id_)]
    rules = formal_rules(id_)
    formal = [element("pre", element("code", place.text)) for place in rules]
    files = ", ".join(dict.fromkeys(place.file for place in rules))
    return join((items(places), fold(f"formal rules in {files}", *formal) if formal else ""))


def _place(place: Place) -> Markup:
    where = element("span", f"{place.file}:{place.line}", class_="quiet")
    return join((element("code", place.name), " ", where))


def glossary(ids: Mapping[str, str]) -> Markup:
    """The clauses that a page names, each with a remark."""
    entries = ((known_clause(id_), aside) for id_, aside in ids.items())
    return join(_glossary_entry(entry_, aside) for entry_, aside in entries if entry_)


def _glossary_entry(entry_: Clause, aside: str) -> Markup:
    heading = element("h3", clause_heading(entry_.id))
    return element(
        "article",
        fold(
            join((heading, element("span", aside, class_="aside"))),
            element("div", clause_text(entry_), permalink(entry_.id), class_="body"),
        ),
        id=anchor(entry_.id),
        class_="clause",
    )
