"""Resuming an audit: its log, whether the log fits, and the messages about it."""

from __future__ import annotations

from pathlib import Path

import click

from tikal._support.atomic_write import PARTIAL
from tikal._support.wording import counted, printable
from tikal.cli.printing import fail
from tikal.cli.report_output import MAX_SUBJECT_CHARACTERS, log_among
from tikal.conformance.audit.resume import earlier_log
from tikal.conformance.report import Header, PartialLog
from tikal.errors import InvalidNotation

_ANEW = "without --resume it is made anew"


def log_to_resume(outputs: tuple[Path, ...], places: str) -> PartialLog | None:
    """The log to continue; None, with a message, if there is none yet."""
    path = log_among(outputs)
    if path is None:
        fail("--resume goes on from an event log: name it too, with -o report.jsonl")
    try:
        log = earlier_log(path)
    except InvalidNotation as error:
        fail(f"{path} cannot be resumed: {error}; {_ANEW}")
    if log is None or log.header is None:
        click.echo("tikal: there is no log to go on from: this audit begins anew", err=True)
        return None
    reason = _misfit(log.header, places)
    if reason:
        log.close()
        fail(f"{log.path} cannot be resumed: {reason}; {_ANEW}")
    return log


def _misfit(header: Header, places: str) -> str:
    """Why a log is not one of an audit of these places by this library; empty if it is."""
    now = Header("audit", places)
    if header.kind != now.kind:
        return "it is not the log of an audit"
    if header.library != now.library:
        return f"it was made by {header.library}, and this is {now.library}"
    # the number of games may have changed since
    named = header.subject.partition(" in ")[2]
    is_cut = len(header.subject) == MAX_SUBJECT_CHARACTERS
    if not (places.startswith(named) if is_cut else places == named):
        return f"it is about {header.subject}, not about {places}"
    return ""


def say_what_is_taken_over(log: PartialLog, unchanged: int, total: int) -> None:
    """Say how much is done already; stop if it is nothing, which is probably a mistake."""
    if log.results and not unchanged:
        fail(f"{log.path} cannot be resumed: none of its games is there as it was; {_ANEW}")
    taken = f"{unchanged} of {counted(total, 'game')}"
    click.echo(printable(f"tikal: {taken} taken over from {log.path}"), err=True)


def way_to_resume(path: Path) -> str:
    """A hint about the log of an interrupted audit; empty for any other file."""
    try:
        with PartialLog(path) as log:
            is_audit = log.header is not None and log.header.kind == "audit"
    except (InvalidNotation, OSError):
        return ""
    name = str(path).removesuffix(PARTIAL)
    command = f"`tikal audit GAME... -o {name} --resume`"
    return f"; {command}, with the same games, goes on from {path.name}" if is_audit else ""
