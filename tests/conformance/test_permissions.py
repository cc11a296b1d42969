"""Every way of breaking a clause has a case, and a permission beside it."""

from __future__ import annotations

from functools import cache

from tikal.conformance.cases import Case, cases
from tikal.languages import catalogue
from tools.generate.permissions import is_beside, permitted_keys, refusal_keys, words_changed

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
