"""An opinion on a move for the page: verdict, grounds, remedies and other rules."""

from __future__ import annotations

from attrs import frozen

import tikal
from tikal.counsel.nearest import nearest_legal
from tikal.counsel.other_rules import OtherReading, Verdict
from tikal.counsel.remedy_search import Way
from tikal.counsel.render import headline, way_text
from tikal.editions import EDITIONS, Edition
from tikal.engine import replay
from tikal.errors import Violation
from tikal.languages import joined, sentence, title
from tikal.law.entries import Ruling, confidence_text
from tikal.law.grounds import Grounds
from tikal.law.registry import clause
from tikal.moves import EndTurn, Move, Transfer, Walk
from tikal.page.games import Game, moves_in, place_of
from tikal.page.requests import Answer, Request
from tikal.page.targets import ways_of
from tikal.page.views import edition_view, verdict_view, violations_view
from tikal.page.wording import move_phrase
from tikal.state import ACTION_PHASES, ACTION_POINTS, State


@frozen
class Asked:
    """An opinion that was asked for, and where: after `before`, the first moves of a way."""

    found: tikal.Opinion
    game: Game
    at: int
    before: tuple[Move, ...]
    #: The moves of which the first refused one, or the last, is judged.
    moves: tuple[Move, ...]
    #: The seat that the question is about, if it is not its turn.
    seat: int | None

    @property
    def state(self) -> State:
        """The position in which the move is judged."""
        return self.game.state(self.at)

    def phrase(self, language: str) -> str:
        """The move that is judged, in words."""
        return move_phrase(self.found.move, self.game.names, language, self.seat)


def opinion(request: Request) -> Answer:
    """Whether a move is legal; if not, by what authority, and what can be done about it."""
    asked = asked_of(request)
    found, names, state, language = asked.found, asked.game.names, asked.state, request.language
    reasons = zip(
        violations_view(found.violations, language, names),
        found.violations,
        found.grounds,
        strict=True,
    )
    return {
        **verdict_view(state, found.move, language, names, _seat(request)),
        "seat": found.seat,
        "headline": headline(found, language),
        "asked": asked.phrase(language),
        "before": [str(move) for move in asked.before],
        "asked_moves": [str(move) for move in asked.moves],
        "wish": wish_of(asked, language),
        "edition": edition_view(found.edition, language),
        "violations": [
            {**shown, **_authority(violation, grounds, language)}
            for shown, violation, grounds in reasons
        ],
        "rests_on": [
            _ruling(each.in_language(language), found.edition, language) for each in found.rests_on
        ],
        "remedies": _remedies(found, names, language),
        "editions": [_verdict(verdict, language, names) for verdict in found.editions],
        "readings": [_reading(reading, language, names) for reading in found.readings],
        "nearest": [] if found.legal else [str(near) for near in nearest_legal(state, found.move)],
    }


def compare(request: Request) -> Answer:
    """The verdict on a move in each printed edition, in their order."""
    asked = asked_of(request)
    found = asked.found
    own = Verdict(asked.state.edition, found.legal, found.violations)
    verdicts = {verdict.edition.key: verdict for verdict in (*found.editions, own)}
    names, language = asked.game.names, request.language
    return {"editions": [_verdict(verdicts[key], language, names) for key in EDITIONS]}


def asked_of(request: Request) -> Asked:
    """The opinion on the move of a request, or on the first of its moves that is refused."""
    game, at = place_of(request)
    moves, start = moves_in(request), game.state(at)
    refusal = replay(start, moves).refusal
    judged = min(refusal.index if refusal else len(moves), len(moves) - 1)
    before = moves[:judged]
    for move in before:
        game, at = game.with_move(move, at), at + 1
    state, seat = game.state(at), _seat(request)
    found = tikal.opinion(state, moves[judged], seat, _moves_of_the_phase(game, at))
    return Asked(found, game, at, before, moves, None if seat == state.active else seat)


def wish_of(asked: Asked, language: str) -> dict[str, object] | None:
    """What a refused walk was meant to be, and why there is no such way; None for other moves."""
    first, last = asked.moves[0], asked.moves[-1]
    if asked.found.legal or asked.seat or not isinstance(first, Walk | Transfer):
        return None
    if not isinstance(last, Walk | Transfer) or last.figure != first.figure:
        return None
    if any(not isinstance(move, Walk | Transfer) for move in asked.moves):
        return None
    start = asked.game.state(asked.at - len(asked.before))
    ways = ways_of(start, first.figure, first.origin, language, asked.game.names)
    way = ways.get(last.target, {})
    return {"asked": way["asked"], "why": way["why"]} if way.get("why") else None


def _seat(request: Request) -> int | None:
    return request.number("seat") if request.has("seat") else None


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


def _ruling(ruling: Ruling, book: Edition | str, language: str) -> dict[str, object]:
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
                "text": way_words(way, found, names, language),
            }
            for way in found.remedies.ways
        ],
        "exhaustive": found.remedies.exhaustive,
    }


def way_words(way: Way, found: tikal.Opinion, names: tuple[str, ...], language: str) -> str:
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
