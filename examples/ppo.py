"""Train MaskablePPO of sb3-contrib on many games at once, until it beats `sensible_policy`.

    python -m pip install torch sb3-contrib
    python examples/ppo.py --minutes 10 --model ppo.zip --plot ppo.svg

The network looks at each hex and its neighbours with the same weights everywhere, and an action is
judged by what is on its hex. It first imitates `sensible_policy` in some games, so that its first
moves make sense, and then plays against it on `tikal.bots.gymnasium.SeatVectorEnv`, rewarded by
points. Time is that of the processor, so a busy machine changes nothing but the wait.
"""

# ruff: noqa: ANN401 - what Stable-Baselines hands over has no types
from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

import tikal
from tikal.bots import actions
from tikal.bots.gymnasium import SeatVectorEnv
from tikal.bots.observation import PLANES, SCALARS
from tikal.fast import Game
from tikal.grid import CELL_INDEX, CELLS, NEIGHBOURS

WIDTH = 32  # numbers that describe a hex, and the whole position
LAYERS = 3
#: Points of reward are divided by this.
POINTS = 20.0
GAMMA = 0.995

# --- the network -------------------------------------------------------------------------------


def _around() -> list[list[int]]:
    """By cell and side the neighbour, or the number of a cell that is always empty."""
    across = [dict(around) for around in NEIGHBOURS]
    return [[across[c].get(side, len(CELLS)) for side in range(6)] for c in range(len(CELLS))]


def _channel(entry: Any) -> tuple[object, int] | None:
    """How an action is judged: by a kind of judgement at a cell, or as a whole (None)."""
    cell = getattr(entry, "origin", getattr(entry, "cell", None))
    if cell is None:
        return None
    place, words = CELL_INDEX[cell], [type(entry).__name__]
    words += [str(getattr(entry, name, "")) for name in ("figure", "rotation")]
    if isinstance(entry, tikal.Walk):
        words.append(str(_around()[place].index(CELL_INDEX[entry.target])))
    return tuple(words), place


def _layout(size: int) -> tuple[int, int, list[int]]:
    """The number of kinds at a cell, of other actions, and where each action is among them."""
    channels = [_channel(entry) for entry in actions.LAYOUT[:size]]
    kinds = list(dict.fromkeys(channel[0] for channel in channels if channel))
    others, order = 0, []
    for channel in channels:
        if channel:
            order.append(channel[1] * len(kinds) + kinds.index(channel[0]))
        else:
            order.append(len(CELLS) * len(kinds) + others)
            others += 1
    return len(kinds), others, order


class Board(BaseFeaturesExtractor):
    """Describes each hex by itself, its neighbours and the position; then the whole."""

    def __init__(self, space: Any) -> None:
        super().__init__(space, len(CELLS) * WIDTH + 3 * WIDTH)
        self.register_buffer("around", torch.tensor(_around()))
        self.scalars = nn.Linear(len(SCALARS), WIDTH)
        self.cells = nn.Linear(len(PLANES) + WIDTH, WIDTH)
        self.layers = nn.ModuleList(nn.Linear(7 * WIDTH, WIDTH) for _ in range(LAYERS))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """The cells one after the other, then the whole."""
        n, width = len(seen), len(PLANES) * len(CELLS)
        whole = torch.relu(self.scalars(seen[:, width:]))
        planes = seen[:, :width].view(n, len(PLANES), len(CELLS)).transpose(1, 2)
        beside = whole.unsqueeze(1).expand(n, len(CELLS), WIDTH)
        cells = torch.relu(self.cells(torch.cat([planes, beside], 2)))
        for layer in self.layers:
            padded = nn.functional.pad(cells, (0, 0, 0, 1))
            near = padded[:, self.around].flatten(2)
            cells = cells + torch.relu(layer(torch.cat([cells, near], 2)))
        return torch.cat([cells.flatten(1), cells.mean(1), cells.amax(1), whole], 1)


class Head(nn.Module):
    """Judges every action by the description of its hex, or of the whole position."""

    def __init__(self, size: int) -> None:
        super().__init__()
        kinds, others, order = _layout(size)
        self.at_cells, self.by_whole = nn.Linear(WIDTH, kinds), nn.Linear(3 * WIDTH, kinds)
        self.others = nn.Linear(3 * WIDTH, others)
        self.register_buffer("order", torch.tensor(order))

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """A logit for every action."""
        cells = features[:, : len(CELLS) * WIDTH].view(-1, len(CELLS), WIDTH)
        whole = features[:, len(CELLS) * WIDTH :]
        at_cells = self.at_cells(cells) + self.by_whole(whole).unsqueeze(1)
        return torch.cat([at_cells.flatten(1), self.others(whole)], 1)[:, self.order]


class Value(nn.Module):
    """What the position is worth."""

    def __init__(self) -> None:
        super().__init__()
        self.judge = nn.Sequential(nn.Linear(3 * WIDTH, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """One number."""
        return self.judge(features[:, len(CELLS) * WIDTH :])


class BoardPolicy(MaskableActorCriticPolicy):
    """The policy of MaskablePPO with this network."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(
            *given,
            **named | {"features_extractor_class": Board, "net_arch": [], "ortho_init": False},
        )

    def _build(self, lr_schedule: Any) -> None:
        self._build_mlp_extractor()
        self.action_net, self.value_net = Head(int(self.action_space.n)), Value()
        self.optimizer = self.optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )


# --- the games ---------------------------------------------------------------------------------


class Games(VecEnv):
    """The vector of Gymnasium as Stable-Baselines wants it."""

    def __init__(self, games: SeatVectorEnv) -> None:
        self.games = games
        super().__init__(games.num_envs, games.single_observation_space, games.single_action_space)

    def reset(self) -> np.ndarray:
        """New games; `seed` gives the seed."""
        seed = self._seeds[0]
        self._reset_seeds()
        return self.games.reset(seed=seed)[0]

    def step_async(self, actions: np.ndarray) -> None:
        """Remember the actions."""
        self.chosen = actions

    def step_wait(self) -> tuple[Any, Any, Any, Any]:
        """Make them."""
        seen, rewards, over, _, infos = self.games.step(self.chosen)
        notes: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(over):
            notes[place]["terminal_observation"] = infos["final_obs"][place]
        return seen, (rewards / POINTS).astype(np.float32), over, notes

    def env_method(self, name: str, *_given: Any, **_named: Any) -> list[Any]:
        """`action_masks`, a row for each game."""
        return list(getattr(self.games, name)())

    def has_attr(self, name: str) -> bool:
        """Whether the games have it."""
        return hasattr(self.games, name)

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        """The same for every game."""
        return [getattr(self.games, name)] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        """Nothing of a game can be set."""
        raise NotImplementedError(name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing is open."""


# --- learning ----------------------------------------------------------------------------------


def lessons(games: int, seed: int) -> tuple[np.ndarray, ...]:
    """What `sensible_policy` sees, may do, does and earns in games against itself."""
    seen, marks, chosen, earned = [], [], [], []
    for number in range(games):
        before = tikal.new_game(players=2)
        seats, leads = [], []
        for step in tikal.play(before, tikal.sensible_policy, seed + number).steps:
            game = Game(before)
            if before.to_move is not None:
                seen.append(np.frombuffer(game.observe(before.to_move, scaled=True), np.float32))
                marks.append(np.frombuffer(game.mask(), bool))
                chosen.append(actions.encode(before, step.move))
                seats.append(before.to_move)
                leads.append(lead(before.scores, before.to_move))
            before = step.state
        earned += returns(seats, leads, before.scores)
    return np.array(seen), np.array(marks), np.array(chosen), np.array(earned, np.float32)


def lead(scores: dict[int, int], seat: int) -> float:
    """What `reward="points"` has given to a seat of two so far, as it is learned."""
    return (scores[seat] - scores[3 - seat]) / 2 / POINTS


def returns(seats: list[int], leads: list[float], scores: dict[int, int]) -> list[float]:
    """By decision what its seat earns from then on, discounted."""
    found, after = [], {seat: (lead(scores, seat), 0.0) for seat in scores}
    for seat, now in zip(reversed(seats), reversed(leads), strict=True):
        later, rest = after[seat]
        found.append(later - now + GAMMA * rest)
        after[seat] = now, found[-1]
    return found[::-1]


def imitate(model: MaskablePPO, games: int, seed: int, rounds: int = 3) -> float:
    """Make what `sensible_policy` does likely, and learn what its positions are worth.

    The share of its moves that are the likeliest.
    """
    seen, marks, chosen, earned = lessons(games, seed)
    policy, rng = model.policy, np.random.default_rng(seed)
    optimizer, right = torch.optim.Adam(policy.parameters(), 1e-3), 0.0
    for _ in range(rounds):
        order, right = rng.permutation(len(seen)), 0.0
        for part in np.array_split(order, max(1, len(order) // 256)):
            views, wanted = torch.as_tensor(seen[part]), torch.as_tensor(chosen[part])
            features = policy.extract_features(views)
            odds = policy._get_action_dist_from_latent(features)
            odds.apply_masking(marks[part])
            worth = policy.value_net(features).flatten()
            loss = -odds.log_prob(wanted).mean()
            loss = loss + nn.functional.mse_loss(worth, torch.as_tensor(earned[part]))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            right += float((odds.mode() == wanted).sum())
    return right / len(seen)


def share_of_wins(model: MaskablePPO, games: int, seed: int) -> tuple[float, float]:
    """The share of wins and the mean lead against `sensible_policy`; each seat has half."""
    field = SeatVectorEnv(games, 2, opponent="sensible", scaled=True, reward="points")
    seen, infos = field.reset(seed=seed)
    waiting, won, points = np.ones(games, bool), 0.0, 0.0
    while waiting.any():
        chosen, _ = model.predict(seen, action_masks=infos["action_mask"], deterministic=True)
        seen, _, over, _, infos = field.step(chosen)
        for place in np.flatnonzero(over & waiting):
            seat = infos["final_info"]["seat"][place]
            scores = infos["final_info"]["scores"][place]
            ahead = int(scores[seat - 1] - scores[2 - seat])
            won += (ahead > 0) + 0.5 * (ahead == 0)
            points += ahead
        waiting &= ~over
    return won / games, points / games


class Timer(BaseCallback):
    """Ends the training after some minutes of CPU time, and draws up the curve."""

    def __init__(self, minutes: float, trial: int, points: int, seed: int) -> None:
        super().__init__()
        self.minutes, self.trial, self.points, self.first_seed = minutes, trial, points, seed
        self.began, self.left_out = time.process_time(), 0.0
        self.curve: list[tuple[float, float]] = []

    def spent(self) -> float:
        """Minutes of CPU time, without those of the trials."""
        return (time.process_time() - self.began - self.left_out) / 60

    def try_it(self) -> None:
        """One more point of the curve."""
        began, spent = time.process_time(), self.spent()
        share, ahead = share_of_wins(self.model, self.trial, self.first_seed)
        self.curve.append((spent, share))
        line = f"{spent:5.1f} min, {self.num_timesteps:8,} decisions: {share:.0%} won, {ahead:+.1f}"
        print(line, flush=True)
        self.left_out += time.process_time() - began

    def _on_step(self) -> bool:
        return self.spent() < self.minutes

    def _on_rollout_start(self) -> None:
        if self.spent() >= self.minutes * len(self.curve) / self.points:
            self.try_it()


def train(
    minutes: float,
    lesson_games: int,
    games: int = 64,
    trial: int = 40,
    seed: int = 1,
    points: int = 8,
) -> tuple[MaskablePPO, list[tuple[float, float]]]:
    """A model, and its shares of wins over the minutes of CPU time."""
    torch.set_num_threads(1)  # small networks: more threads wait for each other
    field = SeatVectorEnv(games, 2, opponent="sensible", reward="points", scaled=True)
    model = MaskablePPO(
        BoardPolicy,
        Games(field),
        n_steps=64,
        batch_size=min(512, 64 * games),
        n_epochs=2,
        learning_rate=1e-4,
        gamma=GAMMA,
        gae_lambda=0.95,
        ent_coef=0.0,
        clip_range=0.1,
        target_kl=0.02,
        seed=seed,
    )
    timer = Timer(minutes, trial, points, seed=10**6)
    timer.init_callback(model)
    timer.try_it()
    if lesson_games:
        right = imitate(model, lesson_games, seed=2 * 10**6)
        print(f"{lesson_games} games imitated: {right:.0%} of the moves are the likeliest")
        timer.try_it()
    model.learn(10**9, callback=timer)
    timer.try_it()
    return model, timer.curve


# --- a picture of it ---------------------------------------------------------------------------


def plot(curve: Sequence[tuple[float, float]], games: int) -> str:
    """The share of wins over the minutes, as SVG."""
    width, height, left, top = 560, 260, 60, 20
    most = max(minutes for minutes, _ in curve) or 1

    def place(minutes: float, share: float) -> str:
        return f"{left + width * minutes / most:.1f},{top + height * (1 - share):.1f}"

    whole = f'width="{width + 90}" height="{height + 70}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 90} {height + 70}">',
        f'<rect {whole} fill="#fdfbf6"/><g font-family="sans-serif" font-size="13">',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        x, y = place(0, share).split(",")
        parts.append(f'<path d="M{x} {y}h{width}" stroke="#5f594d" stroke-opacity="0.25"/>')
        parts.append(f'<text x="{left - 8}" y="{y}" dy="4" text-anchor="end">{share:.0%}</text>')
    for minutes in np.linspace(0, most, 6):
        x, y = place(minutes, 0).split(",")
        parts.append(f'<text x="{x}" y="{y}" dy="20" text-anchor="middle">{minutes:.1f}</text>')
    points = " ".join(place(minutes, share) for minutes, share in curve)
    parts.append(f'<polyline points="{points}" fill="none" stroke="#0a57a3" stroke-width="2.5"/>')
    parts.append(
        f'<text x="{left + width / 2}" y="{height + 58}" text-anchor="middle">minutes of CPU time;'
        f" share of {games} games won against sensible_policy</text></g></svg>"
    )
    return "\n".join(parts) + "\n"


def main() -> None:
    """Train, store the model, draw the curve, and play the last games on new seeds."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10, help="of CPU time, after the lessons")
    parser.add_argument("--lessons", type=int, default=200, help="games to imitate first")
    parser.add_argument("--games", type=int, default=64, help="games at once")
    parser.add_argument("--trial", type=int, default=40, help="games for a point of the curve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", type=Path, default=Path("ppo.zip"))
    parser.add_argument("--plot", type=Path)
    asked = parser.parse_args()
    model, curve = train(asked.minutes, asked.lessons, asked.games, asked.trial, asked.seed)
    model.save(asked.model)
    if asked.plot:
        asked.plot.write_text(plot(curve, asked.trial), "utf-8")
    share, ahead = share_of_wins(model, 200, seed=3 * 10**6)
    print(f"{share:.1%} of 200 games against sensible_policy won, {ahead:+.1f} points a game")


if __name__ == "__main__":
    main()
