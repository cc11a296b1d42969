"""Playing with an engine: games that nobody has published, until it differs from the rules.

The kit makes the games by its own rules, at random and directed, lets the engine follow them, and
asks on the way for what it can answer; moves that break one clause are tried too, those first that
were tried least. A difference is shrunk to a short game and is a case like the published ones.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve

import tikal
from tikal._support.wording import counted
from tikal.bots.policies import pick
from tikal.conformance.adapter import facts
from tikal.conformance.cases import Case, Question
from tikal.conformance.fuzzing.candidates import KINDS, candidates
from tikal.conformance.fuzzing.policies import DIRECTIONS, within
from tikal.conformance.fuzzing.self_drawing import Companion, shortest_again
from tikal.conformance.fuzzing.setups import Setting, game_case, verdict_on
from tikal.conformance.fuzzing.shrink import loaded, shrink
from tikal.conformance.fuzzing.similar_positions import situations
from tikal.conformance.protocol.engine_info import Engine
from tikal.conformance.referee.session import run_case
from tikal.conformance.report import Json, Outcome, Result
from tikal.conformance.report.causes import fault_of
from tikal.conformance.report.scoring import PERMISSION, REFUSAL
from tikal.editions import read_edition
from tikal.engine import TABLE, Replay
from tikal.moves import Move, parse_move
from tikal.notation.positions import format_position
from tikal.state import State

Ask = Callable[[Mapping[str, Json]], Sequence[Json]]
#: A game is asked about in parts of this many moves, each a request of its own.
PART: Final = 40
#: In a game, this many forbidden moves are tried, and each way of being forbidden this often.
PROBES: Final = 60
PROBES_OF_A_KEY: Final = 3
#: Of the candidates of a kind, this many are looked at in a position.
CANDIDATES: Final = 40
#: Every so many moves an engine that can list the legal moves is asked to.
LIST_EVERY: Final = 3


#: The clauses that can refuse a move at its moment.
_REFUSING: Final = {rule.clause for row in TABLE.values() for rule in row.rules}


class Player:
    """Plays games with an engine, and keeps what has been tried and what was found."""

    def __init__(self, engine: Engine, ask: Ask) -> None:
        self.engine, self.ask = engine, ask
        #: How often each refusal was tried, by its key.
        self.tried: Counter[str] = Counter()
        #: The differences found, by the clause and the fault; each is shrunk once.
        self.found: dict[tuple[str, str], Case] = {}
        self.moves = 0

    def play(self, setting: Setting) -> Iterator[Result]:
        """Play one game: a result for each difference that is new, then one for the game."""
        if self.engine.own_draws:
            yield from self._companion(setting)
            return
        game = self._game(setting)
        wrong = asked = right = 0
        for case in self._cases(setting, game):
            result = run_case(case, self.engine, self.ask)
            asked += int(result.detail.get("asked", 0))
            right += int(result.detail.get("right", 0))
            if result.outcome == "errored":
                yield evolve(result, subject=f"{setting.name}/{len(case.moves or ())}")
                return
            if result.outcome == "failed":
                wrong += 1
                yield from self.difference(case, result)
                if len(case.questions) > 1:
                    break  # from here on the engine is in another position
        self.moves += len(game.steps)
        yield self.game_result(setting, bool(wrong), asked, right)

    def _companion(self, setting: Setting) -> Iterator[Result]:
        """Play one game with an engine that draws by itself."""

        def probe(state: State, rng: random.Random) -> list[tuple[Move, list[str]]]:
            return self.probes([state], rng, most=1).get(0, [])

        companion = Companion(self.engine, self.ask, setting, probe)
        wrong = companion.play()
        self.moves += len(companion.moves)
        if wrong is not None:
            case, result = wrong
            key = _key(case, result)
            if key not in self.found:
                if result.outcome == "failed":
                    case, result = shortest_again(self.engine, self.ask, setting, wrong)
                self.found[key] = evolve(case, id=f"{setting.name}/found-{len(self.found) + 1}")
                yield _seen(self.found[key], result)
        yield self.game_result(
            setting, wrong is not None, companion.asked, companion.asked - (wrong is not None)
        )

    def game_result(self, setting: Setting, is_wrong: bool, asked: int, right: int) -> Result:
        """The result of a game; a difference has a result of its own, and its game is skipped."""
        detail: dict[str, Json] = {"origin": "game", "asked": asked, "answered": asked}
        outcome: Outcome = "skipped" if is_wrong else "passed"
        message = "the engine differs from the rules, as was found" if is_wrong else ""
        about = ("case", setting.name, outcome, setting.edition, (), message)
        return Result(*about, {**detail, "right": right})

    def verdicts(self, edition: str) -> Iterator[Result]:
        """A result for each clause that was tried, so that play shows clauses as cases do."""
        wrong = {clause for clause, _ in self.found}
        for clause in sorted({key.partition("/")[0] for key in self.tried}):
            if clause not in wrong:  # legal moves of every kind were made on the way
                asked = sum(n for key, n in self.tried.items() if key.startswith(f"{clause}/"))
                detail: dict[str, Json] = {
                    "origin": "game",
                    **dict.fromkeys(("asked", "answered", "right"), asked),
                    "marks": [PERMISSION, REFUSAL + clause],
                }
                yield Result("case", f"play/{clause}", "passed", edition, (clause,), "", detail)

    def _game(self, setting: Setting) -> Replay:
        edition = read_edition(setting.edition)
        opening = tikal.new_game(setting.players, edition, setting.auction, 1)
        policy = within(self.engine, DIRECTIONS[setting.direction])
        return tikal.play(opening, policy, setting.seed)

    def coverage(self) -> str:
        """What was tried, and the clauses that could refuse something and were not."""
        tried = {key.partition("/")[0] for key in self.tried}
        left = sorted(_REFUSING - tried)
        sentence = (
            f"Played {counted(self.moves, 'move')}; forbidden moves tried: "
            f"{self.tried.total()}, in {counted(len(self.tried), 'way')} of breaking "
            f"{counted(len(tried), 'clause')}."
        )
        return f"{sentence} Not shown by play: {', '.join(left)}." if left else sentence

    # --- what is asked -------------------------------------------------------------------------

    def _cases(self, setting: Setting, game: Replay) -> Iterator[Case]:
        """The game in parts, with moves that break a clause; those are asked first."""
        moves = [str(step.move) for step in game.steps]
        states = [step.state for step in game.steps[:-1]]
        probes = self.probes(states, random.Random(setting.seed))
        for place in range(0, len(moves), PART):
            for number in range(place, min(place + PART, len(moves))):
                for move, clauses in probes.get(number - 1, ()):
                    question = verdict_on(move, clauses)
                    yield game_case(setting, moves[:number], (question,), tuple(clauses))
            steps = game.steps[place : place + PART]
            questions: list[Question] = []
            waiting: tuple[str, ...] = ()
            for number, step in enumerate(steps, start=place):
                waiting += (str(step.move),)
                found = self._questions(step.state, waiting, number)
                questions += found
                waiting = () if found else waiting
            if waiting:  # nothing can be asked but whether the last move can be made
                questions.append(Question("check", [], waiting[:-1], {"move": waiting[-1]}))
            yield game_case(setting, moves[:place], tuple(questions), ())

    def _questions(self, state: State, then: tuple[str, ...], number: int) -> list[Question]:
        """What is asked after some moves, if anything can be asked there."""
        asks = self.engine.asks
        questions: list[Question] = []
        if "state" in asks:
            questions.append(Question("state", facts(state), then))
            then = ()
        if "legal_moves" in asks and number % LIST_EVERY == 0:
            legal = [str(each) for each in tikal.legal_moves(state)]
            questions.append(Question("legal_moves", legal, then))
            then = ()
        if "score" in asks and number % PART == 0:
            for seat in state.scores:
                points = tikal.score(state, seat).total
                questions.append(Question("score", points, then, {"seat": seat}))
                then = ()
        return questions

    def probes(
        self, states: Sequence[State], rng: random.Random, most: int = PROBES
    ) -> dict[int, list[tuple[Move, list[str]]]]:
        """Moves that break one clause each, by where they are tried, those tried least first."""
        if not {"check", "apply"} & {*self.engine.asks}:
            return {}
        open_: dict[str, list[tuple[int, Move, str]]] = {}
        for number, state in enumerate(states):
            for move in _candidates(state, rng):
                if not self.engine.takes(state, move):
                    continue
                broken = tikal.check(state, move)
                if len(broken) == 1:
                    place = open_.setdefault(broken[0].key, [])
                    place.append((number, move, broken[0].clause))
        probes: dict[int, list[tuple[Move, list[str]]]] = {}
        for key in sorted(open_, key=lambda key: (self.tried[key], key)):
            chosen = [pick(rng, open_[key]) for _ in range(min(PROBES_OF_A_KEY, most))]
            for number, move, clause in dict.fromkeys(chosen):
                probes.setdefault(number, []).append((move, [clause]))
            most -= len(chosen)
            self.tried[key] += len(chosen)
        return probes

    # --- what is found -------------------------------------------------------------------------

    def difference(self, case: Case, result: Result) -> Iterator[Result]:
        """The first wrong answer of a case as a short case of its own, unless it is known."""
        single = self._single(case, result)
        judged = run_case(single, self.engine, self.ask)
        if judged.outcome != "failed":  # it depends on what was asked before
            single, judged = case, result
        key = _key(single, judged)
        if key in self.found:
            return
        self.found[key] = single  # found while it is shrunk, so that it is not found again
        if len(single.questions) == 1:
            single, judged = self._shrunk(single)
        single = evolve(single, id=f"{case.id}/found-{len(self.found)}")
        self.found[key] = single
        yield _seen(single, judged)

    def _shrunk(self, case: Case) -> tuple[Case, Result]:
        """The question about the position alone where that can be loaded, or after a short game."""

        def ask(other: Case) -> Result:
            return run_case(other, self.engine, self.ask)

        alone = loaded(case, ask) if self.engine.positions else None
        return alone or shrink(case, ask, situations(case, self._short_games(case)))

    def _short_games(self, case: Case) -> Iterator[Replay]:
        """Games of the same kind that end before the case does, one in each direction."""
        opening = tikal.new_game(case.players, read_edition(case.edition), case.auction, case.start)
        for seed, policy in enumerate(DIRECTIONS.values()):
            limit = len(case.moves or ())
            yield tikal.play(opening, within(self.engine, policy), seed, limit)

    def _single(self, case: Case, result: Result) -> Case:
        """The case with the wrong answer alone, all moves before it in `moves`."""
        match result.detail.get("failures"):
            case [{"number": int(number), "expected": "a legal move", "got": str(got)}, *_]:
                refused = got.removesuffix(" refused")
                return self._at_refusal(case, refused) or _alone(case, number)
            case [{"number": int(number)}, *_]:
                return _alone(case, number)
        return case

    def _at_refusal(self, case: Case, refused: str) -> Case | None:
        """The case before the move that was refused on the way, with the verdict on that move."""
        if not {"check", "apply"} & {*self.engine.asks}:
            return None
        line = [*(case.moves or ()), *(move for q in case.questions for move in q.then)]
        for number, move in enumerate(line):
            if move == refused:
                there = evolve(
                    case,
                    moves=tuple(line[:number]),
                    questions=(verdict_on(parse_move(move), []),),
                    clauses=_clauses_of(parse_move(move)),
                )
                if run_case(there, self.engine, self.ask).outcome == "failed":
                    return there
        return None


def _alone(case: Case, number: int) -> Case:
    """One question, with every move before it in `moves` but the last."""
    question = case.only(number)
    then = list(question.then)
    last = then[-1:] if question.ask == "state" else []
    moves = (*(case.moves or ()), *then[: len(then) - len(last)])
    return evolve(case, moves=moves, questions=(evolve(question, then=tuple(last)),))


def _seen(case: Case, result: Result) -> Result:
    """The result under the name of its case, with the position before what is asked."""
    at = format_position(case.state_at(-1))
    return evolve(result, subject=case.id, detail={**result.detail, "at": at})


def _key(case: Case, result: Result) -> tuple[str, str]:
    """What tells one difference from another: the clause or the kind of move, and the fault."""
    return "".join(case.clauses) or _verb(case), fault_of(result)


def _verb(case: Case) -> str:
    question = case.questions[-1]
    words = [*question.then[-1:], str(question.about.get("move", "")), question.ask]
    return next(word.split()[0] for word in words if word)


def _clauses_of(move: Move) -> tuple[str, ...]:
    """The clauses that can forbid such a move at the right moment."""
    return tuple(dict.fromkeys(rule.clause for rule in TABLE[type(move)].rules))


def _candidates(state: State, rng: random.Random) -> Iterator[Move]:
    for kind in KINDS:
        every = list(candidates(state, kind))
        yield from (every if len(every) <= CANDIDATES else rng.sample(every, CANDIDATES))


def play_games(player: Player, games: Iterator[Setting], seconds: float) -> Iterator[Result]:
    """Play one game after the other until the time is up; the last one is finished."""
    stop = time.monotonic() + seconds
    edition = ""
    for setting in games:
        edition = setting.edition
        yield from player.play(setting)
        if time.monotonic() >= stop:
            break
    yield from player.verdicts(edition)
