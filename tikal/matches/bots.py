"""Bots by their name: `sensible`, `mcts:hard`, `mcts:0.5s`, `module:function`, `java -jar bot.jar`.

A bot chooses moves and makes none. The caller judges its move.
"""

from __future__ import annotations

import random
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol, Self

from tikal.bots.levels import LEVELS
from tikal.bots.mcts import mcts_policy
from tikal.bots.policies import Policy, random_policy, sensible_policy
from tikal.engine import legal_moves
from tikal.errors import InvalidArgument, TikalError
from tikal.game import Game
from tikal.moves import Move, move_of

#: The policies of the library.
POLICIES: Final[Mapping[str, Policy]] = {
    "random": random_policy,
    "sensible": sensible_policy,
    "mcts": mcts_policy(),
    **{f"mcts:{name}": mcts_policy(iterations) for name, iterations in LEVELS.items()},
}
_SECONDS: Final = re.compile(r"mcts:((?!0+(?:\.0+)?s)[0-9]{1,4}(?:\.[0-9]{1,3})?)s")
_FUNCTION: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
#: What else a bot can be, for messages.
KINDS: Final = f"{', '.join(POLICIES)}, mcts:1s, module:function, or a command in quotes"


class BotFailure(TikalError):
    """A bot that cannot be started or did not choose a move."""


class Bot(Protocol):
    """A player that chooses a move when it is asked."""

    def choose(self, game: Game, rng: random.Random, seconds: float | None = None) -> Move:
        """A move in a game; `BotFailure` if there is none within the seconds."""

    def close(self) -> None:
        """End what the bot has started."""


class PolicyBot:
    """A policy in this process, which nothing can interrupt."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, game: Game, rng: random.Random, seconds: float | None = None) -> Move:
        """The move of the policy; whatever it raises is a `BotFailure`."""
        state = game.state
        try:
            return move_of(self._policy(state, legal_moves(state), rng))
        except (Exception, SystemExit) as error:
            raise BotFailure(f"raised {type(error).__name__}: {error}"[:400]) from error

    def close(self) -> None:
        """There is nothing to end."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def is_policy(text: str) -> bool:
    """Whether a text names a policy of the library."""
    return text in POLICIES or _SECONDS.fullmatch(text) is not None


def is_function(text: str) -> bool:
    """Whether a text is written as a function of a module."""
    return _FUNCTION.fullmatch(text) is not None and text.partition(":")[0] not in POLICIES


def policy_of(text: str) -> Policy:
    """The policy behind a name or `module:function`; `InvalidArgument` if there is none."""
    if text in POLICIES:
        return POLICIES[text]
    if seconds := _SECONDS.fullmatch(text):
        return mcts_policy(seconds=float(seconds[1]))
    if is_function(text):
        return _function(text)
    raise InvalidArgument(f"{text[:60]!r} is not a bot: there are {KINDS}")


def _function(text: str) -> Policy:
    """A function of a module, which may lie in the current folder."""
    module, _, path = text.partition(":")
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        found: object = import_module(module)
        for name in path.split("."):
            found = getattr(found, name)
    except (Exception, SystemExit) as error:
        raise InvalidArgument(f"{text} cannot be loaded: {error}"[:400]) from error
    finally:
        sys.path.remove(here)
    if not callable(found):
        raise InvalidArgument(f"{text} is not a function")
    function: Callable[..., Move] = found
    return function


def command_of(text: str) -> list[str] | None:
    """The command of a text that is one, split as a shell does; None if it can be no command."""
    try:
        words = shlex.split(text)
    except ValueError:
        return None
    return words if words and shutil.which(words[0]) else None


def require_bot(text: str) -> str:
    """The text itself if it names a bot; `InvalidArgument` says what a bot can be."""
    if is_function(text):
        _function(text)
    elif not is_policy(text) and command_of(text) is None:
        raise InvalidArgument(f"{text[:60]!r} is not a bot: there are {KINDS}")
    return text


def bot_of(text: str, *, apart: bool = False) -> Bot:
    """The bot of a text; `apart` gives functions of others a process that can be ended."""
    from tikal.matches.command import CommandBot  # only few bots are programs

    require_bot(text)
    if is_policy(text) or (is_function(text) and not apart):
        return PolicyBot(policy_of(text))
    if is_function(text):
        return CommandBot([sys.executable, "-m", "tikal.matches.serve", text])
    command = command_of(text)
    assert command is not None
    return CommandBot(command)
