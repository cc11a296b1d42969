"""Options for engines that are not perfect yet: `--known FILE` and `--write-known FILE`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click
from attrs import frozen

from tikal._support.atomic_write import require_writable, write_atomic
from tikal._support.exit_codes import ExitCode
from tikal.cli.printing import fail, writing
from tikal.conformance.report import Log
from tikal.conformance.report.known import MAX_CHARACTERS, Comparison, read_known
from tikal.errors import InvalidNotation

F = TypeVar("F", bound=Callable[..., Any])


def known_options(command: F) -> F:
    """Add `--known` and `--write-known`."""
    path = click.Path(dir_okay=False, path_type=Path)
    known = click.option(
        "--known",
        type=path,
        metavar="FILE",
        help="Compare with the known failures in this file: exit code 1 only if there are others.",
    )
    write = click.option(
        "--write-known",
        type=path,
        metavar="FILE",
        help="Write what is wrong now to this file, for --known.",
    )
    return known(write(command))


@frozen
class KnownFailures:
    """The comparison of a run with what is known, and the files for it."""

    comparison: Comparison
    known: Path | None
    write_known: Path | None

    @classmethod
    def of(
        cls, known: Path | None, write_known: Path | None, asked: str, has_clauses: bool = True
    ) -> KnownFailures:
        """Read the known failures; a file that cannot be used ends the command."""
        if write_known is not None:
            with writing(write_known):
                require_writable(write_known)
        if known is None:
            return cls(Comparison(None, asked, has_clauses), known, write_known)
        try:
            with known.open(encoding="utf-8") as file:
                before = read_known(file.read(MAX_CHARACTERS + 1))
        except OSError as error:
            fail(f"{known} cannot be read: {error.strerror or error}")
        except UnicodeDecodeError:
            fail(f"{known} is not UTF-8")
        except InvalidNotation as error:
            fail(f"{known}: {error}")
        return cls(Comparison(before, asked, has_clauses), known, write_known)

    def notes(self) -> Iterator[str]:
        """What got worse and better; writes the failures of now if that is wanted."""
        yield from self.comparison.notes(str(self.known))
        if self.write_known is not None:
            with writing(self.write_known):
                lines = self.comparison.now().lines()
                write_atomic(self.write_known, (f"{line}\n" for line in lines))

    def exit_code(self, log: Log, usual: ExitCode) -> ExitCode:
        """The exit code that a report deserves beside what is known."""
        score = log.footer.score
        if self.known is None or log.footer.interrupted or score is None or not score.answered:
            return usual
        if self.comparison.new_failures():
            return usual
        return ExitCode.RULE_BROKEN if self.comparison.lost() else ExitCode.FINE
