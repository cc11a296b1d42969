"""`tikal.fast.Game` on both engines."""

from __future__ import annotations

import copy
import pickle
from types import ModuleType
from typing import Any

import pytest

import tikal
from tests.fast.engines import ENGINES, each_engine
from tikal import fast
from tikal.fast import codes, packing
from tikal.fast.dice import Dice
from tikal.grid import AROUND
from tikal.state import State

PLAYED = tikal.play(tikal.new_game(3, auction=True), tikal.sensible_policy, seed=4)
LEGEND = tikal.play(tikal.new_game(2, "legend-classic"), tikal.sensible_policy, seed=1)
STATES = [step.state for game in (PLAYED, LEGEND) for step in game.steps[::17]] + [PLAYED.state]
NEW = tikal.new_game(2)


def reached(phase: str) -> State:
    return next(step.state for step in PLAYED.steps if step.state.phase == phase)


@each_engine
def test_everything_is_as_in_the_python_engine(engine: ModuleType) -> None:
    for state in STATES:
        game = engine.Game(state)
        assert game.state() == state
        moves = tikal.legal_moves(state)
        assert game.legal_moves() == moves
        assert game.count() == len(moves)
        assert [game.nth(place) for place in range(len(moves))] == list(moves)
        assert game.chance() == tikal.chance(state)
        assert (game.phase, game.active, game.to_move) == (
            state.phase,
            state.active,
            state.to_move,
        )
        assert (game.scores, game.winners) == (state.scores, state.winners)
        assert all(game.score(s) == tikal.score(state, s).total for s in state.scores)


@each_engine
def test_a_move_changes_the_game_and_not_its_copies(engine: ModuleType) -> None:
    game = engine.Game(NEW)
    copies = [game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    assert game.apply("draw A3") is None
    assert game.is_legal("place b3 r3")
    game.apply(tikal.PlaceTile("b3", 3))
    assert game.state() == tikal.replay(NEW, ["draw A3", "place b3 r3"]).state
    for other in copies:
        assert other.state() == NEW
        assert type(other) is engine.Game


@each_engine
def test_an_illegal_move_is_refused_with_its_clauses(engine: ModuleType) -> None:
    game = engine.Game(NEW)
    assert not game.is_legal("draw G1")
    for move in ("draw G1", "end", "exchange 1 9 1", "bid 100000", tikal.Bid(10**50)):
        with pytest.raises(tikal.IllegalMove) as caught:
            game.apply(move)
        assert caught.value.violations == tikal.check(NEW, move)
    assert game.state() == NEW


@each_engine
@pytest.mark.parametrize("thing", [None, 3, "draw", "draw 3A", b"end", NEW, 1.5])
def test_an_argument_that_is_not_a_move_is_refused(engine: ModuleType, thing: Any) -> None:
    for ask in (engine.Game(NEW).apply, engine.Game(NEW).is_legal):
        with pytest.raises(tikal.InvalidArgument):
            ask(thing)


@each_engine
@pytest.mark.parametrize("place", [-1, 6, 10**30, True, "0", None, 0.0])
def test_a_place_in_the_list_is_one_of_them(engine: ModuleType, place: Any) -> None:
    with pytest.raises(tikal.InvalidArgument):
        engine.Game(NEW).nth(place)


@each_engine
@pytest.mark.parametrize("seat", [0, 3, -1, 10**30, True, "1", None])
def test_only_seats_have_a_score(engine: ModuleType, seat: Any) -> None:
    with pytest.raises(tikal.InvalidArgument):
        engine.Game(NEW).score(seat)


@each_engine
@pytest.mark.parametrize("thing", [None, "a1", 7, (), tikal.LEGEND_CLASSIC])
def test_a_game_is_made_of_a_state(engine: ModuleType, thing: Any) -> None:
    with pytest.raises(tikal.WrongType):
        engine.Game(thing)


def test_there_is_no_game_without_a_position() -> None:
    for make in (fast.Game, lambda: object.__new__(fast.Game)):
        if fast.COMPILED or make is fast.Game:
            with pytest.raises(TypeError):
                make()  # type: ignore[call-arg]


@each_engine
def test_an_impossible_position_is_refused_with_its_problems(engine: ModuleType) -> None:
    state = State(NEW.table, NEW.course, NEW.turn, NEW.ground, NEW.stock, NEW.expeditions[:1])
    with pytest.raises(tikal.InvalidState) as caught:
        engine.Game(state)
    assert caught.value.problems == tikal.problems(state)


# --- playouts ----------------------------------------------------------------------------------


@each_engine
def test_a_playout_tells_scores_length_winners_and_moves(engine: ModuleType) -> None:
    game = engine.Game(NEW)
    playout = game.rollout(7)
    scores, length = playout
    assert (scores, length) == (playout.scores, playout.length)
    assert [*scores] == [1, 2]
    best = max(scores.values())
    assert playout.winners == tuple(seat for seat in scores if scores[seat] == best)
    assert sum(playout.moves.values()) == length
    assert playout.moves["draw"] == playout.moves["place"] + playout.moves["set-aside"] == 36
    assert game.state() == NEW
    assert game.rollout(7) == playout != game.rollout(8)
    assert game.rollout(7 + 2**64) == playout == game.rollout(7 - 2**64)


@each_engine
def test_the_games_of_seeds_do_not_change_between_versions(engine: ModuleType) -> None:
    found = [engine.Game(tikal.new_game(n, auction=a)).rollout(n) for n, a in SETUPS]
    assert [(tuple(p.scores.values()), p.length) for p in found] == PINNED


SETUPS = [(n, a) for n in (2, 3, 4) for a in (False, True)]
PINNED = [
    ((41, 51), 351),
    ((23, 6), 422),
    ((33, 26, 24), 349),
    ((7, 7, 10), 445),
    ((32, 6, 14, 11), 393),
    ((13, 4, 5, 7), 489),
]


@each_engine
def test_a_playout_stops_without_a_possible_draw(engine: ModuleType) -> None:
    # an odd number of tiles does not make whole rounds for two, see `problems`
    state = tikal.position(auction=True, phase="draw", tiles={"b3": ("A3", 3)})
    playout = engine.Game(state).rollout(1)
    assert playout.moves["draw"] == 35
    assert playout.winners == ()
    assert engine.Game(PLAYED.state).rollout(1).length == 0


@each_engine
@pytest.mark.parametrize("seed", [None, "1", True, 1.0, 10**700])
def test_a_seed_is_an_int(engine: ModuleType, seed: Any) -> None:
    with pytest.raises(tikal.InvalidArgument):
        engine.Game(NEW).rollout(seed)
    with pytest.raises(tikal.InvalidArgument):
        engine.many(NEW, 1, seeds=[seed])


@each_engine
def test_many_games_have_the_seeds_they_are_given(engine: ModuleType) -> None:
    late = reached("act")
    expected = [engine.Game(late).rollout(seed) for seed in (5, 6, 7)]
    assert engine.many(late, 3, 5) == expected
    assert engine.many(engine.Game(late), 3, [5, 6, 7]) == expected
    assert engine.many(late, 3, iter((7, 6, 5)), threads=3) == expected[::-1]
    assert engine.many(late, 0) == []


@each_engine
@pytest.mark.parametrize(
    ("n", "seeds", "threads"),
    [(-1, 0, 1), ("1", 0, 1), (10**9, 0, 1), (2, [1], 1), (1, [1, 2], 1), (1, "1", 1), (1, None, 1),
     (1, 0, 0), (1, 0, 10_000), (1, 0, True), (True, 0, 1)],
)  # fmt: skip
def test_many_refuses_what_it_cannot_play(
    engine: ModuleType, n: Any, seeds: Any, threads: Any
) -> None:
    with pytest.raises(tikal.InvalidArgument):
        engine.many(NEW, n, seeds, threads)


def test_endless_seeds_are_not_read_to_their_end() -> None:
    from itertools import count

    with pytest.raises(tikal.InvalidArgument, match="more than 2"):
        fast.many(NEW, 2, count())


# --- the parts ---------------------------------------------------------------------------------


def test_the_dice_are_those_of_splitmix64() -> None:
    dice = Dice(1234567)
    assert [dice.number() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


class Loaded(Dice):
    """Dice that show these numbers."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)

    def number(self) -> int:
        return self.numbers.pop(0)


def test_numbers_that_would_favour_a_player_are_drawn_again() -> None:
    # 2**64 % 3 == 1: one number too many, 0, whose product has the low half 0
    assert Loaded(0, 2**64 - 1).below(3) == 2
    assert Loaded(0).below(4) == 0
    for limit in (1, 2, 3, 7, 1765):
        favoured = 2**64 % limit
        rejected = [n for n in range(2 * limit) if n * limit % 2**64 < favoured]
        assert len(rejected) == (1 if favoured else 0)


def test_every_move_has_a_number_and_every_number_one_move() -> None:
    numbers = range(codes.first_codes()[tikal.Bid] + 3)
    edges = 0
    for number in numbers:
        try:
            move = codes.move_of_code(number)
        except AssertionError:
            edges += 1  # a seventh of the walks would leave the board
            continue
        assert codes.code_of_move(move) == number
    assert edges == 2 * sum(6 - len(around) for around in AROUND)


# --- bytes -------------------------------------------------------------------------------------


@each_engine
def test_a_packed_position_comes_back(engine: ModuleType) -> None:
    for state in STATES:
        packed = engine.Game(state).packed()
        assert packed == packing.pack(state)
        assert engine.Game.from_packed(packed).state() == state


@each_engine
def test_an_edition_of_any_name_comes_back(engine: ModuleType) -> None:
    switches = tikal.LEGEND_CLASSIC.switches()
    edition = tikal.Edition("Unsere Regeln", "Dörtes \ud800 Tisch", **switches)  # type: ignore[arg-type]
    state = tikal.new_game(4, edition)
    assert engine.Game.from_packed(engine.Game(state).packed()).state() == state


@each_engine
@pytest.mark.parametrize(
    "thing",
    [b"", b"tikal", b"tikal\x02" + bytes(400), "tikal", None, 5, bytearray(b"tikal"),
     b"\xff" * 5_000, bytes(100_000)],
)  # fmt: skip
def test_bytes_that_are_not_a_packed_position_are_refused(engine: ModuleType, thing: Any) -> None:
    with pytest.raises(tikal.TikalError):
        engine.Game.from_packed(thing)


def test_both_engines_are_here_where_it_says_so() -> None:
    assert ("compiled" in ENGINES) is fast.COMPILED
    assert fast.Game is ENGINES["compiled" if fast.COMPILED else "fallback"].Game
