"""The leader: three when strengths are compared, one in everything else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.ground import temples
from tikal import Deploy, EstablishCamp, Move, PlaceGuard, Recover, State, Transfer, Uncover, Walk
from tikal.fields import FIGURES
from tikal.grid import CELL_INDEX, CELLS
from tikal.testing import states
from tikal.testing.surgery import (
    fresh_phase,
    with_ap,
    with_leader,
    with_workers,
    without_members,
)


def leader_is_in_play(state: State) -> bool:
    if state.phase != "act" or state.ap != 10:
        return False
    me = state.player(state.active or 0)
    return me.supply[1] >= 4 and (
        me.supply[0] == 1 or any(leaders for leaders, _ in me.figures.values())
    )


def leader_may_meet_others_at_a_temple(state: State) -> bool:
    return (
        leader_is_in_play(state)
        and len(state.player(state.active or 0).guards) < 2
        and all(state.player(seat).supply[1] >= 5 for seat in state.scores)
        and bool(temples(state, guarded=False))
    )


def leader_is_among_workers(state: State) -> bool:
    """On the board, with a worker to spare who could take its place."""
    return leader_is_in_play(state) and state.player(state.active or 0).supply[0] == 0


def leader_and_workers_wait(state: State) -> bool:
    return leader_is_in_play(state) and state.player(state.active or 0).supply[0] == 1


@pytest.mark.clause("LEADER-01")
@given(
    states(where=leader_may_meet_others_at_a_temple),
    st.integers(0, 1),
    st.integers(1, 5),
    st.data(),
)
def test_a_leader_is_worth_three_workers_for_a_guard_and_for_scoring(
    state: State, escort: int, rivals: int, data: st.DataObject
) -> None:
    seat = state.active
    assert seat
    cell = data.draw(st.sampled_from(temples(state, guarded=False)))
    rival = data.draw(st.sampled_from([other for other in state.scores if other != seat]))
    for other in state.scores:
        state = without_members(state, other, CELL_INDEX[cell])
    state = with_workers(state, seat, CELL_INDEX[cell], escort)
    state = with_leader(fresh_phase(state), seat, CELL_INDEX[cell])
    state = with_workers(state, rival, CELL_INDEX[cell], rivals)
    mine = 3 + escort
    verdict = cited(state, PlaceGuard(cell, "L"))
    assert verdict == ([] if mine > rivals else ["GUARD-02"])
    value = state[cell].value
    assert tikal.score(state, seat).temples.get(cell, 0) == (value if mine > rivals else 0)
    assert tikal.score(state, rival).temples.get(cell, 0) == (value if rivals > mine else 0)


def with_a_worker_in_the_leaders_place(state: State) -> tuple[State, str]:
    seat = state.active
    assert seat
    cell = next(c for c, (leaders, _) in state.player(seat).figures.items() if leaders)
    workers = state[cell].figures[seat][1]
    swapped = without_members(state, seat, CELL_INDEX[cell])
    return with_workers(swapped, seat, CELL_INDEX[cell], workers + 1), cell


@pytest.mark.clause("LEADER-02")
@given(states(where=leader_is_among_workers))
def test_digging_and_founding_do_not_tell_a_leader_from_a_worker(state: State) -> None:
    other, cell = with_a_worker_in_the_leaders_place(state)
    moves: tuple[Move, ...] = (Uncover(cell), Recover(cell), EstablishCamp(cell))
    for move in moves:
        assert cited(state, move) == cited(other, move)


@pytest.mark.clause("LEADER-02")
@given(states(where=leader_is_in_play), st.integers(1, 2), st.data())
def test_a_leader_with_workers_digs_no_deeper_than_as_many_workers(
    state: State, workers: int, data: st.DataObject
) -> None:
    seat = state.active
    assert seat
    explored = [cell for cell in CELLS if state[cell].kind in ("temple", "treasure")]
    cell = data.draw(st.sampled_from(explored))
    crew = with_workers(fresh_phase(state), seat, CELL_INDEX[cell], workers)
    crew = with_leader(crew, seat, CELL_INDEX[cell])
    plain, _ = with_a_worker_in_the_leaders_place(crew)
    kind = Uncover if state[cell].kind == "temple" else Recover
    dug = []
    for party in (crew, plain):
        depth = 0
        while tikal.is_legal(party, kind(cell)):
            party = tikal.apply(party, kind(cell))
            if party.phase == "reveal":
                party = tikal.apply(party, tikal.legal_moves(party)[0])
            depth += 1
        dug.append((depth, cited(party, kind(cell))))
    assert dug[0] == dug[1]


@pytest.mark.clause("LEADER-02")
@given(
    states(where=leader_is_among_workers), st.sampled_from(CELLS), st.sampled_from((Walk, Transfer))
)
def test_a_leader_goes_where_a_worker_goes_for_the_same_price(
    state: State, target: str, kind: type[Walk | Transfer]
) -> None:
    other, cell = with_a_worker_in_the_leaders_place(state)
    as_leader, as_worker = kind("L", cell, target), kind("W", cell, target)
    assert cited(state, as_leader) == cited(other, as_worker)
    if tikal.is_legal(state, as_leader):
        assert tikal.apply(state, as_leader).ap == tikal.apply(other, as_worker).ap


@pytest.mark.clause("LEADER-02")
@given(states(where=leader_and_workers_wait), st.integers(0, 2))
def test_a_leader_is_deployed_like_a_worker(state: State, ap: int) -> None:
    state = with_ap(state, ap)
    for cell in CELLS:
        assert cited(state, Deploy("L", cell)) == cited(state, Deploy("W", cell))
    if ap:
        after = tuple(tikal.apply(state, Deploy(figure, "a1")).ap for figure in FIGURES)
        assert after == (ap - 1, ap - 1)
