"""Input and output of the page: texts, JSON, links, drafts."""

from __future__ import annotations

import json
from typing import Any, Final

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tikal
from tests.page.asking import answer, good, refused
from tikal.notation import documents
from tikal.notation.loading import read_any
from tikal.notation.records import Record
from tikal.page import bridge
from tikal.page.drafts import ARGUMENTS, draft_of, state_of
from tikal.page.links import MAX_LINK_CHARACTERS, NAMES, link, link_to, packed, read_link, unpacked
from tikal.testing.strategies import games, states

#: Whole games are long: fewer of them do.
SOME: Final = settings(max_examples=settings().max_examples // 5)
RECORD: Final = "edition: rio-grande-1999\nplayers: 2\n\ndraw A3; place b3 r1; deploy L a1\n"

# --- drafts ------------------------------------------------------------------------------------


@given(states())
def test_every_position_is_a_draft_and_back(state: tikal.State) -> None:
    draft = json.loads(json.dumps(draft_of(state)))
    assert state_of(draft) == state


@given(states())
def test_editing_nothing_changes_nothing(state: tikal.State) -> None:
    text = tikal.format_position(state)
    found = good(ask="edit", position=text, picture=False)
    assert (found["position"], found["problems"]) == (text, [])


STRANGE: Final[tuple[Any, ...]] = (
    "x",
    3,
    1.5,
    True,
    [],
    ["x"],
    [["x"]],
    {},
    {"1": "x"},
    {"x": {}},
    {"b3": 1},
)


@pytest.mark.parametrize("argument", ARGUMENTS)
def test_a_draft_with_a_strange_argument_is_read_or_refused(argument: str) -> None:
    for value in STRANGE:
        found = answer(ask="view", position={argument: value}, picture=False)
        assert "bug" not in found, found["error"]


def test_an_empty_draft_is_a_position() -> None:
    assert good(ask="edit", draft={})["position"] == tikal.format_position(tikal.position())


CHANGES: Final[list[tuple[str, Any, str]]] = [
    ("tiles.c1", ["A5", 2], "c1=A5r2"),
    ("values.a2", 7, "a2=7"),
    ("figures.1.a2", [1, 2], "a2 1L2"),
    ("camps.1", ["b2"], "b2 1C"),
    ("guards.2.a2", "W", "a2 2GW"),
    ("scores.1", 31, "scores 31 0"),
    ("ap", 4, "act 1 4ap"),
    ("active", 2, "act 2"),
    ("players", 3, "players 3"),
    ("edition", "legend-classic", "legend-classic"),
    ("phase", "draw", "draw 1"),
]


@pytest.mark.parametrize(("path", "to", "written"), CHANGES, ids=[path for path, *_ in CHANGES])
def test_one_change_is_one_change(path: str, to: object, written: str) -> None:
    found = good(ask="edit", draft={}, changes=[{"set": path, "to": to}])
    assert written in found["position"], found["problems"]
    back = good(ask="edit", draft=found["draft"], changes=[{"set": path, "to": None}])
    assert back["draft"] == {}


def test_a_cleared_cell_has_nothing_left() -> None:
    position = "act 1 7ap; b3=A2 3 1L 2W dug; c1=A3 1C; treasures 1 -"
    for cell in ("b3", "c1"):
        found = good(ask="edit", position=position, changes=[{"clear": cell}])
        assert found["board"][cell]["tile"] is None
        assert cell not in json.dumps(found["draft"])


def test_all_broken_invariants_are_listed_and_the_board_is_shown() -> None:
    changes = [
        {"set": "tiles.h5", "to": ["A3", 0]},
        {"set": "treasures.2.3", "to": 2},
        {"set": "figures.1.g2", "to": [0, 2]},
    ]
    found = good(ask="edit", draft={}, changes=changes)
    assert len(found["problems"]) == 3
    assert found["position"] is None
    assert 'data-cell="h5"' in found["picture"]
    german = good(ask="edit", draft={}, changes=changes, language="de")
    assert german["problems"][0] == "h5 ist vom Basiscamp aus nicht erreichbar (DER-01)"
    assert not {*german["problems"]} & {*found["problems"]}


def test_an_impossible_position_is_refused_in_the_language_of_the_request() -> None:
    found = answer(ask="view", position="a2 1C", language="nl")
    problem = "speler 1: op a2 kan geen kamp staan (CAMP-02)"
    assert (found["ok"], found["error"], found["problems"]) == (False, problem, [problem])


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ([{"set": "figure.1.b2", "to": [0, 1]}], "did you mean 'figures'?"),
        ([{"set": "figures.1.b2.c", "to": 1}], "a path is written like"),
        ([{"set": "figures.x.b2", "to": [0, 1]}], "the keys of figures are numbers"),
        ([{"set": "figures.1.z9", "to": [0, 1]}], "no cell 'z9'"),
        ([{"set": "ap.x", "to": 1}, {"set": "ap.x.y", "to": 1}], "x has no parts"),
        ([{"clear": "z9"}], "$.changes[0].clear: must be a cell a1 to h5, not 'z9'"),
        ([{"clear": "b3", "to": 3}], "$.changes[0]: no key is called 'to'"),
        ([{}], "$.changes[0]: lacks set"),
        ("b3", "$.changes: must be a list of changes"),
        ([{"set": "figures.1", "to": {"a1": [1, 0], "b1": [1, 0]}}], "one leader"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(changes: object, error: str) -> None:
    assert error in refused(ask="edit", draft={}, changes=changes)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                [path for path, *_ in CHANGES] + ["worked.a2", "tile", "queue", "done"]
            ),
            st.sampled_from([to for _, to, _ in CHANGES] + [None, -1, 99, "A3", [1], {}]),
        ),
        max_size=4,
    )
)
def test_any_draft_is_answered_and_shown(changes: list[tuple[str, object]]) -> None:
    """However broken it is, as long as something can be built of it."""
    draft: dict[str, Any] = {}
    for path, to in changes:
        found = answer(ask="edit", draft=draft, changes=[{"set": path, "to": to}])
        if found["ok"]:
            draft = found["draft"]
            assert found["picture"].startswith("<svg")
            assert (found["position"] is None) is bool(found["problems"])


DUG: Final = "legend-classic;act 1 8ap;a1 1W2;b1=2 1L1 dug W-b2;b2 1W"


def test_possible_diggers_are_offered_where_the_edition_needs_them() -> None:
    found = good(ask="edit", position=DUG, picture=False)
    offered = [(each["figure"], each["at"], each["said"]) for each in found["diggers"]["b1"]]
    assert offered == [
        ("L", "b1", False), ("W", "b1", False), ("W", "a1", False), ("W", "b2", True),
        ("W", None, False),
    ]  # fmt: skip
    for figure, at, _ in offered:
        changes = [{"set": "diggers.b1", "to": [[figure, at]]}]
        edited = good(ask="edit", draft=found["draft"], changes=changes, picture=False)
        assert [each["said"] for each in edited["diggers"]["b1"]] == [
            (figure, at) == other[:2] for other in offered
        ]
        assert edited["problems"] == []
    untold = [{"set": "diggers.b1", "to": None}]
    edited = good(ask="edit", draft=found["draft"], changes=untold, picture=False)
    assert edited["position"] == DUG.replace(" W-b2", "")
    elsewhere = [{"set": "edition", "to": "rio-grande-1999"}, *untold]
    edited = good(ask="edit", draft=found["draft"], changes=elsewhere, picture=False)
    assert (edited["problems"], edited["diggers"]) == ([], {})


def test_an_impossible_digger_is_offered_while_the_position_states_it() -> None:
    found = good(ask="edit", position=DUG, changes=[{"set": "figures.1.b2", "to": None}])
    assert found["problems"] == ["no worker stands where the digger of b1 is said to be"]
    assert {"figure": "W", "at": "b2", "said": True} in found["diggers"]["b1"]
    gone = "act 1 8ap;b1=2 dug;a2 1GL"
    offered = good(ask="edit", position=f"legend-classic;{gone}", picture=False)["diggers"]["b1"]
    assert {(each["figure"], each["at"]) for each in offered} == {("L", None), ("W", None)}


@pytest.mark.parametrize(
    ("changes", "written"),
    [
        ({"passed": [3, 2], "first_passer": 3}, "display A1 A3 A4;passed 3 2"),
        ({"high_bidder": 2, "high_bid": 5}, "display A1 A3 A4;high 5 by 2"),
        ({"high_bidder": 2, "high_bid": 5, "passed": [3]}, "display A1 A3 A4;high 5 by 2;passed 3"),
        ({"done": [2], "display": ["A1", "A3"]}, "display A1 A3;done 2"),
    ],
)
def test_bids_passes_and_turns_of_the_round_can_be_set(
    changes: dict[str, object], written: str
) -> None:
    start = "rio-grande-1999;players 3;auction;bid 1;b3=A2;"
    asked = [{"set": path, "to": to} for path, to in changes.items()]
    found = good(ask="edit", position=f"{start}display A1 A3 A4", changes=asked, picture=False)
    assert (found["problems"], found["position"]) == ([], start + written)


def test_figures_and_tiles_that_have_left_the_game_can_be_set() -> None:
    changes = [{"set": "removed.1", "to": [1, 2]}, {"set": "set_aside", "to": ["G4"]}]
    found = good(ask="edit", position="a2 1GW", changes=changes, picture=False)
    assert found["seats"][0]["removed"] == [1, 2]
    assert "G4" not in found["remaining"]
    assert found["problems"] == [
        "tile G4 is missing, and no tile can have been set aside yet (Q-04)"
    ]
    found = good(ask="edit", draft=found["draft"], changes=[{"set": "set_aside", "to": []}])
    assert found["position"] == "rio-grande-1999;a2 1GW;out L2 -"


# --- JSON --------------------------------------------------------------------------------------


@given(states())
def test_positions_as_json_are_read_and_written_as_the_library_does(state: tikal.State) -> None:
    text = documents.dumps(state)
    shown = good(ask="load", text=text, picture=False)
    assert (shown["loaded"], shown["position"]) == ("position", tikal.format_position(state))
    written = good(ask="export", position=tikal.format_position(state), format="position-json")
    assert documents.loads(written["text"]) == state


@SOME
@given(games())
def test_records_as_json_are_read_and_written_as_the_library_does(game: tikal.Replay) -> None:
    record = Record.of(game, names=[f"N{seat}" for seat in game.state.scores], seats=True)
    shown = good(ask="load", text=documents.dumps(record), picture=False)
    assert (shown["loaded"], shown["length"]) == ("record", len(game.steps))
    written = good(ask="export", game=shown["game"], format="json")["text"]
    assert documents.loads(written) == Record.of(game, names=record.names)


def test_claimed_points_and_scores_are_read() -> None:
    text = RECORD + "end = 0\n"
    record = tikal.loads("scores: 0, 0\n" + text)
    document = json.loads(documents.dumps(record))
    assert document["points"] == [None, None, None, 0]
    assert document["scores"] == [0, 0]
    shown = good(ask="load", text=json.dumps(document), picture=False)
    assert (shown["loaded"], shown["length"]) == ("record", 4)


def test_an_edition_with_a_title_of_its_own_is_read() -> None:
    house = attrs.evolve(tikal.RIO_GRANDE_1999, title="Our club", lowest_bid=0)
    state = tikal.new_game(2, house)
    document = json.loads(documents.dumps(state))
    assert document["edition"]["title"] == "Our club"
    shown = good(ask="load", text=json.dumps(document), picture=False)
    assert shown["position"].startswith("rio-grande-1999 lowest_bid=0;")


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"seats": [None, 10**9]}, "$.seats[1]: must be a seat, or null where none was written"),
        ({"edition": "x"}, "$.edition: column 1: no edition 'x'"),
        ({"format": "tikal-record/2"}, "$.format: 'tikal-record/2' is another version"),
    ],
)
def test_the_page_refuses_all_text_that_the_library_refuses(
    change: dict[str, object], error: str
) -> None:
    document = json.loads(documents.dumps(tikal.loads(RECORD)))
    assert error in refused(ask="load", text=json.dumps({**document, **change}))


# --- texts and links ---------------------------------------------------------------------------


def test_a_text_is_known_by_its_look() -> None:
    assert isinstance(read_any(RECORD), Record)
    assert isinstance(read_any("# a comment\n\n" + RECORD), Record)
    assert isinstance(read_any("b3=A2 1L"), tikal.State)
    assert isinstance(read_any("# a comment\nlegend-classic\nb3=A2 1L"), tikal.State)
    assert isinstance(read_any(documents.dumps(tikal.new_game(2))), tikal.State)
    for wrong in ("", "\n", "hello", "{", "<html>", "edition: x"):
        with pytest.raises(tikal.TikalError):
            read_any(wrong)


def test_a_refused_record_says_where() -> None:
    found = good(ask="load", text=RECORD + "recover b3\n")
    assert found["refusal"]["line"] == 5
    assert found["refusal"]["violations"][0]["clause"] == "TREASURE-01"


def test_a_seat_that_is_wrong_in_a_record_is_a_refusal() -> None:
    found = good(ask="load", text=RECORD + "2: end\n")
    assert found["refusal"]["violations"][0]["clause"] == "TURN-01"


@SOME
@given(games(), st.data())
def test_a_game_survives_its_link(game: tikal.Replay, data: st.DataObject) -> None:
    text = tikal.dumps(Record.of(game))
    loaded = good(ask="load", text=text, picture=False)
    at = data.draw(st.integers(0, loaded["length"]))
    found = good(ask="export", game=loaded["game"], at=at, format="link")["text"]
    assert len(found) < 2_000
    again = good(ask="load", link=f"#{found}", picture=False)
    assert (again["game"], again["at"]) == (loaded["game"], at)
    assert again["position"] == good(ask="view", game=loaded["game"], at=at)["position"]


def test_a_game_that_begins_with_a_position_survives_its_link() -> None:
    start = {"start": "b3=A2 1L2", "moves": ["recover b3", "reveal 3"], "names": ["Ana", "Ben"]}
    shown = good(ask="view", game=start)
    found = good(ask="export", game=shown["game"], format="link", move="recover b3")["text"]
    again = good(ask="load", link=found)
    assert (again["game"], again["asked"]) == (shown["game"], "recover b3")


def test_a_link_may_ask_about_a_seat_that_is_not_to_move() -> None:
    state = tikal.parse_position("players 3; act 1 7ap; b2 2W")
    opened = good(ask="load", link=link_to(state, "walk W b2-a1", seat=2, language="fr"))
    assert (opened["asked"], opened["asked_seat"]) == ("walk W b2-a1", 2)
    assert "seat" not in link_to(state, "walk W b2-a1", seat=1)
    assert good(ask="load", link=link_to(state, "end"))["asked_seat"] is None


@given(st.dictionaries(st.sampled_from(NAMES), st.text()))
def test_a_link_is_read_back_as_written(parts: dict[str, str]) -> None:
    encodable = {name: text.encode("utf-8", "replace").decode() for name, text in parts.items()}
    if encodable:
        found = link(**encodable)
        assert found.isascii()
        assert not set(found) & set(' "<>`')
        assert read_link(found) == encodable


@given(st.text())
def test_a_text_survives_packing(text: str) -> None:
    encodable = text.encode("utf-8", "replace").decode()
    assert unpacked(packed(encodable)) == encodable


@pytest.mark.parametrize(
    "fragment",
    [
        "", "#", "x=1", "position=", "game=", "game=!!!!", "game=AAAA", "position=b9",
        "game=" + packed("hello"), "position=b3=A2&position=b3=A2", "position=b3=A2&game=AAAA",
        "move=end", "position=b3=A2&move=x", "position=b3=A2&move=end&seat=x",
        "game=" + packed(RECORD) + "&at=x", "game=" + packed("x" * 5_000_000),
        "position=" + "x" * MAX_LINK_CHARACTERS,
        "position=%ff%fe", "position=<script>alert(1)</script>", "game=" + packed(RECORD)[:-9],
    ],
)  # fmt: skip
def test_a_damaged_link_is_refused(fragment: str) -> None:
    assert refused(ask="load", link=fragment)


@pytest.mark.parametrize("language", ["fr", "nl", "de"])
@pytest.mark.parametrize(
    "fragment", ["#game=xx", "#game=!", "#at=1&at=2", "#" + "x" * 10**6], ids=range(4)
)
def test_a_broken_link_is_explained_in_the_language_of_the_page(
    fragment: str, language: str
) -> None:
    request = {"ask": "load", "link": fragment}
    english, translated = (
        json.loads(bridge.ask(json.dumps({**request, "language": each})))
        for each in ("en", language)
    )
    assert english["ok"] is translated["ok"] is False
    assert translated["error"] != english["error"]
