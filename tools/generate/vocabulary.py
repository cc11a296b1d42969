"""Write the fluents of the switches into spec/README.md, between two markers.

`python -m tools.generate.vocabulary` is to be run when a switch was added or changed, or when
another rule reads it; `tests/project/test_generated.py` compares.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import clingo.ast

from tikal._support.atomic_write import write_atomic
from tikal.editions import SWITCHES, Switch

SPEC: Final = Path(__file__).parents[2] / "spec"
README: Final = SPEC / "README.md"
COMMAND: Final = "python -m tools.generate.vocabulary"
START, END = "<!-- switches -->", "<!-- /switches -->"


class _Fluents(clingo.ast.Transformer):
    """Collects the names of the fluents that a rule asks for."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_Function(self, function: clingo.ast.AST) -> clingo.ast.AST:  # noqa: N802
        if function.name == "true":
            self.names.add(str(function.arguments[0]).partition("(")[0])
        return function


def rules_that_read(folder: Path) -> dict[str, list[str]]:
    """By fluent the relations whose rules ask for it; of `forbids` the clauses that it cites.

    The invariants are left out: they say what positions there are.
    """
    found: dict[str, list[str]] = {}

    def add(statement: clingo.ast.AST) -> None:
        if statement.ast_type is clingo.ast.ASTType.Rule:
            asked = _Fluents()
            asked.visit_sequence(statement.body)
            relation, _, arguments = str(statement.head).partition("(")
            if relation == "forbids":
                relation = arguments.partition(",")[0].strip('"')
            for name in asked.names:
                relations = found.setdefault(name, [])
                if relation not in relations:
                    relations.append(relation)

    files = [str(path) for path in sorted(folder.glob("*.lp")) if path.stem != "invariants"]
    clingo.ast.parse_files(files, add)
    return found


def rows() -> Iterator[str]:
    """The table in Markdown."""
    readers = rules_that_read(SPEC / "rules")
    yield "| fluent | written | touches | read by | meaning |"
    yield "|---|---|---|---|---|"
    for switch in SWITCHES:
        read_by = ", ".join(f"`{relation}`" for relation in readers.get(switch.name, ()))
        cells = (*_fluent(switch), ", ".join(switch.clauses), read_by, _meaning(switch))
        yield f"| {' | '.join(cells)} |"


def _fluent(switch: Switch) -> tuple[str, str]:
    """The form of the fluent, and the condition for writing it."""
    if switch.ranked:
        return f"`{switch.name}(I, V)`", "if any"
    if _is_flag(switch):
        return f"`{switch.name}`", "if so"
    return f"`{switch.name}(V)`", "always"


def _is_flag(switch: Switch) -> bool:
    return all(isinstance(value, bool) for value in switch.values)


def _meaning(switch: Switch) -> str:
    if _is_flag(switch):
        return f"{switch.values[True]}; left out, {switch.values[False]}"
    values = (f"`{_constant(value)}`: {meaning}" for value, meaning in switch.values.items())
    order = "V is the I-th, I = 1, 2, … without a gap; " if switch.ranked else ""
    return order + "; ".join(values)


def _constant(value: object) -> str:
    return str(value).replace("-", "_")


def written() -> str:
    """The content of the file."""
    before, _, rest = README.read_text("utf-8").partition(START)
    _, _, after = rest.partition(END)
    table = "".join(f"{row}\n" for row in rows())
    return f"{before}{START}\n\n{table}\n{END}{after}"


if __name__ == "__main__":
    write_atomic(README, written())
