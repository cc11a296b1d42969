"""Repairs: the smallest edits of a record after which most of the rest is legal.

Every slip that might explain the refusal is tried from the stored positions before it. Edits that
lead to equal positions after some turn go on together, so that a whole game is searched in a few
ten thousand positions; the search is bounded by their number and never by the clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import define, evolve, field, frozen

from tikal.counsel.repair_edits import Edit, EditKind, LikelyEdits
from tikal.engine import TABLE, check
from tikal.errors import InvalidArgument, WrongType, require_int
from tikal.languages import sentence
from tikal.moves import EndTurn, Move
from tikal.notation.records import MAX_LINES, MAX_MOVES, Entry, Line, Record, place_text
from tikal.state import State

if TYPE_CHECKING:
    from tikal.counsel.documents import RepairDocument

#: Positions that a search visits at most, of all edits together.
MAX_POSITIONS: Final = 30_000
#: Positions of these at most to get beyond the refused move.
_FIRST_POSITIONS: Final = 18_000
#: The cost of an unspent action point in the scale of `Edit.cost`: people rarely leave one.
_UNSPENT: Final = 0.12
#: The cost of a wrong claim.
_WRONG_CLAIM: Final = 3.0


@frozen
class Repair:
    """An edit of a record in one place, and how far the record goes then."""

    edit: EditKind
    #: Which move is concerned, from 0; an inserted one stands before the one that has this index.
    index: int
    #: The present move; None for an insertion.
    before: Move | None
    #: The new move; None for a deletion.
    after: Move | None
    #: The line of the file, if the record was read from text.
    line: int | None
    #: The index of the next refused move of the repaired record; None if all are legal.
    refused: int | None
    #: The repaired record.
    record: Record = field(repr=False)

    def text(self, language: str = "en") -> str:
        """The edit, and the number of moves that are legal after it."""
        facts = {
            "where": place_text(self.index, self.line, language),
            "before": self.before,
            "move": self.after or self.before,
            "seat": self.record.entries[self.index].seat if self.before == self.after else None,
        }
        key = "change-seat" if self.before == self.after else self.edit
        edit = sentence("records", f"repair-{key}", facts, language)
        reach = "reach-all" if self.refused is None else "reach-part"
        return sentence("records", reach, {"repair": edit, "last": self.refused}, language)

    def to_json(self) -> RepairDocument:
        """The repair as the dict that `json` would write; moves count from 1."""
        return {
            "edit": self.edit,
            "number": self.index + 1,
            "line": self.line,
            "before": None if self.before is None else str(self.before),
            "after": None if self.after is None else str(self.after),
            "refused": None if self.refused is None else self.refused + 1,
            "text": self.text(),
        }

    def __str__(self) -> str:
        return self.text()


def repairs(record: Record, limit: int = 3) -> tuple[Repair, ...]:
    """Up to `limit` repairs of a record with a refused move, the best first; () if all is legal.

    The best leaves the most of the rest legal; of equal ones, the one that explains the likeliest
    slip of a scribe. If one edit mends the whole record, those that mend a part are left out.
    """
    if not isinstance(record, Record):
        raise WrongType(f"a Record is needed, not {type(record).__name__}: see tikal.loads")
    require_int("limit", limit)
    game = record.replay()
    if game.refusal is None or _is_full(record):
        return ()
    states = [record.start_state(), *(step.state for step in game.steps)]
    found = _Search(record, states).best(max(0, limit))
    return tuple(_repair(record, trial.edit) for trial in found)


def _is_full(record: Record) -> bool:
    """Whether the record has no room for one more move, and so is not one of a real game."""
    return len(record.entries) >= MAX_MOVES or len(record.lines) > MAX_LINES // 2


# --- the search --------------------------------------------------------------------------------


@define(eq=False)
class _Trail:
    """The replay from a position before an entry, shared by all edits that lead to it."""

    index: int
    state: State
    #: Unspent points and wrong claims between here and the end of what is known.
    loss: float = 0.0
    next: _Trail | None = None
    is_refused: bool = False

    def last(self) -> _Trail:
        """The end of what is known."""
        trail = self
        while trail.next is not None:
            trail = trail.next
        return trail

    def total_loss(self) -> float:
        """The loss over the whole trail."""
        loss, trail = 0.0, self
        while trail.next is not None:
            loss, trail = loss + trail.loss, trail.next
        return loss + trail.loss


@define(eq=False)
class _Trial:
    """An edit that is tried out."""

    edit: Edit
    loss: float
    trail: _Trail


class _Search:
    """Tries the edits of a record, within the bounds."""

    def __init__(self, record: Record, states: list[State]) -> None:
        self.record = record
        self.entries, self.states = record.entries, states
        self.refused = len(states) - 1
        self.positions = 0
        self.trails: dict[tuple[int, State], _Trail] = {}
        self.losses = [0.0]
        for entry, state, after in zip(self.entries, states, states[1:], strict=False):
            self.losses.append(self.losses[-1] + _loss(entry, state, after))

    def best(self, limit: int) -> list[_Trial]:
        """The best edits: one for each position that they lead to."""
        trials = [
            trial
            for edit in LikelyEdits(self.entries, self.states).edits()
            if self.positions < _FIRST_POSITIONS and (trial := self._try(edit))
        ]
        self._follow(trials)
        found: dict[tuple[int, State], _Trial] = {}
        whole = len(self.entries)
        furthest = max((trial.trail.last().index for trial in trials), default=0)
        least = whole if furthest == whole else self.refused + 2  # one move more says nothing
        for trial in sorted(trials, key=self._rank):
            last = trial.trail.last()
            if last.index >= least:
                found.setdefault((last.index, last.state), trial)
        best = list(found.values())
        if best and not best[0].edit.is_unlikely:  # skip unlikely edits once a likely one works
            best = [trial for trial in best if not trial.edit.is_unlikely]
        return best[:limit]

    def _rank(self, trial: _Trial) -> tuple[int, float]:
        """The further a trial goes the better, and then the likelier it is."""
        last = trial.trail.last()
        cost = trial.edit.cost + trial.loss + trial.trail.total_loss()
        if last.index == len(self.entries) and self.record.scores:
            pairs = zip(self.record.scores, last.state.scores.values(), strict=True)
            cost += sum(_WRONG_CLAIM for claimed, points in pairs if claimed != points)
        return -last.index, cost

    def _try(self, edit: Edit) -> _Trial | None:
        """The edit as far as a little beyond the refused move, if it gets there."""
        state: State | None = self.states[edit.start]
        loss = self.losses[edit.start]
        for entry in edit.new:
            assert state is not None
            before, state = state, self._after(state, entry)
            if state is None:
                return None
            loss += _loss(entry, before, state)
        assert state is not None
        is_in_its_place = edit.is_unlikely and edit.stop > self.refused
        least = self.refused + (2 if is_in_its_place else 1)
        trail = self._trail(edit.stop, state)
        last = trail.last()
        while last.index < min(least, len(self.entries)) and not last.is_refused:
            self._extend(last)
            last = last.last()
        return _Trial(edit, loss, trail) if last.index >= least else None

    def _follow(self, trials: list[_Trial]) -> None:
        """Follow all trails to their ends, or the likelier ones if that is too much."""
        while True:
            live: dict[int, _Trail] = {}
            for trial in trials:
                last = trial.trail.last()
                if not last.is_refused and last.index < len(self.entries):
                    live.setdefault(id(last), last)
            if not live:
                return
            ahead = len(self.entries) - min(trail.index for trail in live.values())
            affordable = max(4, (MAX_POSITIONS - self.positions) // ahead)
            for trail in list(live.values())[affordable:]:
                trail.is_refused = True
            for trail in list(live.values())[:affordable]:
                if trail.next is None and not trail.is_refused:
                    self._extend(trail)

    def _extend(self, trail: _Trail) -> None:
        """Go on until a turn has ended, and join the trail that begins there."""
        index, state = trail.index, trail.state
        while index < len(self.entries):
            entry = self.entries[index]
            after = self._after(state, entry)
            if after is None:
                trail.is_refused = True
                break
            trail.loss += _loss(entry, state, after)
            index, state = index + 1, after
            if isinstance(entry.move, EndTurn):
                break
        if trail.is_refused or index == len(self.entries):
            trail.index, trail.state = index, state
        else:
            trail.next = self._trail(index, state)

    def _trail(self, index: int, state: State) -> _Trail:
        return self.trails.setdefault((index, state), _Trail(index, state))

    def _after(self, state: State, entry: Entry) -> State | None:
        self.positions += 1
        if check(state, entry.move, entry.seat):
            return None
        after: State = TABLE[type(entry.move)].effect(state, entry.move)
        return after


def _loss(entry: Entry, state: State, after: State) -> float:
    """The penalty of a move that ends a turn: unspent points and a wrong claim."""
    if not isinstance(entry.move, EndTurn):
        return 0.0
    loss = _UNSPENT * state.ap
    if entry.points is not None and state.active and after.scores[state.active] != entry.points:
        loss += _WRONG_CLAIM
    return loss


# --- the repaired record -----------------------------------------------------------------------


def _repair(record: Record, edit: Edit) -> Repair:
    here = record.entries[edit.start]
    repaired = evolve(record, lines=_edited_lines(record.lines, edit))
    refusal = repaired.replay().refusal
    return Repair(
        edit=edit.kind,
        index=edit.start,
        before=here.move if edit.kind != "insert" else None,
        after=edit.new[0].move if edit.new else None,
        line=here.line,
        refused=refusal.index if refusal else None,
        record=repaired,
    )


def _edited_lines(lines: tuple[Line, ...], edit: Edit) -> list[Line]:
    """The lines with an edit made, and every comment where it was."""
    edited: list[Line] = []
    first = 0
    for line in lines:
        last = first + len(line.entries)
        if edit.kind == "insert":
            is_end = isinstance(edit.new[0].move, EndTurn)  # it belongs behind the move before it
            is_here = first < edit.start <= last if is_end else first <= edit.start < last
            at, new = edit.start - first, edit.new if is_here else ()
            entries = (*line.entries[:at], *new, *line.entries[at:]) if is_here else line.entries
        else:
            entries = tuple(
                entry
                for index, old in enumerate(line.entries, start=first)
                for entry in _instead(edit, index, old)
            )
        edited += _fitting_lines(entries, line.comment)
        first = last
    return edited


def _fitting_lines(entries: tuple[Entry, ...], comment: str | None) -> list[Line]:
    """One line, or several where one would be too long."""
    try:
        return [Line(entries, comment)]
    except InvalidArgument:
        half = len(entries) // 2
        return [Line(entries[:half]), Line(entries[half:]), Line(comment=comment)]


def _instead(edit: Edit, index: int, entry: Entry) -> tuple[Entry, ...]:
    """The entries in place of one after a change, a deletion or a swap."""
    if not edit.start <= index < edit.stop:
        return (entry,)
    return edit.new[index - edit.start : index - edit.start + 1]
