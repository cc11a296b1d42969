"""The rules of `spec/rules` unchanged: heads, bodies, comments and the clauses in them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import cache
from typing import Final, TypeAlias

from attrs import frozen
from clingo import ast

from tikal._support.resources import specification
from tikal.formal.terms import Pattern, patterns, variables

CLAUSE_ID: Final = re.compile(r"\b[A-Z][A-Z0-9]*-\d+\b")
_QUOTED: Final = re.compile(rf'"({CLAUSE_ID.pattern})"')
#: One or several clauses, such as `MOVE-01, Q-07`, with what follows them.
_NAMED: Final = re.compile(rf"(?:{CLAUSE_ID.pattern}(?:,\s*)?)+")
#: Questions and invariants are no part of a verdict.
_LEFT_OUT: Final = frozenset({"candidates.lp", "invariants.lp"})


@frozen
class Atom:
    """An atom, or `not` one."""

    pattern: Pattern
    negated: bool = False


@frozen
class Comparison:
    """Terms and the signs between them, such as `N >= 2`."""

    terms: tuple[Pattern, ...]
    signs: tuple[str, ...]


@frozen
class Collection:
    """`N = #sum { terms : conditions; … }`."""

    function: str
    elements: tuple[tuple[tuple[Pattern, ...], tuple[Atom | Comparison, ...]], ...]
    #: Sign and term, read as `result sign term`.
    guards: tuple[tuple[str, Pattern], ...]
    written: str


@frozen
class ForAll:
    """`atom : conditions`."""

    atom: Atom | Comparison
    conditions: tuple[Atom | Comparison, ...]
    written: str


Literal: TypeAlias = Atom | Comparison | Collection | ForAll


@frozen(eq=False)
class Rule:
    """One rule or fact."""

    head: Pattern
    body: tuple[Literal, ...]
    file: str
    line: int
    #: The clauses and rulings that its head or the comment above it names.
    clauses: tuple[str, ...]

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.file}:{self.line}"


def of_atom(atom: Atom | Comparison) -> frozenset[str]:
    """The variables of a plain literal."""
    if isinstance(atom, Atom):
        return variables(atom.pattern)
    return frozenset().union(*map(variables, atom.terms))


@cache
def texts() -> dict[str, str]:
    """The rules by file, without the invariants."""
    files = specification().joinpath("rules").iterdir()
    return {
        path.name: path.read_text("utf-8")
        for path in sorted((f for f in files if f.name.endswith(".lp")), key=lambda f: f.name)
        if path.name not in _LEFT_OUT
    }


@cache
def rules() -> dict[tuple[str, int], tuple[Rule, ...]]:
    """All rules by name and number of arguments of their heads."""
    found: dict[tuple[str, int], list[Rule]] = {}
    for file, text in texts().items():
        for rule in _rules_of(file, text):
            head = rule.head
            key = (getattr(head, "name", str(getattr(head, "symbol", ""))),
                   len(getattr(head, "arguments", ())))  # fmt: skip
            found.setdefault(key, []).append(rule)
    return {key: tuple(several) for key, several in found.items()}


def _rules_of(file: str, text: str) -> Iterator[Rule]:
    trees: list[ast.AST] = []
    ast.parse_string(text, trees.append)
    lines = text.splitlines()
    for tree in trees:
        if tree.ast_type is not ast.ASTType.Rule:
            continue
        line = tree.location.begin.line
        for head in patterns(tree.head.atom.symbol):
            for body in itertools.product(*(tuple(_literals(node)) for node in tree.body)):
                own = _QUOTED.findall(str(tree.head))
                named = own or _ids_above(lines, line - 1)
                yield Rule(head, body, file, line, tuple(dict.fromkeys(named)))


def _ids_above(lines: list[str], index: int) -> list[str]:
    """The clauses that the nearest comment of a block with any names."""
    index -= 1
    while index >= 0 and lines[index].strip():
        comment: list[str] = []
        while index >= 0 and lines[index].startswith("%"):
            comment.insert(0, lines[index].lstrip("% ").strip())
            index -= 1
        found = _named("\n".join(comment))
        if found:
            return found
        index -= not comment
    return []


_SIGNS: Final = {
    ast.ComparisonOperator.GreaterThan: ">",
    ast.ComparisonOperator.GreaterEqual: ">=",
    ast.ComparisonOperator.LessThan: "<",
    ast.ComparisonOperator.LessEqual: "<=",
    ast.ComparisonOperator.Equal: "=",
    ast.ComparisonOperator.NotEqual: "!=",
}
_TURNED: Final = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "=": "=", "!=": "!="}
_FUNCTIONS: Final = {
    ast.AggregateFunction.Count: "#count",
    ast.AggregateFunction.Sum: "#sum",
    ast.AggregateFunction.Min: "#min",
    ast.AggregateFunction.Max: "#max",
}


def _named(comment: str) -> list[str]:
    """The clauses at the head of a sentence, such as `MOVE-01, Q-07: `, or alone on their line."""
    found: list[str] = []
    for match in _NAMED.finditer(comment):
        end = match.start() + len(match[0].rstrip())
        if end == len(comment) or comment[end] in ":\n":
            found += CLAUSE_ID.findall(match[0])
    return found


def _literals(node: ast.AST) -> Iterator[Literal]:
    """The literals of a node of a body, several if it has a pool."""
    if node.ast_type is ast.ASTType.ConditionalLiteral:
        conditions = tuple(_plain(one) for one in node.condition)
        yield ForAll(_plain(node.literal), conditions, str(node))
    elif node.atom.ast_type is ast.ASTType.BodyAggregate:
        yield _collection(node.atom)
    else:
        yield from _several(node)


def _several(node: ast.AST) -> Iterator[Atom | Comparison]:
    if node.atom.ast_type is ast.ASTType.Comparison:
        guards = list(node.atom.guards)
        signs = tuple(_SIGNS[ast.ComparisonOperator(guard.comparison)] for guard in guards)
        sides = (node.atom.term, *(guard.term for guard in guards))
        for terms in itertools.product(*(tuple(patterns(side)) for side in sides)):
            yield Comparison(terms, signs)
    else:
        for pattern in patterns(node.atom.symbol):
            yield Atom(pattern, node.sign != ast.Sign.NoSign)


def _plain(node: ast.AST) -> Atom | Comparison:
    (found,) = _several(node)
    return found


def _collection(node: ast.AST) -> Collection:
    elements = tuple(
        (
            tuple(next(patterns(term)) for term in element.terms),
            tuple(_plain(one) for one in element.condition),
        )
        for element in node.elements
    )
    guards = []
    if node.left_guard:
        sign = _SIGNS[ast.ComparisonOperator(node.left_guard.comparison)]
        guards.append((_TURNED[sign], next(patterns(node.left_guard.term))))
    if node.right_guard:
        sign = _SIGNS[ast.ComparisonOperator(node.right_guard.comparison)]
        guards.append((sign, next(patterns(node.right_guard.term))))
    function = _FUNCTIONS[ast.AggregateFunction(node.function)]
    return Collection(function, elements, tuple(guards), str(node))
