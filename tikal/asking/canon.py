"""The canonical question of a clause or a ruling, and its answer in one word and one sentence.

The words are in `spec/questions.toml`, the questions of clauses in `canonical.toml` of each
language; a ruling is a question already.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal, TypeAlias

from tikal._support.resources import specification
from tikal._support.wording import one_line
from tikal.editions import EDITIONS, Edition, base_of, switches, turned
from tikal.languages import catalogue
from tikal.law.entries import Clause, Difference, Ruling

Entry: TypeAlias = Clause | Ruling | Difference
Word: TypeAlias = Literal["yes", "no", "depends"]
#: The answer that stands before a phrasing. `if` is the answer of the entry's question, which
#: depends on the edition, and `unless` the opposite.
Mark: TypeAlias = Literal["yes", "no", "if", "unless", ""]
MARKS: Final[tuple[Mark, ...]] = ("yes", "no", "if", "unless")
_OPPOSITE: Final[dict[Word, Word]] = {"yes": "no", "no": "yes", "depends": "depends"}
#: The mark of a question that denies what another asks.
DENIED: Final[dict[Mark, Mark]] = {"yes": "no", "no": "yes", "if": "unless", "unless": "if"}

#: The file of the answers in one word.
QUESTIONS: Final = "questions.toml"


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(specification().joinpath(QUESTIONS).read_text("utf-8"))


def mark_of(id_: str) -> Mark:
    """The answer to the canonical question of an entry; empty if it is more than yes or no."""
    return _marks().get(id_, "")


@cache
def _marks() -> dict[str, Mark]:
    return {id_: mark for mark in MARKS for id_ in _table()[mark]}


def depends(id_: str) -> Mapping[str, Any]:
    """How the answer of an entry depends on the edition; empty if it does not."""
    found: Mapping[str, Any] = _table()["depends"].get(id_, {})
    return found


# --- in one word -------------------------------------------------------------------------------


def word_in(entry: Entry, mark: Mark, edition: Edition) -> Word | None:
    """The answer of a mark in an edition; None where it has none.

    That is so where the edition does not play the entry, and where a house has turned one of its
    switches without our knowing what this does to the answer.
    """
    if not mark or not is_played(entry, edition):
        return None
    if mark in ("yes", "no"):
        return None if _is_turned(entry, edition) else mark
    rule = depends(entry.id)
    if "editions" in rule:
        is_yes = base_of(edition).key in rule["editions"]
    else:
        value: Any = edition.switches()[rule["switch"]]
        if "has" in rule:
            is_yes = value is not None and rule["has"] in value
        else:
            is_yes = (list(value) if isinstance(value, tuple) else value) in rule["yes"]
    word: Word = "yes" if is_yes else "no"
    return word if mark == "if" else _OPPOSITE[word]


def words_by_edition(entry: Entry, mark: Mark) -> dict[str, Word]:
    """The answer in each printed edition that has one, by its key."""
    found = {key: word_in(entry, mark, edition) for key, edition in EDITIONS.items()}
    return {key: word for key, word in found.items() if word is not None}


def is_played(entry: Entry, edition: Edition) -> bool:
    """Whether an edition has the part of the game that an entry is about."""
    from tikal.law.registry import clause

    if edition.has_auction or isinstance(entry, Difference) or depends(entry.id):
        return True
    about = [entry] if isinstance(entry, Clause) else [clause(id_) for id_ in entry.clauses]
    return not all(
        any(stance.verdict == "not applicable" for stance in each.editions.values())
        for each in about
    )


def _is_turned(entry: Entry, edition: Edition) -> bool:
    changed = turned(edition, base_of(edition))
    if isinstance(entry, Ruling):
        return entry.switch in changed
    return any(entry.id in each.clauses for each in switches() if each.name in changed)


# --- in one sentence ---------------------------------------------------------------------------

#: A yes or no that an answer begins with, in any language. "No member enters" has none: without
#: its first word it would say the opposite.
_WORD: Final = re.compile(r"(Yes|No|Oui|Non|Ja|Nee|Nein)\s?[.,;:]\s*")


@cache
def canonical_questions(language: str) -> Mapping[str, str]:
    """The canonical questions by entry, in a language as far as it has translations."""
    from tikal.law.registry import rulings

    found: dict[str, str] = dict(catalogue("canonical", language))
    return found | {each.id: each.in_language(language).question for each in rulings()}


def sentence_of(entry: Entry, language: str) -> str:
    """The answer in a few words, without its yes or no; a difference begins with its point."""
    spoken = entry.in_language(language)
    if isinstance(spoken, Difference):
        return one_line(f"{spoken.point}: {spoken.handling}")
    text = one_line(spoken.text(language))
    word = _WORD.match(text)
    bare = text[word.end() :] if word else text
    return bare[:1].upper() + bare[1:]
