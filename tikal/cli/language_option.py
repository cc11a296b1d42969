"""The language of a command: what `--lang` asks for, or else the environment."""

from __future__ import annotations

import os
from collections.abc import Callable

import click
from click.core import ParameterSource

from tikal.cli.printing import P, R
from tikal.languages import LANGUAGES, language_of, preferred_language


def language_option(command: Callable[P, R]) -> Callable[P, R]:
    """Add `--lang`, which sets the parameter `language`."""
    return click.option(
        "--lang",
        "language",
        metavar="LANGUAGE",
        callback=_choose,
        shell_complete=_languages_like,
        help=f"The language to print in: {', '.join(LANGUAGES)}. Without it TIKAL_LANG or else the "
        "locale decides; with it JSON carries the sentences too, as `text`.",
    )(command)


def _choose(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str:
    return preferred_language(os.environ) if value is None else language_of(value)


def _languages_like(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[str]:
    return [language for language in LANGUAGES if language.startswith(incomplete)]


def asked_language() -> str | None:
    """The language that `--lang` asks for, so that JSON carries sentences in it; else None."""
    context = click.get_current_context()
    is_asked = context.get_parameter_source("language") is ParameterSource.COMMANDLINE
    return context.params["language"] if is_asked else None
