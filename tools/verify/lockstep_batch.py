"""Step batches of both engines side by side, and compare every array after every step.

`python -m tools.verify.lockstep --games 0 --batches 200` does it in the setups of its games.
"""

from __future__ import annotations

import random
from typing import Any, Final

import tikal
from tikal.bots import actions
from tikal.fast import fallback
from tikal.fast.batch import WAITS, Batch
from tikal.geometry import lying
from tikal.state import State
from tools.verify.lockstep import STYLES, Difference, choose, start_of

ARRAYS: Final = ("observations", "masks", "seats", "counts", "rewards", "scores", "done")
#: Three games of a batch: some end while others wait.
GAMES: Final = 3
#: More than the games of two players have decisions, so that games end.
STEPS: Final = 500


def play_batch(number: int) -> int:
    """Step one batch on both engines; the number of positions compared."""
    from tikal.fast import compiled

    first, rng = start_of(number), random.Random(-1 - number)
    setup: dict[str, Any] = {
        "players": first.players,
        "edition": first.edition,
        "auction": first.auction,
        "seeds": rng.getrandbits(66),
        "start": first.turn.active,
        "reward": ("win", "points")[number % 2],
        "scaled": number % 3 == 2,
    }
    own = fallback.Batch(GAMES, **setup)
    other = compiled.Batch(GAMES, **setup, threads=1 + number % 4)
    where = f"batch {number}, at its start"
    _compare(where, own, other)
    again = False
    for step in range(STEPS):
        where = f"batch {number}, after {1 + step} steps"
        _compare_refusal(where, own, other, rng)
        sampled = own.sample().tolist()
        _demand(where, "sample", sampled, other.sample().tolist())
        numbers = [_choose(own, place, sampled[place], number, rng) for place in range(GAMES)]
        own.step(numbers)
        other.step(numbers)
        _compare(where, own, other)
        if number % 2 == 0 and not again and any(own.done.tolist()):
            again = True  # what the end has earned is forgotten
            own.reset()
            other.reset()
            _compare(f"{where} and a reset", own, other)
    return GAMES * (1 + STEPS)


def _choose(batch: Batch[Any], place: int, sampled: int, number: int, rng: random.Random) -> int:
    """A number: sampled, chosen in the style of the games, under another rotation, or none."""
    if rng.random() < 0.1:
        return WAITS
    style = STYLES[number % len(STYLES)]
    if rng.random() < 0.5 or not style:
        return sampled
    state = batch.game(place).state()
    move = choose(state.phase, tikal.legal_moves(state), rng, style)
    if isinstance(move, tikal.Bid) and move.points > actions.HIGHEST_BID:
        return sampled
    return actions.encode(state, _turned(state, move, rng))


def _turned(state: State, move: tikal.Move, rng: random.Random) -> tikal.Move:
    """A tile in any rotation that looks the same."""
    tile = state.course.tile
    if not isinstance(move, tikal.PlaceTile) or tile is None:
        return move
    alike = [r for r in range(6) if lying(tile, r) == lying(tile, move.rotation)]
    return tikal.PlaceTile(move.cell, rng.choice(alike))


def _compare(where: str, own: Batch[Any], other: Batch[Any]) -> None:
    for name in ARRAYS:
        mine, theirs = getattr(own, name), getattr(other, name)
        if mine.tobytes() != theirs.tobytes():
            _demand(where, name, mine.tolist(), theirs.tolist())
    for place in range(GAMES):
        _demand(where, f"seed {place}", own.seed(place), other.seed(place))
        ended, theirs = own.ended(place), other.ended(place)
        _demand(where, f"has ended {place}", ended is None, theirs is None)
        if own.done[place] and ended and theirs:
            _demand(where, f"end {place}", ended.packed(), theirs.packed())
            _demand(where, f"begun {place}", own.game(place).packed(), other.game(place).packed())


def _compare_refusal(where: str, own: Batch[Any], other: Batch[Any], rng: random.Random) -> None:
    """A number that may be illegal, alone: refused by both, or by none."""
    place, number = rng.randrange(GAMES), rng.randrange(-2, actions.SIZE + 2)
    state = own.game(place).state()
    try:
        actions.take(state, number)
        return  # legal: other steps make such moves
    except tikal.TikalError as error:
        expected = f"{type(error).__name__} {error}"
    if number == WAITS:
        return
    numbers = [WAITS] * GAMES
    numbers[place] = number
    for batch in (own, other):
        try:
            batch.step(numbers)
        except tikal.TikalError as error:
            _demand(where, f"refusal of {number}", expected, f"{type(error).__name__} {error}")
        else:
            _demand(where, f"refusal of {number}", expected, None)


def _demand(where: str, what: str, own: object, other: object) -> None:
    if own != other:
        raise Difference(f"{where}: {what}: Python {own!r:.600}, compiled {other!r:.600}")
