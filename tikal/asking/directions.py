"""The direction of a question: what it demands, denies or compares, and whose things it is about.

Two questions about the same thing may have opposite answers: may I and must I, more and less,
mine and theirs. The words that make the difference are in `directions.toml` of each language.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from tikal.asking.tokens import words
from tikal.languages import catalogue, language_data, sentence

#: Words that ask for more than yes or no, and words with which a question for yes or no begins.
_FORMS: Final = ("open", "open-first", "open-asked", "closed-first")
#: Words that look like a trait, and are none: `only then`, `my other workers`.
_NEUTRAL: Final = "neutral"
#: Traits in which two questions may differ where all answers of an entry are alike.
SOFT: Final = ("before", "after", "everybody", "stay", "change")
#: Traits that tell what comes first.
ORDER: Final = frozenset({"before", "after"})
#: The first character of a trait that is a number.
NUMBER: Final = "#"
#: A number in figures, perhaps with an ending: `10er`, `7s`.
_FIGURE: Final = re.compile(r"(\d{1,3})[a-z]{0,3}")
#: A sentence with the marks at its end; a dash between blanks ends one as well.
_SENTENCE: Final = re.compile(r"(?:(?! - )[^;:.?!()])+[;:.?!()]*")


@cache
def _patterns(language: str) -> dict[str, re.Pattern[str]]:
    """By trait, what finds its words in folded text."""
    return {
        trait: re.compile(rf"(?:^| )(?:{'|'.join(map(_pattern, listed.split(',')))})(?= |$)")
        for trait, listed in catalogue("directions", language).items()
    }


def _pattern(phrase: str) -> str:
    return " ".join(
        re.escape(word) + ("[a-z]*" if star else "")
        for word, star in ((each.rstrip("*"), each.endswith("*")) for each in phrase.split())
    )


@cache
def _numbers(language: str) -> dict[str, int]:
    """The words for numbers above one."""
    return {
        word: number
        for number, forms in enumerate(language_data(language).numerals)
        for word, *more in map(words, forms)
        if number > 1 and not more
    }


def direction_of(text: str, language: str) -> frozenset[str]:
    """The traits of a question: `must`, `not`, `theirs`, and numbers such as `#3`."""
    written = words(text)
    patterns = _patterns(language)
    folded = " ".join(written)
    if neutral := patterns.get(_NEUTRAL):
        folded = neutral.sub(" ", folded)
    found = {
        trait
        for trait, pattern in patterns.items()
        if trait not in _FORMS and trait != _NEUTRAL and pattern.search(folded)
    }
    return frozenset(found.union(f"{NUMBER}{number}" for number in numbers_in(text, language)))


def as_permitted(text: str, language: str) -> str:
    """A question for what is forbidden as one for what is permitted; empty if it asks otherwise.

    Where it denies or demands something as well, its opposite is another question.
    """
    direction = direction_of(text, language)
    if "forbidden" not in direction or not direction.isdisjoint(("not", "must", "only", "or")):
        return ""
    permitted = sentence("questions", "permitted", {}, language)
    return _patterns(language)["forbidden"].sub(f" {permitted}", " ".join(words(text))).strip()


@lru_cache(maxsize=4_096)
def numbers_in(text: str, language: str) -> tuple[int, ...]:
    """The numbers above one of a text, as figures or words, in their order."""
    counts = (number_of(word, language) for word in words(text))
    return tuple(count for count in counts if count > 1)


def number_of(word: str, language: str) -> int:
    """The number that a word is, as figures or above one as a word; otherwise 0."""
    figure = _FIGURE.fullmatch(word)
    return int(figure[1]) if figure else _numbers(language).get(word, 0)


def is_open(text: str, language: str) -> bool:
    """Whether a question asks for more than yes or no: who, where, how many."""
    return any(form_of(each, language) == "open" for each in sentences_of(text))


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, perhaps with their mark."""
    return [each for each in _SENTENCE.findall(text) if words(each)]


@lru_cache(maxsize=4_096)
def form_of(asked: str, language: str) -> str:
    """The form of a sentence: `open`, `closed` for yes or no, or empty if it is not a question.

    The first of its clauses that begins like a question tells; else any word for open ones.
    """
    patterns = _patterns(language)
    neutral = patterns.get(_NEUTRAL)
    clauses = [" ".join(words(clause)) for clause in asked.split(",")]
    clauses = [neutral.sub(" ", clause).strip() if neutral else clause for clause in clauses]
    for clause in clauses:
        for form in ("open-asked", "closed-first", "open-first", "open"):
            if form in patterns and patterns[form].match(clause):
                return "closed" if form == "closed-first" else "open"
    if "open" in patterns and any(map(patterns["open"].search, clauses)):
        return "open"
    return "closed" if "?" in asked else ""


@lru_cache(maxsize=4_096)
def hard(direction: frozenset[str]) -> frozenset[str]:
    """The traits in which two questions must agree in any case."""
    return frozenset(each for each in direction if each not in SOFT and each[0] != NUMBER)


@lru_cache(maxsize=4_096)
def numbers(direction: frozenset[str]) -> frozenset[str]:
    """The numbers among the traits."""
    return frozenset(each for each in direction if each[0] == NUMBER)
