"""Docstrings are written with plain backticks; names of the library in them become links."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

import tikal

_BACKTICKS = re.compile(r"(?<![`:])`([^`]+)`(?!`)")


def _marked_up(match: re.Match[str]) -> str:
    name = match[1]
    return f":py:obj:`~tikal.{name}`" if name in tikal.__all__ else f"``{name}``"


def as_rst(
    _app: Sphinx, _what: str, _name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    """Turn the backticks of a docstring into links and literals."""
    lines[:] = [_BACKTICKS.sub(_marked_up, line) for line in lines]


def by_public_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.reference | None:
    """Find `tikal.state.State`, as a signature calls it, under `tikal.State`."""
    name = node.get("reftarget", "").rsplit(".", 1)[-1]
    if node.get("refdomain") != "py" or name not in tikal.__all__:
        return None
    domain = env.domains["py"]
    return domain.resolve_xref(  # type: ignore[return-value]  # a reference, if it is found
        env, node["refdoc"], app.builder, "obj", f"tikal.{name}", node, content
    )
