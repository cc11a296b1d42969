"""Elements of SVG as strings: always escaped, always written the same way."""

from __future__ import annotations

import html
import re
from typing import Final

from tikal.pictures.svg.colours import INK, PAPER

# Everything that XML 1.0 cannot hold, not even escaped. A picture need not hide more: what a
# terminal would act upon is removed by `tikal._support.wording`, what a line of a record cannot
# hold is refused by `tikal.notation.records.parts`.
_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

NAMESPACE: Final = "http://www.w3.org/2000/svg"


def clean(text: str) -> str:
    """Any text as one line of characters that XML allows; not escaped yet."""
    return " ".join(_NOT_IN_XML.sub("\ufffd", text).split())


def shorten(text: str, length: int) -> str:
    """Clean text of at most `length` characters."""
    text = clean(text)
    return text if len(text) <= length else text[: length - 1] + "…"


def number(value: float) -> str:
    """A number with at most two decimals, the same on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *children: str, **attributes: str | float) -> str:
    """An element; children are markup, attributes are not: `data_cell` becomes `data-cell`."""
    written = "".join(
        f' {key.strip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def _attribute(value: str | float) -> str:
    return html.escape(clean(value)) if isinstance(value, str) else number(value)


def text_element(name: str, text: str) -> str:
    """An element that contains only text, such as a title."""
    return tag(name, html.escape(clean(text)))


def group(*children: str, x: float = 0, y: float = 0, scale: float = 1, **more: str | float) -> str:
    """Children moved and scaled together."""
    if scale != 1:
        more["transform"] = f"translate({number(x)} {number(y)}) scale({number(scale)})"
    elif x or y:
        more["transform"] = f"translate({number(x)} {number(y)})"
    return tag("g", *children, **more)


def label(
    x: float,
    y: float,
    text: str,
    size: float = 12,
    *,
    anchor: str = "middle",
    bold: bool = False,
    fill: str = INK,
    **more: str | float,
) -> str:
    """Text, centred on (x, y) by default."""
    # Not every viewer knows dominant-baseline, so text is moved down by about a third of its size.
    if anchor != "start":
        more["text_anchor"] = anchor
    if bold:
        more["font_weight"] = "bold"
    escaped = html.escape(clean(text), quote=False)
    return tag("text", escaped, x=x, y=y + 0.36 * size, font_size=size, fill=fill, **more)


def points(*corners: tuple[float, float]) -> str:
    """The corners of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def polygon(*corners: tuple[float, float], **attributes: str | float) -> str:
    """A closed shape with straight sides."""
    return tag("polygon", points=points(*corners), **attributes)


def document(
    title: str,
    description: str,
    body: str,
    *,
    width: float,
    height: float,
    shown: tuple[str, str],
    paper: str = PAPER,
) -> str:
    """A whole picture on its background; `shown` is its width and height on the page.

    It has no ids and no style sheet, so that several can be put on one page.
    """
    return tag(
        "svg",
        "\n",
        text_element("title", title),
        "\n",
        text_element("desc", description),
        "\n",
        tag("rect", width=width, height=height, fill=paper),
        "\n",
        body,
        "\n",
        xmlns=NAMESPACE,
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=shown[0],
        height=shown[1],
        role="img",
        aria_label=title,
        font_family="sans-serif",
    )
