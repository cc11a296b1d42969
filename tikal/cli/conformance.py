"""Commands that report: on recorded games, on other engines, on this library."""

from __future__ import annotations

import math
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from pathlib import Path
from textwrap import shorten
from typing import Final, NoReturn

import click
from attrs import asdict
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from tikal.clauses import clause as entry_of
from tikal.cli.output import (
    INTERRUPTED,
    RULE_BROKEN,
    UNREADABLE,
    P,
    R,
    console,
    fail,
    format_option,
    guarded,
    stoppable,
    writing,
)
from tikal.cli.source import named
from tikal.conformance import selfreport, views
from tikal.conformance.audit import Source, audit, find_games
from tikal.conformance.cases import ORIGINS, Case, Origin, cases
from tikal.conformance.child import ChildFailure
from tikal.conformance.executors import dask_cluster, process_pool
from tikal.conformance.games import read_stream
from tikal.conformance.harmless import harmless, line
from tikal.conformance.kit import SECONDS_PER_CASE, SECONDS_TO_START, Session
from tikal.conformance.matrix import matrix_of
from tikal.conformance.report import Header, Log, Result, Writer, read
from tikal.conformance.views import terminal
from tikal.editions import EDITIONS
from tikal.errors import InvalidNotation, TikalError
from tikal.rules.table import count

#: Fewer games are audited faster than a pool of processes starts.
WORTH_A_POOL = 50
#: The kinds of cases, each in one word for the shell.
_ORIGINS: Final[dict[str, Origin]] = {origin.replace(" ", "-"): origin for origin in ORIGINS}


def output_option(command: Callable[P, R]) -> Callable[P, R]:
    """Add `-o`, which may be given several times."""
    return click.option(
        "-o",
        "--output",
        "outputs",
        multiple=True,
        type=click.Path(dir_okay=False, path_type=Path),
        help="Also write the report to this file, as its ending says: .html, .md (Markdown), "
        ".xml (JUnit) or .jsonl (the event log itself). May be given several times.",
    )(command)


def _require_outputs(outputs: Iterable[Path], inputs: Iterable[str] = ()) -> None:
    """Refuse what cannot be written, or holds what is to be read, before any work is done."""
    taken = {Path(os.path.realpath(name)): name for name in inputs}
    for output in dict.fromkeys(outputs):
        if output.suffix.lower() not in views.ENDINGS:
            fail(f"{output} must end in one of {', '.join(views.ENDINGS)}")
        place = Path(os.path.realpath(output))
        if not os.path.isdir(place.parent):  # noqa: PTH112 - never raises
            fail(f"{output} cannot be written: there is no folder {output.parent}")
        if place in taken:
            fail(f"{output} cannot be written: it is the same file as {taken[place]}")
        taken[place] = str(output)
        with writing(output):
            is_new = not place.exists()
            if not is_new and not place.is_file():
                fail(f"{output} cannot be written: it is no ordinary file")
            place.open("a").close()
            if is_new:
                place.unlink()


def _reported(
    header: Header,
    results: Iterable[Result],
    total: int | None,
    outputs: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Write a log of the results, then every view of it; end with the exit code it deserves."""
    with ExitStack() as stack:
        path = next((path for path in outputs if path.suffix.lower() == ".jsonl"), None)
        if path is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            path = Path(folder, "report.jsonl")
        place = Path(os.path.realpath(path))  # a link stays one
        # an older report stays until the new one is whole
        partial = place.with_name(f"{place.name}.partial")
        try:
            with (
                writing(path if path in outputs else "the report"),
                partial.open("w", encoding="utf-8") as file,
                Writer(file, header) as writer,
            ):
                for result in _shown(_made(results), total, header.subject):
                    writer.add(result)
        except KeyboardInterrupt:
            click.echo("tikal: interrupted; the report tells what was done so far", err=True)
        with writing(path):
            partial.replace(place)
        _show(read(path), outputs, as_json)


def _show(log: Log, outputs: Iterable[Path], as_json: bool) -> NoReturn:
    """Write every view, then print, for who reads along may have seen enough; end with its code."""
    written = [*dict.fromkeys(outputs)]
    failed = []
    for output in written:
        if output != log.path:
            try:
                views.write(log, output)
            except OSError as error:  # the others are still worth writing
                failed.append(f"{output} cannot be written: {error.strerror or error}")
    if as_json:
        with log.path.open(encoding="utf-8") as file:
            for event in file:
                click.echo(event, nl=False)
    else:
        terminal.render(log, console)
    if failed:
        fail("; ".join(failed))
    for output in written:
        click.echo(f"wrote {harmless(str(output))}", err=True)
    sys.exit(_exit_code(log))


def _exit_code(log: Log) -> int:
    if log.footer.interrupted:
        return INTERRUPTED
    if log.footer.failed or (log.header.kind == "self" and not _is_conforming(log)):
        return RULE_BROKEN
    nothing_passed = not log.footer.passed
    return UNREADABLE if log.footer.errored or nothing_passed else 0


def _is_conforming(log: Log) -> bool:
    """Whether no clause of this library failed, and none is without a test."""
    return matrix_of(log.results()).is_clean


def _made(results: Iterable[Result]) -> Iterator[Result]:
    """The results; what stops them is not to be taken for a fault of the file they go to."""
    try:
        yield from results
    except OSError as error:
        raise TikalError(f"the work was cut short: {error.strerror or error}") from error


def _shown(results: Iterable[Result], total: int | None, what: str) -> Iterator[Result]:
    """The results as they come, with a progress bar where somebody looks."""
    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    with bar:
        # a line of many names would leave no room for the bar
        task = bar.add_task(shorten(line(what), 30, placeholder=" …"), total=total, rate="")
        for result in results:
            yield result
            speed = bar.tasks[task].speed
            bar.update(task, advance=1, rate=f"{speed:.3g}/s" if speed else "")


# --- recorded games ----------------------------------------------------------------------------


@click.command("audit")
@click.argument("games", metavar="GAME...", nargs=-1, required=True, callback=named)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="How many processes work at it.",
)
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Work on the Dask cluster of this scheduler (tcp://host:8786; `local` starts one here). "
    "Its workers must see the same files.",
)
@output_option
@format_option
@guarded
def audit_command(
    games: tuple[str, ...],
    workers: int,
    dask: str | None,
    outputs: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Audit recorded games: every move of every GAME.

    A GAME is a file, a folder (all .tikal and .json records below it, but not behind links to other
    folders) or `-`. A game stops at its first refusal, which is shown with its clauses and the
    nearest legal moves; what cannot be read is reported, and the others go on. Exit code 0 if all
    moves of all games are legal, 1 if one is refused, else 2 if something cannot be read, 130 if
    you interrupt it: then the report holds what was done so far.

    \b
      tikal audit games/ -o report.html -o report.jsonl
    """  # noqa: D301 - click reads the backspace as "keep these lines"
    _require_outputs(outputs, games)
    piped = [("standard input", read_stream(sys.stdin.buffer))] if "-" in games else []

    def sources() -> Iterator[Source]:
        yield from piped
        yield from find_games(*(Path(name) for name in games if name != "-"))

    total, named = sum(1 for _ in sources()), ", ".join(dict.fromkeys(games))
    if not total:
        fail(f"there is no game (.tikal or .json) in {named}")
    subject = f"{count(total, 'game')} in {named}"
    with stoppable(), ExitStack() as stack:
        executor: Executor | None
        if dask is not None:
            executor = stack.enter_context(dask_cluster(dask, workers))
        else:
            pool = process_pool(workers if total >= WORTH_A_POOL else 1)
            executor = stack.enter_context(pool)
        results = stack.enter_context(closing(audit(sources(), executor)))
        _reported(Header("audit", subject[:200]), results, total, outputs, as_json)


# --- other engines and this one ----------------------------------------------------------------


class _Seconds(click.FloatRange):
    """More than none, and no more than a day."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=86_400)

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number; one that is none compares with nothing, so a range lets it pass."""
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value} is no number of seconds.", param, ctx)
        return seconds


@click.group()
def conformance() -> None:
    """Report on an engine: another one, or this library."""


@conformance.command()
@click.argument("command", metavar="-- COMMAND...", nargs=-1, required=True)
@click.option(
    "--only", type=click.Choice([*_ORIGINS]), multiple=True, help="Only cases of this kind."
)
@click.option("--clause", "clauses", multiple=True, help="Only cases about this clause.")
@click.option("--edition", type=click.Choice(list(EDITIONS)), help="Only cases of this edition.")
@click.option(
    "--seconds",
    type=_Seconds(),
    default=SECONDS_PER_CASE,
    show_default=True,
    help="How long an answer may take.",
)
@click.option(
    "--start-seconds",
    type=_Seconds(),
    default=SECONDS_TO_START,
    show_default=True,
    help="How long the start may take.",
)
@output_option
@format_option
@guarded
def run(
    command: tuple[str, ...],
    only: tuple[str, ...],
    clauses: tuple[str, ...],
    edition: str | None,
    seconds: float,
    start_seconds: float,
    outputs: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Check another engine against the published cases.

    COMMAND starts the engine's adapter, which reads JSON lines and answers with JSON lines; the
    protocol is in the documentation. The result is a scorecard by clause and edition. A skip or an
    error does not count as passed. Exit code 0 if all cases passed or were skipped and at least one
    passed, 1 if an answer is wrong, 2 if the engine could not answer.

    \b
      tikal conformance run -- python -m tikal.conformance.adapter
      tikal conformance run -o scorecard.html -- node examples/node-adapter/adapter.mjs
    """  # noqa: D301 - click reads the backspace as "keep these lines"
    _require_outputs(outputs)
    for id_ in clauses:
        entry_of(id_)

    def is_wanted(case: Case) -> bool:
        return (not clauses or bool({*clauses} & {*case.clauses})) and (
            edition is None or case.edition.split()[0] == edition
        )

    wanted = [case for case in cases(*(_ORIGINS[kind] for kind in only)) if is_wanted(case)]
    if not wanted:
        fail("no case is about all that")
    with stoppable():
        try:
            started = Session(command, seconds, start_seconds)
        except ChildFailure as error:
            fail(f"the engine {error}")
        with started as session:
            engine = session.engine
            header = Header(
                "engine",
                f"{engine.name} {engine.version}"[:200],
                {"command": list(command), **asdict(engine)},
            )
            _reported(header, session.run(wanted), len(wanted), outputs, as_json)


@conformance.command("self")
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    default=selfreport.POSITIONS,
    show_default=True,
    help="Compare engine and specification on so many.",
)
@click.option("--shipped", is_flag=True, help="Show the last report that was kept, run nothing.")
@output_option
@format_option
@guarded
def self_command(positions: int, shipped: bool, outputs: tuple[Path, ...], as_json: bool) -> None:
    """Report on this library, clause by clause and edition by edition.

    In a checkout with the development tools everything is run: the tests, the comparison with the
    formal specification, the mutants, the cases (some ten minutes on two cores). An installed
    package shows the report it was shipped with.
    """
    _require_outputs(outputs)
    root = selfreport.checkout()
    if shipped or root is None:
        _show_shipped(outputs, as_json)
        return
    results = selfreport.results(root, positions, lambda what: click.echo(what, err=True))
    with stoppable(), closing(results):
        _reported(selfreport.header(root, positions), results, None, outputs, as_json)


def _show_shipped(outputs: tuple[Path, ...], as_json: bool) -> None:
    from importlib.resources import as_file

    with as_file(selfreport.shipped()) as path:
        _show_log(path, outputs, as_json)


@click.command()
@click.argument("log", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@output_option
@format_option
@guarded
def report(log: Path, outputs: tuple[Path, ...], as_json: bool) -> None:
    """Show a report again, or as another kind of file.

    LOG is an event log (.jsonl) that `audit` or `conformance` has written. Exit codes are those of
    the command that wrote it.
    """
    _show_log(log, outputs, as_json)


def _show_log(path: Path, outputs: tuple[Path, ...], as_json: bool) -> None:
    _require_outputs(outputs)
    if not path.exists():
        fail(f"{path} is missing: there is no report to show")
    if not path.is_file():
        fail(f"{path} is no ordinary file: a report is read more than once")
    try:
        log = read(path)
    except InvalidNotation as error:
        fail(f"{path}: {error}")
    _show(log, outputs, as_json)
