"""What some players believe and no rulebook says: MIS-01 to MIS-18, one test for each."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

import tikal
from tests.golden.helpers import (
    EVERY_EDITION,
    LAYOUT,
    after,
    ap_log,
    clauses,
    explored,
    idle,
    idle_turn,
    laid_anywhere,
    stones,
)
from tikal.geometry import CELLS


@cache
def idle_game() -> tikal.Replay:
    """A whole game in which tiles are laid and nothing else happens."""
    return tikal.play(tikal.new_game(players=3), idle, seed=3)


def terrains(state: tikal.State) -> Counter[str | None]:
    """How many hexes of each terrain are explored."""
    return Counter(state[cell].kind for cell in CELLS)


@pytest.mark.clause("TURN-06")
def test_mis_01_unused_points_are_lost() -> None:
    state = after(tikal.position(players=2, tiles=explored("A"), ap=10), "deploy W a1", "end")
    state = laid_anywhere(after(idle_turn(state, "B2"), "draw B3"))
    assert (state.active, state.ap) == (1, 10)
    scoring = after(state, "end")
    scoring = after(idle_turn(scoring, "B4"), "draw B1")
    assert (scoring.active, scoring.ap, scoring.scoring) == (1, 10, True)
    acting = laid_anywhere(after(scoring, "end", "end"))
    assert (acting.active, acting.ap, acting.scoring) == (1, 10, False)


@pytest.mark.clause("SCORE-05")
def test_mis_02_players_tied_for_first_score_nothing() -> None:
    state = tikal.position(
        players=3,
        tiles=explored("A"),
        figures={1: {"c1": (0, 2)}, 2: {"c1": (0, 2)}, 3: {"c1": (0, 1)}},
        phase="draw",
    )
    assert [tikal.score(state, seat).temples for seat in (1, 2, 3)] == [{}, {}, {}]
    assert after(state, "draw B1", "end", "end", "end").scores == {1: 0, 2: 0, 3: 0}


@pytest.mark.clause("END-01", "END-04")
def test_mis_03_the_game_goes_on_after_the_third_volcano() -> None:
    game = idle_game()
    third = next(n for n, step in enumerate(game.steps) if terrains(step.state)["volcano"] == 3)
    state = game.steps[third].state
    assert state.phase == "act"
    assert {tile[0] for tile in state.remaining} >= {"G"}
    later = [step.move for step in game.steps[third:] if isinstance(step.move, tikal.DrawTile)]
    assert len(later) == len(state.remaining)
    assert (game.state.phase, game.state.remaining) == ("over", ())


@pytest.mark.clause("SCORE-01")
def test_mis_04_a_volcano_lets_everybody_act_and_score() -> None:
    state = tikal.position(
        players=3,
        tiles=explored("A"),
        figures={1: {"b1": (0, 1)}, 2: {"a2": (0, 1)}, 3: {"c1": (0, 1)}},
        phase="draw",
        active=2,
    )
    state = after(state, "draw B1")
    for seat in (2, 3, 1):
        assert (state.active, state.ap, state.scoring) == (seat, 10, True)
        state = after(state, "end")
    assert state.scores == {1: 1, 2: 1, 3: 2}


@pytest.mark.clause("TEMPLE-03")
def test_mis_05_one_member_uncovers_one_level_however_high() -> None:
    state = tikal.position(tiles={"c2": ("D1", 0)}, figures={1: {"c2": (0, 1)}})
    assert clauses(state, "uncover c2") == []
    assert after(state, "uncover c2")["c2"].value == 6


@pytest.mark.clause("TREASURE-02", "TURN-08", "TURN-04")
def test_mis_06_a_treasure_costs_three() -> None:
    state = tikal.position(tiles={"c2": ("A2", 0)}, figures={1: {"c2": (0, 1)}})
    assert ap_log(state, "recover c2", "reveal 1") == [10, 7, 7]
    poor = tikal.position(tiles={"c2": ("A2", 0)}, figures={1: {"c2": (0, 1)}}, ap=2)
    assert clauses(poor, "recover c2") == ["TURN-04"]


@pytest.mark.clause("COMP-05")
def test_mis_07_there_are_eight_kinds_of_treasure() -> None:
    assert tikal.new_game(players=2).unseen == dict.fromkeys((1, 2, 3, 4, 5, 6, 7, 8), 3)
    state = tikal.position(tiles={"c2": ("A2", 0)}, figures={1: {"c2": (0, 1)}})
    state = after(state, "recover c2")
    assert [str(move) for move, _ in tikal.chance(state)] == [f"reveal {n}" for n in range(1, 9)]
    assert clauses(state, "reveal 8") == []
    assert clauses(state, "reveal 9") == ["COMP-05"]


@pytest.mark.clause("COMP-04", "VOLC-05")
def test_mis_08_there_are_three_volcanoes() -> None:
    assert terrains(idle_game().state)["volcano"] == 3


@pytest.mark.clause("SETUP-03", "DEPLOY-02")
def test_mis_09_figures_start_in_the_supply_and_enter_by_camps_only() -> None:
    game = tikal.new_game(players=4)
    assert [game.player(seat).supply for seat in (1, 2, 3, 4)] == [(1, 18)] * 4
    assert [game.player(seat).figures for seat in (1, 2, 3, 4)] == [{}] * 4
    state = tikal.position(figures={1: {"b2": (0, 1)}})
    assert clauses(state, "deploy W b2") == ["DEPLOY-02"]
    assert clauses(state, "deploy W a1") == []


@pytest.mark.clause("MOVE-01", "MOVE-04")
def test_mis_10_the_leader_walks_step_by_step_and_pays_every_stone() -> None:
    tiles = {"c1": ("A6", 5), "d1": ("A3", 5), "d2": ("A2", 0)}
    state = tikal.position(tiles=tiles, figures={1: {"c1": (1, 1)}})
    assert clauses(state, "walk L c1-a2") == ["MOVE-01"]
    assert clauses(state, "walk L c1-a1") == ["MOVE-01"]
    assert ap_log(state, "walk L c1-d1", "walk L d1-d2") == [10, 7, 4]
    assert ap_log(state, "walk W c1-d1", "walk W d1-d2") == [10, 7, 4]


@pytest.mark.clause("SCORE-04", "SCORE-08")
def test_mis_11_a_volcano_is_worth_nothing() -> None:
    state = tikal.position(tiles=explored("A"), phase="draw", active=2)
    state = after(state, "draw B1", "end", "end", "place d3 r0")
    assert state["d3"].kind == "volcano"
    assert [tikal.score(state, seat).total for seat in (1, 2)] == [0, 0]
    assert after(state, "end").scores == {1: 0, 2: 0}


@pytest.mark.clause("COMP-03", "COMP-04")
def test_mis_12_there_are_eight_treasure_tiles_among_36() -> None:
    assert len(tikal.new_game(players=2).remaining) == 36
    # Printed on the board are the base camp, two temples and a jungle.
    assert terrains(idle_game().state) == {
        "base_camp": 1, "temple": 2 + 15, "jungle": 1 + 10, "treasure": 8, "volcano": 3,
    }  # fmt: skip


@pytest.mark.clause("COMP-06")
def test_mis_13_three_temples_can_rise_to_two() -> None:
    assert tikal.new_game(players=2).floors[2] == 3
    state = tikal.position(
        tiles={"c2": ("A1", 0)},
        figures={1: {"a2": (0, 1), "b1": (0, 1), "c2": (0, 1)}},
    )
    state = after(state, "uncover a2", "uncover b1", "uncover c2")
    assert [state[cell].value for cell in ("a2", "b1", "c2")] == [2, 2, 2]
    assert state.floors[2] == 0


@pytest.mark.clause("COMP-03", "SETUP-02")
def test_mis_14_the_letters_end_with_g() -> None:
    game = tikal.new_game(players=2)
    assert {tile[0] for tile in game.remaining} == set("ABCDEFG")
    assert clauses(game, "draw H1") == ["COMP-03"]
    assert clauses(game, "draw G1") == ["SETUP-02"]
    last = tikal.position(
        tiles={cell: tile for cell, tile in LAYOUT.items() if tile[0] != "G1"}, phase="draw"
    )
    assert tikal.legal_moves(last) == (tikal.DrawTile("G1"),)
    assert clauses(last, "draw H1") == ["COMP-03"]


@EVERY_EDITION
@pytest.mark.clause("SWAP-05")
def test_mis_15_a_pair_is_not_exchanged_for_a_pair(edition: tikal.Edition) -> None:
    state = tikal.position(
        edition=edition,
        tiles={"c2": ("A2", 0), "b3": ("A5", 2)},
        tokens={"c2": 0, "b3": 2},
        treasures={1: {1: 2, 3: 1}, 2: {2: 2, 4: 1}},
    )
    assert clauses(state, "exchange 1 2 2") == ["SWAP-05"]
    assert clauses(state, "exchange 3 2 4") == []


@EVERY_EDITION
@pytest.mark.clause("PLACE-02")
def test_mis_16_stones_towards_a_volcano_are_no_way_in(edition: tikal.Edition) -> None:
    # A temple on c2 and a volcano on d3: e3 touches the volcano alone, d2 touches both.
    state = tikal.position(
        tiles={"c2": ("E1", 0), "d3": ("B1", 0)}, phase="place", tile="A1", edition=edition
    )
    assert stones("A1", 0)["SW"] == 1
    assert clauses(state, "place e3 r0") == ["PLACE-02"]
    turned = stones("A1", 3)
    assert (turned["N"], turned["NW"], stones("E1", 0)["SE"]) == (2, 0, 0)
    assert clauses(state, "place d2 r3") == ["PLACE-02"]
    assert stones("A1", 1)["NW"] == 1
    assert clauses(state, "place d2 r1") == []


@pytest.mark.clause("GUARD-02", "SCORE-05")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_mis_17_in_a_tie_nobody_holds_the_temple_whatever_the_order_of_seats(seat: int) -> None:
    # Everybody has strength 3 at the printed temple b1.
    figures = {1: {"b1": (1, 0)}, 2: {"b1": (0, 3)}, 3: {"b1": (1, 0)}}
    state = tikal.position(players=3, figures=figures, active=seat)
    assert clauses(state, "guard b1 L" if seat != 2 else "guard b1 W") == ["GUARD-02"]
    assert tikal.score(state, seat).temples == {}


@pytest.mark.clause("CAMP-03")
@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        (tikal.RIO_GRANDE_1999, []),
        (tikal.RAVENSBURGER_1999, []),
        (tikal.SUPER_MEEPLE_2015, ["CAMP-03"]),
        (tikal.LEGEND_CLASSIC, ["CAMP-03"]),
    ],
    ids=list(tikal.EDITIONS),
)
def test_mis_18_a_camp_needs_a_figure_since_2015_and_needed_none_in_1999(
    edition: tikal.Edition, expected: list[str]
) -> None:
    assert clauses(tikal.position(edition=edition), "camp b2") == expected
    manned = tikal.position(edition=edition, figures={1: {"b2": (0, 1)}})
    assert clauses(manned, "camp b2") == []
