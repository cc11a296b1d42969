"""What is derived from the code and kept in git is what its command writes."""

from __future__ import annotations

import pytest

from tikal.editions import SWITCHES
from tools.generate import schemas


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
