"""Editions, their switches, and house editions: one list, and everybody reads it."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tikal.editions import (
    CRITERIA,
    SWITCHES,
    Edition,
    Switch,
    SwitchValue,
    read_edition,
    write_edition,
)
from tikal.law.registry import rulings
from tikal.notation import documents
from tikal.testing import house_editions
from tikal.testing.pool import every_value

PRINTED = list(tikal.EDITIONS.values())
by_switch = pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)

# --- the list of switches ----------------------------------------------------------------------


def test_the_list_of_switches_is_complete_and_in_the_order_of_the_fields() -> None:
    fields = [field.name for field in attrs.fields(Edition)]
    assert fields[:2] == ["key", "title"]
    assert [switch.name for switch in tikal.switches()] == fields[2:]


@by_switch
def test_every_value_has_a_sentence_and_no_two_the_same(switch: Switch) -> None:
    sentences = list(switch.values.values())
    assert len(sentences) >= 2
    assert len(set(sentences)) == len(sentences)
    for sentence in sentences:
        assert len(sentence.split()) >= 4
        assert not sentence.endswith(".")
        assert sentence[0].islower()


@by_switch
def test_a_switch_belongs_to_differences_and_rulings_that_name_it(switch: Switch) -> None:
    assert any(id_.startswith("Q-") for id_ in switch.belongs_to)
    for id_ in switch.belongs_to:
        if id_.startswith("DIFF-"):
            assert tikal.difference(id_).clauses
        else:
            assert tikal.ruling(id_).switch == switch.name
    assert {r.id for r in rulings() if r.switch == switch.name} <= set(switch.belongs_to)


def test_no_ruling_names_a_switch_that_does_not_exist() -> None:
    names = {switch.name for switch in SWITCHES}
    assert {ruling.switch for ruling in rulings()} - {""} == names


@by_switch
def test_a_reading_that_a_switch_plays_has_one_of_its_values(switch: Switch) -> None:
    for ruling in rulings():
        if ruling.switch != switch.name:
            continue
        played = [reading for reading in ruling.readings if reading.value is not None]
        assert played
        for reading in played:
            assert switch.takes(reading.value), reading
            for key in reading.taken_by:
                assert switch.editions[key] == reading.value, reading


@by_switch
def test_a_switch_knows_its_value_in_each_printed_edition(switch: Switch) -> None:
    assert switch.editions == {e.key: getattr(e, switch.name) for e in PRINTED}
    assert all(switch.takes(value) for value in switch.editions.values())


@by_switch
def test_every_value_is_taken_written_and_read(switch: Switch) -> None:
    texts = set()
    for value in every_value(switch):
        assert switch.takes(value)
        text = switch.text(value)
        assert " " not in text
        assert switch.read(text) == value
        texts.add(text)
    assert len(texts) == len(every_value(switch))


@by_switch
@pytest.mark.parametrize("value", [None, 2, -1, 1.0, "", "maybe", b"yes", ["guard"], ("guard", 1)])
def test_no_other_value_is_taken(switch: Switch, value: object) -> None:
    assert not switch.takes(value)
    with pytest.raises(tikal.WrongType, match=rf"^{switch.name} is "):
        tikal.house(tikal.RIO_GRANDE_1999, **{switch.name: value})  # type: ignore[arg-type]


def test_true_is_not_one_and_false_is_not_nothing() -> None:
    takes = {switch.name: switch.takes for switch in SWITCHES}
    assert not takes["lowest_bid"](True)
    assert not takes["lowest_bid"](False)
    assert not takes["has_auction"](1)
    assert not takes["has_auction"](0)


@by_switch
def test_the_expected_values_can_be_written(switch: Switch) -> None:
    with pytest.raises(tikal.InvalidNotation, match=rf"^{switch.name} is .*, not 'perhaps'$"):
        switch.read("perhaps")
    if not switch.ranked:
        assert switch.expected().split(" or ") == [switch.text(value) for value in switch.values]
    for word in ("none", "guard,tokens"):
        assert (word in switch.expected()) == switch.ranked


# --- house editions ----------------------------------------------------------------------------


@by_switch
@pytest.mark.parametrize("edition", PRINTED, ids=str)
def test_a_house_edition_is_named_after_what_it_changes(switch: Switch, edition: Edition) -> None:
    for value in every_value(switch):
        house = tikal.house(edition, **{switch.name: value})
        assert house.switches() == {**edition.switches(), switch.name: value}
        if value == getattr(edition, switch.name):
            assert house is edition
        else:
            rule = f"{switch.name}={switch.text(value)}"
            assert house.key == f"{edition.key} {rule}"
            assert house.title == f"{edition.title} with the house rule {rule}"


@given(house_editions())
def test_a_house_edition_is_the_same_however_it_is_made(edition: Edition) -> None:
    values = edition.switches()
    base = tikal.EDITIONS[edition.key.split(" ")[0]]
    assert tikal.house(base, **values) == edition
    assert tikal.house(base.key, **values) == edition
    assert tikal.house(edition) == edition
    back: dict[str, SwitchValue] = base.switches()
    assert tikal.house(edition, **back) is base
    step = base
    for name, value in values.items():  # one after the other
        step = tikal.house(step, **{name: value})
    assert step == edition


def test_a_house_edition_without_switches_is_the_edition_itself() -> None:
    for key, edition in tikal.EDITIONS.items():
        assert tikal.house(edition) is edition
        assert tikal.house(key) is edition


def test_an_unknown_switch_is_answered_with_those_there_are() -> None:
    with pytest.raises(tikal.InvalidArgument, match=r"no switch 'camps': there are .*lowest_bid"):
        tikal.house(tikal.RIO_GRANDE_1999, camps=3)
    with pytest.raises(tikal.InvalidArgument, match="no switch 'key'"):
        tikal.house(tikal.RIO_GRANDE_1999, key="club")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"second_dig": "two"}, "second_dig is one of 'present', 'different', 'one', not 'two'"),
        ({"has_auction": "yes"}, "has_auction is one of True, False, not 'yes'"),
        ({"lowest_bid": 2}, "lowest_bid is one of 1, 0, not 2"),
        ({"tiebreak": "guard"}, "tiebreak is a tuple of some of 'guard'"),
        ({"tiebreak": ("guard", "guard")}, "tiebreak is a tuple of some of 'guard'"),
    ],
)
def test_a_wrong_value_is_answered_with_the_right_ones(
    values: dict[str, SwitchValue], message: str
) -> None:
    with pytest.raises(tikal.WrongType) as caught:
        tikal.house(tikal.RIO_GRANDE_1999, **values)
    assert message in str(caught.value)


@pytest.mark.parametrize("edition", [None, 3, ["rio-grande-1999"]])
def test_a_house_edition_needs_an_edition(edition: object) -> None:
    with pytest.raises(tikal.WrongType, match="edition is an Edition such as"):
        tikal.house(edition)  # type: ignore[arg-type]
    with pytest.raises(tikal.InvalidNotation, match="no edition 'chess'"):
        tikal.house("chess")


# --- in writing --------------------------------------------------------------------------------


@by_switch
@pytest.mark.parametrize("edition", PRINTED, ids=str)
def test_every_value_is_written_and_read_back(switch: Switch, edition: Edition) -> None:
    for value in every_value(switch):
        house = tikal.house(edition, **{switch.name: value})
        text = write_edition(house)
        assert read_edition(text) == house
        assert write_edition(read_edition(text)) == text
        for id_ in switch.belongs_to:
            if id_.startswith("Q-"):
                assert read_edition(f"{edition.key} {id_}={switch.text(value)}") == house


@given(house_editions())
def test_any_combination_is_written_and_read_back(edition: Edition) -> None:
    assert edition.key == write_edition(edition)
    assert read_edition(edition.key) == edition
    shuffled = " ".join([edition.key.split(" ")[0], *reversed(edition.key.split(" ")[1:])])
    assert read_edition(shuffled) == edition


def test_a_house_rule_may_be_named_by_its_ruling_and_is_written_by_its_switch() -> None:
    edition = read_edition("rio-grande-1999 Q-37=different")
    assert edition.second_dig == "different"
    assert edition.key == write_edition(edition) == "rio-grande-1999 second_dig=different"
    assert read_edition("legend-classic Q-37=different") is tikal.LEGEND_CLASSIC


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "no edition ''"),
        ("second_dig=one", 1, "no edition 'second_dig=one'"),
        ("rio-grande-1999 digs=one", 17, "no house rule 'digs': there are camp_requires_member"),
        ("rio-grande-1999 Q-99=one", 17, "no house rule 'Q-99'"),
        ("rio-grande-1999 DIFF-15=one", 17, "no house rule 'DIFF-15'"),
        ("rio-grande-1999 second_dig", 28, "second_dig is present or different or one, not ''"),
        ("rio-grande-1999 second_dig=two", 28, "second_dig is present or different or one"),
        ("rio-grande-1999 Q-37=one second_dig=one", 26, "second_dig is given twice"),
        ("rio-grande-1999 has_auction=True", 29, "has_auction is yes or no, not 'True'"),
        ("rio-grande-1999 tiebreak=guard,guard", 26, "tiebreak is none, or a list"),
        ("rio-grande-1999 tiebreak=", 26, "tiebreak is none, or a list"),
    ],
)
def test_a_misspelt_edition_has_the_column_of_the_mistake(
    text: str, column: int, message: str
) -> None:
    with pytest.raises(tikal.InvalidNotation) as caught:
        read_edition(text)
    assert caught.value.column == column
    assert message in str(caught.value)


@pytest.mark.parametrize("thing", [None, 3, b"rio-grande-1999"])
def test_only_text_is_read_and_only_editions_are_written(thing: object) -> None:
    with pytest.raises(tikal.WrongType):
        read_edition(thing)  # type: ignore[arg-type]
    with pytest.raises(tikal.WrongType):
        write_edition(thing)  # type: ignore[arg-type]


@given(house_editions(), st.integers(2, 4), st.booleans())
def test_records_and_positions_keep_a_house_edition(
    edition: Edition, players: int, auction: bool
) -> None:
    auction = auction and edition.has_auction
    record = tikal.Record(edition, players, auction=auction)
    assert record.edition == edition
    assert tikal.loads(tikal.dumps(record)) == record
    assert documents.loads(documents.dumps(record)) == record
    assert documents.record_to_json(record)["edition"] == edition.key
    state = tikal.new_game(players, edition, auction)
    assert documents.loads(documents.dumps(state)) == state
    assert documents.position_to_json(state)["edition"] == edition.key


def test_an_edition_with_a_name_of_its_own_keeps_every_switch_in_json() -> None:
    for switch in SWITCHES:
        for value in every_value(switch):
            club = attrs.evolve(
                tikal.house(tikal.RIO_GRANDE_1999, **{switch.name: value}),
                key="club",
                title="Our club",
            )
            state = tikal.new_game(2, club)
            document = documents.position_to_json(state)
            assert document["edition"] != "club"
            assert documents.position_from_json(document) == state


def test_the_schema_of_a_position_lists_the_switches() -> None:
    properties = documents.schema("position")["properties"]["edition"]["properties"]
    assert list(properties) == ["key", "title", *(switch.name for switch in SWITCHES)]
    for switch in SWITCHES:
        listed = properties[switch.name]
        if switch.ranked:
            assert set(listed["items"]["enum"]) == set(CRITERIA) == set(switch.values)
        elif "enum" in listed:
            assert set(listed["enum"]) == set(switch.values)
        else:
            assert listed["type"] == "boolean"
            assert set(switch.values) == {True, False}
