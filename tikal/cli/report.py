"""Command `report`: show the log of an earlier report."""

from __future__ import annotations

from pathlib import Path

import click

from tikal._support.atomic_write import partial_of
from tikal.cli.printing import fail, report_format_option, reporting_errors, stoppable
from tikal.cli.report_output import (
    output_option,
    require_outputs,
    show,
)
from tikal.cli.resume import way_to_resume
from tikal.conformance.report import TruncatedLog, read
from tikal.errors import InvalidNotation


@click.command()
@click.argument("log", type=click.Path(dir_okay=False, path_type=Path))
@output_option
@report_format_option
@reporting_errors
def report(log: Path, outputs: tuple[Path, ...], as_json: bool | None) -> None:
    """Show a report again, or as another kind of file.

    LOG is an event log (.jsonl) that `audit` or `conformance` has written. Exit codes are those of
    the command that wrote it.
    """
    _show_log(log, outputs, as_json)


def _show_log(path: Path, outputs: tuple[Path, ...], as_json: bool | None) -> None:
    require_outputs(outputs, [str(path)])
    if not path.exists():
        fail(f"{path} is missing: there is no report to show{way_to_resume(partial_of(path))}")
    if not path.is_file():
        fail(f"{path} is not an ordinary file: a report is read more than once")
    try:
        log = read(path)
    except TruncatedLog as error:
        fail(f"{path}: {error}{way_to_resume(path)}")
    except InvalidNotation as error:
        fail(f"{path}: {error}")
    with stoppable():
        show(log, outputs, as_json)
