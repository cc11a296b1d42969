"""The known failures of an engine: what an engine got wrong before, so that worse is noticed.

They are a text file with a line for each, which people can read, comment and edit:

    tikal-known/1
    failed TEMPLE-04/witness questions 0, 2
    errored paths/17
    shown CAMP-03
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import define, evolve, field, frozen

from tikal._support.wording import counted, one_line
from tikal.conformance.report.blame import slipped_parts
from tikal.conformance.report.log import Result
from tikal.conformance.report.scoring import Scorer
from tikal.errors import InvalidNotation
from tikal.notation.documents.parsing import Json

FORMAT: Final = "tikal-known/1"
#: What is asked by a command without options that choose cases.
EVERYTHING: Final = "everything"
#: A larger file is refused.
MAX_CHARACTERS: Final = 4_000_000
#: This many failures or clauses are listed in a note.
MAX_NAMED: Final = 4
_FAILED: Final = re.compile(r"failed (.+) questions ([0-9]{1,4}(?:, [0-9]{1,4})*)")
_OTHER: Final = re.compile(r"(errored|shown|asked) (.+)")


@frozen
class Known:
    """What an engine got wrong and what it had shown, the last time that this was written down."""

    #: By case, the numbers of the questions that were answered wrongly; none if it was errored.
    wrong: Mapping[str, frozenset[int]]
    #: The clauses that it had shown.
    shown: frozenset[str]
    #: The part of the cases that was asked: the options of the command.
    asked: str = EVERYTHING

    def lines(self) -> Iterator[str]:
        """The lines of the file."""
        yield FORMAT
        yield f"asked {self.asked}"
        for name, numbers in sorted(self.wrong.items()):
            listed = ", ".join(map(str, sorted(numbers)))
            yield f"failed {name} questions {listed}" if numbers else f"errored {name}"
        yield from (f"shown {id_}" for id_ in sorted(self.shown))


def read_known(text: str) -> Known:
    """The known failures in a file; `InvalidNotation` names the line that is none."""
    if len(text) > MAX_CHARACTERS:
        raise InvalidNotation(f"a file of known failures has at most {MAX_CHARACTERS} characters")
    lines = [line.partition("#")[0].strip() for line in text.split("\n")]
    if lines[0] != FORMAT:
        raise InvalidNotation(f"must be {FORMAT!r}, not {lines[0]!r:.40}", 1)
    wrong: dict[str, frozenset[int]] = {}
    shown: set[str] = set()
    asked = EVERYTHING
    for number, line in enumerate(lines[1:], start=2):
        failed, other = _FAILED.fullmatch(line), _OTHER.fullmatch(line)
        if failed:
            wrong[failed[1]] = frozenset(map(int, failed[2].split(", ")))
        elif other and other[1] == "errored":
            wrong[other[2]] = frozenset()
        elif other and other[1] == "shown":
            shown.add(other[2])
        elif other:
            asked = other[2]
        elif line:
            raise InvalidNotation(
                f"must be failed, errored, shown or asked with a name, not {line!r:.60}", number
            )
    return Known(wrong, frozenset(shown), asked)


@define
class Comparison:
    """Compares the results of a run with the known failures while they come."""

    #: The failures of before; None if there is nothing to compare with.
    known: Known | None
    asked: str = EVERYTHING
    #: Whether the clauses shown are compared: those of play depend on the games.
    has_clauses: bool = True
    _wrong: dict[str, frozenset[int]] = field(factory=dict)
    _passed: set[str] = field(factory=set)
    _scorer: Scorer = field(factory=Scorer)

    def marked(self, results: Iterable[Result]) -> Iterator[Result]:
        """The results; those that are known failures say so in their detail."""
        for result in results:
            self._scorer.add(result.outcome, result.clauses, result.detail)
            name = name_of(result)
            if result.outcome == "passed":
                self._passed.add(name)
            if result.outcome not in ("failed", "errored"):
                yield result
                continue
            numbers = _numbers(result)
            self._wrong[name] = self._wrong.get(name, frozenset()) | numbers
            if self.known is not None and self._is_known(name, numbers):
                yield evolve(result, detail={**result.detail, "known": True})
            else:
                yield result

    def now(self) -> Known:
        """The failures of this run, to be written down."""
        return Known(self._wrong, self._shown(), self.asked)

    def new_failures(self) -> list[str]:
        """The cases that fail and are not known to, or fail in more questions."""
        return sorted(
            name for name, numbers in self._wrong.items() if not self._is_known(name, numbers)
        )

    def lost(self) -> list[str]:
        """The clauses that were shown and are not any more."""
        if self.known is None:
            return []
        scope = self._scorer.in_scope()
        is_alike = self.known.asked == self.asked
        return sorted(id_ for id_ in self.known.shown - self._shown() if is_alike or id_ in scope)

    def notes(self, name: str) -> Iterator[str]:
        """What got worse and what got better since the file called `name` was written."""
        if self.known is None:
            return
        new, lost = self.new_failures(), self.lost()
        worse = [
            *([f"{_cases(new)} failed that did not before"] if new else []),
            *([f"no longer shown: {_listed(lost)}"] if lost else []),
        ]
        if worse:
            yield f"Worse than {name}: {'; '.join(worse)}."
        fixed, gained = self._fixed(), sorted(self._shown() - self.known.shown)
        better = [
            *([f"{_cases(fixed)} right that failed before"] if fixed else []),
            *([f"newly shown: {_listed(gained)}"] if gained else []),
        ]
        if better:
            yield f"Better than {name}: {'; '.join(better)}. --write-known writes it anew."
        still = len(self._wrong) - len(new)
        unmet = len({*self.known.wrong} - {*self._wrong} - {*fixed})
        yield (
            f"Known failures: {still} of {len(self.known.wrong)} seen again"
            + (f", {unmet} not asked or skipped." if unmet else ".")
        )

    def _fixed(self) -> list[str]:
        """The known failures that are right now, as a whole or in part."""
        known = self.known.wrong if self.known else {}
        return sorted(
            name
            for name, numbers in known.items()
            if (name in self._passed and name not in self._wrong)
            or (name in self._wrong and _is_less(self._wrong[name], numbers))
        )

    def _is_known(self, name: str, numbers: frozenset[int]) -> bool:
        if self.known is None or name not in self.known.wrong:
            return False
        before = self.known.wrong[name]
        return numbers == before or _is_less(numbers, before)

    def _shown(self) -> frozenset[str]:
        if not self.has_clauses:
            return frozenset()
        return frozenset(id_ for id_, is_shown in self._scorer.in_scope().items() if is_shown)


def name_of(result: Result) -> str:
    """The name under which a failure is known: the case, or what play has found."""
    difference: Json = result.detail.get("difference")
    name = result.subject
    if isinstance(difference, list):
        name = "play " + " ".join(map(str, difference))
    elif result.detail.get("origin") == "game" and result.subject.startswith("play/"):
        parts = slipped_parts(result)
        name = f"play {', '.join(sorted(parts)) or result.outcome}"
    return one_line(name.replace("#", " ")) or "-"  # what follows a # is a comment


def _numbers(result: Result) -> frozenset[int]:
    """The numbers of the questions that were answered wrongly; none if it was errored."""
    failures: Json = result.detail.get("failures")
    if result.outcome == "errored" or not isinstance(failures, list):
        return frozenset()
    return frozenset(each["number"] for each in failures if isinstance(each.get("number"), int))


def _is_less(numbers: frozenset[int], before: frozenset[int]) -> bool:
    """Whether fewer questions are wrong than before; an error is worse than any wrong answer."""
    return bool(numbers) and (not before or numbers < before)


def _cases(names: list[str]) -> str:
    return f"{counted(len(names), 'case')} ({_listed(names)})"


def _listed(names: list[str]) -> str:
    more = len(names) - MAX_NAMED
    return ", ".join(names[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")
