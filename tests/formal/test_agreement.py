"""Engine and formal specification agree on verdicts, successors, scores and first positions."""

from __future__ import annotations

import os
import random
from functools import cache

import pytest
from hypothesis import given as drawn
from hypothesis import seed, settings

import tikal
from tests.asking.helpers import cited
from tests.formal.agreement import compare
from tests.formal.specification import ask, edition_fluents, facts, given, successor, term
from tests.sample import WHOLE
from tikal.editions import EDITIONS, Edition
from tikal.errors import InvalidArgument
from tikal.testing.near_misses import RECIPES, Layer, NearMiss, near_misses

#: `make verify` compares thousands, see agreement.py.
POSITIONS = int(os.environ.get("TIKAL_FORMAL_POSITIONS", "21"))
#: How many near misses of every recipe are judged, each with its twin.
NEAR_MISSES = 10 if WHOLE else 1


@pytest.mark.parametrize("number", range(POSITIONS))
def test_a_position_is_judged_alike(number: int) -> None:
    assert compare(number) == []


@cache
def examples_of(clause: str, layer: Layer, number: int) -> list[NearMiss]:
    """A few near misses, the same ones on every run."""
    found: list[NearMiss] = []

    @seed(1)
    @settings(max_examples=number, database=None, deadline=None)
    @drawn(near_misses(clause, layer))
    def collect(near_miss: NearMiss) -> None:
        found.append(near_miss)

    collect()
    return found


@pytest.mark.parametrize(("clause", "layer"), RECIPES, ids=lambda value: str(value))
def test_near_misses_are_judged_alike(clause: str, layer: Layer) -> None:
    for near_miss in examples_of(clause, layer, NEAR_MISSES):
        for situation in (near_miss.miss, near_miss.twin):
            state, move, seat = situation.state, situation.move, situation.seat
            asked = "" if seat is None else f" asked({seat})."
            answer = ask(given=f"{given(state)} candidate({term(move)}).{asked}")
            formal = answer.forbidden.get((seat, move), frozenset())
            assert formal == set(cited(state, move, seat))
        twin = near_miss.twin
        assert successor(twin.state, twin.move) == facts(tikal.apply(twin.state, twin.move))


def switches(edition: Edition) -> str:
    """The switches of an edition as facts."""
    return " ".join(f"true({fluent})." for fluent in edition_fluents(edition))


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
@pytest.mark.parametrize("auction", [False, True])
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.clause("COMP-01", "SETUP-07", "AUCTION-01")
def test_games_start_alike(edition: Edition, auction: bool, players: int) -> None:
    start = random.Random(players).choice(range(players + 2))
    word = "yes" if auction else "no"
    answer = ask(given=f"{switches(edition)} candidate(new_game({players},{start},{word})).")
    if answer.refused_games:
        with pytest.raises(InvalidArgument) as caught:
            tikal.new_game(players, edition, auction, start)
        assert caught.value.clause in answer.refused_games
    else:
        state = tikal.new_game(players, edition, auction, start)
        begun = ask(given=f"{switches(edition)} start({players},{start},{word}).")
        assert begun.init == facts(state)
