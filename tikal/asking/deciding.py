"""Yes or no: the answer of a phrasing that asks the same in the same direction, or none.

The nearest phrasing with an answer decides, among those of the entry that answers and of its
neighbours. Its direction must be that of the question in all that can turn an answer round, and no
phrasing of the same direction that is nearly as like may have the opposite answer. In doubt there
is no answer: a wrong yes does more harm than a rule without one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from tikal.asking.canon import Mark, canonical_questions
from tikal.asking.directions import ORDER, direction_of, hard, is_open, numbers, numbers_in
from tikal.asking.search import Likeness, ParsedQuestion, Precedent, index
from tikal.languages import sentence

#: The least likeness of a phrasing that decides.
MIN_LIKENESS: Final = 0.65
#: The same where a duty is asked about: one word tells whether he must agree or must accept.
MIN_LIKENESS_OF_DUTIES: Final = 0.85
DUTY: Final = "must"
#: The least share of the question that a phrasing that decides must have.
MIN_COVERAGE: Final = 0.5
#: What is taken from the likeness of a phrasing in another language: only its concepts are known.
ONLY_CONCEPTS: Final = 0.05
#: What is taken from the likeness of a phrasing with other numbers, and with other soft traits.
OTHER_NUMBERS: Final = 0.1
OTHER_TRAITS: Final = 0.05
#: Phrasings with the opposite answer that are this near leave it open, ...
MARGIN: Final = 0.15
#: ... and those of entries that hardly answer the question.
MARGIN_OF_OTHERS: Final = 0.05
#: Where a phrasing of the same direction is as like as this, the margin for opposite answers of
#: another direction is less: the other direction is why they are opposite.
CLEAR: Final = 0.85
MARGIN_OF_OTHER_DIRECTIONS: Final = 0.03
#: The number of entries that answer the question best.
BEST: Final = 3


@frozen
class Decision:
    """An answer to a question for yes or no, and the phrasing it belongs to."""

    mark: Mark
    precedent: Precedent
    likeness: float
    #: The phrasing as a question in the language; of the likest one if that has only concepts.
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
            and each.coverage >= MIN_COVERAGE
            and _keeps_the_order(each, direction)
            and _compares_the_same(each, question, language)
        ),
        key=lambda each: each[1],
        default=None,
    )
    least = MIN_LIKENESS_OF_DUTIES if DUTY in direction else MIN_LIKENESS
    if first is None or first[1] < least:
        return None
    deciding, likeness = first
    is_clear = likeness >= CLEAR and deciding.precedent.direction == direction
    for each, worth in found:
        margin = MARGIN if each.precedent.id in near else MARGIN_OF_OTHERS
        if is_clear and each.precedent.direction != direction:
            margin = MARGIN_OF_OTHER_DIRECTIONS
        is_opposed = each.precedent.mark != deciding.precedent.mark
        if is_opposed and worth >= likeness - margin:
            return None
    precedent = deciding.precedent
    alike = [each.precedent.text for each, _ in found if _is_same(each.precedent, precedent)]
    canonical = canonical_questions(language).get(precedent.id, "")
    text = canonical if canonical in alike else precedent.text or next(filter(None, alike), "")
    if not text:
        return None  # no question in this language that a yes or no could be printed with
    return Decision(precedent.mark, precedent, likeness, _as_question(text, language))


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


def _keeps_the_order(each: Likeness, direction: frozenset[str]) -> bool:
    """Whether a phrasing can decide what comes first: concepts alone do not know the order."""
    return bool(each.precedent.text) or direction.isdisjoint(ORDER)


def _compares_the_same(each: Likeness, question: str, language: str) -> bool:
    """Whether a phrasing has the numbers of a question with several: 3 against 2 is not 2 and 2."""
    asked = numbers_in(question, language)
    return len(asked) < 2 or numbers_in(each.precedent.text, language) == asked


def _as_question(text: str, language: str) -> str:
    asked = text[:1].upper() + text[1:].rstrip("? ")
    return sentence("questions", "as-question", {"question": asked}, language)
