"""The facts that a move can write and that an invariant reads, from the syntax tree of the rules.

A move changes a fact only through the relations `adds` and `deletes`; `spec/rules/succession.lp`
leaves all others alone, and that is checked here. A rule counts as possible for a move unless it
needs another kind of move, so a footprint may be too large, but never too small. An invariant that
reads only facts outside the footprint of a move cannot be broken by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, TypeAlias

from attrs import frozen
from clingo import ast

from tools.proofs.model import Fault, ProofError
from tools.proofs.program import sources, sources_with

#: A relation and, where it is about facts or moves, the kind of fact or move; None for any kind.
Key: TypeAlias = tuple[str, str | None]

#: The relations about facts or moves, which are their last argument.
_ABOUT_FACTS: Final = frozenset({"true", "next", "adds", "deletes", "void", "known", "init"})
_ABOUT_MOVES: Final = frozenset({"now", "does", "candidate"})
#: Relations that are put in from outside; `now` follows from `does`.
_GIVEN: Final = frozenset({"true", "candidate", "asked"})
#: What happens to facts that no effect names: these rules for `next` and no others.
_SUCCESSION: Final = {
    "next(F) :- adds(F); not void(F).",
    "next(F) :- moving; true(F); not deletes(F).",
}
#: A rule speaks of facts of all kinds.
ANY: Final = "any fact"
#: The counters that a proof keeps beside a position.
GHOST: Final = "ghost"
#: The files of spec/props with invariants, and with counters that no rule of the game reads.
BESIDE: Final = ("lemmas", "spent", "tallies")


@frozen
class Rule:
    """A rule with a plain head."""

    head: Key
    #: What it needs: the positive literals of its body.
    needs: frozenset[Key]
    #: Everything in its body.
    reads: frozenset[Key]
    #: For `broken(Group, What)`: the group, and the group with What.
    group: str
    obligation: str
    text: str


class _Atoms(ast.Transformer):
    """Collects the atoms below a node."""

    def __init__(self) -> None:
        self.found: list[ast.AST] = []

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Note one atom."""
        self.found.append(node.symbol)
        return node


def _kinds(argument: ast.AST) -> Iterator[str | None]:
    """The kinds of fact or move that an argument stands for."""
    if argument.ast_type is ast.ASTType.Pool:
        for one in argument.arguments:
            yield from _kinds(one)
    elif argument.ast_type is ast.ASTType.Function:
        yield argument.name
    elif argument.ast_type is ast.ASTType.SymbolicTerm:
        yield argument.symbol.name
    else:
        yield None


def _keys(symbol: ast.AST) -> Iterator[Key]:
    name: str = symbol.name
    if name in _ABOUT_FACTS | _ABOUT_MOVES and symbol.arguments:
        for kind in _kinds(symbol.arguments[-1]):
            yield name, kind
    else:
        yield name, None


def _keys_below(nodes: Iterable[ast.AST]) -> frozenset[Key]:
    atoms = _Atoms()
    for node in nodes:
        atoms.visit(node)
    return frozenset(key for symbol in atoms.found for key in _keys(symbol))


def _is_needed(node: ast.AST) -> bool:
    return (
        node.ast_type is ast.ASTType.Literal
        and node.sign == ast.Sign.NoSign
        and node.atom.ast_type is ast.ASTType.SymbolicAtom
    )


@cache
def rules_of(text: str) -> tuple[Rule, ...]:
    """The rules of a text that have a plain head, once for each kind of fact in the head."""
    trees: list[ast.AST] = []
    ast.parse_string(text, trees.append)
    found = []
    for tree in trees:
        if tree.ast_type is not ast.ASTType.Rule or tree.head.ast_type is not ast.ASTType.Literal:
            continue
        if tree.head.atom.ast_type is not ast.ASTType.SymbolicAtom:
            continue
        symbol = tree.head.atom.symbol
        needs = _keys_below(node for node in tree.body if _is_needed(node))
        group = obligation = ""
        if symbol.name == "broken":
            group = str(symbol.arguments[0]).strip('"')
            obligation = f"{group} {symbol.arguments[1]}"
        for head in _keys(symbol):
            if head not in needs:  # a rule such as `adds(F) :- adds(_,F)` says nothing new
                rule = Rule(head, needs, _keys_below(tree.body), group, obligation, str(tree))
                found.append(rule)
    return tuple(found)


def _fits(one: Key, other: Key) -> bool:
    return one[0] == other[0] and (one[1] == other[1] or None in (one[1], other[1]))


@cache
def specification(fault: Fault | None = None) -> tuple[Rule, ...]:
    """The rules of the game, with the invariants and counters that stand in `spec/props`."""
    every = sources_with(fault)
    texts = [text for name, text in every.items() if name.startswith("rules/")]
    texts += [every[f"props/{name}.lp"] for name in BESIDE]
    found = tuple(rule for text in texts for rule in rules_of(text))
    if {rule.text for rule in found if rule.head[0] == "next"} != _SUCCESSION:
        raise ProofError("succession.lp has other rules for `next` than footprints.py knows")
    return found


@cache
def moves() -> tuple[str, ...]:
    """The kinds of moves, in the order of `spec/rules/sequence.lp`."""
    text = sources()["rules/sequence.lp"]
    belonging = re.findall(r"belongs\([a-z]+,\(?([a-z_;]+)\)?\)\.", text)
    return tuple(dict.fromkeys(kind for words in belonging for kind in words.split(";")))


@cache
def possible_rules(move: str, fault: Fault | None = None) -> tuple[Rule, ...]:
    """The rules that can have a say when a move of this kind is made."""
    possible: set[Key] = {("now", move), ("does", move)} | {(name, None) for name in _GIVEN}
    waiting = [rule for rule in specification(fault) if rule.head[0] != "now"]
    while True:
        ready = [r for r in waiting if all(any(_fits(n, p) for p in possible) for n in r.needs)]
        new = {rule.head for rule in ready} - possible
        if not new:
            return tuple(ready)
        possible |= new


@cache
def writes(move: str, fault: Fault | None = None) -> frozenset[str]:
    """The kinds of facts that a move of this kind may add or delete."""
    heads = {rule.head for rule in possible_rules(move, fault)}
    return frozenset(kind or ANY for name, kind in heads if name in ("adds", "deletes"))


@cache
def reads(obligation: Rule) -> frozenset[str]:
    """The kinds of facts on which a rule for `broken` rests."""
    facts: set[str] = set()
    seen: set[Key] = set()
    open_ = [obligation.reads]
    while open_:
        for key in open_.pop():
            if key in seen or key[0] in _ABOUT_MOVES:
                continue
            seen.add(key)
            if key[0] in ("true", "next"):
                facts.add(key[1] or ANY)
            open_ += [rule.reads for rule in specification() if _fits(rule.head, key)]
    return frozenset(facts)
