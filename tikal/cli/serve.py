"""The command that serves the page."""

from __future__ import annotations

import sys
import webbrowser
from contextlib import suppress

import click

from tikal.cli.language_option import language_option
from tikal.cli.printing import reporting_errors, say, stoppable
from tikal.languages import sentence
from tikal.page.server import DEFAULT_PORT, LOOPBACK, PageServer


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=DEFAULT_PORT,
    show_default=True,
    help="The port to listen on; 0 takes any free one.",
)
@click.option(
    "--host",
    default=LOOPBACK,
    show_default=True,
    help="The address to listen on. By default only this machine can open the page; 0.0.0.0 lets "
    "everybody in the network open it.",
)
@click.option(
    "--open/--no-open",
    "is_opened",
    default=None,
    help="Open the page in a browser, or do not. Without either it is opened if a person started "
    "the server, in a terminal.",
)
@language_option
@reporting_errors
def serve(port: int, host: str, is_opened: bool | None, language: str) -> None:
    """Open the page that judges any position, in a browser.

    It is the same page as in the documentation, with this installation behind it. The server
    stores nothing. Ctrl-C ends it.
    """
    with suppress(KeyboardInterrupt), PageServer(host, port) as server, stoppable():
        say(sentence("page", "serving", {"address": server.address}, language))
        if server.is_open:
            say(sentence("page", "serving/open", language=language))
        if sys.stdout.isatty() if is_opened is None else is_opened:
            webbrowser.open(server.address)
        server.serve_forever()
