"""The game for OpenSpiel: importing this module registers `python_tikal`.

Parameters are `players` (2 to 4), `edition` (a key such as `legend-classic`) and `auction`. House
rules are written `rio-grande-1999 second_dig:different`, because OpenSpiel has a use for `=`, and
several tie-breaks with `+` between them. Players are numbered from 0 there, so player 0 is seat 1.
Chance is explicit, with its probabilities as floats. An illegal action raises `tikal.IllegalMove`
with the clauses against it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tikal.bots import actions, observation
from tikal.bots.games import Game, win_shares
from tikal.components import BOX, LOOSE_TILES
from tikal.editions import DEFAULT_EDITION
from tikal.errors import InvalidArgument, missing_extra
from tikal.grid import CELLS, COLUMNS, ROWS
from tikal.moves import Move
from tikal.pictures.text import board_text
from tikal.rules.length import most_decisions
from tikal.state import State, new_game

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise missing_extra("bots", error) from error

_USUAL: Final = {"players": BOX.least_players, "edition": DEFAULT_EDITION.key, "auction": False}
# Characters in the key of a house edition, and their substitutes in a parameter of OpenSpiel.
_TO_SPIEL: Final = str.maketrans("=,", ":+")
_FROM_SPIEL: Final = str.maketrans(":+", "=,")
#: Every tile is drawn and every treasure revealed once.
_MAX_OUTCOMES: Final = LOOSE_TILES + BOX.treasure_kinds * BOX.treasure_copies

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_tikal",
    long_name="Tikal",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=BOX.most_players,
    min_num_players=BOX.least_players,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=_USUAL,
)


# The classes of OpenSpiel have no types.
class TikalGame(pyspiel.Game):  # type: ignore[misc]
    """The rules: how many play, by which edition, with or without the auction."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**_USUAL, **(params or {})}
        edition = chosen["edition"].translate(_FROM_SPIEL)
        self.start = new_game(chosen["players"], edition, chosen["auction"])
        chosen["edition"] = self.start.edition.key.translate(_TO_SPIEL)
        players = self.start.players
        super().__init__(
            GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=actions.size(self.start.auction),
                max_chance_outcomes=actions.OUTCOMES,
                num_players=players,
                min_utility=-1 / players,
                max_utility=1 - 1 / players,
                utility_sum=0.0,
                max_game_length=most_decisions(self.start),
            ),
            chosen,
        )

    def new_initial_state(self) -> TikalState:
        """The position before the first tile is turned up."""
        return TikalState(self)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound of the chance nodes of a game."""
        return _MAX_OUTCOMES

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> TikalObserver:
        """The observer, which turns positions into numbers."""
        return TikalObserver(params)


class TikalState(pyspiel.State):  # type: ignore[misc]
    """A game in progress.

    OpenSpiel copies it attribute by attribute, so it does not hold its `TikalGame`.
    """

    def __init__(self, game: TikalGame) -> None:
        super().__init__(game)
        self._game = Game(game.start)
        self._position: State | None = game.start

    @property
    def position(self) -> State:
        """The position, for `tikal.check` and everything else that the library answers."""
        if self._position is None:
            self._position = self._game.state()
        return self._position

    def view(self, player: int) -> bytearray:
        """What a player sees, as the bytes of `tikal.bots.observation`."""
        return self._game.observe(player + 1)

    def _ask_position(self) -> State:
        return self.position

    def current_player(self) -> int:
        """The player to move, counted from 0, or chance, or the terminal player at the end."""
        seat = self._game.to_move
        if seat is not None:
            return seat - 1
        over = self._game.phase == "over"
        return int(pyspiel.PlayerId.TERMINAL if over else pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, _player: int) -> list[int]:
        return self._game.numbers()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance and how likely they are."""
        return [(actions.encode_outcome(m), float(odds)) for m, odds in self._game.chance()]

    def _move(self, player: int, action: int) -> Move:
        if player == pyspiel.PlayerId.CHANCE:
            return actions.decode_outcome(action)
        return actions.move_behind(action, self._ask_position)

    def _apply_action(self, action: int) -> None:
        if self._game.to_move is None and not self.is_terminal():
            self._game.apply(actions.decode_outcome(action))
        else:
            self._game.take(action)
        self._position = None  # made when it is asked for

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._move(player, action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._game.phase == "over"

    def returns(self) -> list[float]:
        """The payoff of every player: winners share a point that all have paid for."""
        return win_shares(self._game.winners, len(self._game.scores))

    def __str__(self) -> str:
        return board_text(self.position)


class TikalObserver:
    """Turns a position into the numbers of `tikal.bots.observation`: planes and scalars."""

    def __init__(self, params: object = None) -> None:
        if params:
            raise InvalidArgument(f"an observation has no parameters such as {params}")
        self.tensor = np.zeros(observation.LENGTH, np.float32)
        planes = len(observation.PLANES)
        self.dict = {
            "planes": self.tensor[: planes * len(CELLS)].reshape(planes, len(COLUMNS), ROWS),
            "scalars": self.tensor[planes * len(CELLS) :],
        }

    def set_from(self, state: TikalState, player: int) -> None:
        """Take in what a player sees."""
        self.tensor[:] = np.frombuffer(state.view(player), np.float32)

    def string_from(self, state: TikalState, _player: int) -> str:
        """The position as text: everybody sees the same."""
        return str(state)


pyspiel.register_game(GAME_TYPE, TikalGame)
