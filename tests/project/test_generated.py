"""Derived files in git are equal to the output of the commands that write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tikal.editions import SWITCHES
from tools.generate import schemas, vocabulary


@pytest.mark.parametrize("name", schemas.PARTS)
def test_the_switches_and_editions_of_a_schema_are_generated(name: str) -> None:
    file = schemas.file_of(name)
    assert file.read_text("utf-8") == schemas.written(name), f"run {schemas.COMMAND}"


def test_a_missing_switch_and_an_unknown_one_are_put_right() -> None:
    schema: schemas.Schema = {
        "required": ["key", "camp_requires_member", "digs"],
        "properties": {"key": {"type": "string"}, "lowest_bid": {}, "has_auction": {}},
    }
    schemas.with_switches(schema)
    assert schema["required"] == [
        "key", "camp_requires_member", "volcano_may_foreclose", "tiebreak", "has_auction",
    ]  # fmt: skip
    assert list(schema["properties"]) == ["key", *(each.name for each in SWITCHES)]
    assert schema["properties"]["lowest_bid"] == {
        "description": "must be 1 or 0", "type": "integer", "enum": [1, 0], "default": 1,
    }  # fmt: skip


def test_the_fluents_of_the_switches_are_generated() -> None:
    written = vocabulary.README.read_text("utf-8")
    assert written == vocabulary.written(), f"run {vocabulary.COMMAND}"
    for switch in SWITCHES:
        assert f"\n| `{switch.name}" in written


def test_the_rules_that_read_a_switch_are_found(tmp_path: Path) -> None:
    (tmp_path / "rules.lp").write_text(
        'forbids("CAMP-03",anyone,camp(C)) :- candidate(camp(C)), not true(camps).\n'
        "least(L) :- not bid, true(lowest(L)).\n"
        "least(0) :- 1 <= #count { L : true(lowest(L)) }, other(lowest).\n"
    )
    (tmp_path / "invariants.lp").write_text("known(F) :- true(lowest(F)).\n")
    found = vocabulary.rules_that_read(tmp_path)
    assert found == {"camps": ["CAMP-03"], "lowest": ["least"]}
