"""Trees of formal rules behind verdicts: they follow from the rules and hold all facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter

import clingo
import pytest

import tikal
from tests.formal.specification import facts
from tests.sample import WHOLE
from tikal.components import BOX
from tikal.formal import Proof, Reason, changes, proofs
from tikal.formal.model import Model
from tikal.formal.program import rules
from tikal.formal.render import lines, to_json
from tikal.formal.terms import Value, filled
from tikal.formal.tree import MAX_NODES
from tikal.formal.verdict import model_of
from tikal.languages import LANGUAGES, catalogue
from tikal.law.steps import sentence_of
from tools.generate import witnesses
from tools.generate.witness_cases import Json, state_of

CASES: dict[str, Json] = {case["id"]: case for case in witnesses.stored() if "move" in case}
#: A tree takes a tenth of a second, all rules of one case two seconds.
each_case = pytest.mark.parametrize("name", list(CASES) if WHOLE else list(CASES)[::5])
STRIDE = 1 if WHOLE else 40


@cache
def proofs_of(name: str) -> tuple[Proof, ...]:
    case = CASES[name]
    return proofs(state_of(case), tikal.parse_move(case["move"]), case.get("seat"))


def answer_of(case: Json) -> Model:
    return model_of(state_of(case), tikal.parse_move(case["move"]), case.get("seat"))


# --- the evaluator -----------------------------------------------------------------------------


def drawn(model: Model) -> Iterator[clingo.Symbol]:
    """Everything that a rule draws from what holds; heads with ranges are left out."""
    for several in rules().values():
        for rule in several:
            for bound in model.solutions(rule.body, {}):
                head = filled(rule.head, bound)
                if isinstance(head, Value):
                    yield head.symbol


@pytest.mark.parametrize("name", list(CASES)[::STRIDE])
def test_the_rules_draw_what_clingo_draws(name: str) -> None:
    model = answer_of(CASES[name])
    found = frozenset(drawn(model))
    assert found <= model.atoms
    given = {"true", "candidate", "asked"}
    ranged = {"side", "rotation", "kind", "role", "switch"}  # heads such as side(0..5)
    assert {a.name for a in model.atoms - found} <= given | ranged


# --- clauses of effects -------------------------------------------------------------------------


def test_every_rule_that_changes_a_position_names_its_clause() -> None:
    """`succession.lp` has one rule for each fact with one value, which belongs to no clause."""
    effects = (*rules()["adds", 1], *rules()["deletes", 1])
    assert [
        rule.place for rule in effects if not rule.clauses and rule.file != "succession.lp"
    ] == []


def test_every_clause_that_is_an_effect_is_named_by_a_rule() -> None:
    named = {clause for several in rules().values() for rule in several for clause in rule.clauses}
    assert {clause.id for clause in tikal.clauses() if clause.kind == "effect"} <= named


# --- every witness -----------------------------------------------------------------------------


@each_case
def test_there_is_a_proof_for_each_clause_that_refuses(name: str) -> None:
    assert [proof.clause for proof in proofs_of(name)] == (
        CASES[name]["expected"]["clauses"] or [""]
    )


def is_leaf(node: Reason) -> bool:
    return not node.reasons and not node.rest


@each_case
def test_a_tree_ends_in_the_position_the_question_and_facts_of_the_rules(name: str) -> None:
    there = facts(state_of(CASES[name]))
    for proof in proofs_of(name):
        nodes = [*proof.tree.nodes()]
        assert len(nodes) <= MAX_NODES
        for node in nodes:
            if node.kind == "position":
                assert node.text in there
            elif node.kind == "missing":
                assert node.text.removeprefix("not ") not in there
            elif is_leaf(node):
                assert node.kind != "rule", f"{node.text} rests on nothing"


@each_case
def test_a_step_is_above_where_the_tree_says_so(name: str) -> None:
    for proof in proofs_of(name):
        seen = set[str]()
        for node in proof.tree.nodes():
            atom = f"not {node.text}" if node.kind == "way" else node.text
            if node.rest == "above":
                assert atom in seen, node.text
            else:
                seen.add(atom)


def as_written(key: str, value: object) -> set[str]:
    """The words of the specification for a fact of a sentence; one of them has to occur."""
    if key == "letter":  # the specification counts letters
        return {str(1 + sorted({tile.id[0] for tile in BOX.tiles}).index(str(value)))}
    if key == "edition":  # of an edition it knows the switches only
        return {switch.name for switch in tikal.switches()}
    return {str(value).lower()}


@each_case
def test_every_fact_in_the_sentence_of_the_engine_occurs_in_the_tree(name: str) -> None:
    case = CASES[name]
    state, move = state_of(case), tikal.parse_move(case["move"])
    trees = {proof.clause: proof.tree for proof in proofs_of(name)}
    for violation in tikal.check(state, move, case.get("seat")):
        tree = " ".join(node.text for node in trees[violation.clause].nodes())
        words = set(re.findall(r"\w+", tree.lower()))
        pattern = catalogue("refusals")[violation.key]
        named = {name.split(":")[0] for _, name, _, _ in Formatter().parse(pattern) if name}
        for fact in named:
            value = violation.facts[fact]
            for one in value if isinstance(value, tuple | list) else (value,):
                assert as_written(fact, one) & words, f"{fact} of: {violation.message}"


# --- what a legal move changes -----------------------------------------------------------------

TWINS = [id_ for id_, case in CASES.items() if not case["expected"]["clauses"]]


@pytest.mark.parametrize("name", TWINS if WHOLE else TWINS[::5])
def test_the_changes_of_a_move_are_those_of_the_engine(name: str) -> None:
    state, move = state_of(CASES[name]), tikal.parse_move(CASES[name]["move"])
    before, after = facts(state), facts(tikal.apply(state, move))
    found = changes(state, move)
    added = {c.text[len("adds(") : -1] for c in found if c.text.startswith("adds(")}
    removed = {c.text[len("deletes(") : -1] for c in found if c.text.startswith("deletes(")}
    assert added == after - before
    assert removed <= before - after
    assert all(change.place for change in found)


def test_the_clauses_of_an_effect_stand_beside_it() -> None:
    state, move = state_of(CASES["TEMPLE-03/twin"]), tikal.parse_move("uncover a2")
    clauses = {c for change in changes(state, move) for n in change.nodes() for c in n.clauses}
    assert {"TEMPLE-02", "TEMPLE-06", "TEMPLE-12"} <= clauses


#: Permissions and what the game has no piece for: nothing stands where a rule would forbid it.
WITHOUT_A_RULE = {"DEPLOY-05", "DEPLOY-07", "MOVE-02", "MOVE-03", "MOVE-04", "MOVE-07"}
WITHOUT_A_RULE |= {"TEMPLE-05", "TREASURE-05", "CAMP-06", "CAMP-09", "GUARD-08", "GUARD-12"}
WITHOUT_A_RULE |= {"AUCTION-05"}


def test_every_clause_is_named_by_a_rule_that_a_tree_can_reach() -> None:
    named = {id_ for several in rules().values() for rule in several for id_ in rule.clauses}
    modelled = {entry.id for entry in tikal.clauses() if entry.modelled}
    derived = {id_ for id_ in modelled if id_.startswith("DER-")}  # the invariants
    assert modelled - derived - named == WITHOUT_A_RULE


# --- reading them ------------------------------------------------------------------------------


def test_a_not_says_why_each_way_to_it_fails() -> None:
    (proof,) = proofs_of("TEMPLE-03/witness")
    (absent,) = (n for n in proof.tree.nodes() if n.text.startswith("not may_dig_again"))
    ways = [(way.text, way.clauses[0]) for way in absent.reasons]
    assert ways == [
        ("1 >= 2", "TEMPLE-03"),
        ("second_dig(different)", "TEMPLE-03"),
        ("second_dig(one)", "TEMPLE-03"),
    ]
    assert [n.text for n in absent.reasons[1].reasons] == ["second_dig(present)"]


def test_a_permission_goes_through_the_clauses_that_could_forbid() -> None:
    (proof,) = proofs_of("TEMPLE-03/twin")
    (none,) = (n for n in proof.tree.reasons if n.kind == "absent")
    named = {clause for way in none.nodes() for clause in way.clauses if way.kind == "way"}
    could = {c for c in named if c.startswith("TEMPLE") or c in ("TURN-04", "END-04")}
    assert could >= {f"TEMPLE-{n:02}" for n in (1, 3, 4, 8, 10, 11)} | {"TURN-04", "END-04"}


def test_a_refusal_names_clauses_that_it_rests_on_without_citing_them() -> None:
    (proof,) = proofs_of("TEMPLE-03/witness")
    assert "TEMPLE-13" in {clause for node in proof.tree.nodes() for clause in node.clauses}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_clause_of_a_tree_has_its_sentence(language: str) -> None:
    (proof,) = proofs_of("TEMPLE-03/witness")
    says = to_json(proof, language)["says"]
    assert says["TEMPLE-03"] == tikal.clause("TEMPLE-03").text(language)
    assert says.keys() == {clause for node in proof.tree.nodes() for clause in node.clauses}
    assert any(tikal.clause("TEMPLE-13").in_language(language).title in place
               for _, _, place in lines(proof, language))  # fmt: skip


def test_every_clause_and_ruling_that_a_rule_names_exists() -> None:
    named = {id_ for several in rules().values() for rule in several for id_ in rule.clauses}
    assert len(named) > 100
    assert all(sentence_of(id_) for id_ in named)
