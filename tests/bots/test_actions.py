"""The numbering of moves: one number for every legal move, one move for every number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.bots.setups import decisions
from tikal.bots.actions import (
    BASIC_SIZE,
    HIGHEST_BID,
    OUTCOMES,
    SIZE,
    decode,
    decode_outcome,
    encode,
    encode_outcome,
    mask,
    numbers,
    take,
)
from tikal.testing import states


def has_number(move: tikal.Move) -> bool:
    return not (isinstance(move, tikal.Bid) and move.points > HIGHEST_BID)


@given(decisions())
def test_legal_moves_and_marked_numbers_are_the_same(state: tikal.State) -> None:
    moves = [move for move in tikal.legal_moves(state) if has_number(move)]
    found = [encode(state, move) for move in moves]
    assert [decode(state, number) for number in found] == moves
    marked = mask(state)
    assert len(marked) == (SIZE if state.auction else BASIC_SIZE)
    assert [number for number, mark in enumerate(marked) if mark] == sorted(found)
    assert numbers(state) == sorted(set(found))


@given(states())
def test_every_number_stands_for_a_move_of_its_own(state: tikal.State) -> None:
    moves = [decode(state, number) for number in range(SIZE)]
    assert len(set(moves)) == SIZE
    assert [encode(state, move) for move in moves] == list(range(SIZE))


@given(decisions(), st.integers(0, SIZE - 1))
def test_unmarked_actions_are_refused_with_clauses(state: tikal.State, number: int) -> None:
    move = decode(state, number)
    marked = number < len(mask(state)) and mask(state)[number]
    if violations := tikal.check(state, move):
        assert not marked
        with pytest.raises(tikal.IllegalMove) as refusal:
            take(state, number)
        assert refusal.value.violations == violations
    else:
        same = [tikal.apply(state, each) for each in tikal.legal_moves(state)]
        assert take(state, number) in same
        assert marked or isinstance(move, tikal.PlaceTile)


@given(states(where=lambda state: state.to_move is None))
def test_no_action_is_masked_in_where_chance_decides(state: tikal.State) -> None:
    assert not any(mask(state))
    assert numbers(state) == []


@given(states(where=lambda state: state.phase in ("draw", "reveal")))
def test_outcomes_of_chance_have_numbers_of_their_own(state: tikal.State) -> None:
    for move, _ in tikal.chance(state):
        assert decode_outcome(encode_outcome(move)) == move


def test_outcomes_are_numbered_without_gaps() -> None:
    found = [encode_outcome(decode_outcome(number)) for number in range(OUTCOMES)]
    assert found == list(range(OUTCOMES))


def test_transfers_are_numbered_by_slot() -> None:
    def camping(*camps: str) -> tikal.State:
        tiles = {"b3": ("A3", 0), "b4": ("B3", 0)}
        return tikal.position(tiles=tiles, figures={1: {"a1": (0, 1)}}, camps={1: camps})

    number = encode(camping("b3"), "transfer W a1-b3")
    assert mask(camping("b3"))[number]
    assert decode(camping("b4"), number) == tikal.parse_move("transfer W a1-b4")
    assert decode(camping("b3", "b4"), number) == tikal.parse_move("transfer W a1-b3")
    with pytest.raises(tikal.IllegalMove) as refusal:
        take(camping(), number)
    assert [violation.clause for violation in refusal.value.violations] == ["C2C-01"]


def test_partners_are_numbered_clockwise_from_the_seat_to_move() -> None:
    for players in (2, 3, 4):
        for start in range(1, players + 1):
            state = tikal.new_game(players, start=start)
            left = start % players + 1
            assert encode(state, f"exchange 1 {left} 2") == encode(
                tikal.new_game(players, start=1), "exchange 1 2 2"
            )


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("draw A1", "chance has numbers of its own"),
        ("bid 41", "bids go up to 40"),
        ("transfer W a1-h5", "between the base camp and the own camps"),
        ("exchange 1 1 2", "has no number here"),
        ("exchange 9 2 2", "has no number here"),
        ("walk W a1-h5", "has no number here"),
        ("take Z9", "has no number here"),
    ],
)
def test_a_move_without_a_number_is_refused_with_the_reason(move: str, reason: str) -> None:
    with pytest.raises(tikal.InvalidArgument, match=reason):
        encode(tikal.new_game(players=2), move)


@pytest.mark.parametrize("number", [-1, SIZE, 10**9])
def test_a_number_outside_of_the_layout_is_refused(number: int) -> None:
    with pytest.raises(tikal.InvalidArgument, match="numbered from 0 to 1183"):
        decode(tikal.new_game(players=2), number)
    with pytest.raises(tikal.InvalidArgument, match="numbered from 0 to 43"):
        decode_outcome(number)


@pytest.mark.parametrize("number", [True, 1.0, "1", None])
def test_a_number_is_an_int(number: object) -> None:
    with pytest.raises(tikal.WrongType):
        decode(tikal.new_game(players=2), number)  # type: ignore[arg-type]
    with pytest.raises(tikal.WrongType):
        decode_outcome(number)  # type: ignore[arg-type]


def test_a_player_is_not_an_outcome() -> None:
    with pytest.raises(tikal.InvalidArgument, match="not an outcome of chance"):
        encode_outcome("end")


def test_bids_above_the_highest_are_legal_and_not_marked() -> None:
    state = tikal.position(auction=True, phase="bid", display=["A1", "A2"], scores={1: 60, 2: 60})
    assert tikal.is_legal(state, "bid 41")
    bids = [decode(state, number) for number in numbers(state)]
    assert bids[-2:] == [tikal.Bid(HIGHEST_BID), tikal.Pass()]
