"""Fair choices from a `random.Random`, and outcomes of chance with their exact probabilities."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TypeVar

from tikal.engine import chance
from tikal.errors import InvalidArgument, WrongType
from tikal.moves import Move
from tikal.state import State

T = TypeVar("T")


def below(rng: random.Random, limit: int) -> int:
    """A number from 0 to limit - 1, each equally likely, and the same on every Python version."""
    if not isinstance(rng, random.Random):
        raise WrongType(f"chance comes from a random.Random, not {type(rng).__name__}")
    if limit < 1:
        raise InvalidArgument("there is nothing to choose from")
    while True:
        number = rng.getrandbits(limit.bit_length())
        if number < limit:
            return number


def pick(rng: random.Random, things: Sequence[T]) -> T:
    """One of the things, each equally likely."""
    return things[below(rng, len(things))]


def draw_outcome(outcomes: Sequence[tuple[Move, Fraction]], rng: random.Random) -> Move:
    """One of the outcomes, each exactly as likely as it says."""
    whole = lcm(*(probability.denominator for _, probability in outcomes))
    ticket = below(rng, whole if outcomes else 0)
    for move, probability in outcomes:
        ticket -= probability.numerator * (whole // probability.denominator)
        if ticket < 0:
            return move
    raise InvalidArgument("the probabilities add up to less than 1")


def sample(state: State, rng: random.Random) -> Move:
    """An outcome of chance, drawn with its exact probability."""
    return draw_outcome(chance(state), rng)
