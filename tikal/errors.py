"""Exceptions, problems and violations, which answer "which clause forbids this?".

Every error of this library is a `TikalError`, carries its facts as fields and can be pickled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

from attrs import field, frozen


def _read_only(facts: Mapping[str, object]) -> Mapping[str, object]:
    if not isinstance(facts, Mapping):
        raise WrongType(f"the facts of a violation are a mapping, not {type(facts).__name__}")
    return MappingProxyType(facts)


@frozen
class Violation:
    """One clause that a move breaks, and the facts behind it."""

    clause: str
    #: A stable name of the sentence: the clause and a word, such as `MOVE-01/not-adjacent`.
    key: str
    #: Every word and number of the sentence, with public values: some of
    #: `need have cell origin target seat figure kind tile rotation letter floor edition`.
    #: `need` is the least that would do, left out where nothing would.
    facts: Mapping[str, object] = field(factory=dict, converter=_read_only, hash=False)

    @property
    def message(self) -> str:
        """The reason as a plain sentence."""
        return self.text()

    def text(self, language: str = "en", names: Sequence[str] = ()) -> str:
        """The reason in a language of `tikal.languages`; English if it is unknown.

        Players are called by their `names`, listed by seat, where these are given.
        """
        from tikal.languages import refusal

        return refusal(self.key, self.facts, language, names)

    def __str__(self) -> str:
        return f"{self.clause}: {self.message}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Violation, (self.clause, self.key, dict(self.facts))  # a proxy does not pickle


class Sentence(str):
    """A sentence in English, and what it is made of, so that it can be given in any language."""

    __slots__ = ("facts", "key")
    #: The catalogue that has the sentence.
    subject: ClassVar[str]
    #: A stable name of the sentence, such as `camps/site`.
    key: str
    #: Every word and number of the sentence that is not always the same.
    facts: Mapping[str, object]

    def __new__(cls, key: str, /, **facts: object) -> Self:
        """The sentence of a key of the catalogue."""
        from tikal.languages import sentence

        made = super().__new__(cls, sentence(cls.subject, key, facts))
        made.key, made.facts = key, MappingProxyType(facts)
        return made

    def text(self, language: str = "en") -> str:
        """The sentence in a language of `tikal.languages`; English if it is unknown."""
        from tikal.languages import sentence

        return sentence(self.subject, self.key, self.facts, language)

    def __reduce__(self) -> tuple[Any, ...]:
        return _sentence, (type(self), self.key, dict(self.facts))  # a proxy does not pickle


def _sentence(kind: type[Sentence], key: str, facts: Mapping[str, object]) -> Sentence:
    return kind(key, **facts)


class Problem(Sentence):
    """One thing that is wrong with a position."""

    __slots__ = ()
    subject = "problems"


class Mistake(Sentence):
    """One thing that is wrong with a move, a position or a record as it is written."""

    __slots__ = ()
    subject = "mistakes"


def with_clause(error: InvalidArgument) -> str:
    """The message of an error and its clause, to be given with a place."""
    if not error.clause:
        return error.message
    return Mistake("by-clause", message=error.message, clause=error.clause)


def impossible(error: InvalidState) -> Mistake:
    """The message that a written position cannot be."""
    return Mistake("position/impossible", problems=error.problems)


def in_language(text: str, language: str) -> str:
    """A message in a language, or as it is if it is no `Sentence`."""
    return text.text(language) if isinstance(text, Sentence) else text


class TikalError(Exception):
    """The base of every error this library raises on purpose."""

    def text(self, language: str = "en") -> str:
        """The message in a language, or in English where it has no translation."""
        return str(self)

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions with fields of their own do not pickle by themselves: rebuild from the fields.
        return _rebuild, (type(self), self.args, self.__dict__)


class InvalidArgument(TikalError, ValueError):
    """An argument that no game can have; `clause` is the clause that forbids it, if any."""

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(f"{message} ({clause})" if clause else message)
        #: What is wrong, without the clause and the place.
        self.message = message
        self.clause = clause

    def text(self, language: str = "en") -> str:
        """The message in a language, with its clause."""
        message = in_language(self.message, language)
        return f"{message} ({self.clause})" if self.clause else message


class WrongType(InvalidArgument, TypeError):
    """An argument of the wrong type; the message names the right one."""


class InvalidNotation(InvalidArgument):
    """Something that is not written as the notation demands, with the place if there is one.

    Of a record with several mistakes it is the first, and `errors` has them all.
    """

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        place = "" if column is None else f"column {column}: "
        if line is not None:
            place = f"line {line}, {place}" if place else f"line {line}: "
        super().__init__(place + message)
        self.message = message
        self.line = line
        self.column = column
        #: Further mistakes of the same record, in their order.
        self.others: tuple[InvalidNotation, ...] = ()
        #: The number of further mistakes, which are not listed.
        self.more = 0

    def text(self, language: str = "en") -> str:
        """The mistake in a language, with its place."""
        return in_language(self.placed, language)

    @property
    def placed(self) -> str:
        """The mistake with its place, to be part of another message."""
        places = [name for name in ("line", "column") if getattr(self, name) is not None]
        if not places:
            return self.message
        facts = {name: getattr(self, name) for name in places}
        return Mistake("at/" + "-".join(places), message=self.message, **facts)

    @property
    def errors(self) -> tuple[InvalidNotation, ...]:
        """All listed mistakes of the record, beginning with this one."""
        return (self, *self.others)


# Python itself refuses to write numbers of more than 640 digits or so; no game has any.
MAX_DIGITS: Final = 600
_HUGE: Final = 10**MAX_DIGITS


def require_int(name: str, value: object) -> None:
    """Refuse everything but an int; True and False are refused too, and endless numbers."""
    if type(value) is not int:
        raise WrongType(f"{name} is an int, not {type(value).__name__}")
    if not -_HUGE < value < _HUGE:
        raise InvalidNotation(Mistake("number/long", name=name, most=MAX_DIGITS))


def missing_extra(extra: str, error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The error that a package is missing, with the command that installs it."""
    return ModuleNotFoundError(
        f"{error.name} is missing: pip install 'tikal-rules[{extra}]'", name=error.name
    )


class InvalidState(TikalError, ValueError):
    """A position no game can reach; `problems` lists every broken invariant.

    `state` is that position, where it could be built at all: to be shown, not to be played.
    The message is English, and `texts(language)` says the problems in another language.
    """

    def __init__(self, problems: Sequence[str], state: object = None) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)
        self.state = state

    def texts(self, language: str = "en") -> tuple[str, ...]:
        """The problems in a language; one that is not a `Problem` stays as it is."""
        return tuple(in_language(problem, language) for problem in self.problems)

    def text(self, language: str = "en") -> str:
        """The problems in a language, as one text."""
        return "; ".join(self.texts(language))


class UnknownClause(InvalidArgument):
    """A clause or ruling id that does not exist."""


class IllegalMove(TikalError):
    """A refused move, with the position and every clause that forbids it."""

    def __init__(
        self,
        move: object,
        state: object,
        violations: Sequence[Violation],
        seat: int | None = None,
    ) -> None:
        reasons = "; ".join(map(str, violations))
        super().__init__(f"{move} is refused: {reasons}")
        self.move = move
        self.state = state
        self.violations = tuple(violations)
        #: The seat that was named for the move.
        self.seat = seat


def _rebuild(kind: type[TikalError], args: tuple[Any, ...], fields: dict[str, Any]) -> TikalError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(fields)
    return error
