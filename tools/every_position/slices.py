"""The rules that a question hangs on, cut out of the specification by clingo's syntax tree."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from attrs import frozen
from clingo import ast

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent
RULES: Final = ROOT / "spec" / "rules"
#: Chapters that answer other questions.
_BESIDE: Final = ("invariants", "candidates", "output")
#: Of these relations it also counts what they are about.
_ABOUT: Final = ("true", "k")
#: Any fact: an edition's switches are written with a variable.
_ANY_FACT: Final = "true:*"
#: Facts that a question may put in; a constraint may speak of them.
GIVEN: Final = frozenset({"few_volcanoes", "given_basic", "ix", "lying", "number_of", "place"})


class _Names(ast.Transformer):
    """Collects the relations of a statement."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Note one atom."""
        symbol = node.symbol
        if symbol.ast_type is ast.ASTType.Pool:  # (a;b)
            self.found.update(one.name for one in symbol.arguments)
        elif symbol.name in _ABOUT and symbol.arguments:
            about = symbol.arguments[0]
            pool = about.arguments if about.ast_type is ast.ASTType.Pool else [about]
            for one in pool:
                self.found.add(f"{symbol.name}:{_word(one)}")
        else:
            self.found.add(symbol.name)
        return node


def _word(term: ast.AST) -> str:
    if term.ast_type is ast.ASTType.Function:
        return str(term.name)
    return "*" if term.ast_type is ast.ASTType.Variable else str(term)


def _names(nodes: Iterable[ast.AST]) -> frozenset[str]:
    names = _Names()
    for node in nodes:
        names.visit(node)
    return frozenset(names.found)


@frozen
class Rule:
    """A rule as text, the relations that it defines, and those it asks."""

    text: str
    head: frozenset[str]
    body: frozenset[str]


def _rule(tree: ast.AST) -> Rule:
    head, conditions = [tree.head], list[ast.AST]()
    if tree.head.ast_type is ast.ASTType.Aggregate:  # a choice
        head = [element.literal for element in tree.head.elements]
        conditions = [c for element in tree.head.elements for c in element.condition]
    return Rule(str(tree), _names(head), _names([*tree.body, *conditions]))


@cache
def parsed(text: str) -> tuple[Rule, ...]:
    """The rules of a text."""
    trees: list[ast.AST] = []
    ast.parse_string(text, trees.append)
    return tuple(_rule(tree) for tree in trees if tree.ast_type is ast.ASTType.Rule)


@cache
def specification() -> tuple[Rule, ...]:
    """The rules of spec/rules, without invariants and lists of moves."""
    return tuple(
        rule
        for path in sorted(RULES.glob("*.lp"))
        if path.stem not in _BESIDE
        for rule in parsed(path.read_text("utf-8"))
    )


@cache
def any_position() -> tuple[Rule, ...]:
    """The generator of any position, with any edition, and what the engine calls its fields."""
    editions = (ROOT / "spec" / "props" / "any_edition.lp").read_text("utf-8")
    free = [rule for rule in parsed(editions) if rule.head == {_ANY_FACT}]
    return (*free, *parsed(_own("any_position")), *parsed(_own("view")))


def _own(name: str) -> str:
    return (HERE / f"{name}.lp").read_text("utf-8")


def needed_by(rules: Iterable[Rule], words: Iterable[str]) -> list[Rule]:
    """The rules that these relations hang on, and every constraint that is about them alone.

    A constraint that also speaks of other things is left out: then there are more positions.
    """
    rules, needed, size = tuple(rules), {*words, *GIVEN}, -1
    while size < len(needed):
        size = len(needed)
        for rule in rules:
            if rule.head & needed or _ANY_FACT in rule.head:
                needed |= rule.body
    return [
        rule
        for rule in rules
        if rule.head & needed or _ANY_FACT in rule.head or (not rule.head and rule.body <= needed)
    ]
