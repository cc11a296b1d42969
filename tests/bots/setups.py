"""Positions in which a seat chooses, also of house editions; the setups that bots play."""

from __future__ import annotations

from functools import cache
from typing import Final

from hypothesis import strategies as st

from tests.sample import WHOLE
from tikal.state import State
from tikal.testing import states
from tikal.testing.pool import SETUPS, house_game, one_of


def _a_seat_chooses(state: State) -> bool:
    return state.to_move is not None


@cache
def house_positions() -> tuple[State, ...]:
    """Positions of games by house rules, all switches turned at random."""
    return tuple(step.state for number in range(8) for step in house_game(number, 250).steps)


@cache
def _house_decisions() -> tuple[State, ...]:
    return tuple(filter(_a_seat_chooses, house_positions()))


@st.composite
def any_states(draw: st.DrawFn) -> State:
    """Positions of printed and of house editions."""
    return draw(states()) if draw(st.booleans()) else one_of(draw, house_positions())


@st.composite
def decisions(draw: st.DrawFn) -> State:
    """Positions in which a seat chooses, of printed and of house editions."""
    if draw(st.booleans()):
        return draw(states(where=_a_seat_chooses))
    return one_of(draw, _house_decisions())


def setup_id(setup: tuple[int, object, bool]) -> str:
    """The name of a setup in a test."""
    players, edition, auction = setup
    return f"{players}-{getattr(edition, 'key', edition)}{'-auction' if auction else ''}"


#: By default every number of players, every edition, basic and auction, but not their product.
SAMPLE: Final = tuple(
    (players, edition, auction)
    for players, edition, auction in SETUPS
    if WHOLE
    or (edition.key, players, auction)
    in (
        ("rio-grande-1999", 2, False),
        ("ravensburger-1999", 3, True),
        ("super-meeple-2015", 4, False),
        ("legend-classic", 3, False),
    )
)
