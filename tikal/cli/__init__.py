"""The command line: check, explain, show and play games of Tikal.

Exit codes: 0 all is well, 1 a rule is broken, 2 something cannot be read or was asked wrongly.
"""

from __future__ import annotations

import click

import tikal as library
from tikal.cli import games, rules, table


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""
    A GAME is a game record (see `tikal show --help`), a JSON record or a JSON position; `-` reads
    from standard input. Output is for people on a terminal and JSON in a pipe; --format chooses.

    Exit codes: 0 all is well, 1 a rule is broken, 2 cannot be read or wrong usage.
    """,
)
@click.version_option(library.__version__, prog_name="tikal-rules")
def tikal() -> None:
    """A rules lawyer for the board game Tikal.

    Which moves are legal, which clause forbids the others, and what the rulebooks say about it.
    """


for command in (
    games.check,
    rules.explain,
    rules.clauses,
    games.legal,
    games.path,
    games.show,
    games.tiles,
    table.play,
    table.simulate,
    rules.diff_editions,
    rules.completion,
):
    tikal.add_command(command)
