"""Small edits of a record: which ones might be what a scribe meant, and how likely each is.

People leave out a move (most of all `end`), write one twice, write two in the wrong order or
mistype a field. Everything else is possible, and comes later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

import attrs
from attrs import frozen

from tikal.engine import legal_moves
from tikal.grid import CELL_INDEX, distance
from tikal.moves import (
    Bid,
    Deploy,
    EndTurn,
    EstablishCamp,
    Exchange,
    Move,
    Pass,
    PlaceGuard,
    PlaceTile,
    Recover,
    Transfer,
    Uncover,
    Walk,
    cells_of,
)
from tikal.notation.records import Entry
from tikal.state import State

EditKind = Literal["insert", "delete", "change", "swap"]


@frozen
class Edit:
    """One change of a record: the entries from `start` up to `stop` give way to `new`."""

    kind: EditKind
    start: int
    stop: int
    new: tuple[Entry, ...]
    #: The unlikeliness of this slip, on an arbitrary scale.
    cost: float = attrs.field(eq=False)
    #: Whether it is not one of the usual slips, so that only what comes after can speak for it.
    is_unlikely: bool = attrs.field(default=False, eq=False)


# --- how unlikely a slip is --------------------------------------------------------------------

_FORGOTTEN_END: Final = 0.0
_WRITTEN_TWICE: Final = 0.5
_SWAPPED: Final = 0.7
_MISTYPED: Final = 1.0
_FORGOTTEN: Final = 1.2
_TOO_MUCH: Final = 5.0
_REPLACED: Final = 6.0
#: For every turn between the slip and the refusal: most slips show soon.
_TURN_EARLIER: Final = 0.15
#: Turns before the refused one that are searched for every kind of slip.
_NEAR_TURNS: Final = 2


class LikelyEdits:
    """The edits that might mend a record, given its entries and the positions up to the refusal."""

    def __init__(self, entries: Sequence[Entry], states: Sequence[State]) -> None:
        self._entries, self._states = entries, states
        self._refused = len(states) - 1
        #: By index, how many turns have ended before it.
        self._turns = [0]
        for entry in entries[: self._refused]:
            self._turns.append(self._turns[-1] + isinstance(entry.move, EndTurn))
        self._wanted = _wanted(entries[self._refused].move)
        self._seat = states[-1].active

    def edits(self) -> list[Edit]:
        """All of them, the most likely first; of two alike, the later one."""
        found = [
            edit
            for start in range(self._refused, -1, -1)
            for edit in (*self._insertions(start), *self._removals(start), *self._changes(start))
        ]
        return sorted(found, key=lambda edit: edit.cost)

    def _age(self, index: int) -> float:
        return _TURN_EARLIER * (self._turns[-1] - self._turns[index])

    def _is_near(self, index: int) -> bool:
        return self._turns[-1] - self._turns[index] <= _NEAR_TURNS

    # --- a move was forgotten ------------------------------------------------------------------

    def _insertions(self, start: int) -> Iterator[Edit]:
        phase, entry = self._states[start].phase, self._entries[start]
        is_open = start == self._refused or isinstance(entry.move, EndTurn)
        if not (is_open or (self._is_near(start) and phase in ("act", "bid"))):
            return  # an insertion elsewhere would make the next move illegal
        for move in legal_moves(self._states[start]):
            if isinstance(move, EndTurn) and not isinstance(entry.move, EndTurn):
                cost = _FORGOTTEN_END
            elif self._is_near(start) or (start == self._refused) or self._helps(start, move):
                cost = _FORGOTTEN if is_open or isinstance(move, Bid | Pass) else _FORGOTTEN + 0.3
            else:
                continue
            yield Edit("insert", start, start, (Entry(move),), cost + self._age(start))

    def _helps(self, start: int, move: Move) -> bool:
        """Whether a move made turns ago may be what the refused one lacks."""
        is_own = self._states[start].active == self._seat
        if not is_own and not isinstance(move, Uncover | Recover | Exchange):
            return False
        return cells_of(move)[-1:] == self._wanted[:1] or _is_alike(
            move, self._entries[self._refused].move
        )

    # --- a move is one too many, or two stand in the wrong order -------------------------------

    def _removals(self, start: int) -> Iterator[Edit]:
        entry, age = self._entries[start], self._age(start)
        is_double = start > 0 and self._entries[start - 1].move == entry.move
        if is_double or self._is_near(start) or self._touches(start, entry.move):
            cost = _WRITTEN_TWICE if is_double else _TOO_MUCH
            yield Edit("delete", start, start + 1, (), cost + age, not is_double)
        after = self._entries[start + 1 : start + 2]
        if after and after[0].move != entry.move and self._is_near(start):
            yield Edit("swap", start, start + 2, (*after, entry), _SWAPPED + age)

    def _touches(self, start: int, move: Move) -> bool:
        """Whether a move has to do with what the refused one is about."""
        is_own = self._states[start].active == self._seat
        if isinstance(move, Walk | Deploy | Transfer) and not is_own:
            return False
        return not {*cells_of(move)}.isdisjoint(self._wanted) or _is_alike(
            move, self._entries[self._refused].move
        )

    # --- a move was mistyped -------------------------------------------------------------------

    def _changes(self, start: int) -> Iterator[Edit]:
        entry, age = self._entries[start], self._age(start)
        is_near = self._is_near(start)
        if not is_near and isinstance(entry.move, EndTurn | Bid | Pass):
            return
        touches = is_near or self._touches(start, entry.move)
        for move in legal_moves(self._states[start]):
            if move == entry.move:
                continue
            if type(move) is type(entry.move):
                if not touches and not self._touches(start, move):
                    continue
                cost = _typing_cost(entry.move, move)
            elif start == self._refused:
                cost = _REPLACED
            else:
                continue
            points = entry.points if isinstance(move, EndTurn) else None
            new = attrs.evolve(entry, move=move, points=points)
            yield Edit("change", start, start + 1, (new,), cost + age, cost >= _REPLACED)
        if start == self._refused and entry.seat not in (None, self._seat):
            new = attrs.evolve(entry, seat=self._seat)
            yield Edit("change", start, start + 1, (new,), _MISTYPED)


def _typing_cost(written: Move, meant: Move) -> float:
    """The cost of one move of a class being written for another one."""
    pairs = list(zip(attrs.astuple(written), attrs.astuple(meant), strict=True))
    wrong = [(str(a), str(b)) for a, b in pairs if a != b]
    if len(wrong) > 1:
        return _REPLACED
    a, b = wrong[0]
    if a not in CELL_INDEX:
        return _MISTYPED + 0.5
    return _MISTYPED if a[0] == b[0] or a[1] == b[1] else _MISTYPED + 0.3


# --- what a move is about ----------------------------------------------------------------------


def _wanted(refused: Move) -> tuple[str, ...]:
    """The cells on which a refused move depends, the one that it needs most first."""
    cells = cells_of(refused)
    if isinstance(refused, PlaceTile):
        here = CELL_INDEX[refused.cell]
        return (*cells, *(name for name, cell in CELL_INDEX.items() if distance(here, cell) == 1))
    return cells


def _is_alike(move: Move, other: Move) -> bool:
    """Whether two moves draw on the same supply."""
    return type(move) is type(other) and isinstance(
        move, Deploy | EstablishCamp | PlaceGuard | Exchange | PlaceTile
    )
