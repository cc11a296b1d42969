"""A policy behind the protocol: `python -m tikal.matches.serve module:function`.

A bot of your own in another process, and a starter: a bot in any language does the same.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping

from tikal.bots.policies import Policy, sensible_policy
from tikal.conformance.adapter import Adapter, serve
from tikal.engine import legal_moves
from tikal.errors import InvalidArgument
from tikal.matches.bots import policy_of
from tikal.moves import move_of
from tikal.notation.documents.parsing import Json
from tikal.state import State


class Player(Adapter):
    """Answers `choose` by a policy, and all that the adapter of the library answers."""

    def __init__(self, policy: Policy = sensible_policy, seed: int | None = None) -> None:
        super().__init__()
        self.policy = policy
        self.rng = random.Random(seed)

    def start(self) -> dict[str, Json]:
        """The introduction of the library, with `choose`."""
        introduction = super().start()
        introduction["capabilities"]["asks"].append("choose")
        return introduction

    def keyed_answer(self, state: State, question: Mapping[str, Json]) -> tuple[str, Json]:
        """The move that the policy makes, or what the adapter answers."""
        if question.get("ask") != "choose":
            return super().keyed_answer(state, question)
        self.reached = state
        if state.to_move is None or question.get("seat") != state.active:
            raise InvalidArgument("it is not the turn of this seat")
        return "move", str(move_of(self.policy(state, legal_moves(state), self.rng)))


if __name__ == "__main__":
    serve(Player(policy_of(sys.argv[1]) if len(sys.argv) > 1 else sensible_policy))
