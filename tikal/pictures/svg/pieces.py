"""The pieces of a player: the sign of a seat, figures, camps and guards, around the origin.

A seat has a colour, a shape of its sign and a number, so that the pictures work without
colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tikal.fields import Figure
from tikal.pictures.svg import colours
from tikal.pictures.svg.colours import WHITE
from tikal.pictures.svg.markup import group, label, polygon, tag
from tikal.pictures.svg.shapes import tent


def _paint(seat: int, width: float) -> dict[str, str | float]:
    return {
        "fill": colours.SEATS[seat], "stroke": colours.OUTLINES[seat], "stroke_width": width,
    }  # fmt: skip


def emblem(seat: int, x: float = 0, y: float = 0, size: float = 8.5) -> str:
    """The sign of a seat: its own colour, its own shape, its number."""
    paint = _paint(seat, 1.2)
    match seat:
        case 1:
            shape = tag("circle", r=size, **paint)
        case 2:
            a = size * 0.92
            shape = tag("rect", x=-a, y=-a, width=2 * a, height=2 * a, **paint)
        case 3:
            shape = polygon(
                (0, -1.35 * size), (1.3 * size, 0.95 * size), (-1.3 * size, 0.95 * size), **paint
            )
        case _:
            a = size * 1.3
            shape = polygon((0, -a), (a, 0), (0, a), (-a, 0), **paint)
    low = 0.2 * size if seat == 3 else 0
    digit = label(0, low, str(seat), 1.4 * size, bold=True, fill=colours.ON_SEATS[seat])
    return group(shape, digit, x=x, y=y, class_="emblem", data_seat=seat)


@lru_cache(maxsize=512)
def camp(seat: int) -> str:
    """A player's camp."""
    return group(tent(colours.SEATS[seat]), emblem(seat, 0, 6, 10), class_="camp", data_seat=seat)


@lru_cache(maxsize=512)
def guard(seat: int, figure: Figure) -> str:
    """A shield with the seat that guards the temple, and the figure that it guards with."""
    shield = tag("path", d="M-14 -20H14V2C14 12 6 18 0 22C-6 18 -14 12 -14 2Z", fill=WHITE,
                 stroke=colours.LINES[seat], stroke_width=3)  # fmt: skip
    return group(
        shield,
        emblem(seat, 0, -7, 8),
        label(0, 10, figure, 12, bold=True, fill=colours.LINES[seat]),
        class_="guard",
        data_seat=seat,
        data_figure=figure,
    )


# --- figures -----------------------------------------------------------------------------------

#: The bodies by seat: round, square, a triangle and a diamond, as the signs are.
_WORKERS: Final = {
    1: "M-9 12C-9 2 -5.5 -2 0 -2C5.5 -2 9 2 9 12Z",
    2: "M-8.5 12V-2H8.5V12Z",
    3: "M0 -6L11 12H-11Z",
    4: "M0 -6L11 4L0 14L-11 4Z",
}
_LEADERS: Final = {
    1: "M-10.5 12C-10.5 1 -6.5 -4 0 -4C6.5 -4 10.5 1 10.5 12Z",
    2: "M-10 12V-4H10V12Z",
    3: "M0 -9L12 12H-12Z",
    4: "M0 -9L12 3L0 15L-12 3Z",
}
#: Where the digit stands on them.
_WORKER_DIGITS: Final = {1: 6.0, 2: 5.5, 3: 6.5, 4: 4.5}
_LEADER_DIGITS: Final = {1: 5.5, 2: 4.5, 3: 5.5, 4: 3.5}
_HAT: Final = (
    "M-10 -9.5C-6 -11 -5.5 -11 -5.5 -12C-5.5 -17.5 5.5 -17.5 5.5 -12"
    "C5.5 -11 6 -11 10 -9.5C10 -7 -10 -7 -10 -9.5Z"
)
_GAP: Final = 2.0
_LEADER_WIDTH: Final = 21.0
_WORKER_WIDTH: Final = 18.0
CREW_HEIGHT: Final = 29.0


@lru_cache(maxsize=16)
def pawn(seat: int, figure: Figure) -> str:
    """A figure in the shape and with the number of its seat; the leader is taller, with a hat."""
    paint, ink = _paint(seat, 1.3), colours.ON_SEATS[seat]
    if figure == "L":
        body = tag("path", d=_LEADERS[seat], **paint) + tag("circle", cy=-7, r=5.2, **paint)
        body += tag("path", d=_HAT, **paint)
        body += label(0, _LEADER_DIGITS[seat], str(seat), 11.5, bold=True, fill=ink)
    else:
        body = tag("path", d=_WORKERS[seat], **paint) + tag("circle", cy=-6.5, r=4.6, **paint)
        body += label(0, _WORKER_DIGITS[seat], str(seat), 10, bold=True, fill=ink)
    return group(body, class_="pawn", data_figure=figure)


def strength_row(seats: Sequence[tuple[int, int]]) -> str:
    """The strengths of seats side by side, each on the colour of its seat: 6 5 3."""
    room = 20.0
    drawn, x = [], -room * len(seats) / 2
    for seat, strength in seats:
        box = tag("rect", x=x, y=-8, width=room - 1, height=16, rx=3, **_paint(seat, 1.2))
        ink = colours.ON_SEATS[seat]
        drawn.append(box + label(x + room / 2 - 0.5, 0, str(strength), 13, bold=True, fill=ink))
        x += room
    return group(*drawn, class_="strengths")


def _number(workers: int) -> str:
    """The number beside a worker that stands for several."""
    return f"\u00d7{workers}" if workers > 1 else ""


def crew_width(leaders: int, workers: int) -> float:
    """The width of a seat's figures on a hex."""
    width = _LEADER_WIDTH * bool(leaders) + _WORKER_WIDTH * bool(workers)
    return width + _GAP * bool(leaders and workers) + 9.5 * len(_number(workers))


@lru_cache(maxsize=512)
def crew(seat: int, leaders: int, workers: int) -> str:
    """A seat's figures on a hex: the leader, and a worker with the number of workers."""
    x, parts = -crew_width(leaders, workers) / 2, []
    if leaders:
        parts.append(group(pawn(seat, "L"), x=x + _LEADER_WIDTH / 2))
        x += _LEADER_WIDTH + _GAP
    if workers:
        parts.append(group(pawn(seat, "W"), x=x + _WORKER_WIDTH / 2))
        x += _WORKER_WIDTH + 0.5
    if workers > 1:
        # white around the letters, so that they can be read on any terrain
        parts.append(
            label(x, 5, _number(workers), 13.5, anchor="start", bold=True, stroke=WHITE,
                  stroke_width=3, paint_order="stroke", class_="workers")
        )  # fmt: skip
    return group(
        *parts, class_="figures", data_seat=seat, data_leaders=leaders, data_workers=workers
    )
