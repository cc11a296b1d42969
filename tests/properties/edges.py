"""Two neighbouring hexes and a figure that wants to go from one to the other."""

from __future__ import annotations

from typing import Literal

from attrs import frozen
from hypothesis import strategies as st

from tests.properties.ground import (
    is_connected,
    is_explored,
    is_walkable,
    leader_in_play,
    neighbours,
    stones_of,
    workers_in_play,
)
from tests.properties.helpers import mover
from tests.properties.situations import is_fresh
from tikal import State, Walk
from tikal.fields import Figure
from tikal.grid import CELL_INDEX, CELLS
from tikal.testing import states
from tikal.testing.surgery import with_figure


def touching(state: State) -> list[tuple[str, str]]:
    """Neighbouring explored hexes; members can stand on the first."""
    return [
        (a, b)
        for a in CELLS
        if is_walkable(state, a)
        for b in neighbours(a)
        if is_explored(state, b)
    ]


def _is_doubled(state: State, a: str, b: str) -> bool:
    return is_walkable(state, b) and all(stones_of(state, a, b))


def has_a_double_edge(state: State) -> bool:
    """A phase has just begun, and somewhere both touching sides have stones."""
    return is_fresh(state) and any(_is_doubled(state, *pair) for pair in touching(state))


@frozen
class Edge:
    """Two neighbouring explored hexes, and a figure of the mover on the first."""

    state: State
    figure: Figure
    a: str
    b: str

    @property
    def step(self) -> Walk:
        """The step from the first to the second."""
        return Walk(self.figure, self.a, self.b)

    @property
    def back(self) -> Walk:
        """The step from the second to the first."""
        return Walk(self.figure, self.b, self.a)


@st.composite
def edges(draw: st.DrawFn, kind: Literal["any", "connected", "doubled"] = "any") -> Edge:
    """Edges between explored hexes, or those with stones on a side or on both; 10 AP to spend."""
    state = draw(states(where=has_a_double_edge if kind == "doubled" else is_fresh))
    wanted = {"any": None, "connected": is_connected, "doubled": _is_doubled}[kind]
    a, b = draw(
        st.sampled_from([ab for ab in touching(state) if wanted is None or wanted(state, *ab)])
    )
    seat = mover(state)
    figure: Figure = "L" if leader_in_play(state, seat) and draw(st.booleans()) else "W"
    if figure == "W" and not workers_in_play(state, seat):
        figure = "L"
    return Edge(with_figure(state, seat, figure, CELL_INDEX[a]), figure, a, b)
