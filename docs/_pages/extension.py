"""The Sphinx extension: pages are written before the build, ids and refusals get links."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx

from docs._pages import architecture, docstrings, examples, finished, links, sidebar, write
from docs._pages.playable import is_built


def _write_pages(app: Sphinx) -> None:
    write(Path(app.srcdir) / "reference")


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect everything; Sphinx calls this."""
    app.connect("builder-inited", _write_pages)
    app.add_directive("architecture", architecture.Architecture)
    app.add_directive("rooms", architecture.Architecture)
    app.add_config_value("page_is_built", is_built(), "env")  # if it changes, links come or go
    app.connect("source-read", examples.add_links)
    app.add_transform(links.IdsBecomeLinks)
    app.connect("autodoc-process-docstring", docstrings.as_rst)
    app.connect("autodoc-process-signature", docstrings.with_short_defaults)
    app.connect("missing-reference", docstrings.by_public_name)
    app.connect("html-page-context", sidebar.unfold_here_only, priority=100)  # before the theme
    app.connect("build-finished", finished.check_links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
