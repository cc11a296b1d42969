"""The answers about the law: clauses, rulings, questions in ordinary words."""

from __future__ import annotations

from attrs import asdict

import tikal
from tikal.asking.lexicon import languages
from tikal.languages import word
from tikal.law.entries import confidence_text, confidences_text
from tikal.page.proofs import ids_with_proofs
from tikal.page.requests import Answer, Request


def clause(request: Request) -> Answer:
    """The text of a clause or a ruling."""
    name, language = request.text("id").upper(), request.language
    if name.startswith("Q-"):
        return _ruling(tikal.ruling(name).in_language(language), language)
    entry = tikal.clause(name).in_language(language)
    rulings = [tikal.ruling(each).in_language(language) for each in entry.rulings]
    return {
        "id": entry.id,
        "title": entry.title,
        "chapter": tikal.chapters(language)[entry.chapter],
        "statement": entry.statement,
        "kinds": [word("kinds", kind, language) for kind in entry.kinds],
        "editions": {
            key: {
                "verdict": stance.verdict,
                "says": word("verdicts", stance.verdict, language),
                "headings": list(stance.headings),
                "note": stance.note,
            }
            for key, stance in entry.editions.items()
        },
        "rulings": [
            {"id": ruled.id, "question": ruled.question, "answer": ruled.answer}
            for ruled in rulings
        ],
        "differences": [
            {"id": each, "point": tikal.difference(each).text(language)}
            for each in entry.differences
        ],
        "has_proof": entry.id in ids_with_proofs(),
    }


def _ruling(found: tikal.Ruling, language: str) -> Answer:
    return {
        "id": found.id,
        "question": found.question,
        "answer": found.answer,
        "confidence": confidences_text(found, language),
        "confidence_in": {
            key: confidence_text(found.confidence_for(key), language) for key in tikal.EDITIONS
        },
        "reasoning": found.reasoning,
        "clauses": list(found.clauses),
        "readings": [
            {
                "key": reading.key,
                "sentence": reading.sentence,
                "taken_by": list(reading.taken_by),
                "possible_in": list(reading.possible_in),
                "house_rule": found.house_rule(reading),
            }
            for reading in found.readings
        ],
    }


def question(request: Request) -> Answer:
    """The entries that answer a question in ordinary words."""
    # without words for the language of the page, the words of the question decide
    is_understood = request.has("language") and request.language in languages()
    spoken = request.language if is_understood else None
    edition = request.text("edition") if request.has("edition") else None
    found = tikal.ask(request.text("question"), edition, spoken, request.number("limit", 3))
    # `verdict` has been the line of the rulebooks here since before there was a word
    return {
        "answers": [
            {**asdict(each), "verdict": each.certainty, "word": each.verdict} for each in found
        ]
    }
