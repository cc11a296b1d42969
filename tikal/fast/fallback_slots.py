"""The games of a batch where the engine could not be compiled: the same arrays from Python."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from tikal import engine
from tikal.errors import TikalError
from tikal.fast.batch import WAITS
from tikal.fast.dice import Dice, choice
from tikal.state import CHANCE_PHASES, State

if TYPE_CHECKING:
    from tikal.fast import _engine
    from tikal.fast.fallback import Game

_WORD: Final = (1 << 64) - 1


class Slots:
    """The core of a batch, as `_engine.Batch`."""

    def __init__(
        self,
        start: Game,
        games: int,
        _threads: int,
        by_points: bool,
        scaled: bool,
        arrays: tuple[memoryview, ...],
        /,
    ) -> None:
        from tikal.fast import numbered  # not on the page, which has no numbers

        self._actions, self._observe = numbered.actions, numbered.observation.observe
        self._game_of = type(start)._of
        self._start, self._by_points, self._scaled = start.state(), by_points, scaled
        self._states = [self._start] * games
        self._ended: list[State | None] = [None] * games
        self._seeds = [0] * games
        self._dice = [Dice(0) for _ in range(games)]
        self._choosers = [Dice(_WORD) for _ in range(games)]
        self._arrays = [(view.cast("B"), view.nbytes // games) for view in arrays]

    # --- playing -------------------------------------------------------------------------------

    def reset(self, seeds: tuple[int, ...] | None, /) -> None:
        """Begin new games, with these seeds or by the dice as they lie."""
        for place in range(len(self._states)):
            if seeds is not None:
                self._dice[place] = Dice(seeds[place])
                self._choosers[place] = Dice(~seeds[place])
            self._begin(place)
            state = self._states[place]
            self._show_result(place, [0.0] * state.players, state, over=False)
            self._show_position(place)

    def step(self, numbers: _engine.Buffer, /) -> int | None:
        """Make a move in each game; the place of the first illegal number, or None."""
        found: list[State | None] = []
        for place, number in enumerate(memoryview(numbers).tolist()):
            state = self._states[place]
            try:
                found.append(None if number == WAITS else self._actions.take(state, number))
            except TikalError:
                return place
        for place, after in enumerate(found):
            self._go_on(place, after)
        return None

    def _go_on(self, place: int, after: State | None) -> None:
        before = self._states[place]
        if after is None:
            self._show_result(place, [0.0] * before.players, before, over=False)
            return
        state = self._settled(after, self._dice[place])
        self._states[place] = state
        over = state.phase == "over"
        self._show_result(place, self._rewards(before, state), state, over)
        if over:
            self._ended[place] = state
            self._begin(place)
        self._show_position(place)

    def _begin(self, place: int) -> None:
        dice = self._dice[place]
        self._seeds[place] = dice.counter
        self._states[place] = self._settled(self._start, dice)

    def _settled(self, state: State, dice: Dice) -> State:
        """The position after chance has decided."""
        while state.phase in CHANCE_PHASES:
            moves = engine.legal_moves(state)
            state = engine.apply(state, moves[choice(dice, state, len(moves))])
        return state

    def sample(self, numbers: _engine.Buffer, /) -> None:
        """Fill an array with random marked numbers."""
        found = memoryview(numbers)
        for place, state in enumerate(self._states):
            marked = self._actions.numbers(state)
            found[place] = marked[self._choosers[place].below(len(marked))]

    # --- what the arrays show ------------------------------------------------------------------

    def _show(self, what: int, place: int, row: bytes) -> None:
        view, width = self._arrays[what]
        view[place * width : (place + 1) * width] = row

    def _show_position(self, place: int) -> None:
        state = self._states[place]
        seat, mask = state.turn.active, self._actions.mask(state)
        self._show(0, place, self._observe(state, seat, self._scaled).tobytes())
        self._show(1, place, mask)
        self._show(2, place, bytes((seat,)))
        self._show(3, place, array("i", (sum(mask),)).tobytes())

    def _show_result(self, place: int, rewards: list[float], state: State, over: bool) -> None:
        self._show(4, place, array("f", rewards).tobytes())
        self._show(5, place, array("i", state.scores.values()).tobytes())
        self._show(6, place, bytes((over,)))

    def _rewards(self, before: State, state: State) -> list[float]:
        players = state.players
        if self._by_points:
            gained = [state.scores[seat] - points for seat, points in before.scores.items()]
            return [gain - sum(gained) / players for gain in gained]
        winners = state.winners
        if not winners:
            return [0.0] * players
        return [(s in winners) * (1 / len(winners)) - 1 / players for s in state.scores]

    # --- single games --------------------------------------------------------------------------

    def game(self, place: int, /) -> Game:
        """A copy of a game."""
        return self._game_of(self._states[place])

    def ended(self, place: int, /) -> Game | None:
        """The game that ended last in a place, or None."""
        state = self._ended[place]
        return None if state is None else self._game_of(state)

    def seed(self, place: int, /) -> int:
        """The seed of the game in a place."""
        return self._seeds[place]
