"""Positions and records as JSON: nothing lost, nothing converted, every error with its path."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tikal.notation import documents
from tikal.notation.documents import limits
from tikal.notation.documents.parsing import parse_json
from tikal.notation.records import MAX_MOVES, Comment, Entry, Line
from tikal.testing import games, states

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORD: dict[str, Any] = {
    "format": "tikal-record/1",
    "edition": "rio-grande-1999",
    "players": 2,
    "moves": ["draw A2", "place b3 r1"],
}
POSITION: dict[str, Any] = {
    "format": "tikal-position/1",
    "edition": "rio-grande-1999",
    "players": 2,
}


def read(document: dict[str, Any]) -> tikal.Record | tikal.State:
    return documents.loads(json.dumps(document))


@pytest.mark.parametrize(
    "write",
    [documents.position_to_json, documents.record_to_json, documents.violation_to_json,
     documents.claim_to_json, documents.dumps],
)  # fmt: skip
@pytest.mark.parametrize("wrong", [None, False, (), "end", 1, tikal.Record], ids=repr)
def test_what_cannot_be_written_is_refused(write: Any, wrong: object) -> None:
    with pytest.raises(tikal.WrongType):
        write(wrong)


# --- round trips -------------------------------------------------------------------------------


@given(states())
def test_every_position_reads_back_equal(state: tikal.State) -> None:
    assert documents.position_from_json(documents.position_to_json(state)) == state
    text = documents.dumps(state)
    assert documents.loads(text) == documents.loads_position(text.encode()) == state
    jsonschema.validate(json.loads(text), documents.schema("position"))


@pytest.mark.parametrize(
    ("start", "moves", "diggers"),
    [
        ("b1=3 1L2", ["uncover b1"], [["L", "b1"], ["W", "b1"]]),
        ("b1=3 1L2", ["uncover b1", "walk W b1-a1"], [["L", "b1"], ["W", "a1"], ["W", "b1"]]),
        ("b1=3 1L2", ["uncover b1", "guard b1 L"], [["L", None], ["W", None]]),
        ("b1=3 1L", ["uncover b1", "walk L b1-a1"], [["L", "a1"]]),
    ],
)
def test_a_position_in_the_middle_of_a_turn_reads_back_equal(
    start: str, moves: list[str], diggers: list[list[str | None]]
) -> None:
    """Legend knows which figures have dug, and where they are now; one may have left the board."""
    state = tikal.parse_position(f"legend-classic; {start}; act 1 10ap")
    for move in moves:
        state = tikal.apply(state, move)
    found = json.loads(documents.dumps(state))["diggers"]["b1"]
    assert sorted(found, key=str) == sorted(diggers, key=str)
    assert documents.loads(documents.dumps(state)) == state


@given(games(), st.booleans())
def test_every_game_reads_back_equal(game: tikal.Replay, seats: bool) -> None:
    record = tikal.Record.of(game, extra={"date": "today"}, seats=seats)
    text = documents.dumps(record)
    assert documents.loads(text) == documents.loads_record(text.encode()) == record
    jsonschema.validate(json.loads(text), documents.schema("record"))


@given(games())
def test_first_and_last_positions_read_back_equal(game: tikal.Replay) -> None:
    start = tikal.Record.of(game).start_state()
    for state in (start, game.state):
        assert documents.loads(documents.dumps(state)) == state


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.tikal")), ids=lambda path: path.name)
def test_the_examples_keep_their_comments_and_layout(path: Path) -> None:
    record = tikal.loads(path.read_text("utf-8"))
    again = documents.record_from_json(documents.record_to_json(record))
    assert (again.moves, again.names, again.extra) == (record.moves, record.names, record.extra)
    assert again.comments == record.comments
    assert [entry.seat for entry in again.entries] == [entry.seat for entry in record.entries]


def test_a_record_is_written_as_the_format_says() -> None:
    record = tikal.Record(
        tikal.RIO_GRANDE_1999,
        2,
        names=["Ana", "Ben"],
        extra={"date": "today"},
        lines=[Line([Entry(tikal.DrawTile("A3")), Entry(tikal.EndTurn(), 2)], "hm")],
    )
    assert documents.record_to_json(record) == {
        "format": "tikal-record/1",
        "edition": "rio-grande-1999",
        "players": 2,
        "auction": False,
        "start": 1,
        "names": ["Ana", "Ben"],
        "extra": {"date": "today"},
        "seats": [None, 2],
        "comments": [{"after": 2, "text": "hm"}],
        "moves": ["draw A3", "end"],
    }
    bare = tikal.Record(tikal.RIO_GRANDE_1999, 2)
    assert list(documents.record_to_json(bare)) == [
        "format", "edition", "players", "auction", "start", "moves"
    ]  # fmt: skip


def test_a_position_is_written_in_the_public_words() -> None:
    state = tikal.position(
        tiles={"b3": ("A2", 1)},
        tokens={"b3": 3},
        treasures={2: {5: 1}},
        figures={1: {"a1": (1, 2)}},
        guards={2: {"a2": "W"}},
        values={"a2": 3},
        ap=4,
    )
    document = documents.position_to_json(state)
    assert document["tiles"] == {"b3": ["A2", 1]}
    assert document["values"] == {"a2": 3, "b1": 1}
    assert document["tokens"] == {"b3": 3}
    seats = document["seats"]
    assert isinstance(seats, dict)
    assert seats["1"]["figures"] == {"a1": [1, 2]}
    assert seats["2"]["guards"] == {"a2": "W"}
    assert seats["2"]["treasures"] == {"5": 1}
    assert (document["phase"], document["active"], document["ap"]) == ("act", 1, 4)
    assert "bidding" not in document


def test_house_editions_keep_their_names_in_positions() -> None:
    club = attrs.evolve(tikal.RIO_GRANDE_1999, key="club", title="Our club", tiebreak=("tokens",))
    liar = attrs.evolve(tikal.RIO_GRANDE_1999, camp_requires_member=True)
    for edition in (club, liar, *tikal.EDITIONS.values()):
        state = tikal.new_game(3, edition)
        assert documents.loads(documents.dumps(state)) == state
    record = tikal.Record(club, 2)
    assert documents.record_to_json(record)["edition"] == "rio-grande-1999 tiebreak=tokens"
    assert documents.loads(documents.dumps(record)) == record


def test_omitted_keys_have_the_defaults_of_position() -> None:
    assert read(POSITION) == tikal.position()
    assert read({**POSITION, "auction": True, "phase": "draw"}) == tikal.new_game(2, auction=True)
    record = read(RECORD)
    assert isinstance(record, tikal.Record)
    assert (record.auction, record.start, record.names) == (False, 1, ())
    assert list(map(str, record.moves)) == RECORD["moves"]


def test_comments_stand_where_they_stood() -> None:
    record = read({**RECORD, "comments": [{"after": 1, "text": "a"}, {"after": 2, "text": ""}]})
    assert isinstance(record, tikal.Record)
    assert record.comments == (Comment(1, "a"), Comment(2, ""))
    assert [str(line) for line in record.lines] == ["draw A2", "# a", "place b3 r1", "#"]


def test_the_schemas_are_schemas_and_describe_every_part() -> None:
    def parts(schema: object) -> list[dict[str, Any]]:
        if isinstance(schema, list):
            return [part for one in schema for part in parts(one)]
        if not isinstance(schema, dict):
            return []
        own = [schema] if {"type", "enum", "const"} & set(schema) else []
        return own + [part for value in schema.values() for part in parts(value)]

    for kind in limits.DOCUMENT_KINDS:
        schema = documents.schema(kind)
        jsonschema.Draft202012Validator.check_schema(schema)
        assert len(parts(schema)) > 10
        for part in parts(schema):
            if isinstance(part.get("type", ""), str | list):  # not a property called "type"
                assert part["description"].startswith(("must be", "keys must"))
    with pytest.raises(tikal.InvalidArgument, match="no schema 'game'"):
        documents.schema("game")  # type: ignore[arg-type]


# --- malformed ---------------------------------------------------------------------------------

MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"players": 2.0}, "$.players: must be the number of players, 2 to 4, not 2.0"),
    ({"players": 2.9}, "$.players: "),
    ({"players": True}, "$.players: "),
    ({"players": "2"}, "$.players: "),
    ({"players": 5}, "$.players: "),
    ({"players": None}, "$.players: "),
    ({"players": 10**700}, "$.players: "),
    ({"players": float("nan")}, "$.players: must be the number of players, 2 to 4, not nan"),
    ({"auction": 1}, "$.auction: must be true or false, not 1"),
    ({"auction": "no"}, "$.auction: "),
    ({"start": 3}, "$.start: seat 3 cannot start"),
    ({"start": 1.0}, "$.start: "),
    ({"edition": "tikal"}, "$.edition: column 1: no edition 'tikal'"),
    ({"edition": {"key": "x"}}, "$.edition: "),
    ({"edition": "legend-classic", "auction": True}, "$.auction: Tikal Legend"),
    ({"moves": "end"}, "$.moves: must be a list of moves, not 'end'"),
    ({"moves": {"1": "end"}}, "$.moves: "),
    ({"moves": ["end", "fly", "end", "walk W a1-z9"]}, "$.moves[3]: column 11: no cell 'z9'"),
    ({"moves": ["end", 3]}, "$.moves[1]: must be a move as text"),
    ({"moves": ["end\n"]}, "$.moves[0]: column 1"),
    ({"moves": ["end"] * (MAX_MOVES + 1)}, "$.moves: "),
    ({"names": ["Ana"]}, "$.names: 1 names for 2 players"),
    ({"names": ["Ana", 3]}, "$.names[1]: "),
    ({"names": ["Ana", "B\n"]}, "$.names[1]: must be a name without comma"),
    ({"names": ["Ana", ""]}, "$.names[1]: "),
    ({"names": ["Ana", " B"]}, "$.names[1]: "),
    ({"names": ["Ana", "\ud800"]}, "$.names[1]: "),
    ({"extra": {"date": 3}}, "$.extra.date: "),
    ({"extra": {"date": "a # b"}}, "$.extra.date: "),
    ({"extra": {"Players": "3"}}, "'Players' cannot be a further header key"),
    ({"extra": [["date", "today"]]}, "$.extra: "),
    ({"seats": [1]}, "$.seats: 1 seats for 2 moves"),
    ({"seats": [1, "2"]}, "$.seats[1]: must be a seat, or null"),
    ({"seats": [1, 2.0]}, "$.seats[1]: "),
    ({"comments": [{"after": 3, "text": ""}]}, "$.comments[0].after: there are only 2 moves"),
    ({"comments": [{"after": 0, "text": "a\nb"}]}, "$.comments[0].text: "),
    ({"comments": [{"after": 0}]}, "$.comments[0]: lacks text"),
    ({"comments": ["a"]}, "$.comments[0]: "),
    ({"playerz": 2}, "$: no key is called 'playerz': did you mean 'players'?"),
    ({"format": "tikal-record/2"}, "$.format: 'tikal-record/2' is another version: a newer"),
    ({"format": "chess"}, "$.format: must be 'tikal-record/1'"),
    ({"format": ["tikal-record/1"]}, "$.format: must be"),
    ({"format": "tikal-position/1"}, "$.format: 'tikal-position/1' is another kind of document"),
]


@pytest.mark.parametrize(("change", "message"), MALFORMED, ids=itertools.count(1))
def test_a_malformed_record_is_refused_with_its_path(change: dict[str, Any], message: str) -> None:
    document: Any = {**RECORD, **change}
    ways: list[tuple[Callable[[Any], object], Any]] = [
        (documents.record_from_json, document),
        (documents.loads_record, json.dumps(document)),
    ]
    for read_record, data in ways:
        with pytest.raises(tikal.InvalidNotation) as caught:
            read_record(data)
        assert message in str(caught.value)
        assert len(str(caught.value)) < 1_000


MALFORMED_POSITIONS: list[tuple[dict[str, Any], str]] = [
    ({"tiles": {"z9": ["A3", 1]}}, "$.tiles: keys must be cells a1 to h5, not 'z9'"),
    ({"tiles": {"b3": ["A3", 1.0]}}, "$.tiles.b3[1]: must be a rotation, 0 to 5, not 1.0"),
    ({"tiles": {"b3": ["A3"]}}, "$.tiles.b3: must be a tile id and a rotation"),
    ({"tiles": {"b3": "A3"}}, "$.tiles.b3: "),
    ({"tiles": {"b3": ["A7", 0]}}, "$.tiles.b3[0]: must be a tile id"),
    ({"values": {"a2": 2.5}}, "$.values.a2: must be a whole number"),
    ({"seats": {"9": {}}}, "$.seats: no key is called '9'"),
    ({"seats": {"1": {"score": True}}}, "$.seats['1'].score: "),
    ({"seats": {"1": {"treasures": {"9": 1}}}}, "$.seats['1'].treasures: "),
    ({"seats": {"1": {"guards": {"a2": "X"}}}}, "$.seats['1'].guards.a2: must be"),
    ({"seats": {"1": {"figures": {"a1": [1, 2, 3]}}}}, "$.seats['1'].figures.a1: "),
    ({"seats": {"1": {"camps": "a1"}}}, "$.seats['1'].camps: must be a list of cells"),
    ({"phase": "sleep"}, "$.phase: must be one of draw"),
    ({"active": 1.0}, "$.active: "),
    ({"ap": None}, "$.ap: "),
    ({"tile": "Q1"}, "$.tile: "),
    ({"bidding": {"high_bid": "3"}}, "$.bidding.high_bid: "),
    ({"edition": {"key": "x"}}, "$.edition: lacks title, camp_requires_member"),
    ({"edition": 3}, "$.edition: must be an edition"),
    ({"playrs": 3}, "did you mean 'players'?"),
    ({"format": "tikal-position/9"}, "'tikal-position/9' is another version"),
]


@pytest.mark.parametrize(("change", "message"), MALFORMED_POSITIONS, ids=itertools.count(1))
def test_a_malformed_position_is_refused_with_its_path(
    change: dict[str, Any], message: str
) -> None:
    document: Any = {**POSITION, **change}
    ways: list[tuple[Callable[[Any], object], Any]] = [
        (documents.position_from_json, document),
        (documents.loads_position, json.dumps(document)),
    ]
    for read_position, data in ways:
        with pytest.raises(tikal.InvalidNotation) as caught:
            read_position(data)
        assert message in str(caught.value)


IMPOSSIBLE: list[tuple[dict[str, Any], list[str]]] = [
    (
        {"tiles": {"h5": ["A3", 0]}, "seats": {"1": {"figures": {"c3": [0, 1]}}}},
        ["h5 cannot be reached", "c3, which is unexplored"],
    ),
    ({"seats": {"3": {"score": 1}}}, ["no seat 3"]),
    ({"seats": {"1": {"figures": {"a1": [1, 0], "a2": [1, 0]}}}}, ["one leader"]),
    ({"tile": "A1"}, ["a tile waits"]),
    ({"phase": "over"}, ["a seat is active until the game is over"]),
    ({"active": None}, ["a seat is active until the game is over"]),
    ({"active": 3}, ["it cannot be seat 3's turn"]),
    ({"tiles": {"b3\n": ["A3", 1]}}, ["no cell"]),
    ({"tiles": {"b3": ["A3\n", 1]}}, ["no tile"]),
    ({"tiles": {"a1": ["A3", 1]}}, ["a printed hex"]),
    ({"bidding": {"high_bid": 1}}, ["there is no auction now"]),
    ({"seats": {"1": {"camps": ["b1\n"]}}}, ["no cell"]),
    ({"auction": True, "edition": "legend-classic"}, ["has no auction game"]),
]


@pytest.mark.parametrize(("change", "messages"), IMPOSSIBLE, ids=itertools.count(1))
def test_an_impossible_position_is_refused_with_every_problem(
    change: dict[str, Any], messages: list[str]
) -> None:
    with pytest.raises(tikal.InvalidState) as caught:
        documents.position_from_json({**POSITION, **change})
    assert len(caught.value.problems) == len(messages)
    for problem, message in zip(caught.value.problems, messages, strict=True):
        assert message in problem


def test_an_impossible_position_is_not_written() -> None:
    state = tikal.new_game(2)
    broken = attrs.evolve(state, turn=attrs.evolve(state.turn, ap=99))
    with pytest.raises(tikal.InvalidState, match="99 action points"):
        documents.dumps(broken)
    for write in (documents.dumps, documents.dumps_position, documents.dumps_record):
        with pytest.raises(tikal.WrongType):
            write("end")  # type: ignore[arg-type]


def test_a_long_list_of_errors_is_cut() -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        documents.record_from_json({**RECORD, "moves": ["fly"] * 500})
    assert str(caught.value).endswith("; and 495 more")
    with pytest.raises(tikal.InvalidNotation) as caught:
        documents.record_from_json({**RECORD, "moves": [3] * 500})
    assert "$.moves[0]" in str(caught.value)
    assert len(str(caught.value)) < 1_000


# --- bad JSON ----------------------------------------------------------------------------------

NESTED = '{"format": "tikal-record/1", "moves": ' + "[" * 100_000 + "]" * 100_000 + "}"
BAD_JSON: list[tuple[str | bytes, str]] = [
    ("", "line 1, column 1: this is not JSON"),
    ("{\n  'a': 1}", "line 2, column 3: this is not JSON"),
    ("end", "line 1, column 1: this is not JSON"),
    ("[]", "$: must be an object, not []"),
    ("null", "$: must be an object, not None"),
    ("{}", "$.format: is missing: it must be 'tikal-record/1' or 'tikal-position/1'"),
    ('{"format": "a", "format": "b"}', "$: must be an object, not an object with the key 'format'"),
    (json.dumps(RECORD)[:-1] + ', "extra": {"a": "", "a": ""}}', "$.extra: must be"),
    (json.dumps(RECORD)[:-1] + ', "start": 1e999}', "$.start: "),
    (json.dumps(RECORD)[:-1] + ', "start": ' + "9" * 5_000 + "}", "$.start: "),
    (json.dumps(RECORD)[:-1] + ', "start": -Infinity}', "$.start: "),
    ("[" * 100_000, "nested too deeply"),
    ('{"a":' * 100_000, "nested too deeply"),
    (NESTED, "nested too deeply"),
    (" " * (documents.MAX_DOCUMENT_CHARACTERS + 1), "at most 4000000 characters"),
    (b'{"a":\n "\xff"}', "line 2, column 3: this is not UTF-8 text"),
    (json.dumps(RECORD).encode("utf-16"), "line 1, column 1: this is not UTF-8 text"),
]


@pytest.mark.parametrize(("text", "message"), BAD_JSON, ids=itertools.count(1))
def test_bad_json_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        documents.loads(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 500


def test_deeply_nested_data_are_refused() -> None:
    deep: object = []
    for _ in range(100_000):
        deep = [deep]
    for data in (deep, {**RECORD, "moves": deep}, {**RECORD, "format": deep}):
        with pytest.raises(tikal.InvalidNotation):
            documents.record_from_json(data)


def test_a_byte_order_mark_does_no_harm() -> None:
    assert documents.loads("\ufeff" + json.dumps(RECORD)) == read(RECORD)
    assert documents.loads(json.dumps(RECORD).encode("utf-8-sig")) == read(RECORD)


def test_only_text_is_read() -> None:
    with pytest.raises(tikal.WrongType, match="text or bytes"):
        documents.loads(3)  # type: ignore[arg-type]


def test_reading_and_writing_need_no_other_package() -> None:
    program = (
        "import sys; sys.modules.update(dict.fromkeys(['cattrs', 'jsonschema', 'networkx']))\n"
        "import tikal\n"
        "from tikal.notation.documents import dumps, loads\n"
        "for thing in (tikal.new_game(2), tikal.loads('edition: legend-classic\\nplayers: 2')):\n"
        "    assert loads(dumps(thing)) == thing\n"
        "import tikal.conformance.cases, tikal.conformance.report.log"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_violation_reads_back() -> None:
    state = tikal.new_game(2)
    (violation,) = tikal.check(state, tikal.parse_move("end"))
    data = dict(documents.violation_to_json(violation))
    assert json.loads(json.dumps(data)) == data
    assert documents.violation_from_json(data) == violation
    del data["facts"]
    assert documents.violation_from_json(data).facts == {}
    malformed: list[object] = [None, [], {"clause": "TURN-01"}]
    malformed += [{**data, "message": 1}, {**data, "facts": 1}]
    for wrong in malformed:
        with pytest.raises(tikal.InvalidNotation, match="a clause, a message and facts"):
            documents.violation_from_json(wrong)


# --- records that begin with a position --------------------------------------------------------

LINE = "act 2 5ap; a2=7 1L2 2W3"


def test_a_record_that_begins_with_a_position_carries_its_text() -> None:
    record = tikal.loads(f"position: {LINE}\n\nwalk W a2-a1\n")
    document = dict(documents.record_to_json(record))
    assert document["position"] == "rio-grande-1999;act 2 5ap;a2=7 1L2 2W3"
    assert (document["players"], document["start"]) == (2, 2)
    assert documents.loads(documents.dumps(record)) == record
    for key in ("start", "auction"):
        del document[key]
    assert documents.record_from_json(document) == record
    assert "position" not in documents.record_to_json(
        tikal.loads("edition: legend-classic\nplayers: 2\n")
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 3}, "$.players: contradicts the position, where players is 2"),
        ({"start": 1}, "$.start: contradicts the position, where start is 2"),
        ({"position": "a2=x"}, "$.position: column 4: expected a number"),
        ({"position": "c3 1W"}, "$.position: this position is impossible: seat 1: figures cannot"),
        ({"position": 7}, "$.position: must be the position"),
        ({"position": "x" * 4_001}, "$.position: must be the position"),
    ],
)
def test_a_position_that_does_not_fit_its_record_is_refused(
    changes: dict[str, object], message: str
) -> None:
    record = tikal.loads(f"position: {LINE}\n\nwalk W a2-a1\n")
    with pytest.raises(tikal.InvalidNotation) as caught:
        documents.record_from_json({**documents.record_to_json(record), **changes})
    assert str(caught.value).startswith(message)


# --- nesting -----------------------------------------------------------------------------------


@given(st.text(alphabet='[]{}"\\x\u00e9'), st.booleans())
def test_brackets_and_quotes_in_texts_are_no_nesting(text: str, ascii_only: bool) -> None:
    deep: object = [text] * 30
    for _ in range(10):
        deep = {text: deep}
    assert parse_json(json.dumps(deep, ensure_ascii=ascii_only)) == deep
    for _ in range(40):
        deep = [deep, text]
    with pytest.raises(tikal.InvalidNotation, match="nested too deeply"):
        parse_json(json.dumps(deep, ensure_ascii=ascii_only))
