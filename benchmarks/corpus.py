"""The games and positions that the benchmarks work on; the same in every run."""

from __future__ import annotations

import random
from typing import Final

from attrs import frozen

import tikal

SEEDS: Final = (1, 2, 3)


@frozen
class Spot:
    """A position of a game and the move that was made there."""

    state: tikal.State
    move: tikal.Move


def spots(replay: tikal.Replay, players: int = 4) -> list[Spot]:
    """The positions of a whole game with the moves made there."""
    states = [tikal.new_game(players), *(step.state for step in replay.steps)]
    return [Spot(state, step.move) for state, step in zip(states, replay.steps, strict=False)]


def game(policy: tikal.Policy, seed: int, players: int = 4) -> tikal.Replay:
    """One whole game."""
    return tikal.play(tikal.new_game(players), policy, seed)


def playout(seed: int) -> int:
    """Play a random game as a bot would, with all checks; returns the number of moves."""
    state, rng, number = tikal.new_game(4), random.Random(seed), 0
    while moves := tikal.legal_moves(state):
        state = tikal.apply(state, rng.choice(moves))
        number += 1
    return number


#: Four-player games by the random and the sensible policy: with few figures and with many.
RANDOM: Final = spots(game(tikal.random_policy, SEEDS[0]))
PLAYED: Final = game(tikal.sensible_policy, SEEDS[1])
SENSIBLE: Final = spots(PLAYED)
MIXED: Final = [*RANDOM, *SENSIBLE]


def in_phase(phase: str) -> list[tikal.State]:
    """The distinct positions of one phase."""
    return list(dict.fromkeys(s.state for s in MIXED if s.state.phase == phase))


ACTING: Final = in_phase("act")
PLACING: Final = in_phase("place")
PLACEMENTS: Final = [s for s in MIXED if isinstance(s.move, tikal.PlaceTile)]
WALKS: Final = [s for s in SENSIBLE if isinstance(s.move, tikal.Walk)]
LATE: Final = SENSIBLE[-1].state


def explored_hexes(state: tikal.State) -> int:
    """The number of explored hexes."""
    return sum(state[cell].tile is not None for cell in state)


def members(state: tikal.State) -> int:
    """The number of the active seat's figures on the board."""
    player = state.player(state.active or 1)
    return sum(leaders + workers for leaders, workers in player.figures.values())


def actions(state: tikal.State) -> list[tikal.Move]:
    """Some actions of an action phase, legal or not: one of every class."""
    near = [move for move in tikal.legal_moves(state) if not isinstance(move, tikal.EndTurn)]
    return [
        *near[:2],
        tikal.Deploy("W", "c3"),
        tikal.Walk("L", "b2", "c3"),
        tikal.Transfer("W", "a1", "d4"),
        tikal.Uncover("b1"),
        tikal.Recover("d3"),
        tikal.Exchange(1, 2, 3),
        tikal.EstablishCamp("c2"),
        tikal.PlaceGuard("a2", "W"),
        tikal.EndTurn(),
    ]
