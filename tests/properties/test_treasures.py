"""Recovering treasures: who may dig, how often, and what a token does afterwards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tests.properties.ground import members
from tests.properties.helpers import changes, choose, let_time_pass, mover
from tests.properties.situations import is_revealing
from tikal import EstablishCamp, Recover, RevealTreasure, State
from tikal.grid import CELL_INDEX, CELLS
from tikal.testing import (
    candidates,
    legal_moves_of,
    states,
)
from tikal.testing.surgery import fresh_phase, with_leader, with_workers


def dig(state: State, cell: str) -> State:
    """Recover a token and see what it is."""
    state = tikal.apply(state, Recover(cell))
    return tikal.apply(state, tikal.legal_moves(state)[0])


def sites(state: State, tokens: int) -> list[str]:
    """The treasure hexes with at least this number of tokens."""
    return [cell for cell in CELLS if state[cell].tokens >= tokens]


def stands_at_treasure(state: State) -> bool:
    return (
        state.phase == "act"
        and state.ap >= 3
        and any(state[cell].tokens for cell in state.player(mover(state)).figures)
    )


def begins_a_phase_with_three_tokens_somewhere(state: State) -> bool:
    # at 10 AP nothing has been dug yet in this phase
    return (
        state.phase == "act"
        and state.ap == 10
        and bool(sites(state, 3))
        and state.player(mover(state)).supply[1] >= 4
    )


def counts_members_at_three_tokens(state: State) -> bool:
    return begins_a_phase_with_three_tokens_somewhere(state) and (
        state.edition.second_dig == "present"
    )


def begins_a_normal_turn_with_three_tokens_somewhere(state: State) -> bool:
    return begins_a_phase_with_three_tokens_somewhere(state) and not state.scoring


def begins_a_phase_with_two_treasure_hexes(state: State) -> bool:
    return begins_a_phase_with_three_tokens_somewhere(state) and len(sites(state, 2)) > 1


def can_dig_up_a_last_token(state: State) -> bool:
    return (
        state.phase == "act"
        and state.ap >= 8
        and any(state[cell].tokens == 1 for cell in state.player(mover(state)).figures)
    )


def begins_a_phase_with_an_emptied_hex(state: State) -> bool:
    return (
        state.phase == "act"
        and state.ap == 10
        and any(state[cell].kind == "treasure" and not state[cell].tokens for cell in CELLS)
    )


@pytest.mark.clause("TREASURE-01")
@given(states(where=stands_at_treasure))
def test_digging_needs_a_hex_with_tokens_and_an_own_member(state: State) -> None:
    for cell in CELLS:
        possible = state[cell].tokens > 0 and members(state, cell) > 0
        assert ("TREASURE-01" not in cited(state, Recover(cell))) == possible


@pytest.mark.clause("TREASURE-02", "TREASURE-06", "TREASURE-07")
@given(legal_moves_of(Recover))
def test_recovering_costs_three_and_takes_one_token_off_the_hex(
    situation: tuple[State, Recover],
) -> None:
    state, move = situation
    tokens = state[move.cell].tokens
    found = changes(state, tikal.apply(state, move))
    assert found.pop("worked", None) is not None  # for the limits of the phase
    assert found == {
        "phase": ("act", "reveal"),
        "ap": (state.ap, state.ap - 3),
        f"{move.cell}.tokens": (tokens, tokens - 1),
    }


@pytest.mark.clause("TREASURE-07")
@given(legal_moves_of(RevealTreasure))
def test_the_token_shown_lies_open_in_front_of_the_finder(
    situation: tuple[State, RevealTreasure],
) -> None:
    state, move = situation
    assert state.active
    owned = state.player(state.active).treasures
    unseen = state.unseen
    assert changes(state, tikal.apply(state, move)) == {
        "phase": ("reveal", "act"),
        "unseen": (unseen, {**unseen, move.kind: unseen[move.kind] - 1}),
        f"seat {state.active}.treasures": (owned, {**owned, move.kind: owned[move.kind] + 1}),
    }


@pytest.mark.clause("TREASURE-07")
@given(states(where=is_revealing), st.data())
def test_while_a_token_waits_only_its_kind_is_asked_for(state: State, data: st.DataObject) -> None:
    move = choose(data, candidates(state))
    assert (cited(state, move) == ["TREASURE-07"]) == (not isinstance(move, RevealTreasure))
    assert {move.kind for move in tikal.legal_moves(state) if isinstance(move, RevealTreasure)} == {
        kind for kind, copies in state.unseen.items() if copies
    }


@pytest.mark.clause("TREASURE-01", "TREASURE-03", "TREASURE-04", "TREASURE-10")
@given(
    states(where=begins_a_phase_with_three_tokens_somewhere),
    st.integers(1, 3),
    st.booleans(),
    st.data(),
)
def test_the_nth_token_needs_n_members_and_the_leader_is_one_of_them(
    state: State, workers: int, with_the_leader: bool, data: st.DataObject
) -> None:
    cell = data.draw(st.sampled_from(sites(state, 3)))
    state = with_workers(state, mover(state), CELL_INDEX[cell], workers)
    if with_the_leader:
        state = with_leader(state, mover(state), CELL_INDEX[cell])
    present = members(state, cell)
    for taken in range(3):
        expected = []
        if present == taken == 1:
            expected.append("TREASURE-03")
        if taken == 2:
            expected.append("TREASURE-04")  # alone: no member helps to a third one
        assert cited(state, Recover(cell)) == expected
        if expected:
            break
        state = dig(state, cell)
    else:
        pytest.fail("nothing stopped the digging")


@pytest.mark.clause("TREASURE-10")
@given(states(where=begins_a_phase_with_three_tokens_somewhere), st.data())
def test_a_leader_alone_digs_once(state: State, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(sites(state, 3)))
    state = with_workers(state, mover(state), CELL_INDEX[cell], 0)
    state = with_leader(state, mover(state), CELL_INDEX[cell])
    if state[cell].figures[mover(state)] == (1, 0):
        state = dig(state, cell)
        assert cited(state, Recover(cell)) == ["TREASURE-03"]
    else:  # the leader has left the game: the hex is empty
        assert cited(state, Recover(cell)) == ["TREASURE-01"]


@pytest.mark.clause("TREASURE-03")
@given(states(where=counts_members_at_three_tokens), st.integers(0, 3), st.data())
def test_members_are_counted_at_the_moment_of_digging(
    state: State, later: int, data: st.DataObject
) -> None:
    cell = data.draw(st.sampled_from(sites(state, 3)))
    state = dig(with_workers(state, mover(state), CELL_INDEX[cell], 1), cell)
    state = with_workers(state, mover(state), CELL_INDEX[cell], later)
    assert tikal.is_legal(state, Recover(cell)) == (members(state, cell) >= 2)


@pytest.mark.clause("TREASURE-04")
@given(states(where=begins_a_normal_turn_with_three_tokens_somewhere), st.data())
def test_the_next_action_phase_counts_from_zero(state: State, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(sites(state, 3)))
    digger = state.active
    assert digger
    state = with_workers(state, digger, CELL_INDEX[cell], 2)
    state = dig(dig(state, cell), cell)
    assert "TREASURE-04" in cited(state, Recover(cell))
    state = let_time_pass(state)
    while not (state.phase == "act" and state.active == digger):
        state = let_time_pass(state)
    assert tikal.is_legal(state, Recover(cell))


@pytest.mark.clause("TREASURE-05")
@given(states(where=begins_a_phase_with_two_treasure_hexes), st.integers(1, 2), st.data())
def test_digs_on_one_hex_do_not_count_on_another(
    state: State, times: int, data: st.DataObject
) -> None:
    here, there = data.draw(st.permutations(sites(state, 2)))[:2]
    state = with_workers(state, mover(state), CELL_INDEX[here], 2)
    state = with_workers(state, mover(state), CELL_INDEX[there], 1)
    for _ in range(times):
        state = dig(state, here)
    assert tikal.is_legal(state, Recover(there))
    rested = fresh_phase(dig(state, there))
    assert tikal.is_legal(rested, Recover(there))


@pytest.mark.clause("TREASURE-09")
@given(states(where=can_dig_up_a_last_token), st.data())
def test_a_hex_takes_a_camp_as_soon_as_its_last_token_is_gone(
    state: State, data: st.DataObject
) -> None:
    last = [c for c in sites(state, 1) if state[c].tokens == 1 and members(state, c)]
    cell = data.draw(st.sampled_from(last))
    assert "CAMP-02" in cited(state, EstablishCamp(cell))
    state = dig(fresh_phase(state), cell)
    spent = len(state.player(mover(state)).camps) == 2
    assert cited(state, EstablishCamp(cell)) == (["CAMP-05"] if spent else [])


@pytest.mark.clause("TREASURE-09")
@given(states(where=begins_a_phase_with_an_emptied_hex))
def test_an_emptied_hex_is_as_good_a_site_as_jungle(state: State) -> None:
    for cell in CELLS:
        if state[cell].kind in ("treasure", "jungle"):
            assert ("CAMP-02" in cited(state, EstablishCamp(cell))) == (state[cell].tokens > 0)
