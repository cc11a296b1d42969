"""The few shapes of Markdown that the generated pages are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

#: Path below `docs/reference`, and the text of the page.
Pages: TypeAlias = dict[str, str]


def page(*parts: str) -> str:
    """Paragraphs, tables and so on, one after the other; empty ones are left out."""
    return "\n\n".join(part for part in parts if part) + "\n"


def heading(level: int, id_: str, title: str) -> str:
    """The heading of something with an id, by which it can be linked to and found."""
    return f"({id_})=\n{'#' * level} {id_}: {title}\n\n```{{index}} ! single: {id_}\n```"


def section(title: str, *parts: str) -> str:
    """A section, or nothing if there is nothing to say in it."""
    filled = [part for part in parts if part]
    return "\n\n".join([f"## {title}", *filled]) if filled else ""


def bullets(lines: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {line}" for line in lines)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, or nothing if it has no rows."""
    lines = [f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in rows]
    return "\n".join([f"| {' | '.join(head)} |", "|---" * len(head) + "|", *lines] if lines else [])


def code(language: str, text: str, caption: str = "") -> str:
    """A block of code, perhaps with its file and line."""
    options = f":caption: {caption}\n" if caption else ""
    return f"```{{code-block}} {language}\n{options}\n{text.strip(chr(10))}\n```"


def figure(path: str, alt: str, caption: str) -> str:
    """A picture that opens in full size; `path` is relative to the page, two folders down."""
    name = path.rsplit("/", 1)[-1]
    return (
        f"```{{figure}} {path}\n:alt: {alt}\n:target: ../../_images/{name}\n"
        f":figclass: board\n\n{caption}\n```"
    )


def toctree(names: Iterable[str], caption: str = "") -> str:
    """The pages below this one, for the sidebar only."""
    options = f":hidden:\n{caption}" if caption else ":hidden:"
    return "\n".join(["```{toctree}", options, "", *names, "```"])
