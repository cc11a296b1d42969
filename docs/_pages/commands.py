"""The command line as its own help texts tell it."""

from __future__ import annotations

from inspect import cleandoc
from typing import Final

import click

from docs._pages.markdown import Pages, code, page
from tikal.cli import tikal

_WIDTH: Final = 86  # columns that fit on a page


def pages() -> Pages:
    """The one page."""
    return {"command-line.md": _commands()}


def _commands() -> str:
    sections = (_command(name, command) for name, command in tikal.commands.items())
    return page(
        "# The command line",
        "Install the extra `cli` to have it.",
        _prose(tikal.help),
        _prose(tikal.epilog),
        *sections,
    )


def _command(name: str, command: click.Command) -> str:
    group = click.Context(tikal, info_name="tikal", **tikal.context_settings)
    context = click.Context(command, parent=group, info_name=name)
    formatter = click.HelpFormatter(width=_WIDTH)
    command.format_usage(context, formatter)
    command.format_options(context, formatter)
    return page(f"## tikal {name}", _prose(command.help), code("text", formatter.getvalue()))


def _prose(text: str | None) -> str:
    """The paragraphs of a help text; those that click keeps as they are become code."""
    paragraphs = cleandoc(text or "").split("\n\n")
    plain = [p for p in paragraphs if not p.startswith("\b")]
    kept = [p.removeprefix("\b\n") for p in paragraphs if p.startswith("\b")]
    return page(*plain, code("text", "\n\n".join(kept)) if kept else "").strip()
