"""`tikal play`: a game at the keyboard, from a script and in a terminal."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import tikal as library
from tikal.bots.policies import sensible_policy
from tikal.cli import tikal
from tikal.cli.interactive.completion import words_after
from tikal.cli.interactive.game import InteractiveGame
from tikal.cli.interactive.opponents import Opponents, read_bots, roll, write_bots
from tikal.cli.interactive.parse import in_usual_case, read_moves, read_order
from tikal.cli.printing import console
from tikal.errors import InvalidArgument
from tikal.languages import catalogue
from tikal.notation import documents
from tikal.notation.records import Record

EXAMPLES = Path(__file__).parents[2] / "examples"
WIDEST = 80


def run(*arguments: object, lines: tuple[str, ...] | None = ()) -> Result:
    """Play from a script: these lines, then the end of the input."""
    stdin = None if lines is None else "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(tikal, ["play", *map(str, arguments)], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def words(result: Result) -> str:
    """All that was printed, however it was broken into lines."""
    return " ".join(result.output.split())


def moves_in(path: Path) -> list[str]:
    return [str(move) for move in library.loads(path.read_bytes()).moves]


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_width", WIDEST)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in an empty folder, under a name that never needs a line of its own."""
    monkeypatch.chdir(tmp_path)
    return Path("game.tikal")


def first_tile(seed: int, players: int = 2) -> library.State:
    """The position after the first draw."""
    start = library.new_game(players)
    return library.apply(start, roll(start, seed, 0))


# --- a game ------------------------------------------------------------------------------------


def test_a_game_is_played_and_saved(game: Path) -> None:
    placement = str(library.legal_moves(first_tile(0))[0])
    lines = ("help", "moves", "board", "score", "undo", "fly", "end", "why place a5 r0")
    more = (placement, "deploy L a1", "uncover a2", "undo", "DEPLOY w A1", "quit")
    result = run(game, "--seed", "0", lines=lines + more)
    assert result.exit_code == 0, result.output
    for part in ("TURN-02", "TEMPLE-01", "PLACE-01", "no move is called 'fly'", "take back"):
        assert part in words(result)
    assert moves_in(game)[-2:] == [placement, "deploy W a1"]


def test_the_board_and_the_waiting_tile_are_shown_with_every_turn(game: Path) -> None:
    state = first_tile(3)
    result = run(game, "--seed", "3", lines=(str(library.legal_moves(state)[0]), "end"))
    assert result.output.count("/  a5 . \\") == 2
    assert result.output.count(f"{state.tile}: ") == 1
    second = moves_in(game)[3].removeprefix("draw ")
    assert f"seat 2 turns up {second}" in result.output
    assert re.search(
        rf"{second}: (temple of value \d|treasure hex, \d tokens|jungle), stones ", result.output
    )


def test_messages_have_the_names(game: Path) -> None:
    placement = str(library.legal_moves(first_tile(3))[0])
    result = run(game, "--seed", "3", "--names", "Ana, Ben", lines=(placement, "end"))
    assert "Ana acts, 10 AP left> " in result.output
    assert "Ben turns up " in result.output
    assert "seat" not in result.output.replace("1 Ana", "")


def test_lists_break_between_moves(game: Path) -> None:
    result = run(game, "--seed", "3", lines=("moves",))
    listed = result.output[result.output.index("legal moves") :].splitlines()[1:]
    rows = [line for line in listed if line.startswith("  ")]
    found = [move for row in rows for move in row.strip().rstrip(",").split(", ")]
    expected = [str(move) for move in library.legal_moves(first_tile(3))]
    assert found[: len(expected)] == expected
    assert all(len(row) <= WIDEST for row in rows)


def test_no_line_is_wider_than_eighty_columns(game: Path) -> None:
    names = "Ana Maria of the long name, Benjamin the patient"
    lines = ("moves", "help", "board", "explain TREASURE-03", "why walk L a1-h5", "look a2")
    result = run(game, "--seed", "3", "--names", names, lines=lines)
    asked = re.compile(r"^(.*?> )?")
    for line in result.output.splitlines():
        assert len(asked.sub("", line)) <= WIDEST, line


def test_a_narrow_window_gets_a_notice(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_width", 60)
    result = run(game, "--seed", "3", lines=("board", "moves"))
    assert "the map needs 74 columns, and this window has 60" in words(result)
    assert max(len(line) for line in result.output.splitlines()) <= 60


def test_colours_are_left_out_without_a_terminal(game: Path) -> None:
    assert "\x1b" not in run(game, "--seed", "3", lines=("moves", "fly")).output


def test_several_moves_stop_at_the_first_refusal(game: Path) -> None:
    placement = str(library.legal_moves(first_tile(5))[0])
    line = f"{placement}; deploy L a1; uncover a1; deploy W a1"
    result = run(game, "--seed", "5", lines=(line,))
    assert "uncover a1 is not legal" in result.output
    assert moves_in(game)[1:] == [placement, "deploy L a1"]


def test_a_clause_a_ruling_a_switch_and_a_move_are_explained(game: Path) -> None:
    lines = (
        "explain treasure-03", "explain Q-37", "explain second_dig", "explain DIFF-01",
        "explain uncover a1", "explain nothing", "why", "look a2", "look z9",
    )  # fmt: skip
    output = words(run(game, "--seed", "3", lines=lines))
    assert library.clause("TREASURE-03").title in output
    assert library.ruling("Q-37").answer in output
    assert "different: " in output
    assert "uncover a1 is not legal" in output
    assert "'nothing' is not a clause" in output
    assert "a2: temple of value 1" in output
    assert "type a cell after it" in output


def test_a_move_is_judged_without_being_made(game: Path) -> None:
    state = first_tile(3)
    placement = str(library.legal_moves(state)[0])
    output = run(
        game, "--seed", "3", lines=(f"why {placement}", placement, "why deploy L a1")
    ).output
    assert f"{placement} is legal" in output
    assert "deploy L a1 is legal and costs 1 AP" in output
    assert moves_in(game)[1:] == [placement]


# --- taking back -------------------------------------------------------------------------------


def test_undo_takes_back_ones_own_move_and_never_the_luck(game: Path) -> None:
    placement = str(library.legal_moves(first_tile(5))[0])
    lines = ("undo", placement, "end", "undo", "quit")
    result = run(game, "--seed", "5", "--bot", "2", lines=lines)
    assert "there is nothing to take back" in result.output
    assert "taken back: end" in result.output
    assert moves_in(game) == [f"draw {first_tile(5).tile}", placement]


def test_redo_makes_again_what_was_taken_back_with_the_same_luck(game: Path) -> None:
    placement = str(library.legal_moves(first_tile(5))[0])
    run(game, "--seed", "5", "--bot", "2", lines=(placement, "end"))
    once = moves_in(game)
    result = run(game, lines=("undo", "undo", "redo", "redo", "redo"))
    assert moves_in(game) == once
    assert "nothing was taken back" in result.output
    run(game, lines=("undo", "end"))
    assert moves_in(game) == once


def test_a_new_move_ends_what_can_be_made_again(game: Path) -> None:
    placement = str(library.legal_moves(first_tile(5))[0])
    lines = (placement, "deploy L a1", "undo", "deploy W a1", "redo")
    assert "nothing was taken back" in run(game, "--seed", "5", lines=lines).output
    assert moves_in(game)[-1] == "deploy W a1"


# --- opponents and chance ----------------------------------------------------------------------


def test_bots_play_a_whole_game(game: Path) -> None:
    result = run(game, "--bot", "1=random", "--bot", "2=sensible", "--seed", "4")
    assert result.exit_code == 0
    assert "the game is over" in result.output
    replay = library.loads(game.read_text("utf-8")).replay()
    assert replay.state.phase == "over"
    assert replay.refusal is None
    output = words(result)
    turns = re.findall(r"seat [12] \((?:random|sensible)\): ((?:[^:]*?), )?end", output)
    assert len(turns) == sum(str(step.move) == "end" for step in replay.steps)
    scored = re.findall(r"seat 1 scores (\d+) points?", output)
    assert sum(map(int, scored)) == replay.state.scores[1]


def test_moves_of_bots_are_shown_in_the_auction_too(game: Path) -> None:
    names = ("--names", "Ana, Ben, Cleo", "--players", "3")
    options = ("--auction", "--start", "2", "--bot", "2", "--bot", "3=random", "--seed", "7")
    result = run(game, *names, *options, lines=("pass",))
    assert re.search(r"Ben \(sensible\): (bid \d+|pass)\n", result.output)
    assert re.search(r"(highest bid: \d+ by (Ben|Cleo)|nobody has bid yet)\n", result.output)
    assert re.search(r"(Ben|Cleo) \(\w+\): take A\d, place ", words(result))
    assert ": \n" not in result.output
    assert "on display:" in result.output


@pytest.mark.parametrize("auction", [(), ("--auction",)], ids=["basic", "auction"])
def test_the_same_seed_gives_the_same_game(tmp_path: Path, auction: tuple[str, ...]) -> None:
    paths = [tmp_path / f"{number}.tikal" for number in range(2)]
    for path in paths:
        run(path, "--bot", "1", "--bot", "2", "--seed", "1", *auction)
    one, again = (path.read_text("utf-8") for path in paths)
    assert one == again
    start = library.new_game(2)
    assert len({roll(start, seed, 0) for seed in range(20)}) > 1
    assert len({roll(start, 1, number) for number in range(20)}) > 1


def choose(policy: str, game: library.Game, seed: int) -> library.Move:
    return Opponents({1: policy, 2: policy, 3: policy}, seed).choose(game)


def test_a_bot_chooses_what_its_policy_chooses() -> None:
    game = library.Game.of(library.play(library.new_game(3), sensible_policy, 1, limit=200))
    assert choose("sensible", game, 1) in library.legal_moves(game.state)
    assert choose("random", game, 1) == choose("random", game, 1)
    assert len({str(choose("random", game, seed)) for seed in range(20)}) > 1


def test_seats_of_bots_are_read_and_written() -> None:
    bots = {2: "random", 3: "sensible"}
    assert read_bots(["3", "2=random"], 3) == bots
    assert read_bots(write_bots(bots).split(","), 3) == bots
    for wrong in (
        ["4"],
        ["0"],
        ["x"],
        ["2=clever"],
        ["2=mcts:brilliant"],
        ["2", "2=random"],
        [""],
        ["9" * 5000],
    ):
        with pytest.raises(InvalidArgument):
            read_bots(wrong, 3)


def test_a_record_starts_no_programs(game: Path, tmp_path: Path) -> None:
    """What came from others must not run when its game goes on."""
    (tmp_path / "evil.py").write_text("from pathlib import Path\nPath('ran').touch()\n")
    bots = (f"{sys.executable} evil.py", "evil:choose", "program", "sh -c 'touch ran'")
    for bot in bots:
        game.write_text(f"edition: rio-grande-1999\nplayers: 2\nbots: 2={bot}\n\ndraw A2\n")
        result = run(game, lines=("quit",))
        assert result.exit_code == 2
        assert "a record starts no programs" in result.output
        assert not (Path.cwd() / "ran").exists()


def test_a_function_of_your_own_plays_and_one_that_fails_is_replaced(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_bots.py").write_text(
        "def last(state, moves, rng):\n    return moves[-1]\n"
        "def wrong(state, moves, rng):\n    return 'deploy L h5'\n"
        "def broken(state, moves, rng):\n    return 1 / 0\n"
    )
    monkeypatch.chdir(tmp_path)
    result = run(game, "--bot", "1=my_bots:last", "--seed", "5", lines=("quit",))
    assert "seat 1 (my_bots:last): " in words(result)
    assert "bots: 1=program\n" in game.read_text("utf-8")
    for name, reason in (("wrong", "deploy L h5: TURN-02"), ("broken", "raised ZeroDivisionError")):
        game.unlink()
        result = run(game, "--bot", f"1=my_bots:{name}", "--seed", "5", lines=("quit",))
        assert f"the bot of seat 1 has failed ({reason}" in words(result)


def test_draws_and_reveals_of_a_real_table_are_typed_in(game: Path) -> None:
    lines = (
        "draw A9", "a2", "place b3 r1", "deploy L a1; walk L a1-b2; walk L b2-b3", "recover b3",
        "what", "5", "end", "draw a1", "undo", "A3",
    )  # fmt: skip
    result = run(game, "--chance", "ask", lines=lines)
    assert moves_in(game) == [
        "draw A2", "place b3 r1", "deploy L a1", "walk L a1-b2", "walk L b2-b3", "recover b3",
        "reveal 5", "end", "draw A3",
    ]  # fmt: skip
    assert "Type the kind of treasure, such as 1" in result.output
    assert "draw A9 is not legal" in result.output
    assert "A2: treasure hex, " in result.output
    assert "chance: ask" in game.read_text("utf-8")
    assert "turns up a tile> " not in run(game, lines=("quit",)).output


def test_a_revealed_treasure_is_shown_with_those_of_its_kind(game: Path) -> None:
    seed = next(seed for seed in range(60) if first_tile(seed).tile == "A2")
    lines = ("place b3 r1", "deploy L a1; walk L a1-b2; walk L b2-b3", "recover b3")
    shown = words(run(game, "--seed", str(seed), lines=lines))
    kind = moves_in(game)[-1].removeprefix("reveal ")
    assert f"seat 1 finds a treasure of kind {kind} and now has one of that kind" in shown


def test_moves_that_do_not_exist_are_not_listed(game: Path) -> None:
    shown = words(run(game, "--seed", "3", lines=("moves fly", "moves PLACE")))
    assert "no legal move has fly in it" in shown
    number = len(library.legal_moves(first_tile(3)))
    assert f"{number} legal moves" in shown


# --- going on ----------------------------------------------------------------------------------


def test_an_unfinished_game_goes_on_with_its_opponents_and_its_luck(game: Path) -> None:
    placement = str(library.legal_moves(first_tile(5))[0])
    run(game, "--seed", "5", "--bot", "2=random", "--names", "Ana, Ben", lines=(placement,))
    result = run(game, lines=("end",))
    assert "the game continues after 2 moves" in words(result)
    assert "Ben (random): draw " in words(result)
    in_parts = game.read_text("utf-8")
    game.unlink()
    options = ("--seed", "5", "--bot", "2=random", "--names", "Ana, Ben")
    run(game, *options, lines=(placement, "end"))
    assert game.read_text("utf-8") == in_parts


def test_a_record_by_hand_keeps_its_comments_and_its_layout(game: Path) -> None:
    written = (
        "# at Cleo's\nedition: rio-grande-1999\nplayers: 2\nnames: Ana, Ben\n\n"
        "# Turn 1\n1: draw A2; place b3 r1  # well\n"
    )
    game.write_text(written, "utf-8")
    run(game, "--seed", "1", lines=("deploy L a1", "end"))
    text = game.read_text("utf-8")
    assert text.startswith("# at Cleo's\nedition: rio-grande-1999\n")
    assert (
        "seed: 1\n\n# Turn 1\n1: draw A2; place b3 r1  # well\n1: deploy L a1; end\n2: draw "
        in text
    )
    run(game, lines=("undo",) * 3)
    assert game.read_text("utf-8").endswith("\n# Turn 1\n1: draw A2  # well\n")


def test_a_json_record_stays_json(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(documents.dumps(library.loads("edition: legend-classic\nplayers: 2\n\n")))
    assert run(path, "--chance", "ask", lines=("A2",)).exit_code == 0
    record = documents.loads(path.read_text("utf-8"))
    assert isinstance(record, Record)
    assert [str(move) for move in record.moves] == ["draw A2"]


REFUSED = "edition: legend-classic\nplayers: 2\n\ndraw A3; place b3 r3; uncover b1\nend\n"


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        (REFUSED, 1, "TEMPLE-01"),
        (REFUSED + "fly", 2, "no move is called 'fly'"),
        ("edition: legend-classic\nplayers: 2\nseed: high\n\n", 2, "seed: 'high'"),
        ("edition: legend-classic\nplayers: 2\nchance: dice\n\n", 2, "chance: 'dice'"),
        ("edition: legend-classic\nplayers: 2\nbots: 7\n\n", 2, "no seat from 1 to 2"),
        ("", 2, "is empty"),
        ((EXAMPLES / "legend.tikal").read_text("utf-8"), 2, "this game is over"),
    ],
    ids=["refused", "misspelt", "seed", "chance", "bots", "empty", "over"],
)
def test_a_record_that_cannot_continue_is_refused_and_stays_unchanged(
    game: Path, text: str, code: int, reason: str
) -> None:
    game.write_text(text, "utf-8")
    result = run(game, lines=("quit",))
    assert result.exit_code == code
    assert reason in result.stderr
    assert game.read_text("utf-8") == text


@pytest.mark.parametrize("kind", ["argument", "text file", "JSON file"])
def test_a_position_begins_a_game(kind: str, game: Path, tmp_path: Path) -> None:
    sketch, file = "a2=7 1L2 2W3", tmp_path / "sketch"
    state = library.parse_position(sketch)
    file.write_text(documents.dumps(state) if kind == "JSON file" else sketch, "utf-8")
    before = file.read_text("utf-8")
    source = sketch if kind == "argument" else file
    result = run(source, "-o", game, lines=("uncover a2", "quit"))
    assert result.exit_code == 0
    record = library.loads(game.read_text("utf-8"))
    assert (record.position, record.moves) == (state, (library.Uncover("a2"),))
    assert file.read_text("utf-8") == before
    assert "continues after 1 move" in run(game, lines=("quit",)).output
    assert "already" in run(source, "-o", game).stderr
    assert "--players" in run(source, "--players", "3", "-o", tmp_path / "other").stderr


def test_an_existing_game_is_not_begun_anew(game: Path) -> None:
    text = "edition: legend-classic\nplayers: 2\n\ndraw A3\n"
    game.write_text(text, "utf-8")
    for options in (
        (game, "--players", "3"),
        (game, "--auction"),
        ("-o", game),
        (game, "--names", "A, B"),
    ):
        result = run(*options)
        assert result.exit_code == 2
        assert "already" in result.stderr
    assert game.read_text("utf-8") == text


def test_the_usual_file_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("--seed", "1", lines=()).exit_code == 0
    before = Path("game.tikal").read_text("utf-8")
    result = run(lines=())
    assert result.exit_code == 2
    assert "continue with `tikal play game.tikal`" in result.stderr
    assert Path("game.tikal").read_text("utf-8") == before


def test_wrong_setups_are_refused(game: Path) -> None:
    for options in (("--bot", "3"), ("--names", "Ana"), ("--players", "9"), ("--bot", "1=clever")):
        assert run(game, *options).exit_code == 2
        assert not game.exists()


# --- saving ------------------------------------------------------------------------------------


def test_a_game_whose_input_ends_is_saved(game: Path) -> None:
    result = run(game, "--seed", "1", lines=())
    assert result.exit_code == 0
    assert moves_in(game)


def test_a_copy_is_saved_where_nothing_is_overwritten(game: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.tikal"
    result = run(game, "--seed", "1", lines=(f"save {copy}", f"save {copy}", "save"))
    assert copy.read_text("utf-8") == game.read_text("utf-8")
    assert "exists already" in words(result)
    assert "saved in" in words(result)


def test_a_game_that_cannot_be_saved_goes_on_and_says_so(tmp_path: Path) -> None:
    copy = tmp_path / "copy.tikal"
    result = run(tmp_path / "no" / "game.tikal", "--seed", "1", lines=(f"save {copy}",))
    assert result.exit_code == 2
    assert "cannot be written" in words(result)
    assert moves_in(copy)


# --- reading and completing --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("DRAW a2", "draw A2"),
        ("Place B3 R1", "place b3 r1"),
        ("  walk   l A1-B2 ", "walk L a1-b2"),
        ("guard B1 w", "guard b1 W"),
        ("exchange 3 2 7", "exchange 3 2 7"),
        ("END", "end"),
    ],
)
def test_moves_are_read_in_any_case(typed: str, move: str) -> None:
    assert in_usual_case(typed) == move
    assert [str(each) for each in read_moves(typed, library.new_game(2))] == [move]


def test_every_legal_move_is_read_in_any_case() -> None:
    replay = library.play(library.new_game(3, auction=True), sensible_policy, 3, limit=300)
    for step in replay.steps:
        for typed in (str(step.move), str(step.move).upper(), str(step.move).lower()):
            assert read_moves(typed, library.new_game(2)) == (step.move,)


def test_commands_are_read_in_any_case() -> None:
    assert read_order("WHY walk L a1-a2") == ("why", "walk L a1-a2")
    assert read_order("legal") == ("moves", "")
    assert read_order("deploy L a1") is None
    assert read_order("") is None


def completed(state: library.State, line: str) -> list[str]:
    return [word.text for word in words_after(state, line)]


def test_a_line_is_completed_word_by_word_to_a_legal_move() -> None:
    state = library.position()
    assert completed(state, "de") == ["deploy"]
    assert completed(state, "deploy ") == ["L", "W"]
    assert completed(state, "DEPLOY l ") == ["a1"]
    assert completed(state, "why wal") == ["walk"]
    assert "TREASURE-03" in completed(state, "explain tre")
    assert completed(state, "explain second") == ["second_dig"]
    assert completed(state, "look h") == ["h1", "h2", "h3", "h4", "h5"]
    assert {"moves", "undo", "end", "deploy"} <= {*completed(state, "")}
    assert completed(state, "deploy L a1; walk L a1-a") == ["a1-a2"]
    assert completed(state, "fly; ") == []
    assert completed(state, "uncover a1; ") == []
    assert completed(state, "undo now ") == []
    assert "a1-h5" in completed(state, "why walk L a1-")


def test_what_follows_a_command_is_completed() -> None:
    state = library.position()
    assert completed(state, "moves d") == ["deploy"]
    assert {"end", "deploy"} <= {*completed(state, "moves ")}
    assert completed(state, "moves deploy ") == []
    assert completed(state, "look a1 ") == []
    assert completed(state, "board ") == []
    assert completed(state, "why uncover b") == ["b1", "b2", "b3", "b4", "b5"]
    assert {"L", "W", "a1", "h5"} <= {*completed(state, "why deploy ")}
    listed = completed(state, "why deploy ")
    assert len(listed) == len({*listed})


def test_draws_are_completed_with_or_without_their_verb() -> None:
    start = library.new_game(2)
    assert completed(start, "a")[:6] == ["A1", "A2", "A3", "A4", "A5", "A6"]
    assert completed(start, "draw a") == ["A1", "A2", "A3", "A4", "A5", "A6"]


def test_every_legal_move_can_be_completed() -> None:
    replay = library.play(library.new_game(2), sensible_policy, 3, limit=150)
    for step in replay.steps[::10]:
        for move in library.legal_moves(step.state):
            words = str(move).split(" ")
            for number, word in enumerate(words):
                line = " ".join([*words[:number], word[:1]])
                assert word in completed(step.state, line)


def test_a_price_stands_beside_the_word_that_completes_an_action() -> None:
    state = library.position()
    assert [word.note for word in words_after(state, "deploy L ")] == ["1 AP"]
    assert [word.note for word in words_after(state, "deploy ")] == ["", ""]


# --- the record --------------------------------------------------------------------------------


def test_the_record_of_a_game_is_the_game() -> None:
    replay = library.play(library.new_game(2), sensible_policy, 3, limit=60)
    game = InteractiveGame(
        Record.of(library.play(library.new_game(2), sensible_policy, 3, limit=20))
    )
    for step in replay.steps[20:]:
        game.make(step.move)
    assert game.record() == Record.of(replay)


# --- the catalogue -----------------------------------------------------------------------------


def test_the_catalogue_has_exactly_the_sentences_that_are_used() -> None:
    folder = Path(library.__file__).parent
    files = [*(folder / "cli" / "interactive").glob("*.py"), folder / "pictures" / "text.py"]
    source = "".join(file.read_text("utf-8") for file in files)
    families = ("moment/", "tile/", "help/")
    for key in catalogue("play"):
        family = next((each for each in families if key.startswith(each)), None)
        assert f'"{key}"' in source or (family and f'f"{family}' in source.replace("'", '"')), key
    for key in re.findall(r'(?:words|tell)\(\s*"([a-z/-]+)"', source):
        assert key in catalogue("play"), key
