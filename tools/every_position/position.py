"""A position whose fields get values only as far as a rule asks.

It has the records of an ordinary one, and rules of `tikal.rules` run on it unchanged. It offers
what predicates ask today, and nothing else: any other question raises an exception, so no
predicate can read what a proof does not see. `members`, `usable_camps`, `has_figure` and
`is_explored` are the functions of the engine, run on these records; the other methods of `Board`
are fields here, and `tests/formal/test_every_position.py` compares those with boards.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Final, Self

from tikal import geometry
from tikal.geometry import Board
from tikal.grid import CELL_INDEX
from tikal.moves import Move, cells_of
from tikal.parts import Expedition
from tikal.state import State
from tools.every_position.fields import (
    FLOORS,
    NO_TILE,
    value_in,
    values_of,
)
from tools.every_position.lazy import MEETS, Key, Run, Unanswered, Unknown, plain

_KIND: Final = geometry._KINDS


class _Ask:
    """Fields by name."""

    def __init__(self, run: Run) -> None:
        self.run = run

    def __call__(self, *key: Any) -> Unknown:  # noqa: ANN401
        return self.run.unknown(key, values_of(key))


class Entries:
    """A tuple with a field for every index."""

    def __init__(self, ask: Callable[[int], Any], size: int) -> None:
        self._ask, self._size = ask, size

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401 - numbers, known or not
        index = plain(index)
        if not -self._size <= index < self._size:
            raise IndexError(index)
        return self._ask(index % self._size)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return (self._ask(index) for index in range(self._size))


class AnyOf:
    """All entries of a tuple at once: it equals whatever one of them equals."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, holds: Callable[[Any], Unknown]) -> None:
        self._holds = holds

    def __eq__(self, other: object) -> bool:
        return bool(self._holds(plain(other)))

    def __ne__(self, other: object) -> bool:
        raise Unanswered("whether some entry differs is not offered")


class Offer:
    """What a cell offers to a tile: asked whether it is something, and for bits."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, ask: _Ask, *key: Any) -> None:  # noqa: ANN401
        self._ask, self._key = ask, key

    def __bool__(self) -> bool:
        return bool(self._ask("offer", *self._key))

    def __eq__(self, other: object) -> bool:
        raise Unanswered("an offer is compared with nothing")

    def __and__(self, mask: Any) -> _Bits:  # noqa: ANN401 - a number, known or not
        return _Bits(self._ask, self._key, mask)


class _Bits:
    """The bits of an offer that are in a mask: asked whether there are any."""

    def __init__(self, ask: _Ask, key: Key, mask: Any) -> None:  # noqa: ANN401
        self._ask, self._key, self._mask = ask, key, mask

    def __bool__(self) -> bool:
        ask, mask = self._ask, self._mask
        if isinstance(mask, Unknown) and len(mask.seen()) > 1:
            key = (MEETS, ("offer", *self._key), (mask.key, mask.table()))
            return ask.run.is_true(key)
        mask = plain(mask)
        return any(ask("bit", *self._key, bit) for bit in range(8) if mask >> bit & 1)


class Held:
    """A short tuple that is asked what it holds, and how many."""

    def __init__(
        self, holds: Callable[[Any], Unknown], size: Callable[[], Unknown], *others: object
    ) -> None:
        self._holds, self._size, self._others = holds, size, others

    def __contains__(self, thing: object) -> bool:
        thing = plain(thing)
        return thing is not None and bool(self._holds(thing))

    def __iter__(self) -> Iterator[Any]:
        one = AnyOf(self._holds)
        yield (one, *self._others) if self._others else one

    def __len__(self) -> int:
        return int(self._size().settle())

    def __bool__(self) -> bool:
        return self._size() > 0


class _Elsewhere:
    """Some place that is not this cell, or some hex that is not."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, cell: int) -> None:
        self._cell = cell

    def __eq__(self, other: object) -> bool:
        if other == self._cell:
            return False
        raise Unanswered(f"a place other than {self._cell} is compared with {other}")


class Diggers:
    """The diggers of a turn, as far as the hex of the move can tell them apart."""

    def __init__(self, ask: _Ask, cell: int | None) -> None:
        self._ask, self._cell = ask, cell

    def __iter__(self) -> Iterator[Any]:
        cell = self._cell
        if cell is None:
            raise Unanswered("diggers are asked for by a move of a hex only")
        for figure in "LW":
            if self._ask("digs", cell, figure, False):
                yield cell, figure, cell
            if self._ask("digs", cell, figure, True):
                yield cell, figure, _Elsewhere(cell)
        if self._ask("digs_else", cell):
            yield _Elsewhere(cell), "W", cell


class Stack:
    """The tiles that are not drawn yet: the first one, and whether a later one is there."""

    def __init__(self, ask: _Ask) -> None:
        self._ask = ask

    def __getitem__(self, index: int) -> Unknown:
        first = self._ask("first")
        if index != 0:
            raise Unanswered("only the first tile of the stack is offered")
        if first == NO_TILE:
            raise IndexError(index)
        return first

    def __contains__(self, tile: object) -> bool:
        if tile is None:
            return False
        first = self._ask("first")
        if first == tile:
            return True
        return first < tile and bool(self._ask("undrawn", tile))

    def __bool__(self) -> bool:
        return self._ask("first") < NO_TILE


class Record:
    """A record with these parts; a part that is a function is asked for each time."""

    def __init__(self, **parts: object) -> None:
        self.parts = parts

    def changed(self, **changes: object) -> Self:
        """The same record with some parts replaced."""
        return type(self)(**{**self.parts, **changes})

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        try:
            part = self.parts[name]
        except KeyError:
            raise Unanswered(f"{name} is not offered") from None
        return part() if callable(part) else part


class LazyBoard:
    """The board: the tiles, and what follows from them."""

    is_explored = Board.is_explored

    def __init__(self, ask: _Ask, volcano_sets: bool, only_space: int | None) -> None:
        self._ask, self._volcano_sets, self._only_space = ask, volcano_sets, only_space
        self.tiles = Entries(lambda c: ask("lies", c), 40)
        self._tile_on: Callable[[int], Unknown] = self.tiles.__getitem__
        self.campable = Held(lambda c: ask("campable", c), _unasked)

    def kind(self, cell: int) -> Unknown:
        """The terrain."""
        return self._tile_on(cell).through(_KIND.__getitem__)

    def is_volcano(self, cell: int) -> bool:
        """Whether a volcano lies there."""
        if self._volcano_sets:
            return self._ask("volcanoes").split(lambda places: cell in places)
        return self._tile_on(cell).split(lambda tile: _KIND[tile] == "volcano")

    def volcanoes(self) -> frozenset[int]:
        """All cells with volcanoes, of which there are two at most."""
        return frozenset(self._ask("volcanoes").settle())

    def connection(self, a: int, b: int) -> Unknown:
        """The price of a step."""
        return self._ask("cost", a, b)

    def is_next_to_explored(self, cell: int) -> bool:
        """Whether it is free and touches an explored hex."""
        return bool(self._ask("offer", False, True, cell))

    def offers(self, from_volcanoes: object = False, beside_volcanoes: object = True) -> Entries:
        """For every cell what it offers to a tile."""
        reading, only = (bool(from_volcanoes), bool(beside_volcanoes)), self._only_space
        return Entries(
            lambda c: Offer(self._ask, *reading, c) if only in (None, c) else 0,
            40,
        )


class LazyExpedition:
    """The pieces of one player."""

    members, has_figure = Expedition.members, Expedition.has_figure
    usable_camps = Expedition.usable_camps

    def __init__(self, ask: _Ask, index: int) -> None:
        self._ask, self._index, self.seat = ask, index, index + 1
        self.workers = Entries(lambda c: ask("workers", index, c), 40)
        self.treasures = Entries(lambda k: ask("owns", index, k), 8)
        self.camps = Held(lambda c: ask("camp", index, c), lambda: ask("camps", index))
        self.guards = Held(lambda c: ask("guard", index, c), lambda: ask("guards", index), "?")

    leader = property(lambda self: self._ask("leader", self._index))
    supply = property(lambda self: self._ask("supply", self._index))
    score = property(lambda self: self._ask("score", self._index))


class Expeditions:
    """All players."""

    def __init__(self, ask: _Ask) -> None:
        self._ask = ask
        self._made: dict[int, LazyExpedition] = {}

    def __len__(self) -> int:
        return int(self._ask("players").settle())

    def __getitem__(self, index: Any) -> LazyExpedition:  # noqa: ANN401
        index = plain(index)
        if index not in self._made:
            self._made[index] = LazyExpedition(self._ask, index)
        return self._made[index]

    def __iter__(self) -> Iterator[LazyExpedition]:
        return (self[index] for index in range(len(self)))


def _unasked() -> Unknown:
    raise Unanswered("its length is not offered")


class LazyState:
    """A position of which nothing is known yet.

    With `volcano_sets` the volcanoes are one field, a set of two at most; without, each is a
    matter of its tile. With `may_be_over` there may be no active seat. With `only_space` no other
    cell offers anything to a tile.
    """

    #: Only in sentences.
    tile = "?"

    def __init__(
        self,
        run: Run,
        move: object = None,
        *,
        volcano_sets: bool = False,
        may_be_over: bool = False,
        only_space: int | None = None,
    ) -> None:
        ask = self.ask = _Ask(run)
        if may_be_over:  # then no seat is active
            run.unknown(("active",), (0, *values_of(("active",))))
        run.tidy = _seats_and_active
        cell = next(iter(cells_of_move(move)), None)
        edition = _Edition(ask)
        self.table = Record(edition=edition, auction=lambda: ask("auction"))
        self.edition = edition
        self.course = Record(
            scoring=lambda: ask("scoring"),
            tile=lambda: ask("tile") if ask("waits") else None,
            bidding=Record(
                display=Held(lambda t: ask("display", t), lambda: ask("displayed")),
                passed=Held(lambda n: ask("passed", n), _unasked),
                done=Held(lambda n: ask("done", n), _unasked),
                high_bid=lambda: ask("high_bid"),
                high_bidder=lambda: ask("high_bidder"),
            ),
        )
        self.turn = Record(
            active=lambda: ask("active"),
            ap=lambda: ask("ap"),
            phase=lambda: ask("phase"),
            worked=_Worked(ask),
            diggers=Diggers(ask, cell),
        )
        self.ground = Record(
            board=LazyBoard(ask, volcano_sets, only_space),
            values=Entries(lambda c: ask("value", c), 40),
            tokens=Entries(lambda c: ask("tokens", c), 40),
        )
        self.stock = Record(
            tiles=Stack(ask),
            floors=Entries(lambda j: ask("floor", j), len(FLOORS)),
            unseen=Entries(lambda k: ask("unseen", k), 8),
        )
        self.expeditions = Expeditions(ask)

    @property
    def auction(self) -> object:
        """As in an ordinary position."""
        return self.table.auction

    @property
    def players(self) -> int:
        """As in an ordinary position."""
        return len(self.expeditions)


class _Edition:
    """The switches; the name of the edition is only in sentences."""

    key = "house"

    def __init__(self, ask: _Ask) -> None:
        self._ask = ask

    def __getattr__(self, name: str) -> Unknown:
        return self._ask("switch", name)


class _Worked:
    """The digs of the turn."""

    def __init__(self, ask: _Ask) -> None:
        self._ask = ask

    def count(self, cell: object) -> Unknown:
        """The digs on one hex."""
        return self._ask("worked", plain(cell))


def cells_of_move(move: object) -> tuple[int, ...]:
    """The cells that a move names."""
    return tuple(CELL_INDEX[name] for name in cells_of(move)) if isinstance(move, Move) else ()


def _seats_and_active(run: Run) -> None:
    """The active seat is one of the players."""
    seats, active = run.left.get(("players",)), run.left.get(("active",))
    if seats and active and max(active) > min(seats):
        run.left["players",] = tuple(n for n in seats if n >= min(active))
        run.left["active",] = tuple(s for s in active if s <= max(seats))


def traced(
    test: Callable[[Any, Any], Hashable], state: State, act: object, **how: bool
) -> tuple[Hashable, dict[Key, Any]]:
    """What a predicate returns on a lazy position that is this one, and the fields it read."""
    run = Run(given=lambda key: value_in(state, key))
    found = test(LazyState(run, getattr(act, "move", act), **how), act)
    return found, {key: run.left[key][0] for key in run.asked}
