"""What a report calls shown follows from the answers that the engine gave, and from nothing else.

Engines that answer now and then, or not at all, are heard at the door: what they were asked and
what they answered decides, counted here once more from the rules alone.
"""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from attrs import define, evolve, field
from hypothesis import given
from hypothesis import settings as settings_of
from hypothesis import strategies as st

import tikal
from tests.conformance.kit_cases import every_case
from tests.conformance.logs import shown as on_a_terminal
from tests.engines import STRANGERS
from tests.engines.strangers import Guesses
from tests.sample import WHOLE
from tikal.conformance.adapter import Adapter
from tikal.conformance.case import Case
from tikal.conformance.fuzzing.fuzz import Fuzzer, limits_of_play, play_games
from tikal.conformance.fuzzing.setups import game_setups
from tikal.conformance.protocol.engine_info import EngineInfo, engine_from_json
from tikal.conformance.referee.at_work import clauses_at_work, ways_at_work
from tikal.conformance.referee.forbidding import forbidding
from tikal.conformance.referee.session import run_case
from tikal.conformance.referee.ways import needed_marks, refused_ways
from tikal.conformance.report import OUTCOMES, Header, Json, Log, Outcome, Result, Writer, read
from tikal.conformance.report.scoring import (
    PERMISSION,
    REFUSAL,
    TURNS,
    Scorer,
    Tally,
    effects_of,
    refusing_clauses,
)
from tikal.editions import EDITIONS
from tikal.engine import TABLE
from tikal.moves import Move
from tikal.notation.documents import position_from_json
from tikal.rules.order import SEQUENCE
from tikal.state import State

RIO = "rio-grande-1999"


def engine_of(adapter: Adapter, **less: Json) -> EngineInfo:
    full = adapter.start()
    return engine_from_json({**full, "capabilities": {**full["capabilities"], **less}})


def scored(results: Iterable[Result]) -> dict[str, bool]:
    """The clauses in scope, and whether they are shown."""
    scorer = Scorer()
    for result in results:
        scorer.add(result.outcome, result.clauses, result.detail)
    return scorer.in_scope()


def shown(results: Iterable[Result]) -> set[str]:
    return {clause for clause, is_shown in scored(results).items() if is_shown}


# --- an engine that is heard at the door -------------------------------------------------------


_ORDER = {rule.clause for rule in SEQUENCE}


@define
class Door:
    """Stands before an engine that says legal or illegal, and notes every verdict it gives."""

    adapter: Adapter
    #: Of 100 questions, how many are skipped and how many are answered wrongly.
    skips: int
    lies: int
    seed: int = 0
    #: The clauses that the case at hand is about.
    about: frozenset[str] = frozenset()
    heard: list[tuple[State, str, int | None, bool, Set[str]]] = field(factory=list)
    #: The clauses whose effects are asked about, and those of right and of wrong answers.
    turning: frozenset[str] = frozenset()
    turned: set[str] = field(factory=set)
    not_turned: set[str] = field(factory=set)
    #: The ways in which clauses were at work in legal moves that such questions were about.
    effects_permit: set[str] = field(factory=set)

    def ask(self, case: Mapping[str, Json]) -> Sequence[Json]:
        given: list[dict[str, Json]] = []
        for question, answer in zip(case["questions"], self.adapter.run(case), strict=True):
            about = json.dumps([case.get("moves"), case.get("position"), question])
            luck = zlib.crc32(f"{self.seed}{about}".encode()) % 100
            if luck < self.skips or "clauses" not in answer:
                given.append({"skip": "not today"})
                continue
            is_legal = (not answer["clauses"]) != (luck < self.skips + self.lies)
            given.append({"legal": is_legal})
            self._note(case, question, is_legal)
        return given

    def _note(self, case: Mapping[str, Json], question: Mapping[str, Json], given: bool) -> None:
        if self.turning:
            start = position_from_json(case["position"])
            state = tikal.replay(start, map(tikal.parse_move, question.get("then", ()))).state
            move = tikal.parse_move(question["move"])
            broken = tikal.check(state, move, question.get("seat"))
            is_right = given == (not broken)
            if is_right and not broken:
                self.effects_permit |= set(permitted(state, move))
            (self.turned if is_right else self.not_turned).update(self.turning)
            return
        if question["ask"] == "check" and not question.get("then"):
            state = position_from_json(case["position"])
            # in a game, a legal move is asked about for every clause that can forbid it
            about = self.about or {*forbidding(type(tikal.parse_move(question["move"])))}
            self.heard.append((state, question["move"], question.get("seat"), given, about))

    def follows(self, engine: EngineInfo) -> set[str]:
        """The clauses that the verdicts show by the rules: refused and permitted, all rightly.

        Each way that is in force must be among them.
        Where questions turned on an effect of the clause, one of them was answered, all rightly.

        A clause of the order of events permits every legal move. A legal move that is refused is a
        wrong answer to a question of the clauses that its case is about.
        """
        refused: set[str] = set()
        allowed: set[str] = set()
        wrong: set[str] = set()
        ways = {*self.effects_permit}
        for state, text, seat, answered, about in self.heard:
            move = tikal.parse_move(text)
            broken = {each.clause for each in tikal.check(state, move, seat)}
            against = {rule.clause for rule in TABLE[type(move)].rules}
            if answered == bool(broken):
                wrong |= broken or about
            elif len(broken) == 1:
                refused |= broken
                [violation] = tikal.check(state, move, seat)
                ways.update(REFUSAL + way for way in refused_ways(state, move, violation))
            elif not broken:
                allowed |= against | _ORDER
                ways.update(permitted(state, move))
        return {
            id_
            for id_ in (refused & allowed & refusing_clauses()) - wrong - self.not_turned
            if needed_marks(id_, EDITIONS[RIO], engine) <= ways
        }


def permitted(state: State, move: Move) -> Iterator[str]:
    """The marks of a legal move."""
    for id_ in clauses_at_work(state, move):
        yield from (PERMISSION + way for way in ways_at_work(state, move, id_))


@cache
def verdicts() -> tuple[Case, ...]:
    """Cases of one edition that ask for a verdict on a position at its moment."""
    return tuple(
        case
        for case in every_case()
        if case.origin in ("witness", "near miss")
        and case.position
        and RIO in case.editions
        and all(question.ask == "check" and not question.then for question in case.questions)
        and {*case.clauses} <= _at_its_moment()
    )


@cache
def _at_its_moment() -> set[str]:
    return {rule.clause for row in TABLE.values() for rule in row.rules}


few = settings_of(max_examples=max(10, settings_of().max_examples // 4))
fewest = settings_of(max_examples=30 if WHOLE else 4)
#: Only those answer rates at which something is shown, and something is not.
rates = st.tuples(st.sampled_from((0, 30, 70, 100)), st.sampled_from((0, 2)), st.integers(0, 99))


@few
@given(rates)
def test_the_marks_of_a_run_follow_from_the_answers(rate: tuple[int, int, int]) -> None:
    skips, lies, seed = rate
    door = Door(Adapter(), skips, lies, seed)
    engine = engine_of(Adapter(), clauses=False, editions=[RIO], asks=["check"])
    clauses = random.Random(seed).sample(sorted(_at_its_moment()), 6)
    asked = [case for case in verdicts() if {*clauses} & {*case.clauses}]
    results: list[Result] = []
    for case in asked:
        door.about = frozenset(case.clauses)
        results.append(run_case(case.in_edition(RIO), engine, door.ask))
    # a case is about one clause, an answer may speak of others too
    assert shown(results) <= door.follows(engine)
    if not lies:
        about = {clause for case in asked for clause in case.clauses}
        assert shown(results) >= {
            clause for clause in door.follows(engine) & about if _has_both(asked, results, clause)
        }
    if skips == 100:
        assert shown(results) == set()
        assert sum(result.detail["answered"] for result in results) == 0


def _has_both(asked: Sequence[Case], results: Sequence[Result], clause: str) -> bool:
    """Whether whole cases about the clause were answered, both ways."""
    answered = [
        question.expect
        for case, result in zip(asked, results, strict=True)
        if clause in case.clauses and result.outcome == "passed"
        for question in case.questions
        if question.about["move"].split()[0] == case.questions[0].about["move"].split()[0]
    ]
    return [clause] in answered and [] in answered


class Patient(Fuzzer):
    """Does not shrink what it finds."""

    def _shrunk(self, case: Case) -> tuple[Case, Result]:
        return case, run_case(case, self.engine, self.ask)


class Heard(Patient):
    """Says at the door which effects it asks about."""

    door: Door
    #: By clause, the marks of the faults.
    asked_effects: dict[str, set[str]]

    def half_asked(self) -> set[str]:
        """The clauses of which some faults were asked about and others were not."""
        return {id_ for id_, marks in self.asked_effects.items() if marks < effects_of(id_)}

    def _result(self, case: Case) -> Result:
        self.door.turning = frozenset(case.clauses if case.origin == "effect" else ())
        if self.engine.questions_for(case):
            for id_ in self.door.turning:
                self.asked_effects.setdefault(id_, set()).add(TURNS + case.fault)
        return super()._result(case)


@fewest
@given(rates)
def test_the_marks_of_play_follow_from_the_answers(rate: tuple[int, int, int]) -> None:
    skips, lies, seed = rate
    door = Door(Adapter(), skips, lies, seed)
    less = {"asks": ["check"], "actions": ["deploy", "walk", "uncover", "camp", "place"]}
    engine = engine_of(Adapter(), clauses=False, editions=[RIO], **less)
    fuzzer = Heard(engine, door.ask)
    fuzzer.door, fuzzer.asked_effects = door, {}
    results = list(play_games(fuzzer, islice(game_setups(engine, RIO, seed), 1), 0))
    # where no move at the wrong moment is tried, nothing is shown of the order of events
    follows = door.follows(engine) - (_ORDER - _at_its_moment())
    follows -= ({*fuzzer.asked_effects} - door.turned) | fuzzer.half_asked()
    both = {clause for clause in shown(results) if clause in refusing_clauses()}
    assert both <= follows
    assert shown(results) - both <= door.turned - door.not_turned
    if not lies:  # a wrong answer can come from other clauses too, and takes them away
        assert both == follows
    tried = sum(fuzzer.tried.values())
    assert tried <= len(door.heard)
    if skips == 100:
        assert (tried, scored(results)) == (0, dict.fromkeys(scored(results), False))
        assert {result.outcome for result in results} == {"skipped"}


# --- logs --------------------------------------------------------------------------------------

marks = st.lists(st.sampled_from(["+", "-", "x", "o", "±", "state=1", "state=2"]), max_size=4)
clause_ids = st.sampled_from(["TEMPLE-04", "CAMP-03", "GUARD-05", "PATH-02"])
by_clause = st.dictionaries(clause_ids, marks, max_size=3)


@st.composite
def logged(draw: st.DrawFn) -> Result:
    outcome: Outcome = draw(st.sampled_from(OUTCOMES[:4]))
    evidence = draw(by_clause)
    tally = Tally(9, 9, 9, {}, {id_: {*found} for id_, found in evidence.items()})
    tally.scope = {id_: {*found} for id_, found in {**draw(by_clause), **evidence}.items()}
    about = tuple(draw(st.lists(clause_ids, max_size=2, unique=True)))
    return Result("case", "x", outcome, None, about, "", tally.detail())


@given(st.lists(logged(), max_size=6), st.lists(logged(), max_size=3), st.randoms())
def test_an_unanswered_question_changes_nothing(
    results: list[Result], others: list[Result], rng: random.Random
) -> None:
    silent = [
        evolve(each, outcome="skipped", detail={**each.detail, "evidence": {}, "answered": 0})
        for each in others
    ]
    mixed = [*results, *silent]
    rng.shuffle(mixed)
    assert shown(mixed) == shown(results)


@given(st.lists(logged(), max_size=6), logged())
def test_a_wrong_answer_takes_its_clauses_away_and_gives_none(
    results: list[Result], other: Result
) -> None:
    wrong = evolve(other, outcome="failed", detail={**other.detail, "evidence": {}})
    assert shown([*results, wrong]) == shown(results) - {*wrong.clauses}


# --- engines that know nothing -----------------------------------------------------------------


def log_of(folder: Path, name: str, way: str) -> Log:
    """The log of a short run or game with one of the strangers."""
    adapter = STRANGERS[name]()
    engine = engine_from_json(adapter.start())
    results: Iterable[Result]
    if way == "run":
        results = [run_case(case, engine, adapter.run) for case in every_case()[::7]]
    else:
        results = play_games(Patient(engine, adapter.run), islice(game_setups(engine), 1), 0)
    path = folder / "log.jsonl"
    with path.open("w", encoding="utf-8") as file, Writer(file, Header("engine", name)) as log:
        for result in results:
            log.add(result)
    return read(path)


@pytest.mark.parametrize("way", ["run", "play"])
def test_an_engine_that_skips_everything_shows_nothing(tmp_path: Path, way: str) -> None:
    log = log_of(tmp_path, "skips-everything", way)
    score = log.footer.score
    assert score is not None
    assert (score.answered, score.right, score.shown) == (0, 0, 0)
    assert score.asked > 100
    assert log.footer.passed == 0
    text = on_a_terminal(log, colours=False)
    assert "The engine answered nothing" in text
    assert "all" not in text.rpartition("clauses in scope")[0].splitlines()[-1]


@pytest.mark.parametrize("name", ["always-illegal", "always-legal"])
@pytest.mark.parametrize("way", ["run", "play"])
def test_an_engine_that_always_says_the_same_is_shown_nothing(
    tmp_path: Path, name: str, way: str
) -> None:
    log = log_of(tmp_path, name, way)
    assert log.footer.score is not None
    assert log.footer.score.shown == 0
    assert log.footer.failed > 0


def test_guessing_shows_next_to_nothing_in_games() -> None:
    """A coin is right three times about some refusal and three times about permissions."""
    shares = []
    for seed in range(3):
        adapter = Guesses(seed)
        less = {"actions": ["uncover", "camp", "guard", "deploy"], "asks": ["check"]}
        engine = engine_of(adapter, editions=[RIO], **less)
        results = list(play_games(Patient(engine, adapter.run), islice(game_setups(engine), 1), 60))
        found = scored(results)
        shares.append(sum(found.values()) / len(found))
    assert sum(shares) / len(shares) < 0.05


# --- what play can ask -------------------------------------------------------------------------


def test_missing_capabilities_for_games_are_one_sentence() -> None:
    full = engine_from_json(Adapter().start())
    assert limits_of_play(full) == (True, "")
    is_of_use, sentence = limits_of_play(evolve(full, asks=("components", "path_cost")))
    assert not is_of_use
    assert sentence == "play needs check, apply, state, score, legal_moves or position in asks"
    judge = evolve(full, actions=("walk", "place", "uncover"))
    is_of_use, sentence = limits_of_play(judge)
    assert is_of_use
    assert sentence.startswith("Play asks this engine about positions alone: actions lacks draw")
    is_of_use, sentence = limits_of_play(evolve(judge, positions=False))
    assert not is_of_use
    assert sentence.endswith("actions lacks draw and end, which every game needs")


def test_an_engine_that_judges_positions_is_asked_about_positions() -> None:
    adapter = STRANGERS["judges-positions"]()
    engine = engine_from_json(adapter.start())
    sent: list[Mapping[str, Json]] = []

    def ask(case: Mapping[str, Json]) -> Sequence[Json]:
        sent.append(case)
        return adapter.run(case)

    fuzzer = Fuzzer(engine, ask)
    results = list(play_games(fuzzer, islice(game_setups(engine), 3), 60))
    assert sent
    assert all(case["position"] and case["moves"] is None for case in sent)
    wrong = {clause for r in results if r.outcome == "failed" for clause in r.clauses}
    assert {"GUARD-04", "GUARD-11", "PLACE-02", "TEMPLE-03", "TEMPLE-04"} <= wrong
    assert len(shown(results)) > 10
    assert wrong.isdisjoint(shown(results))
