"""The golden tests as cases: what they ask is noted down while they run and pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from attrs import field, mutable

import tikal
from tikal.conformance.cases import Case, Question, rules_of
from tikal.conformance.kit.adapter import facts
from tikal.conformance.report import Json
from tikal.engine import Replay
from tikal.errors import Violation
from tikal.interchange import position_to_json
from tikal.moves import Move
from tikal.records import write_edition
from tikal.state import State

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"
#: A test that plays on for long is about whole games, and those are cases of their own.
MOST_MOVES = 60


@mutable
class Thread:
    """Questions along one line of play: the first position, and where it stands now."""

    start: State
    now: State
    made: list[Move] = field(factory=list)
    questions: list[Question] = field(factory=list)
    #: Moves made since the last question, and what was asked since the last move.
    pending: list[str] = field(factory=list)
    asked: list[Question] = field(factory=list)

    def ask(self, ask: str, expect: Json, **told: Json) -> None:
        """Note a question about where the play stands."""
        given = {key.rstrip("_"): value for key, value in told.items() if value is not None}
        # the names are those of the questions
        question = Question(ask, expect, tuple(self.pending), given)  # type: ignore[arg-type]
        if question not in self.asked:
            self.questions.append(question)
            self.asked.append(question)
        self.pending.clear()

    def make(self, move: Move, state: State) -> None:
        """Note a move, and what comes of it."""
        self.made.append(move)
        self.pending.append(str(move))
        self.asked.clear()
        self.now = state
        self.ask("state", facts(state))


class Recorder:
    """Stands in for the functions of the library while a test runs."""

    def __init__(self) -> None:
        self.threads: list[Thread] = []

    def thread(self, state: State) -> Thread:
        """The line of play that stands at this position, or a new one."""
        for thread in reversed(self.threads):
            if thread.now == state:
                return thread
        self.threads.append(Thread(state, state))
        return self.threads[-1]

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Put the noting functions in place."""
        for name in ("check", "apply", "legal_moves", "score", "path_cost", "replay"):
            patch.setattr(tikal, name, getattr(self, name))

    def check(self, state: State, move: Move, seat: int | None = None) -> tuple[Violation, ...]:
        """As `tikal.check`."""
        found = _check(state, move, seat)
        cited = [violation.clause for violation in found]
        self.thread(state).ask("check", cited, move=str(move), seat=seat)
        return found

    def apply(self, state: State, move: Move) -> State:
        """As `tikal.apply`."""
        after = _apply(state, move)
        self.thread(state).make(move, after)
        return after

    def replay(self, state: State, moves: Iterable[Move]) -> Replay:
        """As `tikal.replay`."""
        game = _replay(state, moves)
        for step in game.steps:
            self.thread(state).make(step.move, step.state)
            state = step.state
        return game

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """As `tikal.legal_moves`."""
        moves = _legal_moves(state)
        self.thread(state).ask("legal_moves", [str(move) for move in moves])
        return moves

    def score(self, state: State, seat: int) -> tikal.Score:
        """As `tikal.score`."""
        found = _score(state, seat)
        self.thread(state).ask("score", found.total, seat=seat)
        return found

    def path_cost(self, state: State, a: str, b: str, seat: int | None = None) -> int | None:
        """As `tikal.path_cost`."""
        cost = _path_cost(state, a, b, seat)
        self.thread(state).ask("path_cost", cost, from_=a, to=b, seat=seat)
        return cost


_check, _apply, _replay = tikal.check, tikal.apply, tikal.replay
_legal_moves, _score, _path_cost = tikal.legal_moves, tikal.score, tikal.path_cost


class Collector:
    """A pytest plugin that notes the questions of every marked golden test."""

    def __init__(self) -> None:
        self.cases: list[Case] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Run the test with a recorder in place."""
        recorder = Recorder()
        with pytest.MonkeyPatch.context() as patch:
            recorder.install(patch)
            yield
        clauses = [clause for mark in item.iter_markers("clause") for clause in mark.args]
        self.cases += _cases(item.name, tuple(dict.fromkeys(clauses)), recorder.threads)


def _cases(test: str, clauses: tuple[str, ...], threads: list[Thread]) -> Iterator[Case]:
    kept = [t for t in threads if t.questions and len(t.made) <= MOST_MOVES]
    for number, thread in enumerate(kept, start=1):
        state = thread.start
        sentence, _, parameters = test.removeprefix("test_").partition("[")
        where = f" ({parameters.rstrip(']')})" if parameters else ""
        yield Case(
            id=f"golden/{test}/{number}",
            origin="golden",
            clauses=clauses,
            description=sentence.replace("_", " ").capitalize() + where + ".",
            edition=write_edition(state.edition),
            rules=rules_of(state.edition),
            players=state.players,
            auction=state.auction,
            **_place(state),
            questions=tuple(thread.questions),
        )


def _place(state: State) -> dict[str, Json]:
    """How to get there: a new game is begun, so that nothing of it is told; else a position."""
    for start in state.scores:
        if state == tikal.new_game(state.players, state.edition, state.auction, start):
            return {"start": start, "moves": ()}
    return {"position": position_to_json(state)}


def golden() -> Iterator[Case]:
    """The cases of all golden tests, which must pass."""
    collector = Collector()
    options = ["-q", "--assert=plain", "--no-header", "-m", "clause", str(GOLDEN)]
    without = ["-p", "no:cacheprovider", "-p", "no:xdist"]
    code = pytest.main([*options, *without], plugins=[collector])
    if code:
        raise AssertionError("the golden tests fail: no case is made of them")
    yield from collector.cases
