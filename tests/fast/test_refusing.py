"""Positions from outside: the compiled engine accepts exactly what the Python engine accepts."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import tikal
from tests.fast.engines import if_compiled
from tests.properties.test_mutated_positions import mutated, positions
from tikal import fast
from tikal.fast import fallback, packing
from tikal.state import State

pytestmark = if_compiled


def refused_by_both_or_by_none(state: State) -> None:
    found = tikal.problems(state) if type(state) is State else ("not a state",)
    if found:
        with pytest.raises((tikal.InvalidState, tikal.WrongType)) as caught:
            fast.Game(state)
        assert getattr(caught.value, "problems", found) == found
        return
    game = fast.Game(state)
    assert game.state() == state
    assert game.legal_moves() == tikal.legal_moves(state)


@given(st.data())
@settings(max_examples=2 * settings().max_examples)
def test_a_changed_position_is_refused_by_both_or_by_none(data: st.DataObject) -> None:
    refused_by_both_or_by_none(mutated(data.draw))


def test_scoring_turns_in_the_wrong_order_are_refused() -> None:
    """Random changes rarely reverse a queue and nothing else."""
    waiting = [state for state in positions() if len(state.course.queue) > 1]
    assert waiting
    for state in waiting[:20]:
        course = evolve(state.course, queue=state.course.queue[::-1])
        refused_by_both_or_by_none(evolve(state, course=course))


def test_a_display_in_the_wrong_order_is_refused() -> None:
    turned_up = [state for state in positions() if len(state.course.bidding.display) > 1]
    assert turned_up
    for state in turned_up[:20]:
        bidding = evolve(state.course.bidding, display=state.course.bidding.display[::-1])
        refused_by_both_or_by_none(evolve(state, course=evolve(state.course, bidding=bidding)))


# --- bytes -------------------------------------------------------------------------------------


@cache
def packed_positions() -> tuple[bytes, ...]:
    return tuple(packing.pack(state) for state in positions()[::9])


def damaged(rng: random.Random) -> bytes:
    """A packed position with some bytes changed, moved or lost."""
    text = bytearray(rng.choice(packed_positions()))
    start = packing.header_length(bytes(text)) if rng.random() < 0.8 else 0
    for _ in range(rng.choice((1, 1, 1, 2, 3, 20))):
        at = rng.randrange(start, len(text))
        match rng.randrange(8):
            case 0:
                del text[at : at + rng.choice((1, 1, 40, len(text)))]
            case 1:
                text[at:at] = rng.randbytes(rng.choice((1, 2, 60)))
            case 2 | 3:
                text[at] = rng.choice((0, 1, 2, 39, 40, 41, 127, 128, 240, 253, 254, 255))
            case 4:
                other = rng.randrange(start, len(text))
                text[at], text[other] = text[other], text[at]
            case 5:
                text[at] = (text[at] + rng.choice((-1, 1))) % 256
            case 6:
                text[at] ^= 1 << rng.randrange(8)
            case _:
                text[at] = rng.randrange(256)
        if len(text) <= start:
            break
    return bytes(text)


def answer(engine: Any, text: bytes) -> object:
    try:
        return engine.Game.from_packed(text).state()
    except tikal.TikalError as error:
        return type(error), str(error)


@pytest.mark.parametrize("share", range(4))
def test_damaged_bytes_are_refused_by_both_or_by_none(share: int) -> None:
    rng, accepted = random.Random(share), 0
    for _ in range(750):
        text = damaged(rng)
        own, other = answer(fallback, text), answer(fast, text)
        assert own == other, text.hex()
        accepted += isinstance(own, State)
    assert 0 < accepted < 375


def test_every_byte_of_a_position_matters() -> None:
    """Each one changed gives another position or none, and the same in both engines."""
    for text in packed_positions()[::150]:
        whole = answer(fast, text)
        for at in range(len(text)):
            changed = text[:at] + bytes(((text[at] + 1) % 256,)) + text[at + 1 :]
            found = answer(fast, changed)
            assert found != whole
            if isinstance(found, State):
                assert packing.pack(found) == changed
                assert tikal.problems(found) == ()


def test_shortened_and_lengthened_bytes_are_refused() -> None:
    text = packed_positions()[3]
    for length in range(len(text)):
        with pytest.raises(tikal.InvalidArgument):
            fast.Game.from_packed(text[:length])
    with pytest.raises(tikal.InvalidArgument):
        fast.Game.from_packed(text + b"\0")
