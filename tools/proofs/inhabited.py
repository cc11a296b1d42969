"""Values that the bounds of a proof promise and that no state of the proof has.

The bounds are read from the generators (`bounds`). A generator that promises 0 to 10 action points
is worth nothing if the constraints leave 10 only: so for each value of each argument there must be
a state, with a legal move, that meets all assumptions of the proof.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeAlias

import clingo

from tools.proofs.bounds import free_relations, row_of
from tools.proofs.model import Proof
from tools.proofs.program import program

#: A kind of fact or move, the place of an argument, and a value of it.
Promise: TypeAlias = tuple[str, int, str]
Atoms: TypeAlias = dict[Promise, list[clingo.Symbol]]


def uninhabited(proof: Proof, cases: Iterable[str] = (), kinds: Iterable[str] = ()) -> set[Promise]:
    """The promises that no case fulfils; of these kinds of facts only, if any are named."""
    left: set[Promise] = set()
    met: set[Promise] = set()
    for case in cases or proof.cases:
        found, promised = _fulfilled(proof, case, met, frozenset(kinds))
        met |= found
        left |= promised
    return left - met


def _fulfilled(
    proof: Proof, case: str, met: set[Promise], kinds: frozenset[str]
) -> tuple[set[Promise], set[Promise]]:
    """The promises that one case fulfils, and all that it makes; those that are met are left."""
    control = clingo.Control(["--warn=none"], logger=lambda _code, _message: None)
    control.add("base", [], program(proof, case, None))
    control.ground([("base", [])])
    atoms = {
        promise: several
        for promise, several in _promises(proof, control).items()
        if not kinds or promise[0].strip("`") in kinds
    }
    given = {name for question in proof.questions.values() for name in question.given}
    assumed = [
        (atom.symbol, atom.symbol.arguments[0].string in given)
        for atom in control.symbolic_atoms.by_signature("assume", 1)
    ]
    asked = [(a.symbol, False) for a in control.symbolic_atoms.by_signature("ask", 1)]
    found: set[Promise] = set()
    by_atom = defaultdict(set)
    for promise, several in atoms.items():
        for symbol in several:
            by_atom[symbol].add(promise)
    for promise, several in atoms.items():
        for symbol in several:
            if promise in found | met:
                break
            with control.solve(
                assumptions=[*assumed, *asked, (symbol, True)], yield_=True
            ) as handle:
                for model in handle:
                    for true in model.symbols(atoms=True):
                        found |= by_atom.get(true, set())
                    break
    return found, {*atoms}


def _promises(proof: Proof, control: clingo.Control) -> Atoms:
    relations = free_relations(proof)
    found: Atoms = {}
    for atom in control.symbolic_atoms:
        if atom.symbol.name in relations and not atom.is_fact:
            (row, _), inner = row_of(atom.symbol)
            values = [(row, place, str(value)) for place, value in enumerate(inner.arguments)]
            for promise in values or [(row, 0, "there")]:
                found.setdefault(promise, []).append(atom.symbol)
    return found
