"""Semantic changes of the formal rules, made from the syntax tree of `spec/rules/*.lp`.

Each mutant replaces one rule or fact by another one, or by nothing. The program without it stays a
program: changes that clingo does not accept are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final
from zlib import crc32

import clingo
from attrs import frozen
from clingo import ast

RULES: Final = Path(__file__).parents[2] / "spec" / "rules"
#: Questions, what is shown, and obligations, which the proofs guard (`tools/proofs/guard.py`).
OTHERS: Final = frozenset({"candidates.lp", "output.lp", "invariants.lp"})
#: One in that many of the changes is tried, chosen by a checksum of their text, so that the choice
#: stays when other rules change. Coarse changes are noticed nearly always, hence fewer of them.
_ONE_IN: Final = {True: 9, False: 30}
_FINE: Final = frozenset({"drop rule", "drop", "merge", "compare", "sign", "aggregate"})
#: Tables of the box and the board: dropping each of their facts would be a test of typing.
_TABLES: Final = frozenset({"spot", "tile_data", "figure"})

_BOUNDARY: Final = {
    ast.ComparisonOperator.GreaterThan: ast.ComparisonOperator.GreaterEqual,
    ast.ComparisonOperator.GreaterEqual: ast.ComparisonOperator.GreaterThan,
    ast.ComparisonOperator.LessThan: ast.ComparisonOperator.LessEqual,
    ast.ComparisonOperator.LessEqual: ast.ComparisonOperator.LessThan,
    ast.ComparisonOperator.Equal: ast.ComparisonOperator.NotEqual,
    ast.ComparisonOperator.NotEqual: ast.ComparisonOperator.Equal,
}
#: Words that can stand in each other's place; a word becomes the next one.
_WORDS: Final = (
    ("draw", "bid", "take", "place", "act", "reveal", "over"),
    ("base_camp", "temple", "jungle", "treasure"),
    ("final", "volcano"),
    ("l", "w"),
    ("yes", "no"),
    ("present", "different", "one"),
    ("guard", "second_guard", "tokens", "treasure_points"),
    ("left_neighbour", "last_placer"),
)


@frozen
class SpecMutant:
    """One change of one rule."""

    file: str
    line: int
    #: How it was made: `drop rule`, `drop`, `negate`, `compare`, `number`, `word`, …, or `by hand`.
    operator: str
    #: The rule as the syntax tree prints it, and its replacement; empty for none.
    old: str
    new: str
    #: Where the rule stands in its file.
    span: tuple[int, int]

    def text(self) -> str:
        """The file with the change."""
        text = (RULES / self.file).read_text("utf-8")
        return f"{text[: self.span[0]]}{self.new}{text[self.span[1] :]}"

    def __str__(self) -> str:
        return f"{self.file}: {self.old} -> {self.new or 'nothing'}"


@frozen
class Statement:
    """A rule or fact of the base part, where it stands."""

    file: str
    line: int
    tree: ast.AST
    span: tuple[int, int]

    @property
    def head(self) -> str:
        """The head as text."""
        return str(self.tree.head)

    @property
    def name(self) -> str:
        """The relation in the head."""
        name: str = self.tree.head.atom.symbol.name
        return name


def statements() -> Iterator[Statement]:
    """The rules and facts that mutants change."""
    for path in sorted(RULES.glob("*.lp")):
        if path.name not in OTHERS:
            yield from statements_of(path.name, path.read_text("utf-8"))


def statements_of(file: str, text: str) -> Iterator[Statement]:
    """The rules and facts of one file."""
    starts = [0]
    starts += [match.end() for match in re.finditer("\n", text)]
    trees: list[ast.AST] = []
    ast.parse_string(text, trees.append)
    for tree in trees:
        if tree.ast_type is not ast.ASTType.Rule:
            continue
        begin, end = tree.location.begin, tree.location.end
        # columns count bytes; all rules are ASCII, a comment never stands before a rule on its line
        span = (starts[begin.line - 1] + begin.column - 1, starts[end.line - 1] + end.column - 1)
        yield Statement(file, begin.line, tree, span)


def _boundary(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    other = _BOUNDARY[ast.ComparisonOperator(node.comparison)]
    yield "compare", node.update(comparison=int(other))


def _term(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    symbol = node.symbol
    if symbol.type is clingo.SymbolType.Number:
        for number in (symbol.number + 1, symbol.number - 1):
            yield "number", node.update(symbol=clingo.Number(number))
    elif symbol.type is clingo.SymbolType.Function:
        for words in _WORDS:
            if symbol.name in words:
                word = words[(words.index(symbol.name) + 1) % len(words)]
                yield "word", node.update(symbol=clingo.Function(word))
                break


def _negated(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    if node.atom.ast_type is ast.ASTType.SymbolicAtom:
        sign = ast.Sign.Negation if node.sign == ast.Sign.NoSign else ast.Sign.NoSign
        yield "negate", node.update(sign=int(sign))


def _swapped(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    arguments = list(node.arguments)
    for i in range(len(arguments) - 1):
        first, second = arguments[i : i + 2]
        if str(first) != str(second) and _are_alike(first, second):
            yield (
                "swap",
                node.update(arguments=[*arguments[:i], second, first, *arguments[i + 2 :]]),
            )


def _are_alike(one: ast.AST, other: ast.AST) -> bool:
    """Whether both are variables, `_` aside, or both are not plain numbers and words."""
    plain = (ast.ASTType.SymbolicTerm, ast.ASTType.Pool, ast.ASTType.Interval)
    variables = [node.ast_type is ast.ASTType.Variable for node in (one, other)]
    return all(variables) or not any(variables + [node.ast_type in plain for node in (one, other)])


def _calculated(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    signs = {ast.BinaryOperator.Plus: ast.BinaryOperator.Minus}
    signs |= {new: old for old, new in signs.items()}
    if node.operator_type in signs:
        yield "sign", node.update(operator_type=int(signs[node.operator_type]))


def _collected(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    others = {ast.AggregateFunction.Count: ast.AggregateFunction.Sum}
    others |= {ast.AggregateFunction.Sum: ast.AggregateFunction.Count}
    others |= {ast.AggregateFunction.Min: ast.AggregateFunction.Max}
    others |= {ast.AggregateFunction.Max: ast.AggregateFunction.Min}
    yield "aggregate", node.update(function=int(others[ast.AggregateFunction(node.function)]))


_LOCAL: Final = {
    ast.ASTType.Guard: _boundary,
    ast.ASTType.SymbolicTerm: _term,
    ast.ASTType.Literal: _negated,
    ast.ASTType.Function: _swapped,
    ast.ASTType.BinaryOperation: _calculated,
    ast.ASTType.BodyAggregate: _collected,
}
#: Lists of which one entry can go, and the least that must stay.
_DROPPED: Final = {
    (ast.ASTType.Rule, "body"): ("drop", 0),
    (ast.ASTType.BodyAggregateElement, "condition"): ("drop", 0),
    (ast.ASTType.BodyAggregateElement, "terms"): ("merge", 1),
    (ast.ASTType.BodyAggregate, "elements"): ("drop", 1),
    (ast.ASTType.ConditionalLiteral, "condition"): ("drop", 0),
    (ast.ASTType.Pool, "arguments"): ("drop", 1),
}


def _variants(node: ast.AST, *, is_head: bool = False) -> Iterator[tuple[str, ast.AST]]:
    if node.ast_type in _LOCAL and not (is_head and node.ast_type is ast.ASTType.Literal):
        yield from _LOCAL[node.ast_type](node)
    for key in node.child_keys:
        value = getattr(node, key)
        if isinstance(value, ast.AST):
            for operator, new in _variants(value, is_head=key == "head"):
                yield operator, node.update(**{key: new})
        elif isinstance(value, ast.ASTSequence):
            entries = list(value)
            operator, least = _DROPPED.get((node.ast_type, key), ("", len(entries)))
            for i, entry in enumerate(entries):
                if len(entries) > least and not _is_the_question(entry):
                    yield operator, node.update(**{key: [*entries[:i], *entries[i + 1 :]]})
                for how, new in _variants(entry):
                    yield how, node.update(**{key: [*entries[:i], new, *entries[i + 1 :]]})


def _is_the_question(node: ast.AST) -> bool:
    """Whether it is `candidate(…)`: verdicts on moves that were not asked about are never read."""
    return str(node).startswith("candidate(")


def _is_accepted(text: str) -> bool:
    control = clingo.Control(["--warn=none"], logger=lambda _code, _message: None)
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError:  # a variable without a value
        return False
    return True


@cache
def made() -> tuple[SpecMutant, ...]:
    """All mutants that are made from the syntax, each once."""
    found: dict[tuple[str, int, str], SpecMutant] = {}
    for statement in statements():
        old = str(statement.tree)
        changes = [("drop rule", "")]
        if statement.name not in _TABLES:
            changes += [(how, str(new)) for how, new in _variants(statement.tree)]
        elif statement.tree.head.atom.symbol.arguments:
            changes = []
        for operator, new in changes:
            if new != old and _is_accepted(new):
                mutant = SpecMutant(
                    statement.file, statement.line, operator, old, new, statement.span
                )
                found.setdefault((mutant.file, statement.span[0], new), mutant)
    return tuple(found.values())


@cache
def chosen() -> tuple[SpecMutant, ...]:
    """The mutants of the standing run."""
    return tuple(
        mutant
        for mutant in made()
        if crc32(str(mutant).encode()) % _ONE_IN[mutant.operator in _FINE] == 0
    )
