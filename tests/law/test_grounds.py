"""The grounds of refusals: complete, readable, consistent with clauses, rulings and the engine."""

from __future__ import annotations

import tomllib
from itertools import chain
from typing import Any, Final

import pytest
from attrs import evolve

import tikal
from tests.citations.conftest import moves, positions
from tikal._support.resources import specification
from tikal.languages import refusals
from tikal.law.entries import BOOK_VERDICTS, confidence_text
from tikal.law.grounds import Grounds, grounds
from tikal.law.verdicts import verdict_on

TABLE: Final[dict[str, Any]] = tomllib.loads(
    specification().joinpath("grounds.toml").read_text("utf-8")
)
RULINGS: Final[dict[str, list[str] | dict[str, list[str]]]] = TABLE["rulings"]
#: The refusals of switches that the catalogue does not have yet.
KEYS: Final = list(RULINGS)
#: Rulings on other clauses, where the refusal depends on what they settle.
OF_ANOTHER_CLAUSE: Final = {
    "AUCTION-07/not-your-turn": {"Q-76"},  # who speaks next follows from who opened, AUCTION-14
}

# Every other ruling about a clause that can refuse a move carries no refusal, because ...
#: ... it lets more be played than a reading it does not take, or says that a condition is none;
ALLOWING: Final = """
    Q-01 Q-03 Q-04 Q-05 Q-13 Q-14 Q-15 Q-20 Q-23 Q-24 Q-25 Q-27 Q-34 Q-35 Q-36 Q-39 Q-41 Q-43 Q-44
    Q-49 Q-50 Q-51 Q-53 Q-57 Q-61 Q-68 Q-72 Q-75 Q-83 Q-87 Q-88
"""
#: ... every rulebook that has the refusal states it, or another ruling does;
REPEATING: Final = """
    Q-12 Q-19 Q-22 Q-26 Q-28 Q-29 Q-33 Q-38 Q-42 Q-48 Q-52 Q-62 Q-63 Q-67 Q-69
"""
#: ... or it is about what a move does or costs.
ON_EFFECTS: Final = "Q-09 Q-30 Q-59 Q-60 Q-78 Q-79"


def named(key: str) -> dict[str, list[str]]:
    """The rulings of an entry by edition."""
    entry = RULINGS[key]
    return entry if isinstance(entry, dict) else dict.fromkeys(tikal.EDITIONS, entry)


def clause_of(key: str) -> tikal.Clause:
    return tikal.clause(key.split("/")[0])


def printed() -> list[Grounds]:
    """The grounds of every refusal in every printed edition that has it."""
    every = (grounds(key, edition) for key in KEYS for edition in tikal.EDITIONS)
    return [found for found in every if found.in_force]


# --- an edition without an entry ---------------------------------------------------------------


def test_a_clause_without_an_entry_for_an_edition_is_named_with_its_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = tikal.clause("CAMP-03")
    rest = {key: stance for key, stance in whole.editions.items() if key != "legend-classic"}
    clause = evolve(whole, editions=rest)
    sentence = "spec/clauses/camps.toml: CAMP-03 has no entry for legend-classic"
    with pytest.raises(tikal.InvalidArgument, match=sentence):
        clause.stance("legend-classic")
    assert clause.stance("super-meeple-2015") == whole.editions["super-meeple-2015"]
    assert verdict_on(clause, tikal.LEGEND_CLASSIC).endswith(": no entry yet")
    assert "Tikal Legend: no entry yet" in verdict_on(clause, None)
    monkeypatch.setattr("tikal.law.grounds.clause", lambda _: clause)
    with pytest.raises(tikal.InvalidArgument, match=sentence):
        grounds("CAMP-03/no-member", "legend-classic")
    assert grounds("CAMP-03/no-member", "super-meeple-2015").in_force


# --- the entries -------------------------------------------------------------------------------


def test_every_refusal_has_an_entry_and_nothing_else_has() -> None:
    assert sorted(KEYS) == sorted(refusals())
    assert all(clause_of(key).modelled for key in RULINGS)


@pytest.mark.parametrize("key", RULINGS)
def test_rulings_of_an_entry_exist_and_are_about_its_clause(key: str) -> None:
    assert named(key).keys() <= tikal.EDITIONS.keys()
    for id_ in chain.from_iterable(named(key).values()):
        about = key.split("/")[0] in tikal.ruling(id_).clauses
        assert about is not (id_ in OF_ANOTHER_CLAUSE.get(key, ())), id_


def test_every_ruling_about_a_clause_that_refuses_carries_a_refusal_or_is_listed_here() -> None:
    about = {id_ for key in RULINGS for id_ in clause_of(key).rulings}
    carrying = {id_ for key in RULINGS for ids in named(key).values() for id_ in ids}
    others = f"{ALLOWING} {REPEATING} {ON_EFFECTS}".split()
    assert sorted(others) == sorted(about - carrying)


def test_no_edition_rests_on_rulings_about_a_refusal_that_it_does_not_have() -> None:
    for key in KEYS:
        if isinstance(RULINGS[key], dict):
            for edition in named(key):
                assert grounds(key, edition).in_force, (key, edition)


def test_a_stance_of_its_own_differs_from_that_of_the_clause() -> None:
    assert TABLE["stances"].keys() <= RULINGS.keys()
    for key, entry in TABLE["stances"].items():
        by_edition = entry if isinstance(entry, dict) else dict.fromkeys(tikal.EDITIONS, entry)
        for edition, verdict in by_edition.items():
            stance = clause_of(key).editions[edition]
            assert verdict in BOOK_VERDICTS
            assert verdict != stance.verdict, (key, edition)
            assert stance.headings, (key, edition)


def test_conditions_are_on_refusals_and_different_switches() -> None:
    conditions = [(c["switch"], key) for c in TABLE["only_where"] for key in c["keys"]]
    assert len(set(conditions)) == len(conditions)
    replaced = [key for keys in TABLE["replaced_by"].values() for key in keys]
    assert {key for _, key in conditions} | set(replaced) <= RULINGS.keys()
    switches = {ruling.switch for ruling in tikal.rulings()}
    assert {switch for switch, _ in conditions} | TABLE["replaced_by"].keys() <= switches


# --- every printed edition ---------------------------------------------------------------------


def test_a_partial_text_of_a_rulebook_rests_on_a_ruling() -> None:
    for found in printed():
        assert found.rulings or found.stance.verdict in ("says", "implied"), found
        assert not found.of_the_house


def test_a_ruling_that_the_texts_do_not_settle_has_a_reading_which_it_does_not_take() -> None:
    for found in printed():
        for ruling in found.rulings:
            sure = ruling.confidence_for(found.book)
            assert sure == "H" or ruling.not_taken(found.book), ruling.id


def test_a_refusal_is_in_force_exactly_where_the_engine_gives_it() -> None:
    candidates = list(moves())
    for key, edition in tikal.EDITIONS.items():
        given = set()
        for other in positions():
            if other.table.auction and not edition.has_auction:
                continue
            state = evolve(other, table=evolve(other.table, edition=edition))
            for seat in (None, 1, 2, 3, 4, 9):
                asked = candidates if seat is None else candidates[:60]
                for move in asked:
                    given |= {violation.key for violation in tikal.check(state, move, seat)}
        assert given == {found.key for found in printed() if found.book == key}, key


# --- summaries ---------------------------------------------------------------------------------


def test_a_summary_is_one_line_that_names_headings_and_rulings() -> None:
    for found in printed():
        assert found.summary
        assert "\n" not in found.summary
        for ruling in found.rulings:
            assert ruling.id in found.summary
            assert confidence_text(ruling.confidence_for(found.book)) in found.summary
        for heading in found.stance.headings:
            assert heading in found.summary


@pytest.mark.parametrize(
    ("key", "edition", "summary"),
    [
        ("TEMPLE-08/no-floor", "rio-grande-1999", "the rules say so (Uncover temple levels)"),
        ("TEMPLE-11/complete", "rio-grande-1999", "the rules imply it (Contents)"),
        ("TEMPLE-11/complete", "legend-classic", "the rules say so (Clear a new Temple Floor)"),
        (
            "TEMPLE-03/too-few-members",
            "super-meeple-2015",
            (
                "the rules imply it (Dégager un nouvel étage de temple); "
                "by ruling Q-37, clearly the better reading"
            ),
        ),
        (
            "TREASURE-03/too-few-members",
            "ravensburger-1999",
            ("the rules say so (Schatten opgraven); by rulings Q-37, Q-45, settled by the texts"),
        ),
        (
            "AUCTION-08/too-low",
            "rio-grande-1999",
            (
                "the rules say part of this (Auction version: Bidding for the first turn); "
                "by ruling Q-73, the better reading"
            ),
        ),
        (
            "END-03/not-your-turn",
            "ravensburger-1999",
            "by ruling Q-70, the better reading",
        ),
        (
            "END-03/not-your-turn",
            "rio-grande-1999",
            "by ruling Q-70, clearly the better reading",
        ),
        ("AUCTION-01/basic-game", "legend-classic", "by ruling Q-84, settled by the texts"),
        ("CAMP-03/no-member", "rio-grande-1999", "not a rule of this edition"),
        ("AUCTION-08/too-low", "legend-classic", "not a rule of this edition"),
    ],
)
def test_grounds_are_summed_up(key: str, edition: str, summary: str) -> None:
    assert grounds(key, edition).summary == summary
    assert grounds(key, tikal.EDITIONS[edition]).summary == summary


# --- house editions ----------------------------------------------------------------------------

HOUSE: Final = "a house rule"


@pytest.mark.parametrize(
    ("key", "edition", "switch", "value", "summary"),
    [
        ("CAMP-03/no-member", "rio-grande-1999", "camp_requires_member", True, HOUSE),
        ("CAMP-03/no-member", "legend-classic", "camp_requires_member", False, "not a rule of"),
        ("PLACE-05/walled-off", "super-meeple-2015", "volcano_may_foreclose", False, HOUSE),
        ("PLACE-05/walled-off", "super-meeple-2015", "has_auction", False, "not a rule of"),
        ("AUCTION-29/beyond-score", "legend-classic", "has_auction", True, HOUSE),
        ("AUCTION-01/basic-game", "legend-classic", "has_auction", True, HOUSE),
        ("AUCTION-29/beyond-score", "rio-grande-1999", "has_auction", False, "not a rule of"),
        ("TURN-01/not-your-turn", "legend-classic", "has_auction", True, "the rules say so (Gam"),
        ("GUARD-14/guarded", "legend-classic", "tiebreak", (), "the rules imply it (Place a g"),
        ("TEMPLE-03/same-member", "rio-grande-1999", "second_dig", "different", HOUSE),
        ("TEMPLE-03/too-few-members", "legend-classic", "second_dig", "present", HOUSE),
        ("TEMPLE-03/too-few-members", "rio-grande-1999", "second_dig", "one", "not a rule of"),
        ("SWAP-05/same-kind", "rio-grande-1999", "same_kind_exchange", False, HOUSE),
        (
            "SWAP-05/same-kind",
            "ravensburger-1999",
            "same_kind_exchange",
            False,
            "the rules imply it",
        ),
        ("PLACE-01/volcanoes-only", "legend-classic", "beside_volcanoes_only", False, HOUSE),
        ("END-03/not-your-turn", "rio-grande-1999", "final_round_opener", "last-placer", HOUSE),
        ("END-03/not-your-turn", "legend-classic", "final_round_opener", "last-placer", HOUSE),
        ("AUCTION-25/not-your-turn", "super-meeple-2015", "final_ties_from", "last-placer", HOUSE),
        ("AUCTION-08/too-low", "rio-grande-1999", "lowest_bid", 0, "the rules say so (Auction"),
        (
            "PLACE-02/no-stone-at-all",
            "legend-classic",
            "stones_towards_volcanoes",
            True,
            "the rules say so (",
        ),
    ],
)
def test_a_house_edition_is_judged_by_the_book_that_it_changes(
    key: str, edition: str, switch: str, value: object, summary: str
) -> None:
    changes: dict[str, Any] = {switch: value}
    found = grounds(key, tikal.house(edition, **changes))
    assert found.summary.startswith(summary)
    assert found.of_the_house is (summary == HOUSE)
    assert found.book == edition
    assert not (found.of_the_house and found.rulings)


def test_a_house_edition_with_a_name_of_its_own_is_judged_by_the_nearest_book() -> None:
    house = evolve(tikal.LEGEND_CLASSIC, key="house", tiebreak=())
    assert grounds("PLACE-05/walled-off", house).book == "legend-classic"
    assert grounds("PLACE-05/walled-off", house).rulings == (tikal.ruling("Q-06"),)


# --- what is not known -------------------------------------------------------------------------


def test_an_unknown_refusal_gets_a_hint() -> None:
    with pytest.raises(tikal.UnknownClause, match="did you mean MOVE-05/no-stones"):
        grounds("move-05/no-stone", "legend-classic")
    with pytest.raises(tikal.UnknownClause, match="no refusal 'TEMPLE-04'"):
        grounds("TEMPLE-04", "legend-classic")
    with pytest.raises(TypeError):
        grounds(4, "legend-classic")  # type: ignore[arg-type]
    with pytest.raises(tikal.InvalidArgument):
        grounds("MOVE-05/no-stones", "deluxe")
