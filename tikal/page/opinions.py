"""An opinion on a move for the page: verdict, grounds, remedies and other rules."""

from __future__ import annotations

import tikal
from tikal.counsel.nearest import nearest_legal
from tikal.counsel.other_rules import OtherReading, Verdict
from tikal.counsel.remedy_search import Way
from tikal.counsel.render import headline, way_text
from tikal.editions import EDITIONS
from tikal.errors import Violation
from tikal.languages import joined, sentence, title
from tikal.law.entries import Ruling, confidence_text
from tikal.law.grounds import Grounds
from tikal.law.registry import clause
from tikal.moves import EndTurn, Move
from tikal.page.games import Game, move_in, place_of
from tikal.page.requests import Answer, Request
from tikal.page.views import edition_view, verdict_view, violations_view
from tikal.page.wording import move_phrase
from tikal.state import ACTION_PHASES, ACTION_POINTS, State


def opinion(request: Request) -> Answer:
    """Whether a move is legal; if not, by what authority, and what can be done about it."""
    found, game, at = _asked(request)
    state, language = game.state(at), request.language
    reasons = zip(
        violations_view(found.violations, language, game.names),
        found.violations,
        found.grounds,
        strict=True,
    )
    return {
        **verdict_view(state, found.move, language, game.names, _seat(request)),
        "seat": found.seat,
        "headline": headline(found, language),
        "asked": move_phrase(found.move, game.names, language, _other_seat(request, state)),
        "edition": edition_view(found.edition, language),
        "violations": [
            {**shown, **_authority(violation, grounds, language)}
            for shown, violation, grounds in reasons
        ],
        "remedies": _remedies(found, game.names, language),
        "editions": [_verdict(verdict, language, game.names) for verdict in found.editions],
        "readings": [_reading(reading, language, game.names) for reading in found.readings],
        "nearest": [] if found.legal else [str(near) for near in nearest_legal(state, found.move)],
    }


def compare(request: Request) -> Answer:
    """The verdict on a move in each printed edition, in their order."""
    found, game, at = _asked(request)
    own = Verdict(game.state(at).edition, found.legal, found.violations)
    verdicts = {verdict.edition.key: verdict for verdict in (*found.editions, own)}
    return {"editions": [_verdict(verdicts[key], request.language, game.names) for key in EDITIONS]}


def _asked(request: Request) -> tuple[tikal.Opinion, Game, int]:
    game, at = place_of(request)
    before = _moves_of_the_phase(game, at)
    return tikal.opinion(game.state(at), move_in(request), _seat(request), before), game, at


def _seat(request: Request) -> int | None:
    return request.number("seat") if request.has("seat") else None


def _other_seat(request: Request, state: State) -> int | None:
    """The seat that the question is about, if it is not its turn."""
    seat = _seat(request)
    return None if seat == state.active else seat


def _moves_of_the_phase(game: Game, at: int) -> tuple[Move, ...]:
    """The moves of this action phase so far; none if the game began in the middle of it."""
    first = at
    while first > 0 and _goes_on(game, first - 1):
        first -= 1
    begun = game.state(first)
    is_whole = begun.phase == "act" and begun.ap == ACTION_POINTS and not begun.turn.worked
    return game.moves[first:at] if is_whole else ()


def _goes_on(game: Game, index: int) -> bool:
    """Whether the phase goes on after a move."""
    is_action = game.state(index).phase in ACTION_PHASES
    return is_action and not isinstance(game.moves[index], EndTurn)


# --- its parts ---------------------------------------------------------------------------------


def _authority(violation: Violation, found: Grounds, language: str) -> dict[str, object]:
    """The clause behind a reason against a move, and its grounds."""
    entry = clause(violation.clause).in_language(language)
    return {
        "title": entry.title,
        "statement": entry.statement,
        "grounds": {
            "summary": found.text(language),
            "book": found.book,
            "verdict": found.stance.verdict,
            "headings": list(found.stance.headings),
            "of_the_house": found.of_the_house,
            "rulings": [
                _ruling(each.in_language(language), found.book, language) for each in found.rulings
            ],
        },
    }


def _ruling(ruling: Ruling, book: str, language: str) -> dict[str, object]:
    return {
        "id": ruling.id,
        "question": ruling.question,
        "answer": ruling.answer,
        "confidence": confidence_text(ruling.confidence_for(book), language),
        "not_taken": list(ruling.not_taken(book)),
        "switch": ruling.switch or None,
    }


def _remedies(found: tikal.Opinion, names: tuple[str, ...], language: str) -> dict[str, object]:
    return {
        "ways": [
            {
                "moves": [str(move) for move in way.moves],
                "ap": way.ap,
                "text": _way_text(way, found, names, language),
            }
            for way in found.remedies.ways
        ],
        "exhaustive": found.remedies.exhaustive,
    }


def _way_text(way: Way, found: tikal.Opinion, names: tuple[str, ...], language: str) -> str:
    """A way to make the move legal, in words instead of notation."""
    if not way.moves:
        return way_text(way, found, language)
    phrases = [move_phrase(move, names, language) for move in way.moves]
    is_action = way.moves[0].phase == "act" and way.ap
    facts = {"moves": joined(phrases, language), "ap": way.ap}
    return sentence("counsel", "way/first" if is_action else "way/free", facts, language)


def _verdict(verdict: Verdict, language: str, names: tuple[str, ...]) -> dict[str, object]:
    return {
        "edition": verdict.edition.key,
        "title": title(verdict.edition, language),
        "legal": verdict.legal,
        "violations": violations_view(verdict.violations, language, names),
        "reason": verdict.reason(language) or None,
    }


def _reading(reading: OtherReading, language: str, names: tuple[str, ...]) -> dict[str, object]:
    switch = reading.switch.in_language(language)
    return {
        "switch": reading.switch.name,
        "value": reading.switch.text(reading.value),
        "rule": reading.rule,
        "meaning": OtherReading(switch, reading.value, reading.edition, reading.legal).meaning,
        "belongs_to": list(reading.switch.belongs_to),
        "edition": reading.edition.key,
        "legal": reading.legal,
        "violations": violations_view(reading.violations, language, names),
    }
