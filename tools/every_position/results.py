"""The stored results, and whether they are about the sources as they are.

A result is written for each subject as soon as it is there, under `build/`, with a digest of its
question: a run that was interrupted goes on, and a question that comes out the same is not put to
the solver again. The summary by clause is `spec/reports/every-position.json`.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from tikal._support.atomic_write import write_atomic
from tools.every_position.slices import HERE, ROOT, RULES, parsed

SUMMARY: Final = ROOT / "spec" / "reports" / "every-position.json"
STORE: Final = ROOT / "build" / "every-position"
EVERY: Final = "every position"
#: Compared on positions of games, by `python -m tests.formal.agreement 5000`.
SAMPLED: Final = "sampled on 5,000 positions"
STALE: Final = "stale: the sources have changed since"
#: What the results rest on: the engine's rules and records, and this package.
_PYTHON: Final = (
    "tikal/components.py", "tikal/engine.py", "tikal/geometry.py", "tikal/grid.py",
    "tikal/moves.py", "tikal/parts.py", "tikal/state.py",
)  # fmt: skip
_PIECES: Final = ROOT / "tikal" / "components.toml"


def _python_files() -> Iterator[Path]:
    yield from (ROOT / name for name in _PYTHON)
    yield from sorted((ROOT / "tikal" / "rules").glob("*.py"))
    yield from sorted((ROOT / "tikal" / "editions").glob("*.py"))
    yield from (path for path in sorted(HERE.glob("*.py")) if path.stem not in _NOT_ASKED)


#: Modules that write results down, faults that are planted, and positions for the engine in C.
_NOT_ASKED: Final = (
    "__init__", "__main__", "boards", "boxes", "faults", "results", "witness"
)  # fmt: skip


def bare(path: Path) -> str:
    """The code of a module without comments, docstrings and layout."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and _is_text(body[0]):
            body[0] = ast.Pass()
    return ast.dump(tree)


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


@cache
def sources() -> str:
    """A digest of all that the results rest on; comments and layout are not part of it."""
    seen = hashlib.sha256()
    for path in _python_files():
        seen.update(f"{path.relative_to(ROOT)} {bare(path)}".encode())
    for path in (*sorted(RULES.glob("*.lp")), *sorted(HERE.glob("*.lp")), _ANY_EDITION):
        seen.update("\n".join(rule.text for rule in parsed(path.read_text("utf-8"))).encode())
    seen.update(_PIECES.read_bytes())
    return seen.hexdigest()[:16]


_ANY_EDITION: Final = ROOT / "spec" / "props" / "any_edition.lp"


def digest(text: str) -> str:
    """A digest of a question, in which the order of the lines does not matter."""
    lines = sorted(line for line in text.split("\n") if line)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def remembered(name: str) -> dict[str, Any]:
    """The result of a subject when it was last asked; empty if it never was."""
    try:
        found: dict[str, Any] = json.loads(_file(name).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def remember(name: str, result: dict[str, Any]) -> None:
    """Store the result of a subject."""
    STORE.mkdir(parents=True, exist_ok=True)
    write_atomic(_file(name), json.dumps(result, indent=1) + "\n")


def _file(name: str) -> Path:
    return STORE / f"{name.replace(' ', '-').replace(',', '')}.json"


def summary() -> dict[str, Any]:
    """The stored summary."""
    found: dict[str, Any] = json.loads(SUMMARY.read_text("utf-8"))
    return found


def is_current(stored: dict[str, Any]) -> bool:
    """Whether a summary is about the sources as they are."""
    return bool(stored["sources"] == sources())


def standing(stored: dict[str, Any], clause: str) -> str:
    """How far engine and specification were compared for a clause that refuses moves."""
    text = str(stored["clauses"][clause])
    return text if is_current(stored) else f"{text} ({STALE})"
