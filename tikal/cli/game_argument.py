"""Reading the GAME argument: a file or a pipe with a game of any kind, or a position itself."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from tikal._support.wording import counted
from tikal.cli.printing import fail, speak
from tikal.editions import EDITIONS, Edition, read_edition
from tikal.errors import InvalidArgument, InvalidNotation, InvalidState, TikalError
from tikal.languages import joined, labelled
from tikal.notation.loading import (
    LoadedGame,
    game_of,
    is_position_text,
    mistakes_in,
    read_file,
    read_stream,
)
from tikal.state import State


def read(source: str, language: str = "en") -> LoadedGame:
    """Read a game; an unreadable one ends the command with a message.

    What is wrong with the game is in the given language, what is wrong with a file in English.
    """
    data = b""
    try:
        data = data_of(source)
        return game_of(data)
    except InvalidState as error:
        problems = joined(error.texts(language), language)
        fail(labelled(name_of(source, language), problems, language))
    except TikalError as error:
        mistakes = "\n  ".join(mistakes_in(data, error, language=language))
        fail(labelled(name_of(source, language), mistakes, language))


def data_of(source: str) -> bytes:
    """The bytes of a game: a file that exists comes first, then a position as text."""
    if source == "-":
        return read_stream(sys.stdin.buffer)
    if is_position(source):
        return source.encode("utf-8", "replace")
    if not os.path.lexists(source):
        raise InvalidArgument(
            "cannot be read: there is no such file, and it does not begin like a position, such as "
            f"'a2=7 1L2 2W3'{_why_not_a_position(source)}"
        )
    return read_file(Path(source))


def _why_not_a_position(source: str) -> str:
    """The error in an argument that looks like a position and not like a file name."""
    if not {"=", ";"} & set(source):
        return ""
    from tikal.notation.positions.reader import parse_position  # most games are records

    try:
        parse_position(source)
    except TikalError as error:
        return f": {error}"
    return ""


def is_position(source: str) -> bool:
    """Whether this argument is not a file but a position itself."""
    return source != "-" and not os.path.lexists(source) and is_position_text(source)


def name_of(source: str, language: str = "en") -> str:
    """The name of the game in messages."""
    if source == "-":
        return speak("name/input", language)
    return speak("name/position", language) if is_position(source) else source


def state_of(path: str, game: LoadedGame, at: int | None) -> State:
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
