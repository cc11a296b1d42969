"""The board before the first turn."""

from __future__ import annotations

import pytest

import tikal
from tests.golden.helpers import OLD_AND_NEW, after, clauses


@OLD_AND_NEW
@pytest.mark.clause("SETUP-08")
def test_both_start_temples_are_worth_one_and_the_hex_between_them_is_a_jungle(
    edition: tikal.Edition,
) -> None:
    state = after(tikal.new_game(players=2, edition=edition), "draw A2", "place b3 r2")
    # Two stones lead from the base camp to either temple, one to the jungle.
    state = after(state, "deploy W a1", "walk W a1-a2", "deploy W a1", "walk W a1-b1")
    state = after(state, "deploy W a1", "walk W a1-b2")
    assert state.ap == 2
    assert tikal.score(state, 1).temples == {"a2": 1, "b1": 1}
    assert clauses(state, "uncover b2") == ["TEMPLE-01"]
    assert tikal.score(after(state, "uncover a2"), 1).total == 3
    assert tikal.score(after(state, "uncover b1"), 1).total == 3


@OLD_AND_NEW
@pytest.mark.clause("SETUP-08")
def test_a_camp_can_be_founded_on_the_start_jungle_but_not_at_the_temples(
    edition: tikal.Edition,
) -> None:
    workers = dict.fromkeys(["a2", "b1", "b2"], (0, 1))
    state = tikal.position(edition=edition, figures={1: workers})
    assert clauses(state, "camp b2") == []
    for temple in ("a2", "b1"):
        assert clauses(state, f"camp {temple}") == ["CAMP-02"]
