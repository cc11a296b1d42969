"""A game in progress: the record it began with, its steps, and the moves taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import evolve

from tikal.engine import Step, apply
from tikal.moves import Move
from tikal.notation.records import Entry, Line, Record, lines_of
from tikal.notation.records.parts import with_seats
from tikal.state import State


class InteractiveGame:
    """A game that continues a record of legal moves.

    The record it gives back has the header and the comments of that record.
    """

    def __init__(self, record: Record) -> None:
        self._origin = record
        self.start = record.start_state()
        self.steps: list[Step] = list(record.replay().steps)
        self._undone: list[tuple[Move, ...]] = []

    @property
    def state(self) -> State:
        """The position now."""
        return self.steps[-1].state if self.steps else self.start

    def make(self, move: Move) -> None:
        """Make a legal move; what was taken back before cannot be made again."""
        self._undone.clear()
        self._add(move)

    def _add(self, move: Move) -> None:
        state = self.state
        self.steps.append(Step(state.active, move, apply(state, move)))

    def undo(self, is_decision: Callable[[State], bool]) -> Move | None:
        """Take back the last move made at a position that is a decision, and all after it."""
        before = [self.start, *(step.state for step in self.steps)]
        for index in reversed(range(len(self.steps))):
            if is_decision(before[index]):
                moves = tuple(step.move for step in self.steps[index:])
                del self.steps[index:]
                self._undone.append(moves)
                return moves[0]
        return None

    def redo(self) -> tuple[Move, ...]:
        """Make again what the last undo took back; the moves, or none if there are none."""
        moves = self._undone.pop() if self._undone else ()
        for move in moves:
            self._add(move)
        return moves

    def record(self) -> Record:
        """The record so far, in the layout of the one it goes on from."""
        origin, old = self._origin, self._origin.entries
        moves = [step.move for step in self.steps]
        common = _common(old, moves)
        new = [Entry(step.move, step.seat) for step in self.steps[common:]]
        if origin.lines == lines_of(old, origin.auction):  # as this command writes them
            return evolve(
                origin, lines=lines_of((*old[:common], *map(_unseated, new)), origin.auction)
            )
        has_seats = any(entry.seat is not None for entry in old)
        added = [with_seats(line, has_seats) for line in lines_of(new, origin.auction)]
        return evolve(origin, lines=(*_first(origin.lines, common), *added))


def _common(old: Iterable[Entry], moves: list[Move]) -> int:
    """The number of moves of the old record that are still played."""
    count = 0
    for entry, move in zip(old, moves, strict=False):
        if entry.move != move:
            break
        count += 1
    return count


def _unseated(entry: Entry) -> Entry:
    return Entry(entry.move)


def _first(lines: Iterable[Line], moves: int) -> Iterator[Line]:
    """The lines with the first moves, and the comments among them."""
    for line in lines:
        if line.entries and not moves:
            return
        yield Line(line.entries[:moves], line.comment)
        moves -= min(moves, len(line.entries))
