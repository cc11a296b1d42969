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

from attrs import evolve, frozen

import tikal
from tikal.conformance.cases import Case, Question, rules_of
from tikal.conformance.kit.adapter import facts
from tikal.conformance.kit.candidates import KINDS, candidates
from tikal.conformance.kit.directing import DIRECTIONS, within
from tikal.conformance.kit.engine import Engine
from tikal.conformance.kit.judging import case_result, cut, judge
from tikal.conformance.kit.session import run_case
from tikal.conformance.kit.shrinking import shrink
from tikal.conformance.report import Json, Outcome, Result
from tikal.conformance.report.causes import fault_of
from tikal.conformance.report.scoring import PERMISSION, REFUSAL
from tikal.editions import read_edition
from tikal.engine import TABLE, Replay
from tikal.moves import VERBS, Move, parse_move
from tikal.players import pick
from tikal.state import State
from tikal.wording import counted

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


@frozen
class Setting:
    """One game: who plays what, and how it is directed."""

    edition: str
    players: int
    auction: bool
    direction: str
    seed: int

    @property
    def name(self) -> str:
        """As a result is called."""
        kind = "auction" if self.auction else "basic"
        how = self.direction.replace(" ", "-")
        return f"play/{self.edition}/{kind}/{self.players}/{how}/{self.seed}"


def settings(engine: Engine, edition: str | None = None, seed: int = 0) -> Iterator[Setting]:
    """Games without end: every edition, size, kind and direction in turn."""
    editions = [edition] if edition else list(engine.editions)
    number = seed
    while True:
        for direction in DIRECTIONS:
            key = editions[number % len(editions)]
            auction = engine.auction and read_edition(key).has_auction and number % 3 == 2
            yield Setting(key, 2 + number % 3, auction, direction, number)
            number += 1


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
            yield from Companion(self, setting).play()
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
                    yield _case(setting, moves[:number], (_verdict(move, clauses),), tuple(clauses))
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
            yield _case(setting, moves[:place], tuple(questions), ())

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
                if self.engine.actions and VERBS[type(move)] not in self.engine.actions:
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
        key = ("".join(single.clauses) or _verb(single), fault_of(judged))
        if key in self.found:
            return
        self.found[key] = single  # found while it is shrunk, so that it is not found again
        if len(single.questions) == 1:
            single, judged = shrink(single, lambda other: run_case(other, self.engine, self.ask))
        single = evolve(single, id=f"{case.id}/found-{len(self.found)}")
        self.found[key] = single
        yield evolve(judged, subject=single.id, message=judged.message)

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
                    questions=(_verdict(parse_move(move), []),),
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


def _case(
    setting: Setting,
    moves: Sequence[str],
    questions: tuple[Question, ...],
    clauses: tuple[str, ...],
) -> Case:
    edition = read_edition(setting.edition)
    return Case(
        id=setting.name,
        origin="game",
        clauses=clauses,
        description=f"A game played with the engine: {setting.name.removeprefix('play/')}.",
        edition=setting.edition,
        rules=rules_of(edition),
        players=setting.players,
        auction=setting.auction,
        moves=tuple(moves),
        questions=questions,
    )


def _verdict(move: Move, clauses: list[str]) -> Question:
    return Question("check", clauses, about={"move": str(move)})


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


class Companion:
    """A game with an engine that draws by itself: it is told every other move, and asked for draws.

    Such an engine keeps its game from one request to the next. What it drew cannot be drawn again,
    so a difference is kept with all moves before it.
    """

    def __init__(self, player: Player, setting: Setting) -> None:
        self._player, self._setting = player, setting
        self._rng = random.Random(setting.seed)
        self._policy = within(player.engine, DIRECTIONS[setting.direction])
        edition = read_edition(setting.edition)
        self._state = tikal.new_game(setting.players, edition, setting.auction, 1)
        self._moves: list[str] = []
        self._unsent: list[str] = []
        self._has_begun = False
        self.asked = 0

    def play(self) -> Iterator[Result]:
        """Play the game to its end, or to the first difference."""
        while self._state.phase != "over":
            wrong = self._at_chance() if self._state.to_move is None else self._choose()
            if wrong is not None:
                yield from self._told(wrong)
                yield self._player.game_result(self._setting, True, self.asked, self.asked - 1)
                return
        self._player.moves += len(self._moves)
        yield self._player.game_result(self._setting, False, self.asked, self.asked)

    def _choose(self) -> Result | None:
        """Make a move, after moves that break a clause have been tried now and then."""
        probes = self._player.probes([self._state], self._rng, most=1)
        for move, clauses in probes.get(0, ()):
            wrong = self._put(_verdict(move, clauses))
            if wrong is not None:
                return wrong
        move = self._policy(self._state, tikal.legal_moves(self._state), self._rng)
        self._make(move)
        return self._put(Question("state", facts(self._state)))

    def _at_chance(self) -> Result | None:
        """Ask the engine what it draws, and draw that."""
        legal = [str(move) for move in tikal.legal_moves(self._state)]
        [answer] = self._request({"ask": "draw"})
        drawn = answer.get("move") if isinstance(answer, dict) else None
        if drawn not in legal:
            question = Question("draw", legal)
            case = self._case(question)
            return judged_draw(case, answer)
        self._state = tikal.apply(self._state, parse_move(str(drawn)))
        self._moves.append(str(drawn))
        return None

    def _make(self, move: Move) -> None:
        self._state = tikal.apply(self._state, move)
        self._moves.append(str(move))
        self._unsent.append(str(move))

    def _put(self, question: Question) -> Result | None:
        """Ask a question about the position reached; its result if the answer is wrong."""
        engine = self._player.engine
        case = self._case(question)
        if not engine.questions_for(case):
            return None
        asked = question.to_json()
        if question.ask == "check" and engine.tries:
            asked["ask"] = "apply"
        result = judge(case, self._request(asked), engine)
        self.asked += 1
        return result if result.outcome in ("failed", "errored") else None

    def _request(self, question: dict[str, Json]) -> Sequence[Json]:
        """The answer in the game that goes on, after the moves not yet told."""
        then: dict[str, Json] = {"then": list(self._unsent)} if self._unsent else {}
        first = _case(self._setting, (), (), ()).to_json((), positions=False)
        request = {**first, "goes_on": self._has_begun, "questions": [{**then, **question}]}
        self._has_begun, self._unsent = True, []
        return self._player.ask(request)

    def _case(self, question: Question) -> Case:
        clauses = tuple(question.expect) if question.ask == "check" else ()
        return _case(self._setting, self._moves, (question,), clauses)

    def _told(self, result: Result) -> Iterator[Result]:
        key = ("".join(result.clauses) or result.message[:40], fault_of(result))
        if key not in self._player.found:
            case = _case(self._setting, self._moves, (Question("state", facts(self._state)),), ())
            self._player.found[key] = evolve(case, id=f"{self._setting.name}/found")
            yield evolve(result, subject=f"{self._setting.name}/found-{len(self._player.found)}")


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
