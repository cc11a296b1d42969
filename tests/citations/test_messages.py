"""Every refusal is explained in one plain sentence with its numbers, and comes in clause order."""

from __future__ import annotations

import re
from typing import Final

import pytest

import tikal
from tests.citations.conftest import Refusal
from tests.citations.helpers import (
    busy,
)
from tikal.fields import FIGURES
from tikal.grid import CELLS

CHAPTERS: Final = (
    "COMP", "SETUP", "TURN", "PLACE", "DEPLOY", "C2C", "MOVE", "TEMPLE", "TREASURE", "SWAP",
    "CAMP", "GUARD", "SCORE", "END", "AUCTION",
)  # fmt: skip
# Every clause that a refused move can cite, and the moves it can be cited for.
BY_MOVE: Final = {
    "draw": "COMP-03 SETUP-02 TURN-03",
    "place": "PLACE-01 PLACE-02 PLACE-05",
    "set-aside": "TURN-02",
    "deploy": "TURN-04 DEPLOY-02 DEPLOY-03 DEPLOY-04",
    "walk": "TURN-04 MOVE-01 MOVE-05 MOVE-06",
    "transfer": "TURN-04 C2C-01 C2C-02 C2C-03",
    "uncover": "TURN-04 TEMPLE-01 TEMPLE-03 TEMPLE-04 TEMPLE-08 TEMPLE-10 TEMPLE-11",
    "recover": "TURN-04 TREASURE-01 TREASURE-03 TREASURE-04",
    "reveal": "COMP-05",
    "exchange": "TURN-04 SWAP-02 SWAP-05",
    "camp": "TURN-04 CAMP-02 CAMP-03 CAMP-04 CAMP-05",
    "guard": "TURN-04 GUARD-02 GUARD-04 GUARD-11 GUARD-14",
    "end": "",
    "bid": "AUCTION-08 AUCTION-29",
    "pass": "",
    "take": "AUCTION-12",
}
IN_SEQUENCE: Final = (
    "END-04 TREASURE-07 AUCTION-01 SCORE-02 TURN-02 AUCTION-04 AUCTION-17 AUCTION-10 AUCTION-12"
)
OUT_OF_TURN: Final = (
    "COMP-01 AUCTION-09 AUCTION-15 AUCTION-07 SCORE-01 AUCTION-25 END-03 AUCTION-12 TURN-01"
)
EVERY_CLAUSE: Final = {*" ".join([*BY_MOVE.values(), IN_SEQUENCE, OUT_OF_TURN]).split()}
NUMBERS: Final = ("need", "have", "seat", "kind", "rotation", "floor")
FACTS: Final = {*NUMBERS, "cell", "origin", "target", "figure", "tile", "letter", "edition"}


@pytest.mark.clause(*sorted(EVERY_CLAUSE))
def test_every_clause_that_can_be_cited_is_met_and_no_other(met: list[tikal.Violation]) -> None:
    assert {violation.clause for violation in met} == EVERY_CLAUSE


# --- the order ---------------------------------------------------------------------------------


def place_in_the_list(clause: str) -> tuple[int, int]:
    chapter, number = clause.rsplit("-", 1)
    return CHAPTERS.index(chapter), int(number)


def test_violations_come_in_the_order_of_the_clauses_and_once_each(
    refusals: list[Refusal], out_of_turn: list[Refusal]
) -> None:
    several = 0
    for _, move, violations in (*refusals, *out_of_turn):
        order = [place_in_the_list(violation.clause) for violation in violations]
        assert order == sorted(set(order)), f"{move}: {violations}"
        several += len(order) > 1
    assert several


def test_a_move_of_its_phase_cites_its_own_clauses_and_any_other_move_one_alone(
    refusals: list[Refusal],
) -> None:
    for _, move, violations in refusals:
        own = BY_MOVE[str(move).split()[0]].split()
        clauses = [violation.clause for violation in violations]
        if any(clause not in own for clause in clauses):
            assert len(clauses) == 1, f"{move}: {clauses}"
            assert clauses[0] in IN_SEQUENCE.split(), f"{move}: {clauses}"


def test_apply_refuses_with_the_same_violations(refusals: list[Refusal]) -> None:
    for state, move, violations in refusals[::20]:
        with pytest.raises(tikal.IllegalMove) as refusal:
            tikal.apply(state, move)
        assert refusal.value.violations == violations
        assert (refusal.value.move, refusal.value.state) == (move, state)


# --- the sentence ------------------------------------------------------------------------------

# The clauses that are about a number: how many there must be, and how many there are.
COUNTED: Final = (
    "TURN-04", "PLACE-02", "DEPLOY-04", "C2C-01", "MOVE-01", "TEMPLE-01", "TEMPLE-03", "TEMPLE-04",
    "TEMPLE-08", "TEMPLE-11", "TREASURE-01", "TREASURE-03", "TREASURE-04", "SWAP-02", "SWAP-05",
    "CAMP-02", "CAMP-03", "CAMP-05", "GUARD-02", "GUARD-04", "GUARD-11", "AUCTION-08", "AUCTION-29",
)  # fmt: skip
WORDS: Final = ("no", "one", "two", "three", "four")


def names(message: str, number: object) -> bool:
    """Whether a number is written in a message, as a figure or as a word; two may be `both`."""
    assert isinstance(number, int)
    word = WORDS[number] if 0 <= number < len(WORDS) else str(number)
    both = "|both" if number == 2 else ""
    return re.search(rf"(?<![\w-])({number}|{word}{both})(?!\w)", message) is not None


def test_a_message_is_one_plain_sentence(met: list[tikal.Violation]) -> None:
    for violation in met:
        message = violation.message
        assert re.fullmatch(r"\S+( \S+)+", message), violation
        assert not re.search(r"[!?\n]|\.( |$)", message), violation
        assert not re.search(r"[A-Z]{2,}[0-9C]*-[0-9]", message), violation
        assert str(violation) == f"{violation.clause}: {message}"


@pytest.mark.parametrize(
    "clause", [pytest.param(clause, marks=pytest.mark.clause(clause)) for clause in COUNTED]
)
def test_a_message_names_what_is_needed_and_what_there_is(
    met: list[tikal.Violation], clause: str
) -> None:
    counted = [v for v in met if v.clause == clause and {"need", "have"} & set(v.facts)]
    assert counted
    for violation in counted:
        message, facts = violation.message, violation.facts
        assert "need" not in facts or facts["need"] != facts["have"], violation
        if facts.get("need") == 1 and facts["have"] == 0:  # "no leader", "needs an own member"
            assert re.search(r"\b(no|not|nobody|an?|one|at least 1)\b", message), violation
        else:
            if facts.get("need") == 0:  # what is there must go: "2 treasures still on e2"
                assert " still " in message, violation
            elif "need" in facts:
                assert names(message, facts["need"]), violation
            assert names(message, facts["have"]), violation


@pytest.mark.clause("TURN-04")
@pytest.mark.parametrize(
    ("move", "need", "have"),
    [
        ("uncover b1", 2, 1),
        ("recover c2", 3, 1),
        ("exchange 1 2 2", 3, 0),
        ("camp b2", 5, 4),
        ("guard b1 W", 5, 2),
        ("walk W b1-a1", 2, 1),
        ("deploy W a1", 1, 0),
    ],
)
def test_a_price_too_high_says_what_it_is_and_what_is_left(move: str, need: int, have: int) -> None:
    (violation,) = tikal.check(busy(ap=have), tikal.parse_move(move))
    assert (violation.clause, violation.facts["need"], violation.facts["have"]) == (
        "TURN-04",
        need,
        have,
    )
    assert str(need) in violation.message
    assert str(have) in violation.message


# --- the facts ---------------------------------------------------------------------------------


def test_facts_have_fixed_keys_and_public_values(met: list[tikal.Violation]) -> None:
    for violation in met:
        facts = violation.facts
        assert set(facts) <= FACTS, violation
        for key in ("cell", "origin", "target"):
            assert facts.get(key, "a1") in CELLS, violation
        assert facts.get("figure", "L") in FIGURES, violation
        assert re.fullmatch(r"[A-Z][1-9][0-9]?", str(facts.get("tile", "A1"))), violation
        assert all(type(facts.get(key, 0)) is int for key in NUMBERS), violation


def test_a_cell_in_the_facts_is_one_that_the_move_names(refusals: list[Refusal]) -> None:
    for _, move, violations in refusals:
        for violation in violations:
            cell = violation.facts.get("cell")
            assert cell is None or str(cell) in str(move), f"{move}: {violation}"
