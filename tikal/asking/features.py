"""The features of a question by which the learned weights know it.

They are its concepts and the other words as the index reads them, its direction and form, and its
words and their parts as they are written. Each has a name; the weights are found by its number.
"""

from __future__ import annotations

from math import sqrt
from typing import Final
from zlib import crc32

from tikal.asking.directions import direction_of, is_open
from tikal.asking.search import ParsedQuestion
from tikal.asking.tokens import words

#: Features of different names may have the same number below this.
BUCKETS: Final = 8192
#: The value of a feature, by its sort.
WORD: Final = 0.35
STOP_WORD: Final = 0.35
DIRECTION: Final = 0.7
LETTERS: Final = 0.12
#: The letters that are taken together, of a word with its beginning and end.
_LENGTH: Final = 4


def features_of(question: str, reading: ParsedQuestion, language: str) -> dict[str, float]:
    """The features of a question by name; concepts, direction and form are of all languages."""
    found: dict[str, float] = {}
    for term in reading.terms:
        for meaning, fit in term.meanings.items():
            if term.about == "stopword":
                found[f"{language}~{meaning}"] = STOP_WORD
            elif term.keys:
                name = f"={meaning}"
                found[name] = max(found.get(name, 0.0), fit * term.certainty)
            else:
                found[f"{language}={meaning}"] = term.certainty
    for trait in sorted(direction_of(question, language)):
        found[f"@{trait}"] = DIRECTION
    found["?open" if is_open(question, language) else "?closed"] = DIRECTION
    for word in words(question):
        found[f"{language}:{word}"] = WORD
        framed = f"^{word}$"
        for at in range(len(framed) - _LENGTH + 1):
            found[f"{language}/{framed[at : at + _LENGTH]}"] = LETTERS
    return found


def numbered(features: dict[str, float]) -> dict[int, float]:
    """Features by their numbers, with a length of one in all."""
    length = sqrt(sum(value * value for value in features.values())) or 1.0
    found: dict[int, float] = {}
    for name, value in features.items():
        number = crc32(name.encode()) % BUCKETS
        found[number] = found.get(number, 0.0) + value / length
    return found
