"""Ranked search: which clauses, rulings and differences a question comes nearest to.

Two measures are added. BM25 asks how much of the question an entry speaks of, field by field; the
other asks which single sentence about an entry, such as its title or a question that players ask
about it, is most like the question as a whole. What an entry is linked to helps it a little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache, cached_property
from math import log
from typing import Final

from attrs import frozen

from tikal.asking.canon import Mark, mark_of
from tikal.asking.corpus import (
    Asked,
    CorpusEntry,
    asked_in,
    entries,
    phrasings,
    shapes_in_other_languages,
)
from tikal.asking.directions import direction_of, form_of, sentences_of
from tikal.asking.lexicon import MAX_CORRECTED_WORDS, About, Term, lexicon, plain, terms_of
from tikal.asking.tokens import Spelling
from tikal.law.registry import rulings

#: The weight of each field of an entry.
FIELDS: Final = {
    "title": 2.0,
    "question": 2.5,
    "asked": 2.0,
    "shapes": 3.0,
    "text": 1.0,
    "chapter": 0.5,
    "notes": 0.3,
}
#: The two constants of BM25: saturation of repeated words, and the weight of the length.
_SATURATION: Final = 1.6
_LENGTH: Final = 0.6
#: The weight of a word, by its subject.
WEIGHTS: Final[dict[About, float]] = {
    "game": 1.0,
    "common": 0.7,
    "plain": 0.4,
    "asking": 0.7,
    "stopword": 0.12,
    "other_game": 6.0,
}
#: The weight of the likeness to one sentence, relative to BM25.
LIKENESS: Final = 0.5
#: Penalties of a sentence for missing and for additional terms.
MISSED: Final = 0.5
ADDED: Final = 0.55
#: The bonus from the best of the linked entries.
LINKED: Final = 0.03
#: An unknown word weighs as much as one in this many entries.
UNKNOWN: Final = 25
#: The factor of a term that is told before the question is asked.
TOLD: Final = 0.6
#: Upper bound of a term's weight.
RAREST: Final = 2.4


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
    #: The weight of each term: less where it is told before the question is asked.
    weights: tuple[float, ...]

    def known(self) -> list[tuple[Term, float]]:
        """The terms that are about this game, with their weights."""
        both = zip(self.terms, self.weights, strict=True)
        return [(term, weight) for term, weight in both if term.known]


@frozen
class Precedent:
    """A phrasing that has a yes or no for an answer."""

    id: str
    mark: Mark
    direction: frozenset[str]
    #: Empty for one in another language, of which only the concepts are known.
    text: str = ""


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
        """Make the index; `asked` is used in place of what the language has written down."""
        self.lexicon = lexicon(language)
        self._entries = list(entries(language, asked_in(language) if asked is None else asked))
        self._number = {entry.id: number for number, entry in enumerate(self._entries)}
        #: By entry and field, how often each term occurs.
        self._fields: list[dict[str, Counter[str]]] = []
        #: The sentences that can be like a question, as their terms, and whose they are.
        self._sentences: list[tuple[int, list[Term]]] = []
        #: By their place among the sentences.
        self._precedents: dict[int, Precedent] = {}
        self._marks = _marks(language)
        for number, entry in enumerate(self._entries):
            self._add(number, entry)
        for id_, shapes in shapes_in_other_languages(language).items():
            number = self._number[id_]
            shape_terms = [terms_of(shape.concepts) for shape in shapes]
            for shape, terms in zip(shapes, shape_terms, strict=True):
                if shape.mark:
                    self._precedents[len(self._sentences)] = Precedent(
                        id_, shape.mark, shape.direction
                    )
                self._sentences.append((number, terms))
            self._fields[number]["shapes"] = Counter(
                key for terms in shape_terms for term in terms for key in term.meanings
            )
        self._weigh()
        self._list_sentences()

    def _add(self, number: int, entry: CorpusEntry) -> None:
        counts: dict[str, Counter[str]] = {}
        for field, text in entry.sentences:
            terms = self._terms(text)
            counted = counts.setdefault(field, Counter())
            for term in terms:
                if term.about != "stopword":
                    counted.update(term.meanings.keys())
            if field in ("title", "question", "asked"):
                if mark := self._marks.get((entry.id, text)):
                    self._precedents[len(self._sentences)] = Precedent(
                        entry.id, mark, direction_of(text, self.lexicon.language), text
                    )
                self._sentences.append((number, terms))
        self._fields.append(counts)

    def _terms(self, text: str) -> list[Term]:
        """The terms of a sentence of the rules, in which every word is known."""
        terms: list[Term] = []
        for term in self.lexicon.terms(text):
            if isinstance(term, Term):
                terms.append(term)
            else:
                terms += self.lexicon.split(term) or [plain(self.lexicon.stem(term))]
        return terms

    def _weigh(self) -> None:
        """The weight of every term, and the lists by which a question finds its entries."""
        count = len(self._entries)
        having = Counter(term for fields in self._fields for term in set().union(*fields.values()))
        self.weights = {term: log(1 + (count - n + 0.5) / (n + 0.5)) for term, n in having.items()}
        lengths = {
            field: sum(f[field].total() for f in self._fields if field in f)
            / max(1, sum(field in f for f in self._fields))
            for field in FIELDS
        }
        self._postings: dict[str, list[tuple[int, float]]] = {}
        for number, fields in enumerate(self._fields):
            total: Counter[str] = Counter()
            for field, counted in fields.items():
                norm = 1 - _LENGTH + _LENGTH * counted.total() / (lengths[field] or 1)
                for term, times in counted.items():
                    total[term] += FIELDS[field] * times / norm  # type: ignore[assignment]
            for term, times in total.items():
                saturated = times / (_SATURATION + times)
                self._postings.setdefault(term, []).append((number, saturated))

    def _list_sentences(self) -> None:
        """Store the weight of each sentence, and the postings of each term with their certainty."""
        self._sizes: list[float] = []
        self._in_sentences: dict[str, list[tuple[int, float]]] = {}
        weights: dict[int, float] = {}  # by identity, because equal terms are one object
        for place, (_, terms) in enumerate(self._sentences):
            size = 0.0
            best: dict[str, float] = {}
            for each in terms:
                if id(each) not in weights:
                    weights[id(each)] = self.weight(each)
                size += weights[id(each)]
                for meaning, fit in each.meanings.items():
                    if fit > best.get(meaning, 0.0):
                        best[meaning] = fit
            self._sizes.append(size or 1.0)
            for meaning, fit in best.items():
                self._in_sentences.setdefault(meaning, []).append((place, fit))

    @cached_property
    def _spelling(self) -> Spelling:
        stems = {term for term in self.weights if term.isalpha()}
        return Spelling(stems | self.lexicon.stems)

    def weight(self, term: Term) -> float:
        """The weight of a term; rare concepts of the game weigh most."""
        rarities = [self.weights.get(key, 0.0) for key, fit in term.meanings.items() if fit == 1]
        rarity = min(sum(rarities) / len(rarities), RAREST) if rarities else 0.0
        return WEIGHTS[term.about] * (rarity or self.unknown) * term.certainty

    @cached_property
    def unknown(self) -> float:
        """Weight of an unknown word: as much as that of a rare one."""
        return log(1 + len(self._entries) / UNKNOWN)

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
            self.weight(term) * (1.0 if not asked or term in asked else TOLD) for term in terms
        )
        return ParsedQuestion(tuple(terms), unknown, tuple(weights))

    def search(self, reading: ParsedQuestion) -> list[Hit]:
        """The entries that have anything to do with a question, the best first."""
        known = reading.known()
        size = sum(weight for _, weight in known) or 1.0
        spoken: dict[int, float] = {}
        for term, weight in known:
            for number, value in _best(self._postings, term).items():
                spoken[number] = spoken.get(number, 0.0) + weight * value
        nearest: dict[int, float] = {}
        for place, (likeness, _) in self._likenesses(reading).items():
            number = self._sentences[place][0]
            nearest[number] = max(nearest.get(number, 0.0), likeness)
        scores = {
            number: self._entries[number].prior
            * ((1 - LIKENESS) * score / size + LIKENESS * nearest.get(number, 0.0))
            for number, score in spoken.items()
        }
        found = [
            Hit(self._entries[number].id, score + LINKED * self._best_linked(number, scores))
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
            for place, fit in _best(self._in_sentences, term).items():
                alike[place] = alike.get(place, 0.0) + weight * fit
                if tells:
                    covered[place] = covered.get(place, 0.0) + weight
        return {
            place: (
                shared
                / (
                    shared
                    + MISSED * (size - shared)
                    + ADDED * max(self._sizes[place] - shared, 0.0)
                ),
                covered.get(place, 0.0) / named,
            )
            for place, shared in alike.items()
        }

    @cached_property
    def all_precedents(self) -> tuple[Precedent, ...]:
        """All phrasings with a yes or no."""
        return tuple(self._precedents.values())

    def has_in_its_title(self, id_: str, reading: ParsedQuestion) -> bool:
        """Whether the title of an entry has all telling words of a question."""
        title: Mapping[str, int] = self._fields[self._number[id_]].get("title", {})
        return all(
            any(meaning in title for meaning, fit in term.meanings.items() if fit == 1)
            for term in reading.terms
            if term.about != "stopword"
        )

    def linked(self, id_: str) -> frozenset[str]:
        """An entry with those that it refers to."""
        return frozenset((id_, *self._entries[self._number[id_]].linked))

    def precedents(self, reading: ParsedQuestion) -> list[Likeness]:
        """The phrasings with a yes or no that are like a question, the likest first."""
        likenesses = self._likenesses(reading)
        found = [
            Likeness(precedent, *likenesses[place])
            for place, precedent in self._precedents.items()
            if place in likenesses
        ]
        return sorted(found, key=lambda each: -round(each.likeness, 9))

    def _best_linked(self, number: int, scores: Mapping[int, float]) -> float:
        linked = self._entries[number].linked
        return max((scores.get(self._number[id_], 0.0) for id_ in linked), default=0.0)


def _best(postings: Mapping[str, list[tuple[int, float]]], term: Term) -> dict[int, float]:
    """By place, the best match among the meanings of a term."""
    best: dict[int, float] = {}
    for meaning, fit in term.meanings.items():
        for place, value in postings.get(meaning, ()):
            if fit * value > best.get(place, 0.0):
                best[place] = fit * value
    return best


@cache
def _marks(language: str) -> dict[tuple[str, str], Mark]:
    """By entry and phrasing, its yes or no; a ruling is asked by its own question too."""
    found = {(each.id, each.in_language(language).question): mark_of(each.id) for each in rulings()}
    return found | {
        (id_, each.text): each.mark
        for id_, every in phrasings(language).items()
        for each in every
        if each.mark
    }


@cache
def index(language: str) -> Index:
    """The index of a language, made when it is first asked for."""
    return Index(language)
