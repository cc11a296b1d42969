"""Writes the trees of formal rules behind all witnesses: `python -m tools.packaging.proofs`.

The page shows them with the clauses; `make page` writes them when the rules have changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tikal._support.atomic_write import write_atomic
from tikal._support.resources import built
from tikal.conformance.cases import Case, cases
from tikal.formal import Reason, proofs
from tikal.moves import parse_move
from tikal.notation.documents import position_from_json
from tikal.page.links import link_to
from tikal.page.proofs import FILE, Step


def to_text(*clauses: str) -> str:
    """The content of the file, of all clauses or of some."""
    found: dict[str, list[Any]] = {}
    for case in cases("witness"):
        [id_] = case.clauses
        if case.questions[0].ask == "check" and (not clauses or id_ in clauses):
            found.setdefault(id_, []).append(_witness(case))
    lines = (json.dumps(each, separators=(",", ":")) for each in ([*found], *found.values()))
    return "\n".join(lines) + "\n"


def _witness(case: Case) -> dict[str, Any]:
    asked = case.questions[0].about
    state, move, seat = (
        position_from_json(case.position),
        parse_move(asked["move"]),
        asked.get("seat"),
    )
    trees = [(each.clause, [*_steps(each.tree, 0)]) for each in proofs(state, move, seat)]
    return {"link": link_to(state, move, seat), "proofs": trees}


def _steps(node: Reason, depth: int) -> Iterator[Step]:
    yield depth, node.kind, node.text, node.place, [*node.clauses], node.rest
    for reason in node.reasons:
        yield from _steps(reason, depth + 1)


def main() -> None:
    """Write the file of this checkout."""
    file = Path(str(built(FILE)))
    file.parent.mkdir(exist_ok=True)
    write_atomic(file, to_text())


if __name__ == "__main__":
    main()
