"""Which edition and which readings fit an engine best, if not those that it claims.

An engine that plays another reading fails wherever that reading decides. So for each edition the
wrong answers are compared with what house rules would make right, and the house rules that explain
most and contradict least are named, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve, frozen

from tikal.conformance.cases import Case
from tikal.conformance.kit.adapter import Adapter
from tikal.conformance.kit.engine import Engine
from tikal.conformance.kit.judging import judge
from tikal.conformance.report import Json, Outcome, Result
from tikal.conformance.report.scoring import Score, Scorer
from tikal.editions import CRITERIA, EDITIONS, SWITCHES, SwitchValue, house, title_of, write_edition
from tikal.errors import TikalError

#: Of the failures of an edition, this many are looked at, the shortest first.
MOST_FAILURES: Final = 80
#: Of the cases that passed and that a house rule would change, this many are looked at.
MOST_PASSES: Final = 30
#: More house rules than these are not a reading but another game.
MOST_RULES: Final = 3


@frozen
class Fit:
    """What an engine answers as in one edition that it claims."""

    claimed: str
    #: The house rules that explain its failures there.
    rules: tuple[str, ...]
    #: How many failed cases are right by them, and how many passed ones are wrong.
    explained: int
    contradicted: int
    score: Score

    def __str__(self) -> str:
        rules = " and ".join(rule.replace("=", " = ") for rule in self.rules)
        cases = f"{self.explained} of its wrong cases are right by that"
        against = f", {self.contradicted} right ones wrong" if self.contradicted else ""
        shown = f"{self.score.shown} of {self.score.clauses} clauses would be shown"
        return f"answers as {title_of(self.claimed)} with {rules}: {cases}{against}; {shown}"


@frozen
class _Heard:
    """A case in a printed edition, with what the engine answered."""

    case: Case
    answers: Sequence[Json]
    result: Result


class Fitter:
    """Listens to a run and says in the end what fits."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._heard: dict[str, list[_Heard]] = {}

    def hear(self, case: Case, answers: Sequence[Json], result: Result) -> None:
        """Remember a case that was answered."""
        if case.edition in EDITIONS and case.origin != "game":
            self._heard.setdefault(case.edition, []).append(_Heard(case, answers, result))

    def fits(self) -> Iterator[Fit]:
        """For each edition with failures that house rules explain, what fits best."""
        for edition, heard in self._heard.items():
            failed = sorted(
                (each for each in heard if each.result.outcome == "failed"),
                key=lambda each: len(each.case.questions),
            )[:MOST_FAILURES]
            passed = [each for each in heard if each.result.outcome == "passed"]
            rules: tuple[str, ...] = ()
            while failed and len(rules) < MOST_RULES:
                best = max(self._gains(edition, rules, failed, passed), default=None)
                if best is None:
                    break
                _, rule, explained = best
                rules = (*rules, rule)
                failed = [each for each in failed if each.case.id not in explained]
            if rules:
                yield self._fit(edition, rules, heard)

    def _gains(
        self, edition: str, rules: tuple[str, ...], failed: list[_Heard], passed: list[_Heard]
    ) -> Iterator[tuple[int, str, frozenset[str]]]:
        """Every further house rule that explains more than it contradicts."""
        for rule in _further_rules(edition, rules):
            turned = " ".join([edition, *rules, rule])
            right = [each for each in failed if self._outcome(each, turned) == "passed"]
            if not right:
                continue
            tellers = [each for each in passed if _depends(each.case, rule)][:MOST_PASSES]
            against = sum(self._outcome(each, turned) == "failed" for each in tellers)
            if len(right) > against:
                names = frozenset(each.case.id for each in right)
                yield len(right) - against, rule, names

    def _outcome(self, heard: _Heard, edition: str) -> Outcome | None:
        """What the answers are worth by a house edition; None if they cannot be compared."""
        there = self._case_in(heard.case, edition)
        result = self._judge(there, heard) if there is not None else None
        return result.outcome if result is not None else None

    def _judge(self, there: Case, heard: _Heard) -> Result | None:
        """The result by a house edition; None where the engine goes on and the edition cannot."""
        asked = len(self._engine.questions_for(there))
        given, rest = heard.answers[:asked], heard.answers[asked:]
        if not all(isinstance(each, dict) and each.get("refused") for each in rest):
            return None
        return judge(there, given, self._engine)

    def _case_in(self, case: Case, edition: str) -> Case | None:
        """The case with the answers of a house edition, up to a move that is refused there.

        None if it cannot be asked there at all.
        """
        try:
            there = case.in_edition(edition)
            answers = Adapter().run(there.to_json())
        except TikalError:
            return None
        questions = [
            evolve(question, expect=_part(question.expect, *answer.values()))
            for question, answer in zip(there.questions, answers, strict=True)
            if "refused" not in answer
        ]
        if not questions:
            return None
        return evolve(there, questions=tuple(questions))

    def _fit(self, edition: str, rules: tuple[str, ...], heard: list[_Heard]) -> Fit:
        turned, scorer = " ".join([edition, *rules]), Scorer()
        explained = contradicted = 0
        for each in heard:
            result = each.result
            depends = any(_depends(each.case, rule) for rule in rules)
            matters = depends or result.outcome == "failed"
            there = self._case_in(each.case, turned) if matters else None
            if there is not None and (judged := self._judge(there, each)):
                result = judged
                explained += (each.result.outcome, result.outcome) == ("failed", "passed")
                contradicted += (each.result.outcome, result.outcome) == ("passed", "failed")
            scorer.add(result.outcome, result.clauses, result.detail)
        return Fit(edition, rules, explained, contradicted, scorer.score())


def _depends(case: Case, rule: str) -> bool:
    """Whether a case depends on the switch of a house rule, in whatever edition it was made."""
    switch = rule.partition("=")[0]
    return any(other.partition("=")[0] == switch for other in case.not_with)


def _part(expected: Json, answer: Json) -> Json:
    """Of an object only what the question is about."""
    if isinstance(expected, dict) and isinstance(answer, dict):
        return {key: answer[key] for key in expected}
    return answer


def _further_rules(edition: str, rules: tuple[str, ...]) -> Iterator[str]:
    """Every house rule about a switch that is not turned yet."""
    taken = {rule.partition("=")[0] for rule in rules}
    for switch in SWITCHES:
        if switch.name in taken:
            continue
        values: list[SwitchValue] = list(switch.values)
        if switch.name == "tiebreak":
            orders = {edition.tiebreak for edition in EDITIONS.values()}
            values = sorted(orders | {(each,) for each in CRITERIA})
        for value in values:
            if write_edition(house(edition, **{switch.name: value})) != edition:
                yield switch.rule(value)
