"""The random numbers of playouts, the same in Python and in C.

splitmix64 (Steele, Lea and Flood, 2014): a counter goes up by an odd constant, and each number is
the counter, mixed. A choice among n takes the high half of a number times n (Lemire, 2019), and
rejects the few numbers that would favour some choices, so that all n are exactly equally likely.
"""

from __future__ import annotations

from typing import Final

from tikal.state import State

_WORD: Final = 1 << 64
_MASK: Final = _WORD - 1
_STRIDE: Final = 0x9E3779B97F4A7C15


class Dice:
    """Random numbers from a seed; seeds that are equal modulo 2**64 give the same numbers."""

    __slots__ = ("_counter",)

    def __init__(self, seed: int) -> None:
        self._counter = seed & _MASK

    @property
    def counter(self) -> int:
        """The seed of dice that show from now on what these will show."""
        return self._counter

    def number(self) -> int:
        """The next number of 64 bits."""
        self._counter = mixed = (self._counter + _STRIDE) & _MASK
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely."""
        while True:
            product = self.number() * limit
            if product & _MASK >= _WORD % limit:
                return product >> 64


def choice(dice: Dice, state: State, moves: int) -> int:
    """The place in the list of a random move: every one, and every unseen token, is as likely."""
    if state.phase != "reveal":
        return dice.below(moves)  # drawn tiles are equally likely, too
    weights = [tokens for tokens in state.stock.unseen if tokens]
    ticket = dice.below(sum(weights))
    for place, weight in enumerate(weights):
        ticket -= weight
        if ticket < 0:
            return place
    raise AssertionError("a ticket is smaller than all weights together")
