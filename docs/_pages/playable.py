"""Links that open a position on the page, where that has been built."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

from attrs import frozen

import tikal
from tikal.page.links import link_to

#: Where `make docs` puts the page, seen from the root of the documentation.
PAGE: Final = "try/index.html"
_BUILT: Final = Path(__file__).parents[2] / "build" / "page" / "index.html"


def is_built() -> bool:
    """Whether there is a page to link to."""
    return _BUILT.is_file()


@frozen
class Playable:
    """A move in a position that can be looked at on the page, by a seat if it is not its turn."""

    state: tikal.State
    move: tikal.Move | str
    seat: int | None = None
    language: str = "en"

    def link(self, text: str = "Try it on the board", up: str = "../../") -> str:
        """A link from a page of the documentation, some folders down; empty without the page."""
        if not is_built():
            return ""
        fragment = link_to(self.state, self.move, self.seat, self.language)
        return f'<a class="try" href="{up}{PAGE}#{escape(fragment)}">{text}</a>'
