"""The fast engine where it could not be compiled: the same answers from the Python engine."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tikal import engine
from tikal.errors import InvalidArgument, InvalidState, require_int
from tikal.fast.batch import Batch as CommonBatch
from tikal.fast.dice import Dice, choice
from tikal.fast.fallback_slots import Slots
from tikal.fast.packing import pack, unpack
from tikal.fast.pickling import reduced
from tikal.fast.playout import (
    Playout,
    make_playout,
    require_seed,
    require_threads,
    seeds_of,
)
from tikal.moves import MOVES, Move
from tikal.rules.invariants import problems
from tikal.state import Phase, State, require_state


class Game:
    """A game in progress, which moves change in place."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        require_state(state)
        if found := problems(state):
            raise InvalidState(found)
        self._state = state

    @classmethod
    def from_packed(cls, packed: bytes, /) -> Game:
        """The game behind the bytes that `packed` gave; all other bytes are refused."""
        return cls._of(unpack(packed))

    @classmethod
    def _of(cls, state: State) -> Game:
        game = cls.__new__(cls)
        game._state = state
        return game

    # --- moves ---------------------------------------------------------------------------------

    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that `tikal.legal_moves` lists, in the same order."""
        return engine.legal_moves(self._state)

    def count(self) -> int:
        """The number of legal moves."""
        return len(engine.legal_moves(self._state))

    def nth(self, index: int, /) -> Move:
        """One of the legal moves, by its place in the list."""
        require_int("a place in the list", index)
        moves = engine.legal_moves(self._state)
        if not 0 <= index < len(moves):
            raise InvalidArgument(f"there are {len(moves)} legal moves, so none at place {index}")
        return moves[index]

    def weights(self) -> tuple[int, ...]:
        """The weights of the legal moves where chance decides, as whole numbers; () elsewhere."""
        if self._state.phase == "draw":
            return (1,) * self.count()
        return tuple(filter(None, self._state.stock.unseen)) if self.phase == "reveal" else ()

    def is_legal(self, move: Move | str, /) -> bool:
        """Whether the move may be made now."""
        return engine.is_legal(self._state, move)

    def apply(self, move: Move | str, /) -> None:
        """Make a legal move; an illegal one raises `IllegalMove`, and nothing is changed."""
        self._state = engine.apply(self._state, move)

    # --- numbers -------------------------------------------------------------------------------

    def numbers(self) -> list[int]:
        """The numbers of the legal moves, as `tikal.bots.actions.numbers`."""
        from tikal.fast.numbered import actions

        return actions.numbers(self._state)

    def mask(self) -> bytearray:
        """A mark for every number, as `tikal.bots.actions.mask`."""
        from tikal.fast.numbered import actions

        return bytearray(actions.mask(self._state))

    def observe(self, seat: int, scaled: bool = False) -> bytearray:
        """The bytes of what `tikal.bots.observation.observe` gives, floats of 32 bits."""
        from tikal.fast.numbered import observation

        return bytearray(observation.observe(self._state, seat, scaled))

    def take(self, number: int, /) -> None:
        """Make the move behind a number, as `tikal.bots.actions.take`."""
        from tikal.fast.numbered import actions

        self._state = actions.take(self._state, number)

    # --- what is known -------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """As `State.phase`."""
        return self._state.phase

    @property
    def active(self) -> int | None:
        """As `State.active`."""
        return self._state.active

    @property
    def to_move(self) -> int | None:
        """As `State.to_move`."""
        return self._state.to_move

    @property
    def scores(self) -> dict[int, int]:
        """As `State.scores`."""
        return self._state.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """As `State.winners`."""
        return self._state.winners

    def score(self, seat: int) -> int:
        """The points that a seat would score now, the total of `tikal.score`."""
        from tikal.rules.scoring import score

        return score(self._state, seat).total

    def prospects(self) -> tuple[int, ...]:
        """As `tikal.bots.evaluation.prospects`."""
        from tikal.fast.numbered import evaluation

        return evaluation.prospects(self._state)

    def chance(self) -> tuple[tuple[Move, Fraction], ...]:
        """As `tikal.chance`."""
        weights = self.weights()
        whole = sum(weights)
        listed = zip(self.legal_moves(), weights, strict=True) if weights else ()
        return tuple((move, Fraction(weight, whole)) for move, weight in listed)

    def state(self) -> State:
        """The position, equal to that of the Python engine."""
        return self._state

    def packed(self) -> bytes:
        """The position as bytes: equal positions have equal bytes."""
        return pack(self._state)

    # --- playouts ------------------------------------------------------------------------------

    def rollout(self, seed: int) -> Playout:
        """Play to the end at random; the game itself stays where it is.

        Every legal move is equally likely, and every outcome of chance as likely as it is. The same
        seed gives the same game, compiled or not.
        """
        require_seed(seed)
        dice, state = Dice(seed), self._state
        counts = dict.fromkeys(MOVES, 0)
        while moves := engine.legal_moves(state):
            move = moves[choice(dice, state, len(moves))]
            counts[type(move)] += 1
            state = engine.apply(state, move)
        made = tuple(counts.values())
        return make_playout(state.scores, sum(made), state.winners, made)

    # --- copies --------------------------------------------------------------------------------

    def copy(self) -> Game:
        """Another game in the same position."""
        return self._of(self._state)

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)

    def __repr__(self) -> str:
        return f"<Game of {self._state!r}>"


if TYPE_CHECKING:
    _Common = CommonBatch[Game]
else:  # the module typing would remember the class for ever, and with it the engine
    _Common = CommonBatch


class Batch(_Common):
    """As `tikal.fast.batch.Batch`, in Python."""

    _core_class = Slots
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
    return [game.rollout(seed) for seed in seeds_of(n, seeds)]
