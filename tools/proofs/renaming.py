"""The same rules, read about the state after the move.

The invariants are written once, about `true`. Here the rules they hang on are copied, by way of
clingo's syntax tree, with every word that depends on `true` renamed: `broken` to `after_broken`.
Walking the tree is slow in Python, and most files are the same in every case, hence the caches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from attrs import frozen
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


@frozen(eq=False)
class _Rule:
    """A rule with a plain head, and the predicates in it."""

    tree: ast.AST
    head: frozenset[str]
    body: frozenset[str]
    #: C, if the head is broken(C, …).
    clause: str | None


def _names(nodes: Iterable[ast.AST]) -> frozenset[str]:
    names = _Names()
    for node in nodes:
        names.visit(node)
    return frozenset(names.found)


@cache
def _rules(text: str) -> tuple[_Rule, ...]:
    """The rules of one file that have a plain head."""
    trees: list[ast.AST] = []
    ast.parse_string(text, trees.append)
    rules = []
    for tree in trees:
        if tree.ast_type is ast.ASTType.Rule and tree.head.ast_type is ast.ASTType.Literal:
            broken = re.match(r'broken\("([^"]+)"', str(tree))
            clause = broken[1] if broken else None
            rules.append(_Rule(tree, _names([tree.head]), _names(tree.body), clause))
    return tuple(rules)


@cache
def _rename(rule: _Rule, new: frozenset[tuple[str, str]]) -> str:
    return str(_Names(dict(new)).visit(rule.tree))


def primed(texts: Iterable[str], clauses: Iterable[str], after: str) -> str:
    """Every rule that an `after_…` in the texts needs, with `true` replaced by `after`."""
    wanted = {None, *clauses} - {"DER-09"}
    rules = [rule for text in texts for rule in _rules(text) if rule.clause in wanted]
    changing = _closure({"true"}, ((rule.body, rule.head) for rule in rules))
    used = {name.removeprefix("after_") for r in rules for name in r.body if "after_" in name}
    needed = _closure(used, ((rule.head, rule.body) for rule in rules))
    mine = changing & needed - {"true"}
    new = frozenset({(name, f"after_{name}") for name in mine} | {("true", after)})
    return "\n".join(_rename(rule, new) for rule in rules if rule.head & mine)


def _closure(start: set[str], arrows: Iterable[tuple[frozenset[str], frozenset[str]]]) -> set[str]:
    """Everything reached from the start by arrows, which lead from any of these to all of those."""
    arrows, reached, size = list(arrows), set(start), 0
    while size < len(reached):
        size = len(reached)
        for sources, targets in arrows:
            if sources & reached:
                reached |= targets
    return reached
