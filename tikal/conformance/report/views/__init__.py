"""Views of a report: each shows one log, and none knows more than the log and the registry.

`write` chooses the view by the ending of the file. A log is never trusted: names and messages are
escaped for the place where they are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tikal._support.atomic_write import write_whole
from tikal.conformance.report.log import Log
from tikal.conformance.report.views import html, junit, markdown
from tikal.errors import InvalidArgument


def _copy(log: Log) -> Iterator[str]:
    with log.path.open(encoding="utf-8", newline="") as file:
        yield from file


_RENDERERS: Final[Mapping[str, Callable[[Log], Iterable[str]]]] = {
    ".html": html.render,
    ".md": markdown.render,
    ".xml": junit.render,
    ".jsonl": _copy,
}
#: The endings of files that `write` knows.
ENDINGS: Final = tuple(_RENDERERS)


def write(log: Log, path: Path) -> None:
    """Write a view of a log: a page, Markdown, JUnit XML or the log itself, by the ending.

    The file is whole or as it was before: see `tikal._support.atomic_write`.
    """
    if path.suffix.lower() not in _RENDERERS:
        raise InvalidArgument(
            f"{path.name}: a report ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
        )
    if path.exists() and path.samefile(log.path):
        raise InvalidArgument(f"{path.name} is the log itself")
    write_whole(path, _RENDERERS[path.suffix.lower()](log))


__all__ = ["ENDINGS", "write"]
