"""Which edition and which readings fit an engine best, if not those that it claims.

An engine that plays another edition or reading fails wherever that decides. So its answers are
judged by every printed edition, and by that edition with house rules, one after the other as they
explain most. The description with the fewest wrong answers is named; of several the one with the
fewest house rules, and then the edition that the engine claims.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import evolve, field, frozen

from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import Case
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.conformance.referee.judge import judge
from tikal.conformance.report import Json, Result
from tikal.conformance.report.scoring import EngineScore, Scorer
from tikal.editions import CRITERIA, EDITIONS, SWITCHES, Switch, SwitchValue, read_edition, title_of
from tikal.errors import TikalError

#: More house rules than these are not a reading but another game.
MAX_RULES: Final = 3


@frozen
class RuleSet:
    """A printed edition, perhaps with house rules."""

    edition: str
    rules: tuple[str, ...] = ()
    #: Every switch with its value.
    switches: dict[str, SwitchValue] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "switches", read_edition(self.key).switches())

    @property
    def key(self) -> str:
        """As a record writes it."""
        return " ".join([self.edition, *self.rules])

    def __str__(self) -> str:
        rules = " and ".join(rule.replace("=", " = ") for rule in self.rules)
        return f"{title_of(self.edition)} with {rules}" if rules else title_of(self.edition)


@frozen
class Fit:
    """The rules that an engine follows where it claims an edition."""

    claimed: str
    rule_set: RuleSet
    #: Other printed editions that fit as well with the same rules: no answer tells them apart.
    alike: tuple[str, ...]
    #: The number of failed cases that are right by the reading, and of passed ones that are wrong.
    explained: int
    contradicted: int
    score: EngineScore

    def __str__(self) -> str:
        other = (
            "" if self.rule_set.edition == self.claimed else f", not as {title_of(self.claimed)}"
        )
        cases = f"{self.explained} of its wrong cases are right by that"
        against = f", {self.contradicted} right ones wrong" if self.contradicted else ""
        shown = f"{self.score.shown} of {self.score.clauses} clauses would be shown"
        same = " or ".join(map(title_of, self.alike))
        indistinguishable = f"; nothing asked tells it from {same}" if same else ""
        return f"answers as {self.rule_set}{other}: {cases}{against}; {shown}{indistinguishable}"


@frozen
class _AnsweredCase:
    """A case in a printed edition, with what the engine answered."""

    case: Case
    answers: Sequence[Json]
    result: Result
    #: The switches that its answers depend on, in whatever edition it was made.
    depends: tuple[str, ...]

    def values(self, rule_set: RuleSet) -> tuple[SwitchValue, ...]:
        """The part of a reading that decides this case."""
        return tuple(rule_set.switches[name] for name in self.depends)


class Fitter:
    """Listens to a run and says in the end what fits."""

    def __init__(self, engine: EngineInfo) -> None:
        self._engine = engine
        self._answered: dict[str, list[_AnsweredCase]] = {}
        self._judged: dict[tuple[str, tuple[SwitchValue, ...]], Result | None] = {}

    def on_answer(self, case: Case, answers: Sequence[Json], result: Result) -> None:
        """Remember a case that was answered."""
        if case.edition in EDITIONS and case.origin != "game":
            depends = tuple(sorted({rule.partition("=")[0] for rule in case.not_with}))
            answered = _AnsweredCase(case, answers, result, depends)
            self._answered.setdefault(case.edition, []).append(answered)
            self._judged[case.id, answered.values(RuleSet(case.edition))] = result

    def fits(self) -> Iterator[Fit]:
        """For each claimed edition whose failures another reading explains, the one that does."""
        for claimed, answered in self._answered.items():
            telling = [
                each
                for each in answered
                if each.depends and each.result.outcome in ("passed", "failed")
            ]
            if any(each.result.outcome == "failed" for each in telling):
                rule_sets = self._rule_sets(claimed, telling)
                best = min(
                    rule_sets, key=lambda each: (self._wrong(each, telling), len(each.rules))
                )
                if best != RuleSet(claimed):
                    yield self._fit(claimed, best, answered, telling)

    def _rule_sets(self, claimed: str, telling: Sequence[_AnsweredCase]) -> Iterator[RuleSet]:
        """The readings to choose from, those of the claimed edition first."""
        for edition in _printed(claimed):
            best = RuleSet(edition)
            yield best
            while len(best.rules) < MAX_RULES:
                further = min(
                    _further(best), key=lambda each: self._wrong_beside(best, each, telling)
                )
                if self._wrong_beside(best, further, telling) >= 0:
                    break
                best = further
                yield best

    def _wrong(self, rule_set: RuleSet, telling: Iterable[_AnsweredCase]) -> int:
        """The number of these cases that a reading fails."""
        return sum(not self._is_passed(each, rule_set) for each in telling)

    def _wrong_beside(
        self, best: RuleSet, further: RuleSet, telling: Iterable[_AnsweredCase]
    ) -> int:
        """The number of further cases that fail with one more house rule."""
        name = further.rules[-1].partition("=")[0]
        decided = [each for each in telling if name in each.depends]
        return self._wrong(further, decided) - self._wrong(best, decided)

    def _is_passed(self, answered: _AnsweredCase, rule_set: RuleSet) -> bool:
        """Whether a case is right by a reading; one that cannot be compared is left as it was.

        An auction that was played is wrong where there are none.
        """
        result = self._result(answered, rule_set)
        if result is not None:
            return result.outcome == "passed"
        is_played = answered.result.outcome == "passed"
        has_auction = bool(rule_set.switches["has_auction"])
        return is_played and (has_auction or not answered.case.auction)

    def _result(self, answered: _AnsweredCase, rule_set: RuleSet) -> Result | None:
        """The result by a reading; None if there is no such position, or the game goes no further.

        What a case depends on is turned; the rest of a reading makes no difference to it.
        """
        key = (answered.case.id, answered.values(rule_set))
        if key not in self._judged:
            there = _case_by(answered.case, rule_set.key)
            self._judged[key] = self._judge(there, answered) if there is not None else None
        return self._judged[key]

    def _judge(self, there: Case, answered: _AnsweredCase) -> Result | None:
        """The result by a reading; None where the engine goes on and the reading cannot."""
        asked = len(self._engine.questions_for(there))
        given, rest = answered.answers[:asked], answered.answers[asked:]
        if not all(isinstance(each, dict) and each.get("refused") for each in rest):
            return None
        return judge(there, given, self._engine)

    def _fit(
        self,
        claimed: str,
        rule_set: RuleSet,
        answered: Iterable[_AnsweredCase],
        telling: Sequence[_AnsweredCase],
    ) -> Fit:
        scorer = Scorer()
        for each in answered:
            result = self._result(each, rule_set)
            if result is not None:  # otherwise it is not a case of that edition
                scorer.add(result.outcome, result.clauses, result.detail)
        verdicts = [
            (each.result.outcome == "passed", self._is_passed(each, rule_set)) for each in telling
        ]
        others = (RuleSet(key, rule_set.rules) for key in EDITIONS if key != rule_set.edition)
        now = [there for _, there in verdicts]
        return Fit(
            claimed,
            rule_set,
            tuple(o.edition for o in others if [self._is_passed(e, o) for e in telling] == now),
            explained=sum(there and not here for here, there in verdicts),
            contradicted=sum(here and not there for here, there in verdicts),
            score=scorer.score(),
        )


def _case_by(case: Case, edition: str) -> Case | None:
    """The case with the answers of an edition, up to a move that is refused there.

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
    return evolve(there, questions=tuple(questions)) if questions else None


def _part(expected: Json, answer: Json) -> Json:
    """Of an object only what the question is about."""
    if isinstance(expected, dict) and isinstance(answer, dict):
        return {key: answer[key] for key in expected}
    return answer


def _printed(claimed: str) -> list[str]:
    """The printed editions that play differently, the claimed one first."""
    found: list[str] = []
    for key in sorted(EDITIONS, key=lambda key: key != claimed):
        if EDITIONS[key].switches() not in [EDITIONS[other].switches() for other in found]:
            found.append(key)
    return found


def _further(rule_set: RuleSet) -> Iterator[RuleSet]:
    """The reading with one more house rule, about a switch that is not turned yet."""
    taken = {rule.partition("=")[0] for rule in rule_set.rules}
    for switch in SWITCHES:
        if switch.name not in taken:
            for value in _values(switch):
                if value != rule_set.switches[switch.name]:
                    yield RuleSet(rule_set.edition, (*rule_set.rules, switch.rule(value)))


def _values(switch: Switch) -> Iterable[SwitchValue]:
    """The values of a switch, those of printed editions first."""
    every: list[SwitchValue] = list(switch.values)
    if switch.ranked:
        every = [(each,) for each in CRITERIA]
    return dict.fromkeys([*switch.editions.values(), *every])
