"""Eight ornaments of our own for the eight kinds of treasure, each about 40 units wide."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from typing import Final

from tikal.pictures.svg.markup import group, points, polygon, tag

_GOLD: Final = "#e7b73c"
_DARK: Final = "#463000"
_PLAIN: Final[dict[str, str | float]] = {"fill": _GOLD, "stroke": _DARK, "stroke_width": 1.8}
_HOLLOW: Final[dict[str, str | float]] = {"fill": "none", "stroke": _DARK, "stroke_width": 1.8}


def _dot(x: float, y: float, r: float, fill: str = _DARK) -> str:
    return tag("circle", cx=x, cy=y, r=r, fill=fill)


def _sun() -> str:
    a, b = 0.5, sqrt(3) / 2
    twelve = [(x * s, y * t) for x, y in ((1.0, 0.0), (b, a), (a, b), (0.0, 1.0))
              for s in (1, -1) for t in (1, -1)]  # fmt: skip
    rays = "".join(
        tag("path", d="M" + points((14 * x, 14 * y), (20 * x, 20 * y)), **_HOLLOW)
        for x, y in dict.fromkeys(twelve)
    )
    face = _dot(-4, -2, 1.8) + _dot(4, -2, 1.8) + tag("path", d="M-5 4Q0 8 5 4", **_HOLLOW)
    return rays + tag("circle", r=11.5, **_PLAIN) + face


def _owl() -> str:
    return (
        polygon((-17, -18), (0, -11), (17, -18), (17, 8), (0, 20), (-17, 8), **_PLAIN)
        + "".join(
            tag("circle", cx=x, cy=-2, r=6.5, fill="#fff6dc", stroke=_DARK, stroke_width=1.8)
            + _dot(x, -2, 2.6)
            for x in (-8, 8)
        )
        + polygon((-3, 6), (3, 6), (0, 13), fill=_DARK)
    )


def _serpent() -> str:
    spiral = "M0 0C4 -5 9 0 6 5C2 12 -10 9 -11 0C-12 -12 3 -18 13 -10C21 -3 19 10 12 18"
    return (
        tag("path", d=spiral, fill="none", stroke=_DARK, stroke_width=8, stroke_linecap="round")
        + tag("path", d=spiral, fill="none", stroke=_GOLD, stroke_width=4.6, stroke_linecap="round")
        + _dot(0.5, -0.5, 1.6)
    )


def _steps() -> str:
    return polygon(
        (-19, 16), (-19, 6), (-9, 6), (-9, -4), (1, -4), (1, -14), (19, -14), (19, 4), (9, 4),
        (9, -5), (13, -5), (13, -8), (6, -8), (6, 9), (19, 9), (19, 16), **_PLAIN,
    )  # fmt: skip


def _moon() -> str:
    return tag("path", d="M8 -18A19 19 0 1 0 8 18A15 15 0 1 1 8 -18Z", **_PLAIN) + polygon(
        (12, -8), (14, -2), (20, -2), (15, 2), (17, 8), (12, 4), (7, 8), (9, 2), (4, -2), (10, -2),
        **_PLAIN,
    )  # fmt: skip


def _beads() -> str:
    ring = ((-16, -12), (-17, -2), (-13, 7), (-6, 13), (6, 13), (13, 7), (17, -2), (16, -12))
    beads = "".join(tag("circle", cx=x, cy=y, r=4.6, **_PLAIN) for x, y in ring)
    return beads + polygon((0, 8), (6, 15), (0, 22), (-6, 15), **_PLAIN)


def _long_face() -> str:
    return (
        tag("rect", x=-13, y=-20, width=26, height=40, rx=7, **_PLAIN)
        + tag("path", d="M-9 -9H-3M3 -9H9M0 -7V3", **_HOLLOW)
        + tag("rect", x=-8, y=8, width=16, height=7, fill="#fff6dc", stroke=_DARK, stroke_width=1.8)
        + tag("path", d="M-3 8V15M3 8V15", **_HOLLOW)
    )


def _hand() -> str:
    return (
        tag(
            "path", d="M-11 18V-1L-17 -6L-13 -11L-9 -8V-15H-4V-18H1V-16H6V-12H11V10L7 18Z", **_PLAIN
        )
        + tag("path", d="M-4 -15V-3M1 -16V-3M6 -13V-3", **_HOLLOW)
        + tag("circle", cx=0, cy=7, r=4.5, **_HOLLOW)
        + _dot(0, 7, 1.7)
    )


_ORNAMENTS: Final[tuple[Callable[[], str], ...]] = (
    _sun, _owl, _serpent, _steps, _moon, _beads, _long_face, _hand,
)  # fmt: skip


@lru_cache(maxsize=64)
def ornament(kind: int, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """The ornament of one kind of treasure."""
    return group(_ORNAMENTS[kind - 1](), x=x, y=y, scale=scale, class_="mask", data_kind=kind)
