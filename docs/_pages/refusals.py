"""Every reason a move can be refused for: key, facts, sentence."""

from __future__ import annotations

from string import Formatter
from typing import Final

from docs._pages.markdown import Pages, page, table
from tikal.clauses import BookVerdict
from tikal.clauses.grounds import Grounds, grounds
from tikal.conformance.report.words import short_edition
from tikal.editions import EDITIONS
from tikal.languages import refusals

#: What a book contributes to a refusal, in a word.
WORDS: Final[dict[BookVerdict, str]] = {"says": "letter", "implied": "implied", "partly": "partly"}


def pages() -> Pages:
    """The one page."""
    return {"refusals.md": _refusals()}


def _refusals() -> str:
    return page(
        "# Refusals",
        "A `tikal.Violation` has the clause, a key that names the sentence, and the facts that "
        "appear in it.\n"
        "Keys are stable: never renamed, never used again.\n"
        "The wording is not, so compare keys and facts, not sentences.\n"
        "Facts have public values: cells and tiles by name, seats, kinds and numbers as ints, "
        "figures as `L` and `W`, editions by key.\n"
        "`need` is the least that would do; it is left out where nothing would.",
        "The last column says what a refusal rests on: the *letter* of the rulebook, what is "
        "*implied* there, or a ruling; *partly* means that the rulebook says a part of it.\n"
        "In an edition that is not named, moves are not refused for this reason.\n"
        "`tikal.clauses.grounds` tells it with the headings, also for house editions.",
        table(
            ("clause", "key", "facts in the sentence", "sentence", "rests on"),
            (
                (key.split("/")[0], f"`{key}`", _facts(pattern), pattern, _rests_on(key))
                for key, pattern in sorted(refusals().items())
            ),
        ),
    )


def _facts(pattern: str) -> str:
    names = dict.fromkeys(name for _, name, _, _ in Formatter().parse(pattern) if name)
    return ", ".join(f"`{name}`" for name in names)


def _rests_on(key: str) -> str:
    """What a refusal rests on, once for all editions that agree."""
    editions: dict[str, list[str]] = {}
    for edition in EDITIONS:
        found = grounds(key, edition)
        if found.in_force:
            editions.setdefault(_in_words(found), []).append(short_edition(edition))
    if [len(names) for names in editions.values()] == [len(EDITIONS)]:
        return next(iter(editions))
    return "; ".join(f"{', '.join(names)}: {words}" for words, names in editions.items())


def _in_words(found: Grounds) -> str:
    book = WORDS.get(found.stance.verdict)
    return ", ".join([*([book] if book else []), *(ruling.id for ruling in found.rulings)])
