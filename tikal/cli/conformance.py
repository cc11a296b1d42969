"""Commands `conformance`: of this library, of another engine."""

from __future__ import annotations

import sys

import click

from tikal.cli.conformance_run import play, run
from tikal.cli.printing import console, format_option, reporting_errors
from tikal.cli.report_output import (
    exit_code,
)
from tikal.conformance.report.self_summary import shipped_summary, to_json
from tikal.conformance.report.views import terminal

# --- recorded games ----------------------------------------------------------------------------


# --- other engines and this one ----------------------------------------------------------------


@click.group()
def conformance() -> None:
    """Report on an engine: another one, or this library."""


conformance.add_command(run)
conformance.add_command(play)


@conformance.command("self")
@format_option
@reporting_errors
def self_command(as_json: bool) -> None:
    """Show the last report on this library, clause by clause and edition by edition.

    It counts the tests, the comparison with the formal specification, the mutants and the cases;
    what failed is shown in full. Exit code 0 if every clause conforms in every edition, 1 if not.

    A checkout makes a new report: `python -m tools.selfreport -o report.html`.
    """
    summary = shipped_summary()
    if as_json:
        click.echo(to_json(summary), nl=False)
    else:
        terminal.render_summary(summary, console)
    sys.exit(exit_code(summary, summary.matrix))
