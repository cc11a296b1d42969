"""What the properties share."""

from __future__ import annotations

import tikal
from tikal.testing import NearMiss


def refused_alone(near_miss: NearMiss) -> None:
    """The near miss breaks exactly its clause, the twin breaks none, both positions are sound."""
    miss, twin = near_miss.miss, near_miss.twin
    assert tikal.problems(miss.state) == ()
    assert tikal.problems(twin.state) == ()
    found = tikal.check(miss.state, miss.move, miss.seat)
    assert [violation.clause for violation in found] == [near_miss.clause]
    assert not tikal.is_legal(miss.state, miss.move, miss.seat)
    if miss.seat is None:
        assert miss.move not in tikal.legal_moves(miss.state)
    assert tikal.check(twin.state, twin.move, twin.seat) == ()
    assert tikal.problems(tikal.apply(twin.state, twin.move)) == ()
