"""Command `simulate`: play many games and count."""

from __future__ import annotations

import os
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Final

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import tikal as library
from tikal import fast
from tikal.cli.interactive.opponents import read_bots
from tikal.cli.language_option import language_option
from tikal.cli.play import setup_options
from tikal.cli.printing import (
    console,
    format_option,
    print_json,
    reporting_errors,
    say,
    speak,
)
from tikal.editions import Edition
from tikal.engine import Replay
from tikal.errors import InvalidArgument
from tikal.languages import labelled
from tikal.matches.bots import KINDS, bot_of, is_function, is_policy, policy_of, require_bot
from tikal.matches.game import play_game
from tikal.moves import MOVES
from tikal.pictures.text import player_name
from tikal.state import State

#: Random games between two looks at the progress.
_AT_A_TIME: Final = 1_000


@click.command()
@setup_options
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="How many games to play.",
)
@click.option(
    "--policy",
    default="sensible",
    show_default=True,
    metavar="BOT",
    help="How every seat is played: at random, with some sense, by a tree search, which takes a "
    f"second or more per game and player, or by a bot of your own. One of {KINDS}.",
)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="SEAT=BOT",
    help="Let another bot play a seat; may be given several times.",
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
    bots: tuple[str, ...],
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
    others = read_bots(bots, players)
    require_bot(policy)
    lengths: list[int] = []
    scores: list[list[int]] = []
    wins: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    began = time.monotonic()
    playing = TextColumn(speak("simulate/playing", language))
    columns = (playing, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=as_json, transient=True) as progress:
        for playout in progress.track(_playouts(start, policy, others, games, seed), total=games):
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


def _playouts(
    start: State, policy: str, others: Mapping[int, str], games: int, seed: int
) -> Iterator[fast.Playout]:
    """The result of each game; random ones are played many at a time."""
    if others or not (is_policy(policy) or is_function(policy)):
        yield from _games_of_bots(start, policy, others, games, seed)
        return
    if policy != "random":
        for number in range(games):
            yield _playout(library.play(start, policy_of(policy), seed + number))
        return
    for first in range(0, games, _AT_A_TIME):
        number = min(_AT_A_TIME, games - first)
        yield from fast.many(start, number, seed + first, threads=os.cpu_count() or 1)


def _games_of_bots(
    start: State, policy: str, others: Mapping[int, str], games: int, seed: int
) -> Iterator[fast.Playout]:
    with ExitStack() as stack:
        bots = {seat: bot_of(others.get(seat, policy)) for seat in start.scores}
        for bot in bots.values():
            stack.callback(bot.close)
        for number in range(games):
            played = play_game(start, bots, seed + number)
            if played.forfeit:
                raise InvalidArgument(
                    f"the bot of seat {played.forfeit.seat} has failed in game {number + 1}: "
                    f"{played.forfeit.reason}"
                )
            yield _playout(played.game.replay())


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
