"""The architecture in one picture, drawn from the import contract when the pages are built."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from textwrap import wrap
from typing import ClassVar, Final

from attrs import frozen
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from docs._pages.contract import PYPROJECT, Contract, contract, sentence_of


@frozen
class Step:
    """One step on the way of a move: a package, a name in it, and its effect."""

    room: str
    name: str
    sentence: str


#: From text to a move, to its row of the table, to the clauses of the row.
ASKED: Final = (
    Step("moves", "parse_move", "“uncover b1” becomes a move, or an error with line and column"),
    Step("engine", "check", "looks up the row of this kind of move in the table of the rules"),
    Step("rules", "rule.Rule", "each clause of the row is asked about the move and the position"),
)
#: What happens then if a clause is broken.
REFUSED: Final = (
    Step("errors", "Violation", "the clause, a key and the facts; all that are broken, not one"),
    Step("languages", "refusal", "key and facts become a sentence in any language"),
    Step("counsel", "opinion.opinion", "what it rests on, what would mend it, who allows it"),
)
#: The steps after a legal move.
ALLOWED: Final = (
    Step("state", "State", "apply: the effect in the same row makes the next position"),
)
WAY: Final = (*ASKED, *REFUSED, *ALLOWED)
#: The rules, three times: where, and written in what.
TWINS: Final = (("tikal/rules", "Python"), ("spec/rules", "logic program"), ("tikal/fast", "C"))

_WIDTH, _HEIGHT = 940, 700  # at least so high, for the way of a move
_CENTRE, _TOP, _STEP, _TALL = 296, 44, 45, 35  # of the pyramid: axis, first row, rows
_NARROW, _WIDE = 236, 560
_LETTER, _PADDING, _GAP = 7.9, 14, 6  # of a room
_PANEL, _COLUMNS = 622, 38  # of the way of a move: left edge, letters in a line


def svg(drawn: Contract | None = None) -> str:
    """The picture: the packages as a stepped pyramid, and beside it the way of a move."""
    shown = drawn or contract()
    height = max(_HEIGHT, _TOP + _STEP * len(shown.layers))
    parts = [
        f'<svg class="architecture" viewBox="0 0 {_WIDTH} {height}" role="img"',
        'aria-labelledby="architecture-title architecture-text">',
        '<title id="architecture-title">The packages of tikal and the way of a move</title>',
        f'<desc id="architecture-text">{escape(_description(shown))}</desc>',
        *_pyramid(shown),
        *_panel(),
        "</svg>",
    ]
    return "\n".join(parts)


def _description(shown: Contract) -> str:
    rows = "; ".join(", ".join(layer) for layer in shown.layers)
    way = ", ".join(step.room for step in WAY)
    return f"From the top: {rows}. Packages import from lower layers. A move goes through {way}."


# --- the packages ------------------------------------------------------------------------------


def _pyramid(shown: Contract) -> Iterator[str]:
    yield _text(_CENTRE, 22, "the packages of tikal: each may import what lies below it", "caption")
    last = len(shown.layers) - 1
    for number, layer in enumerate(shown.layers):
        wide = _NARROW + (_WIDE - _NARROW) * number / max(last, 1)
        yield from _row(shown, layer, _TOP + number * _STEP, wide)


def _row(shown: Contract, layer: tuple[str, ...], y: float, wide: float) -> Iterator[str]:
    """One layer: its packages share the width by the length of their names."""
    needed = [len(room) * _LETTER + _PADDING for room in layer]
    gaps = _GAP * (len(needed) - 1)
    spare = max(0.0, wide - sum(needed) - gaps) / len(needed)
    x = _CENTRE - (sum(needed) + gaps + spare * len(needed)) / 2
    for room, least in zip(layer, needed, strict=True):
        yield from _room(shown, room, x, y, least + spare)
        x += least + spare + _GAP


def _room(shown: Contract, room: str, x: float, y: float, wide: float) -> Iterator[str]:
    numbers = [number for number, step in enumerate(WAY, 1) if step.room == room]
    kind = "room way" if numbers else "room"
    yield f'<g class="{kind}" data-room="{room}"><title>{escape(sentence_of(room))}</title>'
    yield f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{_TALL}" rx="4"/>'
    yield _text(x + wide / 2, y + _TALL / 2 + 4.5, room, "name")
    for number in numbers:
        yield _badge(x + 13, y + 1, number)
    for library in (name for name, keeper in shown.keepers.items() if keeper == room):
        yield _text(x + wide - 12, y + _TALL / 2 + 4, f"{library} only here", "note end")
    yield "</g>"


# --- the way of a move -------------------------------------------------------------------------


def _panel() -> Iterator[str]:
    yield _text(_PANEL, 22, "the way of a move through them", "caption start")
    forks = (("", ASKED), ("if a clause is broken", REFUSED), ("if none is broken", ALLOWED))
    y, number = _TOP + 4.0, 1
    for heading, steps in forks:
        if heading:
            yield _text(_PANEL + 30, y + 8, heading, "fork start")
            y += 24
        first = y
        for step in steps:
            yield from _card(step, number, y)
            y, number = y + 70, number + 1
        if len(steps) > 1:
            yield f'<path class="thread" d="M{_PANEL + 9} {first + 22} V{y - 70 - 4}"/>'
    yield from _twins(y + 30)


def _card(step: Step, number: int, y: float) -> Iterator[str]:
    x = _PANEL + 30
    yield _badge(_PANEL + 9, y + 9, number)
    yield _text(x, y + 13, f"{step.room}.{step.name}", "step start")
    for row, line in enumerate(wrap(step.sentence, _COLUMNS)):
        yield _text(x, y + 31 + 17 * row, line, "sentence start")


def _twins(y: float) -> Iterator[str]:
    """The three places where the rules are written, and the signs between them."""
    yield _text(_PANEL, y, "written three times, shown to agree", "caption start")
    wide, gap = 92, 14
    for number, (place, language) in enumerate(TWINS):
        x = _PANEL + number * (wide + gap)
        yield f'<g class="twin"><rect x="{x}" y="{y + 14}" width="{wide}" height="46" rx="4"/>'
        yield _text(x + wide / 2, y + 34, place, "place")
        yield _text(x + wide / 2, y + 51, language, "note") + "</g>"
        if number:
            yield _text(x - gap / 2, y + 42, "=", "step")


def _badge(x: float, y: float, number: int) -> str:
    return (
        f'<g class="badge"><circle cx="{x:.1f}" cy="{y:.1f}" r="9.5"/>'
        + _text(x, y + 4, str(number), "number")
        + "</g>"
    )


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


# --- for Sphinx --------------------------------------------------------------------------------


def rooms_table(shown: Contract) -> str:
    """The picture as a table: layer by layer, each package with its sentence."""
    rows = "".join(
        f'<tr class="{_place(room, layer)}">'
        f"<td><code>{room}</code></td><td>{_prose(sentence_of(room))}</td></tr>"
        for layer in shown.layers
        for room in layer
    )
    return f'<table class="docutils rooms"><tbody>{rows}</tbody></table>{_upward(shown)}'


def _upward(shown: Contract) -> str:
    """The imports that the contract lets point up, in a sentence."""
    pairs = ", ".join(f"<code>{a}</code> of <code>{b}</code>" for a, b in shown.upward)
    return f"<p>Some imports point up, inside functions, when a value is shown: {pairs}.</p>"


def _place(room: str, layer: tuple[str, ...]) -> str:
    return "first" if room == layer[0] else "beside"


def _prose(sentence: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(sentence))


class Architecture(SphinxDirective):
    """`{architecture}` stands for the picture, `{rooms}` for the table of what it shows."""

    has_content: ClassVar[bool] = False

    def run(self) -> list[nodes.Node]:
        """Draw it, and again when the contract has changed."""
        self.env.note_dependency(str(PYPROJECT))
        shown = contract()
        html = svg(shown) if self.name == "architecture" else rooms_table(shown)
        return [nodes.raw("", f'<div class="{self.name}-frame">{html}</div>', format="html")]
