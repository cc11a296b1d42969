"""The differences of the editions: the switches first, then all fifty points."""

from __future__ import annotations

from docs._pages.markdown import Pages, bullets, heading, page
from docs._pages.switches import by_edition, differing
from tikal.editions import EDITIONS
from tikal.law.entries import Difference
from tikal.law.registry import differences


def pages() -> Pages:
    """The one page."""
    return {"differences.md": _differences()}


def _differences() -> str:
    found = differing()
    return page(
        "# Where the editions differ",
        f"In play the rulebooks differ in {len(found)} [switches](switches.md) of `tikal.Edition`:",
        by_edition(found),
        "Contested readings have a switch as well, which all of them set alike.",
        f"All {len(differences())} points follow, also those of wording, material and silence "
        "that change no verdict.\n"
        "`tikal diff-editions ONE OTHER` compares two editions in a terminal.",
        *map(_difference, differences()),
    )


def _difference(entry: Difference) -> str:
    return page(
        heading(2, entry.id, entry.point),
        bullets(f"{EDITIONS[key].title}: {text}" for key, text in entry.editions.items()),
        f"Here: {entry.handling}. *{', '.join(entry.type)}; {', '.join(entry.clauses)}*",
    )
