"""The seats that the computer plays, and chance: the same seed and moves give the same game.

The header of a record may name policies of the library only: going on with a game that came from
others must not start what is in it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Final

from tikal.dice import sample
from tikal.errors import InvalidArgument
from tikal.game import Game
from tikal.matches.bots import Bot, bot_of, is_policy, require_bot
from tikal.moves import Move
from tikal.state import State

_USUAL: Final = "sensible"


def read_bots(texts: Iterable[str], players: int, *, of_a_record: bool = False) -> dict[int, str]:
    """The bot of each seat that the computer plays, from texts such as `2=random` or `3`."""
    found: dict[int, str] = {}
    for text in texts:
        seat, equals, bot = (part.strip() for part in text.partition("="))
        if not (seat.isascii() and seat.isdigit() and 1 <= int(seat[:9]) <= players):
            raise InvalidArgument(
                f"{text[:40]!r} names no seat from 1 to {players}: write 2=sensible"
            )
        if equals and of_a_record and not is_policy(bot):
            raise InvalidArgument(
                f"the record has the bot {bot[:60]!r} at seat {int(seat)}; a record starts no "
                f"programs, so name the bots again: --bot {int(seat)}=..."
            )
        if equals:
            require_bot(bot)
        if int(seat) in found:
            raise InvalidArgument(f"seat {int(seat)} is given to the computer twice")
        found[int(seat)] = bot if equals else _USUAL
    return dict(sorted(found.items()))


def write_bots(bots: Mapping[int, str]) -> str:
    """The seats as a record writes them; `read_bots` reads those of policies, split at commas."""
    return ", ".join(f"{seat}={bot if is_policy(bot) else 'program'}" for seat, bot in bots.items())


def _rng(seed: int, number: int) -> random.Random:
    # one for each move, so that undo, redo and going on another day do not change what follows
    return random.Random(f"tikal {seed} {number}")


def roll(state: State, seed: int, number: int) -> Move:
    """The tile or treasure that chance brings as move `number` of a game."""
    return sample(state, _rng(seed, number))


class Opponents:
    """The bots of a game, each started when it is first asked."""

    def __init__(self, bots: Mapping[int, str], seed: int) -> None:
        self._bots, self._seed = bots, seed
        self._started: dict[int, Bot] = {}

    def choose(self, game: Game) -> Move:
        """The move of the bot whose turn it is; `BotFailure` if it has none."""
        seat = game.state.to_move
        assert seat is not None
        if seat not in self._started:
            self._started[seat] = bot_of(self._bots[seat])
        return self._started[seat].choose(game, _rng(self._seed, game.length))

    def close(self) -> None:
        """End what the bots have started."""
        for bot in self._started.values():
            bot.close()
