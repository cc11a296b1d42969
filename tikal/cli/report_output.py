"""Reports of commands: the log while the work runs, then every view that was asked for."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from textwrap import shorten
from typing import Final, NoReturn

import click
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

from tikal._support.atomic_write import AtomicFile, require_writable
from tikal._support.exit_codes import ExitCode
from tikal._support.wording import one_line, printable
from tikal.cli.printing import P, R, console, fail, writing
from tikal.conformance.report import Header, Log, Result, Writer, read, views
from tikal.conformance.report.kinds import KINDS
from tikal.conformance.report.log import Framed
from tikal.conformance.report.matrix import Matrix, matrix_of
from tikal.conformance.report.views import terminal
from tikal.errors import TikalError

#: A header names what it is about in at most this many characters.
MAX_SUBJECT_CHARACTERS: Final = 200


def output_option(command: Callable[P, R]) -> Callable[P, R]:
    """Add `-o`, which may be given several times."""
    return click.option(
        "-o",
        "--output",
        "outputs",
        multiple=True,
        type=click.Path(dir_okay=False, path_type=Path),
        help=f"Also write the report to this file, as its ending says: {views.named()}. "
        "May be given several times.",
    )(command)


def require_outputs(outputs: Iterable[Path], inputs: Iterable[str] = ()) -> None:
    """Refuse outputs that cannot be written or are inputs too, before any work is done."""
    taken = {Path(os.path.realpath(name)): name for name in inputs}
    for output in dict.fromkeys(outputs):
        if output.suffix.lower() not in views.FORMATS:
            fail(f"{output} must end in one of {', '.join(views.FORMATS)}")
        place = Path(os.path.realpath(output))
        if not os.path.isdir(place.parent):  # noqa: PTH112 - never raises
            fail(f"{output} cannot be written: there is no folder {output.parent}")
        if place in taken:
            fail(f"{output} cannot be written: it is the same file as {taken[place]}")
        taken[place] = str(output)
        with writing(output):
            require_writable(output)


def write_report(
    header: Header,
    results: Iterable[Result],
    total: int | None,
    outputs: tuple[Path, ...],
    as_json: bool | None,
    caught_up: int | None = None,
    notes: Callable[[], Iterable[str]] = tuple,
    verdict: Callable[[Log, ExitCode], ExitCode] = lambda _, usual: usual,
) -> None:
    """Write a log of the results, then every view of it; end with the exit code it deserves.

    An older log stays until the new one is whole, and the draft of the new one stays if the run is
    cut short. When an audit is resumed, that draft stays until the new one has all of it, which is
    so after `caught_up` results. `notes` are asked for when all results are there.
    `verdict` makes the exit code out of the usual one.
    """
    with ExitStack() as stack:
        path = log_among(outputs)
        if path is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            path = Path(folder, "report.jsonl")
        with (
            writing(path if path in outputs else "the report"),
            AtomicFile(path, keep=caught_up is not None) as draft,
        ):
            try:
                with Writer(draft.file, header) as writer:
                    shown = _with_progress(_as_own_errors(results), total, header.subject)
                    for number, result in enumerate(shown, start=1):
                        writer.add(result)
                        if number == caught_up:
                            draft.catch_up()
                    writer.note(*notes())
            except KeyboardInterrupt:
                if draft.is_behind:
                    fail("interrupted; the earlier log stays as it was", ExitCode.INTERRUPTED)
                click.echo(f"tikal: interrupted; {_what_is_left(header, outputs)}", err=True)
            draft.put_in_place()
        show(read(path), outputs, as_json, verdict)


def log_among(outputs: Iterable[Path]) -> Path | None:
    """The file that the event log is written to, if there is one."""
    return next((path for path in outputs if path.suffix.lower() == ".jsonl"), None)


def _what_is_left(header: Header, outputs: Iterable[Path]) -> str:
    left = "the report holds what was done so far"
    can_resume = KINDS[header.kind].resumable and log_among(outputs)
    return f"{left}, and --resume goes on from it" if can_resume else left


def show(
    log: Log,
    outputs: Iterable[Path],
    as_json: bool | None,
    verdict: Callable[[Log, ExitCode], ExitCode] = lambda _, usual: usual,
) -> NoReturn:
    """Write every view, print the report, and exit with the code it deserves.

    The files come first, because printing stops when the output is no longer read. Without
    `--format`, JSON is printed only if there are no files and no terminal.
    """
    if as_json is None:
        as_json = not outputs and not sys.stdout.isatty()
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
        click.echo(f"wrote {printable(str(output))}", err=True)
    sys.exit(verdict(log, exit_code(log, lambda: matrix_of(log.results()))))


def exit_code(log: Framed, matrix: Callable[[], Matrix]) -> ExitCode:
    """The exit code that a report deserves; only one on this library has a matrix.

    No clause may have failed there, and none may be without a test.
    """
    if log.footer.interrupted:
        return ExitCode.INTERRUPTED
    if log.footer.failed or (KINDS[log.header.kind].by_clause and not matrix().is_clean):
        return ExitCode.RULE_BROKEN
    if log.footer.errored:
        return ExitCode.UNREADABLE
    if log.footer.unfinished:
        return ExitCode.UNFINISHED
    return ExitCode.FINE if log.footer.passed else ExitCode.UNREADABLE


def _as_own_errors(results: Iterable[Result]) -> Iterator[Result]:
    """The results; an OSError while making them must not be taken for one while writing the log."""
    try:
        yield from results
    except OSError as error:
        raise TikalError(f"the work was cut short: {error.strerror or error}") from error


def _with_progress(results: Iterable[Result], total: int | None, what: str) -> Iterator[Result]:
    """The results as they come, with a progress bar on a terminal."""
    if not sys.stderr.isatty():  # before 14.3 rich ends even a disabled bar with a line
        yield from results
        return
    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        # a long subject would leave no room for the bar
        task = bar.add_task(shorten(one_line(what), 30, placeholder=" …"), total=total, rate="")
        for result in results:
            yield result
            speed = bar.tasks[task].speed or 0
            rate = f"{speed:,.0f}/s" if speed >= 10 else f"{speed:.1f}/s" if speed else ""
            bar.update(task, advance=1, rate=rate)
