"""The game as an environment of PettingZoo: one agent per seat, in turn, with action masks.

Agents are called `seat_1` to `seat_4`. What an agent sees is a dict: `observation` has the numbers
of `tikal.bots.observation`, `action_mask` the marks of `tikal.bots.actions`. Chance is sampled from
the seed of `reset`. An illegal action raises `tikal.IllegalMove` with the clauses against it, and
the game stays where it is.
"""

from __future__ import annotations

import random
from typing import Any, Final, Literal, TypeAlias, get_args

from tikal.bots import actions, observation
from tikal.bots.games import Game, let_chance_decide, win_shares
from tikal.editions import DEFAULT_EDITION, Edition
from tikal.errors import InvalidArgument, missing_extra
from tikal.pictures.text import board_text
from tikal.state import State, new_game

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from tikal.bots.raster import board_pixels
    from tikal.bots.spaces import observation_space
except ModuleNotFoundError as error:
    raise missing_extra("bots", error) from error

RenderMode = Literal["human", "ansi", "svg", "rgb_array"]
#: `win`: a share of the win at the end; `points`: points as they are scored, against the mean.
Reward = Literal["win", "points"]
Seen: TypeAlias = dict[str, "np.ndarray[Any, Any]"]


def env(
    players: int = 3,
    edition: Edition | str = DEFAULT_EDITION,
    auction: bool = False,
    render_mode: RenderMode | None = None,
    reward: Reward = "win",
    scaled: bool = False,
) -> OrderEnforcingWrapper:
    """An environment that complains when it is used in the wrong order."""
    return OrderEnforcingWrapper(TikalEnv(players, edition, auction, render_mode, reward, scaled))


# The classes of PettingZoo have no types.
class TikalEnv(AECEnv):  # type: ignore[misc]
    """The environment itself.

    At the end winners share one point; everybody pays an equal part of it, so that rewards add up
    to 0. With `reward="points"` an agent is rewarded for every point it scores, less the mean of
    what all have scored. Observations are `scaled` on demand.
    """

    metadata: Final = {
        "name": "tikal_v1",
        "render_modes": list(get_args(RenderMode)),
        "is_parallelizable": True,
        "render_fps": 2,
        "actions_version": actions.VERSION,
        "observation_version": observation.VERSION,
    }

    def __init__(
        self,
        players: int = 3,
        edition: Edition | str = DEFAULT_EDITION,
        auction: bool = False,
        render_mode: RenderMode | None = None,
        reward: Reward = "win",
        scaled: bool = False,
    ) -> None:
        super().__init__()
        for name, value, known in (
            ("render_mode", render_mode, (None, *get_args(RenderMode))),
            ("reward", reward, get_args(Reward)),
        ):
            if value not in known:
                raise InvalidArgument(f"{name} is one of {', '.join(map(str, known))}")
        self._start = new_game(players, edition, auction)
        self._game = Game(self._start)
        self._scaled = scaled
        self._rng = random.Random()
        self._reward = reward
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, players + 1)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents, start=1)}
        self._size = actions.size(auction)
        seen = spaces.Dict(
            {
                "observation": observation_space(scaled),
                "action_mask": spaces.Box(0, 1, (self._size,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        # one each, because a space has a seed of its own
        self.action_spaces = {agent: spaces.Discrete(self._size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space of an agent."""
        return self.action_spaces[agent]

    @property
    def position(self) -> State:
        """The position, for `tikal.check` and everything else that the library answers."""
        return self._game.state()

    # --- the game ------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same seed and actions give the same game.

        `options={"start": 2}` lets another seat begin.
        """
        if seed is not None:
            self._rng = random.Random(seed)
        start = (options or {}).get("start", 1)
        first = self._start
        self._game = Game(new_game(first.players, first.edition, first.auction, start))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        let_chance_decide(self._game, self._rng)
        self.agent_selection = self._agent_to_move()

    def step(self, action: int | None) -> None:
        """Make the move behind a number for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise InvalidArgument(f"{agent} is still in the game and needs an action")
        before = self._game.scores
        self._game.take(int(action))
        let_chance_decide(self._game, self._rng)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewards(before)
        if self._game.phase == "over":
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._agent_to_move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _agent_to_move(self) -> str:
        seat = self._game.to_move
        return self.agents[0] if seat is None else self.possible_agents[seat - 1]

    def _rewards(self, before: dict[int, int]) -> dict[str, float]:
        after, n = self._game.scores, len(before)
        if self._reward == "points":
            gained = {seat: points - before[seat] for seat, points in after.items()}
            mean = sum(gained.values()) / n
            return {agent: gained[seat] - mean for agent, seat in self._seats.items()}
        shares = win_shares(self._game.winners, n)
        return {agent: shares[seat - 1] for agent, seat in self._seats.items()}

    # --- what can be seen ----------------------------------------------------------------------

    def observe(self, agent: str) -> Seen:
        """The observation of an agent; its action mask is empty if it is not to move."""
        seat, game = self._seats[agent], self._game
        marks = game.mask() if game.to_move == seat else bytearray(self._size)
        return {
            "observation": np.frombuffer(game.observe(seat, self._scaled), np.float32),
            "action_mask": np.frombuffer(marks, np.int8),
        }

    def render(self) -> str | np.ndarray[Any, Any] | None:
        """The position as text, as SVG or as pixels; `human` prints the text."""
        match self.render_mode:
            case "ansi":
                return board_text(self.position)
            case "svg":
                return self.position._repr_svg_()
            case "rgb_array":
                return board_pixels(self.position)
            case "human":
                print(board_text(self.position))
        return None

    def close(self) -> None:
        """Nothing is open."""
