"""Commands about other engines: asking them the published cases, and playing with them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from attrs import asdict

from tikal.cli.known_failures import KnownFailures, known_options
from tikal.cli.printing import fail, report_format_option, reporting_errors, stoppable, writing
from tikal.cli.report_output import (
    MAX_SUBJECT_CHARACTERS,
    output_option,
    require_outputs,
    write_report,
)
from tikal.conformance.cases import ORIGINS, Case, Origin, asked_in, cases, read_cases
from tikal.conformance.fuzzing.fuzz import Fuzzer, limits_of_play, play_games
from tikal.conformance.fuzzing.save import save_differences
from tikal.conformance.fuzzing.setups import game_kinds, game_setups, left_out
from tikal.conformance.protocol.connection import ChildFailure
from tikal.conformance.referee.fit import Fitter
from tikal.conformance.referee.marks import cases_on
from tikal.conformance.referee.session import SECONDS_PER_CASE, SECONDS_TO_START, Session
from tikal.conformance.report import Header
from tikal.conformance.report.known import EVERYTHING
from tikal.conformance.report.log import timed
from tikal.editions import EDITIONS
from tikal.errors import InvalidNotation
from tikal.law.registry import clause as entry_of
from tikal.notation.documents.limits import LIMITS

F = TypeVar("F", bound=Callable[..., Any])
#: The kinds of cases, each in one word for the shell.
_ORIGINS: Final[dict[str, Origin]] = {origin.replace(" ", "-"): origin for origin in ORIGINS}


class Seconds(click.FloatRange):
    """A time of more than zero seconds, and at most a day."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=86_400)

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number and refuse NaN, which no range excludes."""
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value} is not a number of seconds.", param, ctx)
        return seconds


def seconds_option(*names: str, default: float, about: str) -> Callable[[F], F]:
    """An option that takes a time."""
    return click.option(*names, type=Seconds(), default=default, show_default=True, help=about)


_seconds_option = seconds_option(
    "--seconds", default=SECONDS_PER_CASE, about="How long an answer may take."
)
_start_seconds_option = seconds_option(
    "--start-seconds", default=SECONDS_TO_START, about="How long the start may take."
)


def start(command: tuple[str, ...], seconds: float, start_seconds: float) -> Session:
    """Start an engine; one that cannot be started ends the command."""
    try:
        return Session(command, seconds, start_seconds)
    except ChildFailure as error:
        fail(f"the engine {error}")


def header_of(session: Session, command: tuple[str, ...]) -> Header:
    """The header of a report on an engine."""
    engine = session.engine
    subject = f"{engine.name} {engine.version}"[:MAX_SUBJECT_CHARACTERS]
    facts = {
        "command": list(command),
        **asdict(engine, filter=lambda field, _: field.name != "slips"),
    }
    return Header("engine", subject, facts)


@click.command()
@click.argument("command", metavar="-- COMMAND...", nargs=-1, required=True)
@click.option(
    "--only", type=click.Choice([*_ORIGINS]), multiple=True, help="Only cases of this kind."
)
@click.option("--clause", "clauses", multiple=True, help="Only cases that ask about this clause.")
@click.option("--edition", type=click.Choice(list(EDITIONS)), help="Only cases of this edition.")
@click.option(
    "--case",
    "ids",
    multiple=True,
    metavar="ID",
    help="Only this case, such as TEMPLE-04/witness, or TEMPLE-04/witness@legend-classic.",
)
@click.option(
    "--cases",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Ask the cases of this file instead of the published ones.",
)
@_seconds_option
@_start_seconds_option
@known_options
@output_option
@report_format_option
@reporting_errors
def run(
    command: tuple[str, ...],
    only: tuple[str, ...],
    clauses: tuple[str, ...],
    edition: str | None,
    ids: tuple[str, ...],
    file: Path | None,
    seconds: float,
    start_seconds: float,
    known: Path | None,
    write_known: Path | None,
    outputs: tuple[Path, ...],
    as_json: bool | None,
) -> None:
    """Check another engine against the published cases.

    COMMAND starts the engine's adapter, which reads JSON lines and answers with JSON lines; the
    protocol is in the documentation. A case is asked in every edition that the engine plays and in
    which it holds. The result is a scorecard by clause and edition: a clause is shown when every
    question on it is answered correctly, a refusal and a permission among them. A skip or an error
    does not count as passed. Exit code 0 if all cases passed or were skipped and at least one
    passed, 1 if an answer is wrong, 2 if the engine could not answer. With --known, 1 only if it
    is wrong about more than before, or shows a clause no longer.

    \b
      tikal conformance run -- python -m tikal.conformance.adapter
      tikal conformance run -o scorecard.html -- node examples/node-adapter/adapter.mjs
    """  # noqa: D301 - click reads the backspace as "keep these lines"
    require_outputs(outputs)
    for id_ in clauses:
        entry_of(id_)
    origins = {_ORIGINS[kind] for kind in only}
    chosen_by = {"only": only, "clause": clauses, "case": ids, "edition": (edition,), "in": (file,)}
    asked_for = [f"{key} {each}" for key, some in chosen_by.items() for each in some if each]
    failures = KnownFailures.of(known, write_known, ", ".join(asked_for) or EVERYTHING)

    every = _cases_of(file) if file else cases(*origins)
    named = {id_.partition("@")[0] for id_ in ids}
    chosen = [case for case in every if not origins or case.origin in origins]
    chosen = [case for case in chosen if not ids or case.id in named]
    if clauses:
        chosen = [*cases_on(chosen, clauses)]
    if edition is not None:
        chosen = [case for case in chosen if edition in (*case.editions, case.edition.split()[0])]
    if not chosen:
        fail("no case matches all of that")
    with stoppable(), start(command, seconds, start_seconds) as session:
        editions = session.engine.editions if edition is None else (edition,)
        asked = [case for case in asked_in(chosen, editions) if _is_named(case, ids)]
        if not asked:
            fail("no case matches all of that")
        header, fitter = header_of(session, command), Fitter(session.engine)
        results = failures.comparison.marked(timed(session.run(asked, fitter.on_answer)))

        def notes() -> list[str]:
            return [*failures.notes(), *_fits(fitter)]

        write_report(header, results, len(asked), outputs, as_json, None, notes, failures.exit_code)


def _fits(fitter: Fitter) -> list[str]:
    """The edition whose rules the engine follows, where it is not the claimed one."""
    return [f"The engine {fit}." for fit in fitter.fits()]


def _is_named(case: Case, ids: tuple[str, ...]) -> bool:
    """Whether a case in an edition is among those named, if any are."""
    return not ids or case.id in ids or case.id.partition("@")[0] in ids


def _cases_of(file: Path) -> Iterable[Case]:
    try:
        with file.open("rb") as opened:
            return read_cases(opened.read(LIMITS["cases"].characters + 1))
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror or error}")
    except InvalidNotation as error:
        fail(f"{file}: {error}")


@click.command()
@click.argument("command", metavar="-- COMMAND...", nargs=-1, required=True)
@click.option("--edition", type=click.Choice(list(EDITIONS)), help="Only games of this edition.")
@seconds_option(
    "--for",
    "for_seconds",
    default=60,
    about="For how many seconds to play at least: one game of each kind that the engine claims, "
    "edition by edition, with auctions and without, is played in any case.",
)
@click.option("--games", type=click.IntRange(min=1), help="At most this many games.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="The first game to play.")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep each difference in this folder: as a record (.tikal), a case (.json) and a picture "
    "(.svg).",
)
@_seconds_option
@_start_seconds_option
@known_options
@output_option
@report_format_option
@reporting_errors
def play(
    command: tuple[str, ...],
    edition: str | None,
    for_seconds: float,
    games: int | None,
    seed: int,
    keep: Path | None,
    seconds: float,
    start_seconds: float,
    known: Path | None,
    write_known: Path | None,
    outputs: tuple[Path, ...],
    as_json: bool | None,
) -> None:
    """Play with another engine until it differs from the rules.

    Plays new games, at random and directed towards rare situations, sends the engine every question
    that it can answer, and tries moves that break one clause. A difference is shrunk to a short
    game, and shown once for each clause. This works for engines that only make moves (`apply`),
    only judge them (`check`), or list them. Exit code 0 if there is no difference, 1 if there is
    one, 2 if the engine could not answer.

    COMMAND starts the engine's adapter, as for `tikal conformance run`.

    \b
      tikal conformance play -- node examples/node-adapter/adapter.mjs
      tikal conformance play --keep found/ -o play.html -- ./my-adapter
      tikal conformance run --cases found/1.json -- ./my-adapter
    """  # noqa: D301 - click reads the backspace as "keep these lines"
    require_outputs(outputs)
    failures = KnownFailures.of(known, write_known, EVERYTHING, has_clauses=False)
    with stoppable(), start(command, seconds, start_seconds) as session:
        engine = session.engine
        if edition is not None and edition not in engine.editions:
            fail(f"the engine does not play {edition}")
        if not engine.editions:
            fail("the engine plays none of the editions")
        is_of_use, limits = limits_of_play(engine)
        if not is_of_use:
            fail(f"nothing can be asked: {limits}")
        if limits:
            click.echo(limits, err=True)
        fuzzer = Fuzzer(engine, session.ask)
        kinds = game_kinds(engine, edition)
        setups = game_setups(engine, edition, seed)
        played = timed(play_games(fuzzer, setups, for_seconds, kinds, games))
        results = failures.comparison.marked(played)
        header = header_of(session, command)

        def notes() -> list[str]:
            unplayed = left_out(fuzzer.played, kinds)
            first = [limits] if limits else []
            return [*failures.notes(), *first, *unplayed, *_after_play(fuzzer, keep)]

        write_report(header, results, games, outputs, as_json, None, notes, failures.exit_code)


def _after_play(fuzzer: Fuzzer, keep: Path | None) -> list[str]:
    """The last lines of a report on play; saves the differences in the folder `keep`."""
    if keep is not None:
        with writing(keep):
            save_differences(fuzzer.found.values(), keep)
    return [fuzzer.coverage()]
