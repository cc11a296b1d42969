"""Words as questions have them: folded, stemmed, split at their seams, typing errors forgiven."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from typing import Final

from tikal.errors import InvalidArgument, missing_extra
from tikal.languages import language_data, path_of

_LETTERS: Final = str.maketrans({"ß": "ss", "œ": "oe", "æ": "ae", "ø": "o"})
#: Words that are longer are not looked at more closely.
MAX_WORD_LETTERS: Final = 30


def words(text: str) -> list[str]:
    """The words of a text in small letters without accents, digits among them."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    return re.findall(r"[a-z0-9]+", "".join(c for c in plain if not unicodedata.combining(c)))


@cache
def stemmer(language: str) -> Callable[[str], str]:
    """The stemmer of a language; the identity if it names none."""
    name = language_data(language).stemmer
    if not name:
        return str
    try:
        # not `snowballstemmer.stemmer`, which takes another implementation where there is one
        module = import_module(f"snowballstemmer.{name.lower()}_stemmer")
    except ModuleNotFoundError as error:
        if find_spec("snowballstemmer"):
            raise InvalidArgument(
                f"{path_of('language', language)}: stemmer: snowballstemmer has no {name}"
            ) from error
        raise missing_extra("ask", error) from error
    stem: Callable[[str], str] = getattr(module, f"{name}Stemmer")().stemWord
    known: dict[str, str] = {}
    one_at_a_time = Lock()  # a stemmer works on a word inside of itself

    def stem_of(word: str) -> str:
        found = known.get(word)
        if found is None:
            with one_at_a_time:
                if len(known) > 20_000:  # only a program that asks for ever gets there
                    known.clear()
                known[word] = found = stem(word) if len(word) <= MAX_WORD_LETTERS else word
        return found

    return stem_of


def infinitives(word: str, language: str) -> Iterator[str]:
    """Possible base forms of an inflected verb: `legen` of `gelegt`, `bloquer` of `bloquent`."""
    for ending, replacement in language_data(language).verb_endings:
        if len(word) > 3 and re.search(ending, word):
            yield re.sub(ending, replacement, word)


def clauses_of(text: str) -> Iterator[list[str]]:
    """The words of a text, clause by clause."""
    for clause in re.split(r"[,;:.?!]\s", f"{text} "):
        if written := words(clause):
            yield written


def rejoined(written: list[str], language: str, is_known: Callable[[str], bool]) -> list[str]:
    """The words of a clause with its verb in one piece: `anfängt` for `fängt ... an`."""
    if len(written) > 1 and written[-1] in language_data(language).particles:
        for at, word in enumerate(written[:-1]):
            if is_known(whole := written[-1] + word):
                return [*written[:at], whole, *written[at + 1 : -1]]
    return written


def parts(
    word: str, links: Collection[str], is_known: Callable[[str], bool]
) -> tuple[str, str] | None:
    """The two known words that a longer one is made of, with a link: `vulkaan-kaartje`."""
    if len(word) > MAX_WORD_LETTERS:
        return None
    for seam in range(len(word) - 3, 2, -1):
        tail = word[seam:]
        if not is_known(tail):
            continue
        for link in links:
            head = word[: seam - len(link)]
            if len(head) >= 3 and word[:seam].endswith(link) and is_known(head):
                return head, tail
    return None


class Spelling:
    """Finds the known word nearest to a mistyped one."""

    def __init__(self, known: Collection[str]) -> None:
        self._known = sorted(word for word in known if 3 < len(word) <= MAX_WORD_LETTERS)
        self._with: dict[str, list[int]] = {}
        for number, word in enumerate(self._known):
            for pair in _pairs(word):
                self._with.setdefault(pair, []).append(number)

    def correct(self, word: str) -> str | None:
        """The nearest known word: one slip away, or two if the word is long."""
        if not 3 < len(word) <= MAX_WORD_LETTERS:
            return None
        most = 1 if len(word) < 8 else 2
        shared = Counter(number for pair in _pairs(word) for number in self._with.get(pair, ()))
        # a slip spoils at most three of the pairs of a word
        least = max(1, len(word) + 1 - 3 * most)
        near = [
            (slips, self._known[number])
            for number, count in shared.most_common(40)
            if count >= least and abs(len(self._known[number]) - len(word)) <= most
            if (slips := distance(word, self._known[number], most)) <= most
        ]
        # the first letter is rarely wrong, and short words have too many neighbours
        near = [found for found in near if len(word) > 4 or found[1][0] == word[0]]
        near.sort(key=lambda found: (found[0], found[1][0] != word[0], found[1]))
        return near[0][1] if near else None


def _pairs(word: str) -> set[str]:
    framed = f"^{word}$"
    return {framed[i : i + 2] for i in range(len(framed) - 1)}


def distance(one: str, other: str, most: int) -> int:
    """The edit distance of two words: letters more, less, wrong, or two exchanged.

    Anything above `most` is `most + 1`.
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, against in enumerate(other, 1):
            cost = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
