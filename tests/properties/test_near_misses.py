"""Every recipe for near misses: what breaks one clause is refused for that clause alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tests.asking.helpers import cited
from tikal.testing import near_misses
from tikal.testing.near_misses import RECIPES, Layer


@pytest.mark.parametrize(
    ("clause", "layer"),
    [
        pytest.param(clause, layer, marks=pytest.mark.clause(clause), id=f"{clause}-{layer}")
        for clause, layer in RECIPES
    ],
)
@given(st.data())
def test_a_near_miss_is_refused_for_its_clause_alone(
    clause: str, layer: Layer, data: st.DataObject
) -> None:
    near_miss = data.draw(near_misses(clause, layer))
    miss, twin = near_miss.miss, near_miss.twin
    assert tikal.problems(miss.state) == ()
    assert tikal.problems(twin.state) == ()
    assert cited(miss.state, miss.move, miss.seat) == [clause]
    assert not tikal.is_legal(miss.state, miss.move, miss.seat)
    if miss.seat is None:
        assert miss.move not in tikal.legal_moves(miss.state)
    assert tikal.check(twin.state, twin.move, twin.seat) == ()
    assert tikal.problems(tikal.apply(twin.state, twin.move)) == ()
