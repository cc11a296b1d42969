"""Turns and what can be done in them, with any number of players."""

from __future__ import annotations

import pytest

import tikal
from tests.golden.helpers import LAYOUT, OLD_AND_NEW, after, ap_log, clauses, explored

RED, BLUE = 1, 2

# --- action points -----------------------------------------------------------------------------


@OLD_AND_NEW
@pytest.mark.clause("TURN-05")
@pytest.mark.parametrize("ap", [0, 1, 7, 10])
def test_a_turn_may_end_with_any_number_of_points_left(edition: tikal.Edition, ap: int) -> None:
    state = tikal.position(edition=edition, figures={RED: {"b1": (0, 1)}}, ap=ap)
    assert clauses(state, "end") == []
    state = after(state, "end")
    assert (state.phase, state.active) == ("draw", BLUE)


@OLD_AND_NEW
@pytest.mark.clause("TURN-05")
def test_who_does_nothing_in_a_scoring_turn_scores_all_the_same(edition: tikal.Edition) -> None:
    state = tikal.position(
        edition=edition,
        tiles=explored("A"),
        figures={RED: {"c1": (0, 1)}, BLUE: {"b1": (0, 1)}},
        phase="draw",
    )
    state = after(state, "draw B1")
    assert (state.ap, clauses(state, "end")) == (10, [])
    state = after(state, "end", "end")
    assert state.scores == {RED: 2, BLUE: 1}


@OLD_AND_NEW
@pytest.mark.clause("DER-06")
def test_the_prices_of_a_turn_add_up_to_ten_at_most(edition: tikal.Edition) -> None:
    state = tikal.position(
        edition=edition,
        tiles={"c2": ("A2", 0)},
        figures={RED: {"a1": (0, 1), "a2": (0, 1), "b2": (0, 1), "c2": (0, 1)}},
    )
    assert ap_log(state, "camp b2", "guard a2 W") == [10, 5, 0]
    state = after(state, "camp b2", "recover c2", "reveal 1")
    assert (state.ap, clauses(state, "guard a2 W")) == (2, ["TURN-04"])
    assert clauses(state, "uncover a2") == []
    state = after(state, "uncover a2")
    assert state.ap == 0
    for move in ("deploy W a1", "walk W a1-b2", "transfer W a1-b2", "guard a2 W"):
        assert clauses(state, move) == ["TURN-04"]
    assert tikal.legal_moves(state) == (tikal.EndTurn(),)
    state = after(state, "end")
    assert state.ap == 0
    assert after(state, "draw A1", "place b3 r2").ap == 10


# --- numbers of players ------------------------------------------------------------------------


@pytest.mark.clause("PC-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_number_of_players_changes_neither_points_nor_pieces(players: int) -> None:
    state = tikal.new_game(players)
    for tile in ("A1", "A2", "A3", "A4", "A5", "A6"):
        assert clauses(state, f"draw {tile}") == []
    assert after(state, "draw A1", "place b3 r2").ap == 10

    # The eighteenth worker is the last one, and the second camp and the second guard.
    crowd = tikal.position(players=players, figures={RED: {"a1": (0, 17)}})
    crowd = after(crowd, "deploy W a1")
    assert (crowd.ap, clauses(crowd, "deploy W a1")) == (9, ["DEPLOY-04"])
    assert clauses(crowd, "deploy L a1") == []
    state = tikal.position(
        players=players,
        tiles={"c2": ("A3", 0), "d3": ("A6", 1)},
        camps={RED: ["b2"]},
        guards={RED: {"a2": "W"}},
        figures={RED: {"b1": (0, 1), "c2": (0, 1), "d3": (0, 1)}},
    )
    assert ap_log(state, "camp c2", "guard b1 W") == [10, 5, 0]
    state = after(state, "guard b1 W")
    assert (state.ap, clauses(state, "guard d3 W")) == (5, ["GUARD-11"])


@pytest.mark.clause("PC-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_has_36_tiles_with_any_number_of_players(players: int) -> None:
    tiles = {cell: tile for cell, tile in LAYOUT.items() if tile[0] != "G4"}
    state = tikal.position(players=players, tiles=tiles, phase="draw", active=players)
    assert tikal.legal_moves(state) == (tikal.DrawTile("G4"),)
    state = after(state, "draw G4", "place g3 r2")
    assert (state.phase, state.ap, state.scoring) == ("act", 10, False)
    state = after(state, "end")
    assert (state.phase, state.active, state.scoring) == ("act", 1, True)
