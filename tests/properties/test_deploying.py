"""Deploying figures, and the secret paths between camps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.ground import (
    crowded,
    is_connected,
    is_explored,
    less,
    more,
    neighbours,
    spread,
    workers_in_play,
)
from tests.properties.helpers import changes, mover
from tests.properties.situations import can_pay, is_fresh
from tikal import Deploy, State, Transfer, Walk
from tikal.fields import FIGURES, Figure
from tikal.grid import CELL_INDEX, CELLS
from tikal.testing import legal_moves_of, states
from tikal.testing.recipes.ingredients import is_acting
from tikal.testing.surgery import fresh_phase, with_figure, with_leader, with_workers

either_figure = st.sampled_from(FIGURES)


def home(state: State) -> set[str]:
    """The base camp and the camps of the player whose turn it is."""
    return {"a1", *state.player(mover(state)).camps}


def foreign(state: State) -> set[str]:
    """The camps of all others."""
    return {camp for seat in state.scores for camp in state.player(seat).camps} - home(state)


def explored(state: State) -> list[str]:
    return [cell for cell in CELLS if is_explored(state, cell)]


def has_foreign_camps(state: State) -> bool:
    return can_pay(state) and bool(foreign(state))


def has_own_camps(state: State) -> bool:
    return can_pay(state) and len(home(state)) > 1


# --- deploying ---------------------------------------------------------------------------------


@pytest.mark.clause("DEPLOY-01")
@given(legal_moves_of(Deploy))
def test_one_point_brings_one_figure_onto_the_board(situation: tuple[State, Deploy]) -> None:
    state, move = situation
    seat = mover(state)
    there = state[move.cell].figures
    supply, figures = state.player(seat).supply, state.player(seat).figures
    assert changes(state, tikal.apply(state, move)) == {
        "ap": (state.ap, state.ap - 1),
        f"seat {seat}.supply": (supply, less(move.figure, supply)),
        f"seat {seat}.figures": (
            figures,
            spread(figures, {move.cell: more(move.figure, there[seat])}),
        ),
        f"{move.cell}.figures": (there, {**there, seat: more(move.figure, there[seat])}),
    }


@pytest.mark.clause("DEPLOY-02", "DEPLOY-03", "DEPLOY-04")
@given(st.one_of(states(where=can_pay), states(where=has_foreign_camps)), either_figure, st.data())
def test_a_figure_of_the_supply_goes_to_the_base_camp_or_an_own_camp(
    state: State, figure: Figure, data: st.DataObject
) -> None:
    cell = data.draw(st.sampled_from([*CELLS, *home(state), *foreign(state)]))
    expected = []
    if cell in foreign(state):
        expected.append("DEPLOY-03")
    elif cell not in home(state):
        expected.append("DEPLOY-02")
    if state.player(mover(state)).supply[FIGURES.index(figure)] == 0:
        expected.append("DEPLOY-04")
    assert cited(state, Deploy(figure, cell)) == expected
    assert (Deploy(figure, cell) in tikal.legal_moves(state)) == (not expected)


@pytest.mark.clause("DEPLOY-04")
@given(states(where=is_acting), st.data())
def test_figures_are_deployed_until_the_points_or_the_supply_run_out(
    state: State, data: st.DataObject
) -> None:
    state = fresh_phase(state)
    cell = data.draw(st.sampled_from(sorted(home(state))))
    workers = state.player(mover(state)).supply[1]
    deployed = 0
    while tikal.is_legal(state, Deploy("W", cell)):
        state = tikal.apply(state, Deploy("W", cell))
        deployed += 1
    assert deployed == min(10, workers)
    assert set(cited(state, Deploy("W", cell))) == {
        *(["TURN-04"] if deployed == 10 else []),
        *(["DEPLOY-04"] if deployed == workers else []),
    }


def has_the_leader_in_the_supply(state: State) -> bool:
    return can_pay(state) and state.player(mover(state)).supply[0] == 1


def _with_a_worker_in_the_supply(state: State) -> State:
    seat = mover(state)
    if state.player(seat).supply[1] or not workers_in_play(state, seat):
        return state
    crowd = max(CELLS, key=lambda cell: state[cell].figures[seat][1])
    number = state[crowd].figures[seat][1] - 1
    return with_workers(state, seat, CELL_INDEX[crowd], number)


@pytest.mark.clause("DEPLOY-05")
@given(states(where=has_the_leader_in_the_supply), st.data())
def test_the_leader_is_deployed_like_a_worker(state: State, data: st.DataObject) -> None:
    state = _with_a_worker_in_the_supply(state)
    cell = data.draw(st.sampled_from([*explored(state), *home(state)]))
    leader, worker = Deploy("L", cell), Deploy("W", cell)
    assert cited(state, leader) == cited(state, worker) == [
        *(["DEPLOY-02"] if cell not in home(state) | foreign(state) else []),
        *(["DEPLOY-03"] if cell in foreign(state) else []),
    ]  # fmt: skip
    if cell in home(state):
        assert tikal.apply(state, leader).ap == tikal.apply(state, worker).ap == state.ap - 1


@pytest.mark.clause("DEPLOY-06")
@given(states(where=can_pay))
def test_every_player_may_deploy_in_the_base_camp(state: State) -> None:
    supply = state.player(mover(state)).supply
    for figure, number in zip(FIGURES, supply, strict=True):
        assert tikal.is_legal(state, Deploy(figure, "a1")) == (number > 0)


@pytest.mark.clause("DEPLOY-06", "C2C-01")
@given(states(where=has_own_camps), st.data())
def test_the_base_camp_is_one_end_of_everybodys_secret_paths(
    state: State, data: st.DataObject
) -> None:
    seat = mover(state)
    camp = data.draw(st.sampled_from(state.player(seat).camps))
    figure: Figure = "W" if workers_in_play(state, seat) else "L"
    for origin, target in (("a1", camp), (camp, "a1")):
        ready = with_figure(state, seat, figure, CELL_INDEX[origin])
        assert cited(ready, Transfer(figure, origin, target)) == []


@pytest.mark.clause("DEPLOY-07")
@given(legal_moves_of(Deploy))
def test_a_camp_is_never_full(situation: tuple[State, Deploy]) -> None:
    state, move = situation
    camp = CELL_INDEX[move.cell]
    for seat in state.scores:
        workers = workers_in_play(state, seat)
        for cell in range(len(CELLS)):
            state = with_workers(state, seat, cell, 0)
        if seat != state.active or move.figure == "W":
            state = with_leader(state, seat, camp)
        if seat == state.active and move.figure == "W":
            workers -= 1
        state = with_workers(state, seat, camp, workers)
    assert tikal.problems(state) == ()
    assert cited(state, move) == []
    assert tikal.problems(tikal.apply(state, move)) == ()


@pytest.mark.clause("DEPLOY-07")
@given(legal_moves_of(Transfer))
def test_a_crowded_camp_takes_one_more(situation: tuple[State, Transfer]) -> None:
    state, move = situation
    seat = mover(state)
    state = with_workers(state, seat, CELL_INDEX[move.target], workers_in_play(state, seat))
    state = with_figure(state, seat, move.figure, CELL_INDEX[move.origin])
    state = crowded(state, move.target)
    assert cited(state, move) == []


# --- secret paths ------------------------------------------------------------------------------


@pytest.mark.clause("C2C-01")
@given(legal_moves_of(Transfer))
def test_one_point_takes_one_figure_from_camp_to_camp(situation: tuple[State, Transfer]) -> None:
    state, move = situation
    seat = mover(state)
    here, there = state[move.origin].figures, state[move.target].figures
    figures = state.player(seat).figures
    moved = {
        move.origin: less(move.figure, here[seat]),
        move.target: more(move.figure, there[seat]),
    }
    assert {move.origin, move.target} <= home(state)
    assert changes(state, tikal.apply(state, move)) == {
        "ap": (state.ap, state.ap - 1),
        f"seat {seat}.figures": (figures, spread(figures, moved)),
        f"{move.origin}.figures": (here, {**here, seat: moved[move.origin]}),
        f"{move.target}.figures": (there, {**there, seat: moved[move.target]}),
    }


@pytest.mark.clause("C2C-01", "C2C-02", "C2C-03")
@given(
    st.one_of(states(where=has_own_camps), states(where=has_foreign_camps)),
    either_figure,
    st.data(),
)
def test_a_transfer_needs_a_figure_and_two_ends_of_ones_own(
    state: State, figure: Figure, data: st.DataObject
) -> None:
    seat = mover(state)
    homes, others = home(state), foreign(state)
    cells = [*explored(state), *homes, *others] + [*homes, *others] * 8
    origin, target = data.draw(st.sampled_from(cells)), data.draw(st.sampled_from(cells))
    expected = set()
    if origin in others:
        expected.add("C2C-03")
    if target in others:
        expected.add("C2C-02")
    if (
        not {origin, target} <= homes | others
        or origin == target
        or state[origin].figures[seat][FIGURES.index(figure)] == 0
    ):
        expected.add("C2C-01")
    assert set(cited(state, Transfer(figure, origin, target))) == expected


def has_two_camps(state: State) -> bool:
    return can_pay(state) and len(home(state)) == 3


@pytest.mark.clause("C2C-01")
@given(states(where=has_two_camps), st.booleans())
def test_own_camps_are_joined_however_far_apart(state: State, back: bool) -> None:
    seat = mover(state)
    origin, target = sorted(home(state) - {"a1"}, reverse=back)
    figure: Figure = "W" if workers_in_play(state, seat) else "L"
    ready = with_figure(state, seat, figure, CELL_INDEX[origin])
    after = tikal.apply(ready, Transfer(figure, origin, target))
    assert after.ap == state.ap - 1
    assert tikal.path_cost(ready, origin, target, seat) == 1


def _visited(state: State) -> list[str]:
    return [camp for camp in foreign(state) if any(state[camp].figures[mover(state)])]


def has_a_visitor(state: State) -> bool:
    """A member of the mover stands in a camp of another player, and a phase has just begun."""
    return is_fresh(state) and bool(_visited(state))


@pytest.mark.clause("C2C-03")
@given(states(where=has_a_visitor), st.data())
def test_a_visitor_has_to_walk(state: State, data: st.DataObject) -> None:
    camp = data.draw(st.sampled_from(sorted(_visited(state))))
    present = state[camp].figures[mover(state)]
    figure = data.draw(st.sampled_from([f for f, n in zip(FIGURES, present, strict=True) if n]))
    legal = {
        move.target
        for move in tikal.legal_moves(state)
        if isinstance(move, Walk | Transfer) and (move.figure, move.origin) == (figure, camp)
    }
    ways = {
        cell
        for cell in neighbours(camp)
        if is_explored(state, cell) and is_connected(state, camp, cell)
    }
    assert ways
    assert legal == ways
    for target in home(state):
        assert cited(state, Transfer(figure, camp, target)) == ["C2C-03"]
