"""Elements of HTML: text is escaped unless it is markup that was made here."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Final, NewType, TypeAlias

from tikal._support.wording import one_line, printable

#: HTML that holds nothing unescaped: only `element`, `raw` and `join` make it.
Markup = NewType("Markup", tuple[str])
Child: TypeAlias = Markup | str
Attribute: TypeAlias = str | int | bool | None
_VOID: Final = frozenset({"meta", "link", "input", "br", "hr"})


def raw(text: str) -> Markup:
    """Markup that was escaped elsewhere, such as a picture."""
    return Markup((text,))


def join(children: Iterable[Child]) -> Markup:
    """Several pieces one after the other."""
    return raw("".join(map(_escape, children)))


def element(tag: str, *children: Child, **attributes: Attribute) -> Markup:
    """An element: `class_` becomes `class`, `data_cells` `data-cells`; None and False are left out.

    A str is text and gets escaped, both as a child and as the value of an attribute.
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    if tag in _VOID:
        return raw(f"<{tag}{written}>")
    return raw(f"<{tag}{written}>{join(children)[0]}</{tag}>")


def _escape(child: Child) -> str:
    return html.escape(printable(child), quote=False) if isinstance(child, str) else child[0]


def _attribute(key: str, value: Attribute) -> str:
    name = key.strip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{html.escape(one_line(value))}"'


# --- common elements ---------------------------------------------------------------------------


def prose(text: str) -> Markup:
    """Text in which words between backticks become code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return join((text,))
    return join(element("code", each) if n % 2 else each for n, each in enumerate(parts))


def items(several: Iterable[Child], **attributes: Attribute) -> Markup:
    """A list; nothing if there is nothing in it."""
    entries = [element("li", each) for each in several]
    return element("ul", *entries, **attributes) if entries else join(())


def table(heads: Sequence[Child], rows: Iterable[Sequence[Child]], caption: str) -> Markup:
    """A table whose first column names the rows; on a narrow screen it scrolls by itself."""
    head = element("tr", *(element("th", each, scope="col") for each in heads))
    body = [
        element("tr", element("th", first, scope="row"), *(element("td", each) for each in rest))
        for first, *rest in rows
    ]
    whole = element(
        "table",
        element("caption", caption, class_="unseen"),
        element("thead", head),
        element("tbody", *body),
    )
    return scrolling(whole, caption)


def scrolling(child: Child, label: str) -> Markup:
    """Something wide that scrolls by itself, also by keyboard."""
    return element("div", child, class_="wide", tabindex=0, role="region", aria_label=label)


def definitions(pairs: Iterable[tuple[Child, Child]], **attributes: Attribute) -> Markup:
    """Terms and what belongs to them; nothing if there are none."""
    parts = [element("div", element("dt", key), element("dd", value)) for key, value in pairs]
    return element("dl", *parts, **attributes) if parts else join(())


def fold(summary: Child, *children: Child, **attributes: Attribute) -> Markup:
    """Something that opens on demand."""
    return element("details", element("summary", summary), *children, **attributes)


def part(title: str, *children: Child, **attributes: Attribute) -> Markup:
    """A part of an entry, with its heading; nothing if it is empty."""
    body = join(children)
    if not body[0]:
        return body
    return element("section", element("h4", title), body, class_="part", **attributes)
