"""Questions that an effect turns: an engine without the effect answers them otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import tikal
from tikal.conformance.adapter import facts
from tikal.conformance.case import Question
from tikal.moves import Move
from tikal.notation.documents.positions import unchecked_position_to_json
from tikal.state import State

#: Moves that are looked at for a refusal by one clause.
MAX_REFUSALS: Final = 40

#: A part of a position that not every edition has.
_OPTIONAL: Final = "diggers"


def turned(right: State, wrong: State) -> Iterator[Question]:
    """Questions with another answer in the wrong position, at most one of each class.

    First the facts of `state` that differ, then a score, then a move that is refused, and one that
    is legal, in the right position alone, and last the parts of the whole position that differ.
    """
    wanted, given = facts(right), facts(wrong)
    if differing := [key for key in wanted if wanted[key] != given[key]]:
        yield Question("state", {key: wanted[key] for key in differing})
    yield from _score(right, wrong)
    legal, other = dict.fromkeys(tikal.legal_moves(right)), dict.fromkeys(tikal.legal_moves(wrong))
    refused = _broken_alone(right, (move for move in other if move not in legal))
    if refused:
        yield refused
    permitted = next((move for move in legal if move not in other), None)
    if permitted:
        yield Question("check", [], about={"move": str(permitted)})
    if right.to_move and wrong.to_move and right.to_move != wrong.to_move:
        yield from _seats(right, wrong)
    here, there = (
        {**unchecked_position_to_json(state)} for state in (right, wrong)
    )  # what a wrong engine has may be no position at all
    if parts := [key for key in here if here[key] != there.get(key) and key != _OPTIONAL]:
        yield Question("position", {key: here[key] for key in parts})


def _score(right: State, wrong: State) -> Iterator[Question]:
    for seat in right.scores:
        points = tikal.score(right, seat).total
        if points != tikal.score(wrong, seat).total:
            yield Question("score", points, about={"seat": seat})
            return


def _broken_alone(state: State, moves: Iterable[Move]) -> Question | None:
    """The verdict on a move that one clause refuses, or if there is none, several."""
    found: Question | None = None
    for move, _ in zip(moves, range(MAX_REFUSALS), strict=False):
        broken = [violation.clause for violation in tikal.check(state, move)]
        if found is None or len(broken) < len(found.expect):
            found = Question("check", broken, about={"move": str(move)})
        if len(broken) == 1:
            break
    return found


def _seats(right: State, wrong: State) -> Iterator[Question]:
    """The same move by the seat whose turn it is, and by the other one."""
    move = next(iter(tikal.legal_moves(right)), None)
    for seat in (right.to_move, wrong.to_move) if move else ():
        assert move is not None
        broken = [violation.clause for violation in tikal.check(right, move, seat)]
        yield Question("check", broken, about={"move": str(move), "seat": seat})
