"""Clauses, rulings, differences and switches in the words of a language, where it has them."""

from __future__ import annotations

from attrs import evolve

from tikal.clauses import CONFIDENCE, Clause, Difference, Ruling
from tikal.editions import Switch, SwitchValue
from tikal.languages import catalogue


def clause_in(entry: Clause, language: str) -> Clause:
    """A clause with its title and statement in a language."""
    said = catalogue("clauses", language).get(entry.id, {})
    title, statement = said.get("title", entry.title), said.get("statement", entry.statement)
    return evolve(entry, title=title, statement=statement)


def ruling_in(entry: Ruling, language: str) -> Ruling:
    """A ruling with its question, answer and readings in a language."""
    said = catalogue("rulings", language).get(entry.id, {})
    sentences = said.get("readings", {})
    return evolve(
        entry,
        question=said.get("question", entry.question),
        answer=said.get("answer", entry.answer),
        readings=tuple(
            evolve(reading, sentence=sentences.get(reading.key, reading.sentence))
            for reading in entry.readings
        ),
    )


def difference_in(entry: Difference, language: str) -> Difference:
    """A difference with its point in a language."""
    said = catalogue("differences", language).get(entry.id, {})
    return evolve(entry, point=said.get("point", entry.point))


def meaning_in(switch: Switch, value: SwitchValue, language: str) -> str:
    """What the value of a switch means, in a language."""
    said = catalogue("switches", language).get(switch.name, {}).get("values", {})
    if isinstance(value, tuple):
        return ", ".join(said.get(word, switch.values[word]) for word in value) or said.get(
            "none", switch.meaning(())
        )
    return str(said.get(switch.text(value), switch.meaning(value)))


def confidence_in(degree: str, language: str) -> str:
    """How sure a ruling is, in a language."""
    degrees: dict[str, str] = catalogue("words", language).get("confidence", CONFIDENCE)
    return degrees[degree]
