"""The game passes the simulation test of OpenSpiel itself, for every kind of game."""

from __future__ import annotations

import random

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra bots")

import tikal  # noqa: E402
from tests.bots.setups import SAMPLE, setup_id  # noqa: E402
from tests.sample import WHOLE  # noqa: E402
from tikal.bots import actions, observation, openspiel  # noqa: E402

Setup = tuple[int, tikal.Edition, bool]
every_setup = pytest.mark.parametrize("setup", SAMPLE, ids=setup_id)


def load(players: int, edition: str, auction: bool) -> openspiel.TikalGame:
    game = pyspiel.load_game(
        "python_tikal", {"players": players, "edition": edition, "auction": auction}
    )
    assert isinstance(game, openspiel.TikalGame)
    return game


@pytest.mark.parametrize("setup", SAMPLE if WHOLE else SAMPLE[:2], ids=setup_id)
def test_their_simulation_finds_nothing(setup: Setup, capfd: pytest.CaptureFixture[str]) -> None:
    players, edition, auction = setup
    game = load(players, edition.key, auction)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert "error" not in capfd.readouterr().err.lower()


@every_setup
def test_a_game_is_the_one_that_the_library_plays(setup: Setup) -> None:
    players, edition, auction = setup
    state, rng = load(players, edition.key, auction).new_initial_state(), random.Random(2)
    position = tikal.new_game(players, edition, auction)
    while not state.is_terminal():
        assert state.position == position
        if state.is_chance_node():
            outcomes = {str(move): float(odds) for move, odds in tikal.chance(position)}
            assert outcomes == {
                state.action_to_string(number): odds for number, odds in state.chance_outcomes()
            }
            number = rng.choice([number for number, _ in state.chance_outcomes()])
            position = tikal.apply(position, actions.decode_outcome(number))
        else:
            assert state.current_player() + 1 == position.to_move
            assert state.legal_actions() == actions.numbers(position)
            number = rng.choice(state.legal_actions())
            position = tikal.apply(position, state.action_to_string(number))
        state.apply_action(number)
    wanted = [
        (s in position.winners) / len(position.winners) - 1 / players for s in position.scores
    ]
    assert state.returns() == pytest.approx(wanted)


def test_a_clone_goes_its_own_way() -> None:
    state = load(2, "rio-grande-1999", False).new_initial_state()
    state.apply_action(0)
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert (state.position.phase, other.position.phase) == ("place", "act")


def test_an_illegal_action_answers_with_its_clauses() -> None:
    state = load(2, "rio-grande-1999", False).new_initial_state()
    state.apply_action(0)
    before = state.position
    with pytest.raises(tikal.IllegalMove) as refusal:
        state.apply_action(actions.encode(before, "end"))
    assert [violation.clause for violation in refusal.value.violations] == ["TURN-02"]
    assert state.position == before


def test_players_see_the_numbers_of_the_observation() -> None:
    game = load(3, "rio-grande-1999", True)
    state, rng = game.new_initial_state(), random.Random(4)
    for _ in range(120):
        outcomes = state.chance_outcomes() if state.is_chance_node() else ()
        state.apply_action(rng.choice([n for n, _ in outcomes] or state.legal_actions()))
    observer = game.make_py_observer()
    for player in range(3):
        observer.set_from(state, player)
        assert list(observer.tensor) == list(observation.observe(state.position, player + 1))
        assert observer.dict["planes"].shape == (len(observation.PLANES), 8, 5)
        assert observer.dict["scalars"].shape == (len(observation.SCALARS),)
        column, row = 2, 3  # c4
        number = observation.PLANES.index("temple value")
        assert observer.dict["planes"][number, column, row] == state.position["c4"].value
    assert observer.string_from(state, 0) == str(state.position)


def test_without_parameters_it_is_the_usual_game_and_says_what_can_be_seen() -> None:
    game = pyspiel.load_game("python_tikal")
    assert game.start == tikal.new_game(2, "rio-grande-1999", auction=False)
    about = game.get_type()
    assert (about.provides_observation_tensor, about.provides_observation_string) == (True, True)
    assert not about.provides_information_state_tensor


def test_house_rules_are_written_so_that_openspiel_can_read_them() -> None:
    key = "super-meeple-2015 second_dig=different tiebreak=tokens,guard"
    game = load(2, key, False)
    assert game.start.edition == tikal.editions.read_edition(key)
    again = pyspiel.load_game(str(game))
    assert again.start == game.start
    assert again.get_parameters() == game.get_parameters()


@pytest.mark.parametrize(
    ("players", "edition", "auction", "reason"),
    [
        (5, "rio-grande-1999", False, "COMP-01"),
        (2, "legend-classic", True, "AUCTION-01"),
        (2, "unknown-2000", False, "no edition"),
    ],
)
def test_a_game_that_cannot_be_is_refused(
    players: int, edition: str, auction: bool, reason: str
) -> None:
    with pytest.raises(tikal.InvalidArgument, match=reason):
        load(players, edition, auction)


def test_an_observation_has_no_parameters() -> None:
    with pytest.raises(tikal.InvalidArgument, match="no parameters such as"):
        openspiel.TikalObserver({"size": 3})


def test_a_probability_is_a_float_and_all_of_them_make_one() -> None:
    state = load(2, "rio-grande-1999", False).new_initial_state()
    assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
