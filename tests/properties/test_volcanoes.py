"""The scoring round after a volcano tile."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.properties.ground import VOLCANOES, is_walkable, neighbours, workers_in_play
from tests.properties.helpers import changes, choose, legal_moves_where, moments
from tests.properties.situations import is_basic_land, is_for_auction, is_scoring_for_a_volcano
from tikal import (
    Deploy,
    DrawTile,
    EndTurn,
    EstablishCamp,
    Move,
    PlaceTile,
    Replay,
    SetAside,
    State,
    TakeTile,
    Transfer,
    Walk,
)
from tikal.fields import FIGURES
from tikal.grid import CELL_INDEX, CELLS
from tikal.testing import games, states
from tikal.testing.surgery import fresh_phase, with_leader, with_workers


def turns_up_a_volcano(state: State, move: Move) -> bool:
    return isinstance(move, DrawTile) and not state.auction and move.tile in VOLCANOES


def takes_a_volcano(_state: State, move: Move) -> bool:
    return isinstance(move, TakeTile) and move.tile in VOLCANOES


def takes_land(_state: State, move: Move) -> bool:
    return isinstance(move, TakeTile) and move.tile not in VOLCANOES


def others_clockwise(state: State) -> tuple[int, ...]:
    """All other seats in the order in which they sit."""
    seats, active = state.players, state.active or 0
    return tuple((active - 1 + step) % seats + 1 for step in range(1, seats))


@pytest.mark.clause("VOLC-01", "VOLC-02")
@given(legal_moves_where(DrawTile, turns_up_a_volcano))
def test_a_volcano_turned_up_starts_a_scoring_round(situation: tuple[State, DrawTile]) -> None:
    state, move = situation
    left = tuple(tile for tile in state.remaining if tile != move.tile)
    assert changes(state, tikal.apply(state, move)) == {
        "phase": ("draw", "act"),
        "ap": (0, 10),
        "scoring": (False, True),
        "queue": ((), others_clockwise(state)),
        "tile": (None, move.tile),
        "remaining": (state.remaining, left),
    }


@pytest.mark.clause("VOLC-01", "VOLC-02")
@given(legal_moves_where(TakeTile, takes_a_volcano))
def test_a_volcano_taken_from_the_display_starts_a_scoring_round(
    situation: tuple[State, TakeTile],
) -> None:
    state, move = situation
    found = changes(state, tikal.apply(state, move))
    for settled in ("high_bid", "bidders"):  # the auction is over: another chapter
        found.pop(settled, None)
    assert found == {
        "phase": ("take", "act"),
        "ap": (0, 10),
        "scoring": (False, True),
        "queue": ((), others_clockwise(state)),
        "tile": (None, move.tile),
        "display": (state.display, tuple(t for t in state.display if t != move.tile)),
    }


@pytest.mark.clause("VOLC-01")
@given(
    st.one_of(
        legal_moves_where(DrawTile, is_basic_land),
        legal_moves_where(DrawTile, is_for_auction),
        legal_moves_where(TakeTile, takes_land),
    )
)
def test_nothing_else_starts_one(situation: tuple[State, Move]) -> None:
    after = tikal.apply(*situation)
    assert not after.scoring
    assert after.ap == 0


def _map(state: State) -> dict[str, str | None]:
    return {cell: state[cell].tile for cell in CELLS}


@pytest.mark.clause("VOLC-02")
@given(states(where=is_scoring_for_a_volcano), st.data())
def test_the_volcano_lies_beside_the_board_while_players_score(
    state: State, data: st.DataObject
) -> None:
    assert state.tile in VOLCANOES
    assert state.tile not in _map(state).values()
    after = tikal.apply(state, choose(data, tikal.legal_moves(state)))
    assert after.tile == state.tile
    assert _map(after) == _map(state)
    assert not any(tikal.is_legal(state, PlaceTile(cell, 0)) for cell in CELLS)


@pytest.mark.clause("VOLC-02")
@given(states(where=is_scoring_for_a_volcano))
def test_the_volcano_has_no_effect_before_it_lies(state: State) -> None:
    without = evolve(state, course=evolve(state.course, tile=None))
    assert tikal.legal_moves(state) == tikal.legal_moves(without)
    for seat in state.scores:
        assert tikal.score(state, seat) == tikal.score(without, seat)


@pytest.mark.clause("VOLC-02", "VOLC-03")
@given(games())
def test_after_the_scoring_the_same_player_places_the_volcano_and_acts(game: Replay) -> None:
    drawer, volcano, ends, found = 0, "", 0, 0
    for before, step in moments(game):
        match step.move:
            case DrawTile(tile) | TakeTile(tile) if step.state.scoring:
                drawer, volcano, ends = step.seat or 0, tile, 0
            case EndTurn() if before.scoring and before.tile is not None:
                ends += 1
                assert before.tile == volcano
                if ends == before.players:  # everybody has scored
                    after = step.state
                    assert (after.phase, after.to_move, after.tile) == ("place", drawer, volcano)
                    assert not after.scoring
            case PlaceTile() | SetAside() if before.tile in VOLCANOES:
                found += 1
                assert (step.seat, before.tile, ends) == (drawer, volcano, before.players)
                after = step.state
                assert (after.phase, after.to_move, after.ap) == ("act", drawer, 10)
                assert not after.scoring
            case _:
                pass
    assert found == 3


def has_a_volcano(state: State) -> bool:
    return state.phase == "act" and state.ap == 10 and bool(volcanoes(state))


def volcanoes(state: State) -> list[str]:
    """The cells with volcanoes."""
    return [cell for cell in CELLS if state[cell].kind == "volcano"]


@pytest.mark.clause("VOLC-04")
@given(states())
def test_no_figure_stands_on_a_volcano(state: State) -> None:
    for cell in volcanoes(state):
        hex_ = state[cell]
        assert set(hex_.figures.values()) == {(0, 0)}
        assert (hex_.camp, hex_.guard) == (None, None)


@pytest.mark.clause("VOLC-04")
@given(states(where=has_a_volcano), st.data())
def test_no_move_leads_onto_a_volcano(state: State, data: st.DataObject) -> None:
    seat = state.active or 0
    volcano = data.draw(st.sampled_from(volcanoes(state)))
    shores = [cell for cell in neighbours(volcano) if is_walkable(state, cell)]
    # a volcano in a corner among unexplored cells has no shore
    origin = data.draw(st.sampled_from(shores or ["a1"]))
    state = with_leader(fresh_phase(state), seat, CELL_INDEX[origin])
    if workers_in_play(state, seat):
        state = with_workers(state, seat, CELL_INDEX[origin], 1)
    for figure in FIGURES:
        assert not tikal.is_legal(state, Walk(figure, origin, volcano))
        assert not tikal.is_legal(state, Transfer(figure, origin, volcano))
        assert not tikal.is_legal(state, Deploy(figure, volcano))
    assert not tikal.is_legal(state, EstablishCamp(volcano))


@pytest.mark.clause("VOLC-04")
@given(states(where=has_a_volcano))
def test_no_way_crosses_a_volcano(state: State) -> None:
    costs = tikal.reachable(state, "a1", 99)
    for volcano in volcanoes(state):
        assert volcano not in costs
        assert tikal.reachable(state, volcano, 99) == {}
        assert tikal.path_cost(state, volcano, "a1") is None
    seat = state.active or 0
    figure = next((f for f, n in zip(FIGURES, state["a1"].figures[seat], strict=True) if n), None)
    if figure is not None:
        farthest = max(costs, key=costs.__getitem__)
        ends = {m.target for m in tikal.route(state, figure, "a1", farthest) or ()}
        assert not ends & set(volcanoes(state))


@pytest.mark.clause("VOLC-05")
@given(games())
def test_a_game_has_four_scoring_rounds(game: Replay) -> None:
    rounds = [
        step.state.tile for before, step in moments(game) if _begins_scoring(before, step.state)
    ]
    assert len(rounds) == 4
    assert set(rounds[:3]) == set(VOLCANOES)
    assert rounds[3] is None
    scored = Counter(
        step.seat for before, step in moments(game) if before.scoring and step.move == EndTurn()
    )
    assert scored == dict.fromkeys(game.state.scores, 4)


def _begins_scoring(before: State, after: State) -> bool:
    return after.scoring and not before.scoring


def _is_the_last_scoring_turn(state: State) -> bool:
    return is_scoring_for_a_volcano(state) and state.phase == "act" and not state.course.queue


@pytest.mark.clause("VOLC-03")
@given(states(_is_the_last_scoring_turn))
def test_the_volcano_player_places_it_when_all_have_scored(state: State) -> None:
    assert state.active is not None
    after = tikal.apply(state, tikal.EndTurn())
    first = state.active % state.players + 1  # the round went clockwise, so it ends beside them
    assert (after.phase, after.active, after.tile) == ("place", first, state.tile)
    assert not after.scoring
