"""The final scoring round and the winner: GT-20, GT-21, GT-22."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

import pytest
from attrs import field, frozen

import tikal
from tests.golden.helpers import (
    AUCTION_EDITIONS,
    EVERY_EDITION,
    OLD_AND_NEW,
    active_seats,
    after,
    clauses,
    explored,
    explored_but_for_volcanoes,
    idle,
    tokens_left,
)
from tikal import geometry
from tikal.moves import Figure

# --- GT-20 -------------------------------------------------------------------------------------

A, B, C, D = 1, 2, 3, 4


def last_turn(edition: tikal.Edition) -> tikal.State:
    """D has laid the last tile and has only to end the turn."""
    return tikal.position(
        players=4,
        edition=edition,
        auction=True,
        tiles=explored("G"),
        scores={A: 61, B: 55, C: 61, D: 55},
        active=D,
        done=(A, B, C),
    )


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-25", "AUCTION-26", "AUCTION-28", "END-01", "END-02", "END-04")
def test_the_final_auction_scoring_goes_up_the_scores_and_clockwise_from_the_last_placer(
    edition: tikal.Edition,
) -> None:
    state = after(last_turn(edition), "end")
    order = []
    for _ in range(4):
        assert (state.phase, state.ap, state.scoring) == ("act", 10, True)
        order.append(state.active)
        state = after(state, "end")
    assert order == [B, D, A, C]
    assert state.phase == "over"
    assert state.scores == {A: 61, B: 55, C: 61, D: 55}
    assert state.winners == (A, C)


@AUCTION_EDITIONS
@pytest.mark.clause("AUCTION-25", "END-04")
def test_in_the_final_auction_scoring_nobody_acts_before_his_turn(edition: tikal.Edition) -> None:
    state = after(last_turn(edition), "end")
    assert clauses(state, "deploy W a1", seat=B) == []
    for seat in (A, C, D):
        assert clauses(state, "deploy W a1", seat=seat) == ["AUCTION-25"]
    assert clauses(after(state, "end", "end", "end", "end"), "end") == ["END-04"]


# --- GT-21 -------------------------------------------------------------------------------------


@EVERY_EDITION
@pytest.mark.clause("END-01", "END-02", "END-03", "END-04", "TURN-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_player_opens_the_final_scoring(edition: tikal.Edition, players: int) -> None:
    game = tikal.play(tikal.new_game(players, edition), idle, seed=players)
    assert game.state.phase == "over"
    placed = [n for n, step in enumerate(game.steps) if isinstance(step.move, tikal.PlaceTile)]
    assert len(placed) == 36
    assert game.steps[placed[-1]].seat == players
    tail = game.steps[placed[-1] + 1 :]
    assert [step.move for step in tail] == [tikal.EndTurn()] * (players + 1)
    assert [step.seat for step in tail] == [players, *range(1, players + 1)]
    assert [step.state.scoring for step in tail] == [True] * players + [False]


@EVERY_EDITION
@pytest.mark.clause("VOLC-05", "END-02")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_four_scoring_turns_and_an_equal_share_of_the_others(
    edition: tikal.Edition, players: int
) -> None:
    game = tikal.play(tikal.new_game(players, edition), idle, seed=10 + players)
    ended = active_seats(game)
    assert [ended.count(seat) for seat in range(1, players + 1)] == [4 + 36 // players] * players


@OLD_AND_NEW
@pytest.mark.clause("VOLC-05", "DER-08")
def test_three_volcanoes_and_the_end_give_everybody_four_scoring_turns(
    edition: tikal.Edition,
) -> None:
    # Three players have laid eleven tiles each; the three volcanoes are left.
    state = tikal.position(
        players=3,
        edition=edition,
        tiles=explored_but_for_volcanoes(),
        guards={1: {"e4": "W"}, 2: {"g4": "W"}, 3: {"h2": "W"}},  # of value 6, 5 and 3
        phase="draw",
    )
    scored, played = [], []
    for seat, tile, cell in ((1, "B1", "d3"), (2, "D3", "g5"), (3, "F2", "h3")):
        assert (state.phase, state.active) == ("draw", seat)
        state = after(state, f"draw {tile}")
        for _ in range(3):
            assert state.scoring
            scored.append(state.active)
            state = after(state, "end")
        played.append(state.active)
        state = after(state, f"place {cell} r0")
        assert not state.scoring
        state = after(state, "end")
    assert state.scores == {1: 18, 2: 15, 3: 9}
    for _ in range(3):
        assert state.scoring
        scored.append(state.active)
        state = after(state, "end")
    assert scored == [1, 2, 3, 2, 3, 1, 3, 1, 2, 1, 2, 3]
    assert played == [1, 2, 3]
    assert state.scores == {1: 24, 2: 20, 3: 12}
    assert (state.phase, state.winners) == ("over", (1,))


@OLD_AND_NEW
@pytest.mark.clause("END-01")
def test_the_game_goes_on_after_the_third_volcano_until_the_last_tile_is_laid(
    edition: tikal.Edition,
) -> None:
    # 31 tiles are laid. The volcano of F comes next, and then the four of G.
    tiles = explored("F")
    del tiles["h3"]
    state = tikal.position(
        edition=edition, tiles=tiles, figures={1: {"e4": (0, 1)}}, phase="draw", active=2
    )
    state = after(state, "draw F2", "end", "end", "place h3 r0")
    assert (state.phase, state.ap, state.scoring, state.winners) == ("act", 10, False, ())
    state = after(state, "end")
    assert (state.phase, state.active) == ("draw", 1)
    for tile, laid in (("G1", "h2 r0"), ("G2", "e5 r0"), ("G3", "a5 r5"), ("G4", "g3 r2")):
        assert (state.phase, state.scores) == ("draw", {1: 6, 2: 0})
        state = after(state, f"draw {tile}", f"place {laid}")
        assert (state.phase, state.scoring) == ("act", False)
        state = after(state, "end")
    assert (state.phase, state.active, state.scoring) == ("act", 1, True)
    state = after(state, "end", "end")
    assert (state.phase, state.scores, state.winners) == ("over", {1: 12, 2: 0}, (1,))


# The corner a5 has two neighbours. This policy lays volcanoes on both and keeps a5 free.
WALL: Final = ("a4", "b5")
CORNER: Final = "a5"


def walling(state: tikal.State, moves: tuple[tikal.Move, ...], _rng: random.Random) -> tikal.Move:
    """A policy that walls off a corner and does nothing else."""

    def wish(move: tikal.Move) -> tuple[int, int]:
        assert isinstance(move, tikal.PlaceTile)
        is_volcano = state.tile in ("B1", "D3")
        if (move.cell in WALL) != is_volcano or move.cell == CORNER:
            return (1, 0)
        far = geometry.distance(geometry.cell_of(move.cell), geometry.cell_of(CORNER))
        return (0, far)

    if state.phase == "act":
        return tikal.EndTurn()
    return tikal.SetAside() if tikal.SetAside() in moves else min(moves, key=wish)


@AUCTION_EDITIONS  # the editions that let a volcano wall off a space
@pytest.mark.clause("END-01", "END-03", "PLACE-02")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_last_tile_that_was_set_aside_counts_as_placed(
    edition: tikal.Edition, players: int
) -> None:
    game = tikal.play(tikal.new_game(players, edition), walling, seed=1)
    aside = [n for n, step in enumerate(game.steps) if step.move == tikal.SetAside()]
    assert len(aside) == 1
    assert game.state[CORNER].tile is None
    before = game.steps[aside[0] - 1].state
    assert (before.phase, before.remaining) == ("place", ())
    refused = [clauses(before, f"place {CORNER} r{rotation}") for rotation in range(6)]
    assert refused == [["PLACE-02"]] * 6
    assert game.steps[aside[0]].seat == players
    assert game.steps[aside[0]].state.ap == 10
    tail = game.steps[aside[0] + 1 :]
    assert [step.seat for step in tail] == [players, *range(1, players + 1)]
    assert game.state.phase == "over"


@EVERY_EDITION
@pytest.mark.clause("END-03")
def test_in_the_final_scoring_nobody_acts_before_his_turn(edition: tikal.Edition) -> None:
    state = tikal.position(players=4, edition=edition, tiles=explored("G"), active=D)
    state = after(state, "end")
    assert (state.active, state.scoring) == (A, True)
    assert clauses(state, "deploy W a1", seat=A) == []
    assert clauses(state, "deploy W a1", seat=B) == ["END-03"]


# --- GT-22 -------------------------------------------------------------------------------------

X, Y = 1, 2


@frozen
class Tie:
    """Two players who end on 90 points; the second one's last scoring is still to come."""

    #: What the guards and treasures of Y bring in that last scoring.
    gain: int
    guards: Mapping[int, Mapping[str, Figure]]
    winners: tuple[int, ...]
    values: Mapping[str, int] = field(factory=dict)
    treasures: Mapping[int, Mapping[int, int]] = field(factory=dict)


TIES: Final = {
    "7 and 6 against 7 and 9": Tie(
        gain=7 + 9,
        values={"g4": 7, "d5": 7, "f5": 9},
        guards={X: {"g4": "W", "e4": "W"}, Y: {"d5": "W", "f5": "W"}},
        winners=(Y,),
    ),
    # X owns nine tokens of 11 points, Y eight tokens of 13 points: tokens are counted.
    "7 against 7, nine tokens against eight": Tie(
        gain=7 + 13,
        values={"g4": 7, "d5": 7},
        guards={X: {"g4": "W"}, Y: {"d5": "W"}},
        treasures={X: {1: 2, 2: 2, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1}, Y: {5: 1, 6: 2, 7: 2, 8: 3}},
        winners=(X,),
    ),
    "no guard against one on 3, in spite of the tokens": Tie(
        gain=3,
        guards={Y: {"h2": "W"}},
        treasures={X: {1: 1}},
        winners=(Y,),
    ),
    "everything equal": Tie(
        gain=7 + 1,
        values={"g4": 7, "d5": 7},
        guards={X: {"g4": "W"}, Y: {"d5": "W"}},
        treasures={X: {1: 1}, Y: {2: 1}},
        winners=(X, Y),
    ),
    "second guards are not compared": Tie(
        gain=7,
        values={"g4": 7, "d5": 7},
        guards={X: {"g4": "W", "e4": "W"}, Y: {"d5": "W"}},
        winners=(X, Y),
    ),
}
EVERY_TIE: Final = pytest.mark.parametrize("tie", TIES.values(), ids=list(TIES))


def ended(tie: Tie, edition: tikal.Edition, auction: bool = False) -> tikal.State:
    """The game after the last scoring turn."""
    owned = sum(sum(tokens.values()) for tokens in tie.treasures.values())
    state = tikal.position(
        edition=edition,
        auction=auction,
        tiles=explored("G"),
        values=tie.values,
        tokens=tokens_left(owned),
        treasures=tie.treasures,
        guards=tie.guards,
        scores={X: 90, Y: 90 - tie.gain},
        scoring=True,
        active=Y,
    )
    return after(state, "end")


@EVERY_TIE
@pytest.mark.clause("END-05", "END-06", "END-07", "END-08")
@pytest.mark.parametrize(
    ("edition", "auction"),
    [
        pytest.param(tikal.SUPER_MEEPLE_2015, False, id="super-meeple-2015"),
        pytest.param(tikal.SUPER_MEEPLE_2015, True, id="super-meeple-2015 auction"),
        pytest.param(tikal.LEGEND_CLASSIC, False, id="legend-classic"),
    ],
)
def test_ties_are_broken_by_the_best_guard_then_by_tokens(
    edition: tikal.Edition, auction: bool, tie: Tie
) -> None:
    state = ended(tie, edition, auction)
    assert state.scores == {X: 90, Y: 90}
    assert (state.phase, state.winners) == ("over", tie.winners)


@EVERY_TIE
@pytest.mark.clause("END-05", "END-08")
@pytest.mark.parametrize("auction", [False, True], ids=["basic", "auction"])
@pytest.mark.parametrize(
    "edition",
    [tikal.RIO_GRANDE_1999, tikal.RAVENSBURGER_1999],
    ids=lambda edition: edition.key,
)
def test_the_1999_rulebooks_have_no_tie_break(
    edition: tikal.Edition, auction: bool, tie: Tie
) -> None:
    state = ended(tie, edition, auction)
    assert state.scores == {X: 90, Y: 90}
    assert (state.phase, state.winners) == ("over", (X, Y))


@EVERY_EDITION
@pytest.mark.clause("END-05", "END-06")
def test_the_best_guard_of_a_player_with_fewer_points_wins_nothing(edition: tikal.Edition) -> None:
    state = tikal.position(
        players=3,
        edition=edition,
        tiles=explored("G"),
        values={"g4": 7},
        guards={1: {"h2": "W"}, 2: {"a5": "W"}, 3: {"g4": "W"}},
        scores={1: 90, 2: 90, 3: 82},
        scoring=True,
        active=3,
    )
    state = after(state, "end")
    assert state.scores == {1: 90, 2: 90, 3: 89}
    assert state.winners == (1, 2)
