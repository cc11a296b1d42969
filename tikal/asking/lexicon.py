"""The concepts of `concepts.toml` behind the words of a question, by language."""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Final, Literal, TypeAlias

from attrs import frozen

from tikal.asking.stored import WORDS, stored
from tikal.asking.tokens import (
    Spelling,
    clauses_of,
    infinitives,
    parts,
    rejoined,
    stemmer,
    words,
)
from tikal.editions import BOOKS
from tikal.errors import InvalidArgument
from tikal.languages import LANGUAGES, catalogue, has_catalogue, language_data, path_of

About = Literal["game", "common", "plain", "asking", "stopword", "other_game"]
#: Words of the longest phrase.
MAX_PHRASE_WORDS: Final = 6
#: Words of a question at most that are corrected.
MAX_CORRECTED_WORDS: Final = 8
#: The factor of a broader concept in place of the named one.
BROADER: Final = 0.5
#: The factor of a word that is corrected, or part of a compound.
CORRECTED: Final = 0.8


@frozen
class Concept:
    """Something that people have many words for."""

    key: str
    about: About = "game"
    #: Whether a question that has it is surely about this game.
    core: bool = False
    broader: str = ""


@frozen
class Term:
    """One word or phrase of a text: its possible meanings, and their certainty."""

    #: By concept, or by stem where a word has no concept: how well it fits.
    meanings: Mapping[str, float]
    about: About
    #: Whether it is known at all.
    known: bool = True
    #: The certainty that this word was meant, from 0 to 1.
    certainty: float = 1.0
    #: The concepts that its words name.
    keys: tuple[str, ...] = ()


#: A word that says nothing.
NOTHING: Final = Term({}, "asking", certainty=0.0)


@cache
def languages() -> tuple[str, ...]:
    """The languages in which questions are understood, English first."""
    return tuple(code for code in LANGUAGES if not _lacking(code))


def _lacking(language: str) -> str:
    """The first file that questions in a language need and that it has not; else nothing."""
    missing = (each for each in ("asked", "synonyms") if not has_catalogue(each, language))
    return next(missing, "")


def require_language(language: str) -> None:
    """Raise `InvalidArgument` unless questions are understood in a language."""
    if missing := _lacking(language):
        name = language_data(language).english
        raise InvalidArgument(
            f"questions in {name} need {path_of(missing, language)}; "
            f"there are {', '.join(languages())}"
        )


@cache
def _stop_words(language: str) -> frozenset[str]:
    return frozenset(words(" ".join(language_data(language).stop_words)))


@cache
def concepts() -> dict[str, Concept]:
    """All concepts by their keys; the editions are concepts too."""
    table = tomllib.loads((pkgutil.get_data("tikal.asking", "concepts.toml") or b"").decode())
    written = {key: Concept(key, **entry) for key, entry in table.items()}
    return written | {key: Concept(key, core=True) for key in BOOKS}


Phrases: TypeAlias = dict[tuple[str, ...], tuple[str, ...]]


@cache
def phrases_in(language: str) -> Phrases:
    """The concepts of every phrase of a language, each word as it is written."""
    return _stored(language, "phrases") or _read_phrases(language)


def _stored(language: str, kind: str) -> Phrases | None:
    """Phrases as written or stemmed, from what the build has stored; None without it."""
    listed = (stored(WORDS) or {}).get(language)
    if listed is None:
        return None
    return {tuple(words.split()): tuple(keys.split()) for words, keys in listed[kind].items()}


def _read_phrases(language: str) -> Phrases:
    synonyms = catalogue("synonyms", language)
    found: dict[tuple[str, ...], list[str]] = {}
    for key in concepts():
        asked = BOOKS[key].asked if key in BOOKS else ()
        for phrase in (*asked, *filter(None, synonyms.get(key, "").split(","))):
            keys = found.setdefault(tuple(words(phrase)), [])
            if key not in keys:
                keys.append(key)
    return {phrase: tuple(keys) for phrase, keys in found.items()}


class Lexicon:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.data = language_data(language)
        self.stem = stemmer(language)
        self._stops = _stop_words(language)
        #: The concepts of every phrase, by its stems.
        self.phrases = _stored(language, "stems") or self._stemmed()
        #: Words as they are written, which goes before what their stems have in common.
        self._exact = {p[0]: keys for p, keys in phrases_in(language).items() if len(p) == 1}
        self._split: dict[str, tuple[str, ...]] = {}
        self._starts = frozenset(phrase[0] for phrase in self.phrases)
        self._stop_stems = {self.stem(word) for word in self._stops} - self._starts

    def _stemmed(self) -> Phrases:
        found: dict[tuple[str, ...], dict[str, None]] = {}
        for phrase, keys in phrases_in(self.language).items():
            # words of other games collide with those of Tikal when stemmed: match them exactly
            if keys != ("elsewhere",) or len(phrase) > 1:
                found.setdefault(tuple(map(self.stem, phrase)), {}).update(dict.fromkeys(keys))
        return {phrase: tuple(keys) for phrase, keys in found.items()}

    def is_stop_word(self, word: str) -> bool:
        """Whether a word does not tell questions apart."""
        return word in self._stops

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of all its words, against which typing errors are measured."""
        known = {stem for phrase in self.phrases for stem in phrase}
        return frozenset(known | {self.stem(word) for word in self._stops})

    def knows(self, word: str) -> bool:
        """Whether a single word has a concept."""
        return (self.stem(word),) in self.phrases

    def terms(self, text: str) -> Iterator[Term | str]:
        """The terms of a text, in order; a word without a concept is a term of its own."""
        for clause in clauses_of(text):
            yield from self._terms(rejoined(clause, self.language, self._is_verb))

    def _is_verb(self, word: str) -> bool:
        return len(word) > 4 and bool(self._single(word))

    def _terms(self, written: Sequence[str]) -> Iterator[Term | str]:
        stems = [self.stem(word) for word in written]
        at = 0
        while at < len(written):
            length, keys = self._longest(stems, at)
            if length == 1:
                keys = self._single(written[at])
            if keys:
                yield term_of(keys)
            elif self.is_stop_word(written[at]):
                yield stopword(written[at])
            else:
                yield written[at]
            at += length

    def _single(self, word: str) -> tuple[str, ...]:
        """The concepts of a word as it is written, or else of its stem or its infinitive."""
        if word in self._exact or self.is_stop_word(word):
            return self._exact.get(word, ())
        for form in (word, *infinitives(word, self.language)):
            if keys := self.phrases.get((self.stem(form),)):
                return keys
        return ()

    def _longest(self, stems: Sequence[str], at: int) -> tuple[int, tuple[str, ...]]:
        if stems[at] in self._starts:
            for length in range(min(MAX_PHRASE_WORDS, len(stems) - at), 0, -1):
                keys = self.phrases.get(tuple(stems[at : at + length]))
                if keys:
                    return length, keys
        return 1, ()

    def split(self, word: str) -> list[Term]:
        """The parts of a compound word, if the language has such words."""
        if word not in self._split:
            self._split[word] = parts(word, self.data.compounds, self.knows) or ()
        return [term_of(self.phrases[(self.stem(part),)]) for part in self._split[word]]

    def guess(self, word: str, vocabulary: Mapping[str, object], spelling: Spelling) -> list[Term]:
        """The term of a word without a concept: a compound, a word of another language, ..."""
        folded = word
        for typed, letter in self.data.retyped:
            folded = folded.replace(typed, letter)
        if folded != word and self.knows(folded):
            return [term_of(self.phrases[(self.stem(folded),)])]
        if split := self.split(word):
            return split
        for other in languages():
            if keys := phrases_in(other).get((word,)):
                return [term_of(keys, CORRECTED)]
        if (stem := self.stem(word)) in vocabulary:
            return [plain(stem)]
        meant = spelling.correct(stem)
        if meant is None:
            return []
        if meant in self._stop_stems:
            return [NOTHING]
        keys = self.phrases.get((meant,), ())
        return [term_of(keys, CORRECTED) if keys else plain(meant, CORRECTED)]


@cache
def stopword(word: str) -> Term:
    """A stop word: it matters only for the likeness of whole sentences."""
    return Term({f"~{word}": 1.0}, "stopword")


@cache
def plain(stem: str, certainty: float = 1.0) -> Term:
    """A word that has no concept, by its stem."""
    return Term({stem: 1.0}, "plain", certainty=certainty)


def terms_of(shape: str) -> list[Term]:
    """The terms of a sentence of which only the concepts are known."""
    return [term_of(tuple(keys.split("|"))) for keys in shape.split()]


@cache
def term_of(keys: tuple[str, ...], certainty: float = 1.0) -> Term:
    """A term for one of these concepts, or for their broader concepts."""
    known = concepts()
    meanings: dict[str, float] = {}
    for key in keys:
        if known[key].broader:
            meanings[known[key].broader] = BROADER
    meanings.update(dict.fromkeys(keys, 1.0))
    about = min((known[key].about for key in keys), key=_RANK.__getitem__)
    return Term(meanings, about, about != "other_game", certainty, keys)


_RANK: Final[dict[About, int]] = {"game": 0, "common": 1, "asking": 2, "other_game": 3}


@cache
def lexicon(language: str) -> Lexicon:
    """The words of one of `languages()`."""
    return Lexicon(language)


def language_of_question(text: str) -> str:
    """The language that a text is written in, by its little words and by those of the game."""
    written, letters = words(text), frozenset(text.lower())

    def evidence(language: str) -> float:
        phrases, stops = phrases_in(language), _stop_words(language)
        return 0.6 * (not letters.isdisjoint(language_data(language).letters)) + sum(
            (word in stops)
            + max((w for form, w in _forms(word) if (form,) in phrases), default=0.0)
            for word in written
        )

    return max(languages(), key=evidence)  # the first of equals, so English


def _forms(word: str) -> Iterator[tuple[str, float]]:
    """A word, and what is left of it without the endings of a plural."""
    yield word, 1.1
    yield word[:-1], 0.9
    yield word[:-2], 0.6
