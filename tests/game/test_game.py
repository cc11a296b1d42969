"""`tikal.Game`: a game that is played on, taken back, stored and read again."""

from __future__ import annotations

import copy
import json
import pickle
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from math import lcm
from types import FrameType
from typing import Any

import attrs
import pytest
from hypothesis import given

import tikal
from tikal.notation.documents import record_to_json
from tikal.testing.strategies import states

NAMES = ("Ana", "Ben", "Cleo", "Dora")
SETUPS = [
    (players, edition, auction)
    for edition in tikal.EDITIONS
    for players, auction in ((2, False), (4, tikal.EDITIONS[edition].has_auction))
]


def played(seed: int, limit: int | None = None, **setup: Any) -> tikal.Game:
    """A game of random moves."""
    start = tikal.new_game(**setup)
    names = NAMES[: start.players]
    return tikal.Game.of(tikal.play(start, tikal.random_policy, seed, limit), names)


class Counted(random.Random):
    """A source that counts what is asked of it."""

    asked = 0

    def getrandbits(self, k: int, /) -> int:
        self.asked += 1
        return super().getrandbits(k)


# --- playing -----------------------------------------------------------------------------------


def test_a_new_game_has_its_start_and_nothing_else() -> None:
    start = tikal.new_game(players=2)
    game = tikal.Game(start)
    assert (game.state, game.length, game.last) == (start, 0, None)
    assert (game.moves, game.steps, game.names) == ((), (), ())


@pytest.mark.parametrize(("players", "edition", "auction"), SETUPS)
def test_a_game_played_move_by_move_is_the_replay(
    players: int, edition: str, auction: bool
) -> None:
    whole = tikal.play(
        tikal.new_game(players, edition, auction), tikal.random_policy, seed=players, limit=150
    )
    game = tikal.Game(whole.start, NAMES[:players])
    for number, step in enumerate(whole.steps, start=1):
        before, length = game, game.length
        game = game.play(str(step.move), step.seat)
        assert (game.last, game.state, game.length) == (step, step.state, number)
        assert before.length == length  # a game never changes
    assert game.replay() == whole
    assert game == tikal.Game.of(whole, NAMES[:players])
    assert game.moves == tuple(step.move for step in whole.steps)
    assert game.steps_since(game.length - 2) == whole.steps[-2:]
    assert game.steps_since(game.length) == ()


def test_an_illegal_move_is_refused_with_its_violations_and_seat() -> None:
    game = tikal.Game(tikal.new_game(players=2)).play("draw A1").play("place b3 r2")
    with pytest.raises(tikal.IllegalMove) as caught:
        game.play("recover b3", seat=1)
    assert caught.value.violations == tikal.check(game.state, "recover b3")
    assert (caught.value.state, caught.value.seat) == (game.state, 1)
    with pytest.raises(tikal.IllegalMove) as caught:
        game.play("end", seat=2)
    assert [each.clause for each in caught.value.violations] == ["TURN-01"]
    assert (caught.value.seat, pickle.loads(pickle.dumps(caught.value)).seat) == (2, 2)
    assert game.play("end", seat=1).state.active == 2


@given(states())
def test_every_move_of_every_position_is_played_or_refused_as_by_the_engine(
    state: tikal.State,
) -> None:
    game = tikal.Game(state)
    for move in tikal.legal_moves(state):
        assert game.play(move).state == tikal.apply(state, move)
        for seat in range(1, state.players + 2):
            violations = tikal.check(state, move, seat)
            if violations:
                with pytest.raises(tikal.IllegalMove) as caught:
                    game.play(move, seat)
                assert caught.value.violations == violations
            else:
                assert game.play(move, seat) == game.play(move)


def test_a_move_takes_the_same_work_early_and_late() -> None:
    game = played(3, players=4)
    work = {}
    for length in (10, 50, game.length - 8):
        before = game.undo(game.length - length)
        ended = before.undo(0)
        work[length] = calls_of(lambda ended=ended: ended._after(game.steps[:1]))
    assert len(set(work.values())) == 1, work


def calls_of(task: Any) -> int:
    """The number of calls of a task."""
    calls = 0

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        task()
    finally:
        sys.setprofile(None)
    return calls


# --- chance ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "edition", "auction"), SETUPS)
def test_dealing_decides_chance_until_a_player_must_choose(
    players: int, edition: str, auction: bool
) -> None:
    game = tikal.Game(tikal.new_game(players, edition, auction))
    rng, dice = random.Random(1), random.Random(2)
    while game.state.phase != "over" and game.length < 200:
        dealt = game.deal(dice)
        assert tikal.chance(dealt.state) == ()
        assert dealt.deal(dice) is dealt  # nothing was left to decide
        for step in dealt.steps_since(game.length):
            assert isinstance(step.move, tikal.DrawTile | tikal.RevealTreasure)
        game = dealt
        if game.state.phase != "over":
            game = game.play(rng.choice(tikal.legal_moves(game.state)), game.state.to_move)
    assert tikal.Game.of(game.record()) == game


def test_the_same_source_deals_the_same() -> None:
    game = tikal.Game(tikal.new_game(players=4, auction=True))
    assert game.deal(random.Random(7)) == game.deal(random.Random(7))
    assert len({game.deal(random.Random(seed)) for seed in range(20)}) > 1
    source = Counted(7)
    assert game.deal(source) == game.deal(random.Random(7))
    assert source.asked > 0


def test_without_a_source_chance_comes_from_the_system() -> None:
    game = tikal.Game(tikal.new_game(players=4, edition="super-meeple-2015", auction=True))
    assert len({game.deal().moves for _ in range(10)}) > 1


class Ticket(random.Random):
    """A source that gives one number."""

    number = 0

    def getrandbits(self, k: int, /) -> int:
        return self.number


@pytest.mark.parametrize("phase", ["draw", "reveal"])
def test_dealing_has_the_exact_probabilities(phase: str) -> None:
    states = [step.state for step in played(2, players=2).steps if step.state.phase == phase]
    assert any(len(tikal.chance(state)) > 1 for state in states)
    for state in states[:20]:
        odds = dict(tikal.chance(state))
        whole = lcm(*(share.denominator for share in odds.values()))
        source, dealt = Ticket(), Counter[tikal.Move]()
        for source.number in range(whole):  # every ticket is drawn once
            dealt[tikal.Game(state).deal(source).moves[0]] += 1
        assert {move: Fraction(times, whole) for move, times in dealt.items()} == odds


def test_a_source_is_a_random_source() -> None:
    with pytest.raises(tikal.WrongType, match=r"random\.Random, not int"):
        tikal.Game(tikal.new_game()).deal(3)  # type: ignore[arg-type]


# --- taking back -------------------------------------------------------------------------------


def test_taking_back_is_what_was_before() -> None:
    game = tikal.Game(tikal.new_game(players=3), NAMES[:3])
    games = [game]
    for step in played(5, 60, players=3).steps:
        games.append(games[-1].play(step.move))
    for number, before in enumerate(games):
        undone = games[-1].undo(len(games) - 1 - number)
        assert undone == before
        assert hash(undone) == hash(before)
        assert (undone.state, undone.names) == (before.state, before.names)
    assert games[-1].undo() == games[-2]


@pytest.mark.parametrize("moves", [-1, 4, 10**9])
def test_more_moves_than_there_are_cannot_be_taken_back(moves: int) -> None:
    with pytest.raises(tikal.InvalidArgument, match="a game of 3 moves"):
        played(1, 3, players=2).undo(moves)


def test_games_with_a_common_beginning_go_different_ways() -> None:
    game = tikal.Game(tikal.new_game(players=2)).play("draw A1")
    one, other = game.play("place b3 r2"), game.play("place b3 r3")
    assert one != other
    assert one.undo() == other.undo() == game
    assert {one, other, one.undo().play("place b3 r2")} == {one, other}


# --- storing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "edition", "auction"), SETUPS)
@pytest.mark.parametrize("limit", [0, 30, None])
def test_a_stored_game_reads_back_equal(
    players: int, edition: str, auction: bool, limit: int | None
) -> None:
    game = played(players, limit, players=players, edition=edition, auction=auction)
    assert tikal.Game.from_json(json.loads(json.dumps(game.to_json()))) == game
    assert tikal.Game.of(tikal.loads(tikal.dumps(game.record()))) == game
    assert tikal.Game.of(tikal.loads(tikal.dumps(game.record(seats=True)))) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert game.to_json() == record_to_json(tikal.Record.of(game.replay(), names=game.names))


@given(states())
def test_a_game_from_any_position_reads_back_equal(state: tikal.State) -> None:
    game = tikal.Game(state).deal(random.Random(1))
    assert tikal.Game.from_json(game.to_json()) == game


def test_a_house_edition_is_stored_under_its_written_name() -> None:
    edition = attrs.evolve(tikal.LEGEND_CLASSIC, key="own", title="Own", tiebreak=())
    game = tikal.Game(tikal.new_game(2, edition)).play("draw A1")
    assert game.state.edition.key == "legend-classic tiebreak=none"
    assert tikal.Game.from_json(game.to_json()) == game


def test_a_record_with_a_refused_move_is_no_game() -> None:
    record = tikal.loads("edition: rio-grande-1999\nplayers: 2\n\ndraw A1; place b3 r2\n2: end\n")
    with pytest.raises(tikal.IllegalMove) as caught:
        tikal.Game.of(record)
    assert (caught.value.seat, caught.value.move) == (2, tikal.EndTurn())
    with pytest.raises(tikal.IllegalMove):
        tikal.Game.of(record.replay())
    with pytest.raises(tikal.IllegalMove):
        tikal.Game.from_json(record_to_json(record))


@pytest.mark.parametrize("data", [None, 3, "draw A1", [], {}, {"format": "tikal-record-1"}])
def test_malformed_json_is_refused(data: object) -> None:
    with pytest.raises(tikal.InvalidNotation):
        tikal.Game.from_json(data)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("Ana",), "1 names for 2 players"),
        (("Ana", ""), "a name is missing"),
        (("Ana", "B,n"), "cannot contain ','"),
        (("Ana", "B\nn"), "cannot contain"),
        ("AB", "a list or tuple is needed"),
    ],
)
def test_names_that_no_record_can_have_are_refused(names: Any, message: str) -> None:
    with pytest.raises(tikal.InvalidArgument, match=message):
        tikal.Game(tikal.new_game(2), names)


def test_a_game_cannot_change_and_keeps_its_moves() -> None:
    game = played(1, 20, players=2)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        game.start = game.state  # type: ignore[misc]
    assert attrs.evolve(game, names=("X", "Y")).moves == game.moves
    with pytest.raises(tikal.InvalidArgument, match="of another game"):
        attrs.evolve(game, start=tikal.new_game(2, start=2))
    assert copy.copy(game) is game
    assert copy.deepcopy(game) is game
    assert repr(game) == f"<Game of 20 moves, now {game.state!r}>"
    assert game != 3


@pytest.mark.parametrize("wrong", [None, 3, "draw A1", tikal.RIO_GRANDE_1999])
def test_what_is_not_a_position_or_record_is_refused(wrong: Any) -> None:
    for make in (tikal.Game, tikal.Game.of):
        with pytest.raises(tikal.WrongType):
            make(wrong)


def test_games_that_differ_in_anything_are_not_equal() -> None:
    game = tikal.Game(tikal.new_game(2), ("Ana", "Ben")).play("draw A1").play("place b3 r1")
    start = tikal.new_game(2, start=2)
    others = (
        game.undo(), game.undo().play("place b3 r2"), game.undo(2).play("draw A2"),
        tikal.Game(tikal.new_game(2), ("Ana", "Bea")).play("draw A1").play("place b3 r1"),
        tikal.Game(tikal.new_game(2)).play("draw A1").play("place b3 r1"),
        tikal.Game(start, ("Ana", "Ben")).play("draw A1").play("place b3 r1"),
    )  # fmt: skip
    for number, other in enumerate(others):
        assert game != other, number
    assert len({game, *others}) == 1 + len(others)
    assert game != game.record()
    assert game == game.undo().play("place b3 r1")


def test_a_long_game_is_compared_hashed_taken_back_and_dropped() -> None:
    game = tikal.Game(tikal.new_game(2))
    steps = game.play("draw A1").steps * 100_000  # deeper than any game is: nothing recurses
    long, other = game._after(steps), game._after(steps)
    assert (long, hash(long)) == (other, hash(other))
    assert long.undo(99_990).moves == game._after(steps[:10]).moves
    del long, other


# --- seats -------------------------------------------------------------------------------------


def test_who_is_not_to_move_has_no_near_move_and_no_remedy() -> None:
    state = tikal.parse_position("a2=7 1L 2W3")
    near, ways = tikal.nearest_legal(state, "guard a2 L"), tikal.remedies(state, "guard a2 L")
    assert near
    assert tikal.nearest_legal(state, "guard a2 L", seat=1) == near
    assert tikal.remedies(state, "guard a2 L", seat=1) == ways
    for seat in (2, 7):
        assert tikal.nearest_legal(state, "guard a2 L", seat=seat) == ()
        assert tikal.remedies(state, "guard a2 L", seat=seat) == tikal.Remedies((), True)
    for function in (tikal.nearest_legal, tikal.remedies):
        with pytest.raises(tikal.WrongType, match="a seat is an int"):
            function(state, "end", seat="2")  # type: ignore[arg-type]


def test_a_refusal_names_the_seat_that_was_asked_about() -> None:
    start = tikal.new_game(2)
    refusal = tikal.replay(start, ["draw A1", "place b3 r2", "end"], [1, 1, 2]).refusal
    assert refusal is not None
    assert (refusal.index, refusal.seat) == (2, 2)


# --- the first request -------------------------------------------------------------------------


def test_after_preloading_a_request_loads_nothing_more() -> None:
    code = """
import sys, tikal
tikal.preload(["fr"])
before = {name for name in sys.modules if name.startswith("tikal")}
from tikal.pictures.svg import board_svg
game = tikal.Game(tikal.new_game(3)).deal()
state = tikal.parse_position(tikal.format_position(game.state))
[each.text("fr") for each in tikal.check(state, "uncover a2", 2)]
tikal.opinion(state, "uncover a2", 2).text("fr"), tikal.remedies(state, "end")
board_svg(state, language="fr"), tikal.Game.from_json(game.to_json()), tikal.dumps(game.record())
print(*sorted({name for name in sys.modules if name.startswith("tikal")} - before))
"""
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.split() == []


@pytest.mark.parametrize("languages", ["fr", 3])
def test_preloading_takes_several_languages(languages: Any) -> None:
    with pytest.raises(tikal.WrongType, match="languages are a list"):
        tikal.preload(languages)
