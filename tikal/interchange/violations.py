"""A violation as JSON: the reasons of a refusal in the output of commands and in reports."""

from __future__ import annotations

from tikal.errors import InvalidNotation, Violation


def violation_to_json(violation: Violation) -> dict[str, object]:
    """A violation as the dict that `json` would write."""
    return {
        "clause": violation.clause,
        "message": violation.message,
        "facts": dict(violation.facts),
    }


def violation_from_json(data: object) -> Violation:
    """A violation from what `json` has read; facts may be left out."""
    match data:
        case {"clause": str(clause), "message": str(message), **more}:
            facts = more.get("facts", {})
            if isinstance(facts, dict):
                return Violation(clause, message, facts)
    raise InvalidNotation(f"a violation has a clause, a message and facts, not {data!r:.80}")
