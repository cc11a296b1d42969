"""Clauses, rulings and differences: the entries of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

from attrs import evolve, field, frozen

from tikal import languages
from tikal.editions import EDITIONS, Edition, SwitchValue, base_of, edition_of, switch_named
from tikal.errors import InvalidArgument

ClauseKind = Literal["precondition", "sequence", "permission", "effect", "invariant", "physical"]
BookVerdict = Literal["says", "implied", "partly", "silent", "differs", "not applicable"]
CLAUSE_KINDS: Final[tuple[ClauseKind, ...]] = get_args(ClauseKind)
BOOK_VERDICTS: Final[tuple[BookVerdict, ...]] = get_args(BookVerdict)
#: The degrees of confidence in a ruling, the surest first.
CONFIDENCE: Final = ("H", "M-H", "M", "L")


@frozen
class Stance:
    """The stance of one rulebook on a clause, with its headings."""

    verdict: BookVerdict
    headings: tuple[str, ...] = ()
    note: str = ""


@frozen
class Clause:
    """One rule of the game, in our own wording."""

    id: str
    title: str
    chapter: str
    #: The main kind first: a clause can both refuse moves and describe what happens.
    kinds: tuple[ClauseKind, ...]
    statement: str
    #: Whether a program can know it; `reason` says why not.
    modelled: bool
    reason: str = ""
    #: The rulings that settle or touch it.
    rulings: tuple[str, ...] = ()
    #: The differences between the editions about it.
    differences: tuple[str, ...] = ()
    #: For derived clauses, those it follows from.
    follows_from: tuple[str, ...] = ()
    notes: str = ""
    #: By edition key; empty for derived clauses, which no rulebook states.
    editions: Mapping[str, Stance] = field(factory=dict, hash=False)

    @property
    def kind(self) -> ClauseKind:
        """The main kind."""
        return self.kinds[0]

    def stance(self, edition: str) -> Stance:
        """The stance of an edition's rulebook; `InvalidArgument` if there is no entry."""
        if edition not in self.editions:
            raise InvalidArgument(
                f"spec/clauses/{self.chapter}.toml: {self.id} has no entry for {edition}"
            )
        return self.editions[edition]

    def in_language(self, language: str) -> Clause:
        """The same clause in another language: title, statement and notes by edition."""
        notes = languages.entry("clauses", self.id, language).get("notes", {})
        editions = {
            key: evolve(stance, note=notes.get(key, stance.note))
            for key, stance in self.editions.items()
        }
        translated = _translated("clauses", self.id, language, "title", "statement")
        return evolve(self, editions=editions, **translated)

    def text(self, language: str = "en") -> str:
        """The statement in a language."""
        return self.in_language(language).statement


@frozen
class Reading:
    """One way to answer the question of a ruling."""

    #: Stable, and unique within the ruling.
    key: str
    sentence: str
    #: The keys of the editions for which it is ruled; a house edition starts with the same. An
    #: edition without the point at issue, such as an auction, is listed all the same.
    taken_by: tuple[str, ...] = ()
    #: The keys of the editions whose texts leave room for it, those that take it among them.
    possible_in: tuple[str, ...] = ()
    #: The value of the ruling's switch that plays it; None if no value does.
    value: SwitchValue | None = None


@frozen
class Ruling:
    """An open question of the rulebooks, and the answer this library goes by."""

    id: str
    question: str
    answer: str
    #: One of `CONFIDENCE`, which `confidence_text` puts into words: that of every edition which
    #: `confidence_in` does not name. What is printed about an edition comes from `confidence_for`.
    confidence: str
    clauses: tuple[str, ...]
    reasoning: str
    #: Readings that were considered and that no edition takes, as sentences.
    rejected: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    #: All readings that a table might choose from, the ruled ones first.
    readings: tuple[Reading, ...] = ()
    #: The switch of the edition that chooses between the readings, "" if there is none.
    switch: str = ""
    #: Why no switch chooses some reading, or any.
    why_no_switch: str = ""
    #: The editions of another confidence, by key.
    confidence_in: Mapping[str, str] = field(factory=dict, hash=False)
    #: The values that switches must have for the question to arise at all.
    only_where: Mapping[str, SwitchValue] = field(factory=dict, hash=False)

    def confidence_for(self, edition: Edition | str) -> str:
        """The degree of confidence in an edition; a house edition has that of its base."""
        return self.confidence_in.get(_book(edition), self.confidence)

    def not_taken(self, edition: Edition | str) -> tuple[str, ...]:
        """The readings that an edition leaves room for and does not take, as sentences.

        For a ruling without readings, which the texts settle, those that were considered.
        """
        if not self.readings:
            return self.rejected
        book = _book(edition)
        return tuple(
            reading.sentence
            for reading in self.readings
            if book in reading.possible_in and book not in reading.taken_by
        )

    def arises_in(self, edition: Edition | str) -> bool:
        """Whether the switches of an edition leave the question open."""
        played = edition_of(edition).switches()
        return all(played[name] == value for name, value in self.only_where.items())

    def house_rule(self, reading: Reading) -> str:
        """The switch value that plays a reading, such as `second_dig=different`.

        Empty if no switch does.
        """
        return "" if reading.value is None else switch_named(self.switch).rule(reading.value)

    def in_language(self, language: str) -> Ruling:
        """The same ruling with its question, answer and readings in another language.

        `rejected` are the readings of no edition. Without readings it stays English, and so do
        the reasoning and the evidence.
        """
        translated = _translated("rulings", self.id, language, "question", "answer")
        sentences = languages.entry("rulings", self.id, language).get("readings", {})
        readings = tuple(
            evolve(reading, sentence=sentences.get(reading.key, reading.sentence))
            for reading in self.readings
        )
        rejected = tuple(each.sentence for each in readings if not each.taken_by)
        return evolve(self, readings=readings, rejected=rejected or self.rejected, **translated)

    def text(self, language: str = "en") -> str:
        """The answer in a language."""
        return self.in_language(language).answer


@frozen
class Difference:
    """A point on which the editions differ, and how the library handles it."""

    id: str
    type: tuple[str, ...]
    point: str
    handling: str
    clauses: tuple[str, ...]
    editions: Mapping[str, str] = field(factory=dict, hash=False)

    def in_language(self, language: str) -> Difference:
        """The same difference in another language: its point, its sides and its handling."""
        translated = _translated("differences", self.id, language, "point", "handling")
        sides = languages.entry("differences", self.id, language).get("editions", {})
        return evolve(self, editions={**self.editions, **sides}, **translated)

    def text(self, language: str = "en") -> str:
        """The point at issue in a language."""
        return self.in_language(language).point


def _translated(subject: str, id_: str, language: str, *names: str) -> dict[str, Any]:
    """The fields of an entry that a language has words for."""
    found = languages.entry(subject, id_, language)
    return {name: found[name] for name in names if name in found}


def _book(edition: Edition | str) -> str:
    """The key of the printed edition."""
    return base_of(edition_of(edition)).key


def confidence_text(degree: str, language: str = "en") -> str:
    """The meaning of a degree of confidence in a ruling."""
    return languages.word("confidence", degree, language)


def confidences_text(ruling: Ruling, language: str = "en") -> str:
    """The confidence in a ruling by edition; in one phrase where all editions have the same."""
    by_degree: dict[str, list[str]] = {}
    for key in sorted(EDITIONS, key=lambda key: CONFIDENCE.index(ruling.confidence_for(key))):
        titles = by_degree.setdefault(ruling.confidence_for(key), [])
        titles.append(languages.short_title(key, language))
    if len(by_degree) == 1:
        return confidence_text(next(iter(by_degree)), language)
    phrases = (
        languages.labelled(", ".join(titles), confidence_text(degree, language), language)
        for degree, titles in by_degree.items()
    )
    return languages.joined(phrases, language)
