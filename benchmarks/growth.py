"""The growth of the cost of listing moves: with explored hexes, players and figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import tikal
from benchmarks.corpus import ACTING, explored_hexes, game, members, spots
from benchmarks.measure import Comparison, Task
from benchmarks.playing import listing

_FEW: Final = 60


def _spread(measure: Callable[[tikal.State], int]) -> dict[str, list[tikal.State]]:
    """The action phases with the least, a middling amount and the most of something."""
    ordered = sorted(ACTING, key=measure)
    middle = len(ordered) // 2
    parts = {
        "least": ordered[:_FEW],
        "middle": ordered[middle - _FEW // 2 : middle + _FEW // 2],
        "most": ordered[-_FEW:],
    }
    return {f"{part} ({_mean(states, measure):.0f})": states for part, states in parts.items()}


def _mean(states: list[tikal.State], measure: Callable[[tikal.State], int]) -> float:
    return sum(map(measure, states)) / len(states)


def _of_players(players: int) -> list[tikal.State]:
    played = game(tikal.sensible_policy, 3, players)
    return [spot.state for spot in spots(played, players) if spot.state.phase == "act"]


_GROUPS: Final = {
    **{f"hexes explored: {part}": found for part, found in _spread(explored_hexes).items()},
    **{f"own figures: {part}": found for part, found in _spread(members).items()},
    **{f"players: {players}": _of_players(players) for players in (2, 3, 4)},
}
TASKS: Final[dict[str, Task]] = {name: listing(states) for name, states in _GROUPS.items()}
COMPARISONS: Final = tuple(
    Comparison(f"legal_moves, {name}", name, "python-chess list") for name in TASKS
)
