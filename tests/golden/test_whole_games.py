"""Facts that only a whole game shows: parts of GT-14 and GT-21, and MIS-03, MIS-08 and MIS-12."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Final

import pytest

import tikal
from tests.golden.examples import LAYOUT
from tikal.grid import CELLS

RED, BLUE = 1, 2
VOLCANOES: Final = ("d3", "g5", "h3")
EVERY_EDITION: Final = pytest.mark.parametrize(
    "edition", tikal.EDITIONS.values(), ids=list(tikal.EDITIONS)
)


def idle(state: tikal.State, moves: tuple[tikal.Move, ...], rng: random.Random) -> tikal.Move:
    """A policy that lays its tiles anywhere and does nothing else."""
    if state.phase == "act":
        return tikal.EndTurn()
    if state.phase == "bid":
        return tikal.Pass()
    return moves[rng.randrange(len(moves))]


def terrains(state: tikal.State) -> Counter[str | None]:
    """The number of explored hexes of each terrain."""
    return Counter(state[cell].kind for cell in CELLS)


# --- GT-14 -------------------------------------------------------------------------------------


@EVERY_EDITION
@pytest.mark.clause("GUARD-09", "GUARD-10", "SCORE-06", "VOLC-05")
def test_the_guard_pays_in_each_of_the_four_scorings(edition: tikal.Edition) -> None:
    state = tikal.position(
        tiles={cell: tile for cell, tile in LAYOUT.items() if cell not in VOLCANOES},
        figures={BLUE: {"e4": (0, 3)}},
        guards={RED: {"e4": "L"}},
        removed={RED: (0, 1)},
        phase="draw",
        edition=edition,
    )
    assert state["e4"].value == 6
    game = tikal.play(state, idle, seed=1)
    assert game.state.phase == "over"
    assert game.state.scores == {RED: 4 * 6, BLUE: 0}


# --- GT-21 -------------------------------------------------------------------------------------


@EVERY_EDITION
@pytest.mark.clause("END-01", "END-02", "END-03", "END-04", "TURN-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_player_opens_the_final_scoring(edition: tikal.Edition, players: int) -> None:
    game = tikal.play(tikal.new_game(players, edition), idle, seed=players)
    assert game.state.phase == "over"
    placed = [n for n, step in enumerate(game.steps) if isinstance(step.move, tikal.PlaceTile)]
    assert len(placed) == 36
    assert game.steps[placed[-1]].seat == players
    tail = game.steps[placed[-1] + 1 :]
    assert [step.move for step in tail] == [tikal.EndTurn()] * (players + 1)
    assert [step.seat for step in tail] == [players, *range(1, players + 1)]
    assert [step.state.scoring for step in tail] == [True] * players + [False]


@EVERY_EDITION
@pytest.mark.clause("VOLC-05", "END-02")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_four_scoring_turns_and_an_equal_share_of_the_others(
    edition: tikal.Edition, players: int
) -> None:
    game = tikal.play(tikal.new_game(players, edition), idle, seed=10 + players)
    ended = [step.seat for step in game.steps if step.move == tikal.EndTurn()]
    assert [ended.count(seat) for seat in range(1, players + 1)] == [4 + 36 // players] * players


# --- misreadings -------------------------------------------------------------------------------


@cache
def idle_game() -> tikal.Replay:
    """A whole game in which tiles are laid and nothing else happens."""
    return tikal.play(tikal.new_game(players=3), idle, seed=3)


@pytest.mark.clause("END-01", "END-04")
def test_mis_03_the_game_goes_on_after_the_third_volcano() -> None:
    game = idle_game()
    third = next(n for n, step in enumerate(game.steps) if terrains(step.state)["volcano"] == 3)
    state = game.steps[third].state
    assert state.phase == "act"
    assert {tile[0] for tile in state.remaining} >= {"G"}
    later = [step.move for step in game.steps[third:] if isinstance(step.move, tikal.DrawTile)]
    assert len(later) == len(state.remaining)
    assert (game.state.phase, game.state.remaining) == ("over", ())


@pytest.mark.clause("COMP-04", "VOLC-05")
def test_mis_08_there_are_three_volcanoes() -> None:
    assert terrains(idle_game().state)["volcano"] == 3


@pytest.mark.clause("COMP-03", "COMP-04")
def test_mis_12_there_are_eight_treasure_tiles_among_36() -> None:
    assert len(tikal.new_game(players=2).remaining) == 36
    # Printed on the board are the base camp, two temples and a jungle.
    assert terrains(idle_game().state) == {
        "base_camp": 1, "temple": 2 + 15, "jungle": 1 + 10, "treasure": 8, "volcano": 3,
    }  # fmt: skip
