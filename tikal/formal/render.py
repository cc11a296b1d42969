"""Proofs as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tikal.formal.tree import Reason
from tikal.formal.verdict import Proof
from tikal.law.steps import sentence_of, step_text, title_of


def lines(proof: Proof, language: str = "en") -> Iterator[tuple[int, str, str]]:
    """Depth, text and place of each step; a clause has its title where it is first named."""
    yield from _lines(proof.tree, 0, language, {})


def change_lines(changes: Iterable[Reason], language: str = "en") -> Iterator[tuple[int, str, str]]:
    """The same of what a move changes, without what was cut."""
    named: dict[str, None] = {}
    for change in changes:
        yield from _lines(change, 0, language, named)


def _lines(
    node: Reason, depth: int, language: str, named: dict[str, None]
) -> Iterator[tuple[int, str, str]]:
    step = step_text(node.kind, node.text, node.rest, language)
    yield depth, step, " ".join(filter(None, (node.place, _clauses(node, language, named))))
    for reason in node.reasons:
        yield from _lines(reason, depth + 1, language, named)


def _clauses(node: Reason, language: str, named: dict[str, None]) -> str:
    words = []
    for id_ in node.clauses:
        title = "" if id_ in named else title_of(id_, language)
        words.append(f"{id_} ({title})" if title else id_)
        named.setdefault(id_)
    return ", ".join(words)


def to_json(proof: Proof, language: str = "en") -> dict[str, Any]:
    """A proof as JSON, with what its clauses and rulings say in a language."""
    ids = sorted({id_ for node in proof.tree.nodes() for id_ in node.clauses})
    return {
        "clause": proof.clause or None,
        "tree": step_to_json(proof.tree),
        "says": {id_: sentence_of(id_, language) for id_ in ids},
    }


def step_to_json(node: Reason) -> dict[str, Any]:
    """A step and those below it as JSON."""
    found: dict[str, Any] = {"kind": node.kind, "text": node.text}
    if node.place:
        found["place"] = node.place
    if node.clauses:
        found["clauses"] = list(node.clauses)
    if node.rest:
        found["rest"] = node.rest
    if node.reasons:
        found["reasons"] = [step_to_json(reason) for reason in node.reasons]
    return found
