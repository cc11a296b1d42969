"""Links that open a position on the page, where that has been built."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

import tikal
from tikal.page.links import link

#: Where `make docs` puts the page, seen from the root of the documentation.
PAGE: Final = "try/index.html"
_BUILT: Final = Path(__file__).parents[2] / "build" / "page" / "index.html"


def is_built() -> bool:
    """Whether there is a page to link to."""
    return _BUILT.is_file()


def on_the_page(state: tikal.State, move: tikal.Move, up: str = "../../") -> str:
    """A link that asks about a move, from a page some folders down; empty without the page."""
    if not is_built():
        return ""
    fragment = link(position=tikal.format_position(state), move=str(move))
    return f'<a class="try" href="{up}{PAGE}#{escape(fragment)}">Try it on the board</a>'
