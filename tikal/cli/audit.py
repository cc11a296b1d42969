"""Command `audit`: every move of recorded games."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Final

import click

from tikal._support.wording import by_number, counted
from tikal.cli.game_argument import is_position, refuse_empty_names
from tikal.cli.printing import fail, report_format_option, reporting_errors, stoppable
from tikal.cli.report_output import (
    MAX_SUBJECT_CHARACTERS,
    output_option,
    require_outputs,
    write_report,
)
from tikal.cli.resume import log_to_resume, say_what_is_taken_over
from tikal.conformance.audit import Source, audit, find_games
from tikal.conformance.audit.resume import is_unchanged
from tikal.conformance.audit.resume import resume as resumed
from tikal.conformance.audit.workers import dask_cluster, process_pool
from tikal.conformance.report import Header
from tikal.notation.loading import read_stream

#: Fewer games than this are audited before a pool of processes has started.
WORTH_A_POOL: Final = 50


@click.command("audit")
@click.argument("games", metavar="GAME...", nargs=-1, required=True, callback=refuse_empty_names)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="How many processes to use.",
)
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Work on the Dask cluster of this scheduler (tcp://host:8786; `local` starts one here). "
    "Its workers must see the same files.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with an audit that was cut short: games that its log (-o report.jsonl) holds and "
    "that have not changed are not audited again.",
)
@output_option
@report_format_option
@reporting_errors
def audit_command(
    games: tuple[str, ...],
    workers: int,
    dask: str | None,
    resume: bool,
    outputs: tuple[Path, ...],
    as_json: bool | None,
) -> None:
    """Audit recorded games: every move of every GAME.

    A GAME is a file, a folder (all .tikal and .json records below it, but not behind links to other
    folders), a position as text, or `-`. A game stops at its first refusal, which is shown with its
    clauses, the nearest legal moves and the likeliest repair; what cannot be read is reported, and
    the others go on. A game whose moves are legal but that is not over is unfinished, which is not
    a pass. Exit code 0 if every game is legal to its end, 1 if a move is refused or points are
    claimed wrongly, else 2 if something cannot be read, else 3 if a game is unfinished, 130 if you
    interrupt it: then the report holds what was done so far.

    The log is written to report.jsonl.partial and renamed when it is whole. An audit that was cut
    short, by Ctrl-C, kill -9 or a full disk, goes on with the same command and --resume.

    \b
      tikal audit games/ -o report.html -o report.jsonl
      tikal audit games/ -o report.html -o report.jsonl --resume
    """  # noqa: D301 - click reads the backspace as "keep these lines"
    require_outputs(outputs, games)
    piped = [("standard input", read_stream(sys.stdin.buffer))] if "-" in games else []
    positions = [name for name in dict.fromkeys(games) if is_position(name)]
    piped += [(f"position {n}", text.encode()) for n, text in enumerate(positions, start=1)]

    def sources() -> Iterator[Source]:
        yield from piped
        files = [name for name in games if name != "-" and name not in positions]
        yield from find_games(*map(Path, sorted(files, key=by_number)))

    places = ", ".join(dict.fromkeys(games))
    with stoppable(), ExitStack() as stack:
        earlier = log_to_resume(outputs, places) if resume else None
        if earlier:
            stack.enter_context(earlier)
        # counted first and walked again, so that a large corpus is never held in memory
        unchanged: set[Source] = set()
        total = caught_up = 0
        for total, source in enumerate(sources(), start=1):
            if earlier and is_unchanged(source, earlier):
                unchanged.add(source)
                caught_up = total
        if not total:
            fail(f"there is no game (.tikal or .json) in {places}")
        if earlier:
            say_what_is_taken_over(earlier, len(unchanged), total)
        executor: Executor | None
        if dask is not None:
            executor = stack.enter_context(dask_cluster(dask, workers))
        else:
            is_worth_it = total - len(unchanged) >= WORTH_A_POOL
            executor = stack.enter_context(process_pool(workers if is_worth_it else 1))
        run = partial(audit, executor=executor)
        found = resumed(sources(), earlier, unchanged, run) if earlier else run(sources())
        results = stack.enter_context(closing(found))
        header = Header("audit", f"{counted(total, 'game')} in {places}"[:MAX_SUBJECT_CHARACTERS])
        write_report(header, results, total, outputs, as_json, caught_up or None)
