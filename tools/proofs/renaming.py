"""The same rules, read on the state after the move.

The invariants are written once, about `true`. Here the rules they hang on are copied, by way of
clingo's syntax tree, with every word that depends on `true` renamed: `broken` to `after_broken`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from clingo import ast


class _Names(ast.Transformer):
    """Collects the predicates of a statement, or renames them."""

    def __init__(self, new: Mapping[str, str] | None = None) -> None:
        self.found: set[str] = set()
        self._new = new or {}

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Note or rename one atom."""
        name: str = node.symbol.name
        self.found.add(name)
        if name not in self._new:
            return node
        return node.update(symbol=node.symbol.update(name=self._new[name]))


def _names(nodes: Iterable[ast.AST]) -> frozenset[str]:
    names = _Names()
    for node in nodes:
        names.visit(node)
    return frozenset(names.found)


def _clause_of(rule: ast.AST) -> str | None:
    """The clause C of a rule with the head broken(C, …)."""
    found = re.match(r'broken\("([^"]+)"', str(rule))
    return found[1] if found else None


def primed(text: str, clauses: Iterable[str], after: str) -> str:
    """Every rule that an `after_…` in the text needs, with `after` read for `true`."""
    rules: list[ast.AST] = []
    ast.parse_string(text, lambda s: rules.append(s) if s.ast_type is ast.ASTType.Rule else None)
    wanted = {*clauses} - {"DER-09"}
    rules = [
        rule
        for rule in rules
        if rule.head.ast_type is ast.ASTType.Literal
        and ((clause := _clause_of(rule)) is None or clause in wanted)
    ]
    table = [(rule, _names([rule.head]), _names(rule.body)) for rule in rules]
    changing = _closure({"true"}, ((body, head) for _, head, body in table))
    used = {
        name.removeprefix("after_") for _, _, body in table for name in body if "after_" in name
    }
    needed = _closure(used, ((head, body) for _, head, body in table))
    new = {name: f"after_{name}" for name in changing & needed} | {"true": after}
    rename = _Names(new)
    mine = changing & needed - {"true"}
    return "\n".join(str(rename.visit(rule)) for rule, head, _ in table if head & mine)


def _closure(start: set[str], arrows: Iterable[tuple[frozenset[str], frozenset[str]]]) -> set[str]:
    """All that is reached from the start by arrows (any of these lead to all of those)."""
    arrows, reached, size = list(arrows), set(start), 0
    while size < len(reached):
        size = len(reached)
        for sources, targets in arrows:
            if sources & reached:
                reached |= targets
    return reached
