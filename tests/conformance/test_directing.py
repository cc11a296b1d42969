"""What games with an engine are led to, and what makes a shorter game the same difference."""

from __future__ import annotations

import random

import tikal
from tikal.conformance.cases import Question
from tikal.conformance.kit.directing import hoarding
from tikal.conformance.kit.shrinking import _is_alike


def test_the_leader_waits_until_every_worker_is_out() -> None:
    state, rng = tikal.position(), random.Random(1)
    leader, worker, end = map(tikal.parse_move, ("deploy L a1", "deploy W a1", "end"))
    assert hoarding(state, (leader, worker, end), rng) == worker
    assert hoarding(state, (leader, end), rng) == end
    assert hoarding(state, (leader,), rng) == leader


def test_a_shorter_game_asks_the_same_if_the_verdict_is_the_same() -> None:
    verdict = Question("check", ["TEMPLE-04"], about={"move": "uncover a2"})
    assert _is_alike(verdict, ["TEMPLE-04"])
    assert not _is_alike(verdict, [])
    assert not _is_alike(verdict, ["TEMPLE-03"])
    assert _is_alike(Question("state", {"ap": 3}), {"ap": 4})
