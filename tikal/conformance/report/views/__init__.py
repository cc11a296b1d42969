"""Views of a report: each shows one log, and none knows more than the log and the registry.

`write` chooses the view by the ending of the file. A log is never trusted: names and messages are
escaped for the place where they are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tikal._support.atomic_write import write_atomic
from tikal.conformance.report.log import Log
from tikal.conformance.report.views import badge, html, junit, markdown
from tikal.errors import InvalidArgument


class Format(NamedTuple):
    """A format that a report can be written in."""

    ending: str
    #: Its name in the help and the guide.
    what: str
    render: Callable[[Log], Iterable[str]]


def _copy(log: Log) -> Iterator[str]:
    with log.path.open(encoding="utf-8", newline="") as file:
        yield from file


#: Every format, by the ending of its files.
FORMATS: Final = {
    each.ending: each
    for each in (
        Format(".html", "a page", html.render),
        Format(".md", "Markdown", markdown.render),
        Format(".xml", "JUnit", junit.render),
        Format(".json", "a badge", badge.render),
        Format(".jsonl", "the event log", _copy),
    )
}


def named() -> str:
    """The endings with what they stand for: `.html (a page), … or .jsonl (the event log)`."""
    *others, last = (f"{each.ending} ({each.what})" for each in FORMATS.values())
    return f"{', '.join(others)} or {last}"


def write(log: Log, path: Path) -> None:
    """Write a view of a log, in the format that the ending names.

    The file is whole or as it was before: see `tikal._support.atomic_write`.
    """
    if path.suffix.lower() not in FORMATS:
        raise InvalidArgument(f"{path.name}: a report ends in {named()}")
    if path.exists() and path.samefile(log.path):
        raise InvalidArgument(f"{path.name} is the log itself")
    write_atomic(path, FORMATS[path.suffix.lower()].render(log))


__all__ = ["FORMATS", "Format", "named", "write"]
