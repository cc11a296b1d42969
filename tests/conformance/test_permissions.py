"""Every way of breaking a clause has a case, and a permission beside it."""

from __future__ import annotations

from functools import cache

import pytest

from tikal.conformance.cases import Case, asked_in, cases
from tikal.conformance.referee.ways import SPLIT
from tikal.editions import EDITIONS, Edition
from tikal.engine import TABLE
from tikal.languages import catalogue
from tikal.rules.order import OUT_OF_TURN, SEQUENCE
from tools.generate.permissions import is_beside, permitted_keys, refusal_keys, words_changed
from tools.generate.way_cases import missing

KEYS = {*catalogue("refusals")}


@cache
def every() -> tuple[Case, ...]:
    return tuple(case for case in cases("witness", "near miss") if case.position)


def keys_of(case: Case) -> set[str]:
    """The keys of all refusals that a case expects."""
    verdicts = [n for n, q in enumerate(case.questions) if q.ask == "check" and q.expect]
    return {key for number in verdicts for key in refusal_keys(case, number)}


def test_every_key_has_a_refusal_on_a_position() -> None:
    assert {key for case in every() for key in keys_of(case)} == KEYS


def test_every_key_has_a_permission_beside_its_refusal_or_a_reason_why_not() -> None:
    excused = {key for case in every() if case.no_permission for key in keys_of(case)}
    assert excused == {"AUCTION-01/basic-game"}
    assert KEYS - permitted_keys(every()) == excused


def test_a_permission_that_is_taken_away_is_missed() -> None:
    key = "TREASURE-01/none-left"
    about = [case for case in every() if case.id.startswith(f"{key}/")]
    assert key in permitted_keys(about)
    assert key not in permitted_keys(case for case in about if not case.id.endswith("/permitted"))
    # a witness has its permission in its twin
    pair = [case for case in every() if case.id in ("PLACE-05/witness", "PLACE-05/twin")]
    assert permitted_keys(pair) == {"PLACE-05/walled-off"}
    assert permitted_keys(pair[:1]) == permitted_keys(pair[1:]) == set()


def test_beside_a_move_is_what_differs_in_one_word() -> None:
    assert is_beside("walk W a1-b2", "walk W a1-b2")
    assert is_beside("walk W a1-b2", "walk L a1-b2")
    assert words_changed("walk W a1-b2", "walk W b1-b3") == 2
    assert not is_beside("walk W a1-b2", "walk W b1-b3")
    assert not is_beside("end", "pass")
    assert not is_beside("guard b1 L", "camp b1")


# --- engines that only say legal or illegal ----------------------------------------------------


def in_force(edition: Edition) -> set[str]:
    """The clauses that can refuse a move in an edition."""
    refusing = {rule.clause for row in TABLE.values() for rule in row.rules}
    refusing |= {rule.clause for rule in SEQUENCE} | {rule.clause for rule in OUT_OF_TURN}
    silent = {
        "CAMP-03": not edition.camp_requires_member,
        "PLACE-05": edition.volcano_may_foreclose,
    }
    has_none = {id_ for id_ in refusing if id_.startswith("AUCTION") and not edition.has_auction}
    return (
        refusing
        - {id_ for id_, is_silent in silent.items() if is_silent}
        - (
            has_none - {"AUCTION-01"}  # there is no auction to bid in: it is refused everywhere
        )
    )


def broken_alone(case: Case) -> set[str]:
    """The clauses that refuse a move of the case alone, asked about the loaded position."""
    found: set[str] = set()
    for question in case.questions:
        if question.then:
            break
        if question.ask == "check" and len(question.expect) == 1:
            found.update(question.expect)
    return found


@pytest.mark.parametrize("key", EDITIONS)
def test_every_refusing_clause_is_broken_alone_on_a_position(key: str) -> None:
    """An engine that says only illegal cannot be right for the wrong reason."""
    asked = asked_in(every(), [key])
    alone = {id_ for case in asked if case.edition == key for id_ in broken_alone(case)}
    assert in_force(EDITIONS[key]) - alone == set()


def test_every_way_that_is_in_force_is_asked_about_in_each_edition() -> None:
    assert missing(cases("components", "witness", "near miss", "golden", "effect", "path")) == set()


def test_a_way_without_its_case_is_missed() -> None:
    way, name = "AUCTION-08/too-low lower", "AUCTION-08/refuses/too-low-lower"
    left = (case for case in every() if case.id != name)
    assert {key for key, mark in missing(left) if mark == f"-{way}"} == {
        key for key, edition in EDITIONS.items() if edition.has_auction
    }
    assert not any(mark == f"-{way}" for _, mark in missing(every()))


@pytest.mark.parametrize("name", sorted(SPLIT))
def test_a_key_that_is_split_is_one_of_the_catalogue(name: str) -> None:
    assert name in KEYS


@pytest.mark.parametrize("key", EDITIONS)
def test_a_temple_under_an_own_guard_is_no_camp(key: str) -> None:
    def deploys_there(case: Case) -> bool:
        state = case.state_at(0)
        guarded = state.player(state.active or 1).guards
        return any(
            question.expect == ["DEPLOY-02"] and question.about["move"].split()[-1] in guarded
            for question in case.questions
            if question.ask == "check"
        )

    about = [case for case in every() if "DEPLOY-02" in case.clauses]
    assert any(case.edition == key and deploys_there(case) for case in asked_in(about, [key]))
