"""Playing with an engine that draws by itself: it gets every other move, and is asked for draws.

Such an engine keeps its game from one request to the next. What it drew cannot be drawn again, so
a difference cannot be asked about after fewer moves. Instead further games are played, each as long
as the shortest so far, in which the same is tried wherever it can be.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from attrs import evolve

import tikal
from tikal.conformance.adapter import facts
from tikal.conformance.case import Case, Question
from tikal.conformance.fuzzing.policies import DIRECTIONS, restricted_to
from tikal.conformance.fuzzing.probes import LEGAL_OF_A_KIND, Probe
from tikal.conformance.fuzzing.setups import GameSetup, game_case, verdict_on
from tikal.conformance.fuzzing.similar_positions import same_refusal
from tikal.conformance.protocol.engine_info import EngineInfo
from tikal.conformance.referee.forbidding import forbidding
from tikal.conformance.referee.judge import case_result, cut, judge
from tikal.conformance.report import Json, Result
from tikal.conformance.report.causes import fault_of
from tikal.conformance.report.scoring import Tally
from tikal.editions import read_edition
from tikal.moves import Move, parse_move
from tikal.rules.length import most_moves
from tikal.state import State

Ask = Callable[[Mapping[str, Json]], Sequence[Json]]
#: Given a position and chance, moves to try that break a clause.
Choose = Callable[[State, random.Random], Iterable[Probe]]
Wrong = tuple[Case, Result]
#: Shorter games are looked for this long.
SECONDS: Final = 15.0


def shortest_again(engine: EngineInfo, ask: Ask, setup: GameSetup, wrong: Wrong) -> Wrong:
    """The same difference in a shorter game, if one is found: a game in each direction is tried."""
    stop = time.monotonic() + SECONDS
    probe = _probe_like(wrong[0])
    for direction in DIRECTIONS:
        if time.monotonic() >= stop:
            break
        other = SelfDrawingGame(engine, ask, evolve(setup, direction=direction), probe)
        found = other.play(len(wrong[0].moves or ()) - 1)
        if found is not None and _is_alike(found, wrong):
            wrong = found
    return wrong


def _is_alike(one: Wrong, other: Wrong) -> bool:
    (case, result), (before, known) = one, other
    alike = (case.clauses, case.questions[0].ask) == (before.clauses, before.questions[0].ask)
    return alike and fault_of(result) == fault_of(known)


def _probe_like(case: Case) -> Choose:
    """Tries what is refused as in a case, if that asks for a verdict; nothing otherwise."""
    [question] = case.questions
    if question.ask != "check" or not question.expect:
        return lambda _state, _rng: ()
    move = parse_move(str(question.about["move"]))
    keys = tuple(each.key for each in tikal.check(case.state_at(0), move))

    def probe(state: State, rng: random.Random) -> Iterable[Probe]:
        found = same_refusal(state, type(move), keys, rng)
        return [] if found is None else [Probe(0, found, case.clauses, keys[0])]

    return probe


class SelfDrawingGame:
    """One game with such an engine."""

    def __init__(self, engine: EngineInfo, ask: Ask, setup: GameSetup, probe: Choose) -> None:
        self._engine, self._ask, self._setup, self._probe = engine, ask, setup, probe
        self._rng = random.Random(setup.seed)
        self._policy = restricted_to(engine, DIRECTIONS[setup.direction])
        edition = read_edition(setup.edition)
        self._state = tikal.new_game(setup.players, edition, setup.auction, 1)
        self._unsent: list[str] = []
        self._has_begun = False
        #: Whether the engine does not say what it draws: then no game goes on.
        self._is_stuck = False
        #: Whether the engine made the move that it was asked about last.
        self._is_made = False
        self.moves: list[str] = []
        self.tally = Tally()
        self._permitted: Counter[type[Move]] = Counter()
        #: How often the engine answered about each refusal, by its key.
        self.tried: Counter[str] = Counter()

    def play(self, most: int | None = None) -> Wrong | None:
        """Play to the end, to `most` moves, or to the first difference, which is returned."""
        if most is None:
            most = len(self.moves) + most_moves(self._state)
        while self._state.phase != "over" and len(self.moves) < most and not self._is_stuck:
            wrong = self._at_chance() if self._state.to_move is None else self._choose()
            if wrong is not None:
                return wrong
        return None

    def _choose(self) -> Wrong | None:
        """Make a move, after moves that break a clause have been tried."""
        for probe in self._probe(self._state, self._rng):
            answered = self.tally.answered
            wrong = self._put(verdict_on(probe.move, list(probe.clauses)), probe.clauses)
            self.tried[probe.key] += self.tally.answered - answered
            if wrong is not None:
                return wrong
        move = self._policy(self._state, tikal.legal_moves(self._state), self._rng)
        wrong = self._permit(move)
        if wrong is not None:
            return wrong
        self._make(move)
        return self._put(Question("state", facts(self._state)))

    def _permit(self, move: Move) -> Wrong | None:
        """Ask whether the move that will be made is legal; an engine that tries has made it."""
        clauses = forbidding(type(move))
        self._permitted[type(move)] += 1
        if not clauses or self._permitted[type(move)] > LEGAL_OF_A_KIND:
            return None
        return self._put(verdict_on(move, []), clauses)

    def _at_chance(self) -> Wrong | None:
        """Ask the engine what it draws, and draw that."""
        legal = [str(move) for move in tikal.legal_moves(self._state)]
        [answer] = self._request({"ask": "draw"})
        if isinstance(answer, dict) and answer.get("skip") is not None:
            self._is_stuck = True
            return None
        drawn = answer.get("move") if isinstance(answer, dict) else None
        if drawn not in legal:
            case = self._case(Question("draw", legal))
            result = judged_draw(case, answer)
            self.tally.add(result.detail)
            return case, result
        self._state = tikal.apply(self._state, parse_move(str(drawn)))
        self.moves.append(str(drawn))
        return None

    def _make(self, move: Move) -> None:
        self._state = tikal.apply(self._state, move)
        self.moves.append(str(move))
        if not self._is_made:
            self._unsent.append(str(move))
        self._is_made = False

    def _put(self, question: Question, clauses: tuple[str, ...] = ()) -> Wrong | None:
        """Ask a question about the position reached; the case and its result if that is wrong."""
        case = self._case(question, clauses)
        if not self._engine.questions_for(case):
            return None
        asked = question.to_json()
        if question.ask == "check" and self._engine.tries:
            asked["ask"] = "apply"
        answers = self._request(asked)
        self._is_made = asked["ask"] == "apply" and _is_yes(answers)
        result = judge(case, answers, self._engine)
        self.tally.add(result.detail)
        return (case, result) if result.outcome in ("failed", "errored") else None

    def _request(self, question: dict[str, Json]) -> Sequence[Json]:
        """The answer in the game that goes on, after the moves not yet sent."""
        then: dict[str, Json] = {"then": list(self._unsent)} if self._unsent else {}
        first = game_case(self._setup, (), (), ()).to_json((), positions=False)
        request = {**first, "goes_on": self._has_begun, "questions": [{**then, **question}]}
        self._has_begun, self._unsent = True, []
        return self._ask(request)

    def _case(self, question: Question, clauses: tuple[str, ...] = ()) -> Case:
        """The question after all moves; the last of them is a part of one about the state."""
        if question.ask == "state":
            last = evolve(question, then=tuple(self.moves[-1:]))
            return game_case(self._setup, self.moves[:-1], (last,), ())
        return game_case(self._setup, self.moves, (question,), clauses)


def _is_yes(answers: Sequence[Json]) -> bool:
    return bool(answers) and isinstance(answers[0], dict) and answers[0].get("legal") is True


def judged_draw(case: Case, answer: Json) -> Result:
    """The result of a draw that cannot be."""
    drawn = answer.get("move") if isinstance(answer, dict) else None
    failure: dict[str, Json] = {
        "question": "draw",
        "number": 0,
        "expected": case.questions[0].expect,
        "got": cut(drawn),
        "clauses": [],
    }
    message = f"draws {drawn!r:.40}, which cannot be drawn now"
    return case_result(case, "failed", message, failures=[failure], asked=1, answered=1, right=0)
