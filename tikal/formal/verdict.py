"""The verdict of the specification on one move, with the reasons for it."""

from __future__ import annotations

import clingo
from attrs import frozen

from tikal.formal.facts import given, term
from tikal.formal.model import Model
from tikal.formal.program import texts
from tikal.formal.terms import Value
from tikal.formal.tree import EFFECT_DEPTH, Reason, why
from tikal.moves import Move
from tikal.state import State


@frozen
class Proof:
    """One clause that refuses a move, or the permission, with its tree."""

    #: The clause that refuses; empty if the move is legal.
    clause: str
    tree: Reason


def proofs(state: State, move: Move, seat: int | None = None) -> tuple[Proof, ...]:
    """A proof for each clause that forbids the move, by name, or the one of its permission.

    As in `tikal.check`, a move without a seat is judged as one of the seat whose turn it is.
    """
    model = model_of(state, move, seat)
    role = "anyone" if seat is None else str(seat)
    forbids = [a for a in model.atoms if a.name == "forbids" and str(a.arguments[1]) == role]
    if forbids:
        return tuple(Proof(a.arguments[0].string, why(model, Value(a))) for a in sorted(forbids))
    legal = clingo.parse_term(f"legal({role},{term(move)})")
    return (Proof("", why(model, Value(legal))),)


def changes(state: State, move: Move) -> tuple[Reason, ...]:
    """What a legal move adds and takes away, each fact with the rules that make it so.

    A number that takes the place of another one is only added; what is as before is left out.
    """
    model = model_of(state, move, is_made=True)
    true = {atom.arguments[0] for atom in model.atoms if atom.name == "true"}
    after = {atom.arguments[0] for atom in model.atoms if atom.name == "next"}
    added = sorted(f"adds({fact})" for fact in after - true)
    replaced = {_place(fact) for fact in after - true}
    lost = {fact for fact in true - after if _place(fact) not in replaced}
    removed = sorted(f"deletes({fact})" for fact in lost)
    atoms = [clingo.parse_term(text) for text in (*added, *removed)]
    return tuple(why(model, Value(atom), depth=EFFECT_DEPTH) for atom in atoms)


def _place(fact: clingo.Symbol) -> tuple[str, tuple[clingo.Symbol, ...]]:
    """A fact without its number or value."""
    return fact.name, tuple(fact.arguments[:-1])


def model_of(state: State, move: Move, seat: int | None = None, *, is_made: bool = False) -> Model:
    """Everything that holds in a position about one candidate move, which may be made."""
    control = clingo.Control(["--warn=none"], logger=lambda _code, _message: None)
    for text in texts().values():
        control.add("base", [], f"#program base.\n{text}")
    asked = "" if seat is None else f" asked({seat})."
    made = f" does(anyone,{term(move)})." if is_made else ""
    control.add("base", [], f"{given(state)} candidate({term(move)}).{asked}{made}")
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        (model,) = (Model(found.symbols(atoms=True)) for found in handle)
    return model
