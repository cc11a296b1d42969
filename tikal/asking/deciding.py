"""Yes or no: the answer of a phrasing that asks the same in the same direction, or none.

The nearest phrasing with an answer decides, among those of the entry that answers and of its
neighbours. Its direction must be that of the question in all that can turn an answer round. How
sure it is follows from how like it is, from how far behind the nearest phrasing of the same
direction with another answer is, and from how many near it agree. In doubt there is no answer: a
wrong yes does more harm than a rule without one. So only a phrasing in the language of the question
decides, and only a near one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from math import log1p
from typing import Final

from attrs import frozen

from tikal.asking.canon import Mark, canonical_questions
from tikal.asking.directions import ORDER, direction_of, hard, is_open, numbers, numbers_in
from tikal.asking.indexing import Precedent
from tikal.asking.lexicon import Term, lexicon
from tikal.asking.search import Likeness, ParsedQuestion, index
from tikal.asking.tokens import words
from tikal.languages import language_data, sentence

#: The least certainty of a phrasing that decides.
MIN_CERTAINTY: Final = 5.15
#: The least likeness of a phrasing that decides, and of one that is far ahead of the nearest with
#: another answer. Of 2,048 closed questions by three writers who had not seen the phrasings, 65 of
#: 449 words were wrong when phrasings of other languages and less like ones decided too, and 13 of
#: 292 are now.
MIN_LIKENESS: Final = 0.7
MIN_LIKENESS_AHEAD: Final = 0.5
FAR_AHEAD: Final = 0.3
#: The weights of what makes it certain, fitted to 1,200 phrasings of one language asked without it:
#: what its likeness is worth, its lead over the nearest other answer, and over that of an entry
#: which answers the question, both up to `MAX_LEAD`; the logarithm of those that agree; whether it
#: belongs to the entry that answers best, and has the same soft traits.
LIKENESS: Final = 1.0
LEAD: Final = 4.5
LEAD_AMONG_THE_NEAR: Final = 2.5
MAX_LEAD: Final = 0.4
AGREEMENT: Final = 0.8
OF_THE_FIRST: Final = 1.2
SAME_DIRECTION: Final = 1.0
#: Phrasings agree with the one that decides if they are nearly as like.
NEARLY_AS_LIKE: Final = 0.15
#: The least share of the question that a phrasing that decides must have.
MIN_COVERAGE: Final = 0.3
#: What is taken from the likeness of a phrasing in another language: only its concepts are known.
ONLY_CONCEPTS: Final = 0.05
#: What is taken from the likeness of a phrasing with other numbers, and with other soft traits.
OTHER_NUMBERS: Final = 0.1
OTHER_TRAITS: Final = 0.05
#: Concepts that tell the order, and are not things that have one.
_OF_ORDER: Final = frozenset({"before", "after", "first", "next"})
#: The number of entries that answer the question best.
BEST: Final = 3


@frozen
class Decision:
    """An answer to a question for yes or no, and the phrasing it belongs to."""

    mark: Mark
    precedent: Precedent
    likeness: float
    #: The phrasing as a question.
    question: str


def decide(
    question: str, reading: ParsedQuestion, best: Sequence[str], language: str
) -> Decision | None:
    """The yes or no of a question that the best entries answer; None if that is in doubt."""
    if is_open(question, language):
        return None
    searched, direction = index(language), direction_of(question, language)
    near = searched.linked(best[0]).union(best[:BEST])
    found = [
        (each, _worth(each, direction))
        for each in searched.precedents(reading)
        if hard(each.precedent.direction) == hard(direction)
    ]
    first = max(
        (
            (each, worth)
            for each, worth in found
            if each.precedent.id in near
            and each.precedent.text
            and each.coverage >= MIN_COVERAGE
            and each.likeness >= MIN_LIKENESS_AHEAD
            and _keeps_the_order(each, direction, question, language)
            and _compares_the_same(each, question, language)
        ),
        key=lambda each: each[1],
        default=None,
    )
    if first is None:
        return None
    deciding, likeness = first
    precedent = deciding.precedent
    opposed = (like for each, like in found if each.precedent.mark != precedent.mark)
    lead = likeness - max(opposed, default=0.0)
    if deciding.likeness < MIN_LIKENESS and lead < FAR_AHEAD:
        return None
    if _certainty(deciding, found, near, best[0], direction) < MIN_CERTAINTY:
        return None
    alike = [each.precedent.text for each, _ in found if _is_same(each.precedent, precedent)]
    canonical = canonical_questions(language).get(precedent.id, "")
    text = canonical if canonical in alike else precedent.text
    return Decision(precedent.mark, precedent, likeness, _as_question(text, language))


def _certainty(
    deciding: Likeness,
    found: Sequence[tuple[Likeness, float]],
    near: Collection[str],
    first: str,
    direction: frozenset[str],
) -> float:
    """How sure it is that a phrasing has the answer to a question."""
    precedent, worth = deciding.precedent, _worth(deciding, direction)
    opposed = [(each, like) for each, like in found if each.precedent.mark != precedent.mark]
    lead = worth - max((like for _, like in opposed), default=0.0)
    among = worth - max((like for each, like in opposed if each.precedent.id in near), default=0.0)
    agreeing = sum(
        like >= worth - NEARLY_AS_LIKE
        for each, like in found
        if each.precedent.mark == precedent.mark and each.precedent.id in near
    )
    return (
        LIKENESS * worth
        + LEAD * min(lead, MAX_LEAD)
        + LEAD_AMONG_THE_NEAR * min(among, MAX_LEAD)
        + AGREEMENT * log1p(agreeing)
        + OF_THE_FIRST * (precedent.id == first)
        + SAME_DIRECTION * (precedent.direction == direction)
    )


def _is_same(one: Precedent, other: Precedent) -> bool:
    """Whether two phrasings of one entry have the same answer."""
    return (one.id, one.mark) == (other.id, other.mark)


def _worth(each: Likeness, direction: frozenset[str]) -> float:
    """The likeness of a phrasing, less for what its direction has or lacks."""
    other = each.precedent.direction
    worth = each.likeness - (0.0 if each.precedent.text else ONLY_CONCEPTS)
    if numbers(other) != numbers(direction):
        worth -= OTHER_NUMBERS
    if (other ^ direction) - numbers(other | direction):
        worth -= OTHER_TRAITS
    return worth


def _keeps_the_order(
    each: Likeness, direction: frozenset[str], question: str, language: str
) -> bool:
    """Whether a phrasing can decide what comes first: it names the same things in this order."""
    text = each.precedent.text
    if direction.isdisjoint(ORDER) and each.precedent.direction.isdisjoint(ORDER):
        return True
    asked, known = _order_of(question, language), _order_of(text, language)
    return [key for key in asked if key in known] == [key for key in known if key in asked]


@lru_cache(maxsize=4_096)
def _order_of(text: str, language: str) -> tuple[str, ...]:
    """The things of this game in a text, in the order in which they are named first."""
    terms = (each for each in lexicon(language).terms(text) if isinstance(each, Term))
    named = (term.keys[0] for term in terms if term.about in ("game", "common") and term.keys)
    return (*dict.fromkeys(key for key in named if key not in _OF_ORDER),)


def _compares_the_same(each: Likeness, question: str, language: str) -> bool:
    """Whether a phrasing has the numbers of a question with several: 3 against 2 is not 2 and 2.

    Where nothing is compared it may leave one of them out: *4 men and 8 points, may I dig 3 times*.
    """
    asked = numbers_in(question, language)
    if len(asked) < 2:
        return True
    known = numbers_in(each.precedent.text, language)
    if any(word in language_data(language).against for word in words(question)):
        return known == asked
    return bool(known) and len(asked) - len(known) <= 1 and not Counter(known) - Counter(asked)


def _as_question(text: str, language: str) -> str:
    asked = text[:1].upper() + text[1:].rstrip("? ")
    return sentence("questions", "as-question", {"question": asked}, language)
