"""Bots by their name, in this process and in one of their own."""

from __future__ import annotations

import random
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tikal
from tests.matches import bots as own
from tikal.matches.bots import BotFailure, PolicyBot, bot_of, require_bot
from tikal.matches.command import CommandBot
from tikal.matches.game import play_game
from tikal.matches.serve import Player
from tikal.state import State

ROOT = Path(__file__).parents[2]
START = tikal.new_game(2)
SERVE = [sys.executable, "-m", "tikal.matches.serve"]


def rng() -> random.Random:
    return random.Random(1)


@pytest.mark.parametrize(
    "name", ["random", "sensible", "mcts:easy", "mcts:0.01s", "tests.matches.bots:last"]
)
def test_a_name_is_a_bot_that_chooses_a_legal_move(name: str) -> None:
    game = tikal.Game(START).deal(rng())
    move = bot_of(name).choose(game, rng())
    assert move in tikal.legal_moves(game.state)


@pytest.mark.parametrize(
    "name",
    ["clever", "", "mcts:brilliant", "mcts:0s", "mcts:-1s", "no_module:at_all", "tests:nothing",
     "tests.matches.bots:START", "tests.matches.bots:START.table", "tests.matches.ending:bot",
     "no-such-program --fast", "'unclosed"],
)  # fmt: skip
def test_what_is_no_bot_is_refused_with_what_there_is(name: str) -> None:
    with pytest.raises(tikal.InvalidArgument) as caught:
        require_bot(name)
    assert "bot" in str(caught.value) or "cannot be loaded" in str(caught.value)


def test_a_function_that_would_end_the_process_has_failed() -> None:
    game = tikal.Game(START).deal(rng())
    with pytest.raises(BotFailure, match="raised SystemExit: 3"):
        PolicyBot(own.ending).choose(game, rng())


@pytest.mark.parametrize("auction", [False, True])
def test_a_program_plays_the_game_of_the_policy_behind_it(auction: bool) -> None:
    start = tikal.new_game(2, "super-meeple-2015 second_dig=one", auction)
    here = play_game(start, {1: PolicyBot(own.last), 2: PolicyBot(own.first)}, seed=3)
    program = CommandBot([*SERVE, "tests.matches.bots:last"])
    played = play_game(start, {1: program, 2: PolicyBot(own.first)}, seed=3)
    program.close()
    assert played.forfeit is None
    assert played.game == here.game
    assert played.places() == here.places()


def test_a_program_is_a_bot_by_its_command_and_a_function_by_a_process() -> None:
    for text, apart in ((shlex.join([*SERVE, "tests.matches.bots:last"]), False),
                        ("tests.matches.bots:last", True)):  # fmt: skip
        bot = bot_of(text, apart=apart)
        assert isinstance(bot, CommandBot)
        try:
            game = tikal.Game(START).deal(rng())
            assert bot.choose(game, rng()) == tikal.legal_moves(game.state)[-1]
        finally:
            bot.close()


def test_the_library_as_a_bot_answers_only_for_the_seat_to_move() -> None:
    player = Player(own.last, seed=1)
    state = tikal.Game(START).deal(rng()).state
    key, move = player.keyed_answer(state, {"ask": "choose", "seat": 1})
    assert (key, move) == ("move", str(tikal.legal_moves(state)[-1]))
    assert player.keyed_answer(state, {"ask": "check", "move": move, "seat": 1})[0] != "move"
    for seat, position in ((2, state), (None, state), (1, START)):
        with pytest.raises(tikal.InvalidArgument, match="not the turn of this seat"):
            player.keyed_answer(position, {"ask": "choose", "seat": seat})


def test_a_program_follows_moves_that_are_taken_back() -> None:
    bot = CommandBot([*SERVE, "tests.matches.bots:last"])
    game = tikal.Game(START).play("draw A2").play("place b3 r1")
    try:
        assert str(bot.choose(game.play("deploy L a1"), rng())) == "end"
        again = game.play("deploy W a1").play("deploy W a1")
        assert bot.choose(again, rng()) == tikal.legal_moves(again.state)[-1]
        other = tikal.Game(tikal.new_game(3, auction=True)).deal(rng())
        assert bot.choose(other, rng()) == tikal.legal_moves(other.state)[-1]
    finally:
        bot.close()


def test_a_game_from_a_position_is_sent_as_one() -> None:
    start = tikal.parse_position("legend-classic; a2=7 1L 2W3; b1=2 1W dug; act 1 5ap")
    bot = CommandBot([*SERVE, "tests.matches.bots:first"])
    game = tikal.Game(start)
    try:
        assert bot.choose(game, rng()) == tikal.legal_moves(start)[0]
    finally:
        bot.close()


def answering(line: str) -> str:
    """A program that introduces itself well and answers its first question with a line."""
    introduction = '{"version": 1, "capabilities": {"asks": ["choose"]}}'
    return f"print({introduction!r}, flush=True); input(); input(); print({line!r})"


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("print('hello')", "printed 'hello"),
        ("import sys; sys.exit(4)", "ended with exit code 4"),
        ("print('{\"version\": 2}')", "speaks version 2"),
        ("print('{\"version\": 1}')", "does not list choose"),
        ('print(\'{"version": 1, "capabilities": {"asks": ["check"]}}\')', "list choose"),
        (answering('{"seq": 1, "answers": [{"move": 7}]}'), "instead of a move"),
        (answering('{"seq": 9, "answers": [{"move": "end"}]}'), "answered seq 9"),
        (answering('{"seq": 1, "answers": [{"move": "fly"}]}'), "no move is called 'fly'"),
    ],
)
def test_a_program_that_does_not_speak_the_protocol_fails(script: str, reason: str) -> None:
    bot = CommandBot([sys.executable, "-c", script])
    with pytest.raises(BotFailure) as caught:
        bot.choose(tikal.Game(START).deal(rng()), rng(), 20)
    assert reason in str(caught.value)


def plays(command: list[str], start: State) -> None:
    program = CommandBot(command)
    try:
        played = play_game(start, {1: program, 2: PolicyBot(own.first)}, seed=1)
        assert played.forfeit is None
        assert played.game.state.phase == "over"
    finally:
        program.close()


@pytest.mark.skipif(shutil.which("node") is None, reason="node is missing")
def test_the_starter_in_javascript_plays() -> None:
    plays(["node", str(ROOT / "examples" / "node-bot" / "bot.mjs")], START)


@pytest.mark.skipif(shutil.which("javac") is None, reason="a JDK is missing")
def test_the_starter_in_java_plays(tmp_path: Path) -> None:
    sources = sorted((ROOT / "examples" / "java-adapter").glob("*.java"))
    subprocess.run(["javac", "-d", tmp_path, *sources], check=True)
    plays(["java", "-cp", str(tmp_path), "Bot"], START)
