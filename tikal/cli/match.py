"""The command that lets bots play against each other."""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from tikal._support.atomic_write import write_atomic
from tikal._support.exit_codes import ExitCode
from tikal._support.wording import counted, escaped_json
from tikal.cli.play import setup_options
from tikal.cli.printing import console, format_option, print_json, reporting_errors, say, stoppable
from tikal.conformance.audit.workers import dask_cluster, process_pool
from tikal.editions import Edition
from tikal.matches.bots import KINDS
from tikal.matches.folder import MatchFolder
from tikal.matches.game import Limits
from tikal.matches.match import Plan, play_match
from tikal.matches.report import Summary, page

#: Fewer games are not worth the start of processes.
_WORTH_A_POOL = 4


@click.command()
@click.option(
    "--bot",
    "bots",
    multiple=True,
    required=True,
    metavar="BOT",
    help=f"A bot of the match, given twice or more: {KINDS}.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=100,
    show_default=True,
    help="How many games to play. Seats are rotated with the same seed first.",
)
@setup_options
@click.option(
    "--seconds", type=click.FloatRange(0.001, 3_600), help="The time for a move, in seconds."
)
@click.option(
    "--game-seconds",
    type=click.FloatRange(0.01, 86_400),
    help="The time for all moves of a bot in a game, in seconds.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the first games.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    metavar="FOLDER",
    help="Where records, log and standings are written; the same match goes on.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="How many games to play at a time.",
)
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Play on the Dask cluster of this scheduler (tcp://host:8786; `local` starts one here).",
)
@format_option
@reporting_errors
def match(
    bots: tuple[str, ...],
    games: int,
    players: int,
    edition: Edition,
    auction: bool,
    seconds: float | None,
    game_seconds: float | None,
    seed: int,
    output: Path,
    workers: int,
    dask: str | None,
    as_json: bool,
) -> None:
    """Let bots play against each other, and rate them.

    With each seed all bots play in every rotation of the seats, and draws are paired: as long as
    two games of a seed go alike, they draw alike. A bot that makes an illegal move, takes too long
    or ends loses its game; the clause stands in the record. The others play on.

    FOLDER gets a record of every game, the log match.jsonl, and the standings as match.json and
    match.html. After Ctrl-C, kill -9 or a full disk the same command goes on where it was. Exit
    code 0 if all games were played, 130 if you interrupt it.

    \b
      tikal match --bot sensible --bot mcts:easy --games 20 -o games/
      tikal match --bot mcts:0.5s --bot 'java -jar bot.jar' --seconds 1 -o games/
    """  # noqa: D301 - click reads the backspace as "keep these lines"
    plan = Plan.of(bots, games, edition, players, auction, seed, Limits(seconds, game_seconds))
    folder = MatchFolder(output, plan)
    is_whole = False
    try:
        with stoppable(), ExitStack() as stack:
            _play(folder, stack, workers, dask, is_silent=as_json)
            is_whole = True
    except KeyboardInterrupt:
        pass
    summary = Summary.of(plan, folder.results.values())
    document = escaped_json(json.dumps(summary.to_json(), indent=2, ensure_ascii=False))
    write_atomic(output / "match.json", document + "\n")
    write_atomic(output / "match.html", page(summary))
    if as_json:
        print_json(summary.to_json())
    else:
        _show(summary)
        say(f"records and standings are in {output}", "dim")
    if not is_whole:
        say("interrupted; the same command goes on", "bold red")
        sys.exit(ExitCode.INTERRUPTED)


def _play(
    folder: MatchFolder, stack: ExitStack, workers: int, dask: str | None, *, is_silent: bool
) -> None:
    """Play the games that are still to be played."""
    plan, done = folder.plan, folder.results
    left = plan.games - len(done)
    executor: Executor | None
    if dask is not None:
        executor = stack.enter_context(dask_cluster(dask, workers))
    else:
        executor = stack.enter_context(process_pool(workers if left >= _WORTH_A_POOL else 1))
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=is_silent, transient=True) as progress:
        bar = progress.add_task("games", total=plan.games, completed=len(done))
        for result in play_match(plan, executor, tuple(done)):
            folder.add(result)
            progress.advance(bar)


def _show(summary: Summary) -> None:
    say(f"{counted(summary.games, 'game')} between {counted(len(summary.ratings), 'bot')}", "bold")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Bot")
    for head in summary.HEADS:
        table.add_column(head, justify="right")
    for bot, *cells in summary.rows():
        table.add_row(Text(bot), *cells)
    console.print(table)
    for bot, faults in summary.faults.items():
        listed = ", ".join(f"{number} {fault}" for fault, number in sorted(faults.items()))
        say(f"lost before the end: {bot}: {listed}", "yellow")
