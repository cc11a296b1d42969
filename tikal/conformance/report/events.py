"""The events of a log: a header, results, a footer; and how they are read from JSON."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias, TypeVar, get_args

from attrs import Factory, field, frozen

import tikal
from tikal.conformance.report.scoring import EngineScore
from tikal.notation.documents.fields import Fields, Reading, misfit_at
from tikal.notation.documents.parsing import Json, format_of, is_plain
from tikal.notation.documents.readings import (
    CLAUSE_ID,
    TRUTH,
    number,
    one_of,
    plain_object,
    several,
    text,
    whole,
)

Outcome = Literal["passed", "failed", "errored", "skipped", "unfinished"]
ReportKind = Literal["self", "audit", "engine"]
About = Literal["game", "case", "test", "agreement", "mutant"]
OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)
T = TypeVar("T")


@frozen
class Header:
    """The subject of the report, its maker and its date."""

    kind: ReportKind
    #: The name of this library, of some games or of an engine.
    subject: str
    #: Further facts about the subject, such as an engine's capabilities.
    facts: Mapping[str, Json] = Factory(dict)
    library: str = f"tikal-rules {tikal.__version__}"
    python: str = field(factory=platform.python_version)
    made: str = field(factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))


@frozen
class Result:
    """One thing that was looked at, and what came of it.

    A skip, an error or a game that was not played to its end never counts as passed.
    """

    #: The kind of subject: game, case, test, agreement, mutant.
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
    #: The time it took; 0 if it was not measured.
    seconds: float = field(default=0.0, eq=False)


@frozen
class Footer:
    """The counts at the end of the run, which `read` compares with the results."""

    passed: int
    failed: int
    errored: int
    skipped: int
    seconds: float
    interrupted: bool = False
    #: Notes that every reader needs, such as the edition whose rules an engine follows.
    notes: tuple[str, ...] = ()
    #: Games that were not played to their end; earlier versions counted them as passed.
    unfinished: int = 0
    #: Of an engine: what it was asked, and the clauses that it has shown to know.
    score: EngineScore | None = None
    #: Of an engine: what its adapter gets wrong in every answer, a sentence for each part.
    slips: Mapping[str, str] = field(factory=dict, hash=False)

    @property
    def results(self) -> int:
        """The number of results."""
        return sum(getattr(self, outcome) for outcome in OUTCOMES)

    @property
    def is_clean(self) -> bool:
        """Whether nothing failed, nothing went wrong, and the run reached its end."""
        return not (self.failed or self.errored or self.interrupted)


Event: TypeAlias = Header | Result | Footer

# --- reading -----------------------------------------------------------------------------------


def _one_of(values: tuple[T, ...]) -> Reading[T]:
    return one_of(f"must be {', '.join(map(str, values[:-1]))} or {values[-1]}", values)


_FORMAT: Final = one_of(f'must be "{format_of("report")}"', (format_of("report"),))
_KIND: Final[Reading[ReportKind]] = _one_of(get_args(ReportKind))
_SUBJECT: Final = text("must be the name of what was looked at")
_FACTS: Final = plain_object("must be an object of further facts")
_LIBRARY: Final = text("must be the name and version of the library")
_PYTHON: Final = text("must be the version of Python")
_MADE: Final = text("must be a time")
_ABOUT: Final = _one_of(get_args(About))
_RESULT_SUBJECT: Final = text("must be the name of the game, case, test or mutant")
_OUTCOME: Final[Reading[Outcome]] = _one_of(OUTCOMES)
_EDITION: Final = text("must be an edition as a record writes it")
_CLAUSES: Final = several("must be a list of clause ids", CLAUSE_ID)
_MESSAGE: Final = text("must be a sentence")
_DETAIL: Final = plain_object("must be an object")
_SLIPS: Final = plain_object("must be a sentence for each slip of the adapter")
_COUNT: Final = whole("must be a count, 0 or more", 0)
_SECONDS: Final = number("must be a duration in seconds", 0)
_NOTES: Final = several("must be a list of notes", text("must be a text"))


def _header(fields: Fields) -> Header:
    fields.required("format", _FORMAT)
    return Header(
        kind=fields.required("kind", _KIND),
        subject=fields.required("subject", _SUBJECT),
        facts=fields.required("facts", _FACTS),
        library=fields.required("library", _LIBRARY),
        python=fields.required("python", _PYTHON),
        made=fields.required("made", _MADE),
    )


def _result(fields: Fields) -> Result:
    return Result(
        about=fields.required("about", _ABOUT),
        subject=fields.required("subject", _RESULT_SUBJECT),
        outcome=fields.required("outcome", _OUTCOME),
        edition=fields.optional("edition", _EDITION, None),
        clauses=fields.optional("clauses", _CLAUSES, ()),
        message=fields.optional("message", _MESSAGE, ""),
        detail=fields.optional("detail", _DETAIL, {}),
        seconds=fields.optional("seconds", _SECONDS, 0.0),
    )


def _footer(fields: Fields) -> Footer:
    return Footer(
        passed=fields.required("passed", _COUNT),
        failed=fields.required("failed", _COUNT),
        errored=fields.required("errored", _COUNT),
        skipped=fields.required("skipped", _COUNT),
        unfinished=fields.optional("unfinished", _COUNT, 0),
        seconds=fields.required("seconds", _SECONDS),
        interrupted=fields.required("interrupted", TRUTH),
        notes=fields.required("notes", _NOTES),
        score=fields.optional("score", _score, None),
        slips=fields.optional("slips", _SLIPS, {}),
    )


def _score(value: object) -> EngineScore:
    fields = Fields(value, "must be the score of an engine")
    found = EngineScore(
        asked=fields.required("asked", _COUNT),
        answered=fields.required("answered", _COUNT),
        right=fields.required("right", _COUNT),
        clauses=fields.required("clauses", _COUNT),
        shown=fields.required("shown", _COUNT),
    )
    fields.finish()
    return found


_READINGS: Final[Mapping[str, Callable[[Fields], Event]]] = {
    "header": _header,
    "result": _result,
    "footer": _footer,
}
_EVENT: Final = _one_of(tuple(_READINGS))


def event_from_json(value: object) -> Event:
    """One event of a log; a `Misfit` names every path that is wrong."""
    fields = Fields(value)
    name = fields.required("event", _EVENT)
    fields.require()
    found = _READINGS[name](fields)
    fields.finish()
    if not is_plain(value):
        raise misfit_at(
            sentence="this is nested too deeply, or is not JSON that every reader accepts"
        )
    return found
