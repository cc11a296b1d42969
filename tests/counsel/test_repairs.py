"""Repairs: the edit that mends a record, found among the slips that people make."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import attrs
import pytest

import tikal
from tikal.counsel import repairs as searching
from tikal.notation.records import MAX_LINE_CHARACTERS, MAX_MOVES, Comment, lines_of
from tools.measure.repairs import damaged_records, place_of_truth, with_claims

EXAMPLES = Path(__file__).parents[2] / "examples"
HEADER = "edition: rio-grande-1999\nplayers: 2\nnames: Ana, Ben\n\n"
#: The worker goes to b2 in the first line and is needed there in the third.
GAME = HEADER + (
    "# Ana\ndraw A2; place b3 r0; deploy L a1; deploy W a1; walk W a1-b2  # off\nend\n"
    "# Ben\ndraw A1; place c2 r1; deploy W a1; end\n"
    "# Ana\ndraw A3; place a3 r0; walk W b2-b3; walk L a1-b2; end\n"
    "draw A4; place c3 r0; end\n"
)


def best(text: str) -> tikal.Repair:
    found = tikal.repairs(tikal.loads(text))
    assert found
    return found[0]


def test_a_legal_record_needs_no_repair() -> None:
    assert tikal.loads(GAME).replay().refusal is None
    assert tikal.repairs(tikal.loads(GAME)) == ()
    for path in EXAMPLES.glob("*.tikal"):
        assert tikal.repairs(tikal.loads(path.read_text("utf-8"))) == ()


@pytest.mark.parametrize(
    ("scores", "description"),
    [
        ("5, 8", "delete `walk L b2-b1`"),
        ("5, 9", "change `walk L b2-b1` to `uncover a2`"),
        ("5, 6", "change `walk L b2-b1` to `walk W a2-"),
    ],
)
def test_the_points_at_the_end_tell_repairs_apart(scores: str, description: str) -> None:
    """Every one of them makes all the rest legal, and each leads to other points."""
    start = "act 2 scoring 1 tile F2;a1 2W;a2=2 2W;b1=2 1W2;b2 2W;b3=A3r1;scores 3 6"
    found = best(f"position: {start}\nscores: {scores}\n\nwalk L b2-b1\nend\nend\n")
    assert found.text().startswith(description)


@pytest.mark.parametrize(
    ("old", "new", "description"),
    [
        ("\nend\n", "\n", "insert `end` before move 6 (line 8) and all the rest is legal"),
        (
            "; walk W a1-b2 ",
            " ",
            "insert `walk W a1-b2` before move 12 (line 11) and all the rest is legal",
        ),
        (
            "place c2 r1",
            "place c2 r1; place c2 r1",
            "delete `place c2 r1` at move 9 (line 9) and all the rest is legal",
        ),
        (
            "draw A1; place c2 r1",
            "draw A1; uncover a2; place c2 r1",
            "delete `uncover a2` at move 8 (line 9) and all the rest is legal",
        ),
        (
            "draw A3; place a3 r0",
            "place a3 r0; draw A3",
            "swap `place a3 r0` and `draw A3` at move 11 (line 11) and all the rest is legal",
        ),
        (
            "walk W b2-b3",
            "walk W b2-b5",
            "change `walk W b2-b5` to `walk W b2-b3` at move 13 (line 11) and all",
        ),
    ],
)
def test_the_slips_of_scribes_are_found(old: str, new: str, description: str) -> None:
    damaged = GAME.replace(old, new, 1)
    assert damaged != GAME
    found = tikal.repairs(tikal.loads(damaged))
    assert any(str(repair).startswith(description) for repair in found), list(map(str, found))
    first = best(damaged)
    assert first.refused is None
    assert first.record.replay().state == tikal.loads(GAME).replay().state
    assert [comment.text for comment in first.record.comments] == ["Ana", "off", "Ben", "Ana"]
    assert len(first.record.lines) == len(tikal.loads(damaged).lines)


def test_a_forgotten_end_is_written_behind_the_move_before_it() -> None:
    first = best(GAME.replace("\nend\n", "\n", 1))
    assert (first.edit, first.index, first.line, first.before) == ("insert", 5, 8, None)
    assert first.after == tikal.EndTurn()
    lines = list(map(str, first.record.lines))
    assert lines[1].endswith("walk W a1-b2; end  # off")
    assert Comment(6, "off") in first.record.comments


def test_a_move_forgotten_many_turns_ago_is_found_if_it_is_what_the_refused_one_lacks() -> None:
    """The leader stood on b2 long enough for a camp, and has gone since."""
    text = HEADER.replace("1999", "1999 camp_requires_member=yes") + (
        "draw A2; place b3 r0; deploy L a1; walk L a1-b2; end\ndraw A1; place c2 r1; end\n"
        "draw A3; place a3 r0; walk L b2-a1; end\ndraw A4; place c3 r0; end\n"
        "draw A5; place a4 r0; end\ndraw A6; place a5 r0; end\n"
        "draw B2; place b5 r0; deploy W b2; end\n"
    )
    repair = "insert `camp b2` before move 5 (line 5) and all the rest is legal"
    assert repair in map(str, tikal.repairs(tikal.loads(text)))


def test_a_line_without_room_for_the_repair_becomes_several() -> None:
    for comment in ("off" * 1_000, "x" * (MAX_LINE_CHARACTERS - 70)):
        first = best(GAME.replace("\nend\n", "\n", 1).replace("off", comment))
        assert first.record.replay().refusal is None
        assert comment in [each.text for each in first.record.comments]
        assert tikal.loads(tikal.dumps(first.record)) == first.record


def test_a_record_of_maximal_length_is_not_repaired() -> None:
    full = tikal.loads(HEADER + "end x99; end x99\n" * 101 + "end x2")
    assert len(full.moves) == MAX_MOVES
    assert tikal.repairs(full) == ()


def test_a_seat_that_is_written_wrongly_is_a_slip_too() -> None:
    first = best(GAME.replace("\ndraw A1; place", "\n1: draw A1; place", 1))
    assert str(first) == "write `2:` before `draw A1` at move 7 (line 9) and all the rest is legal"
    assert first.record.replay().refusal is None


def test_a_repair_that_mends_a_part_says_how_far() -> None:
    twice = GAME.replace("\nend\n", "\n", 1).replace("draw A4; place c3 r0; end", "draw A4; end")
    first = best(twice)
    assert str(first) == (
        "insert `end` before move 6 (line 8) and the record is legal up to move 16"
    )
    assert first.refused == 16
    refusal = first.record.replay().refusal
    assert refusal is not None
    assert refusal.index == 16
    second = tikal.repairs(first.record)[0]
    assert (second.edit, second.refused) == ("insert", None)


def test_a_last_move_that_is_refused_is_not_simply_struck_out() -> None:
    cut = HEADER + "draw A2; place b3 r0; deploy L a1; walk L a1-b2; walk L b2-b3; recover b3\n"
    assert tikal.repairs(tikal.loads(cut + "reveal 5; recover b3")) == ()


def test_claimed_points_choose_between_repairs() -> None:
    record = tikal.loads((EXAMPLES / "legend.tikal").read_text("utf-8"))
    at = next(i for i, move in enumerate(record.moves) if isinstance(move, tikal.RevealTreasure))
    suggested = []
    for whole in (record, with_claims(record)):
        entries = [*whole.entries[:at], *whole.entries[at + 1 :]]
        damaged = attrs.evolve(whole, lines=lines_of(entries, whole.auction))
        suggested.append([repair.record.moves for repair in tikal.repairs(damaged, limit=8)])
    guessed, known = suggested
    assert guessed.index(record.moves) > 0  # several treasures would do
    assert known.index(record.moves) == 0


def test_a_refused_end_that_claims_points_can_be_replaced() -> None:
    text = GAME.replace("draw A1; place", "end = 4; draw A1; place", 1)
    assert str(best(text)) == "delete `end` at move 7 (line 9) and all the rest is legal"


def test_wrong_arguments_say_what_to_pass() -> None:
    with pytest.raises(tikal.WrongType, match="a Record is needed, not str"):
        tikal.repairs("end")  # type: ignore[arg-type]
    with pytest.raises(tikal.WrongType, match="limit is an int"):
        tikal.repairs(tikal.loads(GAME), limit=None)  # type: ignore[arg-type]
    assert tikal.repairs(tikal.loads(GAME.replace("\nend\n", "\n", 1)), limit=0) == ()


# --- many records ------------------------------------------------------------------------------


def test_the_true_repair_is_nearly_always_among_the_first_three() -> None:
    """A small sample of what `python -m tools.measure.repairs` measures."""
    places = Counter(map(place_of_truth, itertools.islice(damaged_records(3), 30)))
    assert places[1] >= 23
    assert places[None] <= 3


def test_the_search_is_bounded_by_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[int] = []
    best_of = searching._Search.best

    def counting(self: searching._Search, limit: int) -> list[searching._Trial]:
        found = best_of(self, limit)
        looked_at.append(self.positions)
        return found

    monkeypatch.setattr(searching._Search, "best", counting)
    for damaged in itertools.islice(damaged_records(4), 10):
        tikal.repairs(damaged.record)
    # what was begun is finished: a turn, and the four trails that are always followed
    assert max(looked_at) <= searching.MAX_POSITIONS + 4 * 1_000


def test_equal_records_get_equal_repairs() -> None:
    damaged = next(itertools.islice(damaged_records(9), 3, None)).record
    again = attrs.evolve(damaged, lines=lines_of(damaged.entries, damaged.auction))
    assert list(map(str, tikal.repairs(damaged))) == list(map(str, tikal.repairs(again)))
