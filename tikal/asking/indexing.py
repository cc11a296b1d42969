"""The index of a language: what is found by each term, and the sentences that a question is like.

It is made of the entries and of the ways of asking about them, or taken from what the build of the
package has stored.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate, chain, groupby, pairwise
from math import log
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from tikal.asking.canon import Mark, mark_of
from tikal.asking.corpus import Asked, asked_in, entries, phrasings, shapes_in_other_languages
from tikal.asking.directions import direction_of
from tikal.asking.lexicon import (
    About,
    Lexicon,
    Phrases,
    Term,
    languages,
    lexicon,
    phrases_in,
    plain,
    terms_of,
)
from tikal.asking.stored import WORDS, digest_of_sources, stored
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
#: The fields that are also compared with a question as a whole.
_COMPARED: Final = ("title", "question", "asked")
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
#: An unknown word weighs as much as one in this many entries.
UNKNOWN: Final = 25
#: Upper bound of a term's weight.
RAREST: Final = 2.4
#: Digits of a measure, so that a stored one is the one that was computed.
_DIGITS: Final = 4

#: By term, numbers of entries with a measure.
Postings: TypeAlias = dict[str, list[tuple[int, float]]]
#: By meaning and fit, the places of the sentences that have it.
Places: TypeAlias = dict[str, list[tuple[float, list[int]]]]


@frozen
class Precedent:
    """A phrasing that has a yes or no for an answer."""

    id: str
    mark: Mark
    direction: frozenset[str]
    #: Empty for one in another language, of which only the concepts are known.
    text: str = ""


@frozen
class Indexed:
    """The content of an index."""

    #: By the number of an entry: its id, weight, and what it refers to.
    entries: list[tuple[str, float, list[str]]]
    #: The rarity of each term.
    rarities: dict[str, float]
    #: By the number of an entry, the terms of its title.
    titles: list[list[str]]
    postings: Postings
    #: By the place of a sentence: the number of its entry, and its weight.
    owners: list[int]
    sizes: list[float]
    places: Places
    #: By their place among the sentences.
    precedents: dict[int, Precedent]
    #: The weight of an unknown word: as much as that of a rare one.
    unknown: float = field(init=False)

    @unknown.default
    def _unknown(self) -> float:
        return log(1 + len(self.entries) / UNKNOWN)

    def weight(self, term: Term) -> float:
        """The weight of a term; rare concepts of the game weigh most."""
        return _weight(term, self.rarities, self.unknown)

    def document(self) -> dict[str, Any]:
        """What is stored; places are given as steps from one to the next."""
        directions = [*dict.fromkeys(each.direction for each in self.precedents.values())]
        return {
            "entries": self.entries,
            "rarities": self.rarities,
            "titles": self.titles,
            "postings": self.postings,
            "owners": [(each, len([*run])) for each, run in groupby(self.owners)],
            "sizes": self.sizes,
            "places": {
                meaning: [
                    (fit, [place - before for before, place in pairwise([0, *places])])
                    for fit, places in listed
                ]
                for meaning, listed in self.places.items()
            },
            "directions": [" ".join(sorted(each)) for each in directions],
            "precedents": [
                (place, each.mark, directions.index(each.direction), *filter(None, [each.text]))
                for place, each in self.precedents.items()
            ],
        }

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Indexed:
        """The index that was stored."""
        owners = [each for each, times in document["owners"] for _ in range(times)]
        directions = [frozenset(traits.split()) for traits in document["directions"]]
        return cls(
            document["entries"],
            document["rarities"],
            document["titles"],
            document["postings"],
            owners,
            document["sizes"],
            {
                meaning: [(fit, [*accumulate(steps)]) for fit, steps in listed]
                for meaning, listed in document["places"].items()
            },
            {
                place: Precedent(document["entries"][owners[place]][0], mark, directions[at], *text)
                for place, mark, at, *text in document["precedents"]
            },
        )


def _weight(term: Term, rarities: Mapping[str, float], unknown: float) -> float:
    found = [rarities.get(key, 0.0) for key, fit in term.meanings.items() if fit == 1]
    rarity = min(sum(found) / len(found), RAREST) if found else 0.0
    return WEIGHTS[term.about] * (rarity or unknown) * term.certainty


def indexed(language: str) -> Indexed:
    """The index of a language: the stored one, or else made of its words."""
    document = stored(language)
    return Indexed.of(document) if document else made(language, asked_in(language))


def made(language: str, asked: Asked) -> Indexed:
    """The index of a language with these ways of asking."""
    speech, marks = lexicon(language), _marks(language)
    every = list(entries(language, asked))
    fields: list[dict[str, Counter[str]]] = []
    sentences: list[tuple[int, list[Term]]] = []
    precedents: dict[int, Precedent] = {}
    for number, entry in enumerate(every):
        counts: dict[str, Counter[str]] = {}
        for name, text in entry.sentences:
            terms = _terms(text, speech)
            counted = counts.setdefault(name, Counter())
            for term in terms:
                if term.about != "stopword":
                    counted.update(term.meanings.keys())
            if name in _COMPARED:
                if mark := marks.get((entry.id, text)):
                    direction = direction_of(text, language)
                    precedents[len(sentences)] = Precedent(entry.id, mark, direction, text)
                sentences.append((number, terms))
        fields.append(counts)
    numbers = {each.id: number for number, each in enumerate(every)}
    for id_, shapes in shapes_in_other_languages(language).items():
        keys: Counter[str] = Counter()
        for shape in shapes:
            terms = terms_of(shape.concepts)
            if shape.mark:
                precedents[len(sentences)] = Precedent(id_, shape.mark, shape.direction)
            sentences.append((numbers[id_], terms))
            keys.update(key for term in terms for key in term.meanings)
        fields[numbers[id_]]["shapes"] = keys
    rarities = _rarities(fields)
    unknown = log(1 + len(every) / UNKNOWN)
    sizes, places = _listed([terms for _, terms in sentences], rarities, unknown)
    return Indexed(
        [(each.id, each.prior, [*each.linked]) for each in every],
        rarities,
        [sorted(each.get("title", ())) for each in fields],
        _postings(fields),
        [number for number, _ in sentences],
        sizes,
        places,
        precedents,
    )


def _terms(text: str, speech: Lexicon) -> list[Term]:
    """The terms of a sentence of the rules, in which every word is known."""
    terms: list[Term] = []
    for term in speech.terms(text):
        if isinstance(term, Term):
            terms.append(term)
        else:
            terms += speech.split(term) or [plain(speech.stem(term))]
    return terms


def _rarities(fields: Sequence[Mapping[str, Counter[str]]]) -> dict[str, float]:
    # not a set, whose order differs from process to process: two builds must have the same bytes
    having = Counter(term for each in fields for term in dict.fromkeys(chain(*each.values())))
    return {
        term: round(log(1 + (len(fields) - n + 0.5) / (n + 0.5)), _DIGITS)
        for term, n in having.items()
    }


def _postings(fields: Sequence[Mapping[str, Counter[str]]]) -> Postings:
    """By term, the entries that have it and how much, as BM25 measures it."""
    lengths = {
        name: sum(each[name].total() for each in fields if name in each)
        / max(1, sum(name in each for each in fields))
        for name in FIELDS
    }
    found: Postings = {}
    for number, each in enumerate(fields):
        total: dict[str, float] = {}
        for name, counted in each.items():
            norm = 1 - _LENGTH + _LENGTH * counted.total() / (lengths[name] or 1)
            for term, times in counted.items():
                total[term] = total.get(term, 0.0) + FIELDS[name] * times / norm
        for term, amount in total.items():
            saturated = round(amount / (_SATURATION + amount), _DIGITS)
            found.setdefault(term, []).append((number, saturated))
    return found


def _listed(
    sentences: Sequence[Sequence[Term]], rarities: Mapping[str, float], unknown: float
) -> tuple[list[float], Places]:
    """The weight of each sentence, and by term the places of those that have it."""
    sizes: list[float] = []
    places: dict[str, dict[float, list[int]]] = {}
    weights: dict[int, float] = {}  # by identity, because equal terms are one object
    for place, terms in enumerate(sentences):
        size = 0.0
        best: dict[str, float] = {}
        for each in terms:
            if id(each) not in weights:
                weights[id(each)] = _weight(each, rarities, unknown)
            size += weights[id(each)]
            for meaning, fit in each.meanings.items():
                if fit > best.get(meaning, 0.0):
                    best[meaning] = fit
        sizes.append(round(size, _DIGITS) or 1.0)
        for meaning, fit in best.items():
            places.setdefault(meaning, {}).setdefault(fit, []).append(place)
    return sizes, {meaning: [*by_fit.items()] for meaning, by_fit in places.items()}


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


# --- what the build stores ---------------------------------------------------------------------


def to_text() -> str:
    """The content of the file, computed."""
    from tikal.asking.corpus import asked_in
    from tikal.asking.indexing import made
    from tikal.asking.lexicon import lexicon

    words = {
        code: {"phrases": _joined(phrases_in(code)), "stems": _joined(lexicon(code).phrases)}
        for code in languages()
    }
    parts = {WORDS: words} | {code: made(code, asked_in(code)).document() for code in languages()}
    header = {"sources": digest_of_sources(), "parts": [*parts]}
    lines = (json.dumps(each, separators=(",", ":")) for each in (header, *parts.values()))
    return "\n".join(lines) + "\n"


def _joined(phrases: Phrases) -> dict[str, str]:
    return {" ".join(phrase): " ".join(keys) for phrase, keys in phrases.items()}
