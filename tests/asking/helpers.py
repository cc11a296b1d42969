"""The question that most tests ask: which clauses forbid a move."""

from __future__ import annotations

import tikal


def cited(state: tikal.State, move: tikal.Move | str, seat: int | None = None) -> list[str]:
    """The clauses that forbid a move, in the order of the rulebook; [] if it is legal."""
    asked = tikal.parse_move(move) if isinstance(move, str) else move
    return [violation.clause for violation in tikal.check(state, asked, seat)]
