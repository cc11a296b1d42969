"""A game as a value: where it began, its moves, and the position they led to."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import attrs
from attrs import field, frozen

from tikal._support.evolve import constructor, evolve
from tikal.dice import draw_outcome
from tikal.editions import canonical_edition
from tikal.engine import Replay, Step, after, chance, check
from tikal.errors import IllegalMove, InvalidArgument, WrongType, require_int
from tikal.moves import Move, move_of
from tikal.notation.records import Record
from tikal.notation.records.parts import clean_texts, require_names
from tikal.state import State, require_state

if TYPE_CHECKING:
    from tikal.notation.documents import RecordDocument

#: Chance where no other source is given: the operating system, which cannot be foreseen.
_SYSTEM: Final = random.SystemRandom()


@frozen
class _Link:
    """A step of a game, and the one before it: games with a common beginning share it."""

    step: Step
    number: int
    before: _Link | None
    start: State


_link = constructor(_Link)


def _start(state: State) -> State:
    """A position with its edition under the name by which records write it."""
    require_state(state)
    edition = canonical_edition(state.edition)
    if edition is state.edition or edition == state.edition:
        return state
    return attrs.evolve(state, table=attrs.evolve(state.table, edition=edition))


@frozen(eq=False, repr=False)
class Game:
    """A game that can be played on, taken back, stored and read again; it never changes.

    A move makes a new game in a time that does not depend on the number of moves before it.
    Two games are equal if they began alike, with the same names, and had the same moves.
    """

    #: The position before the first move.
    start: State = field(converter=_start)
    #: One name per seat, or none at all.
    names: tuple[str, ...] = field(default=(), converter=clean_texts)
    _link: _Link | None = field(default=None, kw_only=True, alias="_link")

    def __attrs_post_init__(self) -> None:
        require_names(self.names, self.start.players)
        if self._link is not None and (
            type(self._link) is not _Link or self._link.start is not self.start
        ):
            raise InvalidArgument("these moves are of another game: play them from its start")

    @classmethod
    def of(cls, played: Record | Replay, names: Iterable[str] | None = None) -> Game:
        """The game of a record, or of moves that were played; `IllegalMove` where one is refused.

        The names are those of the record unless others are given.
        """
        if isinstance(played, Record):
            names = played.names if names is None else names
            played = played.replay()
        if not isinstance(played, Replay):
            raise WrongType(f"a game is made of a Record or Replay, not {type(played).__name__}")
        if refusal := played.refusal:
            raise IllegalMove(refusal.move, played.state, refusal.violations, refusal.seat)
        game = cls(played.start, () if names is None else names)
        return game._after(played.steps)

    # --- what has been played ------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position now."""
        return self._link.step.state if self._link else self.start

    @property
    def last(self) -> Step | None:
        """The last move, the seat that made it and the position after it; None before the first."""
        return self._link.step if self._link else None

    @property
    def length(self) -> int:
        """The number of moves."""
        return self._link.number if self._link else 0

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps in their order."""
        return self.steps_since(0)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves in their order."""
        return tuple(step.move for step in self.steps)

    def steps_since(self, length: int) -> tuple[Step, ...]:
        """The steps after the first `length` moves, in a time that depends on their number only."""
        require_int("a number of moves", length)
        found: list[Step] = []
        link = self._link
        while link is not None and link.number > length:
            found.append(link.step)
            link = link.before
        return tuple(reversed(found))

    # --- playing on ----------------------------------------------------------------------------

    def play(self, move: Move | str, seat: int | None = None) -> Game:
        """The game with one more move; a refused one raises `IllegalMove` with its violations.

        With a seat a move out of turn is refused; without one it is that of the player to move.
        What happened is in `last`.
        """
        move, state = move_of(move), self.state
        violations = check(state, move, seat)
        if violations:
            raise IllegalMove(move, state, violations, seat)
        return self._after((Step(state.active, move, after(state, move)),))

    def deal(self, source: random.Random | None = None) -> Game:
        """The game when chance has decided all that it decides before a player moves.

        Every outcome has its exact probability, drawn from the source, or from the operating
        system if none is given: `random.Random(seed)` deals the same again. What chance decided are
        moves like any others, so a record repeats them.
        """
        game = self
        while outcomes := chance(game.state):
            game = game.play(draw_outcome(outcomes, _SYSTEM if source is None else source))
        return game

    def undo(self, moves: int = 1) -> Game:
        """The game without its last moves, draws and reveals among them.

        Whether players may take a move back is another matter, see the ruling Q-86.
        """
        require_int("a number of moves", moves)
        if not 0 <= moves <= self.length:
            raise InvalidArgument(f"a game of {self.length} moves cannot take {moves} back")
        link = self._link
        for _ in range(moves):
            assert link is not None  # there are as many
            link = link.before
        return evolve(self, _link=link)

    def _after(self, steps: Iterable[Step]) -> Game:
        """The game with further steps, which are known to be legal."""
        link = self._link
        for step in steps:
            link = _link(step, link.number + 1 if link else 1, link, self.start)
        return evolve(self, _link=link)

    # --- storing -------------------------------------------------------------------------------

    def replay(self) -> Replay:
        """The game as the steps of a replay."""
        return Replay(self.state, self.steps, start=self.start)

    def record(self, seats: bool = False) -> Record:
        """The game as a record: `tikal.dumps` writes it as text, and `Game.of` reads it again.

        With `seats` every line says whose move it is, and again where that changes.
        """
        return Record.of(self.replay(), names=self.names, seats=seats)

    def to_json(self) -> RecordDocument:
        """The game as the dict that `json` would write: its record, see the schema `record-1`."""
        from tikal.notation.documents import record_to_json

        return record_to_json(self.record())

    @classmethod
    def from_json(cls, data: object) -> Game:
        """The game of what `json` has read; `IllegalMove` where a move is refused."""
        from tikal.notation.documents import record_from_json

        return cls.of(record_from_json(data))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        if self.length != other.length or self.names != other.names or self.start != other.start:
            return False
        mine, theirs = self._link, other._link
        while mine is not theirs:
            assert mine is not None  # both have as many moves
            assert theirs is not None
            if mine.step.move != theirs.step.move:
                return False
            mine, theirs = mine.before, theirs.before
        return True

    def __hash__(self) -> int:
        return hash((self.start, self.names, self.length, self.state))

    def __repr__(self) -> str:
        return f"<Game of {self.length} moves, now {self.state!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _played, (self.start, self.names, self.moves)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, _memo: object) -> Game:
        return self


def _played(start: State, names: tuple[str, ...], moves: tuple[Move, ...]) -> Game:
    """A pickled game, played again."""
    game = Game(start, names)
    for move in moves:
        game = game.play(move)
    return game
