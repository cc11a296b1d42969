"""What can answer a question, and how players ask about it in every language.

Every language has its own ways of asking, `asked.toml` in its folder, which are read word by word.
Those of the other languages help as well, because a thought that one player had in French may
come up in German; only their shapes are needed for it, the concepts that they speak of. To read
them from the words would take every stemmer, so `python -m tools.packaging.shapes` writes them
down.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from attrs import frozen

from tikal._support.resources import specification
from tikal.asking.lexicon import Lexicon, Term, languages
from tikal.languages import catalogue
from tikal.law.registry import chapters, clauses, differences, rulings

#: How players ask about an entry, by its id.
Asked = Mapping[str, Sequence[str]]
#: Clauses and rulings answer sooner than a table of differences.
_DIFFERENCE: Final = 0.8


@frozen
class Entry:
    """What is found: a clause, a ruling or a difference, with its sentences by field."""

    id: str
    #: Those that can be like a question as a whole are fields `title`, `question` and `asked`.
    sentences: tuple[tuple[str, str], ...]
    linked: tuple[str, ...] = ()
    prior: float = 1.0


def entries(language: str, asked: Asked) -> Iterator[Entry]:
    """Everything that can answer, in the words of a language where it has them."""
    titles = chapters()
    for each in clauses():
        clause = each.in_language(language)
        texts = (("title", clause.title), ("text", clause.statement))
        chapter = ("chapter", titles[clause.chapter])
        yield Entry(clause.id, (*texts, chapter, *_as_asked(asked, clause.id)), clause.rulings)
    for every in rulings():
        ruling = every.in_language(language)
        texts = (("question", ruling.question), ("text", ruling.answer))
        yield Entry(ruling.id, (*texts, *_as_asked(asked, ruling.id)), ruling.clauses)
    for point in differences():
        difference = point.in_language(language)
        notes = " ".join(difference.editions.values())
        texts = (("title", difference.point), ("notes", notes))
        yield Entry(difference.id, (*texts, *_as_asked(asked, point.id)), (), _DIFFERENCE)


def _as_asked(asked: Asked, id_: str) -> Iterator[tuple[str, str]]:
    return (("asked", text) for text in asked.get(id_, ()))


def asked_in(language: str) -> Asked:
    """How players ask about each entry, in one of the languages."""
    return catalogue("asked", language)


def shape_of(text: str, speech: Lexicon) -> str:
    """The concepts of a sentence in order; `uncover|recover` where a word may stand for two."""
    shape: list[str] = []
    for term in speech.terms(text):
        meant = [term] if isinstance(term, Term) else speech.split(term)
        shape += ["|".join(each.keys) for each in meant if each.keys]
    return " ".join(shape)


@cache
def _shapes() -> dict[str, dict[str, list[str]]]:
    return json.loads(specification().joinpath("asked", "shapes.json").read_text("utf-8"))  # type: ignore[no-any-return]  # our own file


def shapes_beside(language: str) -> dict[str, tuple[str, ...]]:
    """By entry, the shapes of what is asked in the other languages, each of them once."""
    found: dict[str, dict[str, None]] = {}
    for other in languages():
        if other != language:
            for id_, shapes in _shapes().get(other, {}).items():
                found.setdefault(id_, {}).update(dict.fromkeys(shapes))
    return {id_: tuple(shapes) for id_, shapes in found.items()}
