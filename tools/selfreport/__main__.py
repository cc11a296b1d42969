"""Makes a report on this library: `python -m tools.selfreport -o report.html`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Final

import click

from tikal.cli.printing import report_format_option, reporting_errors, stoppable
from tikal.cli.report_output import output_option, require_outputs, write_report
from tools import selfreport

ROOT: Final = Path(__file__).parents[2]
#: How many positions the engine and the formal specification are compared on by default.
POSITIONS: Final = 420


@click.command("python -m tools.selfreport")
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    default=POSITIONS,
    show_default=True,
    help="How many positions to compare engine and specification on.",
)
@output_option
@report_format_option
@reporting_errors
def main(positions: int, outputs: tuple[Path, ...], as_json: bool | None) -> None:
    """Report on this library, clause by clause and edition by edition.

    Runs the tests, the comparison with the formal specification, the mutants and the cases, which
    takes some ten minutes on two cores. `tikal report` shows the log (-o report.jsonl) again.
    """
    require_outputs(outputs)
    results = selfreport.results(ROOT, positions, lambda what: click.echo(what, err=True))
    with stoppable(), closing(results):
        write_report(selfreport.header(ROOT, positions), results, None, outputs, as_json)


if __name__ == "__main__":
    main()
