"""Where the editions differ: the switches first, then all fifty points."""

from __future__ import annotations

from docs._pages.markdown import Pages, bullets, heading, page, table
from tikal.clauses import Difference, differences
from tikal.cli.rules import switch_text
from tikal.editions import EDITIONS


def pages() -> Pages:
    """The one page."""
    return {"differences.md": _differences()}


def _differences() -> str:
    return page(
        "# Where the editions differ",
        "In play the four rulebooks differ in four switches of `tikal.Edition`:",
        _switches(),
        f"All {len(differences())} points follow, also those of wording, material and silence "
        "that change no verdict.\n"
        "`tikal diff-editions ONE OTHER` compares two editions in a terminal.",
        *map(_difference, differences()),
    )


def _switches() -> str:
    columns = [edition.switches() for edition in EDITIONS.values()]
    return table(
        ("switch", *(f"`{key}`" for key in EDITIONS)),
        ((f"`{name}`", *(switch_text(values[name]) for values in columns)) for name in columns[0]),
    )


def _difference(entry: Difference) -> str:
    return page(
        heading(2, entry.id, entry.point),
        bullets(f"{EDITIONS[key].title}: {text}" for key, text in entry.editions.items()),
        f"Here: {entry.handling}. *{', '.join(entry.type)}; {', '.join(entry.clauses)}*",
    )
