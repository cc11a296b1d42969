"""A page of questions and answers for each language, made from the canonical questions."""

from __future__ import annotations

from collections.abc import Iterator

from docs._pages.markdown import Pages, page
from tikal.asking.canon import Entry, canonical_questions, mark_of, sentence_of, words_by_edition
from tikal.asking.lexicon import languages
from tikal.languages import language_data, sentence, short_title
from tikal.law.registry import chapters, clause, clauses, rulings


def pages() -> Pages:
    """The page of each language, and the one that lists them."""
    found = {f"questions/{code}.md": _questions(code) for code in languages()}
    return {"questions/index.md": _index(), **found}


def _index() -> str:
    names = [f"{language_data(code).name} <{code}>" for code in languages()]
    return page(
        "# Questions and answers",
        "What players ask about each clause and each ruling, with the answer. `tikal ask` answers "
        "other ways of asking as well: [Ask a question](../../guide/ask-a-question.md).",
        "```{toctree}\n" + "\n".join(names) + "\n```",
    )


def _questions(language: str) -> str:
    asked = canonical_questions(language)
    by_chapter: dict[str, list[Entry]] = {name: [] for name in chapters()}
    for each in clauses():
        if each.id in asked:
            by_chapter[each.chapter].append(each)
    for ruling in rulings():
        by_chapter[clause(ruling.clauses[0]).chapter].append(ruling)
    return page(
        f"# {language_data(language).name}",
        *(
            part
            for name, entries in by_chapter.items()
            if entries
            for part in (
                f"## {chapters()[name]}",
                *(_answer(each, asked[each.id], language) for each in entries),
            )
        ),
    )


def _answer(entry: Entry, question: str, language: str) -> str:
    lines = [f"**{question}**", " ".join([*_word(entry, language), sentence_of(entry, language)])]
    lines += _by_edition(entry, language)
    return "  \n".join(lines) + f" ({entry.id})"


def _word(entry: Entry, language: str) -> Iterator[str]:
    words = set(words_by_edition(entry, mark_of(entry.id)).values())
    if words:
        key = "depends" if len(words) > 1 else words.pop()
        yield sentence("questions", key, {}, language)


def _by_edition(entry: Entry, language: str) -> Iterator[str]:
    given = words_by_edition(entry, mark_of(entry.id))
    if len(set(given.values())) > 1:
        for word in ("yes", "no"):
            titles = ", ".join(
                short_title(k, language) for k, each in given.items() if each == word
            )
            yield sentence("questions", f"{word}-in", {"editions": titles}, language)
