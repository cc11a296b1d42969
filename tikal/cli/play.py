"""Commands that play: a game at the keyboard, or many games by the computer alone."""

from __future__ import annotations

import os
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import tikal as library
from tikal import fast
from tikal.cli.output import (
    console,
    fail,
    format_option,
    moment,
    print_json,
    print_near,
    print_violations,
    reporting_errors,
    say,
    scores_text,
    stoppable,
    writing,
)
from tikal.cli.source import edition_named, editions_like
from tikal.editions import EDITIONS, Edition
from tikal.engine import Replay, Step
from tikal.errors import InvalidNotation
from tikal.files import write_whole
from tikal.moves import MOVES, Move
from tikal.players import sample
from tikal.records import Record, dumps
from tikal.state import State
from tikal.wording import counted

_POLICIES = {"random": library.random_policy, "sensible": library.sensible_policy}
#: Random games between two looks at the progress.
_AT_A_TIME = 1_000

_HELP = """Write a move as in a record (`deploy L a1`, `walk W a1-b2`, `end`), or one of:
  moves     list the legal moves        board     show the board
  score     what each seat would score  undo      take the last move back
  explain X why move X would be refused help      this text
  quit      stop; the game is saved"""


def _setup_options(command: click.decorators.FC) -> click.decorators.FC:
    for option in (
        click.option("--auction", is_flag=True, help="Play the auction game."),
        click.option(
            "--edition",
            callback=edition_named,
            shell_complete=editions_like,
            metavar="EDITION",
            default="rio-grande-1999",
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
@_setup_options
@click.option("--start", type=int, default=1, show_default=True, help="The seat that begins.")
@click.option(
    "--bots",
    type=int,
    default=0,
    show_default=True,
    help="How many seats the computer plays, counted from the last.",
)
@click.option("--seed", type=int, help="Seed of the draws; a random one if left out.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("game.tikal"),
    show_default=True,
    help="Where the record is saved.",
)
@reporting_errors
def play(
    players: int,
    edition: Edition,
    auction: bool,
    start: int,
    bots: int,
    seed: int | None,
    output: Path,
) -> None:
    """Play in the terminal, at one keyboard.

    Refusals are explained. Tiles and treasures are drawn by chance. The record is saved after
    every move.
    """
    first = library.new_game(players, edition, auction, start)
    if not 0 <= bots <= players:
        fail(f"the computer can play 0 to {players} seats, not {bots}")
    if output.exists():
        fail(f"{output} exists already: name another file with -o")
    game = _Game(first, output, bots, random.Random(seed))
    say(_HELP)
    try:
        with stoppable():
            game.run()
    except (EOFError, KeyboardInterrupt, click.Abort):
        say("\nstopped")
    game.save()
    say(f"the record is in {output}")


class _Game:
    """A game in progress at the keyboard."""

    def __init__(self, start: State, output: Path, bots: int, rng: random.Random) -> None:
        self.start, self.output, self.rng = start, output, rng
        self.humans = start.players - bots
        self.steps: list[Step] = []

    @property
    def state(self) -> State:
        return self.steps[-1].state if self.steps else self.start

    def run(self) -> None:
        """Ask for moves until the game is over or a player quits."""
        while self.state.phase != "over":
            seat = self.state.to_move
            if seat is None:
                move = sample(self.state, self.rng)
                say(f"  chance: {move}", "cyan")
                self.make(move)
            elif seat > self.humans:
                moves = library.legal_moves(self.state)
                move = library.sensible_policy(self.state, moves, self.rng)
                say(f"  seat {seat}: {move}", "dim")
                self.make(move)
            elif not self.ask(seat):
                return
        say(f"the game is over: {scores_text(self.state)}", "bold green")

    def ask(self, seat: int) -> bool:
        """Ask for one line at the keyboard and act on it; False to stop."""
        line = click.prompt(moment(self.state), prompt_suffix="> ").strip()
        word, _, rest = line.partition(" ")
        if word == "quit":
            return False
        if word == "help":
            say(_HELP)
        elif word in ("moves", "legal"):
            say("  " + ", ".join(map(str, library.legal_moves(self.state))))
        elif word == "board":
            say(str(self.state))
        elif word == "score":
            for other in self.state.scores:
                say(f"  seat {other}: {library.score(self.state, other).total} points now")
        elif word == "undo":
            self.undo()
        else:
            self.attempt(rest if word == "explain" else line, make=word != "explain")
        return True

    def attempt(self, text: str, make: bool) -> None:
        """Make a move, or say why it is refused."""
        try:
            move = library.parse_move(text)
        except InvalidNotation as error:
            say(f"  {error}", "red")
            return
        violations = library.check(self.state, move)
        if violations:
            say(f"  {move} is refused:", "red")
            print_violations(violations)
            print_near(library.nearest_legal(self.state, move))
        elif make:
            self.make(move)
        else:
            say(f"  {move} is legal")

    def make(self, move: Move) -> None:
        """Make a legal move."""
        seat = self.state.active
        self.steps.append(Step(seat, move, library.apply(self.state, move)))
        self.save()

    def undo(self) -> None:
        """Take back the last move made at the keyboard, and everything after it."""
        before = [self.start, *(step.state for step in self.steps)]
        for index in range(len(self.steps) - 1, -1, -1):
            seat = before[index].to_move
            if seat is not None and seat <= self.humans:
                say(f"  taken back: {self.steps[index].move}")
                del self.steps[index:]
                self.save()
                return
        say("  nothing to take back")

    def save(self) -> None:
        """Write the record so far."""
        record = Record.of(Replay(self.state, tuple(self.steps)), self.start)
        with writing(self.output):
            write_whole(self.output, dumps(record))


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
    type=click.Choice(list(_POLICIES)),
    default="sensible",
    show_default=True,
    help="How the computer chooses: among all legal moves, or among the most promising.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first game.")
@format_option
@reporting_errors
def simulate(
    players: int, edition: Edition, auction: bool, games: int, policy: str, seed: int, as_json: bool
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
    columns = (
        TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
    )  # fmt: skip
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
    say(f"{counted(games, 'game')} in {time.monotonic() - began:.1f} s", "bold")
    for name, value in result.items():
        say(f"  {name.replace('_', ' ')}: {_plain(value)}")


def _playouts(start: State, policy: str, games: int, seed: int) -> Iterator[fast.Playout]:
    """What came of each game; random ones are played many at a time."""
    if policy != "random":
        for number in range(games):
            yield _playout(library.play(start, _POLICIES[policy], seed + number))
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


def _plain(value: object) -> str:
    if isinstance(value, dict):
        keys = {key: f"seat {key}" if isinstance(key, int) else str(key) for key in value}
        return ", ".join(f"{keys[key]} {number}" for key, number in value.items())
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
