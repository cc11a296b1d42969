"""Yes or no: what the learned weights are sure of, with a question of the same direction, or none.

The weights say how likely each entry is with each answer. Where one word is far more likely than
the other, the likeliest entry with it decides, but only if someone has asked about it in the
language and in the direction of the question: *must I* is not *may I*, *theirs* is not *mine*. In
doubt there is no answer: a wrong yes does more harm than a rule without one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from attrs import evolve, frozen

from tikal.asking.canon import DENIED, Entry, Mark, Word, canonical_questions, mark_of, word_in
from tikal.asking.directions import (
    ORDER,
    as_permitted,
    direction_of,
    hard,
    is_open,
    numbers_in,
)
from tikal.asking.indexing import Precedent
from tikal.asking.learned import Label, likelihoods
from tikal.asking.lexicon import Term, lexicon
from tikal.asking.search import ParsedQuestion, index
from tikal.asking.tokens import words
from tikal.editions import EDITIONS, Edition
from tikal.languages import language_data, sentence

#: How much likelier than the other word one must be.
MIN_LEAD: Final = 0.8
#: A phrasing so like a question must not have the other word.
ALIKE: Final = 0.6
#: Labels that are less likely are not looked at.
MIN_LIKELIHOOD: Final = 1e-4
#: Concepts that tell the order, and are not things that have one.
_OF_ORDER: Final = frozenset({"before", "after", "first", "next"})


@frozen
class Decision:
    """An answer to a question for yes or no, and the phrasing it belongs to."""

    mark: Mark
    precedent: Precedent
    #: How much likelier than the other word it is.
    lead: float
    #: The phrasing as a question; the asker's own where it denies what the phrasing asks.
    question: str


def decide_whether_forbidden(
    question: str, entries: Mapping[str, Entry], edition: Edition | None, language: str
) -> Decision | None:
    """The opposite of what is permitted, for a question that asks what is forbidden."""
    permitted = as_permitted(question, language)
    if not permitted:
        return None
    reading = index(language).read(permitted)
    likely = likelihoods(permitted, reading, language)
    found = decide(permitted, reading, likely, entries, edition, language)
    return found and evolve(found, mark=DENIED[found.mark], question=question.strip())


def decide(
    question: str,
    reading: ParsedQuestion,
    likely: Mapping[Label, float],
    entries: Mapping[str, Entry],
    edition: Edition | None,
    language: str,
) -> Decision | None:
    """The yes or no of a question; None if that is in doubt."""
    if is_open(question, language):
        return None
    asked_about = edition or next(iter(EDITIONS.values()))
    by_word: dict[Word, dict[Label, float]] = {"yes": {}, "no": {}}
    for (id_, mark), share in likely.items():
        if mark and share >= MIN_LIKELIHOOD and id_ in entries:
            word = word_in(entries[id_], mark, asked_about)
            if word in by_word:
                by_word[word][id_, mark] = share
    yes, no = (sum(shares.values()) for shares in by_word.values())
    if abs(yes - no) < MIN_LEAD:
        return None
    chosen: Word = "yes" if yes > no else "no"
    shares = by_word[chosen]
    label = max(shares, key=shares.__getitem__)
    direction = direction_of(question, language)
    alike = [
        each
        for each in index(language).precedents(reading)
        if each.precedent.text and hard(each.precedent.direction) == hard(direction)
    ]
    likest = alike[0] if alike else None
    if likest and likest.likeness >= ALIKE:
        nearest = likest.precedent
        if word_in(entries[nearest.id], nearest.mark, asked_about) not in (chosen, None):
            return None
    found = [
        each.precedent
        for each in alike
        if (each.precedent.id, each.precedent.mark) == label
        and _keeps_the_order(each.precedent, direction, question, language)
        and _compares_the_same(each.precedent, question, language)
    ]
    canonical = canonical_questions(language).get(label[0], "")
    asks_for_more = not mark_of(label[0]) and words(question) == words(canonical)
    if not found or asks_for_more:
        return None
    text = canonical if canonical in (each.text for each in found) else found[0].text
    return Decision(label[1], found[0], abs(yes - no), _as_question(text, language))


def _keeps_the_order(
    known: Precedent, direction: frozenset[str], question: str, language: str
) -> bool:
    """Whether a phrasing can decide what comes first: it names the same things in this order."""
    if direction.isdisjoint(ORDER) and known.direction.isdisjoint(ORDER):
        return True
    one, other = _order_of(question, language), _order_of(known.text, language)
    return direction & ORDER == known.direction & ORDER and [
        key for key in one if key in other
    ] == [key for key in other if key in one]


@lru_cache(maxsize=4_096)
def _order_of(text: str, language: str) -> tuple[str, ...]:
    """The things of this game in a text, in the order in which they are named first."""
    terms = (each for each in lexicon(language).terms(text) if isinstance(each, Term))
    named = (term.keys[0] for term in terms if term.about in ("game", "common") and term.keys)
    return (*dict.fromkeys(key for key in named if key not in _OF_ORDER),)


def _compares_the_same(known: Precedent, question: str, language: str) -> bool:
    """Whether a phrasing has the numbers of a question with several: 3 against 2 is not 2 and 2.

    Where nothing is compared it may leave one of them out: *4 men and 8 points, may I dig 3 times*.
    """
    asked = numbers_in(question, language)
    if len(asked) < 2:
        return True
    given = numbers_in(known.text, language)
    if any(word in language_data(language).against for word in words(question)):
        return given == asked
    return bool(given) and len(asked) - len(given) <= 1 and not Counter(given) - Counter(asked)


def _as_question(text: str, language: str) -> str:
    asked = text[:1].upper() + text[1:].rstrip("? ")
    return sentence("questions", "as-question", {"question": asked}, language)
