"""The score of an engine: who guesses shows nothing, and who knows the rules shows all."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from functools import cache

import pytest

from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import Case, asked_in, cases
from tikal.conformance.referee import run_here
from tikal.conformance.report import Json, Result
from tikal.conformance.report.scoring import Score, Scorer

Guess = Callable[[random.Random], Json]


def score_of(results: Iterable[Result]) -> Score:
    scorer = Scorer()
    for result in results:
        scorer.add(result.outcome, result.clauses, result.detail)
    return scorer.score()


def test_a_clause_that_was_answered_wrongly_is_in_scope_whatever_else_was_asked() -> None:
    scorer = Scorer()
    right = {"asked": 1, "answered": 1, "right": 1, "marks": ["refuses"]}
    scorer.add("passed", ["CAMP-03"], right)
    assert scorer.score().clauses == 0
    scorer.add("failed", ["CAMP-03"], {**right, "right": 0})
    assert (scorer.score().clauses, scorer.score().shown) == (1, 0)


@cache
def asked(*editions: str) -> tuple[Case, ...]:
    """Every case but the whole games, which are about no clause, in some editions."""
    every = cases("components", "witness", "near miss", "golden", "path")
    return tuple(asked_in(every, editions))


class Guesser:
    """An engine that looks at nothing."""

    def __init__(self, guess: Guess, editions: Iterable[str], seed: int = 0) -> None:
        self._guess, self._editions, self._rng = guess, list(editions), random.Random(seed)

    def start(self) -> dict[str, Json]:
        full = Adapter().start()
        asks = ["new_game", "check", "score", "path_cost"]
        more = {"clauses": False, "asks": asks, "editions": self._editions}
        return {**full, "capabilities": {**full["capabilities"], **more}}

    def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
        number = self._rng.randint
        return [
            {"legal": self._guess(self._rng), "score": number(0, 40), "cost": number(0, 9)}
            for _ in case["questions"]
        ]


ONE: tuple[str, ...] = ("super-meeple-2015",)
ALL = ("rio-grande-1999", "ravensburger-1999", "super-meeple-2015", "legend-classic")


@pytest.mark.parametrize("editions", [ONE, ALL], ids=["one edition", "all editions"])
@pytest.mark.parametrize("answer", [True, False], ids=["always legal", "always illegal"])
def test_an_engine_that_always_says_the_same_shows_nothing(
    answer: bool, editions: tuple[str, ...]
) -> None:
    engine = Guesser(lambda _: answer, editions)
    score = score_of(run_here(engine, asked(*editions)))
    assert score.shown < 0.05 * score.clauses
    assert score.clauses > 90
    # though a good part of its answers is right
    assert score.right > 0.2 * score.answered


def test_an_engine_that_guesses_shows_next_to_nothing() -> None:
    seeds = range(20)
    shares = []
    for seed in seeds:
        engine = Guesser(lambda rng: rng.random() < 0.5, ONE, seed)
        score = score_of(run_here(engine, asked(*ONE)))
        shares.append(score.shown / score.clauses)
    assert sum(shares) / len(seeds) < 0.05


def test_the_reference_shows_every_clause_in_scope() -> None:
    score = score_of(run_here(Adapter(), asked("legend-classic")[::2]))
    assert score.shown == score.clauses > 70
    assert score.right == score.asked == score.answered


def test_a_clause_is_not_shown_without_a_refusal_and_a_permission() -> None:
    def result(*marks: str, right: int = 1, clause: str = "TEMPLE-04") -> Result:
        detail = {"asked": 1, "answered": 1, "right": right, "marks": [*marks]}
        return Result("case", "x", "passed" if right else "failed", None, (clause,), "", detail)

    refusal, permission = result("-TEMPLE-04"), result("+")
    assert score_of([refusal]).clauses == score_of([permission, permission]).clauses == 0
    assert score_of([refusal, permission]) == Score(2, 2, 2, 1, 1)
    assert score_of([refusal, permission, result("+", right=0)]) == Score(3, 3, 2, 1, 0)
    assert score_of([result("-TURN-04"), permission]).clauses == 0  # refused by another clause
    cost = [result("=1", clause="PATH-02"), result("=2", clause="PATH-02")]
    assert score_of(cost) == Score(2, 2, 2, 1, 1)
    assert score_of(cost[:1] * 2).clauses == 0
