"""The simulation battery: play a game and check everything observable against everything else.

It can be pointed at any engine with the interface of this library.
"""

from __future__ import annotations

import pickle
import random
from fractions import Fraction
from typing import Final, Protocol

import tikal
from tikal.bots.policies import Policy, random_policy
from tikal.dice import below, draw_outcome, pick
from tikal.editions import DEFAULT_EDITION, Edition
from tikal.engine import Replay, Step
from tikal.errors import IllegalMove, Violation
from tikal.moves import Move
from tikal.rules.length import most_moves
from tikal.state import State
from tikal.testing.candidates import candidates
from tikal.testing.laws import broken_game_laws, broken_laws, stuck_tiles


class Engine(Protocol):
    """The functions of an engine that the battery uses."""

    def new_game(self, players: int, edition: Edition, auction: bool, start: int) -> State:
        """The first position."""

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """Every legal move."""

    def check(self, state: State, move: Move) -> tuple[Violation, ...]:
        """Every violated clause."""

    def is_legal(self, state: State, move: Move) -> bool:
        """Whether nothing is violated."""

    def apply(self, state: State, move: Move) -> State:
        """The next position."""

    def chance(self, state: State) -> tuple[tuple[Move, Fraction], ...]:
        """The outcomes of chance with their probabilities."""

    def parse_move(self, text: str) -> Move:
        """Read a move."""


THIS_LIBRARY: Final[Engine] = tikal


class BatteryFailure(AssertionError):
    """A failure, its place, and the way to reproduce it."""


def run_battery(
    seed: int,
    players: int = 4,
    edition: Edition = DEFAULT_EDITION,
    auction: bool = False,
    engine: Engine = THIS_LIBRARY,
    policy: Policy = random_policy,
    near_candidates: int = 20,
) -> Replay:
    """Play one game with all checks after every move; `BatteryFailure` describes the failure.

    Round trips of every state and move, unique move strings, agreement of `check`, `is_legal`,
    `apply` and `legal_moves` on all legal and some other candidate moves, the laws DER-01 to
    DER-09 and DER-12 (DER-10 and DER-11 are about the components), and a bounded length.
    """
    rng = random.Random(seed)
    start = state = engine.new_game(players, edition, auction, 1 + below(rng, players))
    steps: list[Step] = []

    def fail(what: str) -> BatteryFailure:
        game = f"seed {seed}, {players} players, {edition.key}{', auction' if auction else ''}"
        return BatteryFailure(f"{what} (after {len(steps)} moves of {game}: {state!r})")

    while True:
        _check_state(engine, state, rng, near_candidates, fail)
        if state.phase == "over":
            break
        if len(steps) >= most_moves(start):
            raise fail("the game does not end")
        moves = engine.legal_moves(state)
        move = (
            draw_outcome(engine.chance(state), rng)
            if state.to_move is None
            else policy(state, moves, rng)
        )
        before = pickle.dumps(state)
        seat, after = state.active, engine.apply(state, move)
        if pickle.dumps(state) != before:
            raise fail(f"apply changed the position it was given ({move})")
        if engine.apply(state, move) != after:
            raise fail(f"apply gave two different answers ({move})")
        state = after
        steps.append(Step(seat, move, state))
    for what in broken_game_laws(start, steps):
        raise fail(what)
    return Replay(state, tuple(steps), start=start)


class _Fail(Protocol):
    def __call__(self, what: str) -> BatteryFailure: ...


def _check_state(
    engine: Engine, state: State, rng: random.Random, near_candidates: int, fail: _Fail
) -> None:
    for what in broken_laws(state):
        raise fail(what)
    again = pickle.loads(pickle.dumps(state))
    if again != state or hash(again) != hash(state):
        raise fail("a position is not equal to its copy")
    moves = engine.legal_moves(state)
    for what in stuck_tiles(state, moves):
        raise fail(f"DER-02: {what}")
    if (state.phase == "over") != (not moves):
        raise fail("there must be a legal move until the game is over, and none after")
    if len({str(move) for move in moves}) != len(moves):
        raise fail("two legal moves have the same string")
    for move in moves:
        if engine.parse_move(str(move)) != move:
            raise fail(f"{move} does not read back")
        if engine.check(state, move) or not engine.is_legal(state, move):
            raise fail(f"{move} is listed but refused")
    everything = candidates(state)
    for _ in range(near_candidates):
        _check_candidate(engine, state, pick(rng, everything), moves, fail)


def _check_candidate(
    engine: Engine, state: State, move: Move, moves: tuple[Move, ...], fail: _Fail
) -> None:
    violations = engine.check(state, move)
    if engine.is_legal(state, move) == bool(violations):
        raise fail(f"check and is_legal disagree about {move}")
    try:
        after = engine.apply(state, move)
    except IllegalMove as refusal:
        if refusal.violations != violations or not violations:
            raise fail(f"apply and check give different reasons about {move}") from refusal
        if move in moves:
            raise fail(f"{move} is listed but refused") from refusal
    else:
        if violations:
            raise fail(f"{move} is refused by check but applied")
        # an orientation that looks the same is listed under its smallest rotation only
        if move not in moves and after not in [engine.apply(state, other) for other in moves]:
            raise fail(f"{move} is legal but not listed")
