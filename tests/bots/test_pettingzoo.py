"""The environment passes the tests of PettingZoo itself, for every kind of game."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="needs the extra bots")
pytest.importorskip("pettingzoo", reason="needs the extra bots")

from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test  # noqa: E402
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # noqa: E402

import tikal  # noqa: E402
from tests.bots.setups import SAMPLE, setup_id  # noqa: E402
from tests.sample import WHOLE  # noqa: E402
from tikal.bots.actions import encode, numbers  # noqa: E402
from tikal.bots.observation import LENGTH, observe  # noqa: E402
from tikal.bots.pettingzoo import RenderMode, TikalEnv, env  # noqa: E402
from tikal.bots.raster import board_pixels  # noqa: E402
from tikal.pictures.svg import colours  # noqa: E402

CYCLES = 1000 if WHOLE else 300
Setup = tuple[int, tikal.Edition, bool]
every_setup = pytest.mark.parametrize("setup", SAMPLE, ids=setup_id)


def play_at_random(game: Any, seed: int) -> list[int]:
    """The actions of a whole game, chosen among those that are marked."""
    rng = np.random.default_rng(seed)
    game.reset(seed=seed)
    chosen = []
    for agent in game.agent_iter():
        seen, _, over, cut, _ = game.last()
        if over or cut:
            game.step(None)
            continue
        chosen.append(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        assert agent == f"seat_{game.unwrapped.position.to_move}"
        game.step(chosen[-1])
    return chosen


def test_without_arguments_three_play_the_basic_game_of_the_first_edition() -> None:
    for made in (env(), TikalEnv()):
        made.reset(seed=1)
        position = made.unwrapped.position
        assert made.possible_agents == ["seat_1", "seat_2", "seat_3"]
        assert position.edition == next(iter(tikal.EDITIONS.values()))
        assert not position.table.auction
        assert made.render_mode is None


# --- their tests -------------------------------------------------------------------------------


@every_setup
def test_the_api_is_theirs(setup: Setup) -> None:
    with warnings.catch_warnings():
        # a dict with a mask is their own convention for turns, and their test warns of it
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(env(*setup), num_cycles=CYCLES)


@every_setup
def test_a_seed_decides_the_game(setup: Setup) -> None:
    seed_test(lambda: env(*setup), num_cycles=CYCLES // 4)


@every_setup
def test_it_can_be_seen_in_every_mode(setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    def with_mode(render_mode: RenderMode) -> Any:
        return env(*setup, render_mode=render_mode)

    render_test(with_mode, {"svg": lambda picture: picture.startswith("<svg")})
    assert len(capsys.readouterr().out.splitlines()) > 100


@pytest.mark.parametrize(
    "piece",
    [
        {"guards": {1: {"a2": "W"}}},
        {"camps": {1: ["b2"]}},
        {"figures": {1: {"a2": (0, 1)}}},
        {"figures": {1: {"a2": (1, 0)}}},
    ],
)
def test_every_piece_is_seen_in_pixels_in_the_colour_of_its_seat(piece: dict[str, Any]) -> None:
    empty, pixels = board_pixels(tikal.position()), board_pixels(tikal.position(**piece))
    drawn = pixels[(pixels != empty).any(axis=-1)]
    assert len(drawn) > 20
    colour, white = tuple(bytes.fromhex(colours.SEATS[1].removeprefix("#"))), (255, 255, 255)
    seen = {*map(tuple, drawn.tolist())}
    assert colour in seen
    assert seen <= {colour, white}


@every_setup
def test_all_at_once_through_their_wrapper(setup: Setup) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # as above
        parallel_api_test(turn_based_aec_to_parallel(env(*setup)), num_cycles=CYCLES // 3)


# --- beyond the API test ------------------------------------------------------------------------


@every_setup
def test_a_game_is_played_to_its_end_and_rewards_add_up_to_nothing(setup: Setup) -> None:
    game = env(*setup)
    play_at_random(game, seed=1)
    state = game.unwrapped.position
    assert state.phase == "over"
    assert tikal.problems(state) == ()


@pytest.mark.parametrize("reward", ["win", "points"])
def test_the_rewards_of_the_agents_add_up_to_zero(reward: Any) -> None:
    game = env(players=3, reward=reward)
    game.reset(seed=5)
    earned = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        seen, gain, over, _, _ = game.last()
        earned[agent] += gain
        game.step(None if over else int(np.flatnonzero(seen["action_mask"])[-1]))
    state = game.unwrapped.position
    assert sum(earned.values()) == pytest.approx(0)
    mean = sum(state.scores.values()) / 3
    for seat, points in state.scores.items():
        share = (seat in state.winners) / len(state.winners) - 1 / 3
        wanted = share if reward == "win" else points - mean
        assert earned[f"seat_{seat}"] == pytest.approx(wanted)


def test_an_illegal_action_answers_with_its_clauses_and_changes_nothing() -> None:
    game = env(players=2)
    game.reset(seed=3)
    before = game.unwrapped.position
    with pytest.raises(tikal.IllegalMove) as refusal:
        game.step(encode(before, "deploy L a1"))
    assert [violation.clause for violation in refusal.value.violations] == ["TURN-02"]
    assert game.unwrapped.position == before
    assert game.agent_selection == "seat_1"
    game.step(numbers(before)[0])
    assert game.unwrapped.position.phase == "act"


def test_an_agent_in_the_game_must_act() -> None:
    game = env(players=2)
    game.reset(seed=3)
    with pytest.raises(tikal.InvalidArgument, match="seat_1 is still in the game"):
        game.step(None)


def test_only_who_is_to_move_has_something_marked() -> None:
    game = TikalEnv(players=2)
    game.reset(seed=3)
    first, second = game.observe("seat_1"), game.observe("seat_2")
    assert list(np.flatnonzero(first["action_mask"])) == numbers(game.position)
    assert not second["action_mask"].any()
    for seat, seen in ((1, first), (2, second)):
        assert seen["observation"].shape == (LENGTH,)
        assert list(seen["observation"]) == list(observe(game.position, seat))


def test_the_same_seed_gives_the_same_game_and_another_one_another() -> None:
    games = [env(players=2) for _ in range(3)]
    played = [play_at_random(game, seed) for game, seed in zip(games, (7, 7, 8), strict=True)]
    assert played[0] == played[1] != played[2]


def test_another_seat_can_begin() -> None:
    game = env(players=4)
    game.reset(seed=1, options={"start": 3})
    assert game.agent_selection == "seat_3"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"players": 5}, "COMP-01"),
        ({"edition": "legend-classic", "auction": True}, "AUCTION-01"),
        ({"edition": "unknown-2000"}, "no edition"),
        ({"render_mode": "smoke"}, "render_mode is one of"),
        ({"reward": "gold"}, "reward is one of win, points"),
    ],
)
def test_a_game_that_cannot_be_is_refused(arguments: Any, reason: str) -> None:
    with pytest.raises(tikal.InvalidArgument, match=reason):
        env(**arguments)
