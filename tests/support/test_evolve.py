"""Records that are changed quickly are like all others."""

from __future__ import annotations

import copy
import pickle
import weakref

import attrs
import pytest
from attrs import frozen

import tikal
from tikal._support.evolve import evolve


@frozen
class Pebble:
    """A record like any other."""

    weight: int
    colour: str | None


GREY = Pebble(3, "grey")


def test_a_changed_record_is_the_same_as_one_made_by_attrs() -> None:
    made = evolve(GREY, weight=4)
    assert type(made) is Pebble
    assert made == attrs.evolve(GREY, weight=4) == Pebble(4, "grey")
    assert hash(made) == hash(Pebble(4, "grey"))
    assert repr(made) == "Pebble(weight=4, colour='grey')"
    assert attrs.evolve(made, weight=3) == evolve(made, weight=3) == GREY
    assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == made
    assert weakref.ref(made)() is made


def test_a_field_can_become_none() -> None:
    assert evolve(GREY, colour=None) == Pebble(3, None)


def test_a_changed_record_is_frozen() -> None:
    made = evolve(GREY, weight=4)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        made.weight = 4  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del made.weight
    with pytest.raises(AttributeError):
        made.__class__ = Pebble


def test_a_field_that_does_not_exist_is_refused() -> None:
    with pytest.raises(AttributeError, match="shape"):
        evolve(GREY, shape="round")  # type: ignore[call-arg]


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
            assert type(record).__module__ in ("tikal.state", "tikal.parts", "tikal.geometry")
            name = attrs.fields(type(record))[0].name
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                setattr(record, name, None)
