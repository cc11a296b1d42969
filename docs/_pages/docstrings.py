"""Docstrings and signatures as a reader wants them: short, and with links."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.inspect import TypeAliasForwardRef

import tikal
from tikal.editions import DEFAULT_EDITION

# Inside other types Sphinx shows an alias by its repr: let that be its name.
TypeAliasForwardRef.__repr__ = lambda alias: alias.name  # type: ignore[method-assign]

# Defaults as Sphinx writes them, and as they are shown.
_DEFAULTS = {
    re.escape(repr(DEFAULT_EDITION)): DEFAULT_EDITION.key.replace("-", "_").upper(),
    r"<(?:function|module) '?([\w.]+)[^>]*>": r"\1",
    "NOTHING": "{}",
}
_BACKTICKS = re.compile(r"(?<![`:])`([^`]+)`(?!`)")


def _marked_up(match: re.Match[str]) -> str:
    name = match[1]
    return f":py:obj:`~tikal.{name}`" if name in tikal.__all__ else f"``{name}``"


def as_rst(
    _app: Sphinx, what: str, _name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    """Turn the backticks of a docstring into links and literals.

    The docstring of an error names its own fields, such as `problems`, not functions.
    """
    markup = r"``\1``" if what == "exception" else _marked_up
    lines[:] = _BACKTICKS.sub(markup, "\n".join(lines)).split("\n")  # a literal may go on below


def with_short_defaults(
    _app: Sphinx,
    _what: str,
    _name: str,
    _thing: object,
    _options: object,
    signature: str | None,
    result: str | None,
) -> tuple[str | None, str | None]:
    """Show defaults by their names, and `factory=dict` as `{}`."""
    for written, shown in _DEFAULTS.items():
        signature = signature and re.sub(written, shown, signature)
    return signature, result


def by_public_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.reference | None:
    """Find `tikal.state.State`, as a signature calls it, under `tikal.State`."""
    name = node.get("reftarget", "").rsplit(".", 1)[-1]
    if node.get("refdomain") != "py" or name not in tikal.__all__:
        return None
    domain = env.domains["py"]
    return domain.resolve_xref(
        env, node["refdoc"], app.builder, "obj", f"tikal.{name}", node, content
    )
