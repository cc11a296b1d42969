"""Nothing that users see changes unless it was meant."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from tests.shown import commands, stored
from tests.shown.stored import COMMAND, MAX_PRINTED, differences, groups, shown_by


@pytest.mark.parametrize("name", groups())
def test_users_see_what_they_saw(name: str) -> None:
    found = differences(stored.stored(name), shown_by(groups()[name]))
    more = f"\n\nand {len(found) - MAX_PRINTED} more" if len(found) > MAX_PRINTED else ""
    shown = "\n\n".join(found[:MAX_PRINTED])
    assert not found, f"{shown}{more}\n\nif this is meant: {COMMAND} {name.split('/')[0]}"


def test_a_change_is_printed_with_the_lines_beside_it() -> None:
    old = {"a": "".join(map(stored.code, ["one", "two", "three", "four"])), "b": "", "c": "xx"}
    new = {"a": ["one", "two", "3", "four", "five"], "c": ["yes"], "d": [""]}
    assert differences(old, new) == [
        "b: is no longer tried",
        "a:\n    one\n    two\n  + 3\n  - 1 that was shown before\n    four\n  + five",
        "c:\n  + yes\n  - 1 that was shown before",
        "d: is not stored",
    ]


def test_times_and_versions_are_not_compared() -> None:
    assert stored.blocks("took 0.31 s\nfor ever") == ["took … s", "for ever"]
    assert stored.blocks('{"a":1,"seconds":0.2}') == stored.blocks('{"a":1}')
    assert len(stored.blocks("x\n" * 1000)) <= stored.MAX_CODES


def test_every_command_is_tried_with_all_its_options() -> None:
    lines = Path(commands.__file__).read_text("utf-8")
    for name, command in commands.commands():
        options = [each.opts for each in command.params if isinstance(each, click.Option)]
        tried = [*commands.NOT_TRIED, *re.findall(r"[\w-]+", lines)]
        missing = [names for names in options if not {*names} & {*tried}]
        assert name in commands.NOT_TRIED or (name in lines and not missing), f"{name} {missing}"
