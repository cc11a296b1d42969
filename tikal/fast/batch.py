"""Many games at once, stepped by action numbers, in arrays that numpy and others read in place.

What is common to both engines: arguments, arrays and refusals. The games themselves are in a core,
the class `Batch` of `_engine` or `Slots` of `fallback_slots`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from itertools import islice
from math import prod
from operator import index
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Literal, Protocol, TypeVar

from attrs import frozen

from tikal.editions import DEFAULT_EDITION, Edition
from tikal.errors import InvalidArgument, TikalError, WrongType, require_int
from tikal.fast.playout import MAX_BATCH, require_threads, seeds_of
from tikal.state import State, new_game

if TYPE_CHECKING:
    from tikal.fast import _engine

#: `win`: a share of the win at the end; `points`: points as they are scored, against the mean.
Reward = Literal["win", "points"]
#: In the place of a number: this game waits.
WAITS: Final = -1
_REWARDS: Final = ("win", "points")
_INTEGERS: Final = frozenset("bhilqBHILQ")


@frozen
class _Kind:
    """What an array of a batch holds: the format of its items, and other ones of the same bytes."""

    format: str
    also: str = ""


#: By name, in the order that the cores know.
_ARRAYS: Final[dict[str, _Kind]] = {
    "observations": _Kind("f"),
    "masks": _Kind("B", also="?b"),
    "seats": _Kind("B", also="b"),
    "counts": _Kind("i"),
    "rewards": _Kind("f"),
    "scores": _Kind("i"),
    "done": _Kind("B", also="?b"),
}


class _Game(Protocol):
    def state(self) -> State: ...


AnyGame = TypeVar("AnyGame", bound=_Game, covariant=True)


class Core(Protocol[AnyGame]):
    """The games of a batch, in an engine."""

    def reset(self, seeds: tuple[int, ...] | None, /) -> None:
        """Begin new games, with these seeds or by the dice as they lie."""

    def step(self, numbers: _engine.Buffer, /) -> int | None:
        """Make a move in each game; the place of the first illegal number, or None."""

    def sample(self, numbers: _engine.Buffer, /) -> None:
        """Fill an array with random marked numbers."""

    def game(self, place: int, /) -> AnyGame:
        """A copy of a game."""

    def ended(self, place: int, /) -> AnyGame | None:
        """The game that ended last in a place, or None."""

    def seed(self, place: int, /) -> int:
        """The seed of the game in a place."""


class Batch(Generic[AnyGame]):
    """n games that go on at once; one that ends is followed by a new one.

    After `reset`, which making a batch does, and after every `step` the arrays show each game as
    the seat to move sees it, in one row per game:

    - `observations`: the numbers of `tikal.bots.observation`, 32-bit floats, on demand `scaled`
    - `masks`: a byte for every number of `tikal.bots.actions`, 1 for a legal move
    - `seats`: the seat to move, a byte
    - `counts`: how many marks a mask has, 32-bit integers
    - `rewards`: what the step has earned, by seat, 32-bit floats: with `reward="win"` a share of
      the win at the end, less what all have paid for it; with `"points"` every point, less the
      mean of what all have scored
    - `scores`: the points by seat, 32-bit integers; where a game has ended, those of its end
    - `done`: a byte, 1 if the game has ended in this step and a new one has begun

    They are memoryviews that stay the same, so `numpy.asarray(batch.masks)` is made once. `into`
    names arrays of your own to fill instead. Chance decides by the dice of a game's seed; no step
    shows a position in which it has to. `threads` changes nothing but the time.
    """

    _core_class: ClassVar[type]
    _game_class: ClassVar[type]

    observations: memoryview
    masks: memoryview
    seats: memoryview
    counts: memoryview
    rewards: memoryview
    scores: memoryview
    done: memoryview

    def __init__(
        self,
        n: int,
        players: int = 4,
        edition: Edition | str = DEFAULT_EDITION,
        auction: bool = False,
        seeds: int | Iterable[int] = 0,
        *,
        start: int = 1,
        reward: Reward = "win",
        scaled: bool = False,
        threads: int = 1,
        into: Mapping[str, _engine.Buffer] | None = None,
    ) -> None:
        require_int("n", n)
        if not 1 <= n <= MAX_BATCH:
            raise InvalidArgument(f"a batch has 1 to {MAX_BATCH:,} games, not {n}")
        require_threads(threads)
        if reward not in _REWARDS:
            raise InvalidArgument(f"reward is one of {', '.join(_REWARDS)}")
        if type(scaled) is not bool:
            raise WrongType(f"scaled is True or False, not {type(scaled).__name__}")
        first = new_game(players, edition, auction, start)
        #: The number of games, of players, and of actions, which is the length of a mask.
        self.n, self.players = n, players
        self.actions, width = _sizes(first)
        rows = {"observations": width, "masks": self.actions, "rewards": players, "scores": players}
        given = _arrays_of_the_caller(into)
        for name, kind in _ARRAYS.items():
            shape = (n, rows[name]) if name in rows else (n,)
            own = given.get(name)
            view = _new(kind, shape) if own is None else _fitting(name, own, kind, shape)
            setattr(self, name, view)
        self._sampled = _new(_Kind("i"), (n,))
        made = self._game_class(first), n, threads, reward == "points", scaled
        self._core: Core[AnyGame] = self._core_class(*made, tuple(map(self._array, _ARRAYS)))
        self.reset(seeds)

    def _array(self, name: str) -> memoryview:
        view: memoryview = getattr(self, name)
        return view

    def __len__(self) -> int:
        return self.n

    # --- playing -------------------------------------------------------------------------------

    def reset(self, seeds: int | Iterable[int] | None = None) -> None:
        """Begin all games anew: by these seeds, or the first of n in a row.

        Without seeds the dice go on as they lie, and the games are others.
        """
        self._core.reset(None if seeds is None else tuple(seeds_of(self.n, seeds)))

    def step(self, numbers: _engine.Buffer | Iterable[int]) -> None:
        """Make a move in every game; -1 lets a game wait, and its rows stay as they are.

        Every number is looked at before a game moves. An illegal one raises `IllegalMove` with its
        clauses, and none has moved. As for `actions.take`, a tile may be laid in any rotation that
        looks the same, although only one is marked.
        """
        view = self._integers(numbers)
        refused = self._core.step(view)
        if refused is not None:
            self._refuse(refused, view[refused])

    def sample(self) -> memoryview:
        """For every game a random marked number, each equally likely; `step` takes the array.

        The dice are others than those of chance: who samples, and how often, changes no draw.
        """
        self._core.sample(self._sampled)
        return self._sampled

    # --- single games --------------------------------------------------------------------------

    def game(self, place: int) -> AnyGame:
        """A copy of the game in a place, counted from 0."""
        return self._core.game(self._place(place))

    def ended(self, place: int) -> AnyGame | None:
        """The game that was the last to end in a place, at its end; None before."""
        return self._core.ended(self._place(place))

    def seed(self, place: int) -> int:
        """The seed of the game in a place: the same numbers make the same game of it."""
        return self._core.seed(self._place(place))

    def _place(self, place: int) -> int:
        require_int("a place in the batch", place)
        if not 0 <= place < self.n:
            raise InvalidArgument(f"there are {self.n} games, so none in place {place}")
        return place

    # --- what is wrong -------------------------------------------------------------------------

    def _integers(self, numbers: _engine.Buffer | Iterable[int]) -> memoryview:
        """The numbers as an array, which may be the caller's own."""
        try:
            view = memoryview(numbers)  # type: ignore[arg-type]  # others are read as lists
        except TypeError:
            view = memoryview(_listed(numbers, self.n))
        if view.format not in _INTEGERS:
            raise WrongType(f"numbers are integers, not items of the format {view.format!r}")
        if view.shape != (self.n,):
            raise InvalidArgument(
                f"{self.n} games need {self.n} numbers, not the shape {view.shape}"
            )
        return view

    def _refuse(self, place: int, number: int) -> None:
        """Raise what is wrong with a number."""
        from tikal.fast.numbered import actions

        try:
            actions.take(self.game(place).state(), number)
        except TikalError as error:
            error.add_note(f"That was game {place} of the batch; no game has moved.")
            raise
        raise AssertionError(f"the engine refuses {number} in game {place}, which is legal")


def _sizes(state: State) -> tuple[int, int]:
    """The length of a mask and of an observation."""
    from tikal.fast.numbered import actions, observation

    return actions.size(state.auction), observation.LENGTH


# --- arrays ------------------------------------------------------------------------------------


def _new(kind: _Kind, shape: tuple[int, ...]) -> memoryview:
    room = bytearray(prod(shape) * array(kind.format).itemsize)
    return memoryview(room).cast(kind.format, shape)  # type: ignore[call-overload, no-any-return]


def _arrays_of_the_caller(into: object) -> Mapping[str, object]:
    if into is None:
        return {}
    if not isinstance(into, Mapping):
        raise WrongType(f"into maps names to arrays, and is no {type(into).__name__}")
    for name in into:
        if name not in _ARRAYS:
            raise InvalidArgument(f"a batch has no array {name!r}: it has {', '.join(_ARRAYS)}")
    return into


def _fitting(name: str, given: object, kind: _Kind, shape: tuple[int, ...]) -> memoryview:
    """An array of the caller, if a batch can fill it."""
    try:
        view = memoryview(given)  # type: ignore[arg-type]  # others are refused
    except TypeError:
        raise WrongType(f"{name} is a writable array, not {type(given).__name__}") from None
    if view.format not in (kind.format, *kind.also):
        raise WrongType(f"{name} has items of the format {kind.format!r}, not {view.format!r}")
    if view.nbytes != prod(shape) * view.itemsize or view.shape not in (shape, (prod(shape),)):
        raise InvalidArgument(f"{name} has the shape {shape}, not {view.shape}")
    if view.readonly or not view.c_contiguous:
        raise InvalidArgument(f"{name} is writable, and its rows follow each other in memory")
    return view


def _listed(numbers: object, n: int) -> array[int]:
    """Numbers that are no buffer; of more than n only one more is taken."""
    if not isinstance(numbers, Iterable) or isinstance(numbers, str):
        raise WrongType(f"numbers are an array of integers, not {type(numbers).__name__}")
    found = array("q")
    for number in islice(numbers, n + 1):
        if isinstance(number, bool):
            raise WrongType("a number is an integer, not bool")
        try:
            found.append(min(max(index(number), -(2**63)), 2**63 - 1))
        except TypeError:
            raise WrongType(f"a number is an integer, not {type(number).__name__}") from None
    return found
