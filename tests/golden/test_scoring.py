"""Scoring: GT-15, GT-16, GT-17."""

from __future__ import annotations

import pytest

import tikal
from tests.golden.helpers import EVERY_EDITION, OLD_AND_NEW, after, clauses, explored, tokens_left

# --- GT-15 -------------------------------------------------------------------------------------


def volcano_drawn(edition: tikal.Edition) -> tikal.State:
    """Seat 1 has drawn a volcano: strongest at temples of 3, 5, 5 and 8, and owner of treasures.

    Seat 2 ties with it at b1 and is stronger at c1; seats 3 and 4 are weaker where they are.
    """
    state = tikal.position(
        players=4,
        edition=edition,
        tiles=explored("E"),
        values={"e4": 8},
        tokens=tokens_left(6),
        figures={
            1: {"f2": (0, 1), "g4": (1, 0), "d5": (0, 3), "e4": (0, 2), "b1": (0, 1), "c1": (0, 1)},
            2: {"g4": (0, 2), "b1": (0, 1), "c1": (0, 2)},
            3: {"g4": (0, 2), "d5": (0, 2)},
            4: {"d5": (0, 2), "e4": (0, 1)},
        },
        treasures={1: {2: 2, 3: 1, 5: 2, 8: 1}},
        scores={1: 10, 2: 20, 3: 30, 4: 40},
        phase="draw",
        active=1,
    )
    return after(state, "draw F2")


@EVERY_EDITION
@pytest.mark.clause("SCORE-04", "SCORE-05", "SCORE-07", "SCORE-08", "LEADER-01", "GUARD-03")
def test_temples_of_21_and_treasures_of_8_make_29(edition: tikal.Edition) -> None:
    score = tikal.score(volcano_drawn(edition), 1)
    assert score.temples == {"d5": 5, "e4": 8, "f2": 3, "g4": 5}
    assert {kind: points for kind, points in score.treasures.items() if points} == {
        2: 3, 3: 1, 5: 3, 8: 1,
    }  # fmt: skip
    assert score.total == 29


@EVERY_EDITION
@pytest.mark.clause("SCORE-03", "SCORE-08", "SCORE-12", "VOLC-01")
def test_only_the_player_whose_scoring_turn_it_is_scores(edition: tikal.Edition) -> None:
    state = volcano_drawn(edition)
    scored = after(state, "end")
    assert scored.scores == {1: 39, 2: 20, 3: 30, 4: 40}
    assert scored.player(1).treasures == state.player(1).treasures


@EVERY_EDITION
@pytest.mark.clause("SCORE-01", "SCORE-03", "TURN-04", "VOLC-02", "VOLC-03")
def test_the_others_follow_and_then_the_volcano_is_placed(edition: tikal.Edition) -> None:
    state = after(volcano_drawn(edition), "end")
    assert (state.active, state.ap, state.scoring, state.tile) == (2, 10, True, "F2")
    state = after(state, "end")
    assert state.scores == {1: 39, 2: 22, 3: 30, 4: 40}
    state = after(state, "end", "end")
    assert state.scores == {1: 39, 2: 22, 3: 30, 4: 40}
    assert (state.phase, state.active, state.tile, state.scoring) == ("place", 1, "F2", False)
    state = after(state, "place h3 r0")
    assert (state.phase, state.active, state.ap, state.scoring) == ("act", 1, 10, False)
    assert after(state, "end").scores == {1: 39, 2: 22, 3: 30, 4: 40}


# --- GT-16 -------------------------------------------------------------------------------------


def owner_of(*counts: int) -> tikal.State:
    """One player owns so many tokens of kinds 1, 2, …; the whole board is explored."""
    return tikal.position(
        tiles=explored("G"),
        tokens=tokens_left(sum(counts)),
        treasures={1: dict(enumerate(counts, start=1))},
    )


@pytest.mark.clause("SCORE-07")
@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((0,), 0),
        ((1,), 1),
        ((2,), 3),
        ((3,), 6),
        ((3, 3, 2, 1, 0, 0, 0, 0), 16),
        ((1, 1, 1), 3),
        ((3, 3, 3, 3, 3, 3, 3, 3), 48),
    ],
)
def test_a_single_counts_one_a_pair_three_a_triplet_six(
    counts: tuple[int, ...], points: int
) -> None:
    score = tikal.score(owner_of(*counts), 1)
    assert (score.total, sum(score.treasures.values()), score.temples) == (points, points, {})


# --- GT-17 -------------------------------------------------------------------------------------

A, B, C, D = 1, 2, 3, 4


def before_the_volcano(edition: tikal.Edition) -> tikal.State:
    """Four players, all tiles of letter A laid, B to draw."""
    return tikal.position(players=4, edition=edition, tiles=explored("A"), phase="draw", active=B)


@EVERY_EDITION
@pytest.mark.clause("SCORE-01", "SCORE-11", "TURN-04", "VOLC-01", "VOLC-02", "VOLC-03")
def test_the_order_of_a_volcano_turn(edition: tikal.Edition) -> None:
    state = after(before_the_volcano(edition), "draw B1")
    seen = []
    for move in ("end", "end", "end", "end", "place d3 r0", "end"):
        seen.append((state.active, state.phase, state.ap, state.scoring))
        assert state.tile == ("B1" if state["d3"].tile is None else None)
        state = after(state, move)
    assert seen == [
        (B, "act", 10, True),
        (C, "act", 10, True),
        (D, "act", 10, True),
        (A, "act", 10, True),
        (B, "place", 0, False),
        (B, "act", 10, False),
    ]
    assert (state.active, state.phase) == (C, "draw")


@EVERY_EDITION
@pytest.mark.clause("COMP-01", "SCORE-01", "SCORE-02", "VOLC-02")
def test_in_a_scoring_turn_no_tile_is_drawn_or_placed_and_nobody_else_acts(
    edition: tikal.Edition,
) -> None:
    state = after(before_the_volcano(edition), "draw B1")
    assert clauses(state, "place d3 r0") == ["SCORE-02"]
    assert clauses(state, "draw B2") == ["SCORE-02"]
    assert clauses(state, "deploy W a1") == []
    assert clauses(state, "deploy W a1", seat=C) == ["SCORE-01"]
    assert clauses(state, "deploy W a1", seat=5) == ["COMP-01"]
    state = after(state, "end")
    assert clauses(state, "deploy W a1", seat=C) == []
    assert clauses(state, "deploy W a1", seat=B) == ["SCORE-01"]


@EVERY_EDITION
@pytest.mark.clause("SCORE-01", "SCORE-03")
def test_each_player_scores_when_his_own_scoring_turn_ends(edition: tikal.Edition) -> None:
    state = tikal.position(
        players=4,
        edition=edition,
        tiles=explored("A"),
        figures={A: {"a2": (0, 1)}, B: {"b1": (0, 1)}, C: {"c1": (0, 1)}, D: {"c2": (0, 1)}},
        phase="draw",
        active=B,
    )
    state = after(state, "draw B1")
    gained = []
    for _ in range(4):
        scored = after(state, "end")
        gained.append((state.active, {s: scored.scores[s] - state.scores[s] for s in (A, B, C, D)}))
        state = scored
    assert gained == [
        (B, {A: 0, B: 1, C: 0, D: 0}),
        (C, {A: 0, B: 0, C: 2, D: 0}),
        (D, {A: 0, B: 0, C: 0, D: 2}),
        (A, {A: 1, B: 0, C: 0, D: 0}),
    ]


@OLD_AND_NEW
@pytest.mark.clause("SCORE-09")
def test_a_temple_that_changes_hands_pays_everybody_in_turn(edition: tikal.Edition) -> None:
    # The temple c2 of value 2 is one stone from b2.
    state = tikal.position(
        players=3,
        edition=edition,
        tiles=explored("A"),
        figures={A: {"c2": (0, 1)}, B: {"b2": (0, 2)}, C: {"b2": (1, 0)}},
        phase="draw",
    )
    state = after(state, "draw B1", "end")
    assert state.scores == {A: 2, B: 0, C: 0}
    state = after(state, "walk W b2-c2", "walk W b2-c2", "end")
    assert state.scores == {A: 2, B: 2, C: 0}
    state = after(state, "walk L b2-c2", "end")
    assert state.scores == {A: 2, B: 2, C: 2}
    assert after(state, "place d3 r0", "end").scores == {A: 2, B: 2, C: 2}
