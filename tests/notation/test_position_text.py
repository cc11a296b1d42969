"""Positions as text: what is written reads back, sketches are short, mistakes have a place."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tikal.components import BOX, LOOSE_TILES
from tikal.editions import write_edition
from tikal.errors import Sentence
from tikal.geometry import lying
from tikal.grid import CELL_INDEX
from tikal.languages import LANGUAGES
from tikal.notation.positions.syntax import MAX_TEXT_CHARACTERS
from tikal.parts import OUT_OF_PLAY, Bidding, Course, Expedition, Ground, Stock, Table, Turn
from tikal.state import State
from tikal.testing.pool import house_game
from tikal.testing.strategies import states

MAX_CHARACTERS: Final = 600
#: Games whose later positions are measured: thousands of positions under `make verify`.
GAMES: Final = 150 if os.environ.get("HYPOTHESIS_PROFILE") == "verify" else 4
#: Letters, digits and what a link may hold; blanks are the one thing to be escaped there.
FIT_FOR_A_LINK: Final = re.compile(r"[A-Za-z0-9 ;=,_-]+")


def without_edition(state: State) -> str:
    return tikal.format_position(state).removeprefix(write_edition(state.edition))


# --- there and back ----------------------------------------------------------------------------


def reads_back(state: State) -> None:
    text = tikal.format_position(state)
    assert FIT_FOR_A_LINK.fullmatch(text)
    again = tikal.parse_position(text)
    assert again == state
    assert hash(again) == hash(state)
    assert tikal.format_position(again) == text
    # layout and letters do not matter
    assert tikal.parse_position(text.replace(";", " ;\n  ").replace(" ", "\t ")) == state
    assert tikal.parse_position(text.replace(";", " ")) == state
    assert tikal.parse_position(text.upper()) == state
    assert tikal.parse_position("# above\n" + text.replace(";", "  # beside\n")) == state


@given(states())
def test_every_position_of_play_reads_back(state: State) -> None:
    reads_back(state)


@given(st.data())
def test_every_position_of_a_house_edition_reads_back(data: st.DataObject) -> None:
    game = house_game(data.draw(st.integers(0, 60)), limit=data.draw(st.sampled_from((40, 700))))
    reads_back(game.steps[data.draw(st.integers(0, len(game.steps) - 1))].state)


def is_special(state: State) -> bool:
    """Mid-auction, a scoring round, an end, a digger who has gone, a tile set aside."""
    course, placed = state.course, len(state.ground.board.placements()) - len(BOX.printed)
    somewhere = placed + len(state.stock.tiles) + len(state.display) + (state.tile is not None)
    return (
        bool(course.bidding.passed)
        or (course.scoring and course.tile is None)
        or state.phase == "over"
        or any(place != cell for cell, _, place in state.turn.diggers)
        or somewhere < LOOSE_TILES
    )


@given(states(where=is_special))
def test_every_unusual_position_reads_back(state: State) -> None:
    reads_back(state)


@given(states(), states())
def test_different_positions_are_written_differently(one: State, other: State) -> None:
    assert (one == other) == (tikal.format_position(one) == tikal.format_position(other))


# --- every field is written --------------------------------------------------------------------

DIG: Final = "legend-classic;players 3;act 1 8ap;a2=2 1L 2W;b1 1W2 2GW;b2 2C"


def evolve_in(state: State, path: str, **changes: Any) -> State:
    """A position with some fields of one record changed."""
    name, _, inner = path.partition(".")
    record: Any = getattr(state, name)
    if name == "expeditions":
        changed: Any = (attrs.evolve(record[0], **changes), *record[1:])
    elif inner:
        changed = attrs.evolve(record, **{inner: attrs.evolve(getattr(record, inner), **changes)})
    else:
        changed = attrs.evolve(record, **changes)
    return attrs.evolve(state, **{name: changed})


def digging(state: State) -> State:
    return evolve_in(
        state, "turn", worked=(CELL_INDEX["a2"],), diggers=((CELL_INDEX["a2"], "L", 1),)
    )


def laid(state: State) -> State:
    return evolve_in(state, "ground", board=state.ground.board.lay(CELL_INDEX["c1"], lying(4, 2)))


#: By record and field, a position in which only this field is another, however impossible.
CHANGES: Final[dict[tuple[type, str], Callable[[State], State]]] = {
    (Table, "edition"): lambda s: evolve_in(s, "table", edition=tikal.RIO_GRANDE_1999),
    (Table, "auction"): lambda s: evolve_in(s, "table", auction=True),
    (Course, "tile"): lambda s: evolve_in(s, "course", tile=7),
    (Course, "scoring"): lambda s: evolve_in(s, "course", scoring=True),
    (Course, "queue"): lambda s: evolve_in(s, "course", scoring=True, queue=(2,)),
    (Bidding, "display"): lambda s: evolve_in(s, "course.bidding", display=(1, 2)),
    (Bidding, "high_bid"): lambda s: evolve_in(s, "course.bidding", high_bid=7, high_bidder=2),
    (Bidding, "high_bidder"): lambda s: evolve_in(s, "course.bidding", high_bidder=2),
    (Bidding, "passed"): lambda s: evolve_in(s, "course.bidding", passed=(2, 3)),
    (Bidding, "first_passer"): lambda s: evolve_in(
        s, "course.bidding", passed=(2, 3), first_passer=3
    ),
    (Bidding, "done"): lambda s: evolve_in(s, "course.bidding", done=(2,)),
    (Turn, "phase"): lambda s: evolve_in(s, "turn", phase="reveal"),
    (Turn, "active"): lambda s: evolve_in(s, "turn", active=2),
    (Turn, "ap"): lambda s: evolve_in(s, "turn", ap=7),
    (Turn, "worked"): lambda s: evolve_in(s, "turn", worked=(1,), diggers=((1, "L", 1),)),
    (Turn, "diggers"): lambda s: evolve_in(
        s, "turn", worked=(1,), diggers=((1, "W", OUT_OF_PLAY),)
    ),
    (Ground, "board"): laid,
    (Ground, "values"): lambda s: evolve_in(s, "ground", values=(0, 5, *s.ground.values[2:])),
    (Ground, "tokens"): lambda s: evolve_in(
        laid(s), "ground", tokens=(*s.ground.tokens[:10], 1, *s.ground.tokens[11:])
    ),
    (Stock, "tiles"): lambda s: evolve_in(s, "stock", tiles=s.stock.tiles[1:]),
    (Expedition, "score"): lambda s: evolve_in(s, "expeditions", score=9),
    (Expedition, "leader"): lambda s: evolve_in(s, "expeditions", leader=0),
    (Expedition, "workers"): lambda s: evolve_in(
        s, "expeditions", workers=(3, *s.expeditions[0].workers[1:])
    ),
    (Expedition, "removed"): lambda s: evolve_in(s, "expeditions", removed=(0, 2)),
    (Expedition, "camps"): lambda s: evolve_in(s, "expeditions", camps=(10,)),
    (Expedition, "guards"): lambda s: evolve_in(s, "expeditions", guards=((1, "W"),)),
    (Expedition, "treasures"): lambda s: evolve_in(
        s, "expeditions", treasures=(0, 2, 0, 0, 0, 0, 0, 0)
    ),
}
#: What follows from the rest, so that `position` works it out.
DERIVED: Final = {
    (Course, "bidding"), (Course, "winners"), (Stock, "floors"), (Stock, "unseen"),
    (Expedition, "seat"), (Expedition, "supply"),
}  # fmt: skip


def test_every_field_of_every_record_is_thought_of() -> None:
    records = (Table, Course, Bidding, Turn, Ground, Stock, Expedition)
    fields = {(kind, field.name) for kind in records for field in attrs.fields(kind)}
    assert fields == {*CHANGES, *DERIVED}
    assert [field.name for field in attrs.fields(State)] == [
        "table", "course", "turn", "ground", "stock", "expeditions",
    ]  # fmt: skip


@pytest.mark.parametrize(("kind", "name"), CHANGES, ids=[f"{k.__name__}.{n}" for k, n in CHANGES])
def test_every_field_changes_the_text(
    kind: type, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The changed positions are impossible, so the writer is asked not to mind."""
    monkeypatch.setattr("tikal.notation.positions.writer.problems", lambda _state: ())
    state = tikal.parse_position(DIG)
    before = {
        "queue": evolve_in(state, "course", scoring=True),
        "high_bid": evolve_in(state, "course.bidding", high_bidder=2),
        "first_passer": evolve_in(state, "course.bidding", passed=(2, 3)),
        "diggers": digging(state),
        "tokens": laid(state),
        "camps": laid(state),
        "auction": tikal.parse_position(f"{DIG};scores 5 5 5"),
    }.get(name, state)
    changed = CHANGES[kind, name](before if name in ("auction", "camps") else state)
    assert changed != before
    assert tikal.format_position(changed) != tikal.format_position(before)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("c1=G1r4", "c1=G1r5"),
        ("a2 1GL", "a2 1GW"),
        ("a2 1L2", "a2 1W3"),
        ("a2 1GW;out L2 -", "a2 1GW;out W2 -"),
        ("act 1 6ap;a2=3 1W2 dug", "act 1 6ap;a2=3 1W2 dug 2"),
        ("legend-classic;act 1 8ap;a2=2 1L1 dug L", "legend-classic;act 1 8ap;a2=2 1L1 dug W"),
        ("legend-classic;act 1 8ap;a2=2 1L dug W-out", "legend-classic;act 1 8ap;a2=2 1L dug"),
        ("rio-grande-1999 lowest_bid=0", "rio-grande-1999"),
    ],
)
def test_parts_of_a_field_change_the_text(one: str, other: str) -> None:
    written = [tikal.format_position(tikal.parse_position(text)) for text in (one, other)]
    assert [text.removeprefix("rio-grande-1999;") for text in written] == [one, other]


# --- length ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "auction"), [("legend-classic", False), ("rio-grande-1999", True)]
)
def test_the_fullest_positions_have_at_most_600_characters(edition: str, auction: bool) -> None:
    longest = 0
    for seed in range(GAMES):
        game = tikal.play(tikal.new_game(4, edition, auction), tikal.sensible_policy, seed)
        for step in game.steps[len(game.steps) * 2 // 3 :: 6]:
            longest = max(longest, len(without_edition(step.state)))
    assert 400 < longest <= MAX_CHARACTERS


def test_a_sketch_is_as_short_as_what_it_shows() -> None:
    for text in ("a2 temple 7, 1L2, 2W3", "a2=7 1L2 2W3", "A2: 7, 1l2, 2:3"):
        assert len(text) <= 40
        state = tikal.parse_position(text)
        assert state["a2"].value == 7
        assert state["a2"].figures == {1: (1, 2), 2: (0, 3)}
        assert (state.phase, state.active, state.ap) == ("act", 1, 10)
        assert tikal.format_position(state) == "rio-grande-1999;a2=7 1L2 2W3"
    assert tikal.parse_position("") == tikal.position()


def test_a_separator_may_be_forgotten_where_the_next_word_begins_a_statement() -> None:
    state = tikal.parse_position("legend-classic;players 3;act 2 7ap;a1 1W;a2=7 2W;c1=G1r4;b1 3GL")
    for text in (
        "legend-classic players 3 act 2 7ap a1 1W a2=7 2W c1=G1r4 b1 3GL",
        "legend-classic act 2 7 ap c1 = g1 r4 a2:7,2W b1 3GL a1 1W players 3",
    ):
        assert tikal.parse_position(text) == state
    assert tikal.parse_position("place 2 tile C1 a1 2W") == tikal.parse_position(
        "place 2 tile C1;a1 2W"
    )
    with pytest.raises(tikal.InvalidNotation, match="column 12: tile A1 was already"):
        tikal.parse_position("display A1 a1 1W")  # a tile, for all that anybody can tell


def test_a_rotation_may_stand_apart() -> None:
    assert tikal.parse_position("c1=G1r4") == tikal.parse_position("c1 g1 r4")
    assert tikal.parse_position("c1=G1 r4, 1W")["c1"].rotation == 4


def test_the_names_give_the_number_of_players() -> None:
    assert tikal.parse_position("a1 1W").players == 2
    assert tikal.parse_position("a1 3W").players == 3
    assert tikal.parse_position("scores 1 2 3 4").players == 4
    assert tikal.parse_position("players 4").players == 4


def test_diggers_may_be_left_out() -> None:
    known = "legend-classic;act 1 8ap;b1=2 1L1 dug"
    state = tikal.parse_position(known)
    assert [kind for _, kind, _ in state.turn.diggers] == ["L", "W"]
    gone = tikal.parse_position("legend-classic;act 1 8ap;b1=2 2W dug")
    assert gone.turn.diggers == ((CELL_INDEX["b1"], "W", OUT_OF_PLAY),)
    leader = tikal.parse_position(f"{known} L")
    assert leader.turn.diggers == ((CELL_INDEX["b1"], "L", CELL_INDEX["b1"]),)
    assert tikal.format_position(leader) == f"{known} L"
    for text in ("b1=2 1L1 dug L W-out", "b1=2 1L dug W-a1;a1 1W2"):
        sketch = tikal.parse_position(f"legend-classic;act 1 8ap;{text}")
        assert tikal.parse_position(tikal.format_position(sketch)) == sketch


def test_reading_and_writing_load_no_extra() -> None:
    """The page in the browser has neither of these."""
    code = "import sys, tikal; tikal.parse_position(tikal.format_position(tikal.new_game(2)))"
    command = [sys.executable, "-c", f"{code}; print(*sys.modules)"]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert "tikal.notation.positions.reader" in loaded
    for unneeded in (
        "networkx",
        "jsonschema",
        "cattrs",
        "tikal.notation.records",
        "tikal.notation.documents",
    ):
        assert unneeded not in loaded


# --- mistakes ----------------------------------------------------------------------------------

MISTAKES: Final = {
    "a2=x": "column 4: expected a number, figures such as 1L2 or 2W3",
    "a2=7;;b9=3": "column 7: no cell 'b9': the cells are a1 to h5",
    "legend; a2=7": "column 1: no edition is called 'legend': did you mean legend-classic?",
    "foo 3": "column 1: expected a cell such as a2, an edition, a phase such as act",
    "= 3": "column 1: expected a cell",
    "a2=7 1L 1W2": "column 9: seat 1 on a2 stands here twice",
    "a2=7;b1=2;a2=8": "column 11: a2 was already given in column 1",
    "act 1\ndraw 2": "line 2, column 1: the phase was already given in line 1, column 1",
    "legend-classic;rio-grande-1999": "column 16: edition was already given in column 1",
    "c1=A5;d1=a5": "column 10: tile A5 was already named in column 4",
    "c1=A5;display A5": "column 15: tile A5 was already named in column 4",
    "c1=A9": "column 4: no tile 'A9': the tiles are A1 to G4",
    "c1=A5r7": "column 4: expected a tile such as A5r2, a number",
    "c1=A5r2 r2": "column 9: expected a number",
    "a2 r2": "column 4: a2 is a printed hex",
    "c1=7": "column 4: say which tile lies on c1 first, as in c1=A5r2",
    "c1 temple": "column 4: say which tile lies on c1 first",
    "a1=A5": "column 4: a1 is a printed hex",
    "b2=7": "column 4: b2 is jungle, which has neither a value nor treasures",
    "a2 jungle": "column 4: a2 is temple, not jungle",
    "a2=7 8": "column 6: the number on a2 stands here twice",
    "a2=700": "column 4: 700 on a2 is out of all proportion",
    "a2": "column 3: expected what lies or stands on a2",
    "a2 1G": "column 4: expected a number, figures such as 1L2 or 2W3, a camp such as 1C",
    "a2 1L;b1 1GL": "column 10: seat 1 has one leader, who was already named in column 4",
    "a2 1L;out L": "column 11: seat 1 has one leader",
    "b1=2 1W dug X": "column 13: expected after dug a number or a digger",
    "b1=2 1W dug W-z9": "column 13: no cell 'z9'",
    "b1=2 1W dug 100": "column 13: expected how often",
    "act 2 foo": "column 7: expected a seat, action points such as 7ap, scoring with the seats",
    "act 2 3": "column 7: expected one seat, and action points such as 7ap",
    "act 7ap 6ap": "column 9: the action points stand here twice",
    "act scoring 2 2 tile B1": "column 15: seat 2 stands here twice",
    "act tile": "column 5: expected a seat",
    "place tile X1": "column 12: no tile 'X1'",
    "over 1": "column 6: expected nothing more, found '1'",
    "players": "column 8: expected a number such as 3, found nothing more",
    "players 3 4": "column 11: expected the end of the statement, found '4'",
    "players 2;a2 3W": "column 14: no seat 3: this game has seats 1 to 2",
    "players 7": "column 1: a game has 2 to 4 players, not 7 (COMP-01)",
    "a2 5W": "column 4: a game has 2 to 4 players, not 5 (COMP-01)",
    "auction perhaps": "column 9: expected yes or no",
    "legend-classic;auction": "column 16: Tikal Legend, Classic rules (English) has no auction",
    "legend-classic secnd_dig=one": "column 16: no house rule 'secnd_dig'",
    "edition legend": "column 9: no edition 'legend'",
    "scores 1 x": "column 10: expected the points of seat 2",
    "scores 1 2 3 4 5": "column 16: expected an entry for every seat, and no more",
    "scores": "column 7: expected an entry for every seat after scores",
    "treasures 19": "column 11: expected the kinds of seat 1, such as 1136",
    "out 2": "column 5: expected the lost figures of seat 1",
    "high 5": "column 1: the high bid is written like high 5 by 2",
    "high 5 by x": "column 11: expected a seat such as 2",
    "display": "column 8: expected a tile such as A5 after display",
    "display x": "column 9: no tile 'X'",
    "passed": "column 7: expected a seat such as 2 after passed",
    "done x": "column 6: expected a seat such as 2, found 'x'",
}  # fmt: skip


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_mistake_is_given_in_the_language_of_the_player(language: str) -> None:
    for text in MISTAKES:
        with pytest.raises(tikal.InvalidNotation) as caught:
            tikal.parse_position(text)
        error = caught.value
        assert error.text() == str(error)
        assert isinstance(error.message, Sentence), text
        translated = error.text(language)
        assert translated.endswith(error.message.text(language))
        assert error.message.text(language) != str(error.message)


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_has_a_place_and_says_what_was_expected(text: str) -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        tikal.parse_position(text)
    assert MISTAKES[text] in str(caught.value)
    assert str(caught.value).startswith(MISTAKES[text].partition(":")[0])


def test_mistakes_are_reported_together() -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        tikal.parse_position("a2=x\nb9=3; act 2 foo\n")
    error = caught.value
    assert (error.line, error.column) == (1, 4)
    for place in ("line 1, column 4: ", "line 2, column 1: ", "line 2, column 13: "):
        assert place in str(error)
    with pytest.raises(tikal.InvalidNotation, match=r"and more$") as caught:
        tikal.parse_position("foo;" * 1_000)
    assert str(caught.value).count("expected") == 8


def test_every_broken_invariant_is_listed() -> None:
    with pytest.raises(tikal.InvalidState) as caught:
        tikal.parse_position("act 2 12ap; c3 1W; h5=A3; b2 1GW")
    found = " ".join(caught.value.problems)
    for problem in (
        "c3, which is unexplored",
        "h5 cannot be reached",
        "12 action points",
        "guard can stand",
    ):
        assert problem in found


def test_only_a_position_is_written() -> None:
    state = tikal.new_game(2)
    broken = attrs.evolve(state, stock=attrs.evolve(state.stock, tiles=()))
    with pytest.raises(tikal.InvalidState, match="tile A1 is missing"):
        tikal.format_position(broken)
    for thing in (None, "a2=7", 3):
        with pytest.raises(tikal.WrongType):
            tikal.format_position(thing)  # type: ignore[arg-type]
    for other in (None, b"a2=7", 3, state):
        with pytest.raises(tikal.WrongType, match="written as a str"):
            tikal.parse_position(other)  # type: ignore[arg-type]


def test_a_text_that_is_too_long_is_not_looked_at() -> None:
    assert tikal.parse_position("#" * MAX_TEXT_CHARACTERS) == tikal.position()
    with pytest.raises(tikal.InvalidNotation, match="at most 20000 characters"):
        tikal.parse_position("#" * (MAX_TEXT_CHARACTERS + 1))
