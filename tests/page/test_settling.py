"""Choices of the editor: after each one the position is possible, as far as the choice can help."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.page.asking import good, refused
from tikal.page.settling import CHOICES
from tikal.testing.strategies import states

AUCTION: Final = {"players": 3, "auction": True, "phase": "bid", "display": ["A1", "A2", "A3"]}


def chosen(draft: dict[str, Any], **choices: object) -> dict[str, Any]:
    """The answer to an edit with these choices, one after the other."""
    changes = [{"choose": what, "to": to} for what, to in choices.items()]
    return good(ask="edit", draft=draft, changes=changes, picture=False)


@pytest.mark.parametrize("auction", [False, True])
@pytest.mark.parametrize("phase", ["draw", "place", "act"])
def test_every_phase_can_be_chosen_in_an_untouched_game(phase: str, auction: bool) -> None:
    found = chosen({"auction": auction}, phase=phase)
    assert (found["phase"], found["problems"]) == (phase, [])


def test_an_auction_is_chosen_and_taken_back() -> None:
    found = chosen({"phase": "draw"}, auction=True, phase="bid")
    assert found["problems"] == []
    assert len(found["display"]) == found["players"]
    back = chosen(found["draft"], phase="act", auction=False)
    assert (back["problems"], back["auction"], back["display"]) == ([], False, [])


def test_bids_and_passes_follow_each_other() -> None:
    found = chosen(AUCTION | {"active": 1}, passed=[3, 2])
    assert found["draft"]["first_passer"] == 3
    found = chosen(found["draft"], passed=[2])
    assert found["draft"]["first_passer"] == 2
    found = chosen(found["draft"], high_bidder=3)
    assert "first_passer" not in found["draft"]
    assert (found["high_bid"], found["high_bidder"]) == (found["edition"] and 1, 3)
    found = chosen(found["draft"], high_bidder=None)
    assert (found["high_bid"], found["draft"]["first_passer"]) == (None, 2)


def test_the_least_opening_bid_is_that_of_the_edition() -> None:
    found = chosen(AUCTION | {"edition": "rio-grande-1999 lowest_bid=0"}, high_bidder=2)
    assert found["high_bid"] == 0


def test_seats_score_clockwise_from_the_one_that_acts() -> None:
    draft = {"players": 4, "phase": "act", "active": 3, "scoring": True}
    found = chosen(draft, queue=[1, 2, 4])
    assert found["queue"] == [4, 1, 2]


@given(
    states(),
    st.sampled_from(sorted(CHOICES)),
    st.none()
    | st.booleans()
    | st.integers(0, 5)
    | st.lists(st.integers(0, 5), max_size=4)
    | st.sampled_from(["act", "bid", "x"]),
)
def test_any_choice_is_answered(state: tikal.State, what: str, to: object) -> None:
    from tests.page.asking import answer

    answer(
        ask="edit", position=tikal.format_position(state), changes=[{"choose": what, "to": to}],
        picture=False,
    )  # fmt: skip


@pytest.mark.parametrize("what", ["phase", "passed", "queue"])
@pytest.mark.parametrize("wrong", [None, True, 3, 0.5, {}, ["x"], [True], [[1]], {"1": 2}], ids=str)
def test_a_choice_of_the_wrong_kind_is_refused(what: str, wrong: object) -> None:
    changes = [{"choose": what, "to": wrong}]
    reason = refused(ask="edit", draft=AUCTION, changes=changes, picture=False)
    assert reason.startswith("a phase is a text" if what == "phase" else "seats are a list")


def test_a_choice_that_does_not_exist_is_refused() -> None:
    assert "'phase'" in refused(ask="edit", draft={}, changes=[{"choose": "phases", "to": "act"}])
