"""Every reason a move can be refused for: key, facts, sentence."""

from __future__ import annotations

from functools import cache
from string import Formatter
from typing import Final

import tikal
from docs._pages.markdown import Pages, page, table
from docs._pages.playable import Playable, is_built
from tikal.conformance.cases import cases
from tikal.conformance.report.phrases import short_edition
from tikal.editions import EDITIONS
from tikal.languages import refusals
from tikal.law.entries import BookVerdict
from tikal.law.grounds import Grounds, grounds

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
        "`tikal.law.grounds` tells it with the headings, also for house editions.",
        _HOW_TO_TRY if is_built() else "",
        table(
            ("clause", "key", "facts in the sentence", "sentence", "rests on"),
            (
                (
                    key.split("/")[0],
                    f"`{key}`",
                    _facts(pattern),
                    f"{pattern} {_try(key)}".strip(),
                    _rests_on(key),
                )
                for key, pattern in sorted(refusals().items())
            ),
        ),
    )


_HOW_TO_TRY: Final = (
    "*Try it* behind a sentence opens [the page](../guide/the-page.md) with a move that is "
    "refused for this reason."
)


def _try(key: str) -> str:
    return examples()[key].link("Try it", up="../") if is_built() else ""


@cache
def examples() -> dict[str, Playable]:
    """For every key a move that is refused for it: of the published cases the first."""
    missing, found = set(refusals()), dict[str, Playable]()
    for case in cases("witness", "near miss"):
        for number, question in enumerate(case.questions):
            is_new = question.ask == "check" and any(
                key.startswith(f"{clause}/") for clause in question.expect for key in missing
            )
            if is_new:
                state = case.state_at(number)
                asked = Playable(state, question.about["move"], question.about.get("seat"))
                for violation in tikal.check(state, asked.move, asked.seat):
                    found.setdefault(violation.key, asked)
                    missing.discard(violation.key)
    return found


def _facts(pattern: str) -> str:
    names = dict.fromkeys(name for _, name, _, _ in Formatter().parse(pattern) if name)
    return ", ".join(f"`{name}`" for name in names)


def _rests_on(key: str) -> str:
    """The grounds of a refusal, once for all editions that agree."""
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
