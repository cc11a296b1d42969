"""Camps: where they are founded, and what they are good for."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.ground import walks_at
from tests.properties.helpers import changes
from tests.properties.situations import has_both_camps
from tikal import Deploy, EstablishCamp, State, Transfer, Walk
from tikal.fields import FIGURES, Figure
from tikal.grid import CELL_INDEX, CELLS
from tikal.testing import games, legal_moves_of, states
from tikal.testing.recipes.ingredients import is_acting
from tikal.testing.surgery import with_ap, with_camp, with_figure, with_workers, without_members

BASE_CAMP = "a1"


def own_camps(state: State) -> tuple[str, ...]:
    return state.player(state.active or 0).camps


def foreign_camps(state: State) -> list[str]:
    return [c for seat in state.scores if seat != state.active for c in state.player(seat).camps]


def acts_with_camps_around(state: State) -> bool:
    return is_acting(state) and any(state.player(seat).camps for seat in state.scores)


def has_a_camp_and_figures_left(state: State) -> bool:
    return (
        is_acting(state)
        and bool(own_camps(state))
        and state.player(state.active or 0).supply[1] > 0
    )


def can_reach_a_foreign_camp_or_leave_it(state: State) -> bool:
    return (
        is_acting(state)
        and state.ap == 10
        and bool(foreign_camps(state))
        and any(tikal.is_legal(state, walk) for walk in walks_at_foreign_camps(state))
    )


def walks_at_foreign_camps(state: State) -> list[Walk]:
    """Every step into or out of a hex with another player's camp."""
    return [walk for cell in foreign_camps(state) for walk in walks_at(cell)]


@pytest.mark.clause("CAMP-01")
@given(legal_moves_of(EstablishCamp))
def test_founding_costs_five_and_changes_nothing_but_the_camp(
    situation: tuple[State, EstablishCamp],
) -> None:
    state, move = situation
    camps = own_camps(state)
    assert changes(state, tikal.apply(state, move)) == {
        "ap": (state.ap, state.ap - 5),
        f"{move.cell}.camp": (None, state.active),
        f"seat {state.active}.camps": (camps, tuple(sorted((*camps, move.cell)))),
    }


@pytest.mark.clause("CAMP-02", "CAMP-03", "CAMP-04", "CAMP-05")
@given(states(where=is_acting))
def test_a_site_is_fit_or_each_of_its_faults_is_named(state: State) -> None:
    assert state.active
    for cell in CELLS:
        hex_ = state[cell]
        expected = {
            "TURN-04": state.ap < 5,
            "CAMP-02": not (hex_.kind == "jungle" or (hex_.kind == "treasure" and not hex_.tokens)),
            "CAMP-03": state.edition.camp_requires_member and not sum(hex_.figures[state.active]),
            "CAMP-04": hex_.camp is not None,
            "CAMP-05": len(own_camps(state)) >= 2,
        }
        faults = {clause for clause, broken in expected.items() if broken}
        assert set(cited(state, EstablishCamp(cell))) == faults


@pytest.mark.clause("CAMP-03")
@given(legal_moves_of(EstablishCamp))
def test_a_member_on_the_site_is_asked_for_by_some_editions_only(
    situation: tuple[State, EstablishCamp],
) -> None:
    state, move = situation
    assert state.active
    empty = without_members(state, state.active, CELL_INDEX[move.cell])
    assert empty[move.cell].figures[state.active] == (0, 0)
    assert cited(empty, move) == (["CAMP-03"] if state.edition.camp_requires_member else [])


@pytest.mark.clause("CAMP-04", "CAMP-05")
@given(states(where=acts_with_camps_around))
def test_no_hex_has_two_camps_and_no_player_three(state: State) -> None:
    camps = [state.player(seat).camps for seat in state.scores]
    assert max(map(len, camps)) <= 2
    every_camp = [cell for cells in camps for cell in cells]
    assert max(Counter(every_camp).values()) == 1
    for cell in every_camp:
        # neither the owner nor anybody else founds another one there
        assert "CAMP-04" in cited(state, EstablishCamp(cell))


@pytest.mark.clause("CAMP-05")
@given(states(where=has_both_camps), st.sampled_from(CELLS))
def test_after_two_camps_there_is_no_third_anywhere(state: State, cell: str) -> None:
    assert "CAMP-05" in cited(state, EstablishCamp(cell))


@pytest.mark.clause("CAMP-06")
@given(legal_moves_of(EstablishCamp), st.integers(1, 3), st.data())
def test_figures_of_anybody_on_the_site_do_no_harm(
    situation: tuple[State, EstablishCamp], number: int, data: st.DataObject
) -> None:
    state, move = situation
    visitor = data.draw(st.sampled_from(list(state.scores)))
    crowded = with_workers(state, visitor, CELL_INDEX[move.cell], number)
    assert tikal.is_legal(crowded, move)
    assert tikal.apply(crowded, move)[move.cell].figures[visitor][1] == number


@pytest.mark.clause("CAMP-07")
@given(legal_moves_of(EstablishCamp), st.sampled_from(FIGURES))
def test_a_new_camp_serves_in_the_same_turn(
    situation: tuple[State, EstablishCamp], figure: Figure
) -> None:
    state, move = situation
    assert state.active
    supply = dict(zip(FIGURES, state.player(state.active).supply, strict=True))
    after = with_ap(tikal.apply(state, move), 2)
    assert tikal.is_legal(after, Deploy(figure, move.cell)) == (supply[figure] > 0)
    waiting = with_figure(after, state.active, "W", CELL_INDEX[BASE_CAMP])
    there = tikal.apply(waiting, Transfer("W", BASE_CAMP, move.cell))
    assert tikal.is_legal(there, Transfer("W", move.cell, BASE_CAMP))


@pytest.mark.clause("CAMP-08")
@given(legal_moves_of(Deploy))
def test_a_figure_deployed_into_a_camp_belongs_to_its_owner(
    situation: tuple[State, Deploy],
) -> None:
    state, move = situation
    assert move.cell == BASE_CAMP or state[move.cell].camp == state.active
    before, after = state[move.cell].figures, tikal.apply(state, move)[move.cell].figures
    assert [seat for seat in before if before[seat] != after[seat]] == [state.active]


@pytest.mark.clause("CAMP-08")
@given(states(where=acts_with_camps_around))
def test_deploying_into_the_camp_of_another_is_refused(state: State) -> None:
    camps = [cell for seat in state.scores for cell in state.player(seat).camps]
    assert camps
    for cell in camps:
        foreign = state[cell].camp != state.active
        for figure in FIGURES:
            assert ("DEPLOY-03" in cited(state, Deploy(figure, cell))) == foreign


@pytest.mark.clause("CAMP-09")
@given(states(where=can_reach_a_foreign_camp_or_leave_it))
def test_walks_do_not_mind_a_camp_of_another(state: State) -> None:
    possible = 0
    for walk in walks_at_foreign_camps(state):
        cell = walk.target if walk.target in foreign_camps(state) else walk.origin
        without = with_camp(state, None, CELL_INDEX[cell])
        assert tikal.check(state, walk) == tikal.check(without, walk)
        if tikal.is_legal(state, walk):
            possible += 1
            after = tikal.apply(state, walk)
            assert after.ap == tikal.apply(without, walk).ap
            # and it stays when the turn is over
            rested = tikal.apply(after, tikal.EndTurn())
            assert rested[walk.target].figures == after[walk.target].figures
    assert possible


@pytest.mark.clause("CAMP-10")
@given(games())
def test_a_camp_once_founded_stands_there_to_the_end(game: tikal.Replay) -> None:
    founded = 0
    for earlier, step in pairwise(game.steps):
        new = isinstance(step.move, EstablishCamp)
        founded += new
        before = [earlier.state.player(seat).camps for seat in earlier.state.scores]
        after = [step.state.player(seat).camps for seat in step.state.scores]
        assert (before == after) == (not new)
        assert all(set(old) <= set(now) for old, now in zip(before, after, strict=True))
    assert founded == sum(len(game.state.player(seat).camps) for seat in game.state.scores)


@pytest.mark.clause("CAMP-11")
@given(states(where=has_a_camp_and_figures_left), st.data())
def test_secret_paths_link_the_base_camp_and_all_own_camps(
    state: State, data: st.DataObject
) -> None:
    assert state.active
    for origin, target in permutations((BASE_CAMP, *own_camps(state)), 2):
        ready = with_figure(with_ap(state, 1), state.active, "W", CELL_INDEX[origin])
        after = tikal.apply(ready, Transfer("W", origin, target))
        leaders, workers = ready[origin].figures[state.active]
        assert after[origin].figures[state.active] == (leaders, workers - 1)
        leaders, workers = ready[target].figures[state.active]
        assert after[target].figures[state.active] == (leaders, workers + 1)
        assert tikal.path_cost(state, origin, target, state.active) == 1
    elsewhere = [cell for cell in CELLS if cell not in (BASE_CAMP, *own_camps(state))]
    ready = with_figure(with_ap(state, 1), state.active, "W", CELL_INDEX[BASE_CAMP])
    move = Transfer("W", BASE_CAMP, data.draw(st.sampled_from(elsewhere)))
    assert not tikal.is_legal(ready, move)


@pytest.mark.clause("CAMP-11")
@given(legal_moves_of(Transfer))
def test_no_secret_path_leads_anywhere_else(situation: tuple[State, Transfer]) -> None:
    state, move = situation
    linked = {BASE_CAMP, *own_camps(state)}
    assert {move.origin, move.target} <= linked
    assert tikal.apply(state, move).ap == state.ap - 1
