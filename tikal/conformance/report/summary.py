"""The counts of a report, from one pass over its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import Final, TypeVar

from attrs import asdict, astuple, frozen

from tikal.conformance.report.log import OUTCOMES, Log, Outcome, Result
from tikal.conformance.report.logged_opinions import rules_that_allow_the_game
from tikal.editions import EDITIONS
from tikal.languages import sentence
from tikal.law.registry import clauses
from tikal.notation.documents.parsing import Json

#: Editions other than the printed ones are counted together, because anybody can make one up.
HOUSE_RULES: Final = "house rules"
NO_EDITION: Final = "no edition"
#: Stands for the clause of a case that is about none in particular.
WHOLE_GAMES: Final = "whole games"
K = TypeVar("K", bound=Hashable)


@frozen
class Tally:
    """Results counted by outcome."""

    passed: int = 0
    failed: int = 0
    errored: int = 0
    skipped: int = 0
    unfinished: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return sum(astuple(self))

    @property
    def share(self) -> float:
        """The share that passed, from 0 to 1; what was skipped or went wrong did not pass."""
        return self.passed / self.total if self.total else 0.0

    @property
    def outcome(self) -> Outcome:
        """The worst of them; passed only if all are."""
        if self.errored:
            return "errored"
        if self.failed:
            return "failed"
        if self.unfinished:
            return "unfinished"
        return "skipped" if self.skipped or not self.total else "passed"

    def __add__(self, other: Tally) -> Tally:
        return Tally(**(Counter(asdict(self)) + Counter(asdict(other))))

    def __str__(self) -> str:
        rest = [f"{count} {word}" for word, count in asdict(self).items() if count]
        return ", ".join(rest) or "nothing"


@frozen
class Moves:
    """The numbers of accepted, refused and skipped moves of some games."""

    total: int = 0
    accepted: int = 0
    #: Moves after a refusal, which are not checked.
    skipped: int = 0

    @property
    def refused(self) -> int:
        """The first refusal of each game that has one."""
        return self.total - self.accepted - self.skipped


@frozen
class ClauseCounts:
    """One clause of a scorecard."""

    clause: str
    editions: Mapping[str, Tally]
    total: Tally


@frozen
class Summary:
    """The counts of a report; the memory it takes does not grow with the results."""

    total: Tally
    #: By what the results are about: game, case, test …
    about: Mapping[str, Tally]
    editions: Mapping[str, Tally]
    #: By clause and edition: a result counts once for each clause it is about.
    clauses: Mapping[tuple[str, str], Tally]
    moves: Moves
    #: In how many games each clause was broken, the most often first.
    broken: Mapping[str, int]
    #: Refusals of games that disappear with an edition or a house rule, the most first.
    allowing: Mapping[str, int]
    #: On how many generated examples the properties among the tests were tried.
    examples: int

    def allowing_lines(self) -> tuple[str, ...]:
        """By which other rules refusals of games disappear, each as a sentence."""
        refusals = self.moves.refused
        return tuple(
            sentence("counsel", _allowing_key(some, refusals), facts)
            for rule, some in self.allowing.items()
            for facts in [{"rule": rule, "some": some, "all": refusals}]
        )

    def scorecard(self) -> tuple[ClauseCounts, ...]:
        """A row for each clause in the order of the rulebook, whole games last."""
        rows: dict[str, dict[str, Tally]] = {}
        for id_, edition in self.clauses:
            rows.setdefault(id_, {})[edition] = self.clauses[id_, edition]
        known = [entry.id for entry in clauses()]
        unknown = sorted(set(rows) - {*known, WHOLE_GAMES})
        order = [id_ for id_ in (*known, *unknown, WHOLE_GAMES) if id_ in rows]
        return tuple(
            ClauseCounts(
                id_, dict(sorted(rows[id_].items(), key=_in_order)), _sum(rows[id_].values())
            )
            for id_ in order
        )


def _allowing_key(some: int, refusals: int) -> str:
    if some < refusals:
        return "games/some-refusals"
    return "games/all-refusals" if some > 1 else "games/the-refusal"


def summarise(log: Log) -> Summary:
    """Count the results of a log."""
    return summary_of(log.results())


def summary_of(results: Iterable[Result]) -> Summary:
    """Count results."""
    about: dict[str, Counter[Outcome]] = {}
    editions: dict[str, Counter[Outcome]] = {}
    by_clause: dict[tuple[str, str], Counter[Outcome]] = {}
    moves: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    allowing: Counter[str] = Counter()
    examples = 0
    for result in results:
        edition = edition_of(result)
        _count(about, result.about, result)
        _count(editions, edition, result)
        for id_ in _rows_of(result):
            _count(by_clause, (id_, edition), result)
        if result.about == "game":
            moves.update({key: number(result, key) for key in ("moves", "accepted", "skipped")})
            broken.update(set(result.clauses))
            allowing.update(set(rules_that_allow_the_game(result.detail.get("refusal"))))
        if result.about == "test":
            examples += number(result, "examples")
    tallies = _tallies(about)
    return Summary(
        total=_sum(tallies.values()),
        about=tallies,
        editions=dict(sorted(_tallies(editions).items(), key=_in_order)),
        clauses=_tallies(by_clause),
        moves=Moves(moves["moves"], moves["accepted"], moves["skipped"]),
        broken=dict(sorted(broken.items(), key=lambda item: (-item[1], item[0]))),
        allowing=dict(sorted(allowing.items(), key=lambda item: (-item[1], item[0]))),
        examples=examples,
    )


def edition_of(result: Result) -> str:
    """The printed edition that a result is about, `HOUSE_RULES` or `NO_EDITION`."""
    if not result.edition:
        return NO_EDITION
    return result.edition if result.edition in EDITIONS else HOUSE_RULES


def number(result: Result, key: str) -> int:
    """A count from the details of a result; 0 if there is none."""
    value: Json = result.detail.get(key)
    return value if type(value) is int else 0


def _rows_of(result: Result) -> tuple[str, ...]:
    if result.clauses:
        return tuple(dict.fromkeys(result.clauses))
    return (WHOLE_GAMES,) if result.about == "case" else ()


def _count(counts: dict[K, Counter[Outcome]], key: K, result: Result) -> None:
    counts.setdefault(key, Counter())[result.outcome] += 1


def _tallies(counts: Mapping[K, Counter[Outcome]]) -> dict[K, Tally]:
    return {
        key: Tally(**{outcome: count[outcome] for outcome in OUTCOMES})
        for key, count in counts.items()
    }


def _sum(tallies: Iterable[Tally]) -> Tally:
    return sum(tallies, Tally())


def _in_order(item: tuple[str, Tally]) -> int:
    return [*EDITIONS, HOUSE_RULES, NO_EDITION].index(item[0])
