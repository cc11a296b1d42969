"""Changes of the formal rules: made from the syntax tree, planted, and noticed by named tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.formal import specification, test_crowded_positions, test_switches
from tools.mutation import spec_mutant_list
from tools.mutation.spec_listed import titled
from tools.mutation.spec_mutants import planted, touched, touching

#: What a review found that no test noticed, each with a test that does now.
SURVIVORS: dict[str, Callable[[], None]] = {
    "treasure points of a tie-break merge equal sets": (
        test_switches.test_sets_of_treasures_of_the_same_size_count_each
    ),
    "a named seat is a stranger after the end, too": (
        lambda: test_crowded_positions.test_after_the_end_every_seat_hears_that_it_is_over(False)
    ),
    "tokens taken in a scoring turn are not forgotten": (
        lambda: test_crowded_positions.test_the_end_of_any_phase_resets_the_limits(
            "a volcano round"
        )
    ),
    "the indicator stays up once a volcano lies": (
        lambda: test_crowded_positions.test_an_indicator_is_turned_down_whatever_lies_on_the_board(
            "a turn of an auction"
        )
    ),
    "after a first passer any bid is high enough": (
        test_crowded_positions.test_after_a_pass_the_first_bid_is_no_lower_than_before
    ),
    "a volcano is not set aside where every space forecloses": (
        lambda: test_crowded_positions.test_a_volcano_that_forecloses_everywhere_is_set_aside(False)
    ),
    "seat 3 may start a game of two": (
        lambda: test_crowded_positions.test_a_game_starts_with_one_of_its_players(2)
    ),
}


@pytest.mark.parametrize("title", SURVIVORS)
def test_a_change_is_noticed(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    test = SURVIVORS[title]
    test()
    text = planted(titled()[title])
    monkeypatch.setattr(specification, "program", lambda: text)
    test_switches._answer.cache_clear()
    with pytest.raises(AssertionError):
        test()
    test_switches._answer.cache_clear()


def test_changes_are_made_of_every_chapter() -> None:
    files = {mutant.file for mutant in spec_mutant_list.chosen()}
    chapters = {path.name for path in spec_mutant_list.RULES.glob("*.lp")}
    assert files == chapters - spec_mutant_list.OTHERS
    assert len(spec_mutant_list.chosen()) >= 150


def test_a_question_tells_which_changes_matter_to_it() -> None:
    """A tie-break is asked at the end only."""
    mutant = titled()["treasure points of a tie-break merge equal sets"]
    number = {(s.file, s.span[0]): i for i, s in enumerate(spec_mutant_list.statements())}
    owner = [number[mutant.file, mutant.span[0]]]
    rules = touching([mutant])
    start = test_switches.sketch(test_switches.PRINTED)
    given = " ".join(f"true({fact})." for fact in start)
    assert touched((given, ()), rules, owner) == frozenset()
    end = test_switches.sketch(
        test_switches.PRINTED | {"tiebreak": ("treasure_points",)},
        owned=[(2, 1, 1), (2, 2, 1)],
        phase="over",
        active=None,
        gone=["rest"],
    )
    given = " ".join(f"true({fact})." for fact in end)
    assert touched((given, ()), rules, owner) == {0}
