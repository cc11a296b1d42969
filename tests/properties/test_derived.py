"""Consequences of the clauses, which hold in every position of every game."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.properties.ground import TILES, VOLCANOES, is_connected, is_walkable, neighbours
from tests.properties.helpers import auction_games, basic_games, choose
from tests.properties.situations import is_scoring
from tikal import (
    DrawTile,
    EndTurn,
    Exchange,
    PlaceGuard,
    PlaceTile,
    SetAside,
    State,
    TakeTile,
)
from tikal.components import BOX, LETTERS
from tikal.grid import CELLS
from tikal.moves import MOVES, Move
from tikal.testing import broken_laws, games, legal_moves_of, states


def land(state: State) -> set[str]:
    """The explored hexes that are no volcanoes."""
    return {cell for cell in CELLS if is_walkable(state, cell)}


def free_spaces_beside_land(state: State) -> list[str]:
    beside = {other for cell in land(state) for other in neighbours(cell)}
    return sorted(cell for cell in beside if state[cell].tile is None)


def a_tile_is_chosen_for_a_free_space(state: State) -> bool:
    """The next move decides on the tile, and there is room beside walkable land."""
    decides = state.phase == "take" or (state.phase == "draw" and not state.auction)
    return decides and bool(free_spaces_beside_land(state))


def display_is_complete(state: State) -> bool:
    return len(state.display) == state.players


@pytest.mark.clause("DER-01")
@given(states())
def test_all_land_hangs_together(state: State) -> None:
    everywhere = land(state)
    reached, frontier = {"a1"}, ["a1"]
    while frontier:
        here = frontier.pop()
        for there in neighbours(here):
            if there in everywhere - reached and is_connected(state, here, there):
                reached.add(there)
                frontier.append(there)
    assert reached == everywhere
    assert tikal.reachable(state, "a1", 999).keys() == everywhere


@pytest.mark.clause("DER-02")
@given(states(where=a_tile_is_chosen_for_a_free_space), st.data())
def test_any_tile_fits_on_any_free_space_beside_land(state: State, data: st.DataObject) -> None:
    moves = [
        move
        for move in tikal.legal_moves(state)
        if isinstance(move, DrawTile | TakeTile) and move.tile not in VOLCANOES
    ]
    if moves:  # else the last player of a round is left with the volcano
        after = tikal.apply(state, choose(data, moves))
        cell = data.draw(st.sampled_from(free_spaces_beside_land(after)))
        assert any(tikal.is_legal(after, PlaceTile(cell, turn)) for turn in range(6))
        assert not tikal.is_legal(after, SetAside())


@pytest.mark.clause("DER-03")
@given(states())
def test_every_player_always_has_one_leader_and_eighteen_workers(state: State) -> None:
    for seat in state.scores:
        me = state.player(seat)
        on_guard = list(me.guards.values())
        places = [me.supply, me.removed, *me.figures.values()]
        assert min(number for place in places for number in place) >= 0
        assert sum(leaders for leaders, _ in places) + on_guard.count("L") == 1
        assert sum(workers for _, workers in places) + on_guard.count("W") == 18
        assert me.figures == {
            cell: state[cell].figures[seat] for cell in CELLS if any(state[cell].figures[seat])
        }


@pytest.mark.clause("DER-03")
@given(games())
def test_figures_leave_the_game_only_for_a_guard(game: tikal.Replay) -> None:
    for earlier, step in pairwise(game.steps):
        for seat in step.state.scores:
            before, after = earlier.state.player(seat), step.state.player(seat)
            if not (isinstance(step.move, PlaceGuard) and seat == step.seat):
                assert (before.removed, before.guards) == (after.removed, after.guards)


@pytest.mark.clause("DER-04")
@given(states())
def test_there_are_always_three_tokens_of_each_of_eight_kinds(state: State) -> None:
    owned = [state.player(seat).treasures for seat in state.scores]
    for kind in range(1, 9):
        assert state.unseen[kind] >= 0
        assert state.unseen[kind] + sum(tokens[kind] for tokens in owned) == 3
    dug = sum(sum(tokens.values()) for tokens in owned) + (state.phase == "reveal")
    masks = sum(TILES[tile].masks for cell in CELLS if (tile := state[cell].tile))
    assert sum(state[cell].tokens for cell in CELLS) == masks - dug


@pytest.mark.clause("DER-04")
@given(legal_moves_of(Exchange))
def test_an_exchange_leaves_everybody_with_as_many_tokens(
    situation: tuple[State, Exchange],
) -> None:
    state, move = situation
    after = tikal.apply(state, move)
    for seat in state.scores:
        before_it, after_it = state.player(seat).treasures, after.player(seat).treasures
        assert sum(after_it.values()) == sum(before_it.values())
    for kind in range(1, 9):
        owned = sum(state.player(seat).treasures[kind] for seat in state.scores)
        assert sum(after.player(seat).treasures[kind] for seat in state.scores) == owned
    assert after.unseen == state.unseen


@pytest.mark.clause("DER-05")
@given(states())
def test_every_floor_is_in_the_stock_or_on_a_temple(state: State) -> None:
    laid: Counter[int] = Counter()
    for cell in CELLS:
        tile = state[cell].tile
        if tile is not None:
            laid.update(range(TILES[tile].value + 1, state[cell].value + 1))
    assert state.floors.keys() == BOX.floors.keys()
    for number, pieces in BOX.floors.items():
        assert state.floors[number] >= 0
        assert state.floors[number] + laid[number] == pieces


@pytest.mark.clause("DER-06")
@given(games())
def test_an_action_phase_spends_between_zero_and_ten(game: tikal.Replay) -> None:
    phases = 0
    for earlier, step in pairwise(game.steps):
        before, after = earlier.state, step.state
        if after.phase not in ("act", "reveal"):
            assert after.ap == 0
        elif before.phase not in ("act", "reveal") or isinstance(step.move, EndTurn):
            phases += 1
            assert after.ap == 10
        else:
            # spending goes on from what was left, so the prices add up to ten at most
            assert 0 <= after.ap <= before.ap <= 10
    assert phases == 36 + 4 * game.state.players


@pytest.mark.clause("DER-07")
@given(basic_games())
def test_the_start_player_opens_the_final_round_of_a_basic_game(game: tikal.Replay) -> None:
    start = game.steps[0].seat
    last_placement = max(
        number
        for number, step in enumerate(game.steps)
        if isinstance(step.move, PlaceTile | SetAside)
    )
    opener = next(step.state.active for step in game.steps[last_placement:] if step.state.scoring)
    assert opener == start


@pytest.mark.clause("DER-07")
@given(auction_games())
def test_every_round_of_an_auction_game_has_a_full_display(game: tikal.Replay) -> None:
    sizes = [
        len(step.state.display)
        for step in game.steps
        if isinstance(step.move, DrawTile) and step.state.phase != "draw"
    ]
    assert sizes == [game.state.players] * (36 // game.state.players)


@pytest.mark.clause("DER-07", "DER-08")
@given(games())
def test_everybody_lays_an_equal_share_of_the_tiles_and_scores_four_times(
    game: tikal.Replay,
) -> None:
    laid: Counter[int | None] = Counter()
    scored: Counter[int | None] = Counter()
    for earlier, step in pairwise(game.steps):
        laid[step.seat] += isinstance(step.move, PlaceTile | SetAside)
        scored[step.seat] += is_scoring(earlier.state) and isinstance(step.move, EndTurn)
    seats = game.state.scores
    assert laid == dict.fromkeys(seats, 36 // len(seats))
    assert scored == dict.fromkeys(seats, 4)


@pytest.mark.clause("DER-09")
@given(games())
def test_a_score_falls_only_to_pay_a_winning_bid(game: tikal.Replay) -> None:
    for earlier, step in pairwise(game.steps):
        before, after = earlier.state, step.state
        won = before.phase == "bid" and after.phase == "take"
        for seat in before.scores:
            if not (won and seat == after.active):
                assert after.scores[seat] >= before.scores[seat]
        if won:
            assert before.auction
            assert min(after.scores.values()) >= 0


@pytest.mark.clause("DER-10")
@given(states())
def test_a_temple_never_waits_for_a_two_or_a_three(state: State) -> None:
    assert [state[cell].value for cell in ("a2", "b1")] > [0, 0]
    for cell in CELLS:
        if state[cell].value in (1, 2):
            assert state.floors[state[cell].value + 1] > 0


@pytest.mark.clause("DER-10")
@given(st.integers(2, 10))
def test_the_stock_can_run_short_from_four_upwards(number: int) -> None:
    values = [tile.value for tile in TILES.values() if tile.kind == "temple"]
    assert Counter(values) == {1: 3, 2: 3, 3: 4, 4: 3, 5: 3, 6: 1}
    in_need = sum(value < number for value in values)
    assert (BOX.floors[number] < in_need) == (number >= 4)


@pytest.mark.clause("DER-11")
@given(states())
def test_all_24_tokens_come_onto_the_board_unless_their_tile_is_set_aside(state: State) -> None:
    masks = Counter(tile.masks for tile in BOX.tiles if tile.kind == "treasure")
    assert masks == {4: 3, 3: 2, 2: 3}
    laid = {state[cell].tile for cell in CELLS}
    waiting = {*state.remaining, *state.display, state.tile}
    aside = {tile.id for tile in BOX.tiles} - laid - waiting
    on_board = sum(state[cell].tokens for cell in CELLS)
    owned = sum(sum(state.player(seat).treasures.values()) for seat in state.scores)
    to_come = sum(TILES[tile].masks for tile in waiting if tile)
    lost = sum(TILES[tile].masks for tile in aside)
    assert on_board + owned + (state.phase == "reveal") + to_come + lost == 24
    # the supply suffices: whatever lies face down has a token of some kind
    assert sum(state.unseen.values()) == 24 - owned


@pytest.mark.clause("DER-12")
@given(states(where=display_is_complete))
def test_no_display_has_two_volcanoes(state: State) -> None:
    assert len(VOLCANOES & set(state.display)) <= 1


@pytest.mark.clause("DER-12")
@given(
    st.tuples(
        *(
            st.permutations([tile.id for tile in BOX.tiles if tile.id[0] == letter])
            for letter in LETTERS
        )
    ),
    st.integers(2, 4),
)
def test_five_other_tiles_lie_between_two_volcanoes(
    letters: tuple[list[str], ...], players: int
) -> None:
    order = [tile for letter in letters for tile in letter]
    assert len(order) == 36
    places = [number for number, tile in enumerate(order) if tile in VOLCANOES]
    assert len(places) == 3
    assert all(later - earlier > 5 for earlier, later in pairwise(places))
    displays = [order[first : first + players] for first in range(0, 36, players)]
    assert all(len(VOLCANOES.intersection(display)) <= 1 for display in displays)


@pytest.mark.clause("DER-01", "DER-03", "DER-04", "DER-05", "DER-06", "DER-12")
@given(states())
def test_the_published_laws_hold(state: State) -> None:
    assert broken_laws(state) == []


@pytest.mark.clause("DER-01", "DER-03", "DER-04", "DER-05", "DER-06", "DER-12")
@given(st.one_of([legal_moves_of(kind) for kind in MOVES]))
def test_no_kind_of_move_breaks_them(situation: tuple[State, Move]) -> None:
    state, move = situation
    assert broken_laws(tikal.apply(state, move)) == []
