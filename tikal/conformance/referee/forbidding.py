"""Which clauses can forbid what a question asks about."""

from __future__ import annotations

from typing import Final

from tikal.conformance.case import Question
from tikal.engine import TABLE
from tikal.moves import MOVES, Move, verb_of
from tikal.rules.order import OUT_OF_TURN, SEQUENCE
from tikal.state import NEW_GAME_CLAUSES

_KINDS: Final = {verb_of(kind): kind for kind in MOVES}
#: The clauses that can forbid a move of any kind: it may not be the moment, or the turn.
_ORDER: Final = {rule.clause for rule in SEQUENCE} | {rule.clause for rule in OUT_OF_TURN}


def forbidding(kind: type[Move]) -> tuple[str, ...]:
    """The clauses that can forbid such a move at the right moment."""
    return tuple(dict.fromkeys(rule.clause for rule in TABLE[kind].rules))


def can_forbid(clause: str, question: Question) -> bool:
    """Whether the clause could forbid what a question asks about."""
    if question.ask == "new_game":
        return clause in NEW_GAME_CLAUSES
    kind = _KINDS.get(str(question.about.get("move", "")).split(" ")[0])
    return clause in _ORDER or (kind is not None and clause in forbidding(kind))
