"""The event log: JSON Lines with a header, results and a footer.

Everything else (terminal, Markdown, JUnit, HTML) is a view of such a log. A log is written line by
line, so nothing is lost when a run is cut short, and read strictly: one without its footer, or with
counts that do not match, is refused.
"""

from __future__ import annotations

import json
import math
import platform
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal, Protocol, Self, TextIO, get_args

from attrs import Factory, asdict, field, frozen

import tikal
from tikal.conformance.report.scoring import Score, Scorer
from tikal.errors import InvalidNotation
from tikal.notation.documents.limits import DEEPEST, LIMITS
from tikal.notation.documents.strict import Json, format_of, parse_json, validate

Outcome = Literal["passed", "failed", "errored", "skipped", "unfinished"]
ReportKind = Literal["self", "audit", "engine"]
OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)
#: No line of a log is longer: a result carries at most one position.
LONGEST_LINE: Final = LIMITS["report"].characters
#: A message is cut to this length if its line would be longer.
LONGEST_MESSAGE: Final = 1000


@frozen
class Header:
    """What the report is about, and what made it when."""

    kind: ReportKind
    #: The name of this library, of some games or of an engine.
    subject: str
    #: What else is known about the subject, such as an engine's capabilities.
    facts: Mapping[str, Json] = Factory(dict)
    library: str = f"tikal-rules {tikal.__version__}"
    python: str = field(factory=platform.python_version)
    made: str = field(factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))


@frozen
class Result:
    """One thing that was looked at, and what came of it.

    A skip, an error or a game that was not played to its end never counts as passed.
    """

    #: What kind of thing: game, case, test, agreement, mutant.
    about: str
    subject: str
    outcome: Outcome
    edition: str | None = None
    #: The clauses it is about; for a refused move, those it breaks.
    clauses: tuple[str, ...] = ()
    #: One sentence for people: why it did not pass.
    message: str = ""
    #: Whatever else belongs to this kind of thing.
    detail: Mapping[str, Json] = Factory(dict)


@frozen
class Footer:
    """How the run ended: the counts, which `read` compares with the results."""

    passed: int
    failed: int
    errored: int
    skipped: int
    seconds: float
    interrupted: bool = False
    #: What every reader must know, such as which edition an engine answers as.
    notes: tuple[str, ...] = ()
    #: Games that were not played to their end; earlier versions counted them as passed.
    unfinished: int = 0
    #: Of an engine: what it was asked, and the clauses that it has shown to know.
    score: Score | None = None

    @property
    def results(self) -> int:
        """How many results there are."""
        return sum(getattr(self, outcome) for outcome in OUTCOMES)

    @property
    def is_clean(self) -> bool:
        """Whether nothing failed, nothing went wrong, and the run reached its end."""
        return not (self.failed or self.errored or self.interrupted)


def is_plain(value: Json, depth: int) -> bool:
    """Whether this is JSON that every language reads alike, nested at most `depth` levels."""
    match value:
        case None | bool() | str() | int():
            return depth > 0
        case float():
            return depth > 0 and math.isfinite(value)
        case list():
            return depth > 0 and all(is_plain(each, depth - 1) for each in value)
        case dict():
            return depth > 0 and all(is_plain(each, depth - 1) for each in value.values())
    return False


class TruncatedLog(InvalidNotation):
    """A log that ends too early, because the run that wrote it was cut short."""


class Framed(Protocol):
    """What has the first and the last event of a log."""

    @property
    def header(self) -> Header:
        """What the report is about."""

    @property
    def footer(self) -> Footer:
        """How the run ended."""


# --- writing -----------------------------------------------------------------------------------


class Writer(AbstractContextManager["Writer"]):
    """Writes a log, line by line; leaving the `with` block writes the footer.

    After Ctrl-C the footer says that the run was interrupted. After any other error there is none.
    """

    def __init__(self, file: TextIO, header: Header) -> None:
        self._file = file
        self._scorer = Scorer() if header.kind == "engine" else None
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
        text = _text({"event": "result", **row})
        if len(text) >= LONGEST_LINE:  # the line break counts too
            row["detail"] = {"left out": f"{len(text)} characters, too many for a log"}
            row["message"] = result.message[:LONGEST_MESSAGE]
            text = _text({"event": "result", **row})
        counts, _ = self._written
        self._written = (counts, self._file.tell())
        self._write(text)
        self._written = (counts + Counter([result.outcome]), None)
        if self._scorer:
            self._scorer.add(result.outcome, result.clauses, result.detail)

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
            left_out = () if footer.score else ("score",)
            row = {key: value for key, value in asdict(footer).items() if key not in left_out}
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
        for _, line in _lines(self.path):
            event: Json = parse_json(line, "report")  # it was checked when the log was read
            if event["event"] == "result":
                yield _result(event)


def read(path: Path) -> Log:
    """Read a log; `InvalidNotation` names the line where it is truncated or is not a log."""
    header: Header | None = None
    footer: Footer | None = None
    counts: Counter[str] = Counter()
    number = 0
    for number, event in enumerate(_events(path), start=1):
        if footer:
            raise InvalidNotation("there is something after the footer", number)
        match event.pop("event"):
            case "header" if number == 1:
                header = _header(event)
            case "result" if header:
                counts[event["outcome"]] += 1
            case "footer" if header:
                footer = _footer(event)
            case other:
                raise InvalidNotation(f"a {other} does not belong here", number)
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
    if log.footer.score != scorer.score():
        raise InvalidNotation("the footer gives another score than the results", number)


class CutLog(AbstractContextManager["CutLog"]):
    """A log that may have been cut short: its header, and every result that is whole.

    A line that was being written when the log was cut is dropped, and so is a footer.
    """

    def __init__(self, path: Path) -> None:
        """Read it through; `InvalidNotation` names the line that is not one of a log."""
        self.path = path
        self.header: Header | None = None
        self._places: dict[str, int] = {}
        place = 0
        for number, line in _lines(path, is_whole=False):
            event = _event(number, line)
            match event.pop("event"):
                case "header" if number == 1:
                    self.header = _header(event)
                case "result" if self.header:
                    self._places[event["subject"]] = place
                case "footer" if self.header:
                    break
                case other:
                    raise InvalidNotation(f"a {other} does not belong here", number)
            place += len(line)
        self._file = path.open("rb")

    def result(self, subject: str) -> Result | None:
        """The result about this subject, if there is one; read anew from the file."""
        if subject not in self._places:
            return None
        self._file.seek(self._places[subject])
        # it was checked when the log was read
        event: Json = parse_json(self._file.readline(), "report")
        return _result(event)

    @property
    def results(self) -> int:
        """How many results there are."""
        return len(self._places)

    def close(self) -> None:
        """Close the file; no result can be read any more."""
        self._file.close()

    def __exit__(self, *_: object) -> None:
        self.close()


def _events(path: Path) -> Iterator[dict[str, Json]]:
    for number, line in _lines(path):
        yield _event(number, line)


def _event(number: int, line: bytes) -> dict[str, Json]:
    try:
        event: dict[str, Json] = validate(parse_json(line.removesuffix(b"\n"), "report"), "report")
        if not is_plain(event, DEEPEST):
            raise InvalidNotation(
                "this is nested too deeply, or is not JSON that every reader accepts"
            )
        return event
    except InvalidNotation as error:
        raise InvalidNotation(error.message, number, error.column) from None


def _lines(path: Path, is_whole: bool = True) -> Iterator[tuple[int, bytes]]:
    with path.open("rb") as file:
        for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE + 1), b""), start=1):
            if len(line) > LONGEST_LINE:
                raise InvalidNotation(f"a line has at most {LONGEST_LINE} bytes", number)
            if not line.endswith(b"\n"):
                if not is_whole:
                    return
                raise TruncatedLog("the log is truncated in this line", number)
            yield number, line


def _header(event: dict[str, Json]) -> Header:
    return Header(**{key: value for key, value in event.items() if key != "format"})


def _footer(event: dict[str, Json]) -> Footer:
    score = Score(**event["score"]) if "score" in event else None
    return Footer(**{**event, "notes": tuple(event["notes"]), "score": score})


def _result(event: dict[str, Json]) -> Result:
    fields = {key: value for key, value in event.items() if key != "event"}
    return Result(**{**fields, "clauses": tuple(event.get("clauses", ()))})
