"""Making a difference between an engine and the rules as short as it can be.

What is left out must leave a game that is legal by the rules, and an answer of the same kind that
is still wrong.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from attrs import evolve

from tikal.conformance.cases import Case, Question
from tikal.conformance.kit.adapter import Adapter
from tikal.conformance.report import Json, Result
from tikal.editions import read_edition
from tikal.engine import replay
from tikal.errors import TikalError
from tikal.moves import parse_move
from tikal.state import new_game

#: Shrinking stops after this long, or after the engine was asked this often.
SECONDS: Final = 15.0
MOST_REQUESTS: Final = 400

Ask = Callable[[Case], Result]


def expected_of(case: Case) -> Json:
    """The right answer to the one question of a case; None if a move on the way is illegal."""
    try:
        [answer] = Adapter().run(case.to_json())
    except TikalError:
        return None
    return None if "refused" in answer else next(iter(answer.values()))


def shrink(case: Case, ask: Ask) -> tuple[Case, Result]:
    """The shortest case found that the engine answers wrongly in the same way, and its result.

    The case has one question, and moves from a new game. Actions are left out first: without them
    the turns still follow each other. Then anything is.
    """
    hunt = _Hunt(case, ask)
    for seat in range(1, case.players + 1):
        hunt.leave_out(lambda move: move.split()[0] not in _FRAME, seat)
    hunt.leave_out(lambda move: move.split()[0] not in _FRAME)
    hunt.leave_out(lambda _: True)
    return hunt.best, hunt.result


#: What every turn needs, whatever is done in it.
_FRAME: Final = {"draw", "place", "set-aside", "end", "bid", "pass", "take"}


class _Hunt:
    """A search for a shorter case, with what it may still cost."""

    def __init__(self, case: Case, ask: Ask) -> None:
        self._ask, self._left = ask, MOST_REQUESTS
        self._stop = time.monotonic() + SECONDS
        self.best, self.result = case, ask(case)

    def leave_out(self, may_go: Callable[[str], bool], seat: int = 0) -> None:
        """Leave out as many of some moves as can be, perhaps of one seat, in ever smaller pieces.

        Late moves go first, because they need the early ones.
        """
        size = len(self.best.moves or ())
        while size:
            place = 0
            while self._left and time.monotonic() < self._stop:
                moves = self.best.moves or ()
                seats = _seats(self.best) if seat else [0] * len(moves)
                places = [
                    number
                    for number, move in enumerate(moves)
                    if may_go(move) and seats[number] == seat
                ][::-1]
                gone = {*places[place : place + size]}
                if not gone:
                    break
                if not self._try([m for number, m in enumerate(moves) if number not in gone]):
                    place += size
            size //= 2

    def _try(self, moves: Sequence[str]) -> bool:
        """Take these moves instead if the engine is still wrong after them."""
        shorter = _with_moves(self.best, moves)
        if shorter is None:
            return False
        self._left -= 1
        found = self._ask(shorter)
        if found.outcome == "failed":
            self.best, self.result = shorter, found
        return found.outcome == "failed"


def _seats(case: Case) -> list[int | None]:
    """The seat that makes each of the moves."""
    start = new_game(case.players, read_edition(case.edition), case.auction, case.start)
    return [step.seat for step in replay(start, map(parse_move, case.moves or ())).steps]


def _with_moves(case: Case, moves: Sequence[str]) -> Case | None:
    """The case after other moves, with the right answer there; None if it asks something else."""
    [question] = case.questions
    other = evolve(case, moves=tuple(moves))
    expect = expected_of(other)
    if expect is None or not _is_alike(question, expect):
        return None
    if question.ask == "state":
        expect = {key: expect[key] for key in question.expect}
    return evolve(other, questions=(evolve(question, expect=expect),))


def _is_alike(question: Question, expect: Json) -> bool:
    """Whether a verdict is still a permission, or a refusal by the same clauses."""
    return bool(question.ask != "check" or question.expect == expect)
