"""The same words in every language, side by side: what clauses and rulings say."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tikal.editions import BOOKS
from tikal.languages import LANGUAGES, entry, language_data
from tikal.law.entries import Clause, Ruling


def clause(found: Clause) -> str:
    """Title and statement in every language, with the headings of the rulebooks in it."""
    columns = []
    for language in _spoken("clauses", found.id):
        translated = found.in_language(language)
        texts = _paragraph(translated.title, "title"), _paragraph(translated.statement)
        columns.append(_column(language, *texts, *_headings(found, language)))
    return _grid(columns)


def _headings(found: Clause, language: str) -> Iterable[str]:
    for key, book in BOOKS.items():
        stance = found.editions.get(key)
        if book.language == language and stance and stance.headings:
            title = book.edition.title.partition(" (")[0]
            yield _paragraph(f"{title}: {'; '.join(stance.headings)}", "book")


def ruling(found: Ruling) -> str:
    """Question, answer and readings in every other language, to be unfolded."""
    others = [language for language in _spoken("rulings", found.id) if language != "en"]
    columns = []
    for language in others:
        translated = found.in_language(language)
        texts = _paragraph(translated.question, "title"), _paragraph(translated.answer)
        readings = (
            _paragraph(f"{reading.key}: {reading.sentence}") for reading in translated.readings
        )
        columns.append(_column(language, *texts, *readings))
    names = " · ".join(language_data(language).name for language in others)
    lines = ("<details>", f"<summary>{names}</summary>", _grid(columns), "</details>")
    return "\n".join(lines) if others else ""


def _spoken(subject: str, id_: str) -> list[str]:
    """English, and the languages that have words for an entry."""
    return [language for language in LANGUAGES if language == "en" or entry(subject, id_, language)]


def _grid(columns: Iterable[str]) -> str:
    return "\n".join(['<div class="languages">', *columns, "</div>"])


def _column(language: str, *paragraphs: str) -> str:
    name = f'<p class="language">{language_data(language).name}</p>'
    return "\n".join([f'<div lang="{language}">', name, *paragraphs, "</div>"])


def _paragraph(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"
