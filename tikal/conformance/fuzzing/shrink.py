"""Making a difference between an engine and the rules as short as it can be.

An engine that loads positions is asked about the position alone. For the others the game is made
shorter: by the earliest situation of the same kind in games played for it, then by leaving out
rounds, actions and single moves. A move that what was left out makes illegal goes too, and a draw
or a placement that has become impossible is replaced by the nearest one that is legal. What
remains is legal by the rules, and the answer of the engine is still wrong in the same way.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from attrs import evolve

import tikal
from tikal.conformance.adapter import Adapter
from tikal.conformance.case import FACTS
from tikal.conformance.cases import Case, Question
from tikal.conformance.report import Json, Result
from tikal.editions import read_edition
from tikal.engine import replay
from tikal.errors import IllegalMove, TikalError
from tikal.moves import DrawTile, Move, PlaceTile, RevealTreasure, parse_move
from tikal.notation.documents import position_to_json
from tikal.state import State, new_game

#: Shrinking stops after this long, or after the engine was asked this often.
SECONDS: Final = 15.0
MAX_REQUESTS: Final = 400
#: Situations of the same class that are tried.
MAX_SITUATIONS: Final = 60
#: The moves that every turn needs.
_FRAME: Final = {"draw", "place", "set-aside", "end", "bid", "pass", "take"}

Ask = Callable[[Case], Result]


def from_position(case: Case, ask: Ask) -> tuple[Case, Result] | None:
    """The same question about the position alone, if the engine is wrong there too."""
    position = position_to_json(case.state_at(-1))
    there = evolve(case, moves=None, position=position)
    result = ask(there)
    return (there, result) if result.outcome == "failed" else None


def shrink(case: Case, ask: Ask, situations: Iterable[Case] = ()) -> tuple[Case, Result]:
    """The shortest case found that the engine answers wrongly in the same way, and its result.

    The case has one question, and moves from a new game. Situations of the same kind, the shortest
    first, are tried in its place. Then rounds are left out; actions, of each seat and of all: the
    turns still follow each other without them; and then anything.
    """
    search = _ShrinkSearch(case, ask)
    search.replace(situations)
    search.leave_out_rounds()
    for seat in range(1, case.players + 1):
        search.leave_out(lambda move: move.split()[0] not in _FRAME, seat)
    search.leave_out(lambda move: move.split()[0] not in _FRAME)
    search.leave_out_rounds()
    search.leave_out(lambda _: True)
    return search.best, search.result


class _ShrinkSearch:
    """A search for a shorter case, with what it may still cost."""

    def __init__(self, case: Case, ask: Ask) -> None:
        self._ask, self._left = ask, MAX_REQUESTS
        self._stop = time.monotonic() + SECONDS
        self._start = new_game(case.players, read_edition(case.edition), case.auction, case.start)
        self._tried: set[tuple[str, ...]] = set()
        self.best, self.result = case, ask(case)
        self._steps = self._steps_of(case)

    @property
    def _moves(self) -> tuple[str, ...]:
        return self.best.moves or ()

    def _may_go_on(self) -> bool:
        return self._left > 0 and time.monotonic() < self._stop

    def replace(self, situations: Iterable[Case]) -> None:
        """Take the first of these cases that the engine gets wrong too."""
        for number, other in enumerate(situations):
            if number == MAX_SITUATIONS or not self._may_go_on():
                break
            if len(other.moves or ()) < len(self._moves) and self._is_wrong(other):
                break

    def leave_out_rounds(self) -> None:
        """Leave out as many turns in a row as can be, whole rounds first."""
        turns = sum(move == "end" for move in self._moves)
        size = turns
        while size:
            first = 0
            while self._may_go_on():
                ends = [0, *(n + 1 for n, move in enumerate(self._moves) if move == "end")]
                if first + size >= len(ends):
                    break
                if not self._without(set(range(ends[first], ends[first + size]))):
                    first += 1 if size < self.best.players else self.best.players
            size //= 2

    def leave_out(self, may_go: Callable[[str], bool], seat: int = 0) -> None:
        """Leave out as many of some moves as can be, perhaps of one seat, in ever smaller pieces.

        Late moves go first, because they need the early ones.
        """
        size = len(self._moves)
        while size:
            place = 0
            while self._may_go_on():
                moves = self._moves
                seats = [mover for mover, _ in self._steps] if seat else [0] * len(moves)
                places = [
                    number
                    for number, move in enumerate(moves)
                    if may_go(move) and seats[number] == seat
                ][::-1]
                gone = {*places[place : place + size]}
                if not gone:
                    break
                if not self._without(gone):
                    place += size
            size //= 2

    def _without(self, gone: set[int]) -> bool:
        """Leave out some moves if the engine is still wrong after the others."""
        first = min(gone)
        before = self._steps[first - 1][1] if first else self._start
        rest = [move for n, move in enumerate(self._moves) if n > first and n not in gone]
        made, state = replay_legal(before, map(parse_move, rest))
        moves = (*self._moves[:first], *map(str, made))
        if len(moves) >= len(self._moves) or moves in self._tried:
            return False
        self._tried.add(moves)
        shorter = _with_moves(self.best, moves, state)
        return shorter is not None and self._is_wrong(shorter)

    def _is_wrong(self, shorter: Case) -> bool:
        """Take this case instead if the engine is wrong there."""
        self._left -= 1
        found = self._ask(shorter)
        if found.outcome == "failed":
            self.best, self.result = shorter, found
            self._steps = self._steps_of(shorter)
        return found.outcome == "failed"

    def _steps_of(self, case: Case) -> list[tuple[int | None, State]]:
        """The seat that makes each of the moves, and the position after it."""
        steps = replay(self._start, map(parse_move, case.moves or ())).steps
        return [(step.seat, step.state) for step in steps]


def replay_legal(state: State, moves: Iterable[Move]) -> tuple[list[Move], State]:
    """Make those moves that are legal, and what is nearest for a chance or a place that is not."""
    made: list[Move] = []
    for move in moves:
        for each in (move, *_instead(state, move)):
            try:
                state = tikal.apply(state, each)
            except IllegalMove:
                continue
            made.append(each)
            break
    return made, state


#: A move of these kinds is due whatever has happened; another one does as well.
_REPLACEABLE: Final[dict[type[Move], str]] = {
    DrawTile: "draw",
    PlaceTile: "place",
    RevealTreasure: "reveal",
}


def _instead(state: State, move: Move) -> Sequence[Move]:
    """Substitutes for a move that is due."""
    if _REPLACEABLE.get(type(move)) != state.phase or tikal.is_legal(state, move):
        return ()
    return [each for each in tikal.nearest_legal(state, move) if type(each) is type(move)][:1]


def _with_moves(case: Case, moves: Sequence[str], state: State) -> Case | None:
    """The case after other moves, with the right answer there; None if it asks something else."""
    [question] = case.questions
    expect = expected_at(state, question)
    if expect is None or not _is_alike(question, expect):
        return None
    return evolve(case, moves=tuple(moves), questions=(evolve(question, expect=expect),))


def expected_at(state: State, question: Question) -> Json:
    """The right answer to a question in a position; None if a move on the way is illegal."""
    reference = Adapter()
    reference.reached = state
    try:
        [answer] = reference.run({"goes_on": True, "questions": [question.to_json()]})
    except TikalError:
        return None
    if "refused" in answer:
        return None
    expect = next(iter(answer.values()))
    return {key: expect[key] for key in question.expect} if question.ask in FACTS else expect


def _is_alike(question: Question, expect: Json) -> bool:
    """Whether a verdict is still a permission, or a refusal by the same clauses."""
    return bool(question.ask != "check" or question.expect == expect)
