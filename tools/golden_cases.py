"""The golden tests as cases: what they ask is recorded while they run and pass."""

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
#: A test that plays for longer is about whole games, which are cases of their own.
MOST_MOVES = 60


@mutable
class LineOfPlay:
    """Questions along one line of play: where it began, where it is now, what was asked."""

    start: State
    now: State
    made: list[Move] = field(factory=list)
    questions: list[Question] = field(factory=list)
    #: Moves made since the last question, and what was asked since the last move.
    pending: list[str] = field(factory=list)
    asked: list[Question] = field(factory=list)

    def ask(self, ask: str, expect: Json, **about: Json) -> None:
        """Record a question about the current position."""
        given = {key.rstrip("_"): value for key, value in about.items() if value is not None}
        # the names are those of the questions
        question = Question(ask, expect, tuple(self.pending), given)  # type: ignore[arg-type]
        if question not in self.asked:
            self.questions.append(question)
            self.asked.append(question)
        self.pending.clear()

    def make(self, move: Move, state: State) -> None:
        """Record a move, and the position after it."""
        self.made.append(move)
        self.pending.append(str(move))
        self.asked.clear()
        self.now = state
        self.ask("state", facts(state))


class Recorder:
    """Stands in for the functions of the library while a test runs."""

    def __init__(self) -> None:
        self.lines: list[LineOfPlay] = []

    def line_at(self, state: State) -> LineOfPlay:
        """The line of play that has reached this position, or a new one."""
        for line in reversed(self.lines):
            if line.now == state:
                return line
        self.lines.append(LineOfPlay(state, state))
        return self.lines[-1]

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Put the recording functions in place."""
        for name in ("check", "apply", "legal_moves", "score", "path_cost", "replay"):
            patch.setattr(tikal, name, getattr(self, name))

    def check(self, state: State, move: Move, seat: int | None = None) -> tuple[Violation, ...]:
        """As `tikal.check`."""
        found = _check(state, move, seat)
        cited = [violation.clause for violation in found]
        self.line_at(state).ask("check", cited, move=str(move), seat=seat)
        return found

    def apply(self, state: State, move: Move) -> State:
        """As `tikal.apply`."""
        after = _apply(state, move)
        self.line_at(state).make(move, after)
        return after

    def replay(self, state: State, moves: Iterable[Move]) -> Replay:
        """As `tikal.replay`."""
        game = _replay(state, moves)
        for step in game.steps:
            self.line_at(state).make(step.move, step.state)
            state = step.state
        return game

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """As `tikal.legal_moves`."""
        moves = _legal_moves(state)
        self.line_at(state).ask("legal_moves", [str(move) for move in moves])
        return moves

    def score(self, state: State, seat: int) -> tikal.Score:
        """As `tikal.score`."""
        found = _score(state, seat)
        self.line_at(state).ask("score", found.total, seat=seat)
        return found

    def path_cost(self, state: State, a: str, b: str, seat: int | None = None) -> int | None:
        """As `tikal.path_cost`."""
        cost = _path_cost(state, a, b, seat)
        self.line_at(state).ask("path_cost", cost, from_=a, to=b, seat=seat)
        return cost


_check, _apply, _replay = tikal.check, tikal.apply, tikal.replay
_legal_moves, _score, _path_cost = tikal.legal_moves, tikal.score, tikal.path_cost


class Collector:
    """A pytest plugin that records the questions of every marked golden test."""

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
        self.cases += _cases(item.name, tuple(dict.fromkeys(clauses)), recorder.lines)


def _cases(test: str, clauses: tuple[str, ...], lines: list[LineOfPlay]) -> Iterator[Case]:
    kept = [line for line in lines if line.questions and len(line.made) <= MOST_MOVES]
    for number, line in enumerate(kept, start=1):
        state = line.start
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
            questions=tuple(line.questions),
        )


def _place(state: State) -> dict[str, Json]:
    """How to get there: from a new game if this is one, else by loading the position."""
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
        raise AssertionError("the golden tests fail, so no cases are made from them")
    yield from collector.cases
