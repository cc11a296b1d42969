"""Proofs as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from tikal.errors import UnknownClause
from tikal.formal.tree import Kind, Reason
from tikal.formal.verdict import Proof
from tikal.languages import sentence
from tikal.law.registry import clause, ruling

#: The word beside the text of a step, by kind.
_MARKS: Final[dict[Kind, str]] = {
    "position": "position",
    "missing": "position",
    "question": "asked",
    "every": "every",
}


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
    step = node.text
    if node.kind == "way":
        step = _word("lacks", language, what=node.text)
    marks = [_word(key, language) for key in (_MARKS.get(node.kind), node.rest) if key]
    if marks:
        step += f" [{', '.join(marks)}]"
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


def title_of(id_: str, language: str = "en") -> str:
    """The title of a clause in a language; empty for rulings."""
    try:
        return clause(id_).in_language(language).title
    except UnknownClause:
        return ""


def sentence_of(id_: str, language: str = "en") -> str:
    """What a clause says, or how a ruling answers its question."""
    try:
        return clause(id_).text(language)
    except UnknownClause:
        return ruling(id_).in_language(language).answer


def _word(key: str, language: str, **facts: str) -> str:
    return sentence("commands", f"proof/{key}", facts, language)


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
