"""The pieces of a player: the sign of a seat, figures, camps and guards, around the origin.

A seat has a colour, a shape of its sign and a number, so that the pictures work without
colours.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tikal.fields import Figure
from tikal.pictures.svg import colours
from tikal.pictures.svg.colours import WHITE
from tikal.pictures.svg.markup import group, label, polygon, tag
from tikal.pictures.svg.shapes import tent


def emblem(seat: int, x: float = 0, y: float = 0, size: float = 8.5) -> str:
    """The sign of a seat: its own colour, its own shape, its number."""
    paint: dict[str, str | float] = {
        "fill": colours.SEATS[seat], "stroke": WHITE, "stroke_width": 1.2,
    }  # fmt: skip
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
    digit = label(0, low, str(seat), 1.4 * size, bold=True, fill=WHITE)
    return group(shape, digit, x=x, y=y, class_="emblem", data_seat=seat)


@lru_cache(maxsize=512)
def camp(seat: int) -> str:
    """A player's camp."""
    return group(tent(colours.SEATS[seat]), emblem(seat, 0, 6, 10), class_="camp", data_seat=seat)


@lru_cache(maxsize=512)
def guard(seat: int, figure: Figure) -> str:
    """A shield with the seat that guards the temple, and the figure that it guards with."""
    shield = tag("path", d="M-14 -20H14V2C14 12 6 18 0 22C-6 18 -14 12 -14 2Z", fill=WHITE,
                 stroke=colours.SEATS[seat], stroke_width=3)  # fmt: skip
    return group(
        shield,
        emblem(seat, 0, -7, 8),
        label(0, 10, figure, 12, bold=True, fill=colours.SEATS[seat]),
        class_="guard",
        data_seat=seat,
        data_figure=figure,
    )


# --- figures -----------------------------------------------------------------------------------

_WORKER: Final = "M-9 12C-9 2 -5.5 -2 0 -2C5.5 -2 9 2 9 12Z"
_LEADER: Final = "M-10.5 12C-10.5 1 -6.5 -4 0 -4C6.5 -4 10.5 1 10.5 12Z"
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
    """A figure with the number of its seat; the leader is taller and wears a hat."""
    paint: dict[str, str | float] = {
        "fill": colours.SEATS[seat], "stroke": WHITE, "stroke_width": 1.3,
    }  # fmt: skip
    if figure == "L":
        body = tag("path", d=_LEADER, **paint) + tag("circle", cy=-7, r=5.2, **paint)
        body += tag("path", d=_HAT, **paint) + label(0, 5.5, str(seat), 11.5, bold=True, fill=WHITE)
    else:
        body = tag("path", d=_WORKER, **paint) + tag("circle", cy=-5.5, r=4.6, **paint)
        body += label(0, 6, str(seat), 10, bold=True, fill=WHITE)
    return group(body, class_="pawn", data_figure=figure)


def _number(workers: int) -> str:
    """The number beside a worker that stands for several."""
    return f"\u00d7{workers}" if workers > 1 else ""


def crew_width(leaders: int, workers: int) -> float:
    """The width of a seat's figures on a hex."""
    width = _LEADER_WIDTH * bool(leaders) + _WORKER_WIDTH * bool(workers)
    return width + _GAP * bool(leaders and workers) + 8.5 * len(_number(workers))


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
