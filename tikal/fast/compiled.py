"""The fast engine in C: what `_engine` leaves to Python, mostly refusals."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from importlib.util import module_from_spec
from typing import TYPE_CHECKING, Any, NoReturn

from tikal.editions import Edition, invalid_fields
from tikal.engine import check
from tikal.errors import (
    IllegalMove,
    InvalidArgument,
    InvalidState,
    WrongType,
    require_int,
)
from tikal.fast import packing
from tikal.fast.batch import Batch as CommonBatch
from tikal.fast.codes import code_of_move, move_of_code
from tikal.fast.pickling import reduced
from tikal.fast.playout import (
    Playout,
    make_playout,
    require_seed,
    require_threads,
    seeds_of,
)
from tikal.geometry import Board
from tikal.moves import Move, move_of
from tikal.parts import Bidding, Course, Expedition, Ground, Stock, Table, Turn
from tikal.rules.invariants import problems
from tikal.state import State, expedition_of, require_state

if TYPE_CHECKING:
    from tikal.fast import _engine
else:

    def _engine_of_this_import():  # noqa: ANN202 - the module that the type checker sees above
        """The compiled module; loaded anew if another import of the library uses the first one."""
        from tikal.fast import _engine as found

        # a build of an earlier checkout lacks some of these
        needed = ("Batch", "Game", "is_installed", "many")
        if found.FORMAT != packing.VERSION or not all(hasattr(found, name) for name in needed):
            raise ImportError("the compiled engine belongs to another version of tikal-rules")
        if not found.is_installed():
            return found
        own = module_from_spec(found.__spec__)
        found.__spec__.loader.exec_module(own)
        return own

    _engine = _engine_of_this_import()


class Game(_engine.Game):
    """A game in progress, which moves change in place."""

    __slots__ = ()

    def state(self) -> State:
        """The position, equal to that of the Python engine."""
        return packing.state_of(self._body(), self._edition)

    def score(self, seat: int) -> int:
        """The points that a seat would score now, the total of `tikal.score`."""
        if type(seat) is not int or seat not in self.scores:
            expedition_of(self.state(), seat)  # says what is wrong
        return self._points(seat)

    def observe(self, seat: int, scaled: bool = False) -> bytearray:
        """The bytes of what `tikal.bots.observation.observe` gives, floats of 32 bits."""
        if type(seat) is not int or seat not in self.scores:
            expedition_of(self.state(), seat)  # says what is wrong
        return self._observe(seat, scaled)

    def take(self, number: int, /) -> None:
        """Make the move behind a number, as `tikal.bots.actions.take`."""
        if type(number) is not int or not self._take(number):
            from tikal.fast.numbered import actions

            actions.take(self.state(), number)  # says what is wrong
            raise AssertionError(f"the engine refuses {number}, which is legal")

    def chance(self) -> tuple[tuple[Move, Fraction], ...]:
        """As `tikal.chance`."""
        weights = self.weights()
        whole = sum(weights)
        listed = zip(self.legal_moves(), weights, strict=True) if weights else ()
        return tuple((move, Fraction(weight, whole)) for move, weight in listed)

    __copy__ = _engine.Game.copy

    def __deepcopy__(self, _memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)

    def __repr__(self) -> str:
        return f"<Game of {self.state()!r}>"


if TYPE_CHECKING:
    _Common = CommonBatch[Game]
else:  # the module typing would remember the class for ever, and with it the engine
    _Common = CommonBatch


class Batch(_Common):
    """As `tikal.fast.batch.Batch`, in C."""

    _core_class = _engine.Batch
    _game_class = Game


def many(
    state: State | Game, n: int, seeds: int | Iterable[int] = 0, threads: int = 1
) -> list[Playout]:
    """Play n random games from a position, one for each seed.

    `seeds` are n numbers, or the first of n in a row. The compiled engine plays on this
    number of threads, without the interpreter's lock; the games are the same for any number.
    """
    require_threads(threads)
    game = state if isinstance(state, Game) else Game(state)
    return _engine.many(game, seeds_of(n, seeds), threads)


# --- what the engine asks of Python ------------------------------------------------------------


def _header(edition: Edition) -> bytes:
    if type(edition) is not Edition or invalid_fields(edition):
        raise WrongType("not an edition")
    return packing.header(edition)


def _code_of_move(move: Move | str) -> int | None:
    return code_of_move(move_of(move))


def _refuse_state(state: object) -> NoReturn:
    require_state(state)
    assert isinstance(state, State)
    raise InvalidState(problems(state) or ("the compiled engine cannot hold this position",))


def _refuse_packed(packed: bytes) -> NoReturn:
    packing.unpack(packed)
    raise packing.Unpackable("the compiled engine cannot hold this position")


def _refuse_move(game: Game, move: Move | str) -> NoReturn:
    state, asked = game.state(), move_of(move)
    raise IllegalMove(asked, state, check(state, asked))


def _refuse_place(count: int, index: object) -> NoReturn:
    require_int("a place in the list", index)
    raise InvalidArgument(f"there are {count} legal moves, so none at place {index}")


try:
    _engine.install(
        (
            _header,
            packing.edition_of_header,
            move_of_code,
            _code_of_move,
            _refuse_state,
            packing.unpack,
            _refuse_packed,
            _refuse_move,
            _refuse_place,
            require_seed,
            make_playout,
        ),
        (State, Table, Course, Bidding, Turn, Ground, Board, Stock, Expedition),
    )
except TypeError as error:
    raise ImportError("the compiled engine belongs to other modules of tikal.fast") from error
