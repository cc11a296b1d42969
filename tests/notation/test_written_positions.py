"""The fast reader of what `format_position` writes, and positions that are not validated again."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import attrs
import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tikal.geometry import ROTATIONS, UNEXPLORED, Board, board_of, lying
from tikal.grid import CELLS
from tikal.notation.positions import reader
from tikal.notation.positions.written import read_written
from tikal.parts import is_checked
from tikal.testing.strategies import house_editions, states


def outcome(read: Callable[[str], tikal.State], text: str) -> tikal.State | tuple[object, ...]:
    """The position, or all that an error says."""
    try:
        return read(text)
    except tikal.InvalidState as error:
        return (type(error), str(error), error.problems, error.state)
    except tikal.InvalidNotation as error:
        return (type(error), str(error), error.line, error.column, error.clause)


# --- reading -----------------------------------------------------------------------------------


@given(states())
def test_every_written_position_is_read_fast_and_as_by_the_reader_of_all_texts(
    state: tikal.State,
) -> None:
    text = tikal.format_position(state)
    found = read_written(text)
    assert found == state
    assert found is not None
    assert is_checked(found)
    assert tikal.format_position(found) == text


@given(house_editions(), st.integers(0, 5))
def test_positions_of_house_editions_are_read_fast(edition: tikal.Edition, seed: int) -> None:
    for step in tikal.play(tikal.new_game(3, edition), tikal.sensible_policy, seed, 150).steps[::9]:
        assert read_written(tikal.format_position(step.state)) == step.state


@pytest.mark.parametrize(
    ("edition", "auction"), [("legend-classic", False), ("super-meeple-2015", True)]
)
def test_every_position_of_a_game_is_read_fast(edition: str, auction: bool) -> None:
    game = tikal.play(tikal.new_game(4, edition, auction), tikal.sensible_policy, seed=3)
    for step in game.steps:
        assert read_written(tikal.format_position(step.state)) == step.state


def stored(clause: str, text: str, move: str, *violated: str) -> ParameterSet:
    """A position with what a clause asks about a move, and the clauses that forbid the move."""
    return pytest.param(text, move, violated, marks=pytest.mark.clause(clause), id=clause)


@pytest.mark.parametrize(
    ("text", "move", "violated"),
    [
        stored("TURN-04", "act 1 1ap;a2=2 1W", "uncover a2", "TURN-04"),
        stored("TEMPLE-04", "act 1 6ap;a2=4 1W2 dug 2", "uncover a2", "TEMPLE-04"),
        stored(
            "TREASURE-04", "act 1 4ap;b3=A2r1 1 1W3 dug 2;treasures 122 -", "recover b3",
            "TREASURE-04",
        ),
        stored("TEMPLE-03", "act 1 7ap;a2 1W;b1=2 1W dug W-a2", "uncover b1"),
        stored("TEMPLE-03", "act 1 7ap;b1=2 1W dug", "uncover b1", "TEMPLE-03"),
        stored("TEMPLE-10", "a2=3 1W 2GW", "uncover a2", "TEMPLE-10"),
        stored("CAMP-05", "b2 1W 1C;b3=A3 1C", "camp b2", "CAMP-04", "CAMP-05"),
        stored(
            "AUCTION-08", "players 3;auction;bid 2;display A1 A2 A3;high 3 by 1", "bid 3",
            "AUCTION-08",
        ),
    ],
)  # fmt: skip
def test_a_position_stored_in_the_middle_of_a_turn_is_judged_as_before(
    text: str, move: str, violated: tuple[str, ...]
) -> None:
    edition = "super-meeple-2015" if "auction" in text else "legend-classic"
    state = read_written(f"{edition};{text}")
    assert state is not None, "not as it is written"
    assert tuple(each.clause for each in tikal.check(state, move)) == violated


#: Words of positions, some of them wrong where they are put.
WORDS = (
    "", " ", ";", "a2", "a2=7", "b3=A3", "b3=A3r3", "=A3", "A3", "r2", "3", "11", "99", "1L", "1L2",
    "2W", "2W3", "1W19", "9L", "4C", "1C", "1GL", "2GW", "dug", "dug 2", "dug L", "dug W-b3",
    "dug W-out", "-", "out", "out L2 -", "scores 1 2", "scores 1", "treasures 11 8",
    "treasures 9 -",
    "players 3", "players 1", "auction", "auction no", "display A1", "display B1 B2", "high 3 by 2",
    "passed 2", "passed 2 2", "done 1", "aside A1", "act 1 7ap", "act 2", "act 1 11ap", "reveal 1",
    "draw 1", "place 1 tile A1", "act 1 scoring 2", "act 1 scoring", "bid 1", "take 1", "over",
    "over 1", "legend-classic", "LEGEND-classic", "#", "\n", "\t", "é", "²", "h5=G4", "b3=G4r5",
)  # fmt: skip


@given(states(), st.data())
def test_a_damaged_text_is_read_or_refused_as_by_the_reader_of_all_texts(
    state: tikal.State, data: st.DataObject
) -> None:
    text = tikal.format_position(state)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 6)))
        text = text[:start] + data.draw(st.sampled_from(WORDS)) + text[end:]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "read_written", lambda _text: None)
        expected = outcome(tikal.parse_position, text)
    assert outcome(tikal.parse_position, text) == expected


@given(st.lists(st.sampled_from(WORDS[2:]), max_size=6))
def test_any_statements_are_read_or_refused_as_by_the_reader_of_all_texts(words: list[str]) -> None:
    text = ";".join(["rio-grande-1999", *words])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "read_written", lambda _text: None)
        expected = outcome(tikal.parse_position, text)
    assert outcome(tikal.parse_position, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "rio-grande-1999;players 1", "rio-grande-1999;a2=11", "rio-grande-1999;a2=0",
        "rio-grande-1999;a2 1L;b3=A3 1L", "rio-grande-1999;a2 1L 1L", "rio-grande-1999;a2 3W",
        "rio-grande-1999;b3=A3;c2=A3", "rio-grande-1999;b3=A3;a2 1L", "rio-grande-1999;act 3",
        "rio-grande-1999;act 1;act 1", "rio-grande-1999;display A1", "legend-classic;auction",
        "rio-grande-1999;treasures 11111 1", "rio-grande-1999;out L L2", "rio-grande-1999;a2 dug",
        "rio-grande-1999;scores 1 2 3", "rio-grande-1999;scores 9999999 1", "rio-grande-1999;",
        "rio-grande-1999;aside A1", "rio-grande-1999;a2 1GL;b1 1L",
        "rio-grande-1999;a2 1W18;b1 1W2",
        "rio-grande-1999;b3=A3;aside A3", "rio-grande-1999;a2=10;b1=10", "rio-grande-1999;b2 4C",
    ],
)  # fmt: skip
def test_what_no_game_has_is_left_to_the_reader_that_says_why(text: str) -> None:
    assert read_written(text) is None


def test_a_long_text_is_refused_before_it_is_read() -> None:
    with pytest.raises(tikal.InvalidNotation, match="at most 20000 characters"):
        tikal.parse_position("rio-grande-1999;" * 2_000)


# --- the board ---------------------------------------------------------------------------------


@given(st.data())
def test_a_board_derived_at_once_is_that_of_laying_tile_by_tile(data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.integers(0, len(CELLS) - 1), unique=True))
    tiles = bytearray((UNEXPLORED,)) * len(CELLS)
    laid = Board.of({})
    for cell in cells:
        tile = data.draw(st.integers(0, len(ROTATIONS) - 1))
        tiles[cell] = lying(tile, data.draw(st.integers(0, 5)))
        laid = laid.lay(cell, tiles[cell])
    board = board_of(bytes(tiles))
    for name in ("tiles", "steps", "_offers", "campable"):
        assert getattr(board, name) == getattr(laid, name)


# --- what is known to have no problems ---------------------------------------------------------


@pytest.fixture
def validated(monkeypatch: pytest.MonkeyPatch) -> list[tikal.State]:
    """The positions that a writer has asked about."""
    found: list[tikal.State] = []

    def asked(state: tikal.State) -> tuple[tikal.Problem, ...]:
        found.append(state)
        return tikal.problems(state)

    for module in ("positions.writer", "documents.positions"):
        monkeypatch.setattr(f"tikal.notation.{module}.problems", asked)
    return found


def write(state: tikal.State) -> None:
    from tikal.notation.documents import dumps_position

    tikal.format_position(state)
    dumps_position(state)


def test_what_the_engine_made_is_not_validated_on_its_way_out(
    validated: list[tikal.State],
) -> None:
    game = tikal.play(tikal.new_game(3), tikal.sensible_policy, seed=2, limit=120)
    value = tikal.Game(tikal.new_game(2)).deal()
    for state in (*(step.state for step in game.steps[::20]), value.state, value.undo().state):
        write(state)
        write(tikal.parse_position(tikal.format_position(state)))
    write(tikal.position(figures={1: {"a2": (1, 2)}}))
    assert validated == []


def test_what_the_engine_did_not_make_is_validated_once(validated: list[tikal.State]) -> None:
    state = tikal.new_game(2)
    for other in (
        attrs.evolve(state, turn=attrs.evolve(state.turn, active=2)),
        pickle.loads(pickle.dumps(state)),
    ):
        assert not is_checked(other)
        write(other)
        write(other)
        assert validated == [other]
        validated.clear()


def test_what_follows_from_an_impossible_position_is_refused() -> None:
    state = tikal.new_game(2)
    broken = attrs.evolve(state, stock=attrs.evolve(state.stock, tiles=(3, 4)))
    after = tikal.apply(broken, "draw A4")
    game = tikal.Game(broken).play("draw A4")
    for wrong in (broken, after, game.state, tikal.replay(broken, ["draw A4"]).state):
        for _ in range(2):
            with pytest.raises(tikal.InvalidState, match="tile A1 is missing"):
                tikal.format_position(wrong)
    assert tikal.problems(after) != ()


def test_the_note_is_not_part_of_a_position() -> None:
    state = tikal.new_game(2)
    same = pickle.loads(pickle.dumps(state))
    assert is_checked(state)
    assert not is_checked(same)
    assert (same, hash(same), repr(same)) == (state, hash(state), repr(state))
