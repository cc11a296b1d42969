"""The command line: check, explain, show, play, audit and report on games of Tikal.

`tikal._support.exit_codes` lists how a command can end.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

import tikal as library
from tikal._support.exit_codes import exit_codes
from tikal.errors import missing_extra
from tikal.languages import LANGUAGES

try:
    import click
    import rich as _rich  # noqa: F401 - the commands need it
except ModuleNotFoundError as error:
    raise missing_extra("cli", error) from error

#: The module of each command, imported when one of its commands is first needed.
_COMMANDS: Final = {
    "check": "check:check",
    "repair": "repair:repair",
    "ask": "ask:ask_command",
    "explain": "explain:explain",
    "clauses": "clauses:clauses",
    "legal": "show:legal",
    "path": "show:path",
    "show": "show:show",
    "tiles": "show:tiles",
    "play": "play:play",
    "simulate": "simulate:simulate",
    "match": "match:match",
    "serve": "serve:serve",
    "audit": "audit:audit_command",
    "standings": "standings:standings",
    "conformance": "conformance:conformance",
    "report": "report:report",
    "diff-editions": "diff_editions:diff_editions",
    "completion": "completion:completion",
}


class _Commands(click.Group):
    def list_commands(self, _context: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        module, _, attribute = _COMMANDS[name].partition(":")
        command: click.Command = getattr(import_module(f"tikal.cli.{module}"), attribute)
        return command


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=f"""
    A GAME is a file with a game record (see `tikal show --help`), a JSON record, or a position as
    text or JSON; `-` reads from standard input; a position may also be the argument itself, such as
    'a2=7 1L2 2W3'. Output is for people on a terminal and JSON in a pipe; --format chooses. People
    are answered in their language ({", ".join(LANGUAGES)}): --lang chooses, or TIKAL_LANG, or else
    the locale.

    {exit_codes()}
    """,
)
@click.version_option(library.__version__, prog_name="tikal-rules")
def tikal() -> None:
    """A rules lawyer for the board game Tikal.

    Which moves are legal, which clause forbids the others, and what the rulebooks say about it.
    """
