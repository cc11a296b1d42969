"""The clause registry, and the ties between clauses, predicates, tests and formal rules."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import tikal
from tests.project.one_home import values_in_words
from tikal._support.resources import specification
from tikal.engine import TABLE
from tikal.law import sources
from tikal.law.entries import BOOK_VERDICTS, CLAUSE_KINDS, CONFIDENCE
from tikal.law.registry import CHAPTERS, chapters, differences, rulings
from tikal.rules.order import OUT_OF_TURN, SEQUENCE
from tikal.rules.rule import Rule
from tikal.state import NEW_GAME_CLAUSES
from tikal.testing.near_misses import RECIPES
from tikal.testing.recipes.ingredients import recipe
from tools.mutation.mutant_list import mutants
from tools.verify.clause_marks import marked_by_clause, marked_tests

TESTS = Path(__file__).parents[1]
PRECONDITIONS = {rule for row in TABLE.values() for rule in row.rules}
ALL = {clause.id: clause for clause in tikal.clauses()}
WITH_READINGS = [ruling for ruling in rulings() if ruling.readings]


# --- the registry ------------------------------------------------------------------------------


def test_differences_and_rulings_are_numbered_without_gaps() -> None:
    """How many there are is pinned in `tests/project/pins.json`."""
    for prefix, entries in (("DIFF", differences()), ("Q", rulings())):
        ids = [entry.id for entry in entries]
        assert ids == [f"{prefix}-{number:02}" for number in range(1, len(ids) + 1)]


def test_the_chapters_are_those_of_the_registry_in_their_order() -> None:
    assert list(chapters()) == list(CHAPTERS)


def test_ids_are_numbered_without_gaps_within_their_prefix() -> None:
    numbers: dict[str, list[int]] = {}
    for id_ in ALL:
        prefix, number = id_.split("-")
        numbers.setdefault(prefix, []).append(int(number))
    for prefix, found in numbers.items():
        assert found == list(range(1, len(found) + 1)), prefix


@pytest.mark.parametrize("clause", ALL.values(), ids=list(ALL))
def test_an_entry_is_complete(clause: tikal.Clause) -> None:
    assert clause.title
    assert clause.statement[-1] in ".:)"
    assert clause.kinds
    assert set(clause.kinds) <= set(CLAUSE_KINDS)
    assert bool(clause.reason) is not clause.modelled
    if clause.chapter == "derived":
        assert clause.follows_from
        assert set(clause.follows_from) <= ALL.keys()
    else:
        assert list(clause.editions) == list(tikal.EDITIONS)
        for stance in clause.editions.values():
            assert stance.verdict in BOOK_VERDICTS
            assert bool(stance.headings) == (stance.verdict not in ("silent", "not applicable"))


def test_clauses_and_rulings_link_both_ways() -> None:
    forward = {(c.id, r) for c in ALL.values() for r in c.rulings}
    backward = {(c, r.id) for r in rulings() for c in r.clauses}
    assert forward == backward


def test_clauses_and_differences_link_both_ways() -> None:
    forward = {(c.id, d) for c in ALL.values() for d in c.differences}
    backward = {(c, d.id) for d in differences() for c in d.clauses}
    assert forward == backward


def test_every_switch_is_named_by_the_differences_and_rulings_it_belongs_to() -> None:
    for switch in tikal.switches():
        named = [d.id for d in differences() if switch.name in d.handling.replace(":", " ").split()]
        decided = [ruling.id for ruling in rulings() if ruling.switch == switch.name]
        assert switch.belongs_to == (*named, *decided), switch.name


@pytest.mark.parametrize("switch", ["camp_requires_member", "volcano_may_foreclose", "has_auction"])
def test_a_difference_says_in_words_which_edition_has_which_value(switch: str) -> None:
    (handling,) = (d.handling for d in differences() if d.handling.startswith(f"switch {switch}"))
    assert handling == values_in_words(switch)


def test_a_ruling_below_certainty_lists_its_readings() -> None:
    below = {r.id for r in rulings() for key in tikal.EDITIONS if r.confidence_for(key) != "H"}
    assert below <= {r.id for r in WITH_READINGS}


@pytest.mark.parametrize("key", tikal.EDITIONS)
def test_a_point_is_settled_in_the_books_that_leave_room_for_one_reading(key: str) -> None:
    for ruling in WITH_READINGS:
        possible = [r for r in ruling.readings if key in r.possible_in]
        (taken,) = (r for r in ruling.readings if key in r.taken_by)
        assert taken in possible, ruling.id
        others = tuple(r.sentence for r in possible if r is not taken)
        assert ruling.not_taken(key) == others
        if ruling.arises_in(key):
            assert bool(others) == (ruling.confidence_for(key) != "H"), ruling.id


def test_a_confidence_by_edition_differs_from_that_of_the_others() -> None:
    found = [ruling for ruling in rulings() if ruling.confidence_in]
    assert len(found) > 15
    for ruling in found:
        assert ruling.confidence_in.keys() < tikal.EDITIONS.keys(), ruling.id
        assert {ruling.confidence, *ruling.confidence_in.values()} <= {*CONFIDENCE}
        assert ruling.confidence not in ruling.confidence_in.values(), ruling.id


#: The points on which a reviewer with the books at hand found one grade for books that differ.
BY_BOOK = {
    "Q-38": ("M-H", "H", "M-H", "M-H"),
    "Q-39": ("M-H", "M-H", "M-H", "M"),
    "Q-45": ("M-H", "H", "M-H", "H"),
    "Q-49": ("M", "H", "M", "M"),
    "Q-56": ("M-H", "M-H", "M-H", "H"),
    "Q-57": ("H", "H", "M-H", "M-H"),
    "Q-62": ("M-H", "M-H", "M-H", "H"),
    "Q-70": ("M-H", "M", "H", "H"),
    "Q-80": ("H", "M-H", "M-H", "M-H"),
    "Q-85": ("M-H", "M-H", "M-H", "H"),
}


@pytest.mark.parametrize("id_", BY_BOOK)
def test_a_ruling_is_as_sure_as_each_book(id_: str) -> None:
    found = tuple(tikal.ruling(id_).confidence_for(key) for key in tikal.EDITIONS)
    assert found == BY_BOOK[id_]
    house = tikal.house("legend-classic", lowest_bid=0)
    assert tikal.ruling(id_).confidence_for(house) == found[3]


def test_a_ruling_on_a_ban_arises_only_where_there_is_one() -> None:
    ruling = tikal.ruling("Q-06")
    assert [key for key in tikal.EDITIONS if ruling.arises_in(key)] == ["legend-classic"]
    assert ruling.arises_in("rio-grande-1999 volcano_may_foreclose=no")


@pytest.mark.parametrize("ruling", WITH_READINGS, ids=[r.id for r in WITH_READINGS])
def test_readings_have_keys_sentences_and_a_switch_or_the_reason_why_not(
    ruling: tikal.Ruling,
) -> None:
    readings = ruling.readings
    assert len({reading.key for reading in readings}) == len(readings) > 1
    for reading in readings:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", reading.key)
        assert reading.sentence.endswith(".")
        if isinstance(reading.value, str):
            assert reading.key == reading.value
    values = [reading.value for reading in readings if reading.value is not None]
    assert len(set(values)) == len(values)
    assert bool(values) == bool(ruling.switch)
    assert bool(ruling.why_no_switch) == (len(values) < len(readings))
    assert ruling.rejected == tuple(r.sentence for r in readings if not r.taken_by)


@pytest.mark.parametrize("ruling", WITH_READINGS, ids=[r.id for r in WITH_READINGS])
def test_every_edition_takes_one_reading_of_a_ruling(ruling: tikal.Ruling) -> None:
    taken = [key for reading in ruling.readings for key in reading.taken_by]
    assert sorted(taken) == sorted(tikal.EDITIONS)
    by_order = [bool(reading.taken_by) for reading in ruling.readings]
    assert by_order == sorted(by_order, reverse=True)


def test_readings_are_played_by_the_switches_and_use_all_their_values() -> None:
    by_name = {switch.name: switch for switch in tikal.switches()}
    assert {ruling.switch for ruling in WITH_READINGS if ruling.switch} == by_name.keys()
    for ruling in WITH_READINGS:
        if not ruling.switch:
            continue
        switch = by_name[ruling.switch]
        values = [reading.value for reading in ruling.readings if reading.value is not None]
        assert all(switch.takes(value) for value in values), ruling.id
        met: set[object] = set(values)
        if switch.ranked:
            met = {word for value in values if isinstance(value, tuple) for word in value}
        assert met == set(switch.values), ruling.id


@pytest.mark.parametrize("key", tikal.EDITIONS)
def test_the_switches_of_an_edition_are_set_to_the_readings_it_takes(key: str) -> None:
    edition = tikal.EDITIONS[key]
    for ruling in WITH_READINGS:
        for reading in ruling.readings:
            if key in reading.taken_by and hasattr(edition, ruling.switch):
                assert reading.value == getattr(edition, ruling.switch), ruling.id


def test_rulings_on_one_switch_agree_on_every_edition() -> None:
    chosen: dict[tuple[str, str], set[object]] = {}
    for ruling in WITH_READINGS:
        for reading in ruling.readings:
            for key in reading.taken_by:
                chosen.setdefault((ruling.switch, key), set()).add(reading.value)
    assert all(len(values) == 1 for values in chosen.values())


def test_evidence_names_a_source_that_is_listed() -> None:
    text = specification().joinpath("rulings", "evidence.toml").read_text("utf-8")
    known = set(re.findall(r"^(E-\S+) = ", text, re.MULTILINE))
    used = {evidence.split(":")[0] for ruling in rulings() for evidence in ruling.evidence}
    assert used == known


def test_clauses_can_be_asked_for_by_chapter_edition_and_kind() -> None:
    assert [c.id for c in tikal.clauses(chapter="leader")] == ["LEADER-01", "LEADER-02"]
    legend = {c.id for c in tikal.clauses(edition=tikal.LEGEND_CLASSIC)}
    assert {"AUCTION-08"} & legend == set()
    assert {"CAMP-03", "DER-01"} <= legend
    assert tikal.clauses(edition="legend-classic") == tikal.clauses(edition=tikal.LEGEND_CLASSIC)
    assert all("sequence" in c.kinds for c in tikal.clauses(kind="sequence"))
    assert tikal.clause("TURN-02").kind == "sequence"


def test_rulings_differences_and_chapters_can_be_asked_for() -> None:
    assert tikal.rulings()[36] is tikal.ruling("Q-37")
    assert tikal.differences()[0] is tikal.difference("DIFF-01")
    assert {clause.chapter for clause in ALL.values()} == set(tikal.chapters())
    for chapter, title in tikal.chapters().items():
        assert title
        assert tikal.clauses(chapter=chapter)


def test_every_file_of_rulings_is_read() -> None:
    folder = specification().joinpath("rulings")
    text = "".join(file.read_text("utf-8") for file in folder.iterdir())
    assert sorted(re.findall(r'^id = "(Q-\d\d)"', text, re.MULTILINE)) == [
        entry.id for entry in rulings()
    ]


def test_the_function_clauses_gives_entries_of_the_registry() -> None:
    script = (
        "import tikal; from tikal.law import sources; from tikal.law.registry import Clause;"
        "assert sources.predicates('TEMPLE-04') and tikal.Clause is Clause;"
        "assert isinstance(tikal.clauses()[0], Clause)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_unknown_names_get_a_hint() -> None:
    with pytest.raises(tikal.UnknownClause, match="did you mean TEMPLE-04"):
        tikal.clause("temple-4")
    with pytest.raises(tikal.UnknownClause, match="no clause 'xyzzy'"):
        tikal.clause("xyzzy")
    with pytest.raises(tikal.UnknownClause, match="did you mean Q-37"):
        tikal.ruling("Q37")
    with pytest.raises(tikal.UnknownClause, match="did you mean DIFF-01"):
        tikal.difference("DIFF01")
    with pytest.raises(TypeError):
        tikal.clause(4)  # type: ignore[arg-type]
    for wrong in ({"chapter": "lakes"}, {"edition": "deluxe"}, {"kind": "rumour"}):
        with pytest.raises(tikal.InvalidArgument, match="there are"):
            tikal.clauses(**wrong)  # type: ignore[arg-type]


# --- predicates --------------------------------------------------------------------------------


def test_every_precondition_and_sequence_clause_is_enforced_by_one_predicate_per_layer() -> None:
    preconditions = Counter(rule.clause for rule in PRECONDITIONS)
    preconditions.update(NEW_GAME_CLAUSES)
    assert set(preconditions.values()) == {1}
    assert preconditions.keys() == {c.id for c in tikal.clauses(kind="precondition")}
    moments = Counter(rule.clause for rule in SEQUENCE)
    turns = Counter(rule.clause for rule in OUT_OF_TURN)
    assert set(moments.values()) == set(turns.values()) == {1}
    modelled = {c.id for c in tikal.clauses(kind="sequence") if c.modelled}
    assert moments.keys() | turns.keys() == modelled


def test_predicates_are_listed_in_the_order_of_the_rulebook() -> None:
    order = list(ALL)
    for row in TABLE.values():
        positions = [order.index(rule.clause) for rule in row.rules]
        assert positions == sorted(positions)


def test_every_predicate_has_a_recipe_for_near_misses_that_reaches_it() -> None:
    layers: dict[str, Iterable[Rule[Any, Any]]] = {
        "precondition": PRECONDITIONS,
        "sequence": SEQUENCE,
        "turn": OUT_OF_TURN,
    }
    predicates = {(rule.clause, layer) for layer, rules in layers.items() for rule in rules}
    assert predicates == set(RECIPES)


def test_a_second_recipe_for_a_clause_and_layer_is_refused() -> None:
    before = dict(RECIPES)
    with pytest.raises(tikal.InvalidArgument, match="already a recipe for TEMPLE-04, precondition"):
        recipe("TEMPLE-04")(RECIPES["TEMPLE-08", "precondition"])
    assert before == RECIPES


def test_every_predicate_says_in_a_sentence_what_it_demands() -> None:
    every: list[Rule[Any, Any]] = [*PRECONDITIONS, *SEQUENCE, *OUT_OF_TURN]
    for rule in every:
        assert rule.test.__doc__, rule.name


# --- tests -------------------------------------------------------------------------------------


def test_every_mark_names_a_clause_that_exists() -> None:
    for test in marked_tests(TESTS):
        assert set(test.clauses) <= ALL.keys(), test


def test_every_modelled_clause_has_a_test_and_a_property() -> None:
    tested = {id_ for test in marked_tests(TESTS) for id_ in test.clauses}
    chapters = marked_tests(TESTS / "properties")
    properties = {id_ for test in chapters if test.is_property for id_ in test.clauses}
    modelled = {c.id for c in ALL.values() if c.modelled}
    assert modelled - tested == set()
    assert modelled - properties == set()


def test_every_mutant_is_of_a_clause_and_every_effect_has_one() -> None:
    mutated = {mutant.clause for mutant in mutants()}
    assert mutated <= ALL.keys()
    kinds = {"precondition", "sequence", "effect"}
    assert {c.id for c in ALL.values() if c.modelled and kinds & set(c.kinds)} - mutated == set()


def test_the_index_leads_from_a_clause_to_code_and_formal_rule() -> None:
    [place] = sources.predicates("TEMPLE-04")
    assert (place.file, place.name) == ("tikal/rules/temples.py", "two_levels_a_turn")
    assert len(sources.predicates("TURN-02")) == 2
    assert sources.predicates("TEMPLE-12") == ()
    assert any("forbids" in block.text for block in sources.formal_rules("TEMPLE-04"))
    with pytest.raises(tikal.UnknownClause):
        sources.predicates("TEMPLE-99")


def test_tests_are_listed_by_the_clauses_that_they_are_marked_with() -> None:
    found = marked_by_clause(TESTS)
    example = "test_a_third_level_of_the_same_temple_is_refused"
    temples = {(test.file, test.name) for test in found["TEMPLE-04"]}
    assert ("golden/examples/temples.toml", example) in temples
    assert {test.is_property for test in found["TEMPLE-04"]} == {True, False}
    assert all(id_ in test.clauses for id_, tests in found.items() for test in tests)


# --- the formal rules --------------------------------------------------------------------------


def formal_ids() -> set[str]:
    text = "\n".join(
        path.read_text("utf-8")
        for folder in ("rules", "props")
        for path in specification().joinpath(folder).iterdir()
        if path.name.endswith(".lp")
    )
    return set(re.findall(r"\b[A-Z][A-Z0-9]*-\d\d\b", text)) - {"Q"}


def test_every_modelled_clause_is_stated_in_the_formal_specification() -> None:
    assert {c.id for c in ALL.values() if c.modelled} - formal_ids() == set()


def test_the_formal_rules_name_no_clause_that_does_not_exist() -> None:
    ids = {id_ for id_ in formal_ids() if not id_.startswith(("Q-", "GT-", "DIFF-"))}
    assert ids <= ALL.keys()


def test_code_names_no_clause_or_ruling_that_does_not_exist() -> None:
    known = ALL.keys() | {r.id for r in rulings()} | {d.id for d in differences()}
    for path in Path(tikal.__file__).parent.rglob("*.py"):
        for id_ in re.findall(r"\b(?:[A-Z][A-Z0-9]+|Q)-\d\d\b", path.read_text("utf-8")):
            assert id_ in known, f"{path.name} names {id_}"
