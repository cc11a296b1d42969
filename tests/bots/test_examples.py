"""The example of training: it runs, and learns what it should."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs the extra bots")

import tikal
from tikal.bots.observation import LENGTH

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture
def ppo(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    pytest.importorskip("torch", reason="needs torch")
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module("ppo")


def test_ppo_imitates_learns_and_plays(
    ppo: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network, curve = ppo.train(minutes=0.01, taught=1, games=2, steps=8, trial=2, points=1)
    assert len(curve) >= 3
    assert curve[0][0] == 0
    ppo.torch.save(network.state_dict(), tmp_path / "ppo.pt")
    monkeypatch.chdir(tmp_path)
    game = tikal.play(tikal.new_game(players=2), ppo.policy, seed=3, limit=30)
    assert len(game.steps) == 30


def test_lessons_are_moves_of_the_policy_and_what_they_lead_to(ppo: ModuleType) -> None:
    seen, marks, chosen, earned = ppo.lessons(games=2, seed=7)
    assert len(seen) == len(marks) == len(chosen) == len(earned) > 200
    assert all(row[number] for row, number in zip(marks, chosen, strict=True))
    # what one of two earns the other one pays
    assert min(earned) < 0 < max(earned)


def test_imitation_makes_the_moves_of_the_policy_likelier(ppo: ModuleType) -> None:
    ppo.torch.manual_seed(1)
    network = ppo.Network()
    seen, marks, chosen, _ = ppo.lessons(games=1, seed=11)
    numbers = ppo.torch.from_numpy(chosen).unsqueeze(1)

    def likely() -> float:
        return float(network.judge(seen, marks)[0].gather(1, numbers).mean().detach())

    before = likely()
    ppo.imitate(network, games=4, seed=1, at_once=2)
    assert likely() > before


def test_advantages_are_those_of_the_rewards_to_come(ppo: ModuleType) -> None:
    """Against the sums written out, for a network that always expects the same."""
    np = pytest.importorskip("numpy")
    learner = ppo.PPO(ppo.Network(), games=2, steps=4, seed=1)

    judged = learner.network.forward

    def always_a_quarter(seen: Any) -> Any:
        logits, worth = judged(seen)
        return logits, worth * 0 + 0.25

    learner.network.forward = always_a_quarter
    found = {name: each.reshape(4, 2, -1) for name, each in learner.played().items()}
    earned, over = found["earned"][..., 0], found["over"][..., 0]
    for game in range(2):
        for first in range(4):
            wanted, left = 0.0, 1.0
            for step in range(first, 4):
                goes_on = ppo.GAMMA * (not over[step, game])
                wanted += left * (earned[step, game] + goes_on * 0.25 - 0.25)
                left *= goes_on * ppo.LAMBDA
            assert found["better"][first, game, 0] == pytest.approx(wanted, abs=1e-5)
    assert np.allclose(found["return"], found["better"] + 0.25)


def test_the_network_knows_the_neighbours_of_every_cell(ppo: ModuleType) -> None:
    at = ppo.Network().neighbours(ppo.torch.eye(40).unsqueeze(1))[:, :, 0]
    for cell, around in enumerate(ppo.AROUND):
        for side, other in enumerate(around):
            shown = at[cell, side].nonzero().flatten().tolist()
            assert shown == ([other] if other < 40 else [])


def test_every_action_has_its_own_logit_but_for_rotations(ppo: ModuleType) -> None:
    """Two actions share one only if they lay the same tile on the same hex."""
    by_place: dict[int, list[Any]] = {}
    for action in ppo.LAYOUT:
        by_place.setdefault(ppo.place(action), []).append(action)
    assert min(by_place) >= 0
    assert max(by_place) < ppo.SLOTS + len(ppo.TRANSFERS) + len(ppo.OTHERS)
    for sharing in by_place.values():
        if len(sharing) > 1:
            assert {type(action) for action in sharing} == {tikal.PlaceTile}
            assert len({action.cell for action in sharing}) == 1


@pytest.mark.parametrize("camps", [[], ["b3"], ["b3", "d4"]])
def test_a_transfer_is_judged_by_its_two_camps(ppo: ModuleType, camps: list[str]) -> None:
    network = ppo.Network()
    planes = ppo.np.zeros((1, LENGTH), "f")
    cells = ["a1", *camps]
    for cell in camps:
        planes[0, ppo.CAMPS * 40 + ppo.CELL_INDEX[cell]] = 1
    numbers = ppo.torch.arange(40.0).view(40, 1, 1).expand(40, 1, 4)
    network.leave.forward = lambda _: numbers
    network.come.forward = lambda _: 100 * numbers
    logits = network(ppo.torch.from_numpy(planes))[0][0].detach()
    for number, action in enumerate(ppo.LAYOUT):
        if isinstance(action, tuple) and max(action[1:]) < len(cells):
            origin, target = (ppo.CELL_INDEX[cells[slot]] for slot in action[1:])
            assert logits[number] == origin + 100 * target


def test_the_plot_is_a_picture_with_every_point(ppo: ModuleType) -> None:
    picture = ppo.plot([(0, 0.5), (100, 0.75), (200, 1.0)], "minutes")
    assert picture.startswith("<svg")
    assert ">minutes</text>" in picture
    assert 'points="60.0,150.0 340.0,85.0 620.0,20.0"' in picture


def test_numbers_observations_and_search_need_no_extra() -> None:
    code = (
        "import sys\n"
        "for name in ('numpy', 'gymnasium', 'pettingzoo', 'pyspiel'): sys.modules[name] = None\n"
        "import tikal.bots.actions, tikal.bots.observation, tikal.bots.mcts\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
