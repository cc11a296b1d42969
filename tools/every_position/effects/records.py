"""A lazy position on which effects run unchanged, and the copies that they make of it.

It adds to `LazyState` what effects ask for: whole sets that grow by an entry, the stack without a
tile, one possible digger that stands for all others. The order within a set is not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final, TypeAlias
from unittest.mock import patch

import attrs

from tikal.grid import CELLS
from tikal.moves import DrawTile, Move, PlaceGuard, Recover, TakeTile, Transfer, Uncover, Walk
from tikal.parts import OUT_OF_PLAY, Expedition, Turn
from tikal.rules import (
    actions,
    auction,
    camps,
    digging,
    guards,
    placing,
    scoring,
    temples,
    treasures,
    turns,
    walking,
)  # fmt: skip
from tikal.state import tile_index
from tools.every_position.lazy import Run, Unanswered, plain
from tools.every_position.position import (
    AnyOf,
    Entries,
    LazyBoard,
    LazyState,
    Record,
    Stack,
    cells_of_move,
)  # fmt: skip

#: Gives the unknown of a key.
Ask: TypeAlias = Callable[..., Any]
_CHAPTERS: Final = (
    actions, auction, camps, digging, guards, placing, scoring, temples, treasures, turns, walking,
)  # fmt: skip


def evolve(record: Any, /, **changes: Any) -> Any:  # noqa: ANN401 - lazy and ordinary records
    """The same record with some parts replaced."""
    if isinstance(record, Record):
        return record.changed(**changes)
    return attrs.evolve(record, **changes)


class _Unordered:
    """Something whose place in a sorted tuple is not looked at."""

    __hash__ = object.__hash__

    def __lt__(self, _other: object) -> bool:
        return False

    def __gt__(self, _other: object) -> bool:
        return False


class Whole(_Unordered, AnyOf):
    """All entries that a set had before the move."""

    __hash__ = object.__hash__  # type: ignore[assignment]


class Other(_Unordered):
    """An entry that the move does not name."""


class Opaque(_Unordered):
    """A hex, figure or place that the solver chooses, not one of those that it is compared with."""

    __hash__ = object.__hash__

    def __init__(self, role: str, *others: object) -> None:
        self.role, self._others = role, others

    def __eq__(self, other: object) -> bool:
        if other is self:
            return True
        if isinstance(other, Opaque) or other in self._others:
            return False
        raise Unanswered(f"{self.role} is compared with {other}")

    def __ne__(self, other: object) -> bool:
        return not self == other


class Growing:
    """A set that is asked for an entry, taken over as a whole, or counted."""

    def __init__(self, holds: Callable[[Any], Any]) -> None:
        self._holds = holds
        self.whole = Whole(holds)

    def __contains__(self, thing: object) -> bool:
        return bool(self._holds(plain(thing)))

    def __iter__(self) -> Iterator[Any]:
        yield self.whole


class Display:
    """The tiles on display: the one of the move, and others."""

    def __init__(self, ask: Ask, tile: int | None) -> None:
        self._ask, self.tile = ask, tile
        self.shown: list[Other] = []

    def __bool__(self) -> bool:
        return bool(self._ask("displayed") > 0)

    def __iter__(self) -> Iterator[Any]:
        left = self._ask("displayed").settle()
        if self.tile is not None and self._ask("display", self.tile):
            yield self.tile
            left -= 1
        self.shown = [Other() for _ in range(left)]
        yield from self.shown


class Tiles(Stack):
    """The stack, which a tile can be taken from as the engine does it: by its place."""

    def index(self, tile: int) -> Place:
        """The place of a tile."""
        if not self._ask("undrawn", tile):
            raise ValueError(tile)
        return Place(tile)

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401 - a number or a part
        return (
            Part(index.start, index.stop)
            if isinstance(index, slice)
            else super().__getitem__(index)
        )


@attrs.frozen
class Place:
    """The place of a tile in the stack, or the one after it."""

    tile: int
    later: int = 0

    def __add__(self, number: int) -> Place:
        return Place(self.tile, self.later + number)


@attrs.frozen
class Part:
    """The stack up to a place or from a place."""

    start: Place | None
    stop: Place | None

    def __add__(self, other: Part) -> Without:
        if self.start or other.stop or self.stop is None or other.start != self.stop + 1:
            raise Unanswered("the stack is put together in another way")
        return Without(self.stop.tile)


@attrs.frozen
class Without:
    """The stack without a tile."""

    tile: int


class Diggers:
    """The possible diggers that a move can touch, and one that stands for all others.

    The solver chooses the hex `rd` where it digs, its figure and its place, so what holds of this
    one holds of each; an effect that asks more of it is refused.
    """

    def __init__(self, ask: Ask, move: Move) -> None:
        self._ask = ask
        cells = cells_of_move(move)
        self.probes = [*_probes(move, cells)]
        #: All the others at once: they are there as long as the engine does not drop them.
        rest = Opaque("rest", *range(len(CELLS)), OUT_OF_PLAY, "L", "W")
        self.rest = (rest, rest, rest)
        #: Diggers that the move may add.
        digs = cells if isinstance(move, Uncover | Recover) else ()
        self.added = [(cell, figure, cell) for cell in digs for figure in "LW"]

    def __bool__(self) -> bool:
        return bool(self._ask("diggers"))

    def __iter__(self) -> Iterator[Any]:
        yield from (probe for probe in self.probes if self._ask("digger", *map(word, probe)))
        yield self.rest


def _probes(move: Move, cells: tuple[int, ...]) -> Iterator[tuple[Any, Any, Any]]:
    hex_, place = Opaque("rd"), Opaque("rp", *cells)
    if isinstance(move, Walk | Transfer):
        other = "W" if move.figure == "L" else "L"
        yield from ((hex_, move.figure, cell) for cell in (*cells, place))
        yield hex_, other, Opaque("rq")
    elif isinstance(move, PlaceGuard):
        yield from ((hex_, Opaque("rf"), there) for there in (*cells, OUT_OF_PLAY, place))
    elif isinstance(move, Uncover | Recover):
        yield Opaque("rd", *cells), Opaque("rf"), Opaque("rq")
        yield cells[0], Opaque("rf"), Opaque("rp")
    else:
        yield hex_, Opaque("rf"), Opaque("rq")


def word(thing: object) -> Any:  # noqa: ANN401 - a part of a key
    """The name of a hex, figure or place in a key."""
    return thing.role if isinstance(thing, Opaque) else thing


class Board(LazyBoard):
    """A board on which a tile can be laid."""

    def lay(self, cell: int, tile: int) -> Laid:
        """The board with one more tile; what follows from the tiles is compared elsewhere."""
        return Laid(self, cell, plain(tile))


@attrs.frozen(eq=False)
class Laid:
    """A board with one more tile."""

    before: Board
    cell: int
    tile: int


class LazyPlayer(Record):
    """The pieces of one player, with the questions of the engine."""

    members, has_figure = Expedition.members, Expedition.has_figure


def _player(ask: Ask, index: int) -> LazyPlayer:
    return LazyPlayer(
        seat=index + 1,
        score=lambda: ask("score", index),
        leader=lambda: ask("leader", index),
        workers=Entries(lambda c: ask("workers", index, c), 40),
        supply=lambda: ask("supply", index),
        removed=Entries(lambda f: ask("removed", index, "LW"[f]), 2),
        camps=Growing(lambda c: ask("camp", index, c)),
        guards=Growing(lambda _: _refuse("guards are only added")),
        treasures=Entries(lambda k: ask("owns", index, k), 8),
    )


def _refuse(reason: str) -> Any:  # noqa: ANN401
    raise Unanswered(reason)


class Players:
    """All players, each made once."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self.made: dict[int, LazyPlayer] = {}

    def __len__(self) -> int:
        return int(self._ask("players").settle())

    def __getitem__(self, index: Any) -> LazyPlayer:  # noqa: ANN401 - a number, known or not
        at = plain(index)
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        at %= len(self)
        return self.made.setdefault(at, _player(self._ask, at))

    def __iter__(self) -> Iterator[LazyPlayer]:
        return (self[index] for index in range(len(self)))


def lazy_position(run: Run, move: Move) -> Record:
    """A position of which nothing is known, for the effect of a move."""
    first = LazyState(run, move)
    ask = first.ask
    tile = tile_index(move.tile) if isinstance(move, DrawTile | TakeTile) else None
    course = first.course.changed(
        queue=lambda: tuple(ask("queue", i) for i in range(ask("queued").settle())),
        winners=(),
        bidding=Record(
            display=Display(ask, tile),
            high_bid=lambda: ask("high_bid"),
            high_bidder=lambda: ask("high_bidder"),
            passed=Growing(lambda n: ask("passed", n)),
            first_passer=lambda: ask("first_passer"),
            done=Growing(lambda n: ask("done", n)),
        ),
    )
    turn = first.turn.changed(
        active=lambda: ask("active").settle(),
        worked=Worked(ask),
        diggers=Diggers(ask, move),
    )
    players = Players(ask)
    return Record(
        table=first.table.changed(points=Entries(lambda i: ask("points", i), 4)),
        edition=first.edition,
        course=course,
        turn=turn,
        ground=first.ground.changed(board=Board(ask, False, None)),
        stock=first.stock.changed(tiles=Tiles(ask)),
        expeditions=players,
        players=lambda: len(players),
    )


class Worked(Growing):
    """The digs of the turn."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(lambda cell: self.count(cell) > 0)
        self._ask = ask

    def count(self, cell: object) -> Any:  # noqa: ANN401
        """The digs on one hex."""
        return self._ask("worked", plain(cell))


# --- the engine on it --------------------------------------------------------------------------


def _score(state: Any, seat: int) -> Record:  # noqa: ANN401
    """The points of a seat, which are compared by themselves."""
    return Record(total=state.table.points[seat - 1])


#: Nothing but the end of the game reads the winners, and the specification has no fact for them.
_WINNERS: Final = ("winners",)
_REPLACED: Final[dict[str, Any]] = {
    "evolve": evolve,
    "shared_turn": Turn,
    "score": _score,
    "winners": lambda _state: _WINNERS,
}


@contextmanager
def open_to_effects() -> Iterator[None]:
    """The engine makes lazy copies, uses no cache, and takes the points of a seat as a field."""
    with ExitStack() as stack:
        for chapter in _CHAPTERS:
            for name, other in _REPLACED.items():
                if hasattr(chapter, name):
                    stack.enter_context(patch.object(chapter, name, other))
        yield
