"""What is stored survives an upgrade: every version reads what those before it have stored.

`tests/golden/stored` has a file for each version, which never changes; 0 is from before pickles had
a version.
"""

from __future__ import annotations

import json
import pickle
from typing import Any, Final

import pytest
from attrs import evolve

import tikal
from tests.fast.engines import ENGINES
from tikal import State
from tikal.editions import (
    EDITIONS,
    STORED_VERSION,
    SWITCHES,
    Edition,
    StoredLater,
    canonical_edition,
    invalid_fields,
)
from tikal.fast import fallback, packing
from tikal.notation import documents
from tools.generate.stored import FOLDER, from_text, texts

FILES: Final = {int(path.stem): json.loads(path.read_text("utf-8")) for path in FOLDER.iterdir()}
VERSIONS: Final = sorted(FILES)
COMMAND: Final = "python -m tools.generate.stored"
NEW: Final = tikal.new_game(2)

each_version = pytest.mark.parametrize("version", VERSIONS)


def switches_of(version: int) -> set[str]:
    return {switch.name for switch in SWITCHES if switch.since <= max(version, 1)}


def expected(entry: dict[str, Any]) -> State:
    """The position of an entry, from its JSON, with the names that its edition had then."""
    found = documents.loads(entry["json"])
    assert isinstance(found, State)
    edition = evolve(found.edition, key=entry["key"], title=entry["title"])
    return evolve(found, table=evolve(found.table, edition=edition))


# --- what the versions before have stored ------------------------------------------------------


@each_version
def test_text_and_json_of_every_version_are_read(version: int) -> None:
    for entry in FILES[version]["positions"]:
        found = documents.loads(entry["json"])
        assert isinstance(found, State)
        edition = canonical_edition(found.edition)  # text has no keys of its own
        named = evolve(found, table=evolve(found.table, edition=edition))
        assert tikal.parse_position(entry["text"]) == named


@each_version
def test_pickles_of_every_version_are_read(version: int) -> None:
    for entry in FILES[version]["positions"]:
        state = pickle.loads(from_text(entry["state"]))
        assert state == expected(entry)
        assert tikal.problems(state) == ()
        assert state.edition.switches() == expected(entry).edition.switches()
        assert pickle.loads(from_text(entry["game"])).state() == state


@each_version
def test_packed_positions_of_every_version_are_read(version: int) -> None:
    for entry in FILES[version]["positions"]:
        packed, state = from_text(entry["packed"]), expected(entry)
        assert packing.unpack(packed) == state
        for engine in ENGINES.values():
            game = engine.Game.from_packed(packed)
            assert game.state() == state
            assert game.packed() == packing.pack(state)  # in the form of this version
        assert (packing.pack(state) == packed) is (max(version, 1) == STORED_VERSION)


@each_version
def test_errors_of_every_version_are_read(version: int) -> None:
    error = pickle.loads(from_text(FILES[version]["refusal"]))
    assert isinstance(error, tikal.IllegalMove)
    assert error.state == tikal.new_game(2)
    assert error.violations == tikal.check(tikal.new_game(2), "exchange 1 9 1")


@each_version
def test_switches_and_values_stay_where_they_were(version: int) -> None:
    """Their places are numbers in packed positions: new ones come behind them."""
    stored = FILES[version]["switches"]
    assert {*stored} == switches_of(version), "a new switch has the next version as its `since`"
    assert [*stored] == [switch.name for switch in SWITCHES if switch.name in stored]
    for switch in SWITCHES:
        if switch.name in stored:
            assert texts(switch)[: len(stored[switch.name])] == stored[switch.name]


def test_every_version_has_stored_something() -> None:
    assert [*range(STORED_VERSION + 1)] == VERSIONS, f"run {COMMAND}"


@each_version
def test_every_edition_and_every_value_is_among_the_stored(version: int) -> None:
    stored = FILES[version]
    states = [expected(entry) for entry in stored["positions"]]
    found = [state.edition for state in states]
    assert {"rio-grande-1999", "ravensburger-1999", "super-meeple-2015", "legend-classic"} <= {
        edition.key for edition in found
    }
    for switch in SWITCHES:
        if switch.name in stored["switches"] and not switch.ranked:
            texts = {switch.text(edition.switches()[switch.name]) for edition in found}
            assert texts == {*stored["switches"][switch.name]}
    assert {state.auction for state in states} == {True, False}
    assert len({state.phase for state in states}) > 3


# --- before a switch, and after ----------------------------------------------------------------


@pytest.mark.parametrize("name", [switch.name for switch in SWITCHES])
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
def test_a_pickle_from_before_a_switch_takes_the_value_of_the_edition(
    edition: Edition, name: str
) -> None:
    house = tikal.house(edition, second_dig="one", lowest_bid=0)
    for stored in (edition, house):
        fields = stored.__getstate__()
        del fields[name]
        again = object.__new__(Edition)
        again.__setstate__(fields)
        assert again.switches() == {**stored.switches(), name: edition.switches()[name]}
        assert (again.key, again.title) == (stored.key, stored.title)
        assert invalid_fields(again) == ()


def test_an_edition_with_a_key_of_its_own_takes_the_values_of_the_nearest() -> None:
    for printed in EDITIONS.values():
        fields = {**printed.__getstate__(), "key": "own"}
        del fields["lowest_bid"]
        again = object.__new__(Edition)
        again.__setstate__(fields)
        assert again.switches() == printed.switches()


def later(pickled: bytes) -> bytes:
    """The same pickle, of the next version."""
    number = b"version\x94K"
    assert pickled.count(number) >= 1
    return pickled.replace(number + bytes((STORED_VERSION,)), number + bytes((STORED_VERSION + 1,)))


@pytest.mark.parametrize("thing", [NEW, NEW.edition], ids=["position", "edition"])
def test_a_pickle_of_a_later_version_is_refused(thing: object) -> None:
    with pytest.raises(StoredLater) as caught:
        pickle.loads(later(pickle.dumps(thing, 4)))
    assert f"of version {STORED_VERSION + 1}: " in str(caught.value)
    assert f"this version of tikal-rules reads 1 to {STORED_VERSION}" in str(caught.value)


def test_a_pickled_position_of_a_later_version_is_refused_before_its_records_are_used() -> None:
    fields = {"version": STORED_VERSION + 1, "another record": 1}
    with pytest.raises(StoredLater, match="pickled position of version"):
        object.__new__(State).__setstate__(fields)


@pytest.mark.parametrize("version", [0, -1, "1", None, True, 1.0])
def test_a_version_that_is_none_is_refused(version: object) -> None:
    for thing in (NEW, NEW.edition):
        fields = {**thing.__getstate__(), "version": version}
        with pytest.raises(tikal.WrongType, match="version"):
            object.__new__(type(thing)).__setstate__(fields)


@pytest.mark.parametrize("engine", ENGINES.values(), ids=list(ENGINES))
@pytest.mark.parametrize("version", [0, STORED_VERSION + 1, 255])
def test_packed_positions_of_other_versions_are_refused(engine: Any, version: int) -> None:
    packed = packing.pack(NEW)
    other = packed[:5] + bytes((version,)) + packed[6:]
    with pytest.raises(tikal.InvalidArgument) as caught:
        engine.Game.from_packed(other)
    assert str(version) in str(caught.value)
    assert f"1 to {STORED_VERSION}" in str(caught.value)
    assert isinstance(caught.value, StoredLater) is (version > 0)


def test_a_forged_position_survives_a_pickle_and_is_still_refused() -> None:
    """A pickle checks no values, so that errors about forged positions can be sent."""
    fields = NEW.edition.__getstate__()
    edition = object.__new__(Edition)
    edition.__setstate__({**fields, "lowest_bid": 7})
    state = evolve(NEW, table=evolve(NEW.table, edition=edition))
    again = pickle.loads(pickle.dumps(state))
    assert tikal.problems(again) == tikal.problems(state) != ()


def test_a_pickled_game_is_read_by_the_engine_that_is_at_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tikal import fast

    pickled = pickle.dumps(fast.Game(NEW))
    assert b"compiled" not in pickled
    monkeypatch.setattr(fast, "Game", fallback.Game)
    assert type(pickle.loads(pickled)) is fallback.Game
