"""The first round of a game: GT-11 (the first player, red), GT-12 (the second player, blue)."""

from __future__ import annotations

import pytest

import tikal
from tests.golden.helpers import EVERY_EDITION, after, ap_log, clauses

RED, BLUE = 1, 2


def red_to_act(edition: tikal.Edition) -> tikal.State:
    """Red has laid ruins of four masks so that they are two stones from the base camp."""
    state = tikal.new_game(players=4, edition=edition)
    return after(state, "draw A2", "place b3 r2")


RED_DIGS = ("deploy L a1", "walk L a1-b2", "walk L b2-b3", "recover b3", "reveal 6")
RED_GOES_ON = ("deploy W a1", "deploy W a1", "walk W a1-b1")


def blue_to_act(edition: tikal.Edition) -> tikal.State:
    """Red's turn is over and blue has laid a clearing."""
    state = after(red_to_act(edition), *RED_DIGS, *RED_GOES_ON, "end")
    return after(state, "draw A3", "place c2 r0")


def blue_moves(temple: str) -> tuple[str, ...]:
    """Two workers come, walk to a temple and uncover two levels."""
    walk, uncover = f"walk W a1-{temple}", f"uncover {temple}"
    return ("deploy W a1", "deploy W a1", walk, walk, uncover, uncover)


# --- GT-11 -------------------------------------------------------------------------------------


@EVERY_EDITION
@pytest.mark.clause("PLACE-10", "PLACE-12", "TURN-04")
def test_ruins_of_four_masks_are_laid_with_four_hidden_treasures(edition: tikal.Edition) -> None:
    state = red_to_act(edition)
    assert state["b3"].tokens == 4
    assert state.unseen == dict.fromkeys(range(1, 9), 3)
    assert (state.phase, state.active, state.ap) == ("act", RED, 10)


@EVERY_EDITION
@pytest.mark.clause("TURN-08", "DEPLOY-01", "MOVE-01", "TREASURE-02", "TURN-07")
def test_reds_first_turn_costs_exactly_ten(edition: tikal.Edition) -> None:
    log = ap_log(red_to_act(edition), *RED_DIGS, *RED_GOES_ON)
    assert log == [10, 9, 8, 7, 4, 4, 3, 2, 0]


@EVERY_EDITION
@pytest.mark.clause("TREASURE-03")
def test_the_lone_leader_takes_one_treasure_and_no_second(edition: tikal.Edition) -> None:
    state = after(red_to_act(edition), *RED_DIGS[:3])
    assert clauses(state, "recover b3") == []
    state = after(state, *RED_DIGS[3:])
    assert (state["b3"].tokens, state.player(RED).treasures[6]) == (3, 1)
    assert state.ap == 4
    assert clauses(state, "recover b3") == ["TREASURE-03"]


@EVERY_EDITION
@pytest.mark.clause("COMP-07", "DEPLOY-01", "SCORE-07", "SETUP-06", "TREASURE-07")
def test_where_red_stands_after_the_first_turn(edition: tikal.Edition) -> None:
    state = after(red_to_act(edition), *RED_DIGS, *RED_GOES_ON)
    red = state.player(RED)
    assert red.figures == {"a1": (0, 1), "b1": (0, 1), "b3": (1, 0)}
    assert red.supply == (0, 16)
    assert red.treasures == {**dict.fromkeys(range(1, 9), 0), 6: 1}
    assert sum(tikal.score(state, RED).treasures.values()) == 1
    assert red.score == 0


@EVERY_EDITION
@pytest.mark.clause("TURN-01", "TURN-04")
def test_without_points_red_can_only_end_the_turn(edition: tikal.Edition) -> None:
    state = after(red_to_act(edition), *RED_DIGS, *RED_GOES_ON)
    assert clauses(state, "deploy W a1") == ["TURN-04"]
    assert tikal.legal_moves(state) == (tikal.EndTurn(),)
    state = after(state, "end")
    assert (state.phase, state.active) == ("draw", BLUE)


@EVERY_EDITION
@pytest.mark.clause("DEPLOY-04", "MOVE-01", "TREASURE-03", "TURN-04")
def test_what_red_can_do_with_four_points_after_digging(edition: tikal.Edition) -> None:
    state = after(red_to_act(edition), *RED_DIGS)
    assert {str(move) for move in tikal.legal_moves(state)} == {
        "deploy W a1", "walk L b3-a2", "walk L b3-b2", "end",
    }  # fmt: skip


@EVERY_EDITION
@pytest.mark.clause("TURN-01", "TURN-03")
def test_blue_waits_for_his_turn_and_draws_another_tile(edition: tikal.Edition) -> None:
    state = after(red_to_act(edition), *RED_DIGS)
    assert clauses(state, "deploy W a1", seat=BLUE) == ["TURN-01"]
    assert clauses(state, "deploy W a1", seat=RED) == []
    state = after(state, "end")
    assert clauses(state, "draw A2") == ["TURN-03"]
    assert clauses(state, "draw A3") == []


# --- GT-12 -------------------------------------------------------------------------------------


@EVERY_EDITION
@pytest.mark.clause("TURN-08", "DEPLOY-01", "MOVE-01", "TEMPLE-02")
@pytest.mark.parametrize("temple", ["b1", "a2"])
def test_blues_first_turn_costs_exactly_ten(edition: tikal.Edition, temple: str) -> None:
    log = ap_log(blue_to_act(edition), *blue_moves(temple))
    assert log == [10, 9, 8, 6, 4, 2, 0]


@EVERY_EDITION
@pytest.mark.clause("COMP-02", "COMP-06", "DEPLOY-01", "SETUP-06", "TEMPLE-06")
@pytest.mark.parametrize("temple", ["b1", "a2"])
def test_where_blue_stands_after_the_first_turn(edition: tikal.Edition, temple: str) -> None:
    before = blue_to_act(edition)
    state = after(before, *blue_moves(temple))
    assert (before[temple].value, state[temple].value) == (1, 3)
    assert state.floors == {**before.floors, 2: 2, 3: 5}
    blue = state.player(BLUE)
    assert blue.figures == {temple: (0, 2)}
    assert blue.supply == (1, 16)
    assert blue.score == 0


@EVERY_EDITION
@pytest.mark.clause("GUARD-03", "SCORE-04", "TEMPLE-12")
def test_blue_holds_the_temple_with_two_workers_against_one(edition: tikal.Edition) -> None:
    state = after(blue_to_act(edition), *blue_moves("b1"))
    assert state["b1"].figures == {1: (0, 1), 2: (0, 2), 3: (0, 0), 4: (0, 0)}
    assert tikal.score(state, BLUE).temples == {"b1": 3}
    assert tikal.score(state, RED).temples == {}
