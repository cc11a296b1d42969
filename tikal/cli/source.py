"""Reading the GAME argument: a record, a JSON record or a JSON position, from a file or a pipe."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tikal.cli.output import fail
from tikal.editions import EDITIONS, Edition, read_edition
from tikal.errors import InvalidNotation, TikalError
from tikal.loading import Game, game_of, mistakes_in, read_file, read_stream
from tikal.state import State
from tikal.wording import counted


def read(path: str) -> Game:
    """Read a game; whatever cannot be read ends the command with a message."""
    data = b""
    try:
        data = read_stream(sys.stdin.buffer) if path == "-" else read_file(Path(path))
        return game_of(data)
    except TikalError as error:
        fail(f"{name_of(path)}: " + "\n  ".join(mistakes_in(data, error)))


def name_of(path: str) -> str:
    """What to call the game in messages."""
    return "standard input" if path == "-" else path


def state_of(path: str, game: Game, at: int | None) -> State:
    """The position after `at` moves, or the last one."""
    if at is None:
        return game.last
    if at < 0 or at > len(game.steps):
        last = counted(len(game.steps), "legal move" if game.refusal else "move")
        fail(
            f"{name_of(path)}: there is no position after {counted(at, 'move')}, only up to {last}"
        )
    return game.steps[at - 1].state if at else game.start


def refuse_empty_names(
    _context: click.Context, _parameter: click.Parameter, value: str | tuple[str, ...]
) -> str | tuple[str, ...]:
    """Refuse an empty name, such as an unset shell variable gives."""
    if "" in ((value,) if isinstance(value, str) else value):
        raise click.BadParameter("a name is empty.")
    return value


def edition_named(_context: click.Context, _parameter: click.Parameter, value: str) -> Edition:
    """A printed edition by its key, perhaps with house rules after it."""
    try:
        return read_edition(value)
    except InvalidNotation as error:
        raise click.BadParameter(error.message) from None


def editions_like(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[str]:
    """The printed editions whose keys begin so, for a shell that completes words."""
    return [key for key in EDITIONS if key.startswith(incomplete)]


game_argument = click.argument("game", metavar="GAME", callback=refuse_empty_names)
at_option = click.option(
    "--at",
    type=int,
    metavar="N",
    help="Look at the position after N moves instead of the last one.",
)
