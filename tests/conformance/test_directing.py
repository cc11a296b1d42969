"""What games with an engine are led to, and how a difference becomes a shorter one."""

from __future__ import annotations

import random

import tikal
from tikal.conformance.cases import Case, Question, rules_of
from tikal.conformance.fuzzing.policies import hoard_policy
from tikal.conformance.fuzzing.shrink import shrink
from tikal.conformance.report import Result


def test_the_leader_waits_until_every_worker_is_out() -> None:
    state, rng = tikal.position(), random.Random(1)
    leader, worker, end = map(tikal.parse_move, ("deploy L a1", "deploy W a1", "end"))
    assert hoard_policy(state, (leader, worker, end), rng) == worker
    assert hoard_policy(state, (leader, end), rng) == end
    assert hoard_policy(state, (leader,), rng) == leader


def test_a_shorter_game_is_about_the_same_verdict() -> None:
    turns = ("draw A2; place b3 r0; deploy L a1; deploy W a1; end; draw A1; place c2 r1; "
             "deploy W a1; end; draw A3; place a3 r0; deploy W a1")  # fmt: skip
    question = Question("check", ["TEMPLE-01"], about={"move": "uncover b1"})
    rio = "rio-grande-1999"
    rules = rules_of(tikal.EDITIONS[rio])
    case = Case("play/1", "game", (), rio, rules, 2, (question,), moves=tuple(turns.split("; ")))

    def ask(case: Case) -> Result:
        """An engine that permits everything."""
        return Result("case", case.id, "failed" if case.questions[0].expect else "passed")

    shorter, result = shrink(case, ask)
    assert result.outcome == "failed"
    assert shorter.moves
    assert not [move for move in shorter.moves if move.startswith("deploy")]
    assert [question.expect for question in shorter.questions] == [["TEMPLE-01"]]
