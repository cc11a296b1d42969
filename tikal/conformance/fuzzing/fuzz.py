"""Playing with an engine: unpublished games, until it differs from the rules.

The kit makes the games by its own rules, at random and directed, and asks on the way for what the
engine can answer: it lets the engine follow the moves, and tries legal moves and moves that break
one clause. An engine that loads positions is asked about those; the others are led there by moves.
What was answered counts, as in the published cases. A difference is shrunk to a short game and is a
case like the published ones.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve

import tikal
from tikal._support.wording import counted
from tikal.conformance.case import FACTS, Case
from tikal.conformance.fuzzing.game_questions import GameQuestions, opening
from tikal.conformance.fuzzing.policies import DIRECTIONS, restricted_to
from tikal.conformance.fuzzing.probes import Probe
from tikal.conformance.fuzzing.self_drawing import SelfDrawingGame, shortest_again
from tikal.conformance.fuzzing.setups import GameKind, GameSetup, verdict_on
from tikal.conformance.fuzzing.shrink import from_position, shrink
from tikal.conformance.fuzzing.similar_positions import situations
from tikal.conformance.fuzzing.slip_watch import SlipWatch
from tikal.conformance.protocol.engine_info import IN_EVERY_GAME, EngineInfo
from tikal.conformance.referee.at_work import clauses_at_work, rated
from tikal.conformance.referee.forbidding import forbidding
from tikal.conformance.referee.hypotheses import moves_to
from tikal.conformance.referee.session import run_case
from tikal.conformance.report import Json, Outcome, Result
from tikal.conformance.report.causes import fault_of
from tikal.conformance.report.diagnosis import ALL
from tikal.conformance.report.scoring import Tally, can_show
from tikal.editions import read_edition
from tikal.engine import TABLE, Replay
from tikal.moves import Move, parse_move, verb_of
from tikal.notation.positions import format_position
from tikal.state import State

Ask = Callable[[Mapping[str, Json]], Sequence[Json]]
#: Legal moves that are asked about beside one that was refused.
MAX_ALIKE: Final = 10
#: Why a game was not played to its end.
DIFFERS: Final = "the engine differs from the rules, as was found"
SLIPS: Final = "the adapter has slips, as was found"
#: The clauses that can refuse a move at its moment.
_REFUSING: Final = {rule.clause for row in TABLE.values() for rule in row.rules}


#: The questions that are asked in games; one of them must be among what the engine answers.
ASKED: Final = ("check", "apply", "state", "score", "legal_moves", "position")


def limits_of_play(engine: EngineInfo) -> tuple[bool, str]:
    """Whether anything can be asked in a game, and a sentence about what cannot; "" if all can."""
    if not {*ASKED} & {*engine.asks}:
        *most, last = ASKED
        return False, f"play needs {', '.join(most)} or {last} in asks"
    if engine.can_follow_games:
        return True, ""
    missing = " and ".join(move for move in IN_EVERY_GAME if move not in engine.actions)
    lacks = f"actions lacks {missing}, which every game needs"
    if not engine.positions:
        return False, f"play needs an engine that makes every move or loads positions: {lacks}"
    return True, f"Play asks this engine about positions alone: {lacks}."


class Fuzzer:
    """Plays games with an engine, and keeps what has been tried and what was found."""

    def __init__(self, engine: EngineInfo, ask: Ask) -> None:
        self.engine, self.ask = engine, ask
        self._questions = GameQuestions(engine)
        #: How often the engine answered about each refusal, by its key.
        self.tried: Counter[str] = Counter()
        #: The keys of the refusals that the engine has got right.
        self._refused_rightly: set[str] = set()
        #: The differences found, by the clause and the fault; each is shrunk once.
        self.found: dict[tuple[str, str], Case] = {}
        self.moves = 0
        #: By kind, how many games were played to their end.
        self.played: Counter[GameKind] = Counter()
        #: What was asked and answered in all games, and in the one that is being played.
        self.tally, self._game_tally = Tally(), Tally()
        #: Of the game that is played, the moves after which the engine was right, and by kind the
        #: legal moves that it permitted, by the clauses at work in them, and those that it refused.
        self._right_until = 0
        self._permitted: dict[str, Counter[str]] = {}
        self._refused: dict[str, list[dict[str, float]]] = {}
        self._slip_watch = SlipWatch()

    def play(self, setup: GameSetup) -> Iterator[Result]:
        """Play one game: a result for each difference that is new, then one for the game."""
        self._game_tally, self._permitted, self._refused = Tally(), {}, {}
        if self.engine.own_draws:
            end = yield from self._self_drawing_game(setup)
        else:
            end = yield from self._follow(setup)
        self.tally.add(self._game_tally.detail())
        self.played[setup.kind] += not end
        yield self.game_result(setup, end)

    def _follow(self, setup: GameSetup) -> Generator[Result, None, str]:
        """Ask about a game that the kit has made; why it was broken off, if it was."""
        game = self._game(setup)
        self.moves += len(game.steps)
        end, self._right_until = "", len(game.steps)
        for probe, case in self._questions.cases(setup, game, lambda: self._right_until):
            result = self._result(case)
            self._game_tally.add(result.detail)
            if result.outcome == "errored":
                yield evolve(result, subject=f"{setup.name}/{len(case.moves or ())}")
                return "the engine gave no proper answer"
            if probe and probe.key and result.detail["answered"]:
                self.tried[probe.key] += 1
                self._refused_rightly |= {probe.key} if result.outcome == "passed" else set()
            if result.outcome == "failed":
                end = DIFFERS
                yield from self.difference(case, result)
                if case.origin == "game" and not case.clauses:
                    self._right_until = _right_until(case, result)
            elif result.outcome == "passed":
                self._note_permitted(game, probe, case)
        return end

    def _note_permitted(self, game: Replay, probe: Probe | None, case: Case) -> None:
        """Count the legal moves that the engine has made or held for legal."""
        if probe is not None:
            steps = [] if probe.key else [(probe.place + 1, probe.move)]
        elif case.origin == "game" and case.moves is not None:
            first, until = len(case.moves), moves_to(case, len(case.questions) - 1)
            steps = [(place, game.steps[place].move) for place in range(max(first, 1), until)]
        else:
            return
        for place, move in steps:
            self._permit(game.steps[place - 1].state, move)

    def _permit(self, state: State, move: Move) -> None:
        of_kind = self._permitted.setdefault(verb_of(type(move)), Counter())
        of_kind.update((ALL, *clauses_at_work(state, move)))

    def _ask_alike(self, case: Case) -> None:
        """After a legal move was refused: ask about others of the kind in the same position."""
        [question] = case.questions
        if question.ask != "check" or question.expect or question.about.get("seat") is not None:
            return
        refused, state = parse_move(str(question.about["move"])), case.state_at(0)
        legal = [move for move in tikal.legal_moves(state) if type(move) is type(refused)]
        some = random.Random(1).sample(legal, min(len(legal), MAX_ALIKE))
        for move in some:
            there = evolve(case, questions=(evolve(question, about={"move": str(move)}),))
            if run_case(there, self.engine, self.ask).outcome == "failed":
                of_kind = self._refused.setdefault(verb_of(type(move)), [])
                of_kind.append(rated(state, move))
            else:
                self._permit(state, move)

    def _self_drawing_game(self, setup: GameSetup) -> Generator[Result, None, str]:
        """Play one game with an engine that draws by itself; why it was broken off, if it was."""
        game = SelfDrawingGame(self.engine, self.ask, setup, self.probe_here)
        wrong = game.play()
        while wrong is not None and self._learns_from(*wrong):
            game = SelfDrawingGame(self.engine, self.ask, setup, self.probe_here)
            wrong = game.play()
        self.moves += len(game.moves)
        self._game_tally, self.tried = game.tally, self.tried + game.tried
        if wrong is None:
            return ""
        case, result = wrong
        key = _key(case, result)
        if key not in self.found:
            if result.outcome == "failed":
                case, result = shortest_again(self.engine, self.ask, setup, wrong)
            self.found[key] = evolve(case, id=f"{setup.name}/found-{len(self.found) + 1}")
            yield _with_position(self.found[key], result)
        return DIFFERS

    def _result(self, case: Case) -> Result:
        """The result of a case, judged without what the adapter gets wrong in every answer."""
        result = run_case(case, self.engine, self.ask)
        return run_case(case, self.engine, self.ask) if self._learns_from(case, result) else result

    def _learns_from(self, case: Case, result: Result) -> bool:
        """Whether other slips of the adapter are known after a result."""
        before = self.engine
        self.engine = self._slip_watch.informed(self.engine, case, result)
        return self.engine is not before

    def slips(self) -> Iterator[Result]:
        """A result for each slip; a difference where it turned out to be none."""
        parts = self._slip_watch.parts
        for number, (part, (case, result)) in enumerate(self._slip_watch.first.items(), start=1):
            if not self.engine.own_draws:  # otherwise the position will not come again
                others = evolve(self.engine, slips=tuple(each for each in parts if each != part))
                case = self._single(case, run_case(case, others, self.ask))
                result = run_case(case, others, self.ask)
            if part not in parts and result.outcome == "failed":
                yield from self.difference(case, result)
            elif result.outcome in ("failed", "errored"):
                yield evolve(result, subject=f"{case.id}/slip-{number}")

    def probe_here(self, state: State, rng: random.Random) -> Iterator[Probe]:
        """A forbidden move to try in a position, if there is one."""
        return self._questions.chooser.forbidden([state], rng, most=1)

    def game_result(self, setup: GameSetup, end: str) -> Result:
        """The result of a game, passed if it was played to its end and something was answered."""
        answered = self._game_tally.answered
        slips = SLIPS if self.engine.slips else ""
        message = end or slips or ("" if answered else "the engine answered nothing")
        outcome: Outcome = "skipped" if message else "passed"
        refused = {"refused": self._refused} if self._refused else {}
        permitted = {verb: dict(sorted(found.items())) for verb, found in self._permitted.items()}
        tally = self._game_tally.detail()
        detail = {"origin": "game", **tally, "permitted": dict(sorted(permitted.items()))}
        detail |= refused
        return Result("case", setup.name, outcome, setup.edition, (), message, detail)

    def _game(self, setup: GameSetup) -> Replay:
        policy = restricted_to(self.engine, DIRECTIONS[setup.direction])
        return tikal.play(opening(setup), policy, setup.seed)

    def coverage(self) -> str:
        """What was tried and answered, and the clauses that could refuse something unseen."""
        broken = {key.partition("/")[0] for key in self.tried}
        sentence = (
            f"Played {counted(self.moves, 'move')}; forbidden moves tried and answered: "
            f"{self.tried.total()}, in {counted(len(self.tried), 'way')} of breaking "
            f"{counted(len(broken), 'clause')}."
        )
        left = sorted(
            id_
            for id_ in _REFUSING
            if not can_show(id_, self.tally.evidence_of(id_))
            and (self.engine.auction or not id_.startswith("AUCTION-"))
        )
        return f"{sentence} Not shown by play: {', '.join(left)}." if left else sentence

    # --- what is found -------------------------------------------------------------------------

    def difference(self, case: Case, result: Result) -> Iterator[Result]:
        """The first wrong answer of a case as a short case of its own, unless it is known."""
        single = self._by_its_refusal(self._single(case, result))
        judged = run_case(single, self.engine, self.ask)
        if judged.outcome != "failed":  # it depends on what was asked before
            single, judged = case, result
        key = _key(single, judged)
        if key in self.found:
            return
        self.found[key] = single  # found while it is shrunk, so that it is not found again
        if len(single.questions) == 1:
            self._ask_alike(single)
            shrunk = self._shrunk(single)
            if shrunk[1].outcome == "failed":  # an engine may answer otherwise when asked again
                single, judged = shrunk
        single = evolve(single, id=f"{case.id}/found-{len(self.found)}")
        self.found[key] = single
        yield _with_position(single, judged)

    def _shrunk(self, case: Case) -> tuple[Case, Result]:
        """The question about the position alone where that can be loaded, or after a short game."""

        def ask(other: Case) -> Result:
            return run_case(other, self.engine, self.ask)

        if case.moves is None:  # it is about a position alone already
            return case, ask(case)
        alone = from_position(case, ask) if self.engine.positions else None
        return alone or shrink(case, ask, situations(case, self._short_games(case)))

    def _short_games(self, case: Case) -> Iterator[Replay]:
        """Games of the same kind that end before the case does, one in each direction."""
        opening = tikal.new_game(case.players, read_edition(case.edition), case.auction, case.start)
        for seed, policy in enumerate(DIRECTIONS.values()):
            limit = len(case.moves or ())
            yield tikal.play(opening, restricted_to(self.engine, policy), seed, limit)

    def _single(self, case: Case, result: Result) -> Case:
        """The case with the wrong answer alone, all moves before it in `moves`."""
        match result.detail.get("failures"):
            case [{"number": int(number), "expected": "a legal move", "got": str(got)}, *_]:
                refused = got.removesuffix(" refused")
                return self._at_refusal(case, refused) or _alone(case, number)
            case [{"number": int(number)}, *_]:
                return _alone(case, number)
        return case

    def _by_its_refusal(self, case: Case) -> Case:
        """A question about an effect as one about the clause that refuses a move.

        An engine that has never refused anything in this way may not know it: that is simpler than
        a missing effect.
        """
        refusing = case.questions[0].expect if case.origin == "effect" else None
        if not isinstance(refusing, list) or len(refusing) != 1 or len(case.questions) != 1:
            return case
        about = case.questions[0].about
        broken = tikal.check(case.state_at(0), parse_move(str(about["move"])), about.get("seat"))
        if self._refused_rightly >= {violation.key for violation in broken}:
            return case
        return evolve(case, clauses=tuple(refusing), origin="game", fault="")

    def _at_refusal(self, case: Case, refused: str) -> Case | None:
        """The case before the move that was refused on the way, with the verdict on that move."""
        if not self.engine.gives_verdicts:
            return None
        line = [*(case.moves or ()), *(move for q in case.questions for move in q.then)]
        for number, move in enumerate(line):
            if move == refused:
                there = evolve(
                    case,
                    moves=tuple(line[:number]),
                    questions=(verdict_on(parse_move(move), []),),
                    clauses=forbidding(type(parse_move(move))),
                )
                if run_case(there, self.engine, self.ask).outcome == "failed":
                    return there
        return None


def _alone(case: Case, number: int) -> Case:
    """One question, with every move before it in `moves` but the last."""
    question = case.only(number)
    if case.moves is None:
        return evolve(case, questions=(question,))
    then = list(question.then)
    last = then[-1:] if question.ask in FACTS else []
    moves = (*(case.moves or ()), *then[: len(then) - len(last)])
    return evolve(case, moves=moves, questions=(evolve(question, then=tuple(last)),))


def _right_until(case: Case, result: Result) -> int:
    """After how many moves of a game the last answer before a wrong one was right."""
    match result.detail.get("failures"):
        case [{"number": int(number)}, *_]:
            return moves_to(case, number - 1)
    return 0


def _with_position(case: Case, result: Result) -> Result:
    """The result under the name of its case, with the position before what is asked."""
    at = format_position(case.state_at(-1))
    detail = {**result.detail, "at": at, "difference": [*_key(case, result)]}
    return evolve(result, subject=case.id, detail=detail)


def _key(case: Case, result: Result) -> tuple[str, str]:
    """The identity of a difference: the clause or the class of move, and the fault."""
    return "".join(case.clauses) or _verb(case), fault_of(result)


def _verb(case: Case) -> str:
    question = case.questions[-1]
    words = [*question.then[-1:], str(question.about.get("move", "")), question.ask]
    return next(word.split()[0] for word in words if word)


def play_games(
    fuzzer: Fuzzer,
    games: Iterator[GameSetup],
    seconds: float,
    kinds: Iterable[GameKind] = (),
    most: int | None = None,
) -> Iterator[Result]:
    """Play until the time is up, and then one game of each of these kinds that is still missing.

    `most` limits the number of games; the last one is finished.
    """
    stop = time.monotonic() + seconds
    missing, number = {*kinds}, 0
    for setup in games:
        is_late = number > 0 and time.monotonic() >= stop
        if number == most or (is_late and not missing):
            break
        if is_late and setup.kind not in missing:
            continue
        yield from fuzzer.play(setup)
        missing.discard(setup.kind)
        number += 1
    yield from fuzzer.slips()
