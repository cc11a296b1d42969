"""The published laws notice a position or a game that breaks them."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

import tikal
from tikal.components import BOX
from tikal.state import State
from tikal.testing import broken_game_laws, broken_laws
from tikal.testing.laws import GAME_LAWS, LAWS, stuck_tiles

START = tikal.parse_position(
    "players 3;act 1 7ap;a1 1W3 2W;a2=2 1L1 2W;b1=2;b2 2W;b3=A2r4 3 1W dug;c2=A3r1;treasures 1 - -"
)
BIDDING = tikal.parse_position("auction;bid 2;a1 1W4 2W2;b3=B3;scores 10 20;display A1 A2")


class Changed:
    """A position with other values, as an engine with a fault would show it."""

    def __init__(self, state: State, cells: dict[str, Any] | None = None, **fields: Any) -> None:
        self._state, self._cells, self._fields = state, cells or {}, fields

    def __getattr__(self, name: str) -> Any:
        return self._fields[name] if name in self._fields else getattr(self._state, name)

    def __getitem__(self, cell: str) -> Any:
        return attrs.evolve(self._state[cell], **self._cells.get(cell, {}))

    def player(self, seat: int) -> Any:
        found = self._state.player(seat)
        changes = self._fields.get("players_", {}).get(seat, {})
        values = {name: getattr(found, name) for name in ("supply", "removed", "treasures")}
        return SimpleNamespace(**{**values, **changes})


def _figures(cell: str, seat: int, figures: tuple[int, int]) -> dict[str, Any]:
    return {cell: {"figures": {**START[cell].figures, seat: figures}}}


BROKEN: dict[str, tuple[str, Callable[[], Any]]] = {
    "a hex beyond the others": (
        "DER-01: h3 cannot be reached from the base camp",
        lambda: Changed(START, {"h3": {"tile": "A4", "rotation": 0, "kind": "temple", "value": 2}}),
    ),
    "a tile laid twice": (
        "COMP-03: tile A3 is in 2 places",
        lambda: Changed(START, {"c2": {}}, remaining=(*START.remaining, "A3")),
    ),
    "a tile waiting that is laid": (
        "COMP-03: tile A3 is in 2 places", lambda: Changed(START, tile="A3"),
    ),
    "a worker too many": (
        "DER-03: seat 2 has (1, 19) leaders and workers in all, not (1, 18)",
        lambda: Changed(START, _figures("c2", 2, (0, 1))),
    ),
    "a guard from nowhere": (
        "DER-03: seat 1 has (2, 18) leaders and workers in all, not (1, 18)",
        lambda: Changed(START, {"b1": {"guard": (1, "L")}}),
    ),
    "a worker that is borrowed": (
        "DER-03: seat 2 has a negative number of figures somewhere",
        lambda: Changed(START, {**_figures("c2", 2, (0, -1)), **_figures("a1", 2, (0, 2))}),
    ),
    "a treasure that is owned by two": (
        "DER-04: of treasure kind 1, 2 are owned and 2 unseen",
        lambda: Changed(
            START, players_={2: {"treasures": {**START.player(2).treasures, 1: 1}}}
        ),
    ),
    "a treasure that has vanished": (
        "DER-04: 2 treasures are gone from the hexes, 1 are owned",
        lambda: Changed(START, {"b3": {"tokens": 2}}),
    ),
    "a level without a floor": (
        "DER-05: of 6 floors 3, 1 are laid", lambda: Changed(START, {"a2": {"value": 3}}),
    ),
    "more points than a turn has": (
        "DER-06: 11 action points in phase act", lambda: Changed(START, ap=11),
    ),
    "points below zero": ("DER-06: -1 action points in phase act", lambda: Changed(START, ap=-1)),
    "points in another phase": (
        "DER-06: 1 action points in phase bid", lambda: Changed(BIDDING, ap=1),
    ),
    "two volcanoes on display": (
        "DER-12: volcanoes ['{0}', '{1}'] are on display together",
        lambda: Changed(BIDDING, display=_volcanoes(), remaining=()),
    ),
}  # fmt: skip


def _volcanoes() -> list[str]:
    return [tile.id for tile in BOX.tiles if tile.kind == "volcano"][:2]


@pytest.mark.parametrize("name", BROKEN)
def test_a_law_notices_what_breaks_it(name: str) -> None:
    law, change = BROKEN[name]
    assert broken_laws(START) == broken_laws(BIDDING) == []
    found = broken_laws(change())
    assert law.format(*_volcanoes()) in found, found


def test_every_law_of_a_position_is_broken_above() -> None:
    assert {law.partition(":")[0] for law, _ in BROKEN.values()} == {*LAWS}


# --- games -------------------------------------------------------------------------------------

GAME = tikal.play(tikal.new_game(2), tikal.sensible_policy, seed=5)


def test_a_game_that_ends_early_breaks_the_laws_of_a_game() -> None:
    assert broken_game_laws(GAME.start, GAME.steps) == []
    ends = [n for n, step in enumerate(GAME.steps) if isinstance(step.move, tikal.PlaceTile)]
    without = [step for n, step in enumerate(GAME.steps) if n != ends[0]]
    assert "DER-07: tiles by seat are " in str(broken_game_laws(GAME.start, without))
    assert "DER-08: scoring turns by seat are " in str(
        broken_game_laws(GAME.start, GAME.steps[:200])
    )


def test_a_score_that_falls_breaks_a_law() -> None:
    scores = GAME.steps[-1].state.scores
    fallen: Any = Changed(GAME.steps[-1].state, scores={**scores, 1: -1})
    last = attrs.evolve(GAME.steps[-1], state=fallen)
    found = broken_game_laws(GAME.start, [*GAME.steps[:-1], last])
    assert found == [f"DER-09: the score of seat 1 fell by {last.move}"]
    assert {"DER-07", "DER-08", "DER-09"} == {*GAME_LAWS}


def test_a_tile_that_could_be_placed_is_not_stuck() -> None:
    state = tikal.parse_position("place 1 tile A4;a1 1W")
    assert list(stuck_tiles(state, tikal.legal_moves(state))) == []
    assert list(stuck_tiles(state, ())) == ["tile A4 has no place"]
