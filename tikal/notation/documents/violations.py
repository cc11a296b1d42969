"""Violations and wrong claims as JSON, for the output of commands and for reports."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from tikal._support.wording import brief
from tikal.errors import InvalidNotation, Violation, WrongType
from tikal.notation.records import WrongClaim


class ViolationDocument(TypedDict):
    """A violation as JSON."""

    clause: str
    key: str
    message: str
    #: Any JSON; the alias is defined in a module that a check does not load.
    facts: dict[str, Any]
    #: The message in another language.
    text: NotRequired[str]


class ClaimDocument(TypedDict):
    """A wrong claim of points as JSON."""

    seat: int
    claimed: int
    points: int
    #: The number of the move after which it stands, and its line.
    number: int | None
    line: int | None
    message: str


def violation_to_json(violation: Violation, language: str | None = None) -> ViolationDocument:
    """A violation as the dict that `json` would write.

    Asked for in a language it has the sentence in it as `text`, beside the English `message`.
    """
    if not isinstance(violation, Violation):
        raise WrongType(f"a Violation is needed, not {type(violation).__name__}")
    found: ViolationDocument = {
        "clause": violation.clause,
        "key": violation.key,
        "message": violation.message,
        "facts": dict(violation.facts),
    }
    if language:
        found["text"] = violation.text(language)
    return found


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


def claim_to_json(claim: WrongClaim) -> ClaimDocument:
    """A wrong claim of points as the dict that `json` would write."""
    if not isinstance(claim, WrongClaim):
        raise WrongType(f"a WrongClaim is needed, not {type(claim).__name__}")
    return {
        "seat": claim.seat,
        "claimed": claim.claimed,
        "points": claim.points,
        "number": None if claim.index is None else claim.index + 1,
        "line": claim.line,
        "message": claim.text(),
    }
