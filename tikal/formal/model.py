"""The one answer of the specification about a position and a move, and what holds in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, TypeAlias

import clingo
from attrs import field, frozen

from tikal.formal.program import Atom, Collection, Comparison, ForAll, Literal, Rule, of_atom
from tikal.formal.terms import (
    Bound,
    Calculation,
    Matched,
    Pattern,
    Value,
    Variable,
    calculated,
    filled,
    is_within,
    matched,
    parts,
    value,
    variables,
)

#: Relations whose atoms are sorted by the name of their argument, too.
_WRAPPERS: Final = frozenset({"true", "candidate"})
Key: TypeAlias = tuple[str, int, str]


def key_of(pattern: Pattern) -> Key | None:
    """The relation of an atom, with the kind of fact or move; None for a fact of any kind."""
    name, arguments = parts(pattern)
    if name in _WRAPPERS and len(arguments) == 1:
        inner = arguments[0]
        if isinstance(inner, Variable):
            return None
        return name, 1, parts(inner)[0]
    return name, len(arguments), ""


@frozen(eq=False, slots=False)
class Model:
    """Everything that holds."""

    atoms: frozenset[clingo.Symbol] = field(converter=frozenset)

    @cached_property
    def _by_key(self) -> dict[Key, list[clingo.Symbol]]:
        found: dict[Key, list[clingo.Symbol]] = defaultdict(list)
        for symbol in sorted(self.atoms):
            key = key_of(Value(symbol))
            if key:
                found[key].append(symbol)
        return found

    def like(self, pattern: Pattern) -> Iterable[clingo.Symbol]:
        """The atoms that a pattern can match."""
        if isinstance(pattern, Value):
            return (pattern.symbol,) if pattern.symbol in self.atoms else ()
        key = key_of(pattern)
        if key is None:
            name = parts(pattern)[0]
            return [s for k, group in self._by_key.items() if k[0] == name for s in group]
        return self._by_key.get(key, ())

    # --- literals ------------------------------------------------------------------------------

    def holding(self, literal: Literal, bound: Bound) -> Iterator[Bound]:
        """The values for which a literal holds; it must be ready, see `is_ready`."""
        match literal:
            case Atom(pattern, False):
                yield from self.matches(pattern, bound)
            case Atom(pattern, True):
                if not any(True for _ in self.matches(pattern, bound)):
                    yield bound
            case Comparison():
                yield from _compared(literal, bound)
            case Collection():
                yield from self._collected(literal, bound)
            case ForAll(atom, conditions):
                if all(
                    any(True for _ in self.holding(atom, inner))
                    for inner in self.solutions(conditions, bound)
                ):
                    yield bound

    def matches(self, pattern: Pattern, bound: Bound) -> Iterator[Bound]:
        """The values for which a pattern is an atom that holds."""
        wanted = filled(pattern, bound)
        for symbol in self.like(wanted):
            found = matched(pattern, Value(symbol), Matched(bound))
            if found and all(is_within(p, s, found.bound) for p, s in found.later):
                yield found.bound

    def solutions(self, body: Iterable[Literal], bound: Bound) -> Iterator[Bound]:
        """The values for which a body holds."""
        left = list(body)
        if not left:
            yield bound
            return
        chosen = min(
            (one for one in left if is_ready(one, bound, left)), key=lambda one: _effort(one, bound)
        )
        rest = [one for one in left if one is not chosen]
        for found in self.holding(chosen, bound):
            yield from self.solutions(rest, found)

    def total(self, literal: Collection, bound: Bound) -> clingo.Symbol:
        """What a collection comes to."""
        entries = {terms for terms, _ in self.entries(literal, bound)}
        if literal.function == "#count":
            return clingo.Number(len(entries))
        if literal.function == "#sum":
            return clingo.Number(sum(terms[0].number for terms in entries))
        firsts = [terms[0] for terms in entries]
        if literal.function == "#max":
            return max(firsts, default=clingo.Infimum)
        return min(firsts, default=clingo.Supremum)

    def entries(
        self, literal: Collection, bound: Bound
    ) -> Iterator[tuple[tuple[clingo.Symbol, ...], tuple[clingo.Symbol, ...]]]:
        """The entries of a collection, each with the atoms that it rests on."""
        for terms, conditions in literal.elements:
            for found in self.solutions(conditions, bound):
                values = tuple(value(term, found) for term in terms)
                atoms = [
                    self.an_atom(one.pattern, found)
                    for one in conditions
                    if isinstance(one, Atom) and not one.negated
                ]
                yield tuple(v for v in values if v is not None), tuple(a for a in atoms if a)

    def an_atom(self, pattern: Pattern, bound: Bound) -> clingo.Symbol | None:
        """One atom that a pattern matches; None if there is none."""
        wanted = filled(pattern, bound)
        for symbol in self.like(wanted):
            found = matched(pattern, Value(symbol), Matched(bound))
            if found and all(is_within(p, s, found.bound) for p, s in found.later):
                return symbol
        return None

    def _collected(self, literal: Collection, bound: Bound) -> Iterator[Bound]:
        total = self.total(literal, bound)
        for sign, term in literal.guards:
            if isinstance(term, Variable) and term.name and term.name not in bound:
                bound = {**bound, term.name: total}
            else:
                other = value(term, bound)
                if other is None or not _is_true(total, sign, other):
                    return
        yield bound


def instances(rule: Rule, target: Pattern) -> tuple[Bound, tuple[Literal, ...]] | None:
    """What a rule needs to derive an atom: values and a body; None if its head is another one."""
    found = matched(rule.head, target, Matched({}))
    if found is None:
        return None
    return found.bound, (*rule.body, *(_equal(p, s) for p, s in found.later))


def _equal(pattern: Pattern, symbol: clingo.Symbol) -> Comparison:
    return Comparison((Value(symbol), pattern), ("=",))


# --- order and comparison ----------------------------------------------------------------------


def is_ready(literal: Literal, bound: Bound, others: Iterable[Literal]) -> bool:
    """Whether a literal can be looked at: what it calculates with has values."""
    match literal:
        case Atom(pattern, negated):
            return (variables(pattern) if negated else calculated(pattern)) <= bound.keys()
        case Comparison(terms, signs):
            open_ = [term for term in terms if not variables(term) <= bound.keys()]
            if not open_:
                return True
            return len(open_) == 1 and signs == ("=",) and isinstance(open_[0], Variable)
        case _:
            return _shared(literal, others) <= bound.keys()


def _shared(literal: Collection | ForAll, others: Iterable[Literal]) -> frozenset[str]:
    """The variables of a collection that stand elsewhere in the rule, too, and come from there."""
    elsewhere: frozenset[str] = frozenset()
    for other in others:
        if other is not literal:
            elsewhere |= _visible(other)
    return _inner(literal) & elsewhere


def _visible(literal: Literal) -> frozenset[str]:
    match literal:
        case Atom() | Comparison():
            return of_atom(literal)
        case Collection(_, _, guards):
            return frozenset().union(*(variables(term) for _, term in guards))
        case ForAll():
            return frozenset()


def _inner(literal: Collection | ForAll) -> frozenset[str]:
    if isinstance(literal, ForAll):
        return frozenset().union(*map(of_atom, (literal.atom, *literal.conditions)))
    found: frozenset[str] = frozenset()
    for terms, conditions in literal.elements:
        found |= frozenset().union(*map(variables, terms), *map(of_atom, conditions))
    assigned = [t for sign, t in literal.guards if sign == "=" and isinstance(t, Variable)]
    compared = [t for _, t in literal.guards if t not in assigned]
    return found | frozenset().union(*map(variables, compared))


def _effort(literal: Literal, bound: Bound) -> int:
    match literal:
        case Comparison():
            return 0
        case Atom(pattern, negated):
            return 0 if variables(pattern) <= bound.keys() else 2 + (not negated)
        case _:
            return 1


def _compared(literal: Comparison, bound: Bound) -> Iterator[Bound]:
    terms = [filled(term, bound) for term in literal.terms]
    if len(terms) == 2 and literal.signs == ("=",):
        for one, other in ((0, 1), (1, 0)):
            name = literal.terms[one]
            if isinstance(name, Variable) and name.name and name.name not in bound:
                yield from ({**bound, name.name: v} for v in _values(terms[other]))
                return
        if isinstance(terms[1], Calculation):
            if is_within(terms[1], value(terms[0], bound) or clingo.Infimum, bound):
                yield bound
            return
    symbols = [value(term, bound) for term in terms]
    known = [symbol for symbol in symbols if symbol is not None]
    pairs = zip(known, literal.signs, known[1:], strict=False)
    if len(known) == len(symbols) and all(_is_true(a, sign, b) for a, sign, b in pairs):
        yield bound


def _values(pattern: Pattern) -> Iterator[clingo.Symbol]:
    if isinstance(pattern, Calculation) and pattern.operation == "..":
        low, high = value(pattern.left, {}), value(pattern.right, {})
        if low and high:
            yield from map(clingo.Number, range(low.number, high.number + 1))
    elif isinstance(pattern, Value):
        yield pattern.symbol


def _is_true(one: clingo.Symbol, sign: str, other: clingo.Symbol) -> bool:
    return {
        "=": one == other,
        "!=": one != other,
        "<": one < other,
        ">": one > other,
        "<=": one <= other,
        ">=": one >= other,
    }[sign]
