"""The published schemas and the reader: what one refuses the other refuses, at the same path.

Documents of every kind with one or several things changed go to both. The reader knows more: moves,
editions, and which fields fit each other. There the reader of version 0.2 is the oracle.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.notation import old_reader
from tikal.conformance.cases import read_cases
from tikal.conformance.report.events import event_from_json
from tikal.notation import documents
from tikal.notation.documents import fields
from tikal.notation.documents.limits import DocumentKind
from tikal.notation.documents.parsing import format_of, read_document
from tikal.notation.documents.parts import BelongingsDocument, BiddingDocument
from tikal.notation.documents.positions import PositionDocument
from tikal.notation.documents.records import CommentDocument, RecordDocument

Json: TypeAlias = Any

# --- documents with every field ----------------------------------------------------------------

RECORD: Final[Json] = {
    "format": "tikal-record/1",
    "edition": "rio-grande-1999",
    "players": 2,
    "auction": False,
    "start": 2,
    "position": "act 2 5ap; a2=7 1L2 2W3",
    "names": ["Ana", "Ben"],
    "extra": {"date": "today", "place": ""},
    "seats": [2, None],
    "points": [None, 4],
    "scores": [0, 3],
    "comments": [{"after": 0, "text": "a"}, {"after": 2, "text": ""}],
    "moves": ["walk W a1-a2", "end"],
}
EDITION: Final[Json] = {
    "key": "rio-grande-1999 second_dig=different",
    "title": "Club",
    "camp_requires_member": False,
    "volcano_may_foreclose": True,
    "tiebreak": ["tokens", "guard"],
    "has_auction": True,
    "second_dig": "different",
    "stones_towards_volcanoes": False,
    "beside_volcanoes_only": True,
    "same_kind_exchange": True,
    "guard_scores_alone": False,
    "final_round_opener": "last-placer",
    "lowest_bid": 0,
    "final_ties_from": "last-placer",
}
POSITION: Final[Json] = {
    "format": "tikal-position/1",
    "edition": EDITION,
    "players": 2,
    "auction": False,
    "phase": "act",
    "active": 1,
    "ap": 6,
    "scoring": False,
    "queue": [],
    "tile": None,
    "worked": {"b1": 1},
    "diggers": {"b1": [["W", "b1"], ["L", None]]},
    "tiles": {"b3": ["A2", 1], "c1": ["A5", 2]},
    "values": {"b1": 2},
    "tokens": {"b3": 3},
    "set_aside": [],
    "seats": {
        "1": {
            "score": 4,
            "figures": {"b1": [0, 1], "a1": [0, 2]},
            "camps": ["b2"],
            "guards": {"a2": "L"},
            "removed": [0, 1],
            "treasures": {"3": 1},
        },
        "2": {"score": 0},
    },
}
AUCTION: Final[Json] = {
    "format": "tikal-position/1",
    "edition": "rio-grande-1999",
    "players": 3,
    "auction": True,
    "phase": "bid",
    "active": 1,
    "tiles": {"b3": ["A2", 1]},
    "bidding": {
        "display": ["A1", "A3", "A4"],
        "high_bid": 5,
        "high_bidder": 2,
        "passed": [3],
        "first_passer": None,
        "done": [],
    },
}
#: What the edition leaves out is as in Legend, and not as in most editions.
CLUB: Final[Json] = {
    "format": "tikal-position/1",
    "edition": {
        "key": "legend-classic tiebreak=tokens",
        "title": "Club",
        "camp_requires_member": True,
        "volcano_may_foreclose": True,
        "tiebreak": ["tokens"],
        "has_auction": False,
    },
    "players": 2,
}
CASES: Final[Json] = {
    "format": "tikal-cases/1",
    "made_by": "a test",
    "cases": [
        {
            "id": "x",
            "origin": "witness",
            "clauses": ["TURN-02"],
            "description": "",
            "edition": "rio-grande-1999",
            "rules": {key: EDITION[key] for key in [*EDITION][2:]},
            "editions": ["rio-grande-1999"],
            "not_with": ["second_dig=one"],
            "no_permission": "so it is",
            "fault": "does nothing",
            "players": 2,
            "auction": False,
            "start": 1,
            "moves": ["draw A1"],
            "position": {"format": "tikal-position/1"},
            "questions": [
                {"ask": "check", "move": "end", "seat": 1, "expect": ["TURN-02"]},
                {"then": ["end"], "ask": "path_cost", "from": "a1", "to": "b1", "expect": None},
                {"ask": "components", "part": "tiles", "expect": {}, "expect_in": {"x": 1}},
            ],
        }
    ],
}
HEADER: Final[Json] = {
    "event": "header",
    "format": "tikal-report/1",
    "kind": "audit",
    "subject": "games",
    "facts": {"games": 2},
    "library": "x",
    "python": "3",
    "made": "now",
}
RESULT: Final[Json] = {
    "event": "result",
    "about": "game",
    "subject": "x",
    "outcome": "failed",
    "edition": "rio-grande-1999",
    "clauses": ["TURN-02"],
    "message": "no",
    "detail": {"x": [1]},
}
FOOTER: Final[Json] = {
    "event": "footer",
    "passed": 1,
    "failed": 2,
    "errored": 0,
    "skipped": 0,
    "unfinished": 0,
    "seconds": 0.5,
    "interrupted": False,
    "notes": ["x"],
    "slips": {"state/state/ap": "`ap` is a string in every `state`, not a whole number"},
    "score": {"asked": 1, "answered": 1, "right": 1, "clauses": 1, "shown": 0},
}
DOCUMENTS: Final[dict[str, tuple[DocumentKind, Json]]] = {
    "record": ("record", RECORD),
    "position": ("position", POSITION),
    "auction": ("position", AUCTION),
    "club": ("position", CLUB),
    "cases": ("cases", CASES),
    "header": ("report", HEADER),
    "result": ("report", RESULT),
    "footer": ("report", FOOTER),
}
READERS: Final[dict[DocumentKind, Callable[[Json], object]]] = {
    "record": documents.record_from_json,
    "position": documents.position_from_json,
    "cases": lambda data: read_cases(json.dumps(data)),
    "report": lambda data: read_document(data, "report", event_from_json),
}
#: What takes the place of every value, whatever it is.
OTHERS: Final[list[Json]] = [None, True, 1, 1.0, "x", [], ["a1", 3], {}, {"a": 1}]
#: Further replacements of a text; most of them are wrong in some fields and right in others.
TEXTS: Final[list[Json]] = [
    "", " x", "a # b", "a, b", "a\tb", "a\nb", "a1", "a1\n", "h5", "h6", "i5", "A3", "G7", "H1",
    "L", "end", "fly", "TURN-01", "Turn-01", "legend-classic", "x" * 401, "x" * 4_001, "\ud800",
]  # fmt: skip
NUMBERS: Final[list[Json]] = [-1, 0, 2, 3, 4, 5, 6, 10, 11, 10**9 - 1, 10**9, 20_001, 0.5, False]
LISTS: Final[list[Json]] = [[1], [1, 2], ["A3", 0], ["A3", 6], [None], ["L", "b1"], ["L"], [[]]]
OBJECTS: Final[list[Json]] = [
    {"b3": 1}, {"b3": [1, 1]}, {"b3": []}, {"h6": 1}, {"1": {}}, {"5": {}}, {"9": 1}, {"after": 1},
    {"after": 3, "text": ""}, {"key": "legend-classic", "title": "x"}, {"a": "b"}, {"edition": "x"},
]  # fmt: skip
BY_TYPE: Final[dict[type, list[Json]]] = {
    str: TEXTS, int: NUMBERS, float: NUMBERS, list: LISTS, dict: OBJECTS, bool: [], type(None): [],
}  # fmt: skip
#: The lengths around the limits of lists.
LENGTHS: Final = (1, 4, 5, 36, 37, 40, 41, 82, 83)


# --- changes -----------------------------------------------------------------------------------


def places(value: Json, steps: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The steps to every value inside of a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for step, part in inner:
        yield (*steps, step)
        if isinstance(part, dict | list):
            yield from places(part, (*steps, step))


def changed(
    document: Json, steps: tuple[str | int, ...], change: Callable[[Json, str | int], None]
) -> Json:
    """A copy of a document with a change made in the list or object that holds a place."""
    copy = json.loads(json.dumps(document))
    holder = copy
    for step in steps[:-1]:
        holder = holder[step]
    change(holder, steps[-1])
    return copy


def delete(holder: Json, step: str | int) -> None:
    del holder[step]


def add(holder: Json, step: str | int) -> None:
    """Add an entry of another name, or one more of the same."""
    if isinstance(holder, list):
        holder.append(holder[int(step)])
    else:
        holder[f"{step}s"] = holder[str(step)]


def put(other: Json) -> Callable[[Json, str | int], None]:
    return lambda holder, step: holder.__setitem__(step, other)


def values_instead(value: Json) -> Iterator[Json]:
    """What takes the place of a value."""
    yield from OTHERS
    yield from BY_TYPE[type(value)]
    if isinstance(value, list) and value:
        for length in LENGTHS:
            yield (value * length)[:length]


def at(document: Json, steps: tuple[str | int, ...]) -> Json:
    for step in steps:
        document = document[step]
    return document


def changes(document: Json) -> Iterator[Json]:
    """The document with one thing changed, in every way at every place."""
    for steps in places(document):
        for change in (delete, add, *map(put, values_instead(at(document, steps)))):
            yield changed(document, steps, change)


# --- the comparison ----------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _every_problem_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fields, "MAX_PROBLEMS_SHOWN", 1_000)


def by_place(sentences: list[str]) -> set[str]:
    """Sentences without the order in which they name the known keys."""
    return {re.sub(": there are .*", "", sentence, flags=re.DOTALL) for sentence in sentences}


def path_in(sentence: str) -> str:
    return sentence.split(": ")[0]


def refusal(kind: DocumentKind, data: Json) -> str:
    """What the reader finds malformed, if anything."""
    try:
        READERS[kind](data)
    except tikal.InvalidNotation as error:
        return error.message
    except tikal.InvalidState:
        pass  # well-formed, but impossible
    return ""


def compare(kind: DocumentKind, data: Json) -> None:
    expected = by_place([*old_reader.problems(data, kind)])
    message = refusal(kind, data)
    if expected:
        found = by_place(re.split(r"; (?=\$)", message))
        if "entries, at most" in message:  # refused before it was looked at
            assert path_in(message) in {*map(path_in, expected)}
        elif kind in ("record", "position") and data.get("format") != format_of(kind):
            assert path_in(message) == "$.format"
        else:
            assert found >= expected
    elif kind in ("record", "position"):
        assert outcome(READERS[kind], data) == outcome(old_reader.read, data)
    else:
        assert not message


def outcome(read: Callable[[Json], object], data: Json) -> object:
    try:
        return read(data)
    except tikal.InvalidState as error:
        return error.problems
    except tikal.InvalidArgument:
        return "refused"


def names_in(value: Json) -> set[str]:
    """The keys of all objects inside of a value."""
    if isinstance(value, list):
        return {name for each in value for name in names_in(each)}
    if isinstance(value, dict):
        return {*value, *(name for each in value.values() for name in names_in(each))}
    return set()


def properties_in(schema: Json) -> set[str]:
    """The names of all properties that a schema describes."""
    if isinstance(schema, list):
        return {name for each in schema for name in properties_in(each)}
    if isinstance(schema, dict):
        here = schema.get("properties", {})
        return {*here, *(name for each in schema.values() for name in properties_in(each))}
    return set()


@pytest.mark.parametrize("kind", READERS)
def test_the_documents_have_every_field_of_their_schema(kind: DocumentKind) -> None:
    present = {name for each, document in DOCUMENTS.values() for name in names_in(document)}
    missing = properties_in(documents.schema(kind)) - present
    assert missing <= {str(number) for number in range(1, 9)}  # seats and kinds of treasure


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_with_every_field_is_read(name: str) -> None:
    kind, document = DOCUMENTS[name]
    READERS[kind](document)
    assert old_reader.problems(document, kind) == set()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_reader_refuses_one_change_where_the_schema_does(name: str) -> None:
    kind, document = DOCUMENTS[name]
    for data in changes(document):
        compare(kind, data)


@given(st.data())
def test_the_reader_refuses_several_changes_where_the_schema_does(data: st.DataObject) -> None:
    kind, document = DOCUMENTS[data.draw(st.sampled_from([*DOCUMENTS]))]
    for _ in range(data.draw(st.integers(2, 5))):
        there = [*places(document)]
        if there:
            steps = data.draw(st.sampled_from(there))
            others = map(put, values_instead(at(document, steps)))
            document = changed(document, steps, data.draw(st.sampled_from([delete, add, *others])))
    compare(kind, document)


# --- what is written ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "kind", "part"),
    [
        (RecordDocument, "record", ()),
        (CommentDocument, "record", ("properties", "comments", "items")),
        (PositionDocument, "position", ()),
        (BelongingsDocument, "position", ("$defs", "belongings")),
        (BiddingDocument, "position", ("$defs", "bidding")),
    ],
)
def test_a_typed_document_has_the_fields_of_its_schema(
    document: type, kind: DocumentKind, part: tuple[str, ...]
) -> None:
    schema: Json = documents.schema(kind)
    for step in part:
        schema = schema[step]
    assert {*get_type_hints(document)} == {*schema["properties"]}
