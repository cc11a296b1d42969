"""The tree of rules behind a verdict: why an atom holds, and why another one does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias
from typing import Literal as Word

import clingo
from attrs import frozen

from tikal.formal.model import Model, instances, is_ready
from tikal.formal.program import CLAUSE_ID, Atom, Collection, Comparison, ForAll, Rule, rules
from tikal.formal.program import Literal as BodyLiteral
from tikal.formal.terms import (
    ANYTHING,
    Bound,
    Calculation,
    Compound,
    Matched,
    Pattern,
    Value,
    Variable,
    filled,
    matched,
    parts,
    text,
    value,
    variables,
)

#: What is put in: the position, and the questions about it.
_POSITION: Final = "true"
_QUESTIONS: Final = frozenset({"candidate", "asked", "does", "start"})
#: At most that many entries of a collection, cases of a condition or similar facts are listed.
MAX_LISTED: Final = 8
#: A tree that would have more nodes is cut at a lower depth.
MAX_NODES: Final = 160
MAX_DEPTH: Final = 24
#: Of what a move changes, the rule and what it needs are enough.
EFFECT_DEPTH: Final = 2

Kind: TypeAlias = Word[
    "position",  # a fact of the position
    "missing",  # no fact of the position
    "question",  # what was asked
    "rule",  # derived by a rule
    "fact",  # a fact of the rules
    "absent",  # not derived by any rule
    "way",  # a rule that does not apply, by the first of its conditions that fails
    "compared",  # a comparison, true or false
    "collected",  # a number of things, or a sum
    "every",  # true of every case, or not
]


@frozen
class Reason:
    """One step of a proof and what it rests on."""

    kind: Kind
    text: str
    #: File and line of the rule.
    place: str = ""
    #: The clauses and rulings that the rule states.
    clauses: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    #: The reasons stand further up in the tree, or are left out because the tree would be too long.
    rest: Word["", "above", "cut"] = ""

    def nodes(self) -> Iterator[Reason]:
        """All steps of the tree."""
        yield self
        for reason in self.reasons:
            yield from reason.nodes()


def why(model: Model, atom: Pattern, *, holds: bool = True, depth: int = MAX_DEPTH) -> Reason:
    """Why an atom holds, or why none that fits the pattern does; as deep as its size allows."""
    found = _Tree(model, 2).of(atom, holds)
    for deep in range(3, depth + 1):
        if not any(node.rest == "cut" for node in found.nodes()):
            break
        deeper = _Tree(model, deep).of(atom, holds)
        if sum(1 for _ in deeper.nodes()) > MAX_NODES:
            break
        found = deeper
    return found


class _Tree:
    """Builds one tree down to a depth."""

    def __init__(self, model: Model, depth: int) -> None:
        self._model = model
        self._depth = depth
        self._seen: set[tuple[bool, str]] = set()
        #: What does not hold for the only reason that no seat was named.
        self._unasked: set[str] = set()
        self._ranks: dict[tuple[str, int], dict[clingo.Symbol, int]] = {}

    def of(self, atom: Pattern, holds: bool) -> Reason:
        return self._holds(_symbol(atom), 0) if holds else self._absent(atom, 0)

    # --- what holds ----------------------------------------------------------------------------

    def _holds(self, atom: clingo.Symbol, depth: int) -> Reason:
        if atom.name == _POSITION:
            return Reason("position", str(atom.arguments[0]))
        if atom.name in _QUESTIONS:
            return Reason("question", str(atom))
        rule, bound, body = self._derivation(atom)
        clauses = _clauses(atom, rule)
        if not body:
            return Reason("fact", str(atom), rule.place, clauses)
        if rest := self._rest(True, str(atom), depth):
            return Reason("rule", str(atom), rule.place, clauses, (), rest)
        reasons = tuple(self._literal(one, bound, depth + 1) for one in body)
        if len(reasons) == 1 and reasons[0].kind == "position" and reasons[0].text == str(atom):
            return reasons[0]  # phase(act), because it says so
        return Reason("rule", str(atom), rule.place, clauses, reasons)

    def _rest(self, holds: bool, what: str, depth: int) -> Word["", "above", "cut"]:
        if (holds, what) in self._seen:
            return "above"
        if depth >= self._depth:
            return "cut"
        self._seen.add((holds, what))
        return ""

    def _derivation(self, atom: clingo.Symbol) -> tuple[Rule, Bound, tuple[BodyLiteral, ...]]:
        """The first rule that derives an atom, from atoms that do not rest on it in turn."""
        for rule, bound, body in self._derivations(atom):
            if all(
                self._rank(other) < self._rank(atom) for other in self._alike(atom, body, bound)
            ):
                return rule, bound, rule.body
        raise AssertionError(f"{atom} holds without a rule")

    def _derivations(
        self, atom: clingo.Symbol
    ) -> Iterator[tuple[Rule, Bound, tuple[BodyLiteral, ...]]]:
        for rule in rules().get((atom.name, len(atom.arguments)), ()):
            if found := instances(rule, Value(atom)):
                start, body = found
                for bound in self._model.solutions(body, start):
                    yield rule, bound, body

    def _alike(
        self, atom: clingo.Symbol, body: Iterable[BodyLiteral], bound: Bound
    ) -> Iterator[clingo.Symbol]:
        """The atoms of the same relation in a body."""
        for one in body:
            if isinstance(one, Atom) and not one.negated:
                other = self._model.an_atom(one.pattern, bound)
                if other and (other.name, len(other.arguments)) == (atom.name, len(atom.arguments)):
                    yield other

    def _rank(self, atom: clingo.Symbol) -> int:
        """By how many rounds of the rules an atom of a recursive relation is reached."""
        key = (atom.name, len(atom.arguments))
        if key not in self._ranks:
            known = self._ranks[key] = dict[clingo.Symbol, int]()
            waiting = [a for a in self._model.atoms if (a.name, len(a.arguments)) == key]
            number = 0
            while waiting:
                reached = [a for a in waiting if self._is_reached(a, known)]
                assert reached, f"{key[0]} rests on itself"
                known.update(dict.fromkeys(reached, number))
                waiting = [a for a in waiting if a not in known]
                number += 1
        return self._ranks[key][atom]

    def _is_reached(self, atom: clingo.Symbol, known: dict[clingo.Symbol, int]) -> bool:
        return any(
            all(other in known for other in self._alike(atom, body, bound))
            for _, bound, body in self._derivations(atom)
        )

    def _literal(self, literal: BodyLiteral, bound: Bound, depth: int) -> Reason:
        """Why a literal of a body holds."""
        match literal:
            case Atom(pattern, negated):
                atom = None if negated else self._model.an_atom(pattern, bound)
                if atom is None:
                    return self._absent(filled(pattern, bound), depth)
                return self._holds(atom, depth)
            case Comparison():
                return Reason("compared", _comparison(literal, bound))
            case Collection():
                return self._collection(literal, bound, depth)
            case ForAll(atom, conditions):
                cases = [*self._model.solutions(conditions, bound)][:MAX_LISTED]
                reasons = tuple(self._literal(atom, inner, depth + 1) for inner in cases)
                return Reason("every", _for_all(literal, bound), reasons=reasons)

    def _collection(self, literal: Collection, bound: Bound, depth: int) -> Reason:
        total = self._model.total(literal, bound)
        atoms = dict.fromkeys(
            atom for _, atoms in self._model.entries(literal, bound) for atom in atoms
        )
        listed = [*atoms][:MAX_LISTED]
        reasons = tuple(self._holds(atom, depth + 1) for atom in listed)
        return Reason(
            "collected", f"{_collection_text(literal, bound)} is {total}", reasons=reasons
        )

    # --- what does not hold --------------------------------------------------------------------

    def _absent(self, pattern: Pattern, depth: int) -> Reason:
        name, number = _name(pattern)
        if name == _POSITION:
            return Reason("missing", f"not {text(_inner(pattern))}", reasons=self._others(pattern))
        words = f"not {text(pattern)}"
        if name in _QUESTIONS:
            if name == "asked":
                self._unasked.add(words)
            return Reason("missing", words)
        if rest := self._rest(False, words, depth):
            return Reason("absent", words, rest=rest)
        ways, left_out = dict[Reason, None](), 0
        for rule in rules().get((name, number), ()):
            found = instances(rule, pattern)
            if found is not None:
                bound, body = found
                several = [*self._ways(rule, body, bound, body, depth + 1)]
                left_out += not several
                ways.update(dict.fromkeys(several))
        if left_out and not ways:
            self._unasked.add(words)
        return Reason("absent", words, reasons=(*ways,))

    def _others(self, pattern: Pattern) -> tuple[Reason, ...]:
        """Facts of the same kind that the position has in the place of a missing one."""
        name, arguments = parts(_inner(pattern))
        if not arguments:
            return ()
        loose = Compound(_POSITION, (Compound(name, (*arguments[:-1], ANYTHING)),))
        like = [a for a in self._model.like(loose) if matched(loose, Value(a), Matched({}))]
        return (Reason("position", str(like[0].arguments[0])),) if len(like) == 1 else ()

    def _ways(
        self,
        rule: Rule,
        body: Iterable[BodyLiteral],
        bound: Bound,
        whole: tuple[BodyLiteral, ...],
        depth: int,
    ) -> Iterator[Reason]:
        """For all values of a rule's variables, a condition that fails."""
        left = [*body]
        failing: BodyLiteral | None = None
        branches: list[tuple[int, BodyLiteral, list[Bound]]] = []
        for one in left:
            if is_ready(one, bound, whole):
                solutions = [*self._model.holding(one, bound)]
                if solutions:
                    branches.append((len(solutions), one, solutions))
                elif failing is None:
                    failing = one
        new = [b for b in branches if b[0] == 1 and b[2][0].keys() != bound.keys()]
        if failing is not None and not (new and _is_open(failing, bound)):
            yield from self._failing(rule, failing, bound, depth)
            return
        # what has one solution comes first, so that the condition that fails names its values
        _, chosen, solutions = min(new or branches, key=lambda entry: entry[0])
        rest = [one for one in left if one is not chosen]
        for inner in solutions:
            yield from self._ways(rule, rest, inner, whole, depth)

    def _failing(
        self, rule: Rule, literal: BodyLiteral, bound: Bound, depth: int
    ) -> Iterator[Reason]:
        """The condition that fails; nothing if it fails because no seat was named."""
        clauses = rule.clauses
        reasons: tuple[Reason, ...] = ()
        match literal:
            case Atom(pattern, False):
                inner = self._absent(filled(pattern, bound), depth)
                if inner.text in self._unasked:
                    return
                words, reasons = inner.text.removeprefix("not "), inner.reasons
                yield Reason("way", words, rule.place, clauses, reasons, inner.rest)
                return
            case Atom(pattern, True):
                atom = self._model.an_atom(pattern, bound)
                assert atom is not None
                words, reasons = (
                    f"not {text(_bare(filled(pattern, bound)))}",
                    (self._holds(atom, depth),),
                )
            case Comparison():
                words = _comparison(literal, bound)
            case Collection():
                total = self._model.total(literal, bound)
                signs = [f"{total} {s} {text(filled(term, bound))}" for s, term in literal.guards]
                words = ", ".join(signs)
                reasons = (self._collection(literal, bound, depth),)
            case ForAll(atom, conditions):
                words = _for_all(literal, bound)
                for case in self._model.solutions(conditions, bound):
                    if not any(True for _ in self._model.holding(atom, case)):
                        reasons = tuple(self._failing(rule, atom, case, depth))
                        break
        yield Reason("way", words, rule.place, clauses, reasons)


def _is_open(literal: BodyLiteral, bound: Bound) -> bool:
    return isinstance(literal, Atom) and not variables(literal.pattern) <= bound.keys()


# --- words -------------------------------------------------------------------------------------


def _symbol(pattern: Pattern) -> clingo.Symbol:
    found = value(pattern, {})
    assert found is not None
    return found


def _name(pattern: Pattern) -> tuple[str, int]:
    if isinstance(pattern, Compound):
        return pattern.name, len(pattern.arguments)
    symbol = _symbol(pattern)
    return symbol.name, len(symbol.arguments)


def _inner(pattern: Pattern) -> Pattern:
    """The fact in `true(…)`."""
    if isinstance(pattern, Compound):
        return pattern.arguments[0]
    return Value(_symbol(pattern).arguments[0])


def _bare(pattern: Pattern) -> Pattern:
    return _inner(pattern) if _name(pattern)[0] == _POSITION else pattern


def _clauses(atom: clingo.Symbol, rule: Rule) -> tuple[str, ...]:
    """The clauses that an atom names, else those of its rule."""
    named = [a.string for a in atom.arguments if a.type is clingo.SymbolType.String]
    return tuple(word for word in named if CLAUSE_ID.fullmatch(word)) or rule.clauses


def _comparison(literal: Comparison, bound: Bound) -> str:
    terms = [text(filled(term, bound)) for term in literal.terms]
    return terms[0] + "".join(f" {s} {t}" for s, t in zip(literal.signs, terms[1:], strict=True))


def _one(literal: Atom | Comparison, bound: Bound) -> str:
    if isinstance(literal, Comparison):
        return _with_names(literal, bound)
    return f"{'not ' * literal.negated}{text(_partly(literal.pattern, bound))}"


def _with_names(literal: Comparison, bound: Bound) -> str:
    terms = [text(_partly(term, bound)) for term in literal.terms]
    return terms[0] + "".join(f" {s} {t}" for s, t in zip(literal.signs, terms[1:], strict=True))


def _partly(pattern: Pattern, bound: Bound) -> Pattern:
    """The pattern with the values there are; other variables keep their names."""
    match pattern:
        case Variable(name):
            return Value(bound[name]) if name in bound else pattern
        case Compound(name, arguments):
            return Compound(name, tuple(_partly(one, bound) for one in arguments))
        case Calculation(operation, left, right):
            whole = filled(pattern, bound)
            if isinstance(whole, Value):
                return whole
            return Calculation(operation, _partly(left, bound), _partly(right, bound))
        case _:
            return pattern


def _collection_text(literal: Collection, bound: Bound) -> str:
    elements = []
    for terms, conditions in literal.elements:
        left = ",".join(text(_partly(term, bound)) for term in terms)
        right = ", ".join(_one(one, bound) for one in conditions)
        elements.append(f"{left} : {right}" if right else left)
    return f"{literal.function} {{ {'; '.join(elements)} }}"


def _for_all(literal: ForAll, bound: Bound) -> str:
    right = ", ".join(_one(one, bound) for one in literal.conditions)
    return f"{_one(literal.atom, bound)} : {right}"
