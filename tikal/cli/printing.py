"""Output of commands: pretty on a terminal, JSON in a pipe; errors as one clear line."""

from __future__ import annotations

import functools
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final, NoReturn, ParamSpec, TextIO, TypeVar

import click
from rich.console import Console
from rich.markup import escape

from tikal._support.exit_codes import ExitCode
from tikal._support.wording import escaped_json, printable
from tikal.errors import TikalError, Violation
from tikal.languages import listed, sentence
from tikal.moves import Move
from tikal.notation.records import Record
from tikal.state import State

if TYPE_CHECKING:  # few commands give an opinion
    from tikal.counsel.opinion import Opinion

P = ParamSpec("P")
R = TypeVar("R")


class _Console(Console):
    """A console that ends quietly when its output is no longer read."""

    def on_broken_pipe(self) -> None:
        _silence(sys.stdout)
        sys.exit(ExitCode.NOT_READ)


def _silence(stream: TextIO) -> None:
    """Discard what is still to be written to a stream that is no longer read."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


console = _Console(highlight=False, emoji=False)


def format_option(command: Callable[P, R]) -> Callable[P, R]:
    """Add `--format`, which sets the parameter `as_json`."""
    return _format_option(_is_json, "JSON only when not on a terminal")(command)


def report_format_option(command: Callable[P, R]) -> Callable[P, R]:
    """Add `--format` to a command with `-o`; `as_json` is None where it was left to the command."""
    what = "JSON only when not on a terminal and without `-o`"
    return _format_option(_is_json_wanted, what)(command)


def _format_option(
    callback: Callable[[click.Context, click.Parameter, str], bool | None], auto: str
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    return click.option(
        "--format",
        "as_json",
        type=click.Choice(["auto", "pretty", "json"]),
        default="auto",
        show_default=True,
        callback=callback,
        help=f"How to print: for people, as JSON, or {auto}.",
    )


def _is_json(_context: click.Context, _parameter: click.Parameter, value: str) -> bool:
    return value == "json" or (value == "auto" and not sys.stdout.isatty())


def _is_json_wanted(
    _context: click.Context, _parameter: click.Parameter, value: str
) -> bool | None:
    return None if value == "auto" else value == "json"


def print_json(data: object) -> None:
    """Print one JSON document."""
    click.echo(escaped_json(json.dumps(data, indent=2, ensure_ascii=False)))


def say(line: str = "", style: str | None = None) -> None:
    """Print one line for people; nothing in it is taken as markup."""
    console.print(printable(line), style=style, markup=False, soft_wrap=True)


def fail(message: str, code: ExitCode = ExitCode.UNREADABLE) -> NoReturn:
    """Stop with a message on standard error."""
    try:
        click.echo(f"tikal: {printable(message)}", err=True)
    except OSError:  # the message is lost, but the exit code is not
        _silence(sys.stderr)
    sys.exit(code)


@contextmanager
def writing(path: Path | str) -> Iterator[None]:
    """Stop with a message if a file cannot be written."""
    try:
        yield
    except OSError as error:
        fail(f"{path} cannot be written: {error.strerror or error}")


@contextmanager
def stoppable() -> Iterator[None]:
    """Let `kill`, or closing the terminal, interrupt the work as Ctrl-C does.

    Only the first such signal counts: a second one must not disturb what is still to be done,
    such as finishing a report. Signals that were ignored stay ignored.
    """
    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {getattr(signal, name): signal.getsignal(getattr(signal, name)) for name in names}
    handled = [number for number, old in before.items() if old not in (None, signal.SIG_IGN)]
    if threading.current_thread() is not threading.main_thread():
        handled = []  # only the main thread may set signal handlers

    is_stopped = False

    def stop(_number: int, _frame: FrameType | None) -> NoReturn:
        nonlocal is_stopped
        is_stopped = True
        for number in handled:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in handled:
        signal.signal(number, stop)
    try:
        yield
    finally:
        if not is_stopped:
            for number in handled:
                signal.signal(number, before[number])


def _spoken() -> str:
    """The language of the running command; English if it has none."""
    context = click.get_current_context(silent=True)
    return str(context.params.get("language") or "en") if context else "en"


def reporting_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Turn the errors of the library into a message and an exit code."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except TikalError as error:
            fail(error.text(_spoken()))
        except KeyboardInterrupt:
            fail("interrupted", ExitCode.INTERRUPTED)
        except BrokenPipeError:
            _silence(sys.stdout)
            sys.exit(ExitCode.NOT_READ)
        except OSError as error:
            # a file that cannot be read or written has been reported where it was opened
            _silence(sys.stdout)
            what = f"{error.filename} cannot be used" if error.filename else ""
            fail(f"{what or 'the output cannot be written'}: {error.strerror or error}")

    return run


def names_in(record: Record | None) -> tuple[str, ...]:
    """The names of the players, if there is a record and it has them."""
    return record.names if record else ()


def print_violations(
    violations: tuple[Violation, ...], record: Record | None = None, language: str = "en"
) -> None:
    """Print every reason, with its clause."""
    names = names_in(record)
    for violation in violations:
        message = escape(printable(violation.text(language, names)))
        console.print(f"  [bold]{violation.clause}[/]  {message}", soft_wrap=True)


def speak(key: str, language: str, /, **facts: object) -> str:
    """A sentence of the commands."""
    return sentence("commands", key, facts, language)


def print_opinion(
    opinion: Opinion,
    record: Record | None = None,
    has_headline: bool = True,
    language: str = "en",
) -> None:
    """Print an opinion: the verdict, and a part for every question after it."""
    from tikal.counsel.render import headline, parts

    if has_headline:
        say(headline(opinion, language), "bold green" if opinion.legal else "bold red")
    for part in parts(opinion, language, names_in(record)):
        say(part.title, "bold")
        for depth, line in part.lines:
            say(f"{'  ' * (depth + 1)}{line}", "dim" if depth else None)


#: The endings of keys of violations whose move another player could make.
_WRONG_SEAT: Final = {"not-your-turn", "has-passed", "had-turn", "no-seat"}


def print_near(near: tuple[Move, ...], player: str | None, language: str = "en") -> None:
    """Print the legal moves nearest to a refused one; `player` if they are another player's."""
    if near:
        key = "legal-instead" if player is None else "legal-instead/other"
        say("  " + speak(key, language, moves=", ".join(map(str, near)), player=player))


def other_player(
    state: State, violations: tuple[Violation, ...], record: Record | None, language: str
) -> str | None:
    """The player whose turn it is if a move was refused for its seat; else None."""
    if not any(violation.key.partition("/")[2] in _WRONG_SEAT for violation in violations):
        return None
    from tikal.pictures import text  # for people only

    return text.player_name(state.active or 0, names_in(record), language)


def scores_text(state: State, record: Record | None = None, language: str = "en") -> str:
    """The scores, and who has won, by name where names are known."""
    from tikal.pictures import text  # for people only

    names = {seat: text.player_name(seat, names_in(record), language) for seat in state.scores}
    scores = ", ".join(
        speak("score", language, player=names[seat], points=points)
        for seat, points in state.scores.items()
    )
    if not state.winners:
        return scores
    winners = listed([names[seat] for seat in state.winners], language)
    return speak("won-by", language, scores=scores, winners=winners)


def moment(state: State, record: Record | None = None, language: str = "en") -> str:
    """The moment of a game in a few words, by name where names are known."""
    from tikal.pictures import text  # for people only

    now = text.moment(state, names_in(record), language)
    return speak("scoring-turn", language, moment=now) if state.scoring else now
