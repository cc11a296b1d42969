"""Game records: read, written, replayed, refused with the exact place."""

from __future__ import annotations

import io
import itertools
import pickle
import runpy
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tikal.editions import Criterion
from tikal.errors import Sentence
from tikal.languages import LANGUAGES
from tikal.notation.records import (
    MAX_LINE_CHARACTERS,
    MAX_LINES,
    MAX_MOVES,
    Comment,
    Entry,
    Line,
    Note,
    Reader,
    read_edition,
    write_edition,
)
from tikal.testing import games

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPT = runpy.run_path(str(EXAMPLES / "make_examples.py"))

#: Comments in every place that a record has, in the layout in which records are written.
TEXT = """\
# Friday night
edition: super-meeple-2015 camp_requires_member=no tiebreak=none
players: 2  # Cleo is late
auction: no
start: 2
# who sits where
names: Ana, Ben
place: Café Zürich
# no one has read the rules

# Turn 1, Ben
2: draw A2; place b3 r1; deploy L a1  # bold

walk L a1-b2
#
1: end  # not Ana's turn
# so we stopped
"""
HEADER = "edition: rio-grande-1999\nplayers: 2\n"


def test_a_record_says_everything_that_is_written() -> None:
    record = tikal.loads(TEXT)
    assert record.edition.key == "super-meeple-2015 camp_requires_member=no tiebreak=none"
    assert (record.edition.camp_requires_member, record.edition.tiebreak) == (False, ())
    assert (record.players, record.auction, record.start) == (2, False, 2)
    assert record.names == ("Ana", "Ben")
    assert record.extra == {"place": "Café Zürich"}
    assert list(map(str, record.moves)) == [
        "draw A2", "place b3 r1", "deploy L a1", "walk L a1-b2", "end"
    ]  # fmt: skip
    assert [entry.seat for entry in record.entries] == [2, None, None, None, 1]
    assert [(entry.line, entry.column) for entry in record.entries] == [
        (12, 1), (12, 13), (12, 26), (14, 1), (16, 1)
    ]  # fmt: skip
    assert record.comments[:4] == tuple(
        Comment(0, text)
        for text in ("Friday night", "Cleo is late", "who sits where", "no one has read the rules")
    )
    assert record.comments[4:] == (
        Comment(0, "Turn 1, Ben"), Comment(3, "bold"), Comment(4, ""), Comment(5, "not Ana's turn"),
        Comment(5, "so we stopped"),
    )  # fmt: skip
    assert [record.name(seat) for seat in (1, 2, 3)] == ["Ana", "Ben", "seat 3"]


def test_text_in_the_usual_layout_stays_unchanged() -> None:
    assert tikal.dumps(tikal.loads(TEXT)) == TEXT


def test_other_layouts_mean_the_same() -> None:
    sloppy = (
        "\n\nplayers:2\n names:  Ana ,Ben  # us\n\tedition:\tlegend-classic\n \t \n\n\n"
        " draw A2;place b3 r1 ;  2:deploy L a1 ;\n\t# done \n\n\n"
    )
    record = tikal.loads(sloppy)
    assert tikal.dumps(record) == (
        "edition: legend-classic\nplayers: 2\nauction: no\nstart: 1\nnames: Ana, Ben  # us\n\n"
        "draw A2; place b3 r1; 2: deploy L a1\n# done\n"
    )
    assert tikal.loads(tikal.dumps(record)) == record


def test_a_header_alone_is_a_game_that_has_not_begun() -> None:
    for text in (HEADER, HEADER.rstrip(), HEADER + "\n", HEADER + "\n\n# soon\n"):
        record = tikal.loads(text)
        assert record.moves == ()
        assert record.replay().state == record.start_state() == tikal.new_game(2)
    assert tikal.dumps(tikal.loads(HEADER)) == HEADER + "auction: no\nstart: 1\n"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_records_are_read_from_text_bytes_and_files_alike(
    end: str, mark: str, tmp_path: Path
) -> None:
    wanted = tikal.loads(TEXT)
    text = mark + TEXT.replace("\n", end)
    path = tmp_path / "game.tikal"
    path.write_bytes(text.encode())
    assert tikal.loads(text) == tikal.loads(text.encode()) == wanted
    with path.open(encoding="utf-8") as as_text, path.open("rb") as as_bytes:
        assert tikal.load(as_text) == tikal.load(as_bytes) == wanted
    with path.open("w", encoding="utf-8") as file:
        tikal.dump(wanted, file)
    assert path.read_text("utf-8") == TEXT
    assert tikal.load(io.StringIO(TEXT)) == wanted


# --- games -------------------------------------------------------------------------------------


@given(games(), st.booleans())
def test_every_game_reads_back_and_replays(game: tikal.Replay, seats: bool) -> None:
    record = tikal.Record.of(game, seats=seats)
    assert record.moves == tuple(step.move for step in game.steps)
    again = tikal.loads(tikal.dumps(record))
    assert again == record
    assert again.replay() == game
    assert any(entry.seat for entry in record.entries) is seats


def test_an_unfinished_game_and_an_unbegun_one_can_be_recorded() -> None:
    start = tikal.new_game(3, tikal.SUPER_MEEPLE_2015, auction=True, start=3)
    for moves in (0, 1, 25):
        game = tikal.play(start, tikal.sensible_policy, seed=1, limit=moves)
        record = tikal.Record.of(game, start, names=["Ana", "Ben", "Cleo"])
        assert record.start_state() == start
        assert len(record.moves) == moves
        assert tikal.loads(tikal.dumps(record)).replay() == game


def test_a_game_that_begins_in_the_middle_has_its_first_position() -> None:
    start = tikal.new_game(2)
    game = tikal.play(start, tikal.random_policy, seed=1, limit=9)
    assert game.start == start
    first = game.steps[0].state
    later = attrs.evolve(game, steps=game.steps[1:], start=first)
    for cut in (later, tikal.replay(game.state, []), tikal.replay(first, ["end"])):
        record = tikal.Record.of(cut)
        assert record == tikal.Record.of(cut, cut.start)
        assert record.position == cut.start
        assert attrs.evolve(record.replay(), refusal=cut.refusal) == cut
        assert tikal.loads(tikal.dumps(record)) == record
    assert tikal.Record.of(game).position is None


def test_a_start_that_is_not_that_of_the_game_is_refused() -> None:
    start = tikal.new_game(2)
    game = tikal.play(start, tikal.random_policy, seed=1, limit=9)
    for wrong in (attrs.evolve(game, steps=game.steps[1:]), attrs.evolve(game, steps=())):
        with pytest.raises(tikal.InvalidArgument, match="give the position that it began at"):
            tikal.Record.of(wrong)
    with pytest.raises(tikal.InvalidArgument, match="give the position that it began at"):
        tikal.Record.of(game, tikal.new_game(2, start=2))


@pytest.mark.clause("TURN-01")
def test_a_move_written_for_the_wrong_seat_is_refused() -> None:
    replay = tikal.loads(TEXT).replay()
    assert replay.refusal is not None
    assert replay.refusal.index == 4
    assert [violation.clause for violation in replay.refusal.violations] == ["TURN-01"]
    assert len(replay.steps) == 4
    without_seat = tikal.loads(TEXT.replace("1: end", "end")).replay()
    assert without_seat.refusal is None


def test_an_illegal_move_ends_the_replay_and_not_the_reading() -> None:
    record = tikal.loads(HEADER + "\ndraw A1; draw A2; end")
    replay = record.replay()
    assert replay.refusal == tikal.replay(record.start_state(), record.moves).refusal
    assert replay.refusal is not None
    assert (replay.refusal.index, len(replay.steps)) == (1, 1)


@pytest.mark.parametrize("name", SCRIPT["EXAMPLES"])
def test_the_examples_are_as_their_script_makes_them(name: str) -> None:
    text = (EXAMPLES / name).read_text("utf-8")
    assert text == SCRIPT["render"](name)
    record = tikal.loads(text)
    replay = record.replay()
    assert replay.refusal is None
    assert replay.state.phase == "over"
    assert tikal.dumps(record) == text
    best = max(replay.state.scores.values())
    assert record.comments[-1].text.endswith(f"with {best} points")
    gains = [int(c.text.split()[0]) for c in record.comments if c.text.endswith(" in all")]
    start, spent = sum(record.start_state().scores.values()), 0
    for before, step in zip(replay.steps, replay.steps[1:], strict=False):
        spent += max(0, sum(before.state.scores.values()) - sum(step.state.scores.values()))
    assert start - spent + sum(gains) == sum(replay.state.scores.values())


# --- house editions ----------------------------------------------------------------------------

CRITERIA: list[tuple[Criterion, ...]] = [
    (), ("guard",), ("tokens",), ("guard", "tokens"), ("tokens", "guard"),
]  # fmt: skip


@given(
    st.sampled_from(list(tikal.EDITIONS.values())),
    st.sampled_from(["", "club", "rio-grande-1999", "legend-classic tiebreak=none", "a # b\n"]),
    st.tuples(st.booleans(), st.booleans(), st.booleans()),
    st.sampled_from(CRITERIA),
)
def test_every_house_edition_is_written_with_its_switches(
    base: tikal.Edition, key: str, switches: tuple[bool, ...], tiebreak: tuple[Criterion, ...]
) -> None:
    house = tikal.Edition(
        key or base.key, "A club", switches[0], switches[1], tiebreak, switches[2]
    )
    again = read_edition(write_edition(house))
    assert attrs.evolve(again, key=house.key, title=house.title) == house
    assert again.key == write_edition(house) == write_edition(again)
    record = tikal.Record(house, 2)
    assert tikal.loads(tikal.dumps(record)) == record
    assert record.edition == again


def test_printed_editions_are_written_by_their_keys() -> None:
    for key, edition in tikal.EDITIONS.items():
        assert write_edition(edition) == key
        assert read_edition(key) is edition
    same = read_edition("rio-grande-1999 camp_requires_member=no")
    assert same is tikal.RIO_GRANDE_1999


def test_a_refusal_by_a_house_rule_is_a_sentence() -> None:
    record = tikal.loads(
        "edition: rio-grande-1999 camp_requires_member=yes\nplayers: 2\n"
        "\ndraw A1; place c2 r0; camp b2\n"
    )
    refusal = record.replay().refusal
    assert refusal is not None
    (violation,) = refusal.violations
    assert violation.message == (
        "Rio Grande 1999 (English) with the house rule camp_requires_member=yes requires one of "
        "your figures on b2"
    )
    several = read_edition("legend-classic tiebreak=none has_auction=yes")
    assert str(several).endswith(" with the house rules tiebreak=none and has_auction=yes")


# --- errors ------------------------------------------------------------------------------------

BODY = HEADER + "\n"
WRONG: list[tuple[str | bytes, int, int, str]] = [
    ("", 1, 1, "lacks 'edition'"),
    (" \n\n", 2, 1, "lacks 'edition'"),
    ("# only a comment", 1, 1, "lacks 'edition'"),
    ("players: 2\n\nend", 2, 1, "lacks 'edition'"),
    ("edition: rio-grande-1999\n\nend", 2, 1, "lacks 'players'"),
    ("draw A1", 1, 1, "a blank line must come before the moves"),
    (HEADER + "draw A1", 3, 1, "a blank line must come before the moves"),
    (HEADER + "2: bid 4", 3, 1, "a blank line must come before the moves"),
    (HEADER + " : x", 3, 2, "is not a header line"),
    (HEADER + "players: 2\n", 3, 1, "'players' was already given in line 2"),
    (HEADER + "  date: a\n date: b", 4, 2, "'date' was already given in line 3"),
    (HEADER + "Auction: no", 3, 1, "'auction' in small letters"),
    ("edition: tikal\nplayers: 2", 1, 10, "no edition 'tikal': there are rio-grande-1999"),
    ("edition:\nplayers: 2", 1, 9, "no edition ''"),
    ("edition: legend-classic  fun=yes", 1, 26, "no house rule 'fun'"),
    ("edition: legend-classic has_auction=1", 1, 37, "yes or no, not '1'"),
    ("edition: legend-classic has_auction", 1, 37, "yes or no, not ''"),
    ("edition: legend-classic tiebreak=luck", 1, 34, "guard,tokens, not 'luck'"),
    ("edition: legend-classic tiebreak=guard,guard", 1, 34, "tiebreak is none"),
    ("edition: legend-classic tiebreak=none tiebreak=none", 1, 39, "given twice"),
    ("edition: rio-grande-1999\nplayers: two", 2, 10, "players is a number such as 2"),
    ("edition: rio-grande-1999\nplayers: 2.0", 2, 10, "not '2.0'"),
    ("edition: rio-grande-1999\nplayers: \u0662", 2, 10, "players is a number"),
    ("edition: rio-grande-1999\nplayers: " + "9" * 3000, 2, 10, "players is a number"),
    ("edition: rio-grande-1999\nplayers: 7", 2, 10, "not 7 (COMP-01)"),
    (HEADER + "start: 3", 3, 8, "(SETUP-07)"),
    (HEADER + "auction: maybe", 3, 10, "yes or no, not 'maybe'"),
    ("edition: legend-classic\nplayers: 2\nauction: yes", 3, 10, "(AUCTION-01)"),
    (HEADER + "names: Ana", 3, 8, "1 names for 2 players"),
    (HEADER + "names: Ana,,Ben", 3, 8, "a name is missing"),
    (HEADER + "names:", 3, 7, "a name is missing"),
    (BODY + "fly W a1-b2", 4, 1, "no move is called 'fly'"),
    (BODY + "end\nend; walk W a1-z9", 5, 16, "no cell 'z9'"),
    (BODY + " 2:  walk W a1-z9  # there", 4, 16, "no cell 'z9'"),
    (BODY + "end;; end", 4, 5, "a move is missing before this ';'"),
    (BODY + " ; end", 4, 2, "a move is missing before this ';'"),
    (BODY + "2: ", 4, 3, "no move is called ''"),
    (BODY + "-1: end", 4, 1, "'-1' is not a seat such as 2"),
    (BODY + "1234567890: end", 4, 1, "'1234567890' is not a seat such as 2"),
    (BODY + "bid " + "9" * 700, 4, 5, "is not a whole number"),
    (BODY + "end\x00", 4, 4, r"'\x00' has no place in a record"),
    (BODY + "end # \x1b[2J", 4, 7, r"'\x1b' has no place"),
    (BODY + "end\rend", 4, 4, r"'\r' has no place"),
    (BODY + "end # \ud800", 4, 7, r"'\ud800' has no place"),
    (
        BODY + "#" * (MAX_LINE_CHARACTERS + 1),
        4,
        MAX_LINE_CHARACTERS + 1,
        "more than 4000 characters",
    ),
    (BODY + "end;" * 1000, 4, 1, "more than 4000 characters"),
    (HEADER + "names: " + "a" * 3991 + ",b", 3, 8, "at most 4000 characters"),
    (HEADER + "x:" + "y" * 3998, 3, 1, "more than 4000 characters"),
    (HEADER + "names: a,b\nx:" + "y" * 3998, 4, 1, "more than 4000 characters"),
    ("#" + "y" * 3999 + "\n" + HEADER, 1, 1, "more than 4000 characters"),
    ((BODY + "end # ").encode() + b"\xe9t\xe9", 4, 7, "not UTF-8 text: byte 0xe9"),
    ("é" * 3000, 1, 1, "is not a header line"),
    (("é" * 4001).encode(), 1, MAX_LINE_CHARACTERS + 1, "more than 4000"),
    (("é" * 90_000).encode(), 1, MAX_LINE_CHARACTERS + 1, "more than 4000"),
    (
        ("x" + "あ" * 90_000).encode(),
        1,
        MAX_LINE_CHARACTERS + 1,
        "more than 4000",
    ),  # cut within a character
    (("x" + "😀" * 90_000).encode(), 1, MAX_LINE_CHARACTERS + 1, "more than 4000"),
    (BODY.encode("utf-16"), 1, 1, "not UTF-8 text: byte 0xff"),
    (b"\x89PNG\r\n\x1a\n\x00", 1, 1, "not UTF-8 text"),
    (b"PK\x03\x04", 1, 3, r"'\x03' has no place"),
]


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_mistake_is_given_in_the_language_of_the_player(language: str) -> None:
    for text, line, column, message in WRONG:
        with pytest.raises(tikal.InvalidNotation) as caught:
            tikal.loads(text)
        error = caught.value
        assert message in error.text() == str(error)
        assert isinstance(error.message, Sentence), error
        translated = error.text(language)
        assert translated != str(error)
        assert f" {line}, " in translated
        assert f" {column}" in translated
        assert translated.endswith(error.message.text(language))
        assert pickle.loads(pickle.dumps(error)).text(language) == translated


@pytest.mark.parametrize(("text", "line", "column", "message"), WRONG, ids=itertools.count(1))
def test_a_mistake_is_named_with_its_place(
    text: str | bytes, line: int, column: int, message: str
) -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        tikal.loads(text)
    error = caught.value
    assert (error.line, error.column) == (line, column), str(error)
    assert str(error).startswith(f"line {line}, column {column}: ")
    assert message in str(error)
    assert len(str(error)) < 400
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_a_refused_header_cites_its_clause() -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        tikal.loads("edition: rio-grande-1999\nplayers: 5\n")
    assert caught.value.clause == "COMP-01"


def test_a_text_file_in_another_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "game.tikal"
    for moves, column in ((3, 7), (5_000, 7)):
        path.write_bytes((BODY + "end\n" * moves + "end # ").encode() + b"caf\xe9\n")
        for encoding in ("utf-8", "ascii"):
            with (
                path.open(encoding=encoding) as file,
                pytest.raises(tikal.InvalidNotation, match=f"not {encoding} text: byte 0xe9") as e,
            ):
                tikal.load(file)
            assert (e.value.line, e.value.column) == (4 + moves, column + 3)


@pytest.mark.parametrize("thing", [None, 3, ["end"], Path("game")])
def test_wrong_types_say_what_to_use(thing: Any) -> None:
    for function, message in (
        (tikal.loads, "loads reads text"), (tikal.load, "load reads an open file"),
        (tikal.dumps, "Record is needed"), (tikal.Record.of, "Replay is needed"),
    ):  # fmt: skip
        with pytest.raises(tikal.WrongType, match=message):
            function(thing)
    with pytest.raises(tikal.WrongType, match="opened for writing text"):
        tikal.dump(tikal.loads(TEXT), thing)


def test_a_file_that_cannot_hold_the_text_is_refused() -> None:
    with pytest.raises(tikal.WrongType, match="opened for writing text"):
        tikal.dump(tikal.loads(TEXT), io.BytesIO())  # type: ignore[arg-type]
    with pytest.raises(tikal.InvalidArgument, match="encoding='utf-8'"):
        tikal.dump(tikal.loads(TEXT), io.TextIOWrapper(io.BytesIO(), encoding="ascii"))


# --- limits ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (BODY + "\n" * (MAX_LINES + 1), MAX_LINES + 4),
        (BODY + "# no\n" * (MAX_LINES + 1), MAX_LINES + 4),
        (BODY + ("end;" * 100 + "\n") * (MAX_MOVES // 100 + 1), MAX_MOVES // 100 + 4),
        ("# no\n" * (MAX_LINES + 1), MAX_LINES + 1),
        ("\n" * (MAX_LINES + 1), MAX_LINES + 1),
        (BODY + "# no\n" * MAX_LINES, MAX_LINES + 3),
        ("# no\n" * (MAX_LINES - 4) + HEADER, MAX_LINES - 2),
    ],
    ids=itertools.count(1),
)
def test_a_record_that_is_too_long_is_refused(text: str, line: int) -> None:
    for source in (text, text.encode()):
        with pytest.raises(tikal.InvalidNotation, match=r"20000 lines") as caught:
            tikal.loads(source)
        assert caught.value.line == line


class Endless:
    """A file that never ends, and counts what is read of it."""

    def __init__(self, beginning: str, forever: str) -> None:
        self.lines = itertools.chain(io.StringIO(beginning), itertools.repeat(forever))
        self.read = 0

    def readline(self, limit: int = -1, /) -> str:
        line = next(self.lines)
        self.read += 1
        return line[:limit] if limit >= 0 else line


def test_an_endless_file_is_refused_soon() -> None:
    file = Endless(BODY, "end; end\n")
    with pytest.raises(tikal.InvalidNotation, match="20000 moves"):
        tikal.load(file)
    assert file.read <= MAX_LINES
    with pytest.raises(tikal.InvalidNotation, match="4000 characters"):
        tikal.load(Endless(BODY, "e" * 1_000_000))


def test_a_reader_goes_through_a_file_of_any_length_line_by_line() -> None:
    file = Endless(BODY, "end; 2: pass # again\n")
    reader = Reader(file)
    assert reader.header == tikal.loads(HEADER)
    assert file.read == 3
    entries = list(itertools.islice(reader, 3 * MAX_MOVES))
    assert entries[-2:] == [Entry(tikal.EndTurn()), Entry(tikal.Pass(), 2)]
    assert (entries[-1].line, entries[-1].column) == (3 + 3 * MAX_MOVES // 2, 6)
    assert reader.line == file.read == 3 + 3 * MAX_MOVES // 2


def test_a_reader_takes_any_lines() -> None:
    assert list(Reader(TEXT.splitlines())) == list(Reader(TEXT)) == list(tikal.loads(TEXT).entries)
    with pytest.raises(tikal.WrongType):
        Reader([3])  # type: ignore[list-item]
    with pytest.raises(tikal.WrongType):
        Reader(3)  # type: ignore[arg-type]


# --- records made by hand ----------------------------------------------------------------------

IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"players": 5}, "COMP-01"),
    ({"players": "2"}, "players is an int"),
    ({"edition": "rio-grande-1999"}, "edition is an Edition"),
    ({"edition": tikal.LEGEND_CLASSIC, "auction": True}, "AUCTION-01"),
    ({"start": 3}, "SETUP-07"),
    ({"names": ["Ana"]}, "1 names for 2 players"),
    ({"names": ["Ana", ""]}, "a name is missing"),
    ({"names": ["Ana", "Ben, Cleo"]}, "cannot contain ','"),
    ({"names": ["Ana", "Ben#2"]}, "cannot contain '#'"),
    ({"names": ["Ana", "Ben\n"]}, r"cannot contain '\\n'"),
    ({"names": "AB"}, "list or tuple"),
    ({"names": [1, 2]}, "str is needed here, not int"),
    ({"extra": {"players": "3"}}, "cannot be a further header key"),
    ({"extra": {"Players": "3"}}, "cannot be a further header key"),
    ({"extra": {"2": "bid 4"}}, "cannot be a further header key"),
    ({"extra": {"": "x"}}, "cannot be a further header key"),
    ({"extra": {"date ": "x"}}, "cannot be a further header key"),
    ({"extra": {3: "x"}}, "str is needed"),
    ({"extra": {"date": 3}}, "str is needed"),
    ({"extra": {"date": "1\n2"}}, "cannot contain"),
    ({"extra": {"date": "#1"}}, "cannot contain '#'"),
    ({"extra": {"date": "x" * MAX_LINE_CHARACTERS}}, "at most 4000 characters"),
    ({"extra": ["date"]}, "Mapping is needed"),
    ({"notes": {"date": Note(["x"])}}, "no header 'date'"),
    ({"notes": {"": Note(beside="x")}}, "no header ''"),
    ({"notes": {"players": "x"}}, "Note is needed"),
    ({"notes": {"players": Note(["x" * MAX_LINE_CHARACTERS])}}, "at most 4000 characters"),
    ({"lines": ["end"]}, "Line is needed"),
    ({"lines": [Line(comment="x")] * MAX_LINES}, "at most 20000 lines"),
    ({"lines": [Line([Entry(tikal.EndTurn())] * 201)] * 100}, "20000 moves"),
]


@pytest.mark.parametrize(("fields", "message"), IMPOSSIBLE, ids=itertools.count(1))
def test_a_record_that_could_not_be_read_back_cannot_be_made(
    fields: dict[str, Any], message: str
) -> None:
    with pytest.raises(tikal.InvalidArgument, match=message):
        tikal.Record(**{"edition": tikal.RIO_GRANDE_1999, "players": 2, **fields})


def test_parts_that_could_not_be_read_back_cannot_be_made() -> None:
    end = Entry(tikal.EndTurn())
    wrong: list[tuple[Any, tuple[Any, ...], str]] = [
        (Entry, ("end",), "tikal.parse_move"),
        (Entry, (tikal.EndTurn(), True), "a seat is an int"),
        (Entry, (tikal.EndTurn(), -1), "without a sign"),
        (Entry, (tikal.EndTurn(), 10**9), "nine digits"),
        (Line, (["end"],), "Entry is needed"),
        (Line, ([end], "a\nb"), "cannot contain"),
        (Line, ([end], 3), "str is needed"),
        (Line, ([end] * 801,), "at most 4000 characters"),
        (Note, ("ab",), "list or tuple"),
        (Note, (["a\x00"],), "cannot contain"),
    ]
    for kind, fields, message in wrong:
        with pytest.raises(tikal.InvalidArgument, match=message):
            kind(*fields)


COMMENTS = st.none() | st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]))
ENTRIES = st.builds(
    Entry,
    st.sampled_from([tikal.EndTurn(), tikal.Bid(3), tikal.DrawTile("Z9"), tikal.Bid(-(10**99))]),
    st.none() | st.integers(0, 10**9 - 1),
)
RECORDS = st.builds(
    tikal.Record,
    edition=st.sampled_from(list(tikal.EDITIONS.values())),
    players=st.just(3),
    start=st.integers(1, 3),
    names=st.just(()) | st.just(("Ana", "B: en; x", "=")),
    extra=st.dictionaries(st.sampled_from(["date", "Été", "a b"]), st.sampled_from(["", "x: y"])),
    lines=st.lists(st.builds(Line, st.lists(ENTRIES, max_size=4), COMMENTS), max_size=6),
    notes=st.dictionaries(
        st.sampled_from(["edition", "players", "start"]),
        st.builds(Note, st.lists(COMMENTS.filter(lambda text: text is not None)), COMMENTS),
    ),
)


@given(RECORDS)
def test_every_record_that_exists_reads_back_equal(record: tikal.Record) -> None:
    text = tikal.dumps(record)
    again = tikal.loads(text)
    assert again == record
    assert again.comments == record.comments
    assert tikal.dumps(again) == text
    assert pickle.loads(pickle.dumps(record)) == record
    assert hash(again) == hash(record)


# --- records that begin with a position --------------------------------------------------------

LINE = "rio-grande-1999;act 2 5ap;a2=7 1L2 2W3"
LATE = f"""# found in the box
position: {LINE}  # after the storm
names: Ana, Ben

walk W a2-a1; end
"""


def test_a_record_may_begin_with_a_position() -> None:
    record = tikal.loads(LATE)
    assert record.position == tikal.parse_position(LINE) == record.start_state()
    assert (record.edition, record.players, record.auction, record.start) == (
        tikal.RIO_GRANDE_1999, 2, False, 2,
    )  # fmt: skip
    assert tikal.dumps(record) == LATE
    game = record.replay()
    assert game.refusal is None
    assert game.steps[0].seat == 2
    assert tikal.Record.of(game, record.position, names=("Ana", "Ben")).lines == record.lines


def test_headers_that_repeat_the_position_are_dropped_without_their_comments() -> None:
    more = LATE.replace("position:", "edition: rio-grande-1999  # club\nstart: 2\nposition:")
    record = tikal.loads(more)
    assert tikal.dumps(record) == LATE.replace("position:", "# club\nposition:")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("players: 3", "line 7, column 10: this contradicts the position, where players is 2"),
        ("start: 1", "line 7, column 8: this contradicts the position, where start is 2"),
        ("auction: yes", "line 7, column 10: this contradicts the position, where auction is"),
        ("edition: legend-classic", "line 7, column 10: this contradicts the position, where"),
    ],
)
def test_a_header_that_contradicts_the_position_is_refused(line: str, message: str) -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        tikal.loads(f"\n\n\n\n\nposition: {LINE}\n{line}\n")
    assert str(caught.value).startswith(message)


def test_mistakes_in_the_position_of_a_record_have_their_place() -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        tikal.loads("names: Ana, Ben\nposition: a2=x; foo\n")
    assert str(caught.value).startswith("line 2, column 14: expected a number")
    assert "line 2, column 17: expected a cell" in str(caught.value)
    with pytest.raises(tikal.InvalidNotation, match=r"line 1, column 11: .*impossible: .*c3.*b2"):
        tikal.loads("position: c3 1W; b2 1GW\n")


def test_a_record_and_its_position_agree() -> None:
    state = tikal.parse_position(LINE)
    with pytest.raises(tikal.InvalidArgument, match="players is 2 in the position, not 3"):
        tikal.Record(tikal.RIO_GRANDE_1999, 3, start=2, position=state)
    with pytest.raises(tikal.WrongType):
        tikal.Record(tikal.RIO_GRANDE_1999, 2, position=LINE)  # type: ignore[arg-type]


def test_every_game_can_be_cut_and_its_second_half_reads_back() -> None:
    for edition, auction in (("legend-classic", False), ("super-meeple-2015", True)):
        start = tikal.new_game(3, edition, auction)
        game = tikal.play(start, tikal.sensible_policy, seed=5)
        for cut in (1, 40, len(game.steps) // 2, len(game.steps)):
            rest = attrs.evolve(game, steps=game.steps[cut:], start=game.steps[cut - 1].state)
            record = tikal.Record.of(rest)
            assert record.replay() == rest
            assert tikal.loads(tikal.dumps(record)) == record
