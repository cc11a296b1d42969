"""The contents of the box, which stay constant in play."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.ground import IDS, LETTERS, START_HEXES, TILES
from tests.properties.helpers import choose, legal_moves_where, moments, openings
from tests.properties.situations import has_both_camps, is_revealing
from tikal import (
    DrawTile,
    EstablishCamp,
    Exchange,
    Move,
    PlaceTile,
    Replay,
    RevealTreasure,
    SetAside,
    State,
)
from tikal.grid import CELLS
from tikal.testing import candidate_moves, candidates, games, states
from tikal.testing.recipes.ingredients import is_acting

FLOORS = {2: 3, 3: 6, 4: 9, 5: 11, 6: 8, 7: 5, 8: 3, 9: 2, 10: 1}


# --- players -----------------------------------------------------------------------------------


@pytest.mark.clause("COMP-01")
@given(st.one_of(st.integers(-1, 6), st.integers()), st.sampled_from(list(tikal.EDITIONS.values())))
def test_two_to_four_people_play(players: int, edition: tikal.Edition) -> None:
    if 2 <= players <= 4:
        state = tikal.new_game(players, edition)
        assert state.players == players
        assert list(state.scores) == list(range(1, players + 1))
    else:
        with pytest.raises(tikal.InvalidArgument) as error:
            tikal.new_game(players, edition)
        assert error.value.clause == "COMP-01"


def is_running(state: State) -> bool:
    return state.phase != "over"


@pytest.mark.clause("COMP-01")
@given(states(where=is_running), st.data())
def test_only_the_seats_of_the_game_exist(state: State, data: st.DataObject) -> None:
    assert 2 <= state.players <= 4
    assert state.active in state.scores
    no_seat = data.draw(st.sampled_from([-1, 0, state.players + 1, state.players + 7]))
    moves = [choose(data, candidates(state)), *tikal.legal_moves(state)[:3]]
    for move in moves:
        assert cited(state, move, no_seat) == ["COMP-01"]
    with pytest.raises(tikal.InvalidArgument):
        state.player(no_seat)


@pytest.mark.clause("COMP-01")
@given(states(where=is_acting), st.integers(1, 8), st.integers(1, 8))
def test_a_seat_outside_the_game_is_refused_in_a_move(state: State, give: int, take: int) -> None:
    assert not tikal.is_legal(state, Exchange(give, state.players + 1, take))
    legal = [move for move in tikal.legal_moves(state) if isinstance(move, Exchange)]
    assert all(move.seat in state.scores for move in legal)


# --- tiles -------------------------------------------------------------------------------------


@pytest.mark.clause("COMP-02")
@given(openings())
def test_four_hexes_are_known_at_the_start(state: State) -> None:
    explored = {cell: state[cell].kind for cell in CELLS if state[cell].tile is not None}
    assert explored == START_HEXES


@pytest.mark.clause("COMP-02")
@given(states())
def test_the_start_hexes_stay_what_they_are(state: State) -> None:
    assert {cell: state[cell].kind for cell in START_HEXES} == START_HEXES
    assert not {state[cell].tile for cell in START_HEXES} & IDS


@pytest.mark.clause("COMP-03")
@given(games())
def test_a_game_uses_each_of_the_thirty_six_tiles_once(game: Replay) -> None:
    drawn = [step.move.tile for step in game.steps if isinstance(step.move, DrawTile)]
    assert len(drawn) == 36
    assert set(drawn) == IDS
    assert Counter(tile[0] for tile in drawn) == LETTERS
    placed = [step for step in game.steps if isinstance(step.move, PlaceTile | SetAside)]
    assert len(placed) == 36


@pytest.mark.clause("COMP-03")
@given(states())
def test_a_tile_is_in_one_place(state: State) -> None:
    laid = [state[cell].tile for cell in CELLS if cell not in START_HEXES and state[cell].tile]
    waiting = [state.tile] if state.tile else []
    places = [*laid, *state.remaining, *state.display, *waiting]
    assert set(places) <= IDS
    assert len(places) == len(set(places))


@pytest.mark.clause("COMP-04")
@given(games())
def test_the_tiles_by_kind(game: Replay) -> None:
    kinds: Counter[str] = Counter()
    for before, step in moments(game):
        if isinstance(step.move, PlaceTile):
            kinds[str(step.state[step.move.cell].kind)] += 1
        elif isinstance(step.move, SetAside):
            kinds[TILES[before.tile or ""].kind] += 1
    assert kinds == {"temple": 15, "jungle": 10, "treasure": 8, "volcano": 3}


@pytest.mark.clause("COMP-10")
@given(games())
def test_the_volcanoes_lie_in_b_d_and_f(game: Replay) -> None:
    volcanoes = [
        str(before.tile)[0]
        for before, step in moments(game)
        if isinstance(step.move, PlaceTile | SetAside)
        and TILES[before.tile or ""].kind == "volcano"
    ]
    assert sorted(volcanoes) == ["B", "D", "F"]


# --- treasures and temple levels ---------------------------------------------------------------


@pytest.mark.clause("COMP-05")
@given(states())
def test_there_are_three_tokens_of_each_of_eight_kinds(state: State) -> None:
    assert set(state.unseen) == set(range(1, 9))
    for kind, unseen in state.unseen.items():
        owned = sum(state.player(seat).treasures[kind] for seat in state.scores)
        assert 0 <= unseen <= 3
        assert unseen + owned == 3


@pytest.mark.clause("COMP-05")
@given(states(where=is_revealing))
def test_a_token_shows_a_kind_that_is_left(state: State) -> None:
    possible = {kind for kind in range(10) if tikal.is_legal(state, RevealTreasure(kind))}
    assert possible == {kind for kind, unseen in state.unseen.items() if unseen}


@pytest.mark.clause("COMP-06")
@given(states())
def test_forty_eight_loose_levels_lie_in_the_stock_or_on_temples(state: State) -> None:
    laid: Counter[int] = Counter()
    for cell in CELLS:
        hex_ = state[cell]
        if hex_.kind == "temple":
            laid.update(range(TILES[hex_.tile or ""].value + 1, hex_.value + 1))
    in_all = {number: left + laid[number] for number, left in state.floors.items()}
    assert in_all == FLOORS
    assert sum(in_all.values()) == 48
    assert all(left >= 0 for left in state.floors.values())


@pytest.mark.clause("COMP-06")
@given(openings())
def test_the_whole_stock_of_levels_is_there_at_the_start(state: State) -> None:
    assert state.floors == FLOORS


def _is_a_temple(state: State, _move: Move) -> bool:
    return TILES[state.tile or ""].kind == "temple"


@pytest.mark.clause("COMP-11")
@given(legal_moves_where(PlaceTile, _is_a_temple))
def test_starting_levels_never_come_from_the_loose_ones(
    situation: tuple[State, PlaceTile],
) -> None:
    state, move = situation
    after = tikal.apply(state, move)
    assert after[move.cell].value >= 1
    assert after.floors == state.floors


@pytest.mark.clause("COMP-11")
@given(games())
def test_the_set_of_starting_levels_suffices(game: Replay) -> None:
    pieces: Counter[int] = Counter()
    for before, step in moments(game):
        if isinstance(step.move, PlaceTile):
            pieces.update(range(2, step.state[step.move.cell].value + 1))
        elif isinstance(step.move, SetAside):
            pieces.update(range(2, TILES[before.tile or ""].value + 1))
    assert pieces == {2: 14, 3: 11, 4: 7, 5: 4, 6: 1}


# --- what a player owns ------------------------------------------------------------------------


@pytest.mark.clause("COMP-07")
@given(states())
def test_everybody_has_a_leader_eighteen_workers_and_two_camps(state: State) -> None:
    for seat in state.scores:
        player = state.player(seat)
        guards = list(player.guards.values())
        groups = [
            player.supply,
            player.removed,
            *player.figures.values(),
            (guards.count("L"), guards.count("W")),
        ]
        assert all(number >= 0 for group in groups for number in group)
        assert tuple(map(sum, zip(*groups, strict=True))) == (1, 18)
        assert len([cell for cell in CELLS if state[cell].camp == seat]) <= 2
        assert player.score == state.scores[seat]
        assert {cell: state[cell].figures[seat] for cell in player.figures} == player.figures


def has_a_camp_left(state: State, _move: Move) -> bool:
    return len(state.player(state.active or 0).camps) == 1


@pytest.mark.clause("COMP-07")
@given(states(where=has_both_camps), st.sampled_from(CELLS))
def test_there_is_no_third_camp(state: State, cell: str) -> None:
    assert not tikal.is_legal(state, EstablishCamp(cell))
    assert not [move for move in tikal.legal_moves(state) if isinstance(move, EstablishCamp)]


@pytest.mark.clause("COMP-07")
@given(legal_moves_where(EstablishCamp, has_a_camp_left))
def test_there_is_a_second_camp(situation: tuple[State, EstablishCamp]) -> None:
    state, move = situation
    assert len(tikal.apply(state, move).player(state.active or 0).camps) == 2


@pytest.mark.clause("COMP-07")
@given(candidate_moves())
def test_no_move_changes_what_a_player_owns(situation: tuple[State, Move]) -> None:
    state, move = situation
    moves = [move] if tikal.is_legal(state, move) else list(tikal.legal_moves(state))
    for legal in moves:
        after = tikal.apply(state, legal)
        for seat in state.scores:
            player = after.player(seat)
            on_board = sum(map(sum, player.figures.values())) + len(player.guards)
            assert on_board + sum(player.supply) + sum(player.removed) == 19
