"""Records as people write them: short forms, names, any letters, and all mistakes at once."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tikal.notation import documents
from tikal.notation.records import MAX_ERRORS, MAX_LINE_CHARACTERS, MAX_MOVES, Entry, readable_part
from tikal.notation.records.parts import MAX_GAME_CHARACTERS

HEADER = "edition: rio-grande-1999\nplayers: 3\nnames: Ana, Ben, Cleo\n\n"


def entries(line: str, header: str = HEADER) -> list[str]:
    return list(map(str, tikal.loads(header + line).entries))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("walk L a1-b2-c2", ["walk L a1-b2", "walk L b2-c2"]),
        ("WALK l A1-B2-C2-d3", ["walk L a1-b2", "walk L b2-c2", "walk L c2-d3"]),
        ("deploy W a1 x3", ["deploy W a1"] * 3),
        ("walk W a1-b2-c2 X2", ["walk W a1-b2", "walk W b2-c2"] * 2),
        ("end x1", ["end"]),
        ("Draw a1; PLACE C3 R2; Set-Aside", ["draw A1", "place c3 r2", "set-aside"]),
        ("Ana: pass", ["1: pass"]),
        ("ben:pass; CLEO : pass", ["2: pass", "3: pass"]),
        ("Cleo: deploy W a1 x2; end", ["3: deploy W a1", "deploy W a1", "end"]),
        ("Ben: walk L a1-b2-c2", ["2: walk L a1-b2", "walk L b2-c2"]),
        ("end = 14; 2: end=0", ["end = 14", "2: end = 0"]),
    ],
)
def test_short_forms_are_read_as_one_move_each(written: str, read: list[str]) -> None:
    assert entries(written) == read
    record = tikal.loads(HEADER + written)
    assert tikal.dumps(record) == tikal.dumps(tikal.loads(tikal.dumps(record)))
    assert tikal.dumps(record).endswith("\n\n" + "; ".join(read) + "\n")


WRONG = [
    ("walk L a1-b2-z9", 14, "no cell 'z9'"),
    ("walk L z1-b2-c2", 8, "no cell 'z1'"),
    ("Ana: walk X a1-b2-c2", 11, "a figure is L"),
    ("walk L a1-b2-", 6, "is not written like"),
    ("transfer L a1-b2-c2", 10, "is not written like"),
    ("deploy W a1 x0", 13, "a count is x2 to x99, not 'x0'"),
    ("deploy W a1 x100", 13, "a count is x2 to x99, not 'x100'"),
    ("deploy W a1 x" + "9" * 3000, 13, "a count is x2 to x99"),
    ("deploy W a1x3", 10, "no cell 'a1x3'"),
    ("end; Bea: end", 6, "'Bea' is not a seat such as 2, and not one of the names Ana, Ben, Cleo"),
    (": end", 1, "'' is not a seat"),
    ("end = many", 6, "points are a number such as 14, not 'many'"),
    ("end = -1", 6, "points are a number"),
    ("end = 9999999999", 6, "points are a number"),
    ("end x2 = 3", 1, "points belong to a single 'end'"),
    ("uncover a2 = 3", 1, "points are claimed after 'end', not after 'uncover a2'"),
]


@pytest.mark.parametrize(("line", "column", "message"), WRONG)
def test_a_mistake_in_shorthand_is_named_with_its_place(
    line: str, column: int, message: str
) -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        entries(line)
    assert (caught.value.line, caught.value.column) == (5, column), str(caught.value)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


def test_names_that_two_seats_share_are_ambiguous_and_numbers_are_always_seats() -> None:
    header = "edition: rio-grande-1999\nplayers: 4\nnames: Ana, ANA, 1, Dan: the 2nd\n\n"
    assert entries("Ana: end; ANA: end; 1: end; dan: the 2ND: end", header) == [
        "1: end", "2: end", "1: end", "4: end"
    ]  # fmt: skip
    with pytest.raises(tikal.InvalidNotation, match="'aNa' may be seat 1 or seat 2"):
        entries("aNa: end", header)
    with pytest.raises(tikal.InvalidNotation, match="'Ana' is not a seat such as 2, and the head"):
        entries("Ana: end", "edition: rio-grande-1999\nplayers: 2\n\n")


def test_several_moves_are_parsed_with_short_forms_but_without_seats_and_points() -> None:
    assert list(map(str, tikal.parse_moves("walk W a1-b2-c2\ndeploy w A1 x2"))) == [
        "walk W a1-b2", "walk W b2-c2", "deploy W a1", "deploy W a1"
    ]  # fmt: skip
    for text, message in (("2: end", "a seat such as 2: belongs"), ("end = 3", "points belong to")):
        with pytest.raises(tikal.InvalidNotation, match=message):
            tikal.parse_moves(text)
    with pytest.raises(tikal.InvalidNotation, match="'Ana' is not a seat"):
        tikal.parse_moves("Ana: end")


@pytest.mark.parametrize("between", ["; ", ";", "\n"])
def test_a_whole_game_is_read_from_one_line(between: str) -> None:
    for players, auction in ((2, False), (4, True)):
        start = tikal.new_game(players, auction=auction)
        moves = [step.move for step in tikal.play(start, tikal.random_policy, seed=1).steps]
        text = between.join(map(str, moves))
        assert len(text) > MAX_LINE_CHARACTERS
        assert list(tikal.parse_moves(text)) == moves


def test_a_line_of_moves_has_an_end() -> None:
    with pytest.raises(tikal.InvalidNotation, match=f"more than {MAX_GAME_CHARACTERS} characters"):
        tikal.parse_moves("end;" * (MAX_GAME_CHARACTERS // 4 + 1))
    with pytest.raises(tikal.InvalidNotation, match=f"more than {MAX_MOVES} moves"):
        tikal.parse_moves("end; " * (MAX_MOVES + 1))
    with pytest.raises(tikal.InvalidNotation, match="written move by move"):
        tikal.parse_moves("end x99; " * 40_000)


def test_editions_and_switches_are_read_in_any_letters() -> None:
    record = tikal.loads("edition: Rio-GRANDE-1999 Second_Dig=one q-85=no\nplayers: 2\nauction: NO")
    assert record.edition.key == "rio-grande-1999 second_dig=one guard_scores_alone=no"
    assert tikal.new_game(edition="LEGEND-classic").edition == tikal.LEGEND_CLASSIC


def test_json_keeps_the_moves_as_the_library_writes_them() -> None:
    record = tikal.loads(HEADER + "Ben: walk L a1-b2-c2; end = 4")
    document = documents.record_to_json(record)
    assert document["moves"] == ["walk L a1-b2", "walk L b2-c2", "end"]
    assert (document["seats"], document["points"]) == ([2, None, None], [None, None, 4])
    assert documents.record_from_json(document) == record
    for move in ("Walk L a1-b2", "draw a1", "walk L a1-b2-c2", "end x2", "end = 3"):
        with pytest.raises(tikal.InvalidNotation, match=r"\$\.moves\[0\]"):
            documents.record_from_json({**document, "moves": [move, "end", "end"]})


# --- bounds ------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["end x99; " * 400, "walk L " + "a1-" * 1300 + "a1 x99"])
def test_a_short_line_cannot_become_a_long_one(line: str) -> None:
    with pytest.raises(tikal.InvalidNotation, match="written move by move") as caught:
        entries(line)
    assert (caught.value.line, caught.value.column) == (5, 1)


def test_the_moves_of_a_record_are_counted_after_they_are_repeated() -> None:
    line = "end x99; end x99\n"
    assert len(tikal.loads(HEADER + line * 101).moves) == 19_998
    for read in (lambda text: tikal.loads(HEADER + text), tikal.parse_moves):
        with pytest.raises(tikal.InvalidNotation, match=f"{MAX_MOVES} moves"):
            read(line * 102)


# --- all mistakes at once ----------------------------------------------------------------------

MISSPELT = HEADER + "draw A2; plase b3 r0; deploy X a1\nend # so\nfly; end; bid x\n"


def test_all_mistakes_are_listed_at_once() -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        tikal.loads(MISSPELT)
    error = caught.value
    assert [(each.line, each.column) for each in error.errors] == [
        (5, 10),
        (5, 30),
        (7, 1),
        (7, 15),
    ]
    assert (error.line, error.column, error.more) == (5, 10, 0)
    assert error.errors[0] is error
    again = pickle.loads(pickle.dumps(error))
    assert list(map(str, again.errors)) == list(map(str, error.errors))


def test_mistakes_of_header_and_moves_are_listed_together() -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        tikal.loads("edition: deluxe\nplayers: two\nauction: perhaps\n\nfly\nAnn: end\n")
    places = [(each.line, each.column) for each in caught.value.errors]
    assert places == [(1, 10), (2, 10), (3, 10), (5, 1)]  # the names are unknown


def test_every_mistake_of_the_header_is_listed() -> None:
    header = "Edition: rio-grande-1999\nplayers: 2\nplayers: 3\nauction: maybe\n\n"
    with pytest.raises(tikal.InvalidNotation) as caught:
        tikal.loads(header + "draw A1\n")
    assert [(each.line, each.message) for each in caught.value.errors] == [
        (1, "write 'edition' in small letters"),
        (3, "'players' was already given in line 2"),
        (4, "auction is yes or no, not 'maybe'"),
    ]


def test_a_missing_blank_line_is_one_mistake() -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        tikal.loads("edition: rio-grande-1999\nplayers: 2\ndraw A2; place b3 r0\nend\nend\n")
    assert [each.line for each in caught.value.errors] == [3]
    assert "a blank line must come before the moves" in str(caught.value)


def test_more_mistakes_than_anybody_reads_are_counted() -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        tikal.loads(HEADER + "fly; fly\n" * 500)
    assert (len(caught.value.errors), caught.value.more) == (MAX_ERRORS, 1000 - MAX_ERRORS)
    with pytest.raises(tikal.InvalidNotation) as caught:
        tikal.parse_moves("fly\nfly\n")
    assert len(caught.value.errors) == 2


def test_the_part_before_the_first_mistake_can_be_read() -> None:
    part = readable_part(MISSPELT)
    assert part is not None
    assert list(map(str, part.entries)) == ["draw A2"]
    assert readable_part("edition: deluxe\n\nend") is None
    whole = tikal.loads(HEADER + "draw A2 # a\nplace b3 r0")
    assert readable_part(tikal.dumps(whole)) == whole
    cut = readable_part((HEADER + "draw A2\nplace b3 r0 # \x00\nend").encode())
    assert cut is not None
    assert list(map(str, cut.moves)) == ["draw A2"]


@given(
    st.lists(
        st.sampled_from([
            "end", "walk L a1-b2", "walk L a1-b2-c2", "x3", " x99", "= 14", "Ana:", "1:", ";", "\n",
            "-", " ", "\t", "deploy W a1", "#", "é", "0", "-b2" * 40,
        ])
    )
)  # fmt: skip
def test_any_mixture_of_short_forms_is_read_or_refused(pieces: list[str]) -> None:
    text = HEADER + "".join(pieces)
    part = readable_part(text)
    assert part is not None
    try:
        record = tikal.loads(text)
    except tikal.InvalidNotation as error:
        places = [(each.line, each.column) for each in error.errors]
    else:
        assert tikal.loads(tikal.dumps(record)) == record == part
        places = []
        assert all(len(str(line)) <= MAX_LINE_CHARACTERS for line in record.lines)
    assert all(line and column for line, column in places)


# --- claims ------------------------------------------------------------------------------------


def test_claims_are_read_and_written_back() -> None:
    text = (
        "edition: rio-grande-1999\nplayers: 2\nauction: no\nstart: 1\n"
        "scores: 3, 14  # by hand\n\nend = 5\n"
    )
    record = tikal.loads(text)
    assert (record.scores, record.entries[0].points) == ((3, 14), 5)
    assert tikal.dumps(record) == text
    document = documents.record_to_json(record)
    assert (document["scores"], document["points"]) == ([3, 14], [5])
    again = documents.record_from_json(document)
    assert (again.scores, again.entries) == (record.scores, record.entries)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scores": [3]}, r"\$\.scores: 1 score for 2 players"),
        ({"points": [None]}, r"\$\.points: 1 points for 2 moves"),
        ({"points": [5, None]}, r"\$\.points\[0\]: points are claimed after 'end' only"),
        ({"points": [None, -5]}, r"\$\.points\[1\]"),
        ({"scores": [3, True]}, r"\$\.scores\[1\]"),
    ],
)
def test_claims_in_json_are_read_strictly(changes: dict[str, object], message: str) -> None:
    document = documents.record_to_json(
        tikal.loads("edition: rio-grande-1999\nplayers: 2\n\ndraw A1; end")
    )
    with pytest.raises(tikal.InvalidNotation, match=message):
        documents.record_from_json({**document, **changes})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("scores: 3", "1 score for 2 players"),
        ("scores: 3, x", "scores are numbers such as 66, 21, not '3, x'"),
        ("scores: -3, 4", "scores are numbers"),
        ("scores:", "scores are numbers"),
    ],
)
def test_scores_that_cannot_be_are_named_with_their_place(line: str, message: str) -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        tikal.loads(f"edition: rio-grande-1999\nplayers: 2\n{line}\n")
    assert message in str(caught.value)
    assert caught.value.line == 3


def test_points_belong_to_an_end() -> None:
    with pytest.raises(tikal.InvalidArgument, match="after 'end', not after 'pass'"):
        Entry(tikal.Pass(), points=3)
    with pytest.raises(tikal.InvalidArgument, match="without a sign"):
        Entry(tikal.EndTurn(), points=-3)
    with pytest.raises(tikal.WrongType, match="points is an int"):
        Entry(tikal.EndTurn(), points=2.0)  # type: ignore[arg-type]
