"""One seat in Gymnasium: its own checker, the games of the library, and vectors of games."""

from __future__ import annotations

import random
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="needs the extra bots")
gymnasium = pytest.importorskip("gymnasium", reason="needs the extra bots")
pytest.importorskip("pettingzoo", reason="needs the extra bots")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import tikal  # noqa: E402
from tests.bots.setups import SAMPLE, setup_id  # noqa: E402
from tikal.bots import actions, observation  # noqa: E402
from tikal.bots.gymnasium import ID, ILLEGAL_POINTS, SeatEnv, SeatVectorEnv  # noqa: E402

Setup = tuple[int, tikal.Edition, bool]
every_setup = pytest.mark.parametrize("setup", SAMPLE, ids=setup_id)


def played(game: SeatEnv, seed: int) -> tuple[float, list[int], dict[str, Any]]:
    """The reward, the actions and the last info of a whole random game."""
    rng, earned, chosen = random.Random(seed), 0.0, []
    _, info = game.reset(seed=seed)
    over = False
    while not over:
        assert game.position.to_move == game.seat
        assert [*np.flatnonzero(game.action_masks())] == actions.numbers(game.position)
        chosen.append(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        seen, reward, over, cut, info = game.step(chosen[-1])
        assert not cut
        assert seen.tolist() == observation.observe(game.position, game.seat).tolist()
        earned += reward
    return earned, chosen, info


# --- a single game ---------------------------------------------------------------------------


@every_setup
def test_their_checker_finds_nothing(setup: Setup) -> None:
    players, edition, auction = setup
    asked = {"players": players, "edition": edition, "auction": auction}
    for scaled in (False, True):
        game = gymnasium.make(f"tikal.bots.gymnasium:{ID}", scaled=scaled, **asked)
        check_env(game.unwrapped)


@every_setup
def test_a_game_is_played_to_its_end(setup: Setup) -> None:
    players, edition, auction = setup
    game = SeatEnv(players, edition, auction)
    earned, chosen, info = played(game, seed=1)
    state = game.position
    assert state.phase == "over"
    assert info["scores"] == state.scores
    share = (game.seat in state.winners) / len(state.winners) - 1 / players
    assert earned == pytest.approx(share)
    assert played(game, seed=1)[1] == chosen != played(game, seed=2)[1]


def test_points_are_rewarded_against_the_mean() -> None:
    game = SeatEnv(3, reward="points", seat=2)
    earned, _, info = played(game, seed=4)
    assert earned == pytest.approx(info["scores"][2] - sum(info["scores"].values()) / 3)


def test_the_opponent_may_be_any_policy() -> None:
    asked: list[int] = []

    def last(state: tikal.State, moves: tuple[tikal.Move, ...], rng: random.Random) -> tikal.Move:
        assert state.to_move is not None
        asked.append(state.to_move)
        return moves[-1]

    played(SeatEnv(3, opponent=last, seat=2), seed=1)
    assert {*asked} == {1, 3}


def test_bids_without_a_number_become_the_highest_that_has_one() -> None:
    def rich(state: tikal.State, moves: tuple[tikal.Move, ...], _rng: random.Random) -> tikal.Move:
        bids = [move for move in moves if isinstance(move, tikal.Bid)]
        return bids[-1] if bids else moves[0]

    from tikal.bots.gymnasium import _number

    state = tikal.position(auction=True, phase="bid", scores={1: 90, 2: 20}, display=["A1", "A2"])
    assert rich(state, tikal.legal_moves(state), random.Random()) == tikal.Bid(90)
    assert _number(state, rich, random.Random()) == actions.encode(state, "bid 40")


def test_chance_gives_a_seat_unless_it_is_chosen() -> None:
    game = SeatEnv(4)
    assert {game.reset(seed=seed)[1]["seat"] for seed in range(30)} == {1, 2, 3, 4}
    assert game.reset(seed=1, options={"seat": 3})[1]["seat"] == 3
    assert SeatEnv(4, seat=2).reset()[1]["seat"] == 2


@pytest.mark.parametrize(("reward", "lost"), [("win", -0.5), ("points", ILLEGAL_POINTS)])
def test_an_illegal_action_loses_and_names_its_clauses(reward: Any, lost: float) -> None:
    game = SeatEnv(2, seat=1, reward=reward)
    game.reset(seed=1)
    number = actions.encode(game.position, "end")
    _, earned, over, _, info = game.step(number)
    assert (earned, over) == (lost, True)
    assert "TURN-02" in info["refusal"]


def test_an_illegal_action_may_raise_and_changes_nothing() -> None:
    game = SeatEnv(2, seat=1, illegal="raise")
    game.reset(seed=1)
    before = game.position
    with pytest.raises(tikal.IllegalMove, match="TURN-02"):
        game.step(actions.encode(before, "end"))
    assert game.position == before


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"players": 5}, "COMP-01"),
        ({"edition": "legend-classic", "auction": True}, "AUCTION-01"),
        ({"opponent": "deep-blue"}, "random, sensible"),
        ({"seat": 3}, "seat is from 1 to 2"),
        ({"reward": "gold"}, "reward is one of win, points"),
        ({"illegal": "ignore"}, "illegal is one of lose, raise"),
        ({"render_mode": "smoke"}, "render_mode is one of"),
        ({"scaled": 2}, "scaled is True or False"),
    ],
)
def test_a_game_that_cannot_be_is_refused(arguments: Any, reason: str) -> None:
    with pytest.raises(tikal.InvalidArgument, match=reason):
        SeatEnv(**{"players": 2, **arguments})
    if not {"illegal", "render_mode"} & {*arguments}:
        with pytest.raises(tikal.InvalidArgument, match=reason):
            SeatVectorEnv(2, **{"players": 2, **arguments})


def test_it_can_be_seen() -> None:
    game = SeatEnv(2, render_mode="ansi")
    game.reset(seed=1)
    assert "a1" in str(game.render())
    game = SeatEnv(2, render_mode="rgb_array")
    game.reset(seed=1)
    pixels: Any = game.render()
    assert pixels.shape[2] == 3


# --- vectors ---------------------------------------------------------------------------------


def chosen_by(games: SeatVectorEnv, rng: random.Random) -> Any:
    return np.array([rng.choice(np.flatnonzero(row)) for row in games.action_masks()])


@every_setup
@pytest.mark.parametrize("reward", ["win", "points"])
def test_a_vector_is_as_good_as_single_games(setup: Setup, reward: Any) -> None:
    players, edition, auction = setup
    games, rng = SeatVectorEnv(4, players, edition, auction, reward=reward), random.Random(1)
    seen, infos = games.reset(seed=2)
    earned, seats, ended = np.zeros(4), games.seats.copy(), 0
    while ended < 6:
        assert [*games.seats] == [*infos["seat"]]
        for place, seat in enumerate(games.seats.tolist()):
            state = games.batch.game(place).state()
            assert state.to_move == seat
            assert seen[place].tolist() == observation.observe(state, seat).tolist()
            assert infos["action_mask"][place].tobytes() == actions.mask(state)
        seen, rewards, over, cut, infos = games.step(chosen_by(games, rng))
        assert not cut.any()
        earned += rewards
        for place in np.flatnonzero(over):
            over_game: Any = games.batch.ended(int(place))
            last = over_game.state()
            final, seat = infos["final_info"], int(seats[place])
            assert final["seat"][place] == seat
            assert [*final["scores"][place]] == [*last.scores.values()]
            assert infos["final_obs"][place].tolist() == observation.observe(last, seat).tolist()
            share = (seat in last.winners) / len(last.winners) - 1 / players
            points = last.scores[seat] - sum(last.scores.values()) / players
            assert earned[place] == pytest.approx(share if reward == "win" else points, abs=1e-3)
            earned[place], ended = 0, ended + 1
            assert games.seats[place] == seat % players + 1
        seats = games.seats.copy()


def test_make_vec_and_seeds() -> None:
    def first(seed: Any) -> bytes:
        games = gymnasium.make_vec(f"tikal.bots.gymnasium:{ID}", num_envs=3, seat=2)
        rng = random.Random(1)
        games.reset(seed=seed)
        for _ in range(20):
            seen, *_ = games.step(chosen_by(games.unwrapped, rng))
        return bytes(seen.tobytes())

    assert first(5) == first(5) != first(6)
    assert first([1, 2, 3]) != first([1, 2, 4])
    with pytest.raises(tikal.InvalidArgument, match="3 games need as many seeds"):
        first([1, 2])


def test_a_model_plays_the_other_seats() -> None:
    asked = []

    def lowest(views: Any, masks: Any) -> Any:
        asked.append(len(views))
        assert views.shape == (len(masks), observation.LENGTH)
        assert masks.dtype == bool
        return masks.argmax(axis=1)

    games, rng = SeatVectorEnv(5, 2, model=lowest), random.Random(1)
    games.reset(seed=1)
    assert [*games.seats] == [1, 2, 1, 2, 1]
    for _ in range(50):
        games.step(chosen_by(games, rng))
    assert 1 <= min(asked) <= max(asked) <= 5


def test_a_vector_of_policies_meets_sensible_players() -> None:
    games, rng = SeatVectorEnv(2, 2, opponent="sensible", seat=1), random.Random(1)
    games.reset(seed=1)
    while True:
        *_, over, _, infos = games.step(chosen_by(games, rng))
        if over.any():
            break
    place = int(np.flatnonzero(over)[0])
    own, other = infos["final_info"]["scores"][place]
    assert other > own + 20


def test_an_illegal_action_of_a_vector_moves_nothing() -> None:
    games = SeatVectorEnv(2, 2, seat=1)
    games.reset(seed=1)
    legal = actions.numbers(games.batch.game(0).state())[0]
    before = games.action_masks()
    with pytest.raises(tikal.IllegalMove, match="TURN-02"):
        games.step(np.array([legal, actions.encode(tikal.new_game(2), "end")]))
    assert (games.action_masks() == before).all()


def test_without_copies_arrays_stay_the_same() -> None:
    games, rng = SeatVectorEnv(2, 2, copy=False), random.Random(1)
    first, _ = games.reset(seed=1)
    second, *_ = games.step(chosen_by(games, rng))
    assert first is second
    copied = SeatVectorEnv(2, 2)
    before, _ = copied.reset(seed=1)
    after, *_ = copied.step(chosen_by(copied, rng))
    assert (before != after).any()


def test_games_that_end_are_not_reset_by_a_mask() -> None:
    games = SeatVectorEnv(2, 2)
    with pytest.raises(tikal.InvalidArgument, match="no reset_mask"):
        games.reset(options={"reset_mask": np.array([True, False])})
