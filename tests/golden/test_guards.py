"""Guarding a temple: GT-14."""

from __future__ import annotations

import pytest

import tikal
from tests.golden.helpers import (
    EVERY_EDITION,
    OLD_AND_NEW,
    after,
    clauses,
    explored_but_for_volcanoes,
    idle,
    laid_anywhere,
    listed,
)

RED, BLUE = 1, 2


def contested(edition: tikal.Edition, blues: int = 3) -> tikal.State:
    """Red's leader and one worker against some blue workers on a temple of value 6."""
    return tikal.position(
        tiles={"c2": ("E1", 0)},
        figures={RED: {"c2": (1, 1), "b1": (0, 1)}, BLUE: {"c2": (0, blues)}},
        edition=edition,
    )


@EVERY_EDITION
@pytest.mark.clause("GUARD-01", "GUARD-04", "GUARD-05", "GUARD-06")
def test_the_leader_becomes_guard_the_worker_leaves_the_game_and_blue_stays(
    edition: tikal.Edition,
) -> None:
    state = after(contested(edition), "guard c2 L")
    assert state.ap == 5
    assert state["c2"].guard == (RED, "L")
    assert state["c2"].figures == {RED: (0, 0), BLUE: (0, 3)}
    assert state["c2"].value == 6
    red = state.player(RED)
    assert red.guards == {"c2": "L"}
    assert (red.removed, red.supply) == ((0, 1), (0, 16))


@EVERY_EDITION
@pytest.mark.clause("GUARD-04", "GUARD-05")
def test_the_leader_leaves_the_game_when_the_worker_becomes_guard(edition: tikal.Edition) -> None:
    state = after(contested(edition), "guard c2 W")
    assert state["c2"].guard == (RED, "W")
    assert state["c2"].figures == {RED: (0, 0), BLUE: (0, 3)}
    red = state.player(RED)
    assert (red.removed, red.supply) == ((1, 0), (0, 16))


@EVERY_EDITION
@pytest.mark.clause("GUARD-02", "GUARD-03", "LEADER-01")
@pytest.mark.parametrize(("blues", "expected"), [(3, []), (4, ["GUARD-02"]), (5, ["GUARD-02"])])
def test_strength_four_guards_against_three_but_not_against_four(
    edition: tikal.Edition, blues: int, expected: list[str]
) -> None:
    assert clauses(contested(edition, blues), "guard c2 L") == expected
    assert clauses(contested(edition, blues), "guard c2 W") == expected


@EVERY_EDITION
@pytest.mark.clause("GUARD-09", "GUARD-10", "SCORE-06")
def test_the_guards_owner_alone_scores_the_temple(edition: tikal.Edition) -> None:
    before = contested(edition, blues=4)
    assert (tikal.score(before, RED).temples, tikal.score(before, BLUE).temples) == ({"b1": 1}, {})
    state = after(contested(edition), "guard c2 L")
    assert tikal.score(state, RED).temples == {"b1": 1, "c2": 6}
    assert tikal.score(state, BLUE).temples == {}


@EVERY_EDITION
@pytest.mark.clause("GUARD-09", "GUARD-10", "SCORE-06", "VOLC-05")
def test_the_guard_pays_in_each_of_the_four_scorings(edition: tikal.Edition) -> None:
    state = tikal.position(
        tiles=explored_but_for_volcanoes(),
        figures={BLUE: {"e4": (0, 3)}},
        guards={RED: {"e4": "L"}},
        removed={RED: (0, 1)},
        phase="draw",
        edition=edition,
    )
    assert state["e4"].value == 6
    game = tikal.play(state, idle, seed=1)
    assert game.state.phase == "over"
    assert game.state.scores == {RED: 4 * 6, BLUE: 0}


@EVERY_EDITION
@pytest.mark.clause("TEMPLE-10", "GUARD-08")
def test_nobody_uncovers_a_guarded_temple(edition: tikal.Edition) -> None:
    state = contested(edition)
    assert clauses(state, "uncover c2") == []
    state = after(state, "guard c2 L")
    assert clauses(state, "uncover c2") == ["TEMPLE-01", "TEMPLE-10"]
    state = laid_anywhere(after(state, "end", "draw A1"))
    assert state["c2"].figures[BLUE] == (0, 3)
    assert clauses(state, "uncover c2") == ["TEMPLE-10"]


@EVERY_EDITION
@pytest.mark.clause("GUARD-06", "GUARD-12", "MOVE-07")
def test_others_may_leave_the_guarded_temple_and_come_back(edition: tikal.Edition) -> None:
    state = laid_anywhere(after(contested(edition), "guard c2 L", "end", "draw A1"))
    assert clauses(state, "walk W c2-b2") == []
    assert clauses(after(state, "walk W c2-b2"), "walk W b2-c2") == []


@EVERY_EDITION
@pytest.mark.clause("GUARD-11")
def test_a_second_guard_may_be_placed_and_no_third(edition: tikal.Edition) -> None:
    state = after(contested(edition), "guard c2 L")
    assert clauses(state, "guard b1 W") == []
    state = tikal.position(
        tiles={"c2": ("E1", 0)},
        figures={RED: {"b1": (0, 1)}},
        guards={RED: {"c2": "L", "a2": "W"}},
        edition=edition,
    )
    assert clauses(state, "guard b1 W") == ["GUARD-11"]


@EVERY_EDITION
@pytest.mark.clause("GUARD-13", "DEPLOY-04")
def test_a_leader_who_guards_is_lost_for_everything_else(edition: tikal.Edition) -> None:
    state = after(contested(edition), "guard c2 L")
    assert clauses(state, "deploy L a1") == ["DEPLOY-04"]
    assert clauses(state, "walk L c2-b2") == ["MOVE-01"]
    assert clauses(state, "deploy W a1") == []


@EVERY_EDITION
@pytest.mark.clause("GUARD-02", "GUARD-04")
def test_the_guard_is_a_figure_that_stands_there(edition: tikal.Edition) -> None:
    state = contested(edition)
    assert listed(state, "guard") == {"guard b1 W", "guard c2 L", "guard c2 W"}
    assert clauses(state, "guard b1 L") == ["GUARD-04"]


@EVERY_EDITION
@pytest.mark.clause("GUARD-14")
def test_blue_cannot_guard_the_temple_again(edition: tikal.Edition) -> None:
    state = laid_anywhere(after(contested(edition), "guard c2 L", "end", "draw A1"))
    assert state["c2"].figures == {RED: (0, 0), BLUE: (0, 3)}
    assert clauses(state, "guard c2 W") == ["GUARD-14"]


@OLD_AND_NEW
@pytest.mark.clause("GUARD-07")
def test_the_guard_stays_when_figures_come_and_go(edition: tikal.Edition) -> None:
    state = tikal.position(
        tiles={"c2": ("E1", 0)},
        figures={RED: {"b2": (0, 1)}, BLUE: {"c2": (1, 9)}},
        guards={RED: {"c2": "W"}},
        edition=edition,
    )
    # A red worker visits the temple: this one can leave again, and the guard cannot.
    state = after(state, "walk W b2-c2", "walk W c2-b2")
    assert (state.ap, clauses(state, "walk W c2-b2")) == (8, ["MOVE-01"])
    assert (tikal.score(state, RED).total, tikal.score(state, BLUE).total) == (6, 0)


@OLD_AND_NEW
@pytest.mark.clause("GUARD-07")
def test_ten_blue_figures_do_not_drive_the_guard_away(edition: tikal.Edition) -> None:
    state = tikal.position(
        tiles={"c2": ("E1", 0)},
        figures={BLUE: {"b2": (1, 9)}},
        guards={RED: {"c2": "W"}},
        active=BLUE,
        edition=edition,
    )
    state = after(state, "walk L b2-c2", *["walk W b2-c2"] * 9, "end")
    assert (tikal.score(state, RED).total, tikal.score(state, BLUE).total) == (6, 0)
    assert state["c2"].guard == (RED, "W")
