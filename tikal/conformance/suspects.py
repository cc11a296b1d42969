"""Which clauses an engine is likely wrong about, by the cases in which it failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from math import sqrt
from typing import Final

import tikal
from tikal.clauses import clauses
from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import ANSWERS, Case, Question
from tikal.conformance.report import Json, Result
from tikal.errors import TikalError
from tikal.state import State

#: A report names so many suspects.
MOST_NAMED: Final = 5
#: Of moves that should not be in a list, so many are looked at.
MOST_LOOKED_AT: Final = 200


def disputed(case: Case, number: int, got: Json) -> list[str]:
    """The clauses that a wrong answer to a question is itself about; [] if it does not tell.

    Of a verdict these are the clauses it has too many or too few, of a list of moves those that
    forbid the moves which should not be in it, of wrong points the clauses that give or take them.
    """
    question = case.questions[number]
    if question.ask == "state":
        wrong = {key for key, fact in question.expect.items() if got[key] != fact}
        return _behind(question, wrong)
    if question.ask == "legal_moves":
        extra = sorted(set(got) - set(question.expect))[:MOST_LOOKED_AT]
        state = _position(case, number)
        return sorted({clause for move in extra for clause in _broken(state, move)})
    if ANSWERS[question.ask] == "clauses":
        given = got if isinstance(got, list) else []  # some engines only tell whether it is legal
        return sorted({*question.expect} ^ {*given})
    return []


#: What an action costs; the action points after anything else are those of a new phase.
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
#: What changes the scores.
_POINTS: Final = {
    "bid": ["AUCTION-11"],
    "pass": ["AUCTION-11"],
    "end": ["SCORE-03", "SCORE-04", "SCORE-05", "SCORE-06", "SCORE-07", "SCORE-08"],
}


def _behind(question: Question, wrong: set[str]) -> list[str]:
    """The clauses behind wrong facts after a move, if nothing but points is wrong."""
    last = question.then[-1].split()[0] if question.then else ""
    if wrong == {"ap"}:
        return _PRICES.get(last, _NEW_PHASE)
    return _POINTS.get(last, []) if "scores" in wrong <= {"scores", "winners"} else []


def _broken(state: State, move: str) -> Iterator[str]:
    with suppress(TikalError):  # an engine may list what is no move at all
        violations = tikal.check(state, tikal.parse_move(move))
        yield from (violation.clause for violation in violations)


def _position(case: Case, number: int) -> State:
    moves = map(tikal.parse_move, case.moves_before(number))
    return tikal.replay(Adapter().position(case.to_json()), moves).state


def suspects(results: Iterable[Result]) -> dict[str, float]:
    """The clauses behind the failures and how suspect each is, 0 to 1, the most suspect first.

    A failed case speaks against the clauses that its first wrong answer disputes, or else against
    all that it is about. The measure is Ochiai's: high for what is behind many of the failures and
    few of the passes.
    """
    failed: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    failures = 0
    for result in results:
        blamed = named(result) or result.clauses
        if result.outcome == "failed" and blamed:
            failures += 1
            failed.update(dict.fromkeys(blamed, 1 / len(blamed)))
        elif result.outcome == "passed":
            passed.update(dict.fromkeys(result.clauses, 1 / len(result.clauses or "-")))
    found = {c: n / sqrt(failures * (n + passed[c])) for c, n in failed.items()}
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def most_suspect(results: Iterable[Result]) -> tuple[str, ...]:
    """The few clauses to look at first, the most suspect first."""
    return tuple(islice(suspects(results), MOST_NAMED))


def named(result: Result) -> Sequence[str]:
    """The clauses that the first wrong answer of a failed case disputes.

    The others are often wrong only because the engine already stands elsewhere. Rules that only
    the engine knows by their names are nothing to look at.
    """
    known = {entry.id for entry in clauses()}
    match result.detail.get("failures"):
        case [{"clauses": [*ids]}, *_]:
            return [id_ for id_ in ids if isinstance(id_, str) and id_ in known]
    return ()
