"""The event log: JSON Lines with a header, results and a footer.

Everything else (terminal, Markdown, JUnit, HTML) is a view of such a log. A log is written line by
line, so nothing is lost when a run is cut short, and read strictly: one without its footer, or with
counts that do not match, is refused.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, Protocol, Self, TextIO

from attrs import asdict, evolve, frozen

from tikal.conformance.report.events import (
    OUTCOMES,
    Event,
    Footer,
    Header,
    Outcome,
    ReportKind,
    Result,
    event_from_json,
)
from tikal.conformance.report.scoring import Scorer, with_new_needs
from tikal.errors import InvalidNotation
from tikal.notation.documents.limits import LIMITS
from tikal.notation.documents.parsing import Json, format_of, parse_json, read_document

#: No line of a log is longer: a result carries at most one position.
MAX_LINE_CHARACTERS: Final = LIMITS["report"].characters
#: A message is cut to this length if its line would be longer.
MAX_MESSAGE_CHARACTERS: Final = 1000


class TruncatedLog(InvalidNotation):
    """A log that ends too early, because the run that wrote it was cut short."""


class Framed(Protocol):
    """An object with the first and the last event of a log."""

    @property
    def header(self) -> Header:
        """The first event: the subject of the report."""

    @property
    def footer(self) -> Footer:
        """The last event: the counts of the run."""


# --- writing -----------------------------------------------------------------------------------


def timed(results: Iterable[Result]) -> Iterator[Result]:
    """The results, each with the time since the one before it."""
    started = time.monotonic()
    for result in results:
        yield evolve(result, seconds=round(time.monotonic() - started, 3))
        started = time.monotonic()


class Writer(AbstractContextManager["Writer"]):
    """Writes a log, line by line; leaving the `with` block writes the footer.

    After Ctrl-C the footer says that the run was interrupted. After any other error there is none.
    """

    def __init__(self, file: TextIO, header: Header) -> None:
        self._file = file
        self._scorer = Scorer() if header.kind == "engine" else None
        self._needs: set[tuple[str, str]] = set()
        self._notes: tuple[str, ...] = ()
        # The counts of what has certainly been written, and where the line begins that may be
        # incomplete. They are one attribute, so that Ctrl-C finds them before or after a result,
        # never in between.
        self._written: tuple[Counter[Outcome], int | None] = (Counter(), None)
        self._started = time.monotonic()
        self._write(_text({"event": "header", "format": format_of("report"), **asdict(header)}))

    def add(self, result: Result) -> None:
        """Write one result immediately."""
        row = {key: value for key, value in asdict(result, recurse=False).items() if value}
        needs = {*self._needs}
        if isinstance(result.detail.get("scope"), dict):
            row["detail"] = with_new_needs(result.detail, needs)
        text = _text({"event": "result", **row})
        if len(text) >= MAX_LINE_CHARACTERS:  # the line break counts too
            row["detail"] = {"left out": f"{len(text)} characters, too many for a log"}
            row["message"] = result.message[:MAX_MESSAGE_CHARACTERS]
            text = _text({"event": "result", **row})
            needs = self._needs
        counts, _ = self._written
        self._written = (counts, self._file.tell())
        self._write(text)
        self._written = (counts + Counter([result.outcome]), None)
        self._needs = needs
        if self._scorer:
            self._scorer.add(result.outcome, result.clauses, row.get("detail", {}))

    def note(self, *notes: str) -> None:
        """Say something in the footer that every reader must know."""
        self._notes += notes

    def footer(self, interrupted: bool) -> Footer:
        """The footer for what has been written so far."""
        counts, _ = self._written
        return Footer(
            passed=counts["passed"],
            failed=counts["failed"],
            errored=counts["errored"],
            skipped=counts["skipped"],
            unfinished=counts["unfinished"],
            seconds=round(time.monotonic() - self._started, 3),
            interrupted=interrupted,
            notes=self._notes,
            score=self._scorer.score() if self._scorer else None,
            slips={slip.part: str(slip) for slip in self._scorer.slips()} if self._scorer else {},
        )

    def _write(self, text: str) -> None:
        self._file.write(text + "\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_rest: object) -> None:
        if kind is None or issubclass(kind, KeyboardInterrupt):
            _, doubtful = self._written
            if doubtful is not None:
                self._file.seek(doubtful)
                self._file.truncate()
            footer = self.footer(interrupted=kind is not None)
            optional = ("score", "slips")
            row = {key: each for key, each in asdict(footer).items() if each or key not in optional}
            self._write(_text({"event": "footer", **row}))


def _text(event: Mapping[str, Json]) -> str:
    # in ASCII, because a file name or an engine's answer may hold what UTF-8 cannot write
    return json.dumps(event, separators=(",", ":"), allow_nan=False)


# --- reading -----------------------------------------------------------------------------------


@frozen
class Log:
    """A log that has been read through once and found whole."""

    path: Path
    header: Header
    footer: Footer

    def results(self) -> Iterator[Result]:
        """The results, read from the file again, because they may not fit into memory."""
        for number, line in _lines(self.path):
            event = _event(number, line)
            if isinstance(event, Result):
                yield event


def read(path: Path) -> Log:
    """Read a log; `InvalidNotation` names the line where it is truncated or is not a log."""
    header: Header | None = None
    footer: Footer | None = None
    counts: Counter[str] = Counter()
    number = 0
    for number, line in _lines(path):
        event = _event(number, line)
        if footer:
            raise InvalidNotation("there is something after the footer", number)
        if isinstance(event, Header) and number == 1:
            header = event
        elif isinstance(event, Result) and header:
            counts[event.outcome] += 1
        elif isinstance(event, Footer) and header:
            footer = event
        else:
            raise _misplaced(event, number)
    if header is None:
        raise InvalidNotation("the log is empty", 1)
    if footer is None:
        raise TruncatedLog("the log is truncated: it has no footer", number)
    for outcome in OUTCOMES:
        claimed = getattr(footer, outcome)
        if counts[outcome] != claimed:
            raise InvalidNotation(
                f"the footer says {claimed} {outcome}, not {counts[outcome]}", number
            )
    log = Log(path, header, footer)
    _require_score(log, number)
    return log


def _require_score(log: Log, number: int) -> None:
    """Refuse a footer whose score is not that of the results."""
    if log.footer.score is None:
        return
    scorer = Scorer()
    for result in log.results():
        scorer.add(result.outcome, result.clauses, result.detail)
    if {*log.footer.slips} != {slip.part for slip in scorer.slips()}:
        raise InvalidNotation("the footer names other slips than the results", number)
    if log.footer.score != scorer.score():
        raise InvalidNotation("the footer gives another score than the results", number)


class PartialLog(AbstractContextManager["PartialLog"]):
    """A log that may have been cut short: its header, and every result that is whole.

    A line that was being written when the log was cut is dropped, and so is a footer.
    """

    def __init__(self, path: Path) -> None:
        """Read it through; `InvalidNotation` names the line that is not one of a log."""
        self.path = path
        self.header: Header | None = None
        #: By subject, the number of the line and where it begins.
        self._places: dict[str, tuple[int, int]] = {}
        place = 0
        for number, line in _lines(path, is_whole=False):
            event = _event(number, line)
            if isinstance(event, Header) and number == 1:
                self.header = event
            elif isinstance(event, Result) and self.header:
                self._places[event.subject] = number, place
            elif isinstance(event, Footer) and self.header:
                break
            else:
                raise _misplaced(event, number)
            place += len(line)
        self._file = path.open("rb")

    def result(self, subject: str) -> Result | None:
        """The result about this subject, if there is one; read anew from the file."""
        if subject not in self._places:
            return None
        number, place = self._places[subject]
        self._file.seek(place)
        event = _event(number, self._file.readline())
        return event if isinstance(event, Result) else None

    @property
    def results(self) -> int:
        """The number of results."""
        return len(self._places)

    def close(self) -> None:
        """Close the file; no result can be read any more."""
        self._file.close()

    def __exit__(self, *_: object) -> None:
        self.close()


def _event(number: int, line: bytes) -> Event:
    try:
        data = parse_json(line.removesuffix(b"\n"), "report")
        return read_document(data, "report", event_from_json)
    except InvalidNotation as error:
        raise InvalidNotation(error.message, number, error.column) from None


def _misplaced(event: Event, number: int) -> InvalidNotation:
    return InvalidNotation(f"a {type(event).__name__.lower()} does not belong here", number)


def _lines(path: Path, is_whole: bool = True) -> Iterator[tuple[int, bytes]]:
    with path.open("rb") as file:
        for number, line in enumerate(
            iter(lambda: file.readline(MAX_LINE_CHARACTERS + 1), b""), start=1
        ):
            if len(line) > MAX_LINE_CHARACTERS:
                raise InvalidNotation(f"a line has at most {MAX_LINE_CHARACTERS} bytes", number)
            if not line.endswith(b"\n"):
                if not is_whole:
                    return
                raise TruncatedLog("the log is truncated in this line", number)
            yield number, line


__all__ = [
    "MAX_LINE_CHARACTERS", "MAX_MESSAGE_CHARACTERS", "OUTCOMES", "PartialLog", "Footer", "Framed",
    "Header", "Log", "Outcome", "ReportKind", "Result", "TruncatedLog", "Writer", "read", "timed",
]  # fmt: skip
