"""Command `completion`: the line that makes a shell complete commands."""

from __future__ import annotations

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the line for shell completion.

    Put it in the start file of your shell.
    """
    lines = {
        "bash": 'eval "$(_TIKAL_COMPLETE=bash_source tikal)"',
        "zsh": 'eval "$(_TIKAL_COMPLETE=zsh_source tikal)"',
        "fish": "_TIKAL_COMPLETE=fish_source tikal | source",
    }
    click.echo(lines[shell])
