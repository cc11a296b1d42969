"""Ranked search: which clauses, rulings and differences a question comes nearest to.

Two measures are added. BM25 asks how much of the question an entry speaks of, field by field; the
other asks which single sentence about an entry, such as its title or a question that players ask
about it, is most like the question as a whole. What an entry is linked to helps it a little.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Final

from attrs import frozen

from tikal.asking.corpus import Asked
from tikal.asking.directions import form_of, sentences_of
from tikal.asking.indexing import Postings, Precedent, indexed, made
from tikal.asking.lexicon import MAX_CORRECTED_WORDS, Term, lexicon
from tikal.asking.tokens import Spelling

#: The weight of the likeness to one sentence, relative to BM25.
LIKENESS: Final = 0.5
#: Penalties of a sentence for missing and for additional terms.
MISSED: Final = 0.5
ADDED: Final = 0.55
#: The bonus from the best of the linked entries.
LINKED: Final = 0.03
#: The factor of a term that stands in a sentence before the one that asks.
CONTEXT: Final = 0.6


@frozen
class Hit:
    """An entry and how well it answers, from 0 to about 1."""

    id: str
    score: float


@frozen
class ParsedQuestion:
    """A question as the index understands it."""

    terms: tuple[Term, ...]
    #: The number of unknown words.
    unknown: int
    #: The weight of each term: less in a sentence before the one that asks.
    weights: tuple[float, ...]

    def known(self) -> list[tuple[Term, float]]:
        """The terms that are about this game, with their weights."""
        both = zip(self.terms, self.weights, strict=True)
        return [(term, weight) for term, weight in both if term.known]


@frozen
class Likeness:
    """A phrasing with a yes or no, and how like a question it is."""

    precedent: Precedent
    #: From 0 to 1.
    likeness: float
    #: The share of the question that the phrasing has.
    coverage: float


class Index:
    """The entries of one language, indexed for search."""

    def __init__(self, language: str, asked: Asked | None = None) -> None:
        """Take the index of a language, or make one with other ways of asking."""
        self.lexicon = lexicon(language)
        self._content = indexed(language) if asked is None else made(language, asked)
        #: The weight of a term; rare concepts of the game weigh most.
        self.weight = self._content.weight
        self._number = {id_: number for number, (id_, _, _) in enumerate(self._content.entries)}

    @cached_property
    def _spelling(self) -> Spelling:
        stems = {term for term in self.weights if term.isalpha()}
        return Spelling(stems | self.lexicon.stems)

    @property
    def weights(self) -> Mapping[str, float]:
        """The rarity of each term."""
        return self._content.rarities

    def read(self, question: str) -> ParsedQuestion:
        """The terms of a question; each of them once."""
        terms: list[Term] = []
        asked: list[Term] = []
        unknown = 0
        language = self.lexicon.language
        for sentence in sentences_of(question):
            asks = form_of(sentence, language) != ""
            for term in self.lexicon.terms(sentence):
                if isinstance(term, Term):
                    guesses = [term]
                elif unknown >= MAX_CORRECTED_WORDS:
                    guesses = []
                else:
                    guesses = self.lexicon.guess(term, self.weights, self._spelling)
                unknown += not guesses
                terms += [guess for guess in guesses if guess not in terms]
                asked += guesses if asks else []
        weights = (
            self.weight(term) * (1.0 if not asked or term in asked else CONTEXT) for term in terms
        )
        return ParsedQuestion(tuple(terms), unknown, tuple(weights))

    def search(self, reading: ParsedQuestion) -> list[Hit]:
        """The entries that have anything to do with a question, the best first."""
        known = reading.known()
        size = sum(weight for _, weight in known) or 1.0
        spoken: dict[int, float] = {}
        for term, weight in known:
            for number, value in _best(self._content.postings, term).items():
                spoken[number] = spoken.get(number, 0.0) + weight * value
        nearest: dict[int, float] = {}
        for place, (likeness, _) in self._likenesses(reading).items():
            number = self._content.owners[place]
            nearest[number] = max(nearest.get(number, 0.0), likeness)
        scores = {
            number: self._content.entries[number][1]
            * ((1 - LIKENESS) * score / size + LIKENESS * nearest.get(number, 0.0))
            for number, score in spoken.items()
        }
        found = [
            Hit(
                self._content.entries[number][0], score + LINKED * self._best_linked(number, scores)
            )
            for number, score in scores.items()
        ]
        return sorted(found, key=lambda each: (-round(each.score, 9), self._number[each.id]))

    def _likenesses(self, reading: ParsedQuestion) -> dict[int, tuple[float, float]]:
        """By the place of a sentence, how like a question it is, and how much of it it has."""
        known = reading.known()
        size = sum(weight for _, weight in known) or 1.0
        named = sum(weight for term, weight in known if term.about != "stopword") or 1.0
        alike: dict[int, float] = {}
        covered: dict[int, float] = {}
        for term, weight in known:
            tells = term.about != "stopword"
            for place, fit in self._fits(term).items():
                alike[place] = alike.get(place, 0.0) + weight * fit
                if tells:
                    covered[place] = covered.get(place, 0.0) + weight
        return {
            place: (
                shared
                / (
                    shared
                    + MISSED * (size - shared)
                    + ADDED * max(self._content.sizes[place] - shared, 0.0)
                ),
                covered.get(place, 0.0) / named,
            )
            for place, shared in alike.items()
        }

    def _fits(self, term: Term) -> dict[int, float]:
        """By the place of a sentence, how well the best of its meanings fits a term."""
        best: dict[int, float] = {}
        for meaning, fit in term.meanings.items():
            for given, places in self._content.places.get(meaning, ()):
                for place in places:
                    if fit * given > best.get(place, 0.0):
                        best[place] = fit * given
        return best

    def has_in_its_title(self, id_: str, reading: ParsedQuestion) -> bool:
        """Whether the title of an entry has all telling words of a question."""
        title = self._content.titles[self._number[id_]]
        return all(
            any(meaning in title for meaning, fit in term.meanings.items() if fit == 1)
            for term in reading.terms
            if term.about != "stopword"
        )

    def linked(self, id_: str) -> frozenset[str]:
        """An entry with those that it refers to."""
        return frozenset((id_, *self._content.entries[self._number[id_]][2]))

    def precedents(self, reading: ParsedQuestion) -> list[Likeness]:
        """The phrasings with a yes or no that are like a question, the likest first."""
        likenesses = self._likenesses(reading)
        found = [
            Likeness(precedent, *likenesses[place])
            for place, precedent in self._content.precedents.items()
            if place in likenesses
        ]
        return sorted(found, key=lambda each: -round(each.likeness, 9))

    def _best_linked(self, number: int, scores: Mapping[int, float]) -> float:
        linked = self._content.entries[number][2]
        return max((scores.get(self._number[id_], 0.0) for id_ in linked), default=0.0)


def _best(postings: Postings, term: Term) -> dict[int, float]:
    """By entry, the best match among the meanings of a term."""
    best: dict[int, float] = {}
    for meaning, fit in term.meanings.items():
        for place, value in postings.get(meaning, ()):
            if fit * value > best.get(place, 0.0):
                best[place] = fit * value
    return best


@cache
def index(language: str) -> Index:
    """The index of a language, made when it is first asked for."""
    return Index(language)
