"""The engine that bots play on, behind one function, and what the end of a game is worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from tikal import engine
from tikal.moves import Move
from tikal.players import play, random_policy
from tikal.rules.scoring import score
from tikal.state import Phase, State, require_state


@frozen
class Playout:
    """The end of a random game."""

    #: Points by seat.
    scores: dict[int, int]
    #: How many moves were made, chance included.
    length: int
    #: The winning seats.
    winners: tuple[int, ...]


class Game:
    """A game in progress, which moves change in place."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        require_state(state)
        self._state = state

    def legal_moves(self) -> tuple[Move, ...]:
        """As `tikal.legal_moves`."""
        return engine.legal_moves(self._state)

    def apply(self, move: Move | str) -> None:
        """Make a legal move; an illegal one raises `IllegalMove`, and nothing is changed."""
        self._state = engine.apply(self._state, move)

    def chance(self) -> tuple[tuple[Move, Fraction], ...]:
        """As `tikal.chance`."""
        return engine.chance(self._state)

    def state(self) -> State:
        """The position."""
        return self._state

    @property
    def phase(self) -> Phase:
        """As `State.phase`."""
        return self._state.phase

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
        """What a seat would score now, as the total of `tikal.score`."""
        return score(self._state, seat).total

    def rollout(self, seed: int) -> Playout:
        """Play to the end at random; the game itself stays where it is."""
        replay = play(self._state, random_policy, seed)
        return Playout(replay.state.scores, len(replay.steps), replay.state.winners)

    def copy(self) -> Game:
        """Another game in the same position."""
        return Game(self._state)

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> Game:
        return self.copy()


def game_of(state: State) -> Game:
    """A position on the fastest engine at hand."""
    return Game(state)


def win_shares(winners: Sequence[int], players: int) -> list[float]:
    """By seat, what the end of a game is worth: winners share a point that all have paid for.

    They add up to 0, and all are 0 as long as nobody has won.
    """
    if not winners:
        return [0.0] * players
    share, cost = 1 / len(winners), 1 / players
    return [(seat in winners) * share - cost for seat in range(1, players + 1)]
