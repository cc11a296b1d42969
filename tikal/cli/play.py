"""Commands that play: a game at the keyboard, or many games by the computer alone."""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import tikal as library
from tikal import fast
from tikal._support.exit_codes import ExitCode
from tikal.cli.game_argument import edition_named, editions_like, is_position, read
from tikal.cli.interactive.opponents import POLICIES
from tikal.cli.interactive.session import CHANCES, Chance
from tikal.cli.interactive.start import Settings, open_session, say_where, unfinished_record
from tikal.cli.language_option import language_option
from tikal.cli.printing import (
    console,
    fail,
    format_option,
    print_json,
    reporting_errors,
    say,
    speak,
    stoppable,
)
from tikal.editions import DEFAULT_EDITION, EDITIONS, Edition
from tikal.engine import Replay
from tikal.languages import labelled
from tikal.moves import MOVES
from tikal.notation.records import Record
from tikal.notation.records.record import setup_of
from tikal.pictures.text import player_name
from tikal.state import State

_USUAL_FILE: Final = Path("game.tikal")
#: Random games between two looks at the progress.
_AT_A_TIME: Final = 1_000


def _setup_options(command: click.decorators.FC) -> click.decorators.FC:
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
@_setup_options
@click.option("--start", type=int, default=1, show_default=True, help="The seat that begins.")
@click.option("--names", metavar="NAMES", help="The players by seat: 'Ana, Ben'.")
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="SEAT[=HOW]",
    help=f"Let the computer play a seat: 2=sensible, 3=random. One of {', '.join(POLICIES)}; "
    "may be given several times.",
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
    goes on. The record is saved after every move; Ctrl-D, Ctrl-C or `quit` end the evening, not the
    game. Who plays and how chance is decided are kept in its header. GAME may also be a position,
    as text or in a file, from which a new game begins: -o says where it is kept.

    \b
      tikal play friday.tikal --players 3 --names "Ana, Ben, Cleo" --bot 3=sensible
      tikal play friday.tikal
    """  # noqa: D301 - click reads the backspace as "keep these lines"
    position = _position(game, language)
    path = output or (game if position is None else None) or _USUAL_FILE
    if (output or not game or position is not None) and path.exists():
        fail(
            f"{path} exists already: `tikal play {path}` goes on with it, and another name begins "
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


@click.command()
@_setup_options
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="How many games to play.",
)
@click.option(
    "--policy",
    type=click.Choice(list(POLICIES)),
    default="sensible",
    show_default=True,
    help="How the computer chooses: among all legal moves, among the most promising, or by a "
    "tree search, which takes a second or more per game and player.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first game.")
@format_option
@language_option
@reporting_errors
def simulate(
    players: int,
    edition: Edition,
    auction: bool,
    games: int,
    policy: str,
    seed: int,
    as_json: bool,
    language: str,
) -> None:
    """Let the computer play many games.

    Prints the length of the games, scores, wins and how often each kind of move was made. Random
    games are played by the compiled engine where there is one, on all cores: 100,000 of them take
    some seconds instead of minutes. The games of a seed are the same without it.
    """
    start = library.new_game(players, edition, auction)
    lengths: list[int] = []
    scores: list[list[int]] = []
    wins: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    began = time.monotonic()
    playing = TextColumn(speak("simulate/playing", language))
    columns = (playing, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=as_json, transient=True) as progress:
        for playout in progress.track(_playouts(start, policy, games, seed), total=games):
            lengths.append(playout.length)
            scores.append(list(playout.scores.values()))
            wins.update(playout.winners)
            kinds.update({kind: number for kind, number in playout.moves.items() if number})
    seats = list(start.scores)
    result = {
        "edition": edition.key,
        "players": players,
        "auction": auction,
        "policy": policy,
        "games": games,
        "first_seed": seed,
        "moves_per_game": round(statistics.mean(lengths), 1),
        "mean_score": {s: round(statistics.mean(row[s - 1] for row in scores), 1) for s in seats},
        "highest_score": max(max(row) for row in scores),
        "wins": {s: wins[s] for s in seats},
        "moves": dict(kinds.most_common()),
    }
    if as_json:
        print_json(result)
        return
    seconds = f"{time.monotonic() - began:.1f}"
    say(speak("simulate/games-in", language, games=games, seconds=seconds), "bold")
    for name, value in result.items():
        label = speak(f"simulate/{name}", language)
        say("  " + labelled(label, _plain(value, language), language))


def _playouts(start: State, policy: str, games: int, seed: int) -> Iterator[fast.Playout]:
    """What came of each game; random ones are played many at a time."""
    if policy != "random":
        for number in range(games):
            yield _playout(library.play(start, POLICIES[policy], seed + number))
        return
    for first in range(0, games, _AT_A_TIME):
        number = min(_AT_A_TIME, games - first)
        yield from fast.many(start, number, seed + first, threads=os.cpu_count() or 1)


def _playout(replay: Replay) -> fast.Playout:
    """The same about a game that was played move by move."""
    kinds = Counter(type(step.move) for step in replay.steps)
    return fast.Playout(
        replay.state.scores,
        len(replay.steps),
        replay.state.winners,
        tuple(kinds[kind] for kind in MOVES),
    )


def _plain(value: object, language: str) -> str:
    if isinstance(value, dict):
        return ", ".join(
            f"{player_name(key, (), language) if isinstance(key, int) else key} {number}"
            for key, number in value.items()
        )
    if isinstance(value, bool):
        return speak("yes" if value else "no", language)
    return str(value)
