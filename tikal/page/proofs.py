"""The trees of formal rules behind the verdicts on witnesses, which `make page` computes.

A witness of a clause is a position in which it alone refuses a move; its twin is a position like
it in which the move is legal. The solver that finds the trees does not run in a browser.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

import tikal
from tikal._support.resources import built
from tikal.law.steps import sentence_of, step_text, title_of
from tikal.page.links import read_link
from tikal.page.requests import Answer, Request
from tikal.page.views import violations_view
from tikal.page.wording import move_phrase

#: The file of `make page`: the ids on the first line, then a line of witnesses for each id.
FILE: Final = "proofs.jsonl"
#: Kind, text, place, clauses and rest of a step, after its depth: `tikal.formal.tree.Reason`.
Step = tuple[int, str, str, str, list[str], str]


@cache
def _lines() -> tuple[str, ...]:
    try:
        return tuple(built(FILE).read_text("utf-8").splitlines())
    except OSError:
        return ("[]",)


def ids_with_proofs() -> list[str]:
    """The clauses of which trees are stored; none where the page has not been built."""
    found: list[str] = json.loads(_lines()[0])
    return found


def proof(request: Request) -> Answer:
    """The witnesses of a clause, each with the verdict and the trees behind it."""
    id_, language, ids = (
        tikal.clause(request.text("id").upper()).id,
        request.language,
        ids_with_proofs(),
    )
    stored = json.loads(_lines()[1 + ids.index(id_)]) if id_ in ids else []
    named = {
        name for each in stored for _, steps in each["proofs"] for step in steps for name in step[4]
    }
    return {
        "id": id_,
        "witnesses": [_witness(each, language) for each in stored],
        "says": {
            name: {"title": title_of(name, language), "sentence": sentence_of(name, language)}
            for name in sorted(named)
        },
    }


def _witness(stored: dict[str, Any], language: str) -> Answer:
    parts = read_link(stored["link"])
    state, move = tikal.parse_position(parts["position"]), tikal.parse_move(parts["move"])
    seat = int(parts["seat"]) if "seat" in parts else None
    violations = tikal.check(state, move, seat)
    return {
        "link": stored["link"],
        "asked": move_phrase(move, (), language, seat),
        "legal": not violations,
        "violations": violations_view(violations, language, ()),
        "proofs": [
            {"clause": clause, "steps": [_step(step, language) for step in steps]}
            for clause, steps in stored["proofs"]
        ],
    }


def _step(step: Step, language: str) -> Answer:
    depth, kind, text, place, clauses, rest = step
    words = step_text(kind, text, rest, language)
    return {"depth": depth, "text": words, "place": place, "clauses": clauses}
