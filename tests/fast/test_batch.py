"""`tikal.fast.Batch` on both engines, and both beside each other."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
from array import array
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tikal
from tests.fast.engines import each_engine, if_compiled
from tests.sample import WHOLE
from tikal import fast
from tikal.bots import actions, observation
from tikal.fast.batch import WAITS
from tikal.grid import CELL_INDEX
from tools.verify.lockstep import Difference
from tools.verify.lockstep_batch import ARRAYS, play_batch

BATCHES = 400 if WHOLE else 12


# --- the arrays ----------------------------------------------------------------------------------


def finished(batch: Any, steps: int = 700) -> list[int]:
    """Sample until a game has ended; the places where one did."""
    for _ in range(steps):
        batch.step(batch.sample())
        if any(batch.done.tolist()):
            return [place for place, done in enumerate(batch.done.tolist()) if done]
    raise AssertionError("no game has ended")


@each_engine
def test_rows_are_those_of_the_python_text(engine: ModuleType) -> None:
    batch = engine.Batch(3, players=3, seeds=4)
    for _ in range(40):
        for place in range(3):
            state = batch.game(place).state()
            assert batch.seats[place] == state.to_move
            row = batch.observations.tolist()[place]
            assert row == observation.observe(state, state.to_move).tolist()
            assert bytes(batch.masks.tolist()[place]) == actions.mask(state)
            assert batch.counts[place] == len(actions.numbers(state))
            assert batch.scores.tolist()[place] == [*state.scores.values()]
        batch.step(batch.sample())


@each_engine
def test_arrays_have_a_row_for_each_game(engine: ModuleType) -> None:
    basic, auction = engine.Batch(2, 3), engine.Batch(5, 4, auction=True)
    assert (basic.n, basic.players, basic.actions, len(auction)) == (2, 3, actions.BASIC_SIZE, 5)
    shapes = {name: getattr(auction, name).shape for name in ARRAYS}
    assert shapes == {
        "observations": (5, observation.LENGTH), "masks": (5, actions.SIZE), "seats": (5,),
        "counts": (5,), "rewards": (5, 4), "scores": (5, 4), "done": (5,),
    }  # fmt: skip
    formats = {name: getattr(auction, name).format for name in ARRAYS}
    assert [*formats.values()] == ["f", "B", "B", "i", "f", "i", "B"]


@each_engine
def test_arrays_stay_the_same_and_are_filled_again(engine: ModuleType) -> None:
    batch = engine.Batch(2, 2)
    before = {name: getattr(batch, name) for name in ARRAYS}
    masks = batch.masks.tobytes()
    batch.step(batch.sample())
    assert all(getattr(batch, name) is view for name, view in before.items())
    assert batch.masks.tobytes() != masks


@each_engine
def test_arrays_of_the_caller_are_filled(engine: ModuleType) -> None:
    np = pytest.importorskip("numpy", reason="needs the extra bots")
    own = {
        "observations": np.ones((4, observation.LENGTH), np.float32),
        "masks": np.ones((4, actions.BASIC_SIZE), bool),
        "done": bytearray(4),
        "scores": array("i", range(8)),
    }
    batch, other = engine.Batch(4, 2, into=own), engine.Batch(4, 2)
    for _ in range(20):
        assert own["observations"].tobytes() == other.observations.tobytes()
        assert own["masks"].tobytes() == other.masks.tobytes()
        assert [*own["scores"]] == [p for row in other.scores.tolist() for p in row]
        batch.step(batch.sample())
        other.step(other.sample())
    with pytest.raises(BufferError):
        own["done"].append(1)  # the batch holds it


@each_engine
@pytest.mark.parametrize(
    ("name", "given", "reason"),
    [
        ("masks", bytes(2 * actions.BASIC_SIZE), "writable"),
        ("masks", bytearray(7), r"masks has the shape \(2, 1106\), not \(7,\)"),
        ("masks", array("i", bytes(8 * actions.BASIC_SIZE)), "format 'B', not 'i'"),
        ("observations", array("d", [0] * 2 * observation.LENGTH), "format 'f', not 'd'"),
        ("rewards", memoryview(array("f", bytes(32)))[::2], "rows follow each other"),
        ("rewards", memoryview(bytearray(16)).cast("f", (1, 4)), r"shape \(2, 2\), not \(1, 4\)"),
        ("seats", [0, 0], "a writable array, not list"),
        ("planes", bytearray(2), "no array 'planes': it has observations, masks"),
    ],
)
def test_an_array_that_does_not_fit_is_refused(
    engine: ModuleType, name: str, given: Any, reason: str
) -> None:
    with pytest.raises(tikal.InvalidArgument, match=reason):
        engine.Batch(2, 2, into={name: given})


@each_engine
@pytest.mark.parametrize(
    "arguments",
    [
        {"n": 0}, {"n": 10**9}, {"n": True}, {"n": "2"}, {"players": 5}, {"players": None},
        {"edition": "unknown-2000"}, {"edition": "legend-classic", "auction": True},
        {"seeds": [1]}, {"seeds": "12"}, {"start": 3}, {"reward": "gold"}, {"reward": []},
        {"scaled": 1}, {"threads": 0}, {"threads": 1.0}, {"into": [bytearray(2)]},
    ],
    ids=repr,
)  # fmt: skip
def test_a_batch_that_cannot_be_is_refused(engine: ModuleType, arguments: dict[str, Any]) -> None:
    with pytest.raises(tikal.InvalidArgument):
        engine.Batch(**{"n": 2, "players": 2, **arguments})


@each_engine
def test_numbers_without_end_or_of_two_dimensions_are_refused(engine: ModuleType) -> None:
    flat = memoryview(b"ab").cast("B", (2, 1))
    for numbers in (count(), flat):
        with pytest.raises(tikal.InvalidArgument):
            engine.Batch(2, 2, seeds=numbers)
        with pytest.raises(tikal.InvalidArgument):
            engine.Batch(2, 2).step(numbers)


# --- stepping ------------------------------------------------------------------------------------


@each_engine
def test_an_ended_game_is_followed_by_a_new_one(engine: ModuleType) -> None:
    batch = engine.Batch(2, 2, seeds=[3, 9])
    assert batch.ended(0) is None
    for place in finished(batch):
        over = batch.ended(place)
        assert over.phase == "over"
        assert batch.scores.tolist()[place] == [*over.scores.values()]
        wanted = [0.5 if seat in over.winners else -0.5 for seat in (1, 2)]
        assert len(over.winners) == 1
        assert batch.rewards.tolist()[place] == wanted
        fresh = batch.game(place).state()
        assert (fresh.phase, fresh.scores) == ("place", {1: 0, 2: 0})
        assert batch.seats[place] == 1
    batch.step(batch.sample())
    assert not any(batch.done.tolist())


@each_engine
def test_points_are_rewarded_as_they_are_scored(engine: ModuleType) -> None:
    batch = engine.Batch(1, 3, reward="points")
    earned = [0.0] * 3
    while True:
        batch.step(batch.sample())
        earned = [sum(pair) for pair in zip(earned, batch.rewards.tolist()[0], strict=True)]
        if batch.done[0]:
            break
    points = batch.scores.tolist()[0]
    assert any(points)
    assert earned == pytest.approx([own - sum(points) / 3 for own in points], abs=1e-3)


@each_engine
def test_a_game_can_wait(engine: ModuleType) -> None:
    batch = engine.Batch(3, 2)
    number = batch.sample().tolist()
    before = [batch.game(place).packed() for place in range(3)]
    batch.step([WAITS, number[1], WAITS])
    moved = [batch.game(place).packed() != before[place] for place in range(3)]
    assert moved == [False, True, False]


@each_engine
def test_the_seed_of_a_game_brings_it_back(engine: ModuleType) -> None:
    batch = engine.Batch(1, 2, seeds=[-5])
    assert batch.seed(0) == 2**64 - 5
    finished(batch)
    again = engine.Batch(1, 2, seeds=[batch.seed(0)])
    for _ in range(150):
        assert again.game(0).packed() == batch.game(0).packed()
        number = batch.sample()[0]
        batch.step([number])
        again.step([number])


@each_engine
def test_samples_do_not_change_what_is_drawn(engine: ModuleType) -> None:
    batch, other = engine.Batch(2, 2, seeds=1), engine.Batch(2, 2, seeds=1)
    for _ in range(120):
        numbers = batch.sample().tolist()
        other.sample()
        other.sample()
        batch.step(numbers)
        other.step(numbers)
    assert batch.observations.tobytes() == other.observations.tobytes()
    assert batch.sample().tolist() != other.sample().tolist()


@each_engine
def test_a_reset_begins_anew_with_or_without_seeds(engine: ModuleType) -> None:
    batch = engine.Batch(4, 2, seeds=7)
    first = batch.observations.tobytes()
    batch.step(batch.sample())
    batch.reset()
    assert batch.observations.tobytes() != first
    batch.reset(7)
    assert batch.observations.tobytes() == first
    batch.reset([10, 9, 8, 7])
    rows = len(first) // 4
    swapped = b"".join(first[rows * place : rows * (place + 1)] for place in (3, 2, 1, 0))
    assert batch.observations.tobytes() == swapped


@each_engine
def test_scaled_observations_are_divided(engine: ModuleType) -> None:
    plain, scaled = engine.Batch(2, 2), engine.Batch(2, 2, scaled=True)
    for _ in range(60):
        plain.step(plain.sample())
        scaled.step(scaled.sample())
    for place in range(2):
        state = plain.game(place).state()
        row = scaled.observations.tolist()[place]
        assert row == observation.observe(state, state.to_move, scaled=True).tolist()
        assert 0 <= min(row) < max(row) < 2
        assert row != plain.observations.tolist()[place]


NUMBERS = {
    "a list": list, "a tuple": tuple, "bytes of 16 bits": lambda n: array("h", n),
    "unsigned": lambda n: array("Q", n), "every second item": lambda n: memoryview(
        array("q", [x for each in n for x in (each, 0)]))[::2], "an iterator": iter,
}  # fmt: skip


@each_engine
@pytest.mark.parametrize("kind", NUMBERS.values(), ids=list(NUMBERS))
def test_numbers_may_be_any_integers(engine: ModuleType, kind: Any) -> None:
    batch, other = engine.Batch(3, 2), engine.Batch(3, 2)
    for _ in range(5):
        numbers = batch.sample().tolist()
        other.step(numbers)
        batch.step(kind(numbers))
        assert batch.masks.tobytes() == other.masks.tobytes()


@each_engine
@pytest.mark.parametrize(
    "numbers",
    [
        [12], [12] * 3, [12, None], [12, 12.0], [12, True], "ab", 12, None, b"",
        array("f", [12, 12]), memoryview(bytes(16)).cast("i", (2, 2)), [12, 1184], [12, -2],
        [12, 10**30], [-(10**30), 12], array("Q", [12, 2**64 - 1]), [12, 1105], [1183, 12],
        [actions.encode(tikal.new_game(2), "end"), 12],
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, memoryview) else repr(value),
)  # fmt: skip
def test_numbers_that_cannot_be_move_nothing(engine: ModuleType, numbers: Any) -> None:
    batch = engine.Batch(2, 2, seeds=3)
    before = [getattr(batch, name).tobytes() for name in ARRAYS]
    with pytest.raises(tikal.TikalError):
        batch.step(numbers)
    assert [getattr(batch, name).tobytes() for name in ARRAYS] == before
    assert [batch.game(place).phase for place in range(2)] == ["place", "place"]


@each_engine
def test_an_illegal_number_answers_with_its_clauses(engine: ModuleType) -> None:
    batch = engine.Batch(3, 2)
    state = batch.game(2).state()
    number = actions.encode(state, "deploy L a1")
    legal = actions.numbers(batch.game(0).state())[0]
    with pytest.raises(tikal.IllegalMove, match="TURN-02") as caught:
        batch.step([legal, WAITS, number])
    assert caught.value.state == state
    assert caught.value.__notes__ == ["That was game 2 of the batch; no game has moved."]


@each_engine
@pytest.mark.parametrize("place", [-1, 2, 10**30, True, "0", None])
def test_a_place_is_one_of_the_batch(engine: ModuleType, place: Any) -> None:
    batch = engine.Batch(2, 2)
    for ask in (batch.game, batch.ended, batch.seed):
        with pytest.raises(tikal.InvalidArgument):
            ask(place)


@each_engine
def test_a_game_of_a_batch_is_a_copy(engine: ModuleType) -> None:
    batch = engine.Batch(1, 2)
    game = batch.game(0)
    assert type(game) is engine.Game
    before = game.packed()
    game.take(game.numbers()[0])
    assert batch.game(0).packed() == before != game.packed()


# --- numbers of a game ---------------------------------------------------------------------------


@each_engine
def test_a_game_speaks_in_numbers(engine: ModuleType) -> None:
    state = tikal.apply(tikal.new_game(3), "draw A3")
    game = engine.Game(state)
    assert game.numbers() == actions.numbers(state)
    assert game.mask() == actions.mask(state)
    assert game.observe(2) == observation.observe(state, 2).tobytes()
    assert game.observe(2, scaled=True) == observation.observe(state, 2, scaled=True).tobytes()
    assert game.take(42) is None
    assert game.state() == tikal.apply(state, "place b3 r0")
    at_chance = engine.Game(tikal.new_game(3))
    assert (at_chance.numbers(), any(at_chance.mask())) == ([], False)


@each_engine
@pytest.mark.parametrize("number", [-1, 1184, 10**30, True, "0", None, 0.0, 1105, 1183])
def test_a_game_refuses_numbers_as_actions_does(engine: ModuleType, number: Any) -> None:
    state = tikal.apply(tikal.new_game(2), "draw A3")
    for position in (state, tikal.new_game(2)):
        game = engine.Game(position)
        with pytest.raises(tikal.TikalError) as wanted:
            actions.take(position, number)
        with pytest.raises(type(wanted.value)) as caught:
            game.take(number)
        assert str(caught.value) == str(wanted.value)
        assert game.state() == position


@each_engine
@pytest.mark.parametrize("seat", [0, 3, -1, 10**30, True, "1", None])
def test_only_seats_see_a_game(engine: ModuleType, seat: Any) -> None:
    with pytest.raises(tikal.InvalidArgument):
        engine.Game(tikal.new_game(2)).observe(seat)


# --- the compiled engine -------------------------------------------------------------------------


@if_compiled
@pytest.mark.parametrize("share", range(4))
def test_batches_of_all_setups_go_the_same_way(share: int) -> None:
    for number in range(share, BATCHES, 4):
        assert play_batch(number) > 1000


@if_compiled
def test_a_difference_between_batches_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from tikal.fast import compiled

    monkeypatch.setattr(compiled.Batch, "seed", lambda *_: 5)
    with pytest.raises(Difference, match="batch 1, at its start: seed 0"):
        play_batch(1)


@if_compiled
def test_the_games_do_not_depend_on_the_threads() -> None:
    batches = [fast.Batch(37, 2, threads=threads) for threads in (1, 2, 5, 256)]
    for _ in range(200):
        for batch in batches:
            batch.step(batch.sample())
    assert len({batch.observations.tobytes() for batch in batches}) == 1


def tasks() -> set[str]:
    """The threads of the process, also those that Python does not know."""
    return {task.name for task in Path("/proc/self/task").iterdir()}


@if_compiled
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted in /proc")
def test_threads_wait_for_the_next_step_and_end_with_the_batch() -> None:
    before = tasks()
    batch = fast.Batch(37, 2, threads=3)
    batch.step(batch.sample())
    made = tasks() - before
    del batch
    deadline = time.monotonic() + 60
    while made & tasks() and time.monotonic() < deadline:
        time.sleep(0.01)  # they end by themselves
    assert len(made) == 2
    assert not made & tasks()


@if_compiled
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_batch_goes_on_in_a_fork_where_its_threads_are_not() -> None:
    script = """
import os
from tikal import fast
batch = fast.Batch(9, 2, threads=3)
child = os.fork()
for _ in range(50):
    batch.step(batch.sample())
if not child:
    os._exit(sum(batch.counts.tolist()) % 251)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == sum(batch.counts.tolist()) % 251
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


@if_compiled
def test_other_threads_run_during_a_step_and_cannot_touch_the_batch() -> None:
    batch, refused = fast.Batch(2000, 2, threads=2), list[str]()
    done = threading.Event()

    def meddle() -> None:
        while not done.is_set():
            try:
                batch.game(0)
            except RuntimeError as error:
                refused.append(str(error))

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    other = threading.Thread(target=meddle)
    other.start()
    try:
        for _ in range(2000):
            batch.step(batch.sample())
            if refused:
                break
    finally:
        done.set()
        other.join()
        sys.setswitchinterval(before)
    assert {*refused} == {"another thread is stepping this batch"}


@if_compiled
def test_the_core_refuses_what_the_wrapper_would_not_give_it() -> None:
    core_class: Any = fast.Batch._core_class
    game, rooms = fast.Game(tikal.new_game(2)), [getattr(fast.Batch(1, 2), a) for a in ARRAYS]
    for arguments in (
        (), (game,), (None, 1, 1, False, False, tuple(rooms)),
        (game, 0, 1, False, False, tuple(rooms)), (game, 1, 0, False, False, tuple(rooms)),
        (game, 1, 1, False, False, rooms), (game, 1, 1, False, False, tuple(rooms[1:])),
        (game, 2, 1, False, False, tuple(rooms)),
        (game, 1, 1, False, False, (bytes(4 * observation.LENGTH), *rooms[1:])),
        (game, 1, 1, False, False, (memoryview(bytearray(4 * observation.LENGTH)), *rooms[1:])),
    ):  # fmt: skip
        with pytest.raises((TypeError, BufferError)):
            core_class(*arguments)
    core = core_class(game, 1, 1, False, False, tuple(rooms))
    assert core.step(array("i", [0])) == 0  # not begun: nothing is legal
    core.sample(chosen := array("i", [5]))
    assert chosen[0] == WAITS
    for wrong in (array("f", [1]), array("i", [1, 1]), b"", None, bytearray(3)):
        with pytest.raises(TypeError):
            core.step(wrong)
    for room in (array("i", [1, 1]), array("q", [1]), b"1234", None, bytearray(3)):
        with pytest.raises((TypeError, BufferError)):
            core.sample(room)
    for seeds in ([1], (1, 2), ("1",), 5):
        with pytest.raises(TypeError):
            core.reset(seeds)
    for place in (-1, 1, 2**80):
        with pytest.raises((IndexError, OverflowError)):
            core.game(place)


@if_compiled
def test_a_batch_lets_go_of_its_arrays() -> None:
    own = bytearray(2)
    batch = fast.Batch(2, 2, into={"done": own})
    with pytest.raises(BufferError):
        own.append(1)
    del batch
    gc.collect()
    own.append(1)


PLAYED = """
import hashlib, sys
import tikal
from tikal import fast
found = hashlib.sha256()
for players, auction in ((2, False), (3, True), (4, False)):
    batch = fast.Batch(3, players, auction=auction, seeds=11)
    for _ in range(300):
        batch.step(batch.sample())
        found.update(batch.masks.tobytes() + batch.rewards.tobytes())
print(fast.COMPILED, found.hexdigest())
"""


@if_compiled
def test_without_a_compiler_the_games_are_the_same() -> None:
    without = "import sys; sys.modules['tikal.fast._engine'] = None\n" + PLAYED
    shown = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        .stdout.split()
        for code in (PLAYED, without)
    ]  # fmt: skip
    assert [compiled for compiled, _ in shown] == ["True", "False"]
    assert shown[0][1] == shown[1][1]


@each_engine
@pytest.mark.parametrize("guard", ["guard b1 L", "guard b1 W", "walk W b1-a1", "walk L b1-a1"])
def test_who_may_have_dug_is_seen_wherever_it_went(engine: ModuleType, guard: str) -> None:
    state = tikal.position(edition="legend-classic", figures={1: {"b1": (1, 2)}}, ap=10)
    for move in ("uncover b1", guard):
        state = tikal.apply(state, move)
        for seat in state.scores:
            seen = observation.observe(state, seat)
            assert engine.Game(state).observe(seat) == seen.tobytes()
    assert any(cell == CELL_INDEX["b1"] for cell, _, _ in state.turn.diggers)
