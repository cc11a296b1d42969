"""A Sphinx extension: pages made from the registry, and ids that become links by themselves."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx

from docs._pages import (
    clauses,
    commands,
    differences,
    docstrings,
    finished,
    links,
    rulings,
    schemas,
    sidebar,
)
from docs._pages.markdown import Pages


def pages() -> Pages:
    """Every generated page and picture: path below `docs/reference`, and text."""
    return {
        **clauses.pages(),
        **rulings.pages(),
        **differences.pages(),
        **commands.pages(),
        **schemas.pages(),
    }


def write(folder: Path) -> None:
    """Write what has changed, so that Sphinx reads only that again, and remove what is gone."""
    wanted = {folder / name: text for name, text in pages().items()}
    for path in (folder / "clauses").rglob("*.*"):
        if path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def _write_pages(app: Sphinx) -> None:
    write(Path(app.srcdir) / "reference")


def setup(app: Sphinx) -> dict[str, bool]:
    """What Sphinx calls."""
    app.connect("builder-inited", _write_pages)
    app.add_transform(links.IdsBecomeLinks)
    app.connect("autodoc-process-docstring", docstrings.as_rst)
    app.connect("autodoc-process-signature", docstrings.with_short_defaults)
    app.connect("missing-reference", docstrings.by_public_name)
    app.connect("html-page-context", sidebar.unfold_here_only, priority=100)  # before the theme
    app.connect("build-finished", finished.check_links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
