"""Terms of the formal rules: patterns with variables, and what they match.

A pattern is made once from clingo's syntax tree. Values are clingo's symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

import clingo
from attrs import frozen
from clingo import ast

#: The values of variables.
Bound: TypeAlias = Mapping[str, clingo.Symbol]


@frozen
class Value:
    """A number, a word, a string or a whole term."""

    symbol: clingo.Symbol


@frozen
class Variable:
    """A variable; `_` has no name, matches anything and remembers nothing."""

    name: str = ""


@frozen
class Compound:
    """A function or, without a name, a tuple."""

    name: str
    arguments: tuple[Pattern, ...]


@frozen
class Calculation:
    """Two numbers and an operation, or a range of numbers as `..`."""

    operation: str
    left: Pattern
    right: Pattern


Pattern: TypeAlias = Value | Variable | Compound | Calculation
ANYTHING: Final = Variable()

_OPERATIONS: Final = {
    ast.BinaryOperator.Plus: "+",
    ast.BinaryOperator.Minus: "-",
    ast.BinaryOperator.Multiplication: "*",
    ast.BinaryOperator.Division: "/",
    ast.BinaryOperator.Modulo: "\\",
}


def patterns(node: ast.AST) -> Iterator[Pattern]:
    """The patterns of a term: several if it has a pool such as `(a;b)`."""
    yield from _READERS[node.ast_type](node)


def _pool(node: ast.AST) -> Iterator[Pattern]:
    for one in node.arguments:
        yield from patterns(one)


def _function(node: ast.AST) -> Iterator[Pattern]:
    for arguments in _combined(list(node.arguments)):
        is_term = arguments or not node.name
        yield Compound(node.name, arguments) if is_term else Value(clingo.Function(node.name))


def _calculation(node: ast.AST) -> Iterator[Pattern]:
    is_range = node.ast_type is ast.ASTType.Interval
    operation = ".." if is_range else _OPERATIONS[ast.BinaryOperator(node.operator_type)]
    for left in patterns(node.left):
        for right in patterns(node.right):
            yield Calculation(operation, left, right)


def _negative(node: ast.AST) -> Iterator[Pattern]:
    for inner in patterns(node.argument):
        yield Calculation("-", Value(clingo.Number(0)), inner)


def _variable(node: ast.AST) -> Iterator[Pattern]:
    yield ANYTHING if node.name == "_" else Variable(node.name)


def _constant(node: ast.AST) -> Iterator[Pattern]:
    yield Value(node.symbol)


#: By the kind of term; the rules have no other kinds.
_READERS: Final[dict[ast.ASTType, Callable[[ast.AST], Iterator[Pattern]]]] = {
    ast.ASTType.SymbolicTerm: _constant,
    ast.ASTType.Variable: _variable,
    ast.ASTType.Pool: _pool,
    ast.ASTType.Function: _function,
    ast.ASTType.Interval: _calculation,
    ast.ASTType.BinaryOperation: _calculation,
    ast.ASTType.UnaryOperation: _negative,
}


def _combined(nodes: list[ast.AST]) -> Iterator[tuple[Pattern, ...]]:
    if not nodes:
        yield ()
        return
    for first in patterns(nodes[0]):
        for rest in _combined(nodes[1:]):
            yield (first, *rest)


def variables(pattern: Pattern) -> frozenset[str]:
    """The names of the variables in a pattern."""
    match pattern:
        case Variable(name):
            return frozenset({name} - {""})
        case Compound(_, arguments):
            return frozenset().union(*map(variables, arguments))
        case Calculation(_, left, right):
            return variables(left) | variables(right)
        case _:
            return frozenset()


def calculated(pattern: Pattern) -> frozenset[str]:
    """The variables that need a value before the pattern can be matched."""
    match pattern:
        case Compound(_, arguments):
            return frozenset().union(*map(calculated, arguments))
        case Calculation():
            return variables(pattern)
        case _:
            return frozenset()


def filled(pattern: Pattern, bound: Bound) -> Pattern:
    """The pattern with the values of its variables; `_` for those without one."""
    match pattern:
        case Variable(name):
            return Value(bound[name]) if name in bound else ANYTHING
        case Compound(name, arguments):
            inner = tuple(filled(argument, bound) for argument in arguments)
            if all(isinstance(one, Value) for one in inner):
                return Value(
                    clingo.Function(name, [v.symbol for v in inner if isinstance(v, Value)])
                )
            return Compound(name, inner)
        case Calculation(operation, left, right):
            return _result(operation, filled(left, bound), filled(right, bound))
        case _:
            return pattern


def _result(operation: str, left: Pattern, right: Pattern) -> Pattern:
    if not (isinstance(left, Value) and isinstance(right, Value)):
        return Calculation(operation, left, right)
    if operation == "..":
        return Calculation(operation, left, right)
    a, b = left.symbol.number, right.symbol.number
    results = {"+": a + b, "-": a - b, "*": a * b}
    if operation in results:
        return Value(clingo.Number(results[operation]))
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)  # towards zero, as clingo does
    return Value(clingo.Number(quotient if operation == "/" else a - b * quotient))


def value(pattern: Pattern, bound: Bound) -> clingo.Symbol | None:
    """The value of a pattern whose variables have values; None if one has none."""
    found = filled(pattern, bound)
    return found.symbol if isinstance(found, Value) else None


@frozen
class Matched:
    """Values of variables, and calculations that must give certain values once they can be made."""

    bound: Bound
    later: tuple[tuple[Pattern, clingo.Symbol], ...] = ()


def matched(pattern: Pattern, target: Pattern, so_far: Matched) -> Matched | None:
    """How a pattern fits a target, which has values and `_` only; None if it does not."""
    if ANYTHING in (pattern, target):
        return so_far
    if isinstance(target, Value) and not isinstance(pattern, Compound):
        return _matched_value(pattern, target.symbol, so_far)
    if isinstance(pattern, Variable | Calculation):
        return so_far  # of a part that is not known
    mine, theirs = parts(pattern), parts(target)
    if mine[0] != theirs[0] or len(mine[1]) != len(theirs[1]) or not mine[1]:
        return so_far if pattern == target else None
    found: Matched | None = so_far
    for one, other in zip(mine[1], theirs[1], strict=True):
        found = found and matched(one, other, found)
    return found


def _matched_value(
    pattern: Value | Variable | Calculation, symbol: clingo.Symbol, so_far: Matched
) -> Matched | None:
    match pattern:
        case Value(mine):
            return so_far if mine == symbol else None
        case Variable(name):
            if name in so_far.bound:
                return so_far if so_far.bound[name] == symbol else None
            return Matched({**so_far.bound, name: symbol}, so_far.later)
        case Calculation():
            return Matched(so_far.bound, (*so_far.later, (pattern, symbol)))


def parts(pattern: Pattern) -> tuple[str, tuple[Pattern, ...]]:
    """The name of a term and its arguments; nothing for a number, a string or a variable."""
    if isinstance(pattern, Compound):
        return pattern.name, pattern.arguments
    if isinstance(pattern, Value) and pattern.symbol.type is clingo.SymbolType.Function:
        return pattern.symbol.name, tuple(map(Value, pattern.symbol.arguments))
    return "", ()


def is_within(pattern: Pattern, symbol: clingo.Symbol, bound: Bound) -> bool:
    """Whether a calculation gives a value, or a range contains it."""
    found = filled(pattern, bound)
    if isinstance(found, Calculation) and found.operation == "..":
        low, high = value(found.left, {}), value(found.right, {})
        number = symbol.type is clingo.SymbolType.Number
        return bool(low and high and number and low.number <= symbol.number <= high.number)
    return isinstance(found, Value) and found.symbol == symbol


def text(pattern: Pattern) -> str:
    """A pattern as it is written."""
    match pattern:
        case Value(symbol):
            return str(symbol)
        case Variable(name):
            return name or "_"
        case Compound(name, arguments):
            return f"{name}({','.join(map(text, arguments))})"
        case Calculation(operation, left, right):
            return f"{text(left)}{operation}{text(right)}"
