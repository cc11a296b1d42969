"""Which clauses a single wrong answer is about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import tikal
from tikal.conformance.cases import ANSWERS, Case, Question
from tikal.conformance.report import Json
from tikal.errors import TikalError
from tikal.state import State

#: Moves of a list that should not be there: this many are checked.
MAX_CHECKED: Final = 200


def clauses_in_dispute(case: Case, number: int, got: Json) -> list[str]:
    """The clauses that a wrong answer to a question is about; [] if the answer does not show them.

    For a verdict these are the clauses that it lacks or has too many, for a list of moves those
    that forbid the moves which should not be in it, for wrong points those that award them.
    """
    question = case.questions[number]
    if question.ask == "state":
        wrong = {key for key, fact in question.expect.items() if got[key] != fact}
        return _clauses_behind(question, wrong, case.auction)
    if question.ask == "legal_moves":
        extra = sorted(set(got) - set(question.expect))[:MAX_CHECKED]
        state = case.state_at(number)
        return sorted({clause for move in extra for clause in _broken_clauses(state, move)})
    if ANSWERS[question.ask] == "clauses":
        given = (
            got if isinstance(got, list) else []
        )  # some engines say only whether the move is legal
        return sorted({*question.expect} ^ {*given})
    return []


#: Clauses of the action points after an action; after other moves they are those of a new phase.
_PRICES: Final = {
    "deploy": ["DEPLOY-01"],
    "walk": ["MOVE-01", "PATH-02"],
    "transfer": ["C2C-01"],
    "uncover": ["TEMPLE-02"],
    "recover": ["TREASURE-02"],
    "exchange": ["SWAP-01"],
    "camp": ["CAMP-01"],
    "guard": ["GUARD-01"],
}
_NEW_PHASE: Final = ["TURN-04", "TURN-06"]
#: Clauses of the next seat outside scoring rounds, by move class and with or without auctions.
_ORDER: Final = {
    ("end", False): ["TURN-01"],
    ("end", True): ["AUCTION-13", "AUCTION-14"],
    ("bid", True): ["AUCTION-09"],
    ("pass", True): ["AUCTION-09"],
}
#: Clauses of the scores, by move class.
_POINTS: Final = {
    "bid": ["AUCTION-11"],
    "pass": ["AUCTION-11"],
    "end": ["SCORE-03", "SCORE-04", "SCORE-05", "SCORE-06", "SCORE-07", "SCORE-08"],
}


def _clauses_behind(question: Question, wrong: set[str], is_auction: bool) -> list[str]:
    """The clauses behind wrong facts after a move, if only points or only the turn is wrong."""
    last = question.then[-1].split()[0] if question.then else ""
    if wrong == {"ap"}:
        return _PRICES.get(last, _NEW_PHASE)
    is_plain = "scoring" in question.expect and not question.expect["scoring"]
    if is_plain and wrong <= {"phase", "active", "to_move"}:
        return _ORDER.get((last, is_auction), [])
    return _POINTS.get(last, []) if "scores" in wrong <= {"scores", "winners"} else []


def _broken_clauses(state: State, move: str) -> Iterator[str]:
    with suppress(TikalError):  # an engine may list something that is not a move
        violations = tikal.check(state, tikal.parse_move(move))
        yield from (violation.clause for violation in violations)
