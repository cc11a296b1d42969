"""An opinion on a move for the page: the verdict, and for each reason what it rests on."""

from __future__ import annotations

from tikal.clauses import Ruling, clause, confidence_text
from tikal.clauses.grounds import Grounds, grounds
from tikal.engine import check
from tikal.errors import Violation
from tikal.page.games import move_in, state_at
from tikal.page.requests import Answer, Request
from tikal.page.showing import edition_view, verdict_view
from tikal.state import State


def opinion(request: Request) -> Answer:
    """Whether a move is legal; if not, why not, and by what authority."""
    state, move, language = state_at(request), move_in(request), request.language
    seat = request.number("seat") if request.has("seat") else None
    found = verdict_view(state, move, language, seat)
    found["violations"] = [
        violation_view(state, violation, language) for violation in check(state, move, seat)
    ]
    found["seat"] = state.active if seat is None else seat
    found["edition"] = edition_view(state.edition, language)
    return found


def violation_view(state: State, violation: Violation, language: str) -> dict[str, object]:
    """A reason against a move, with the clause behind it and what it rests on."""
    said = clause(violation.clause).in_language(language)
    return {
        "clause": violation.clause,
        "key": violation.key,
        "message": violation.text(language),
        "facts": dict(violation.facts),
        "title": said.title,
        "statement": said.statement,
        "grounds": grounds_view(grounds(violation.key, state.edition), language),
    }


def grounds_view(found: Grounds, language: str) -> dict[str, object]:
    """What a refusal rests on."""
    return {
        "summary": found.text(language),
        "book": found.book,
        "verdict": found.stance.verdict,
        "headings": list(found.stance.headings),
        "of_the_house": found.of_the_house,
        "rulings": [_ruling_view(each.in_language(language), language) for each in found.rulings],
    }


def _ruling_view(ruling: Ruling, language: str) -> dict[str, object]:
    return {
        "id": ruling.id,
        "question": ruling.question,
        "answer": ruling.answer,
        "confidence": confidence_text(ruling.confidence, language),
        "not_taken": list(ruling.rejected),
        "switch": ruling.switch or None,
    }
