"""Pages made from the registry, the command line and the schemas; `extension` is for Sphinx."""

from __future__ import annotations

from pathlib import Path

from docs._pages import (
    clauses,
    commands,
    differences,
    every_position,
    questions,
    refusals,
    rulings,
    schemas,
    switches,
    verification,
)
from docs._pages.markdown import Pages


def pages() -> Pages:
    """Every generated page and picture: path below `docs/reference`, and text."""
    return {
        **clauses.pages(),
        **rulings.pages(),
        **differences.pages(),
        **switches.pages(),
        **questions.pages(),
        **refusals.pages(),
        **commands.pages(),
        **schemas.pages(),
        **every_position.pages(),
        **verification.pages(),
    }


def write(folder: Path) -> None:
    """Write only what has changed, so that Sphinx rereads no more, and remove stale pages."""
    wanted = {folder / name: text for name, text in pages().items()}
    for path in (folder / "clauses").rglob("*.*"):
        if path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
