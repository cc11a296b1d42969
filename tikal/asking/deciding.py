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
from tikal.asking.directions import ORDER, direction_of, hard, is_open, numbers
from tikal.asking.search import Likeness, ParsedQuestion, Precedent, index
from tikal.languages import sentence

#: The least likeness of a phrasing that decides.
MIN_LIKENESS: Final = 0.55
#: The least share of the question that a phrasing that decides must have.
MIN_COVERAGE: Final = 0.5
#: A phrasing of which only the concepts are known, from another language, is trusted less: so much
#: is taken from its likeness where it decides, and where it contradicts.
CONCEPTS_DECIDE: Final = 0.1
CONCEPTS_CONTRADICT: Final = 0.05
#: What is taken from the likeness of a phrasing with other numbers, and with other soft traits.
OTHER_NUMBERS: Final = 0.06
OTHER_TRAITS: Final = 0.05
#: Phrasings with the opposite answer that are this near leave it open, ...
MARGIN: Final = 0.15
#: ... and those of entries that hardly answer the question.
MARGIN_OF_OTHERS: Final = 0.05
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
    near = searched.linked(best[0])
    found = [
        (each, _worth(each, direction))
        for each in searched.precedents(reading)
        if hard(each.precedent.direction) == hard(direction)
    ]
    first = max(
        (
            (each, worth - _doubt(each, CONCEPTS_DECIDE))
            for each, worth in found
            if each.precedent.id in near
            and each.coverage >= MIN_COVERAGE
            and _keeps_the_order(each, direction)
        ),
        key=lambda each: each[1],
        default=None,
    )
    if first is None or first[1] < MIN_LIKENESS:
        return None
    deciding, likeness = first
    near_enough = {*near, *best[:BEST]}
    for each, worth in found:
        margin = MARGIN if each.precedent.id in near_enough else MARGIN_OF_OTHERS
        is_opposed = each.precedent.mark != deciding.precedent.mark
        if is_opposed and worth - _doubt(each, CONCEPTS_CONTRADICT) >= likeness - margin:
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
    worth = each.likeness
    if numbers(other) != numbers(direction):
        worth -= OTHER_NUMBERS
    if (other ^ direction) - numbers(other | direction):
        worth -= OTHER_TRAITS
    return worth


def _doubt(each: Likeness, doubt: float) -> float:
    return 0.0 if each.precedent.text else doubt


def _keeps_the_order(each: Likeness, direction: frozenset[str]) -> bool:
    """Whether a phrasing can decide what comes first: concepts alone do not know the order."""
    return bool(each.precedent.text) or direction.isdisjoint(ORDER)


def _as_question(text: str, language: str) -> str:
    asked = text[:1].upper() + text[1:].rstrip("? ")
    return sentence("questions", "as-question", {"question": asked}, language)
