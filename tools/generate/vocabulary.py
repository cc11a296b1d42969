"""Write the fluents of the switches and counts of clauses into spec/README.md, between markers.

`python -m tools.generate.vocabulary` is to be run when a switch was added or changed, or when
another rule reads it, or when rules name other clauses; `tests/project/test_generated.py` compares.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import clingo.ast

from tikal._support.atomic_write import write_atomic
from tikal.editions import SWITCHES, Switch
from tikal.law.registry import clauses

SPEC: Final = Path(__file__).parents[2] / "spec"
README: Final = SPEC / "README.md"
COMMAND: Final = "python -m tools.generate.vocabulary"
START, END = "<!-- switches -->", "<!-- /switches -->"
COUNTS: Final = ("<!-- counts -->", "<!-- /counts -->")
_ID: Final = r"\b[A-Z][A-Z0-9]*-\d+"


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


def counts() -> Iterator[str]:
    """How the clauses that can be modelled stand in the program, as a table in Markdown."""
    files = [path for folder in ("rules", "props") for path in (SPEC / folder).glob("*.lp")]
    texts = {path: path.read_text("utf-8") for path in files}
    own = "\n".join(text for path, text in texts.items() if path.parent.name == "rules")
    every = "\n".join(texts.values())
    modelled = {entry.id for entry in clauses() if entry.modelled}
    heads = re.findall(rf'^(?:forbids|late|claim)\((?:\d+,)?"({_ID})"', own, re.MULTILINE)
    broken = re.findall(rf'^broken\("({_ID})', every, re.MULTILINE)
    comments = re.findall(_ID, "\n".join(re.findall(r"%.*", own)))
    left, counted = modelled, []
    for ids in (heads, broken, comments):
        counted.append(len(left & {*ids}))
        left = left - {*ids}
    yield "| clauses | in the program |"
    yield "|---|---|"
    yield f"| {len(modelled)} | can be modelled; of these |"
    yield f"| {counted[0]} | are the head of a rule that refuses |"
    yield f"| {counted[1]} | are the head of a rule that calls a position broken |"
    yield f"| {counted[2]} | are named by the comment of a rule: effects, and permissions |"
    yield f"| {len(left)} | are not named{': ' * bool(left)}{', '.join(sorted(left))} |"


def written() -> str:
    """The content of the file."""
    text = README.read_text("utf-8")
    for (start, end), table in (((START, END), rows()), (COUNTS, counts())):
        before, _, rest = text.partition(start)
        _, _, after = rest.partition(end)
        text = f"{before}{start}\n\n{''.join(f'{row}{chr(10)}' for row in table)}\n{end}{after}"
    return text


if __name__ == "__main__":
    write_atomic(README, written())
