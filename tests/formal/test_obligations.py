"""Each rule for `broken` calls a position broken that no other does, or is listed as implied."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.sample import WHOLE
from tools.proofs import guard, implied

STORED = guard.stored()
IMPLIED = implied.listed()
BY_OTHERS = [name for name, entry in IMPLIED.items() if "by" in entry]
#: Half a minute; true whatever the others say.
SLOW = {"DER-02 T 1"}


@pytest.mark.parametrize("name", list(guard.positions()))
def test_the_positions_to_start_from_are_sound(name: str) -> None:
    assert guard.broken(guard.positions()[name]) == set()


@pytest.mark.parametrize("name", list(STORED) if WHOLE else list(STORED)[::4])
def test_a_position_is_broken_by_its_obligation_alone(name: str) -> None:
    entry: dict[str, Any] = STORED[name]
    found = guard.broken(guard.position_of(entry))
    assert {f"{group}" for group, _ in found} == {name.split(" ")[0]}


def test_every_obligation_has_such_a_position_or_a_reason() -> None:
    named = [one.name for one in guard.obligations()]
    assert STORED.keys() | IMPLIED.keys() == {*named}
    assert not STORED.keys() & IMPLIED.keys()
    assert all(entry["reason"] for entry in IMPLIED.values())


@pytest.mark.parametrize("name", [n for n in BY_OTHERS if WHOLE or n not in SLOW])
def test_what_others_imply_is_broken_in_no_position_that_keeps_them(name: str) -> None:
    assert implied.is_implied(name, IMPLIED[name]["by"])


@pytest.mark.parametrize("name", [name for name in BY_OTHERS if name not in SLOW])
def test_what_others_imply_can_be_broken_without_them(name: str) -> None:
    assert not implied.is_implied(name, ())


def test_an_obligation_that_is_switched_off_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the positions guard the rules."""
    whole = guard.program()
    weaker, count = re.subn(r'^broken\("CAMP-05",S\).*$', "", whole, flags=re.MULTILINE)
    assert count == 1
    monkeypatch.setattr(guard, "program", lambda: weaker)
    assert guard.broken(guard.position_of(STORED["CAMP-05 S 1"])) == set()
