"""The command line, from its own help texts."""

from __future__ import annotations

from collections.abc import Iterator
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
    return page(
        "# The command line",
        "Install the extra `cli` to have it.",
        _prose(tikal.help),
        _prose(tikal.epilog),
        *_sections(click.Context(tikal, info_name="tikal", **tikal.context_settings)),
    )


def _sections(parent: click.Context) -> Iterator[str]:
    """A section for every command of a group, and of the groups in it."""
    group = parent.command
    assert isinstance(group, click.Group)
    for name in group.list_commands(parent):
        command = group.get_command(parent, name)
        assert command is not None
        context = click.Context(command, parent=parent, info_name=name)
        yield _command(context)
        if isinstance(command, click.Group):
            yield from _sections(context)


def _command(context: click.Context) -> str:
    command, formatter = context.command, click.HelpFormatter(width=_WIDTH)
    command.format_usage(context, formatter)
    command.format_options(context, formatter)
    return page(
        f"## {context.command_path}",
        _prose(command.help),
        code("text", formatter.getvalue()),
        _prose(command.epilog),
    )


def _prose(text: str | None) -> str:
    """The paragraphs of a help text; those that click keeps as they are become code."""
    paragraphs = cleandoc(text or "").split("\n\n")
    plain = [p for p in paragraphs if not p.startswith("\b")]
    verbatim = [p.removeprefix("\b\n") for p in paragraphs if p.startswith("\b")]
    return page(*plain, code("text", "\n\n".join(verbatim)) if verbatim else "").strip()
