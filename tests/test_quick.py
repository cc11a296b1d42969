"""Records that are made quickly are like all others."""

from __future__ import annotations

import copy
import pickle
import weakref

import attrs
import pytest
from attrs import frozen

import tikal
from tikal._quick import quick


@frozen
class Pebble:
    """A record like any other."""

    weight: int
    colour: str


pebble = quick(Pebble)


def test_a_quick_record_is_the_same_as_a_slow_one() -> None:
    made = pebble(3, "grey")
    assert type(made) is Pebble
    assert made == Pebble(3, "grey")
    assert hash(made) == hash(Pebble(3, "grey"))
    assert repr(made) == "Pebble(weight=3, colour='grey')"
    assert attrs.evolve(made, weight=4) == pebble(weight=4, colour="grey")
    assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == made
    assert weakref.ref(made)() is made


def test_a_quick_record_is_frozen() -> None:
    made = pebble(3, "grey")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        made.weight = 4  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del made.weight
    with pytest.raises(AttributeError):
        made.__class__ = Pebble


def test_a_quick_record_wants_every_field() -> None:
    with pytest.raises(TypeError, match="colour"):
        pebble(3)  # type: ignore[call-arg]


def test_odd_numbers_in_one_position_do_not_reach_another() -> None:
    start = tikal.position(ap=10)
    odd_turn = attrs.evolve(start.turn, ap=10.0)  # type: ignore[arg-type]
    odd = attrs.evolve(start, turn=odd_turn)
    move = tikal.Deploy("W", "a1")
    assert repr(tikal.apply(odd, move).ap) == "9.0"
    assert repr(tikal.apply(start, move).ap) == "9"


def test_nothing_in_a_position_can_be_changed() -> None:
    played = tikal.play(tikal.new_game(3), tikal.sensible_policy, seed=4)
    for step in played.steps:
        state = step.state
        records: list[attrs.AttrsInstance] = [state, state.course, state.turn, state.ground]
        for record in (*records, state.ground.board, state.stock, *state.expeditions):
            assert type(record).__module__ in ("tikal.state", "tikal.geometry")
            name = attrs.fields(type(record))[0].name
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                setattr(record, name, None)
