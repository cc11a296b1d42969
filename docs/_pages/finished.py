"""After the build: every link in every page leads to a file and to an anchor in it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import SphinxError

from docs._pages.playable import PAGE
from tikal.page.bridge import ask


class _Links(HTMLParser):
    """The links of a page, and its anchors."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors = {""}
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the links and ids of one tag."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.append(value)
            if name == "id" and value:
                self.anchors.add(value)


_links = cache(_Links)


def dead_links(pages: Iterable[Path]) -> list[str]:
    """Every link that leads nowhere, with its page."""
    found = []
    for page in pages:
        for target in _links(page).targets:
            parts = urlsplit(target)
            there = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if parts.scheme or (there.is_file() and _has_anchor(there, parts.fragment)):
                continue
            found.append(f"{page.name}: {target}")
    return found


def _has_anchor(page: Path, anchor: str) -> bool:
    if page.as_posix().endswith(PAGE):
        # not a place, but a position to be shown
        request = {"ask": "load", "link": anchor, "picture": False}
        return bool(json.loads(ask(json.dumps(request)))["ok"])
    return page.suffix != ".html" or unquote(anchor) in _links(page).anchors


def check_links(app: Sphinx, error: Exception | None) -> None:
    """Fail the build of HTML if a link is dead."""
    if error is None and isinstance(app.builder, StandaloneHTMLBuilder):
        pages = (Path(app.builder.get_outfilename(name)) for name in sorted(app.env.found_docs))
        dead = dead_links(pages)
        if dead:
            raise SphinxError("\n".join(["these links lead nowhere:", *dead]))
