"""The learner and the tool that measures: they run, and say what they should."""

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
from tools.measure.bots import mcts_against_sensible, meet, wilson

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture
def learner(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module("learner")


def test_the_learner_learns_something_keeps_it_and_plays(
    learner: ModuleType, tmp_path: Path
) -> None:
    trained, curve = learner.train(games=4, batch=2, trial=2)
    assert trained.weights.any()
    assert [games for games, _ in curve] == [0, 4]
    trained.save(tmp_path / "learner.npz")
    again = learner.Learner.load(tmp_path / "learner.npz")
    games = [
        tikal.play(tikal.new_game(players=2), each.policy, seed=3, limit=60)
        for each in (trained, again)
    ]
    assert games[0] == games[1]
    assert len(games[0].steps) == 60


def test_gradients_point_where_the_choice_becomes_likelier(learner: ModuleType) -> None:
    """The formula of a softmax, against small differences."""
    np = pytest.importorskip("numpy")
    state = tikal.play(tikal.new_game(players=2), tikal.random_policy, seed=3, limit=90).state
    state = next(
        step.state
        for step in tikal.play(state, tikal.random_policy, seed=1).steps
        if step.state.phase == "act" and len(tikal.legal_moves(step.state)) > 5
    )
    seen = np.frombuffer(learner.observe(state, state.to_move), np.float32)
    legal = np.flatnonzero(np.frombuffer(learner.mask(state), np.int8))
    rows = learner.describe(seen, legal)
    weights = np.random.default_rng(1).normal(size=learner.Learner().weights.shape)
    odds = learner.Learner(weights).odds(rows, legal)
    pull = -odds
    pull[0] += 1
    wanted = np.zeros_like(weights)
    np.add.at(wanted, learner.KIND[legal], pull[:, None] * rows)
    for place in zip(*np.nonzero(wanted), strict=True):
        moved = weights.copy()
        moved[place] += 1e-5
        slope = (np.log(learner.Learner(moved).odds(rows, legal)[0]) - np.log(odds[0])) / 1e-5
        assert slope == pytest.approx(wanted[place], abs=1e-3)


def test_the_plot_is_a_picture_with_every_point(learner: ModuleType) -> None:
    picture = learner.plot([(0, 0.5), (100, 0.75), (200, 1.0)], "games")
    assert picture.startswith("<svg")
    assert ">games</text>" in picture
    assert 'points="60.0,150.0 340.0,85.0 620.0,20.0"' in picture


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


def test_seats_are_balanced_and_wins_and_losses_differ() -> None:
    won = [meet(tikal.sensible_policy, tikal.random_policy, seed) for seed in range(2)]
    lost = [meet(tikal.random_policy, tikal.sensible_policy, seed) for seed in range(2)]
    assert [share for share, _ in won] == [1, 1]
    assert [share for share, _ in lost] == [0, 0]
    assert all(lead > 0 for _, lead in won)
    assert all(lead < 0 for _, lead in lost)


def test_a_match_can_be_repeated() -> None:
    assert mcts_against_sensible(3, seed=1) == mcts_against_sensible(3, seed=1)


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)  # as published
    assert wilson(200, 200)[1] == pytest.approx(1)
    assert wilson(0, 200)[0] == pytest.approx(0)


def test_numbers_observations_and_search_need_no_extra() -> None:
    code = (
        "import sys\n"
        "for name in ('numpy', 'gymnasium', 'pettingzoo', 'pyspiel'): sys.modules[name] = None\n"
        "import tikal.bots.actions, tikal.bots.observation, tikal.bots.mcts\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
