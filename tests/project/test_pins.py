"""The facts that other programs rely on are pinned; an intended change updates the pins."""

from __future__ import annotations

import pytest

from tests.project.pins import COMMAND, PINS, changes, pinned


@pytest.mark.parametrize("section", PINS)
def test_nothing_pinned_has_changed(section: str) -> None:
    found = changes(section, pinned()[section], PINS[section]())
    assert not found, "\n".join((*found, f"if this is meant: {COMMAND}"))


def test_the_file_has_every_section() -> None:
    assert [*pinned()] == [*PINS]


@pytest.mark.parametrize(
    ("new", "sentence"),
    [
        ({"a": 1, "b": 3}, "sizes: b was 2, is 3"),
        ({"a": 1}, "sizes: b is gone"),
        ({"a": 1, "b": 2, "c": 3}, "sizes: c is new"),
        ({"b": 2, "a": 1}, "sizes: the keys are in another order"),
    ],
)
def test_a_change_is_named(new: dict[str, int | str], sentence: str) -> None:
    assert changes("sizes", {"a": 1, "b": 2}, new) == [sentence]
