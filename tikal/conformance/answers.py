"""What an engine has answered, in words: one harmless line, whatever the answer holds."""

from __future__ import annotations

from typing import Final

from tikal.conformance.cases import ANSWERS
from tikal.conformance.report import Json
from tikal.wording import one_line

#: An answer of an engine is shown up to so many characters.
MOST_SAID: Final = 400
#: Of a long list in an answer, so many are kept in a report.
MOST_ITEMS: Final = 500
#: How the questions begin whose answer is a list of clauses.
_VERDICTS: Final = tuple(
    ask.replace("_", " ") for ask, answer in ANSWERS.items() if answer == "clauses"
)


def said(value: Json, depth: int = 3) -> str:
    """A JSON value in words; what is nested too deeply is left out."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case []:
            return "nothing"
        case list() | dict() if not depth:
            return "…"
        case [*several]:
            return ", ".join(_said_inside(each, depth) for each in several)
        case dict():
            return ", ".join(
                f"{one_line(key)}: {_said_inside(each, depth)}" for key, each in value.items()
            )
    return one_line(value)


def _said_inside(value: Json, depth: int) -> str:
    return "nothing" if value is None else said(value, depth - 1)


def answer(value: Json) -> str:
    """An answer of an engine in words: nothing is an answer too."""
    if isinstance(value, bool):
        return "legal" if value else "illegal"
    told = said(value) or "nothing"
    return told if len(told) <= MOST_SAID else f"{told[:MOST_SAID]}…"


def in_words(question: Json, expected: Json, got: Json) -> tuple[str, str, str]:
    """A question that was answered wrongly, what was expected and what came."""
    asked = one_line(question)
    if not isinstance(expected, list) or not isinstance(got, list):
        return asked, answer(expected), answer(got)
    none = "no objection" if asked.startswith(_VERDICTS) else "nothing"
    return asked, _apart(expected, got) or none, _apart(got, expected) or none


def _apart(some: list[Json], others: list[Json]) -> str:
    """A list in words; of a long one, what the other does not have."""
    if len(some) <= 8:
        return answer(some) if some else ""
    there = set(map(said, others))
    alone = [each for each in some if said(each) not in there]
    besides = f", of which only here: {answer(alone)}" if alone else ""
    whole = f"{len(some)} in all" if len(some) < MOST_ITEMS else f"{MOST_ITEMS} or more"
    return f"{whole}{besides}"
