"""All rulings on one page, by chapter, so that the browser's search covers them all."""

from __future__ import annotations

import tomllib

from docs._pages.markdown import Pages, bullets, heading, page
from tikal.clauses import CONFIDENCE, Ruling, chapters, clause, rulings, specification


def pages() -> Pages:
    """The one page."""
    return {"rulings.md": _rulings()}


def _rulings() -> str:
    by_chapter: dict[str, list[Ruling]] = {}
    for entry in rulings():
        by_chapter.setdefault(clause(entry.clauses[0]).chapter, []).append(entry)
    parts = [
        part
        for name, title in chapters().items()
        if name in by_chapter
        for part in (f"## {title}", *map(_ruling, by_chapter[name]))
    ]
    return page(
        "# Rulings",
        f"{len(rulings())} questions that the rulebooks leave open, or answer in more than one "
        "way, and the answers this library goes by.\n"
        "Each says why, which readings were not taken, and how sure it is.\n"
        "Use your browser's search on this page, or `tikal explain Q-37`.",
        *parts,
        "## Where the evidence comes from",
        bullets(f"**{key}**: {source}" for key, source in _evidence().items()),
    )


def _evidence() -> dict[str, str]:
    text = specification().joinpath("rulings", "evidence.toml").read_text("utf-8")
    return dict(tomllib.loads(text)["evidence"])


def _ruling(entry: Ruling) -> str:
    return page(
        heading(3, entry.id, entry.question),
        f"**{entry.answer}**",
        f"Why ({CONFIDENCE[entry.confidence]}): {entry.reasoning}",
        bullets(
            [f"Not taken: {reading}" for reading in entry.rejected]
            + [f"Evidence: {evidence}" for evidence in entry.evidence]
        ),
        f"Clauses: {', '.join(entry.clauses)}.",
    )
