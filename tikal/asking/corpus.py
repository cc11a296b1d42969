"""The entries that can answer a question, and the phrasings of players in every language.

Every language has its own ways of asking, `asked.toml` in its folder, which are read word by word.
Those of the other languages help as well, because a thought that one player had in French may
come up in German; only their shapes are needed for it, the concepts that they speak of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from attrs import frozen

from tikal.asking.canon import MARKS, Mark, mark_of
from tikal.asking.directions import direction_of
from tikal.asking.lexicon import Lexicon, Term, languages, lexicon
from tikal.languages import catalogue
from tikal.law.registry import chapters, clauses, differences, rulings

#: Phrasings of players, by the id of the entry.
Asked = Mapping[str, Sequence[str]]
_MARK: Final[dict[str, Mark]] = {"": "", **{mark: mark for mark in MARKS}}
#: Clauses and rulings answer sooner than a table of differences.
_DIFFERENCE: Final = 0.8
#: A bare word is explained by a clause; a question to which both answer equally as well.
_RULING: Final = 0.985


@frozen
class CorpusEntry:
    """A clause, a ruling or a difference, with its sentences by field."""

    id: str
    #: The fields `title`, `question` and `asked` are also compared with a question as a whole.
    sentences: tuple[tuple[str, str], ...]
    linked: tuple[str, ...] = ()
    prior: float = 1.0


def entries(language: str, asked: Asked) -> Iterator[CorpusEntry]:
    """All entries, in a language as far as it has translations."""
    titles = chapters()
    for each in clauses():
        clause = each.in_language(language)
        texts = (("title", clause.title), ("text", clause.statement))
        chapter = ("chapter", titles[clause.chapter])
        yield CorpusEntry(
            clause.id, (*texts, chapter, *_as_asked(asked, clause.id)), clause.rulings
        )
    for every in rulings():
        ruling = every.in_language(language)
        texts = (("question", ruling.question), ("text", ruling.answer))
        sentences = (*texts, *_as_asked(asked, ruling.id))
        yield CorpusEntry(ruling.id, sentences, ruling.clauses, _RULING)
    for point in differences():
        difference = point.in_language(language)
        notes = " ".join(difference.editions.values())
        texts = (("title", difference.point), ("notes", notes))
        yield CorpusEntry(difference.id, (*texts, *_as_asked(asked, point.id)), (), _DIFFERENCE)


def _as_asked(asked: Asked, id_: str) -> Iterator[tuple[str, str]]:
    return (("asked", text) for text in asked.get(id_, ()))


@frozen
class Phrasing:
    """One way to ask about an entry, and its answer if it asks for yes or no."""

    text: str
    mark: Mark = ""


def phrasing_of(written: str) -> Phrasing:
    """A phrasing of `asked.toml`, which may begin with its answer: `no: can a guard move`."""
    for mark in MARKS:
        if written.startswith(f"{mark}: "):
            return Phrasing(written[len(mark) + 2 :], mark)
    return Phrasing(written)


@cache
def phrasings(language: str) -> Mapping[str, tuple[Phrasing, ...]]:
    """The canonical question of each clause and the phrasings of players, with their answers."""
    canonical, asked = catalogue("canonical", language), catalogue("asked", language)
    found: dict[str, dict[str, Phrasing]] = {}
    for id_, question in canonical.items():
        found[id_] = {question: Phrasing(question, mark_of(id_))}
    for id_, written in asked.items():
        found.setdefault(id_, {}).update((each.text, each) for each in map(phrasing_of, written))
    return {id_: tuple(every.values()) for id_, every in found.items()}


def asked_in(language: str) -> Asked:
    """The phrasings of players for each entry, in one language, without their answers."""
    return {id_: [each.text for each in every] for id_, every in phrasings(language).items()}


def shape_of(text: str, speech: Lexicon) -> str:
    """The concepts of a sentence in order; `uncover|recover` where a word may stand for two."""
    shape: list[str] = []
    for term in speech.terms(text):
        meant = [term] if isinstance(term, Term) else speech.split(term)
        shape += ["|".join(each.keys) for each in meant if each.keys]
    return " ".join(shape)


@frozen
class Shape:
    """The concepts of a phrasing in another language, its answer and its direction."""

    concepts: str
    mark: Mark = ""
    direction: frozenset[str] = frozenset()


def shapes_in_other_languages(language: str) -> dict[str, tuple[Shape, ...]]:
    """By entry, the shapes of what is asked in the other languages, each of them once."""
    found: dict[str, dict[Shape, None]] = {}
    for other in languages():
        if other != language:
            for id_, shapes in all_shapes().get(other, {}).items():
                read = (Shape(c, _MARK[mark], frozenset(d.split())) for c, mark, d in shapes)
                found.setdefault(id_, {}).update(dict.fromkeys(read))
    return {id_: tuple(shapes) for id_, shapes in found.items()}


# --- shapes of all ways of asking --------------------------------------------------------------

#: By language and entry, each of them once: concepts, answer, direction.
Shapes: TypeAlias = dict[str, dict[str, list[list[str]]]]


@cache
def all_shapes() -> Shapes:
    """The shapes of all languages, read from the words."""
    return {language: _shapes_in(language) for language in languages()}


def _shapes_in(language: str) -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = {}
    for id_, every in phrasings(language).items():
        shapes = [
            (
                shape_of(each.text, lexicon(language)),
                each.mark,
                " ".join(sorted(direction_of(each.text, language))) if each.mark else "",
            )
            for each in every
        ]
        found[id_] = [list(shape) for shape in dict.fromkeys(shapes) if shape[0]]
    return found
