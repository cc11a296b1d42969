"""What is wrong with a game as JSON, in the output of commands and in reports."""

from __future__ import annotations

from tikal._support.wording import brief
from tikal.errors import InvalidNotation, Violation
from tikal.notation.records import WrongClaim


def violation_to_json(violation: Violation, language: str | None = None) -> dict[str, object]:
    """A violation as the dict that `json` would write.

    Asked for in a language it has the sentence in it as `text`, beside the English `message`.
    """
    return {
        "clause": violation.clause,
        "key": violation.key,
        "message": violation.message,
        "facts": dict(violation.facts),
        **({"text": violation.text(language)} if language else {}),
    }


def violation_from_json(data: object) -> Violation:
    """A violation from what `json` has read; facts may be left out.

    Without a key, as earlier versions wrote it, the message serves as the key.
    """
    match data:
        case {"clause": str(clause), "message": str(message), **more}:
            key, facts = more.get("key", message), more.get("facts", {})
            if isinstance(key, str) and isinstance(facts, dict):
                return Violation(clause, key, facts)
    raise InvalidNotation(f"a violation has a clause, a message and facts, not {brief(data)}")


def claim_to_json(claim: WrongClaim) -> dict[str, object]:
    """A wrong claim of points as the dict that `json` would write."""
    return {
        "seat": claim.seat,
        "claimed": claim.claimed,
        "points": claim.points,
        "number": None if claim.index is None else claim.index + 1,
        "line": claim.line,
        "message": claim.text(),
    }
