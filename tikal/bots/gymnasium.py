"""One seat of the game as environments of Gymnasium: importing this module registers them.

`gymnasium.make("tikal.bots.gymnasium:tikal/Seat-v1")` is a single game, and `make_vec` of the same
name plays many at once on `tikal.fast.Batch`. The other seats are played by a policy. Observations
are those of `tikal.bots.observation`, actions those of `tikal.bots.actions`, and `action_masks()`
marks the legal ones, as MaskablePPO of sb3-contrib wants it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias, get_args

from tikal.bots import actions, observation
from tikal.bots.games import Game, let_chance_decide, win_shares
from tikal.bots.policies import Policy, sensible_policy
from tikal.dice import pick
from tikal.editions import DEFAULT_EDITION, Edition
from tikal.engine import legal_moves
from tikal.errors import IllegalMove, InvalidArgument, missing_extra, require_int
from tikal.fast import Batch
from tikal.fast.batch import WAITS, Reward
from tikal.pictures.text import board_text
from tikal.state import State, new_game

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from tikal.bots.raster import board_pixels
    from tikal.bots.spaces import observation_space
except ModuleNotFoundError as error:
    raise missing_extra("bots", error) from error

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
#: Chooses for many games: observations and masks in rows, a number for each.
VectorPolicy: TypeAlias = Callable[[Array, Array], Array]
RenderMode = Literal["ansi", "rgb_array"]
#: `lose`: an illegal action ends the game as lost; `raise`: it raises `tikal.IllegalMove`.
Illegal = Literal["lose", "raise"]

ID: Final = "tikal/Seat-v1"
#: What an illegal action costs where points are rewarded.
ILLEGAL_POINTS: Final = -100.0
_NAMED: Final[dict[str, Policy | None]] = {"random": None, "sensible": sensible_policy}


_METADATA: Final[dict[str, Any]] = {
    "render_modes": [],
    "actions_version": actions.VERSION,
    "observation_version": observation.VERSION,
}
#: By place the own seat of a game that has ended, and the game.
_Ends: TypeAlias = dict[int, tuple[int, Game]]


def _policy(opponent: str | Policy) -> Policy | None:
    """The policy of the other seats; None for random moves, which need no position."""
    if callable(opponent):
        return opponent
    if opponent not in _NAMED:
        known = ", ".join(_NAMED)
        raise InvalidArgument(f"opponent is a policy or one of {known}, not {opponent!r}")
    return _NAMED[opponent]


def _require(name: str, value: object, known: tuple[object, ...]) -> None:
    if value not in known:
        raise InvalidArgument(f"{name} is one of {', '.join(map(str, known))}")


def _require_seat(seat: int | None, players: int) -> None:
    if seat is not None:
        require_int("seat", seat)
        if not 1 <= seat <= players:
            raise InvalidArgument(f"seat is from 1 to {players}, not {seat}")


def _number(state: State, policy: Policy, rng: random.Random) -> int:
    """The number of what a policy chooses; for a bid too high for one the highest, or the pass."""
    move = policy(state, legal_moves(state), rng)
    if getattr(move, "points", 0) > actions.HIGHEST_BID:
        return actions.numbers(state)[-2:][0]  # the pass comes last
    return actions.encode(state, move)


class SeatEnv(gymnasium.Env[Array, Any]):
    """One game, seen from one seat; the others are played by a policy.

    Without a `seat` chance gives one at every reset. The reward is that of the own seat since its
    last action: `win` and `points` as in `tikal.bots.pettingzoo`. An illegal action loses: the
    game is over, the reward is that of a loser (with points -100), and `info["refusal"]` names the
    clauses; `illegal="raise"` raises `tikal.IllegalMove` instead, and the game stays where it is.
    """

    metadata = _METADATA | {"render_modes": list(get_args(RenderMode)), "render_fps": 2}

    def __init__(
        self,
        players: int = 2,
        edition: Edition | str = DEFAULT_EDITION,
        auction: bool = False,
        opponent: str | Policy = "random",
        seat: int | None = None,
        reward: Reward = "win",
        scaled: bool = False,
        illegal: Illegal = "lose",
        render_mode: RenderMode | None = None,
    ) -> None:
        _require("reward", reward, get_args(Reward))
        _require("illegal", illegal, get_args(Illegal))
        _require("render_mode", render_mode, (None, *get_args(RenderMode)))
        self._start = Game(new_game(players, edition, auction))
        _require_seat(seat, players)
        self._game, self._rng = self._start.copy(), random.Random()
        self._opponent, self._players = _policy(opponent), players
        self._fixed, self.seat = seat, seat or 1
        self._by_points, self._scaled, self._illegal = reward == "points", scaled, illegal
        self.render_mode = render_mode
        self.observation_space = observation_space(scaled)
        self.action_space = spaces.Discrete(actions.size(auction))

    @property
    def position(self) -> State:
        """The position, for `tikal.check` and everything else that the library answers."""
        return self._game.state()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin a new game; `options={"seat": 2}` gives a seat."""
        super().reset(seed=seed)
        self._rng = random.Random(int(self.np_random.integers(2**62)))
        seat = (options or {}).get("seat", self._fixed)
        _require_seat(seat, self._players)
        self.seat = seat or 1 + self._rng.randrange(self._players)
        self._game = self._start.copy()
        self._let_others_play()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the others play until the seat is to move again."""
        before = self._game.scores
        try:
            self._game.take(int(action))
        except IllegalMove as refusal:
            if self._illegal == "raise":
                raise
            reward = ILLEGAL_POINTS if self._by_points else -1 / self._players
            return self._seen(), reward, True, False, {**self._info(), "refusal": str(refusal)}
        self._let_others_play()
        over = self._game.phase == "over"
        return self._seen(), self._reward(before), over, False, self._info()

    def action_masks(self) -> Array:
        """For every action whether it is legal."""
        return np.frombuffer(self._game.mask(), bool)

    def render(self) -> str | Array | None:
        """The position as text or as pixels."""
        match self.render_mode:
            case "ansi":
                return board_text(self.position)
            case "rgb_array":
                return board_pixels(self.position)
        return None

    def _let_others_play(self) -> None:
        game, rng = self._game, self._rng
        let_chance_decide(game, rng)
        while game.to_move not in (self.seat, None):
            if self._opponent is None:
                game.take(pick(rng, game.numbers()))
            else:
                game.take(_number(game.state(), self._opponent, rng))
            let_chance_decide(game, rng)

    def _seen(self) -> Array:
        return np.frombuffer(self._game.observe(self.seat, self._scaled), np.float32)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.seat, "scores": self._game.scores}

    def _reward(self, before: dict[int, int]) -> float:
        if self._by_points:
            gained = {seat: points - before[seat] for seat, points in self._game.scores.items()}
            return gained[self.seat] - sum(gained.values()) / self._players
        return win_shares(self._game.winners, self._players)[self.seat - 1]


class SeatVectorEnv(VectorEnv[Array, Array, Array]):
    """Many games at once, each seen from one seat; the others are played by a policy.

    Without a `seat` the seats go round, from game to game of a place. `opponent` is as in
    `SeatEnv`, or `model` chooses for the others: a function of their observations and masks that
    returns numbers. An ended game is followed by a new one in the same step, with its last view in
    `infos["final_obs"]` and its scores in `infos["final_info"]`. An illegal action raises
    `tikal.IllegalMove`, and no game moves.
    """

    metadata = _METADATA | {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 2,
        edition: Edition | str = DEFAULT_EDITION,
        auction: bool = False,
        opponent: str | Policy = "random",
        seat: int | None = None,
        reward: Reward = "win",
        scaled: bool = False,
        threads: int = 1,
        model: VectorPolicy | None = None,
        copy: bool = True,
    ) -> None:
        self.batch = Batch(
            num_envs, players, edition, auction, reward=reward, scaled=scaled, threads=threads
        )
        _require_seat(seat, players)
        self.num_envs, self.model = num_envs, model
        self._opponent, self._rng = _policy(opponent), random.Random()
        self._players, self._fixed, self._copy = players, seat, copy
        self._scaled = scaled
        self.single_observation_space = observation_space(scaled)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        batch = self.batch
        self._views, self._marks = np.asarray(batch.observations), np.asarray(batch.masks)
        self._to_move, self._done = np.asarray(batch.seats), np.asarray(batch.done).view(bool)
        self._earned, self._scores = np.asarray(batch.rewards), np.asarray(batch.scores)
        self._every = np.arange(num_envs)
        self._carried = np.zeros(num_envs)
        self.seats = self._first_seats()

    def _first_seats(self) -> Array:
        """The own seat by place."""
        if self._fixed is not None:
            return np.full(self.num_envs, self._fixed)
        return 1 + self._every % self._players

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin new games in all places."""
        if options and "reset_mask" in options:
            raise InvalidArgument("games that end are followed by others: there is no reset_mask")
        first = seed if isinstance(seed, int) else None
        super().reset(seed=first)
        self._rng = random.Random(int(self.np_random.integers(2**62)))
        self.batch.reset(self._seeds(seed))
        self.seats = self._first_seats()
        self._carried[:] = 0
        self._let_others_play(np.zeros(self.num_envs), np.zeros(self.num_envs, bool), {})
        return self._seen(), self._infos()

    def _seeds(self, seed: int | list[int | None] | None) -> list[int]:
        if seed is None or isinstance(seed, int):
            return [self._rng.getrandbits(62) for _ in self._every]
        if len(seed) != self.num_envs:
            raise InvalidArgument(f"{self.num_envs} games need as many seeds, not {len(seed)}")
        return [self._rng.getrandbits(62) if each is None else each for each in seed]

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Make a move in every game, and let the others play until the seats are to move again."""
        over, ends = np.zeros(self.num_envs, bool), _Ends()
        self.batch.step(np.ascontiguousarray(actions))
        rewards, self._carried = self._carried, np.zeros(self.num_envs)
        self._collect(rewards, over, ends)
        self._let_others_play(rewards, over, ends)
        infos = self._infos()
        if ends:
            infos |= self._ends(ends, over)
        return self._seen(), rewards, over, np.zeros(self.num_envs, bool), infos

    def _ends(self, ends: _Ends, over: Array) -> dict[str, Any]:
        """The views, seats and scores of the games that have ended."""
        views = np.full(self.num_envs, None, object)
        seats, scores = np.zeros_like(self.seats), np.zeros_like(self._scores)
        for place, (seat, game) in ends.items():
            views[place] = np.frombuffer(game.observe(seat, self._scaled), np.float32)
            seats[place], scores[place] = seat, [*game.scores.values()]
        final = {"seat": seats, "_seat": over, "scores": scores, "_scores": over}
        return {"final_obs": views, "_final_obs": over, "final_info": final, "_final_info": over}

    def action_masks(self) -> Array:
        """By game, for every action whether it is legal."""
        return self._marks.astype(bool) if self._copy else self._marks.view(bool)

    def _collect(self, rewards: Array, over: Array, ends: _Ends) -> None:
        """Take what a step of the batch has earned; what follows an end is for the next step."""
        earned = self._earned[self._every, self.seats - 1]
        rewards += np.where(over, 0, earned)
        self._carried += np.where(over, earned, 0)
        for place in np.flatnonzero(self._done):
            ended = self.batch.ended(int(place))
            assert ended is not None
            ends[int(place)] = int(self.seats[place]), ended
            if self._fixed is None:
                self.seats[place] = self.seats[place] % self._players + 1
        over |= self._done

    def _let_others_play(self, rewards: Array, over: Array, ends: _Ends) -> None:
        while len(waiting := np.flatnonzero(self._to_move != self.seats)):
            numbers = np.full(self.num_envs, WAITS, np.int64)
            numbers[waiting] = self._chosen(waiting)
            self.batch.step(numbers)
            self._collect(rewards, over, ends)

    def _chosen(self, places: Array) -> Array:
        """The numbers of the others."""
        if self.model is not None:
            return self.model(self._views[places], self._marks[places].view(bool))
        if self._opponent is None:
            return np.asarray(self.batch.sample())[places]
        states = (self.batch.game(int(place)).state() for place in places)
        return np.array([_number(state, self._opponent, self._rng) for state in states])

    def _seen(self) -> Array:
        return self._views.copy() if self._copy else self._views

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks(),
            "seat": self.seats.copy(),
            "scores": self._scores.copy(),
        }


gymnasium.register(
    ID,
    entry_point="tikal.bots.gymnasium:SeatEnv",
    vector_entry_point="tikal.bots.gymnasium:SeatVectorEnv",
)
