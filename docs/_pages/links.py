"""TEMPLE-04, Q-37 and DIFF-01 become links wherever they appear in running text."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms import SphinxTransform

from tikal.law.registry import clauses, differences, rulings

_NOT_INSIDE: Final = (
    nodes.title,
    nodes.FixedTextElement,
    nodes.reference,
    nodes.target,
    nodes.raw,
    pending_xref,
)


@cache
def _pattern() -> re.Pattern[str]:
    ids = [entry.id for entries in (clauses(), rulings(), differences()) for entry in entries]
    return re.compile(rf"\b({'|'.join(ids)})\b")


class IdsBecomeLinks(SphinxTransform):
    """Replace every id of a clause, ruling or difference by a reference to its entry."""

    default_priority = 500

    def apply(self, **_: object) -> None:
        """Go through the text of one page."""
        for text in list(self.document.findall(nodes.Text)):
            if self._is_prose(text):
                pieces = _pattern().split(str(text))
                if len(pieces) > 1:
                    text.parent.replace(text, [self._piece(piece) for piece in pieces if piece])

    def _is_prose(self, text: nodes.Text) -> bool:
        parent: nodes.Node | None = text.parent
        if isinstance(parent, nodes.literal) and not _pattern().fullmatch(str(text)):
            return False
        while parent is not None:
            if isinstance(parent, _NOT_INSIDE):
                return False
            parent = parent.parent
        return True

    def _piece(self, text: str) -> nodes.Node:
        here = self.env.docname
        if not _pattern().fullmatch(text) or here.endswith(f"/{text}"):
            return nodes.Text(text)
        return pending_xref(
            "",
            nodes.inline("", text),
            refdomain="std",
            reftype="ref",
            reftarget=text.lower(),
            refexplicit=True,
            refwarn=True,
            refdoc=here,
        )
