"""Command `play`: a game at the keyboard."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from tikal._support.exit_codes import ExitCode
from tikal.cli.game_argument import edition_named, editions_like, is_position, read
from tikal.cli.interactive.session import CHANCES, Chance
from tikal.cli.interactive.start import Settings, open_session, say_where, unfinished_record
from tikal.cli.language_option import language_option
from tikal.cli.printing import (
    fail,
    reporting_errors,
    say,
    stoppable,
)
from tikal.editions import DEFAULT_EDITION, EDITIONS, Edition
from tikal.matches.bots import KINDS
from tikal.notation.records import Record
from tikal.notation.records.record import setup_of
from tikal.state import State

_USUAL_FILE: Final = Path("game.tikal")


def setup_options(command: click.decorators.FC) -> click.decorators.FC:
    """Add the options that set up a game."""
    for option in (
        click.option("--auction", is_flag=True, help="Play the auction game."),
        click.option(
            "--edition",
            callback=edition_named,
            shell_complete=editions_like,
            metavar="EDITION",
            default=DEFAULT_EDITION.key,
            show_default=True,
            help=f"The rulebook to play by: {', '.join(EDITIONS)}. House rules follow it within "
            "quotes: 'rio-grande-1999 second_dig=different'; `tikal explain second_dig` tells "
            "about one.",
        ),
        click.option(
            "--players", type=int, default=2, show_default=True, help="How many play: 2 to 4."
        ),
    ):
        command = option(command)
    return command


@click.command()
@click.argument(
    "game", required=False, type=click.Path(dir_okay=False, path_type=Path), metavar="[GAME]"
)
@setup_options
@click.option("--start", type=int, default=1, show_default=True, help="The seat that begins.")
@click.option("--names", metavar="NAMES", help="The players by seat: 'Ana, Ben'.")
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="SEAT[=BOT]",
    help="Let a bot play a seat: 2=sensible, 3=mcts:easy, 2=my_bot:choose, or a program such as "
    f"2='java -jar bot.jar'. A bot is one of {KINDS}. May be given several times.",
)
@click.option(
    "--chance",
    type=click.Choice(CHANCES),
    help="Roll tiles and treasures (the default), or ask what the real table has drawn.",
)
@click.option(
    "--seed",
    type=int,
    help="Seed of chance and of the computer's moves; the same seed and moves give the same game.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the record is saved, if not in GAME.",
)
@language_option
@click.pass_context
@reporting_errors
def play(
    context: click.Context,
    game: Path | None,
    players: int,
    edition: Edition,
    auction: bool,
    start: int,
    names: str | None,
    bots: tuple[str, ...],
    chance: Chance | None,
    seed: int | None,
    output: Path | None,
    language: str,
) -> None:
    """Play in the terminal, at one keyboard.

    GAME is the file of the record, game.tikal if left out. If it is there already, the game in it
    goes on. The record is saved after every move; Ctrl-D, Ctrl-C or `quit` saves and exits, and the
    game can be resumed. Its header has the bots and the source of chance. GAME may also be a
    position, as text or in a file, from which a new game begins; -o names the file of its record.

    \b
      tikal play friday.tikal --players 3 --names "Ana, Ben, Cleo" --bot 3=sensible
      tikal play friday.tikal
    """  # noqa: D301 - click reads the backspace as "keep these lines"
    position = _position(game, language)
    path = output or (game if position is None else None) or _USUAL_FILE
    if (output or not game or position is not None) and path.exists():
        fail(
            f"{path} exists already: continue with `tikal play {path}`, and another name begins "
            "a new game"
        )
    if position is not None:
        _refuse_setup(context, "the position", "players", "edition", "auction", "start")
        record = Record(**setup_of(position), position=position, names=_names(names))
    elif game and game.exists():
        _refuse_setup(context, str(game), "players", "edition", "auction", "start", "names")
        record = unfinished_record(game)
    else:
        record = Record(edition, players, auction, start, _names(names))
    settings = Settings.of(record, bots, chance, seed)
    session = open_session(settings.in_header_of(record), settings, path, language)
    try:
        with stoppable():
            session.run()
    except (EOFError, KeyboardInterrupt):
        say()
    finally:
        session.close()
    if not session.save():
        sys.exit(ExitCode.UNREADABLE)
    say_where(session)


def _names(text: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",")) if text else ()


def _position(game: Path | None, language: str) -> State | None:
    """The position that GAME is or that its file holds, None if it is the file of a record."""
    if game is None or not (game.exists() or is_position(str(game))):
        return None
    found = read(str(game), language)
    return found.start if found.record is None else None


def _refuse_setup(context: click.Context, game: str, *names: str) -> None:
    """Refuse options that only a new game can obey."""
    for name in names:
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            fail(f"--{name} is for a new game, and {game} says it already")
