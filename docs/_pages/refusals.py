"""Every reason a move can be refused for: key, facts, sentence."""

from __future__ import annotations

from string import Formatter

from docs._pages.markdown import Pages, page, table
from tikal.languages import refusals


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
        table(
            ("clause", "key", "facts in the sentence", "sentence"),
            (
                (key.split("/")[0], f"`{key}`", _facts(pattern), pattern)
                for key, pattern in sorted(refusals().items())
            ),
        ),
    )


def _facts(pattern: str) -> str:
    names = dict.fromkeys(name for _, name, _, _ in Formatter().parse(pattern) if name)
    return ", ".join(f"`{name}`" for name in names)
