"""The order of moves, and the price of a turn."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.ground import stones_of
from tests.properties.helpers import (
    PRICES,
    basic_games,
    changes,
    choose,
    legal_moves_where,
    moments,
)
from tests.properties.situations import is_basic_land, is_for_auction, is_placing
from tikal import (
    Bid,
    Deploy,
    DrawTile,
    EndTurn,
    EstablishCamp,
    Exchange,
    Move,
    Pass,
    PlaceGuard,
    PlaceTile,
    Recover,
    Replay,
    SetAside,
    State,
    TakeTile,
    Transfer,
    Uncover,
    Walk,
)
from tikal.fields import Figure
from tikal.grid import CELL_INDEX, CELLS
from tikal.testing import candidates, games, legal_moves_of, states
from tikal.testing import pool as played
from tikal.testing.recipes.ingredients import is_acting
from tikal.testing.surgery import fresh_phase, with_ap, with_workers

ACTIONS: tuple[type[Move], ...] = (
    Deploy, Walk, Transfer, Uncover, Recover, Exchange, EstablishCamp, PlaceGuard,
)  # fmt: skip

# --- actions and their prices ------------------------------------------------------------------


def price(state: State, move: Move) -> int:
    """The prices on the summary card."""
    if isinstance(move, Walk):
        return sum(stones_of(state, move.origin, move.target))
    return PRICES[type(move)]


def actions() -> st.SearchStrategy[tuple[State, Move]]:
    """Legal actions of every kind, each kind as often as the others."""
    return st.sampled_from(ACTIONS).flatmap(_legal_of)


def _legal_of(kind: type[Move]) -> st.SearchStrategy[tuple[State, Move]]:
    return legal_moves_of(kind)


# --- whose turn --------------------------------------------------------------------------------


@pytest.mark.clause("TURN-01")
@given(basic_games())
def test_normal_turns_pass_clockwise(game: Replay) -> None:
    seats = [s.seat for s in game.steps if isinstance(s.move, PlaceTile | SetAside)]
    start, n = game.steps[0].seat or 0, game.state.players
    assert seats == [(start - 1 + turn) % n + 1 for turn in range(36)]


@pytest.mark.clause("TURN-01")
@given(basic_games())
def test_the_player_who_draws_makes_every_move_of_the_turn(game: Replay) -> None:
    whose, draws = 0, 0
    for before, step in moments(game):
        if isinstance(step.move, DrawTile):
            whose, draws = step.seat or 0, draws + 1
        assert step.seat == before.active
        if not before.scoring:
            assert step.seat == whose
            others = [seat for seat in before.scores if seat != whose]
            assert cited(before, step.move, whose) == []
            assert cited(before, step.move, others[0]) == ["TURN-01"]
    assert draws == 36


# --- the order of a turn -----------------------------------------------------------------------


def _letter(move: Move) -> str:
    match move:
        case DrawTile():
            return "d"
        case PlaceTile() | SetAside():
            return "p"
        case EndTurn():
            return "e"
        case _:
            return "a"


@pytest.mark.clause("TURN-02")
@given(basic_games())
def test_a_basic_game_is_draw_place_act_thirty_six_times(game: Replay) -> None:
    story = "".join(_letter(step.move) for step in game.steps)
    phase, n = "a*e", game.state.players
    scoring = f"(?:{phase}){{{n}}}"
    assert re.fullmatch(f"(?:d(?:{scoring})?p{phase}){{36}}{scoring}", story)


def fits_nowhere(state: State) -> bool:
    """A tile waits and no cell takes it in any rotation."""
    return is_placing(state) and not any(
        tikal.is_legal(state, PlaceTile(cell, r)) for cell in CELLS for r in range(6)
    )


@pytest.mark.clause("TURN-02")
@given(st.one_of(states(where=is_placing), states(where=fits_nowhere)))
def test_a_tile_is_set_aside_exactly_when_it_fits_nowhere(state: State) -> None:
    assert tikal.is_legal(state, SetAside()) == fits_nowhere(state)


@pytest.mark.clause("TURN-02")
@given(states(where=fits_nowhere))
def test_after_setting_a_tile_aside_the_turn_goes_on(state: State) -> None:
    assert changes(state, tikal.apply(state, SetAside())) == {
        "phase": ("place", "act"),
        "ap": (0, 10),
        "tile": (state.tile, None),
    }


@pytest.mark.clause("TURN-02")
@given(states(where=is_placing), st.data())
def test_before_the_tile_lies_nothing_else_is_legal(state: State, data: st.DataObject) -> None:
    other = [
        move
        for move in candidates(state)
        if not isinstance(move, PlaceTile | SetAside)
        and (state.auction or not isinstance(move, Bid | Pass | TakeTile))  # AUCTION-01
    ]
    move = choose(data, [*other[:40], *other[-40:], *other[:: len(other) // 40]])
    assert cited(state, move) == ["TURN-02"]
    assert cited(state, EndTurn()) == ["TURN-02"]


# --- drawing -----------------------------------------------------------------------------------


@pytest.mark.clause("TURN-03")
@given(legal_moves_where(DrawTile, is_basic_land))
def test_the_next_tile_is_turned_face_up(situation: tuple[State, DrawTile]) -> None:
    state, move = situation
    left = tuple(tile for tile in state.remaining if tile != move.tile)
    assert len(left) == len(state.remaining) - 1
    assert changes(state, tikal.apply(state, move)) == {
        "phase": ("draw", "place"),
        "tile": (None, move.tile),
        "remaining": (state.remaining, left),
    }


@pytest.mark.clause("TURN-03")
@given(legal_moves_where(DrawTile, is_for_auction))
def test_in_the_auction_game_the_next_tile_joins_the_display(
    situation: tuple[State, DrawTile],
) -> None:
    state, move = situation
    left = tuple(tile for tile in state.remaining if tile != move.tile)
    display = tuple(sorted((*state.display, move.tile)))
    complete = len(display) == state.players
    assert changes(state, tikal.apply(state, move)) == {
        "display": (state.display, display),
        "remaining": (state.remaining, left),
    } | ({"phase": ("draw", "bid")} if complete else {})


# --- action points -----------------------------------------------------------------------------


@pytest.mark.clause("TURN-04")
@given(actions(), st.integers(0, 10))
def test_an_action_is_allowed_as_soon_as_the_points_suffice(
    situation: tuple[State, Move], ap: int
) -> None:
    state, move = situation
    expected = [] if ap >= price(state, move) else ["TURN-04"]
    assert cited(with_ap(state, ap), move) == expected


@pytest.mark.clause("TURN-04", "TURN-06")
@given(games())
def test_every_action_phase_starts_with_ten_points(game: Replay) -> None:
    phases = 0
    for before, step in moments(game):
        after = step.state
        went_on = before.phase in ("act", "reveal") and not isinstance(step.move, EndTurn)
        if after.phase not in ("act", "reveal"):
            assert after.ap == 0
        elif not went_on:
            phases += 1
            assert after.ap == 10
        assert 0 <= after.ap <= 10
    assert phases == 36 + 4 * game.state.players


@pytest.mark.clause("TURN-05")
@given(states(where=is_acting), st.integers(0, 10))
def test_an_action_phase_may_be_ended_at_any_moment(state: State, ap: int) -> None:
    assert cited(state, EndTurn()) == []
    assert cited(with_ap(state, ap), EndTurn()) == []
    assert cited(fresh_phase(state), EndTurn()) == []
    assert EndTurn() in tikal.legal_moves(with_ap(state, ap))
    over = tikal.apply(with_ap(state, ap), EndTurn())
    assert (over.phase, over.active, over.scoring) != (state.phase, state.active, state.scoring)


@pytest.mark.clause("TURN-06")
@given(states(where=is_acting), st.integers(0, 10))
def test_unspent_points_are_lost(state: State, ap: int) -> None:
    after = tikal.apply(with_ap(state, ap), EndTurn())
    assert after.ap == (10 if after.phase == "act" else 0)
    assert after == tikal.apply(with_ap(state, 0), EndTurn())


def _cells(move: Move) -> set[str]:
    return {value for value in attrs.astuple(move) if value in CELL_INDEX}


def _independent(a: Move, b: Move) -> bool:
    """Two kinds of action at different places; a token just recovered may spoil an exchange."""
    kinds = {type(a), type(b)}
    return len(kinds) == 2 and kinds != {Recover, Exchange} and not _cells(a) & _cells(b)


def has_independent_actions(state: State) -> bool:
    """Two actions that have nothing to do with each other are open to a player who begins here."""
    return state.phase == "act" and state.ap == 10 and next(_mixtures(state), None) is not None


def _mixtures(state: State) -> Iterator[tuple[Move, Move]]:
    actions = [m for m in tikal.legal_moves(state) if not isinstance(m, EndTurn)]
    return ((a, b) for a in actions for b in actions if _independent(a, b))


def _done(state: State, move: Move) -> State:
    """The position after an action; a token shows the first kind that it can."""
    state = tikal.apply(state, move)
    return tikal.apply(state, tikal.legal_moves(state)[0]) if state.phase == "reveal" else state


@pytest.mark.clause("TURN-07")
@given(states(where=has_independent_actions), st.data())
def test_actions_come_in_any_order(state: State, data: st.DataObject) -> None:
    first, second = choose(data, list(_mixtures(state)))
    if price(state, first) + price(state, second) > state.ap:
        assert cited(_done(state, first), second) == ["TURN-04"]
        assert cited(_done(state, second), first) == ["TURN-04"]
    else:
        one, other = _done(_done(state, first), second), _done(_done(state, second), first)
        assert one == other


def _can_deploy_a_worker_twice(state: State, move: Move) -> bool:
    return isinstance(move, Deploy) and move.figure == "W" and workers_in_supply(state) > 1


def workers_in_supply(state: State) -> int:
    """The figures that the active player can still deploy."""
    return state.player(state.active or 0).supply[1]


@pytest.mark.clause("TURN-07")
@given(
    st.one_of(
        legal_moves_where(Deploy, _can_deploy_a_worker_twice),
        legal_moves_of(Walk),
        legal_moves_of(Transfer),
    )
)
def test_an_action_may_be_repeated(situation: tuple[State, Deploy | Walk | Transfer]) -> None:
    state, move = situation
    again = fresh_phase(tikal.apply(state, move))
    if not isinstance(move, Deploy):
        back = type(move)(move.figure, move.target, move.origin)
        again = fresh_phase(tikal.apply(again, back))
        assert again == fresh_phase(state)
    assert cited(again, move) == []


# --- prices ------------------------------------------------------------------------------------


@pytest.mark.clause("TURN-08")
@given(actions())
def test_every_action_has_its_price(situation: tuple[State, Move]) -> None:
    state, move = situation
    assert state.ap - tikal.apply(state, move).ap == price(state, move)


@pytest.mark.clause("TURN-08")
@given(states(where=is_acting))
def test_there_is_no_other_action(state: State) -> None:
    legal = tikal.legal_moves(state)
    assert all(isinstance(move, (*ACTIONS, EndTurn)) for move in legal)
    assert all(
        isinstance(move, (*ACTIONS, EndTurn))
        for move in candidates(state)[::37]
        if tikal.is_legal(state, move)
    )


@pytest.mark.clause("TURN-08")
@given(actions())
def test_no_action_takes_anything_back(situation: tuple[State, Move]) -> None:
    state, move = situation
    after = tikal.apply(state, move)
    for seat in state.scores:
        before, now = state.player(seat), after.player(seat)
        assert all(new <= old for old, new in zip(before.supply, now.supply, strict=True))
        assert set(before.camps) <= set(now.camps)
        assert before.guards.items() <= now.guards.items()
    assert all(state[cell].value <= after[cell].value for cell in CELLS)


def is_by_the_leader(_state: State, move: Move) -> bool:
    figure: Figure | None = getattr(move, "figure", None)
    return figure == "L"


@pytest.mark.clause("TURN-09")
@given(
    st.one_of(
        legal_moves_where(Deploy, is_by_the_leader),
        legal_moves_where(Walk, is_by_the_leader),
        legal_moves_where(Transfer, is_by_the_leader),
        legal_moves_where(PlaceGuard, is_by_the_leader),
    )
)
def test_the_leader_costs_what_a_worker_costs(
    situation: tuple[State, Deploy | Walk | Transfer | PlaceGuard],
) -> None:
    state, leader = situation
    seat = state.active or 0
    if isinstance(leader, Deploy):
        crowd = max(CELLS, key=lambda cell: state[cell].figures[seat][1])
        number = state[crowd].figures[seat][1]
        both = state
        if not workers_in_supply(state):
            both = with_workers(state, seat, CELL_INDEX[crowd], number - 1)
    else:
        where = leader.cell if isinstance(leader, PlaceGuard) else leader.origin
        number = max(1, state[where].figures[seat][1])
        both = with_workers(state, seat, CELL_INDEX[where], number)
    worker = attrs.evolve(leader, figure="W")
    assert tikal.apply(both, leader).ap == tikal.apply(both, worker).ap
    assert tikal.apply(both, leader).ap == state.ap - price(state, leader)


@pytest.mark.clause("TURN-08")
@given(st.sampled_from(sorted(tikal.EDITIONS)))
def test_every_edition_has_the_same_eight_kinds_of_action(edition: str) -> None:
    found = {
        type(step.move)
        for game in played.games()
        if game.state.edition.key == edition
        for before, step in moments(game)
        if before.phase == "act"
    }
    assert found == {*ACTIONS, EndTurn}


@pytest.mark.clause("TURN-08")
@given(legal_moves_of(Transfer))
def test_a_figure_in_a_camp_is_transferred_and_one_in_the_supply_deployed(
    situation: tuple[State, Transfer],
) -> None:
    state, move = situation
    seat = state.active or 0
    supply = state.player(seat).supply
    assert tikal.apply(state, move).player(seat).supply == supply
    into_camp = Deploy(move.figure, move.target)
    assert tikal.is_legal(state, into_camp) == (supply["LW".index(move.figure)] > 0)
    if tikal.is_legal(state, into_camp):
        assert tikal.apply(state, into_camp).ap == tikal.apply(state, move).ap


def _ends_a_basic_turn(state: State) -> bool:
    return is_acting(state) and not state.auction and not state.scoring and bool(state.remaining)


@pytest.mark.clause("TURN-01")
@given(states(_ends_a_basic_turn))
def test_the_left_neighbour_draws_when_a_turn_is_over(state: State) -> None:
    assert state.active is not None
    after = tikal.apply(state, EndTurn())
    assert (after.phase, after.active) == ("draw", state.active % state.players + 1)


@pytest.mark.clause("TURN-04")
@given(legal_moves_of(PlaceTile))
def test_the_budget_after_a_tile_is_ten(situation: tuple[State, PlaceTile]) -> None:
    state, move = situation
    assert tikal.apply(state, move).ap == 10


def _starts_a_scoring_turn(state: State) -> bool:
    return is_acting(state) and state.scoring and bool(state.course.queue)


@pytest.mark.clause("TURN-04")
@given(states(_starts_a_scoring_turn))
def test_the_budget_of_the_next_scoring_turn_is_ten(state: State) -> None:
    after = tikal.apply(state, EndTurn())
    assert (after.scoring, after.ap) == (True, 10)


def _draws_a_volcano(state: State) -> bool:
    return state.phase == "draw" and not state.auction and state.remaining[0][0] in "BDF"


@pytest.mark.clause("TURN-04")
@given(states(_draws_a_volcano))
def test_the_budget_of_the_first_scoring_turn_is_ten(state: State) -> None:
    letter = state.remaining[0][0]
    for tile in {"B": "B1", "D": "D3", "F": "F2"}[letter], state.remaining[0]:
        if tile in state.remaining:
            after = tikal.apply(state, DrawTile(tile))
            assert after.ap == (10 if tile in ("B1", "D3", "F2") else 0)
