"""The bounds of a proof, read from its generators: what is chosen freely, and in which ranges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, TypeAlias

import clingo
from clingo import ast

from tools.proofs.model import Proof
from tools.proofs.program import parts, sources

#: The values of each argument of a kind of fact, such as `at` with four of them.
Ranges: TypeAlias = dict[tuple[str, int], tuple[frozenset[clingo.Symbol], ...]]

#: Choices of the machinery, not of a position.
_MACHINERY: Final = frozenset({"ask", "assume"})
#: An argument with more values than this is given by their number.
MAX_LISTED: Final = 16


def _statements(text: str) -> list[ast.AST]:
    trees: list[ast.AST] = []
    ast.parse_string(text, trees.append)
    return [tree for tree in trees if tree.ast_type is ast.ASTType.Rule]


@cache
def _chosen(text: str) -> frozenset[str]:
    """The relations in the heads of choice rules."""
    heads = [t.head for t in _statements(text) if t.head.ast_type is ast.ASTType.Aggregate]
    return frozenset(e.literal.atom.symbol.name for head in heads for e in head.elements)


@cache
def _constraints(text: str) -> tuple[str, ...]:
    """The rules without a head: what no position or move may be."""
    rules = [str(tree) for tree in _statements(text) if str(tree.head) == "#false"]
    words = ("ask(", "assume(", "does(")
    return tuple(
        rule.removeprefix("#false ") for rule in rules if not any(w in rule for w in words)
    )


def free_relations(proof: Proof) -> frozenset[str]:
    """The relations that the generators choose."""
    texts = [sources()[f"props/{name}.lp"] for name in proof.files]
    return frozenset().union(*map(_chosen, texts)) - _MACHINERY


def row_of(symbol: clingo.Symbol) -> tuple[tuple[str, int], clingo.Symbol]:
    """Name and arity of a fact, of a move, or of another atom, and the fact or move itself."""
    inner = symbol.arguments[-1] if symbol.name in ("true", "does") else symbol
    what = "move " if symbol.name == "does" else ""
    return (f"{what}`{inner.name}`", len(inner.arguments)), inner


def _texts(proof: Proof) -> Iterator[str]:
    """The cases as program text; those that differ in the moves only are one."""
    together = []
    for text in proof.cases.values():
        if is_about_moves(text):
            together.append(text)
        else:
            yield text
    if together:
        yield "\n".join(dict.fromkeys("\n".join(together).splitlines()))


def is_about_moves(text: str) -> bool:
    """Whether a case chooses moves and leaves the positions alone."""
    return "made(" in text and not _constraints(text)


def ranges(proof: Proof) -> tuple[Ranges, frozenset[str]]:
    """What is free in one case or another, and the facts that all cases have."""
    free: dict[tuple[str, int], list[set[clingo.Symbol]]] = {}
    fixed: list[set[str]] = []
    for text in _texts(proof):
        control = clingo.Control(["--warn=none"], logger=lambda _code, _message: None)
        control.add("base", [], "\n".join([*parts(proof), text]))
        control.ground([("base", [])])
        fixed.append(set())
        for atom in control.symbolic_atoms:
            if atom.symbol.name not in free_relations(proof):
                continue
            row, inner = row_of(atom.symbol)
            if atom.is_fact:
                fixed[-1].add(str(inner))
            else:
                values = free.setdefault(row, [set() for _ in inner.arguments])
                for found, argument in zip(values, inner.arguments, strict=True):
                    found.add(argument)
    always = set.intersection(*fixed) if fixed else set()
    return {row: tuple(map(frozenset, free[row])) for row in sorted(free)}, frozenset(always)


def _span(numbers: list[int]) -> Iterator[str]:
    while numbers:
        length = 1
        while numbers[length:] and numbers[length] == numbers[0] + length:
            length += 1
        yield f"{numbers[0]}..{numbers[length - 1]}" if length > 1 else str(numbers[0])
        numbers = numbers[length:]


def _values(symbols: Iterable[clingo.Symbol]) -> str:
    found = list(symbols)
    numbers = sorted(s.number for s in found if s.type is clingo.SymbolType.Number)
    others = sorted(
        s.string if s.type is clingo.SymbolType.String else str(s)
        for s in found
        if s.type is not clingo.SymbolType.Number
    )
    words = [*_span(numbers), *others]
    if len(words) > MAX_LISTED:
        return f"{len(words)} values from {words[0]} to {words[-1]}"
    return " ".join(words)


def table(proof: Proof) -> str:
    """The bounds as text."""
    free, fixed = ranges(proof)
    lines = ["| free | in the ranges |", "|---|---|"]
    for (name, _), values in free.items():
        lines.append(f"| {name} | {', '.join(map(_values, values)) or 'there or not'} |")
    if fixed:
        by_kind: dict[str, list[str]] = defaultdict(list)
        for fact in sorted(fixed):
            by_kind[fact.split("(")[0]].append(fact)
        few = [f"`{fact}`" for facts in by_kind.values() if len(facts) <= 4 for fact in facts]
        lines += ["", f"Fixed: {', '.join(few)}."] if few else []
    texts = [sources()[f"props/{name}.lp"] for name in proof.files]
    limits = dict.fromkeys(rule for text in texts for rule in _constraints(text))
    for case, text in proof.cases.items():
        limits |= {f"{rule} % {case}": None for rule in _constraints(text)}
    if limits:
        lines += ["", "But not:", "", "```prolog", *limits, "```"]
    return "\n".join(lines)
