"""The score of an engine: who guesses shows nothing, and who knows the rules shows all."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from functools import cache

import pytest
from attrs import evolve

from tests.conformance.kit_cases import every_case
from tests.engines.base import Faulty
from tikal.conformance.adapter import Adapter
from tikal.conformance.case import Question
from tikal.conformance.cases import Case, asked_in, cases
from tikal.conformance.protocol.engine_info import engine_from_json
from tikal.conformance.referee import run_here
from tikal.conformance.referee.judge import judge
from tikal.conformance.referee.marks import cases_on
from tikal.conformance.report import Json, Outcome, Result
from tikal.conformance.report.scoring import EngineScore, Scorer, Tally, can_show, effects_of
from tikal.editions import EDITIONS
from tikal.moves import EndTurn, Move, TakeTile
from tikal.parts import Turn
from tikal.state import State

Guess = Callable[[random.Random], Json]


def score_of(results: Iterable[Result]) -> EngineScore:
    scorer = Scorer()
    for result in results:
        scorer.add(result.outcome, result.clauses, result.detail)
    return scorer.score()


def test_a_clause_that_was_answered_wrongly_is_in_scope_whatever_else_was_asked() -> None:
    scorer = Scorer()
    scorer.add("passed", ["CAMP-03"], detail(scope="-", evidence="-"))
    assert scorer.score().clauses == 0
    scorer.add("failed", ["CAMP-03"], detail(scope="-", evidence=""))
    assert (scorer.score().clauses, scorer.score().shown) == (1, 0)


def detail(scope: str, evidence: str, clause: str = "CAMP-03") -> dict[str, Json]:
    """What a result carries about one clause, a letter for each mark."""
    return Tally(
        len(scope), len(evidence), len(evidence), {clause: {*scope}}, {clause: {*evidence}}
    ).detail()


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
    score = score_of(run_here(Adapter(), asked("legend-classic")))
    assert score.shown == score.clauses > 90
    assert score.right == score.asked == score.answered


def test_a_clause_is_not_shown_without_a_refusal_and_a_permission() -> None:
    def result(*marks: str, right: int = 1, clause: str = "TEMPLE-04") -> Result:
        tally = Tally(1, 1, right, {clause: {*marks}}, {clause: {*marks}} if right else {})
        outcome: Outcome = "passed" if right else "failed"
        return Result("case", "x", outcome, None, (clause,), "", tally.detail())

    refusal, permission = result("-"), result("+")
    assert score_of([refusal]).clauses == score_of([permission, permission]).clauses == 0
    assert score_of([refusal, permission]) == EngineScore(2, 2, 2, 1, 1)
    assert score_of([refusal, permission, result("+", right=0)]) == EngineScore(3, 3, 2, 1, 0)
    assert score_of([result("x"), permission]).clauses == 0  # refused by another clause
    assert score_of([refusal, result("o")]).clauses == 0  # something else is legal
    cost = [result("path_cost=1", clause="PATH-02"), result("path_cost=2", clause="PATH-02")]
    assert score_of(cost) == EngineScore(2, 2, 2, 1, 1)
    assert score_of(cost[:1] * 2).clauses == 0
    # one answer to each kind of question is what an engine gives that always says the same
    constant = [result(mark, clause="PATH-02") for mark in ("path_cost=1", "score=0", "x")]
    assert score_of(constant).clauses == 0
    # that something else is legal says nothing of a clause, that it permits something does
    assert score_of([*constant, result("o", clause="PATH-02")]).clauses == 0
    assert score_of([*constant, result("+", clause="PATH-02")]).shown == 1


def test_illegal_without_a_reason_shows_no_clause_of_several() -> None:
    full = engine_from_json(Adapter().start())
    both = Question("check", ["CAMP-03", "CAMP-05"], about={"move": "camp c3"})
    case = evolve(next(cases("near miss")), clauses=("CAMP-05",), questions=(both,))
    named = judge(case, [{"clauses": ["CAMP-03", "CAMP-05"]}], full)
    assert named.detail["evidence"] == {"CAMP-05": ["-"]}
    silent = judge(case, [{"legal": False}], evolve(full, clauses=False))
    assert silent.outcome == "passed"
    assert silent.detail["evidence"] == {"CAMP-05": ["x"]}


def test_another_move_that_is_legal_is_no_permission() -> None:
    full = engine_from_json(Adapter().start())
    moves = ("uncover a2", "end", "camp c3")
    asked = tuple(Question("check", [], about={"move": move}) for move in moves)
    case = evolve(next(cases("near miss")), clauses=("TEMPLE-04",), questions=asked[1:])
    evidence = judge(case, [{"clauses": []}] * 2, full).detail["evidence"]
    assert evidence == {"CAMP-03": ["+CAMP-03 camp"], "TEMPLE-04": ["o"]}
    beside = evolve(case, questions=asked)
    evidence = judge(beside, [{"clauses": []}] * 3, full).detail["evidence"]
    assert evidence["TEMPLE-04"] == ["+", "o"]


def test_a_clause_is_not_shown_before_each_of_its_ways_is() -> None:
    marks = {"-", "-AUCTION-08/too-low as high", "+", "+AUCTION-08 bid"}
    opening = "-AUCTION-08/too-low to open"
    needed = {"?" + mark for mark in (*marks - {"-", "+"}, opening)}
    assert can_show("AUCTION-08", marks)
    assert not can_show("AUCTION-08", marks | needed)
    assert can_show("AUCTION-08", marks | needed | {opening})


class WhileScoring(Faulty):
    """Lets one digger uncover two levels in scoring turns."""

    clauses = ("TEMPLE-03",)

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        return clause in self.clauses and state.scoring


class InAuctions(Faulty):
    """Has no cap on the tokens of a hex in the auction game."""

    clauses = ("TREASURE-04",)

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        return clause in self.clauses and state.auction


class LeftOver(Faulty):
    """Begins no scoring round for the volcano that is left for the last player."""

    clauses = ("VOLC-01",)

    def outcome(self, before: State, move: Move, after: State) -> State:
        if not isinstance(move, TakeTile) or len(before.course.bidding.display) > 1:
            return after
        turn = Turn("place", before.turn.active)
        return evolve(after, course=evolve(after.course, scoring=False, queue=()), turn=turn)


class EndsEarly(Faulty):
    """Lets a turn end before a tile is drawn."""

    clauses = ("TURN-02",)

    def overlooks(self, state: State, move: Move, clause: str) -> bool:
        return clause in self.clauses and state.phase == "draw" and isinstance(move, EndTurn)


@pytest.mark.parametrize("wrong", [WhileScoring, InAuctions, LeftOver, EndsEarly])
def test_a_clause_that_is_forgotten_in_some_turns_alone_is_not_shown(wrong: type[Faulty]) -> None:
    [clause] = wrong.clauses
    key = "rio-grande-1999"
    every = asked_in(cases_on(every_case(), [clause]), [key])
    about = [case for case in every if case.edition == key]

    def is_shown(engine: Adapter) -> bool:
        scorer = Scorer()
        for case in about:
            [result] = run_here(engine, [case])
            scorer.add(result.outcome, result.clauses, result.detail)
        return scorer.in_scope()[clause]

    assert is_shown(Adapter())
    assert not is_shown(wrong())


@pytest.mark.parametrize("clause", ["TURN-04", "PATH-01", "MOVE-03", "DEPLOY-05"])
def test_the_cases_on_a_clause_are_enough_to_show_it(clause: str) -> None:
    for key in EDITIONS:
        scorer = Scorer()
        for result in run_here(Adapter(), asked_in(cases_on(every_case(), [clause]), [key])):
            scorer.add(result.outcome, result.clauses, result.detail)
        assert scorer.in_scope()[clause]


class Lists(Adapter):
    """Says which moves are legal, and nothing else."""

    def start(self) -> dict[str, Json]:
        full = super().start()
        return {**full, "capabilities": {**full["capabilities"], "asks": ["legal_moves"]}}


def test_verdicts_are_read_from_lists_where_nothing_else_can_be_asked() -> None:
    sent: list[Mapping[str, Json]] = []

    class Heard(Lists):
        def run(self, case: Mapping[str, Json]) -> list[dict[str, Json]]:
            sent.append(case)
            return super().run(case)

    results = list(run_here(Heard(), asked("rio-grande-1999")))
    assert {question["ask"] for case in sent for question in case["questions"]} == {"legal_moves"}
    assert not any("move" in question for case in sent for question in case["questions"])
    assert {result.outcome for result in results} == {"passed", "skipped"}
    score = score_of(results)
    assert score.shown == score.clauses > 60

    class Wrong(Lists):
        def legal_moves(self, state: State) -> list[Move]:
            return [*super().legal_moves(state), *(EndTurn() for _ in [0] if state.phase == "draw")]

    scorer = Scorer()
    for result in run_here(Wrong(), cases_on(asked("rio-grande-1999"), ["TURN-02"])):
        scorer.add(result.outcome, result.clauses, result.detail)
    assert not scorer.in_scope()["TURN-02"]


def test_what_is_needed_comes_from_the_questions_and_not_from_the_right_answers() -> None:
    def result(*evidence: str) -> Result:
        scope = {"-", "+", "-MOVE-01/no-figure", "?-MOVE-01/no-figure"}
        tally = Tally(2, 2, 2, {"MOVE-01": scope}, {"MOVE-01": {*evidence}})
        return Result("case", "x", "passed", None, ("MOVE-01",), "", tally.detail())

    every = sorted(effects_of("MOVE-01"))
    assert score_of([result("-", "+", *every)]) == EngineScore(2, 2, 2, 1, 0)
    assert score_of([result("-", "+", *every, "-MOVE-01/no-figure")]).shown == 1


def test_a_clause_that_a_wrong_answer_cites_is_not_shown() -> None:
    wrong = detail(scope="-", evidence="")
    wrong["failures"] = [{"clauses": ["CAMP-05", "my-own-rule"]}]
    scorer = Scorer()
    scorer.add("passed", ["CAMP-05"], detail(scope="-+", evidence="-+", clause="CAMP-05"))
    assert scorer.in_scope() == {"CAMP-05": True}
    scorer.add("failed", ["CAMP-03"], wrong)
    assert scorer.in_scope() == {"CAMP-05": False, "CAMP-03": False}


def test_a_wrong_answer_takes_away_what_it_can_come_from() -> None:
    def shown(**failure: Json) -> bool:
        scorer = Scorer()
        marks = {"GUARD-12": ["+", "x"], "GUARD-02": ["+", "-"]}
        right = {"asked": 4, "scope": marks, "evidence": marks}
        scorer.add("passed", ["GUARD-12", "GUARD-02"], right)
        scorer.add("failed", [], {"failures": [failure]})
        return scorer.in_scope()["GUARD-12"]

    assert shown(clauses=["TEMPLE-04"])
    # it neither refuses nor has an effect of its own: what is wrong about guards may be this
    assert not shown(clauses=["GUARD-10"])
    assert not shown(clauses=["TEMPLE-04"], at_work={"GUARD-12": 0.1})
    assert not shown(clauses=["TEMPLE-04"], effects={"GUARD-12": ["leaves"]})
    assert not shown(clauses=["TEMPLE-04"], doubt=["GUARD-12"])
