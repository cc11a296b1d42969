"""The seats that the computer plays, and chance: the same seed and moves give the same game."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Final

from tikal.bots.mcts import mcts_policy
from tikal.bots.policies import Policy, random_policy, sensible_policy
from tikal.dice import sample
from tikal.engine import legal_moves
from tikal.errors import InvalidArgument
from tikal.moves import Move
from tikal.state import State

#: The policies of the computer.
POLICIES: Final[Mapping[str, Policy]] = {
    "random": random_policy,
    "sensible": sensible_policy,
    "mcts": mcts_policy(),
}
_USUAL: Final = "sensible"


def read_bots(texts: Iterable[str], players: int) -> dict[int, str]:
    """The policy of each seat that the computer plays, from texts such as `2=random` or `3`."""
    found: dict[int, str] = {}
    for text in texts:
        seat, equals, policy = (part.strip() for part in text.partition("="))
        if not (seat.isascii() and seat.isdigit() and 1 <= int(seat[:9]) <= players):
            raise InvalidArgument(
                f"{text[:40]!r} names no seat from 1 to {players}: write 2=sensible"
            )
        if equals and policy not in POLICIES:
            raise InvalidArgument(
                f"{policy[:40]!r} is not a way to play: there are {', '.join(POLICIES)}"
            )
        if int(seat) in found:
            raise InvalidArgument(f"seat {int(seat)} is given to the computer twice")
        found[int(seat)] = policy if equals else _USUAL
    return dict(sorted(found.items()))


def write_bots(bots: Mapping[int, str]) -> str:
    """The seats as a record writes them; `read_bots` reads them, split at the commas."""
    return ", ".join(f"{seat}={policy}" for seat, policy in bots.items())


def _rng(seed: int, number: int) -> random.Random:
    # one for each move, so that undo, redo and going on another day do not change what follows
    return random.Random(f"tikal {seed} {number}")


def roll(state: State, seed: int, number: int) -> Move:
    """The tile or treasure that chance brings as move `number` of a game."""
    return sample(state, _rng(seed, number))


def choose(policy: str, state: State, seed: int, number: int) -> Move:
    """The move that the computer makes as move `number` of a game."""
    return POLICIES[policy](state, legal_moves(state), _rng(seed, number))
