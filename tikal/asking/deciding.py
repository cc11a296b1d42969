"""Yes or no: the answer of a phrasing that asks the same in the same direction, or none.

The nearest phrasing with an answer decides, among those of the entry that answers and of its
neighbours. Its direction must be that of the question, and no other phrasing that is nearly as
like may have the opposite answer. In doubt there is no answer: a wrong yes does more harm than a
rule without one.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Final

from attrs import frozen

from tikal.asking.corpus import Mark
from tikal.asking.directions import direction_of, hard, is_open, numbers
from tikal.asking.search import Likeness, ParsedQuestion, Precedent, index
from tikal.languages import sentence

#: The least likeness of a phrasing that decides, and of one with other soft traits.
MIN_LIKENESS: Final = 0.6
MIN_LIKENESS_OF_OTHERS: Final = 0.72
#: The least share of the question that a phrasing that decides must have.
MIN_COVERAGE: Final = 0.8
#: Opposite answers of the same entries that are this near leave it open, ...
MARGIN: Final = 0.12
#: ... and those of other entries.
MARGIN_OF_OTHERS: Final = 0.06
#: A phrasing that is the question itself decides in any case.
SAME: Final = 0.97
#: The number of like answers that show that a trait does not matter.
MANY: Final = 4
#: The number of different numbers that show that numbers do not matter.
MANY_NUMBERS: Final = 3


@frozen
class Decision:
    """An answer to a question for yes or no, and the phrasing it belongs to."""

    mark: Mark
    precedent: Precedent
    likeness: float
    #: The phrasing as a question in the language; of the likest one if that has only concepts.
    question: str


@frozen
class _Custom:
    """The answers of an entry to all phrasings with the same hard traits."""

    marks: frozenset[Mark]
    directions: tuple[frozenset[str], ...]

    def is_settled(self, one: frozenset[str], other: frozenset[str]) -> bool:
        """Whether the traits in which two directions differ change nothing.

        They do not if all answers are alike, with the trait and without it.
        """
        if len(self.marks) > 1 or len(self.directions) < MANY:
            return False
        written = {numbers(each) for each in self.directions}
        if numbers(one) != numbers(other) and len(written) < MANY_NUMBERS:
            return False
        return all(
            len({trait in each for each in self.directions}) == 2
            for trait in (one ^ other) - numbers(one | other)
        )


@cache
def _customs(language: str) -> dict[tuple[str, frozenset[str]], _Custom]:
    found: dict[tuple[str, frozenset[str]], list[Precedent]] = defaultdict(list)
    for each in index(language).all_precedents:
        found[each.id, hard(each.direction)].append(each)
    return {
        key: _Custom(
            frozenset(each.mark for each in every), tuple(each.direction for each in every)
        )
        for key, every in found.items()
    }


def decide(question: str, reading: ParsedQuestion, id_: str, language: str) -> Decision | None:
    """The yes or no of a question that an entry answers; None if that is in doubt."""
    if is_open(question, language):
        return None
    searched, direction = index(language), direction_of(question, language)
    near = searched.linked(id_)
    found = searched.precedents(reading)
    best = next((each for each in found if _can_decide(each, near, direction, language)), None)
    if best is None:
        return None
    precedent = best.precedent
    same = (each.precedent for each in found if each.precedent.mark == precedent.mark)
    text = precedent.text or next((p.text for p in same if p.id == precedent.id and p.text), "")
    if not text:
        return None  # no question in this language that a yes or no could be printed with
    decision = Decision(precedent.mark, precedent, best.likeness, _as_question(text, language))
    if best.likeness >= SAME and best.precedent.direction == direction:
        return decision
    for each in found:
        margin = MARGIN if each.precedent.id in near else MARGIN_OF_OTHERS
        is_opposed = each.precedent.mark != decision.mark
        is_near = each.likeness >= best.likeness - margin
        if is_opposed and is_near and hard(each.precedent.direction) == hard(direction):
            return None
    return decision


def _as_question(text: str, language: str) -> str:
    asked = text[:1].upper() + text[1:].rstrip("? ")
    return sentence("questions", "as-question", {"question": asked}, language)


def _can_decide(
    each: Likeness, near: frozenset[str], direction: frozenset[str], language: str
) -> bool:
    """Whether a phrasing is about the same and goes in the same direction."""
    precedent = each.precedent
    if precedent.id not in near or each.coverage < MIN_COVERAGE:
        return False
    if precedent.direction == direction:
        return each.likeness >= MIN_LIKENESS
    if hard(precedent.direction) != hard(direction) or each.likeness < MIN_LIKENESS_OF_OTHERS:
        return False
    custom = _customs(language)[precedent.id, hard(direction)]
    return custom.is_settled(precedent.direction, direction)
