"""One page per clause, one per chapter, and the list of chapters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from docs._pages import translations, witnesses
from docs._pages.contract import ROOT
from docs._pages.markdown import Pages, bullets, code, heading, page, section, table, toctree
from tikal.editions import EDITIONS
from tikal.law import sources
from tikal.law.entries import BookVerdict, Clause, ClauseKind, Stance
from tikal.law.registry import chapters, clauses, difference, ruling
from tools.verify.clause_marks import MarkedTest, marked_by_clause

#: What the kinds of clauses are.
KIND: Final[dict[ClauseKind, str]] = {
    "precondition": "can refuse a move",
    "sequence": "can refuse a move made at the wrong moment or by the wrong seat",
    "permission": "says that something is allowed",
    "effect": "says what a move does, or costs",
    "invariant": "holds in every position",
    "physical": "is about things on a table that a program need not know",
}
#: What the rulebook of an edition can have to do with a clause.
VERDICT: Final[dict[BookVerdict, str]] = {
    "says": "its rulebook says so",
    "implied": "it follows from what its rulebook says",
    "partly": "its rulebook says a part of it",
    "silent": "its rulebook does not mention it",
    "differs": "its rulebook says something else",
    "not applicable": "its game has no such thing",
}


def pages() -> Pages:
    """All these pages, with the pictures."""
    tests = marked_by_clause(ROOT / "tests")
    found = {
        f"clauses/{entry.id}.md": _clause(entry, tests.get(entry.id, ())) for entry in clauses()
    }
    found |= {f"clauses/{name}.md": _chapter(name, title) for name, title in chapters().items()}
    found["clauses/index.md"] = _all_chapters()
    return found | witnesses.pictures()


# --- a clause ----------------------------------------------------------------------------------


def _clause(entry: Clause, tests: Iterable[MarkedTest]) -> str:
    return page(
        heading(1, entry.id, entry.title),
        f"*{', '.join(entry.kinds)}* — chapter [{chapters()[entry.chapter]}]({entry.chapter}.md)",
        f"> {entry.statement}",
        entry.notes,
        f"**Not modelled.** {_sentence(entry.reason)}" if not entry.modelled else "",
        f"Follows from {', '.join(entry.follows_from)}." if entry.follows_from else "",
        section("What the editions say", _stances(entry), _differences(entry)),
        section("In every language", translations.clause(entry)),
        section("Rulings", bullets(_ruling(id_) for id_ in entry.rulings)),
        *witnesses.sections(entry.id),
        section("In the engine", *_sources(sources.predicates(entry.id), "python")),
        section("In the formal specification", *_sources(sources.formal_rules(entry.id), "prolog")),
        section("Tests", bullets(map(_test, tests))),
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _stances(entry: Clause) -> str:
    return table(
        ("edition", "", "under the heading"),
        (
            (EDITIONS[key].title, stance.verdict, _where(stance))
            for key, stance in entry.editions.items()
        ),
    )


def _where(stance: Stance) -> str:
    note = f"({stance.note})" if stance.note else ""
    return f"{'; '.join(stance.headings)} {note}".strip()


def _differences(entry: Clause) -> str:
    found = map(difference, entry.differences)
    return bullets(f"{d.id}: {d.point}. Here: {d.handling}." for d in found)


def _ruling(id_: str) -> str:
    found = ruling(id_)
    return f"{id_}: {found.question} **{found.answer}**"


def _sources(places: Iterable[sources.Place], language: str) -> list[str]:
    return [code(language, place.text, f"{place.file}, line {place.line}") for place in places]


def _test(test: MarkedTest) -> str:
    return f"{test.sentence} (`tests/{test.file}`)"


# --- lists of clauses --------------------------------------------------------------------------


def _chapter(name: str, title: str) -> str:
    entries = clauses(chapter=name)
    return page(
        f"# {title}",
        bullets(f"{e.id} **{e.title}** *({e.kind})*: {e.statement}" for e in entries),
        toctree(entry.id for entry in entries),
    )


def _all_chapters() -> str:
    titles = chapters()
    rows = (
        (f"[{title}]({name}.md)", _range(clauses(chapter=name))) for name, title in titles.items()
    )
    return page(
        "# The clauses",
        f"The rulebooks, cut into {len(clauses())} numbered sentences of our own.\n"
        "A refusal cites them by id, and an id is never renumbered and never used again.\n"
        "Every page says what the clause demands, what each edition says about it, how open "
        "questions are ruled, and shows the code, the formal rule and the tests.\n"
        "A clause that can refuse a move also has a picture: a position in which this clause "
        "alone is broken.",
        table(("chapter", "clauses"), rows),
        "A clause is of one kind or of several:",
        table(("kind", "", "clauses"), map(_kind, KIND)),
        "An edition takes one of six stances on it:",
        table(("stance", ""), VERDICT.items()),
        "`tikal clauses` lists them in a terminal and `tikal explain TEMPLE-04` prints a page.",
        toctree(titles),
    )


def _kind(kind: ClauseKind) -> tuple[str, str, str]:
    return kind, KIND[kind], str(len(clauses(kind=kind)))


def _range(entries: tuple[Clause, ...]) -> str:
    """The clauses of a chapter, from the first to the last of each prefix."""
    prefixes: dict[str, list[str]] = {}
    for entry in entries:
        prefixes.setdefault(entry.id.split("-")[0], []).append(entry.id)
    return ", ".join(
        ids[0] if len(ids) == 1 else f"{ids[0]} to {ids[-1]}" for ids in prefixes.values()
    )
