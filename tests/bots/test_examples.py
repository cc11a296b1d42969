"""The learner and the tool that measures: they run, and say what they should."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("pettingzoo", reason="needs the extra bots")

import tikal
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
    picture = learner.plot([(0, 0.5), (100, 0.75), (200, 1.0)])
    assert picture.startswith("<svg")
    assert 'points="60.0,150.0 340.0,85.0 620.0,20.0"' in picture


@pytest.fixture
def ppo(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    pytest.importorskip("sb3_contrib", reason="needs torch and sb3-contrib")
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module("ppo")


def test_ppo_imitates_learns_and_plays(ppo: ModuleType) -> None:
    model, curve = ppo.train(minutes=0.01, lesson_games=1, games=2, trial=2, points=1)
    assert model.num_timesteps > 0
    assert curve[0][0] == pytest.approx(0, abs=1e-3)
    assert len(curve) >= 3
    assert ppo.plot(curve, 2).startswith("<svg")


def test_what_is_earned_later_counts_for_each_seat_alone(ppo: ModuleType) -> None:
    scale, gamma = 2 * ppo.POINTS, ppo.GAMMA
    found = ppo.returns([1, 2, 1], [0 / scale, -6 / scale, 6 / scale], {1: 10, 2: 14})
    late = -10 / scale
    assert found == pytest.approx([6 / scale + gamma * late, 10 / scale, late])


def test_the_network_judges_every_action_at_its_own_place(ppo: ModuleType) -> None:
    kinds, others, order = ppo._layout(ppo.actions.BASIC_SIZE)
    assert len({*order}) == len(order) == ppo.actions.BASIC_SIZE
    assert max(order) == 40 * kinds + others - 1
    recover = [ppo.actions.encode(tikal.new_game(2), f"recover {cell}") for cell in ("a1", "h5")]
    first, last = (order[number] for number in recover)
    assert last - first == 39 * kinds


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
