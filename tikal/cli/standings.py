"""The command that counts: standings over many recorded games."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import click
from rich.table import Table
from rich.text import Text

from tikal._support.atomic_write import write_atomic
from tikal._support.exit_codes import ExitCode
from tikal._support.wording import by_number, counted, escaped_json, printable
from tikal.cli.audit import WORTH_A_POOL
from tikal.cli.game_argument import refuse_empty_names
from tikal.cli.printing import (
    console,
    fail,
    print_json,
    reporting_errors,
    say,
    stoppable,
    writing,
)
from tikal.conformance.audit import Source, audit, find_games
from tikal.conformance.audit.standings import (
    Setup,
    Standing,
    Standings,
    standings_of,
    to_csv,
    to_json,
)
from tikal.conformance.audit.workers import process_pool
from tikal.editions import title_of
from tikal.notation.loading import read_stream

#: Spreadsheets know by it that a file is in UTF-8.
_MARK: Final = "\ufeff"


def _csv(standings: Standings) -> Iterator[str]:
    yield _MARK
    yield from to_csv(standings)


def _json(standings: Standings) -> Iterator[str]:
    yield escaped_json(json.dumps(to_json(standings), indent=2, ensure_ascii=False)) + "\n"


_WRITERS: Final[dict[str, Callable[[Standings], Iterable[str]]]] = {".csv": _csv, ".json": _json}


@click.command()
@click.argument("games", metavar="GAME...", nargs=-1, required=True, callback=refuse_empty_names)
@click.option(
    "--format",
    "form",
    type=click.Choice(["auto", "pretty", "csv", "json"]),
    default="auto",
    show_default=True,
    help="How to print: for people, as CSV, as JSON, or JSON only when not on a terminal.",
)
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the standings to this file, as its ending says: .csv (for spreadsheets) or "
    ".json. May be given several times.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="How many processes to use.",
)
@reporting_errors
def standings(games: tuple[str, ...], form: str, outputs: tuple[Path, ...], workers: int) -> None:
    """Count wins and points of every player over recorded games.

    GAMEs are as for `tikal audit`: files, folders or `-`. A game counts if all its moves are legal,
    it was played to its end and its record has `names:`; the others are named with the reason. A
    victory that several players share is a win of each of them, and the column `shared` tells how
    many of the wins were of that kind. The order is by wins, then by the mean of the points. Exit
    code 0 if at least one game counts, else 2.

    \b
      tikal standings games/
      tikal standings games/ -o standings.csv
    """  # noqa: D301 - click reads the backspace as "keep these lines"
    for output in outputs:
        if output.suffix.lower() not in _WRITERS:
            fail(f"{output} must end in one of {', '.join(_WRITERS)}")
        if os.path.realpath(output) in {os.path.realpath(name) for name in games}:
            fail(f"{output} cannot be written: it is one of the games")
    with stoppable():
        found = _count(games, workers)
        for output in outputs:
            with writing(output):
                write_atomic(output, _WRITERS[output.suffix.lower()](found))
    if form == "csv":
        for line in to_csv(found):
            click.echo(line, nl=False)
    elif form == "json" or (form == "auto" and not sys.stdout.isatty()):
        print_json(to_json(found))
    else:
        _show(found)
    _say_what_is_left_out(found)
    for output in outputs:
        click.echo(f"wrote {printable(str(output))}", err=True)
    if not found.games:
        sys.exit(ExitCode.UNREADABLE)


def _count(games: tuple[str, ...], workers: int) -> Standings:
    sources: list[Source] = []
    if "-" in games:
        sources.append(("standard input", read_stream(sys.stdin.buffer)))
    names = sorted((name for name in games if name != "-"), key=by_number)
    sources += find_games(*map(Path, names))
    if not sources:
        fail(f"there is no game (.tikal or .json) in {', '.join(dict.fromkeys(games))}")
    with (
        process_pool(workers if len(sources) >= WORTH_A_POOL else 1) as executor,
        closing(audit(sources, executor)) as results,
    ):
        return standings_of(results)


def _show(found: Standings) -> None:
    """One table over all games, then one for each setup if there are several."""
    say(f"Standings after {counted(found.games, 'game')}", "bold")
    console.print(_table(found.players))
    if len(found.setups) > 1:
        for setup, ranked in found.setups.items():
            say()
            say(_heading(setup), "bold")
            console.print(_table(ranked))
    elif found.setups:
        say(f"All by {_heading(next(iter(found.setups)))}", "dim")


def _heading(setup: Setup) -> str:
    game = "auction game" if setup.auction else "basic game"
    return f"{title_of(setup.edition)}, {game}, {setup.players} players"


def _table(ranked: Iterable[Standing]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Player")
    for head in ("Games", "Wins", "Shared", "Points", "Mean", "Best"):
        table.add_column(head, justify="right")
    for each in ranked:
        numbers = (each.games, each.wins, each.shared, each.points, f"{each.mean:.2f}", each.best)
        table.add_row(Text(each.player), *map(str, numbers))  # a str would be read as markup
    return table


def _say_what_is_left_out(found: Standings) -> None:
    for game in found.left_out:
        click.echo(printable(f"tikal: left out: {game.game}: {game.reason}"), err=True)
