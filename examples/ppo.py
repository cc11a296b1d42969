"""Reinforcement learning with PyTorch: a small PPO on many games at once beats `sensible_policy`.

    python -m pip install torch
    python examples/ppo.py --minutes 3 --model ppo.pt --plot ppo.svg

The network knows the shape of the board and what a walk is; all else it learns. It imitates
`sensible_policy` in some games first, so that its first moves make sense, and then plays against it
on `tikal.bots.gymnasium.SeatVectorEnv`, rewarded by points. Minutes are those of the processor, so
a busy machine changes nothing but the wait. Where `ppo.pt` lies in the folder, the model has a seat
at the table: `tikal play --bot 2=ppo:policy`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import torch
from torch import nn

import tikal
from tikal.bots import actions
from tikal.bots.games import let_chance_decide
from tikal.bots.gymnasium import SeatVectorEnv
from tikal.bots.observation import PLANES, SCALARS, SCALES, observe
from tikal.fast import Game
from tikal.grid import CELL_INDEX, CELLS, NEIGHBOURS

WIDTH = 32  # numbers that describe a hex
WISHES = 6  # reasons to walk to a hex
REACH = 6  # hexes that wishes spread
WHOLE = 64  # numbers that describe the position
POINTS = 40  # a lead of this counts as 1
GAMMA, LAMBDA = 0.997, 0.95
CLIP, EPOCHS, PART = 0.2, 3, 1024

# --- the actions of a basic game ---------------------------------------------------------------

LAYOUT = actions.LAYOUT[: actions.BASIC_SIZE]
FIGURES = "LW"
#: By cell and side the neighbour, or the number of a cell that is always empty.
AROUND = [[dict(around).get(side, len(CELLS)) for side in range(6)] for around in NEIGHBOURS]
#: What a hex can be chosen for; a transfer is a figure with the slots of two camps.
KINDS = sorted({(type(a).__name__, getattr(a, "figure", "")) for a in LAYOUT if hasattr(a, "cell")})
TRANSFERS = [action for action in LAYOUT if isinstance(action, tuple)]
OTHERS = [a for a in LAYOUT if not hasattr(a, "cell") and not isinstance(a, tuple | tikal.Walk)]
#: The network gives its logits in blocks: of cells, of walks, of transfers, of all others.
WALKS = len(CELLS) * len(KINDS)
SLOTS = WALKS + len(CELLS) * 6 * len(FIGURES)


def place(action: object) -> int:
    """Where the logit of an action is."""
    if isinstance(action, tuple):
        return SLOTS + TRANSFERS.index(action)
    if isinstance(action, tikal.Walk):
        origin = CELL_INDEX[action.origin]
        side = AROUND[origin].index(CELL_INDEX[action.target])
        return WALKS + (origin * 6 + side) * len(FIGURES) + FIGURES.index(action.figure)
    if hasattr(action, "cell"):
        kind = type(action).__name__, getattr(action, "figure", "")
        return CELL_INDEX[action.cell] * len(KINDS) + KINDS.index(kind)
    return SLOTS + len(TRANSFERS) + OTHERS.index(action)


# --- the network -------------------------------------------------------------------------------


def named(names: tuple[str, ...], *beginnings: str) -> list[int]:
    """The places of the names that begin so."""
    return [number for number, name in enumerate(names) if name.startswith(beginnings)]


# what a game of two without an auction needs
LOOKS = named(PLANES, "terrain", "temple", "tokens", "worked", "self", "left ")
STEPS = named(PLANES, "step")
KNOWN = named(
    SCALARS, "phase", "action", "scoring", "waiting", "to draw", "unseen", "self", "left "
)
CAMPS = PLANES.index("self camp")


class Network(nn.Module):
    """A logit for every action, and what the position is worth.

    Every hex is described by itself, its neighbours and the position. From that follow wishes to be
    there, which spread along the stones and lose a price for every action point of the way. A walk
    or transfer is judged by where it begins and where it ends, other actions by their hex.
    """

    def __init__(self) -> None:
        super().__init__()
        around = torch.tensor(AROUND)
        beside = nn.functional.one_hot(around, len(CELLS) + 1)[:, :, :-1].sum(1) / 3
        figures, origins, targets = zip(*TRANSFERS, strict=True)
        moved = [2 + FIGURES.index(figure) for figure in figures]
        self.register_buffer("around", around.flatten(), persistent=False)
        self.register_buffer("beside", beside, persistent=False)
        self.register_buffer("order", torch.tensor([*map(place, LAYOUT)]), persistent=False)
        self.transfers = [torch.tensor(each) for each in (origins, targets)]
        self.transfers.append(torch.tensor(moved).unsqueeze(1))
        hopeful = WIDTH + WISHES
        self.position = nn.Linear(len(KNOWN), WIDTH)
        self.looks, self.near = nn.Linear(len(LOOKS), WIDTH), nn.Linear(2 * WIDTH, WIDTH)
        self.wishes = nn.Linear(WIDTH, WISHES)
        self.prices = nn.Parameter(torch.linspace(-2, 1.5, WISHES))
        self.plans = nn.Linear(hopeful + WISHES, WIDTH)
        self.whole = nn.Linear(2 * WIDTH + hopeful, WHOLE)
        self.here = nn.Linear(hopeful + WISHES, len(KINDS))
        self.leave, self.come = nn.Linear(hopeful, 4), nn.Linear(hopeful, 4)
        self.tolls = nn.Parameter(torch.zeros(len(FIGURES)))
        self.always = nn.Linear(WHOLE, len(KINDS) + len(OTHERS))
        self.worth = nn.Linear(WHOLE, 1)

    def neighbours(self, cells: torch.Tensor) -> torch.Tensor:
        """By cell and side what is known of the neighbour."""
        padded = torch.cat([cells, torch.zeros_like(cells[:1])])
        return padded.index_select(0, self.around).view(len(CELLS), 6, *cells.shape[1:])

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Inside, numbers are sorted by cell, then by game."""
        board = len(PLANES) * len(CELLS)
        planes = seen[:, :board].view(-1, len(PLANES), len(CELLS)).permute(2, 1, 0)
        position = self.position(seen[:, board:][:, KNOWN])
        cells = torch.relu(self.looks(planes[:, LOOKS].transpose(1, 2)) + position)
        beside = (self.beside @ cells.flatten(1)).view_as(cells)
        cells = torch.relu(self.near(torch.cat([cells, beside], 2)))
        wishes = hopes = self.wishes(cells)
        steps = (planes[:, STEPS] * SCALES[STEPS[0]]).unsqueeze(3).contiguous()
        way = torch.where(steps == 0, 1e4, steps * nn.functional.softplus(self.prices))
        for _ in range(REACH):
            hopes = torch.maximum(hopes, (self.neighbours(hopes) - way).amax(1))
        cells = torch.relu(self.plans(torch.cat([cells, wishes, hopes], 2)))
        whole = [4 * cells.mean(0), cells.amax(0), position, hopes.amax(0)]
        whole = torch.relu(self.whole(torch.cat(whole, 1)))
        always = self.always(whole)
        here = self.here(torch.cat([cells, wishes, hopes], 2)) + always[:, : len(KINDS)]
        ends = torch.cat([cells, hopes], 2)
        leave, come = self.leave(ends), self.come(ends)
        walks = leave[:, None, :, :2] + self.neighbours(come[:, :, :2]) + self.tolls * steps
        # slots are the base camp, which is cell 0, and the own camps in the order of the cells
        first = planes[:, CAMPS] * len(CELLS) - torch.arange(len(CELLS)).unsqueeze(1)
        slots = nn.functional.pad(first.topk(2, 0).indices, (0, 0, 1, 0))
        (origins, targets, moved), game = self.transfers, torch.arange(len(seen))
        transfers = leave[slots[origins], game, moved] + come[slots[targets], game, moved]
        blocks = [
            here.transpose(0, 1).flatten(1),
            walks.permute(2, 0, 1, 3).flatten(1),
            transfers.T,
            always[:, len(KINDS) :],
        ]
        return torch.cat(blocks, 1).index_select(1, self.order), self.worth(whole).squeeze(1)

    def judge(self, seen: np.ndarray, marks: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the odds of all actions, and the worth of the positions."""
        logits, worth = self(torch.from_numpy(seen))
        return logits.masked_fill(~torch.from_numpy(marks), -1e9).log_softmax(1), worth


# --- learning ----------------------------------------------------------------------------------


def lessons(games: int, seed: int) -> tuple[np.ndarray, ...]:
    """What `sensible_policy` sees, may do, does and earns in games against itself."""
    seen, marks, chosen, earned = [], [], [], []
    for number in range(seed, seed + games):
        rng, game, leads = random.Random(number), Game(tikal.new_game(players=2)), []
        let_chance_decide(game, rng)
        while seat := game.to_move:
            state = game.state()
            move = tikal.sensible_policy(state, tikal.legal_moves(state), rng)
            seen.append(np.frombuffer(game.observe(seat, scaled=True), np.float32))
            marks.append(np.frombuffer(game.mask(), bool))
            chosen.append(actions.encode(state, move))
            leads.append((seat, game.scores[seat] - game.scores[3 - seat]))
            game.apply(move)
            let_chance_decide(game, rng)
        end = game.scores
        earned += [(end[seat] - end[3 - seat] - lead) / POINTS for seat, lead in leads]
    return np.array(seen), np.array(marks), np.array(chosen), np.array(earned, np.float32)


def imitate(network: Network, games: int, seed: int, at_once: int = 50) -> float:
    """Make what `sensible_policy` does likely, and learn what its positions are worth.

    The share of its moves in the last games that were the likeliest.
    """
    optimizer = torch.optim.Adam(network.parameters(), 2e-3)
    rng, right = np.random.default_rng(seed), [0.0]
    for first in range(0, games, at_once):
        seen, marks, chosen, earned = lessons(min(at_once, games - first), seed + first)
        right = []
        for part in np.array_split(rng.permutation(len(seen)), 1 + len(seen) // 256):
            odds, worth = network.judge(seen[part], marks[part])
            wanted = torch.from_numpy(chosen[part])
            loss = nn.functional.nll_loss(odds, wanted)
            loss = loss + nn.functional.mse_loss(worth, torch.from_numpy(earned[part]))
            learn(network, optimizer, loss)
            right.append((odds.argmax(1) == wanted).float().mean().item())
    return sum(right) / len(right)


def learn(network: Network, optimizer: torch.optim.Optimizer, loss: torch.Tensor) -> None:
    """One step down the gradient."""
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 0.5)
    optimizer.step()


class PPO:
    """Proximal policy optimization against `sensible_policy`."""

    def __init__(self, network: Network, games: int, steps: int, seed: int) -> None:
        self.network, self.steps = network, steps
        self.optimizer = torch.optim.Adam(network.parameters(), eps=1e-5)
        self.rng = np.random.default_rng(seed)
        self.games = SeatVectorEnv(games, 2, opponent="sensible", reward="points", scaled=True)
        self.seen, infos = self.games.reset(seed=seed)
        self.marks = infos["action_mask"]

    def played(self) -> dict[str, np.ndarray]:
        """Some steps of all games: what was seen, done, likely, and better than expected."""
        steps = []
        for _ in range(self.steps):
            with torch.no_grad():
                odds, worth = self.network.judge(self.seen, self.marks)
            chosen = odds.exp().multinomial(1)
            step = {"seen": self.seen, "marks": self.marks, "chosen": chosen[:, 0].numpy()}
            step |= {"likely": odds.gather(1, chosen)[:, 0].numpy(), "worth": worth.numpy()}
            self.seen, earned, over, _, infos = self.games.step(step["chosen"])
            self.marks = infos["action_mask"]
            # half a lead is what a seat of two has more than the mean
            steps.append(step | {"earned": 2 * earned / POINTS, "over": over})
        found = {name: np.array([step[name] for step in steps]) for name in steps[0]}
        with torch.no_grad():
            later = self.network.judge(self.seen, self.marks)[1].numpy()
        better, rest = np.zeros_like(found["worth"]), np.zeros_like(later)
        for at in reversed(range(self.steps)):
            goes_on = GAMMA * ~found["over"][at]
            surprise = found["earned"][at] + goes_on * later - found["worth"][at]
            better[at] = rest = surprise + goes_on * LAMBDA * rest
            later = found["worth"][at]
        found |= {"better": better, "return": better + found["worth"]}
        return {name: each.reshape(-1, *each.shape[2:]) for name, each in found.items()}

    def improve(self, rate: float) -> None:
        """Play, and make likelier what was better than expected."""
        found = self.played()
        self.optimizer.param_groups[0]["lr"] = rate
        advantage = (found["better"] - found["better"].mean()) / (found["better"].std() + 1e-6)
        for _ in range(EPOCHS):
            whole = self.rng.permutation(len(advantage))
            for part in np.array_split(whole, 1 + len(whole) // PART):
                odds, worth = self.network.judge(found["seen"][part], found["marks"][part])
                chosen = torch.from_numpy(found["chosen"][part]).unsqueeze(1)
                ratio = odds.gather(1, chosen)[:, 0] - torch.from_numpy(found["likely"][part])
                ratio, pull = ratio.exp(), torch.from_numpy(advantage[part])
                gain = torch.minimum(ratio * pull, ratio.clamp(1 - CLIP, 1 + CLIP) * pull).mean()
                entropy = -(odds.exp() * odds).sum(1).mean()
                miss = nn.functional.mse_loss(worth, torch.from_numpy(found["return"][part]))
                learn(self.network, self.optimizer, miss / 2 - gain - 0.003 * entropy)


def share_of_wins(network: Network, games: int, seed: int) -> tuple[float, float]:
    """The share of wins and the mean lead against `sensible_policy`; each seat has half.

    The network always does what is likeliest.
    """
    field = SeatVectorEnv(games, 2, opponent="sensible", scaled=True)
    seen, infos = field.reset(seed=seed)
    waiting, leads = np.ones(games, bool), np.zeros(games)
    while waiting.any():
        with torch.no_grad():
            odds, _ = network.judge(seen, infos["action_mask"])
        seen, _, over, _, infos = field.step(odds.argmax(1).numpy())
        for game in np.flatnonzero(over & waiting):
            seat = infos["final_info"]["seat"][game]
            scores = infos["final_info"]["scores"][game]
            leads[game] = scores[seat - 1] - scores[2 - seat]
        waiting &= ~over
    return float((leads > 0).mean() + (leads == 0).mean() / 2), float(leads.mean())


def train(
    minutes: float, taught: int, games: int = 64, steps: int = 128, trial: int = 100,
    points: int = 8, seed: int = 1,
) -> tuple[Network, list[tuple[float, float]]]:  # fmt: skip
    """A network, and its shares of wins over the minutes of CPU time."""
    torch.set_num_threads(1)  # small networks: more threads wait for each other
    torch.manual_seed(seed)
    network, spent = Network(), 0.0
    ppo, curve = PPO(network, games, steps, seed), list[tuple[float, float]]()

    def try_it(what: str) -> None:
        share, lead = share_of_wins(network, trial, seed=10**6)
        curve.append((spent, share))
        print(f"{spent:4.1f} min, {what}: {share:.0%} won, {lead:+.1f} points", flush=True)

    try_it("nothing learned")
    began = time.process_time()
    right = imitate(network, taught, seed=2 * 10**6)
    spent = (time.process_time() - began) / 60
    try_it(f"{taught} games imitated, {right:.0%} of the moves the likeliest")
    first, decisions = spent, 0
    while spent < minutes:
        began = time.process_time()
        ppo.improve(rate=3e-4 * max(0.05, 1 - spent / minutes))
        spent += (time.process_time() - began) / 60
        decisions += games * steps
        if spent >= first + (minutes - first) * (len(curve) - 1) / points:
            try_it(f"{decisions:,} decisions")
    return network, curve


# --- playing -----------------------------------------------------------------------------------


@cache
def _loaded(path: Path) -> Network:
    network = Network()
    network.load_state_dict(torch.load(path, weights_only=True))
    return network


def policy(state: tikal.State, moves: tuple[tikal.Move, ...], rng: random.Random) -> tikal.Move:
    """The model in `ppo.pt` as a policy for games of two."""
    seen = np.frombuffer(observe(state, state.to_move, scaled=True), np.float32)
    marks = np.frombuffer(actions.mask(state), bool)
    with torch.no_grad():
        odds, _ = _loaded(Path("ppo.pt")).judge(seen[None].copy(), marks[None].copy())
    return actions.decode(state, int(odds.argmax()))


def plot(curve: Sequence[tuple[float, float]], caption: str) -> str:
    """The share of wins over minutes, as SVG."""
    width, height, left, top = 560, 260, 60, 20
    most = max(spent for spent, _ in curve) or 1

    def place(spent: float, share: float) -> str:
        return f"{left + width * spent / most:.1f},{top + height * (1 - share):.1f}"

    whole = f'width="{width + 90}" height="{height + 70}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 90} {height + 70}">',
        f'<rect {whole} fill="#fdfbf6"/><g font-family="sans-serif" font-size="13">',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        x, y = place(0, share).split(",")
        parts.append(f'<path d="M{x} {y}h{width}" stroke="#5f594d" stroke-opacity="0.25"/>')
        parts.append(f'<text x="{left - 8}" y="{y}" dy="4" text-anchor="end">{share:.0%}</text>')
    for spent in np.linspace(0, most, 6):
        x, y = place(spent, 0).split(",")
        parts.append(f'<text x="{x}" y="{y}" dy="20" text-anchor="middle">{spent:.3g}</text>')
    points = " ".join(place(*point) for point in curve)
    parts.append(f'<polyline points="{points}" fill="none" stroke="#0a57a3" stroke-width="2.5"/>')
    middle = left + width / 2
    parts.append(
        f'<text x="{middle}" y="{height + 58}" text-anchor="middle">{caption}</text></g></svg>'
    )
    return "\n".join(parts) + "\n"


def main() -> None:
    """Train, store the model, draw the curve, and play the last games on new seeds."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=3, help="of CPU time")
    parser.add_argument("--lessons", type=int, default=600, help="games to imitate first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", type=Path, default=Path("ppo.pt"))
    parser.add_argument("--plot", type=Path)
    asked = parser.parse_args()
    network, curve = train(asked.minutes, asked.lessons, seed=asked.seed)
    torch.save(network.state_dict(), asked.model)
    if asked.plot:
        caption = "minutes of CPU time; share of 100 games won against sensible_policy"
        asked.plot.write_text(plot(curve, caption), "utf-8")
    share, lead = share_of_wins(network, 200, seed=3 * 10**6)
    print(f"{share:.1%} of 200 games against sensible_policy won, {lead:+.1f} points a game")


if __name__ == "__main__":
    main()
