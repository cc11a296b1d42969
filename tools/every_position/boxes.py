"""The compiled engine, asked about one position of every box.

For each box of a path, a position inside it is built that `tikal.fast.Game` accepts. If some can be
built in which nothing but the clause in question decides, it is one of those. The compiled engine
has to find the move legal where `tikal.check` does, and to list the same moves.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from attrs import define, field

import tikal
import tikal.fast
from tikal.engine import check, legal_moves
from tikal.grid import NEIGHBOURS
from tikal.moves import Move, Walk
from tikal.state import State
from tools.every_position.lazy import Run, paths
from tools.every_position.position import cells_of_move
from tools.every_position.question import Act, Subject, question
from tools.every_position.witness import Box, drafted, is_in

#: The sources of the engine that is at work; empty if it is the one in Python.
ENGINE: Final = str(sys.modules["tikal.fast._engine"].SOURCES) if tikal.fast.COMPILED else ""
#: The places of moves in the list of a subject; those with like paths are together.
Groups: TypeAlias = Sequence[Sequence[int]]

#: Tries for a box, and for one in which the clause decides alone.
_TRIES: Final = 40
_FINE_TRIES: Final = 6


@define
class Count:
    """What came of the boxes of a subject."""

    boxes: int = 0
    #: Boxes with a position that `Game` accepts.
    asked: int = 0
    #: Those of them in which the clause alone decides about the move.
    alone: int = 0
    wrong: list[str] = field(factory=list)


def _is_step(act: Act) -> bool:
    if not isinstance(act, Walk):
        return True
    here, there = cells_of_move(act)
    return any(other == there for _, other in NEIGHBOURS[here])


def boxes_of(
    subject: Subject, rng: random.Random, groups: Groups = ()
) -> Iterator[tuple[Move, Hashable, Box]]:
    """A move, the answer of the engine and the fields left, for every box of a subject.

    Moves with like paths share them; one of them is drawn. The compiled engine is asked about moves
    of the active seat only, and about the rules for a move, not about their parts.
    """
    if subject.inside or not all(isinstance(act, Move) for act in subject.acts):
        return
    for group in groups or question(subject).groups:
        acts: list[Any] = [subject.acts[place] for place in group]
        act = rng.choice([a for a in acts if _is_step(a)] or acts)

        def answer(run: Run, act: Any = act) -> Hashable:  # noqa: ANN401 - a move
            return subject.answer(run, act)

        for path in paths(answer):
            yield act, path.result, {key: values for key, (values, _) in path.box.items()}


def is_refusal(answer: Hashable) -> bool:
    """Whether the engine refuses the move on a path."""
    return answer not in (0, "none")


def position_in(rng: random.Random, act: Move, box: Box, clauses: set[str]) -> State | None:
    """A possible position of a box; one in which no other clause refuses the move, if found."""
    found = None
    for tries in range(_TRIES):
        if found is not None and tries > _FINE_TRIES:
            break
        state = drafted(rng, act, box)
        if state is None or not is_in(state, box) or tikal.problems(state):
            continue
        found = state
        if {violation.clause for violation in check(state, act)} <= clauses:
            break
    return found


def asked(subject: Subject, groups: Groups = ()) -> Count:
    """Ask the compiled engine about every box of a subject."""
    rng, count = random.Random(subject.name), Count()
    for act, answer, box in boxes_of(subject, rng, groups):
        if str(answer).startswith("error"):
            continue
        count.boxes += 1
        state = position_in(rng, act, box, set(subject.clauses) if is_refusal(answer) else set())
        if state is None:
            continue
        count.asked += 1
        broken = check(state, act)
        count.alone += {violation.clause for violation in broken} <= set(subject.clauses)
        game = tikal.fast.Game(state)
        if game.is_legal(act) is bool(broken) or {*game.legal_moves()} != {*legal_moves(state)}:
            count.wrong.append(f"{act} in {state!r}")
    return count
