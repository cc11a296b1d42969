"""The words for the steps of a proof: `tikal.formal` finds them, the page shows stored ones."""

from __future__ import annotations

from typing import Final

from tikal.errors import UnknownClause
from tikal.languages import sentence
from tikal.law.registry import clause, ruling

#: The word beside the text of a step, by kind.
_MARKS: Final = {
    "position": "position",
    "missing": "position",
    "question": "asked",
    "every": "every",
}


def step_text(kind: str, text: str, rest: str, language: str = "en") -> str:
    """The text of a step with the words beside it."""
    if kind == "way":
        text = _word("lacks", language, what=text)
    marks = [_word(key, language) for key in (_MARKS.get(kind), rest) if key]
    return f"{text} [{', '.join(marks)}]" if marks else text


def title_of(id_: str, language: str = "en") -> str:
    """The title of a clause in a language; empty for rulings."""
    try:
        return clause(id_).in_language(language).title
    except UnknownClause:
        return ""


def sentence_of(id_: str, language: str = "en") -> str:
    """What a clause says, or how a ruling answers its question."""
    try:
        return clause(id_).text(language)
    except UnknownClause:
        return ruling(id_).in_language(language).answer


def _word(key: str, language: str, **facts: str) -> str:
    return sentence("commands", f"proof/{key}", facts, language)
