"""Moves as values and as strings."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tikal import moves
from tikal.grid import CELL_INDEX, distance
from tikal.moves import MOVES, Move, cells_of, every, steps, verb_of
from tikal.testing.candidates import candidates

EXAMPLES = [
    ("draw A1", tikal.DrawTile("A1")),
    ("place c3 r2", tikal.PlaceTile("c3", 2)),
    ("set-aside", tikal.SetAside()),
    ("deploy L a1", tikal.Deploy("L", "a1")),
    ("walk W a1-b2", tikal.Walk("W", "a1", "b2")),
    ("transfer W a1-f3", tikal.Transfer("W", "a1", "f3")),
    ("uncover b1", tikal.Uncover("b1")),
    ("recover c3", tikal.Recover("c3")),
    ("reveal 5", tikal.RevealTreasure(5)),
    ("exchange 3 2 7", tikal.Exchange(3, 2, 7)),
    ("camp c3", tikal.EstablishCamp("c3")),
    ("guard b1 L", tikal.PlaceGuard("b1", "L")),
    ("end", tikal.EndTurn()),
    ("bid 5", tikal.Bid(5)),
    ("pass", tikal.Pass()),
    ("take A1", tikal.TakeTile("A1")),
]


@pytest.mark.parametrize(("text", "move"), EXAMPLES)
def test_every_move_is_written_as_the_notation_says(text: str, move: Move) -> None:
    assert str(move) == text
    assert tikal.parse_move(text) == move


def test_moves_are_read_alike_after_their_annotations_are_resolved() -> None:
    for kind in MOVES:
        attrs.resolve_types(kind)  # as cattrs does, and it lasts
    assert [tikal.parse_move(text) for text, _ in EXAMPLES] == [move for _, move in EXAMPLES]


def test_the_notation_has_an_example_of_every_move_in_its_order() -> None:
    assert tuple(type(move) for _, move in EXAMPLES) == MOVES
    assert [kind.example for kind in MOVES] == [text for text, _ in EXAMPLES]


def test_every_class_of_the_module_is_in_the_union() -> None:
    written = [each for each in vars(moves).values() if hasattr(each, "example")]
    assert {*written} == {*MOVES}


def test_every_goes_through_the_fields_in_order_the_last_one_fastest() -> None:
    guards = [str(move) for move in every(tikal.PlaceGuard)]
    assert guards[:3] == ["guard a1 L", "guard a1 W", "guard a2 L"]
    assert len(guards) == len({*guards}) == 80
    counts = {verb_of(kind): len([*every(kind, points=range(5))]) for kind in MOVES}
    assert counts == {
        "draw": 36, "place": 240, "set-aside": 1, "deploy": 80, "walk": 3_200, "transfer": 3_200,
        "uncover": 40, "recover": 40, "reveal": 8, "exchange": 256, "camp": 40, "guard": 80,
        "end": 1, "bid": 5, "pass": 1, "take": 36,
    }  # fmt: skip


def test_every_takes_other_values_and_ignores_fields_of_other_classes() -> None:
    found = every(tikal.Exchange, give=(0, 9), seat=(5,), take=(1,), cell=("h5",))
    assert [*found] == [tikal.Exchange(0, 5, 1), tikal.Exchange(9, 5, 1)]


def test_every_refuses_fields_that_no_class_has_and_bids_without_an_end() -> None:
    with pytest.raises(tikal.InvalidArgument, match="no move has a field 'colour'"):
        every(tikal.Uncover, colour=("red",))
    with pytest.raises(tikal.InvalidArgument, match=r"every\(Bid\) needs points"):
        every(tikal.Bid)


def test_steps_are_the_walks_to_an_adjacent_cell() -> None:
    adjacent = [
        move
        for move in every(tikal.Walk)
        if distance(CELL_INDEX[move.origin], CELL_INDEX[move.target]) == 1
    ]
    assert [*steps()] == adjacent


@pytest.mark.parametrize(
    ("text", "cells"),
    [("walk W a1-b2", ("a1", "b2")), ("guard b1 L", ("b1",)), ("take A1", ()), ("end", ())],
)
def test_the_cells_of_a_move_end_with_its_target(text: str, cells: tuple[str, ...]) -> None:
    assert cells_of(tikal.parse_move(text)) == cells


def test_all_candidate_moves_have_strings_of_their_own_and_read_back() -> None:
    found = candidates(tikal.new_game())
    assert len({str(move) for move in found}) == len(set(found)) == len(found) > 7_000
    for move in found:
        assert tikal.parse_move(str(move)) == move


@given(st.integers(), st.integers(), st.integers())
def test_any_number_can_be_written_and_read(a: int, b: int, c: int) -> None:
    for move in (tikal.Exchange(a, b, c), tikal.Bid(a), tikal.RevealTreasure(b)):
        assert tikal.parse_move(str(move)) == move
        assert pickle.loads(pickle.dumps(move)) == move


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1), ("fly W a1-b2", 1), (" end", 1), ("end ", 5), ("end now", 5),
        ("walk", 5), ("walk W", 6), ("walk  W a1-b2", 6), ("walk W a1 b2", 6), ("walk X a1-b2", 6),
        ("walk W a9-b2", 8), ("walk W a1-i2", 11), ("place c3", 7), ("place c3 2", 7),
        ("place c3 r6", 11), ("place c3 r02", 11), ("bid five", 5), ("bid 05", 5), ("bid +5", 5),
        ("bid 5.0", 5), ("bid -0", 5), ("bid \u0665", 5), ("bid", 4), ("draw 1a", 6), ("draw A", 6),
        ("draw \u212a1", 6), ("\u017fet-aside", 1),
        ("draw A100", 6), ("exchange 3 2", 10), ("exchange 3 2 7 1", 10), ("guard L b1", 7),
        ("end\n", 1), ("walk W a1-b2\n", 11), ("bid " + "9" * 700, 5), ("deploy\tL a1", 1),
    ],
)  # fmt: skip
def test_anything_else_is_refused_with_its_column(text: str, column: int) -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        tikal.parse_move(text)
    assert caught.value.column == column
    assert f"column {column}: " in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", [text for text, _ in EXAMPLES])
def test_capitals_and_small_letters_are_the_same(text: str) -> None:
    move = tikal.parse_move(text)
    assert tikal.parse_move(text.upper()) == tikal.parse_move(text.lower()) == move
    assert str(move) == text


def test_a_hint_is_given_for_a_near_word() -> None:
    with pytest.raises(tikal.InvalidNotation, match="did you mean 'uncover'"):
        tikal.parse_move("uncovr b1")


@pytest.mark.parametrize("text", [None, 3, b"end", ["end"]])
def test_a_move_is_read_from_text_only(text: object) -> None:
    with pytest.raises(TypeError, match="written as a str"):
        tikal.parse_move(text)  # type: ignore[arg-type]


def test_moves_that_cannot_be_are_refused_when_made() -> None:
    with pytest.raises(tikal.InvalidNotation, match="no cell 'z9'"):
        tikal.Walk("W", "a1", "z9")
    with pytest.raises(tikal.InvalidNotation, match="0 to 5"):
        tikal.PlaceTile("c3", 6)
    with pytest.raises(tikal.InvalidNotation, match=r"L \(leader\) or W"):
        tikal.Deploy("X", "a1")  # type: ignore[arg-type]
    with pytest.raises(tikal.InvalidNotation, match="tile id"):
        tikal.DrawTile("base camp")
    with pytest.raises(tikal.InvalidNotation, match="digits"):
        tikal.Bid(10**601)


def test_wrong_types_say_what_to_pass() -> None:
    wrong: list[tuple[Callable[..., Move], tuple[object, ...], str]] = [
        (tikal.Walk, ("W", 3, "b2"), 'a str such as "b1"'),
        (tikal.PlaceTile, ("c3", "2"), "rotation is an int"),
        (tikal.PlaceTile, ("c3", True), "rotation is an int"),
        (tikal.Deploy, (1, "a1"), '"L" or "W"'),
        (tikal.DrawTile, (1,), 'such as "A1"'),
        (tikal.Bid, ("5",), "points is an int"),
        (tikal.Bid, (2.0,), "points is an int"),
        (tikal.Bid, (True,), "points is an int"),
    ]
    for kind, fields, message in wrong:
        with pytest.raises(TypeError, match=message):
            kind(*fields)


def test_ids_seats_kinds_and_bids_outside_the_game_can_be_made() -> None:
    made = [tikal.DrawTile("Z9"), tikal.Exchange(0, 9, -1), tikal.Bid(-3), tikal.RevealTreasure(99)]
    assert [str(move) for move in made] == ["draw Z9", "exchange 0 9 -1", "bid -3", "reveal 99"]


def test_moves_are_values() -> None:
    walk = tikal.Walk("W", "a1", "b2")
    assert walk == tikal.Walk("W", "a1", "b2")
    assert {walk: 1}[tikal.Walk("W", "a1", "b2")] == 1
    with pytest.raises(AttributeError):
        walk.origin = "b1"  # type: ignore[misc]
