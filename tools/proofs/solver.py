"""Putting the questions of one case to clingo, and judging what it answers.

The program is grounded once; which question is asked and what is assumed are assumptions of each
call. Any message of clingo while it grounds is an error.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import clingo
from attrs import frozen

from tools.proofs.model import START, Fault, Proof, ProofError
from tools.proofs.program import program


@frozen
class Result:
    """The result of one case, question by question: the number of answers found."""

    key: str
    case: str
    fault: Fault | None
    answers: dict[str, int]
    #: Without any question: states and moves exist.
    inhabited: bool
    seconds: float


def _solve(control: clingo.Control, literals: list[tuple[clingo.Symbol, bool]], most: int) -> int:
    control.configuration.solve.models = most  # type: ignore[union-attr]
    found: set[tuple[clingo.Symbol, ...]] = set()
    with control.solve(assumptions=literals, yield_=True) as handle:
        for model in handle:
            found.add(tuple(sorted(model.symbols(shown=True))))
    return len(found)


def run(proof: Proof, case: str, fault: Fault | None = None) -> Result:
    """Ground one case and ask its questions, or the question of the fault."""
    began = time.perf_counter()
    messages: list[str] = []
    control = clingo.Control(["--warn=all"], logger=lambda _code, message: messages.append(message))
    control.add("base", [], program(proof, case, fault))
    control.ground([("base", [])])
    if messages:
        raise ProofError(f"{proof.key}, {case}: clingo reports {messages[0]}")
    made = {a.symbol.arguments[1].name for a in control.symbolic_atoms.by_signature("does", 2)}
    if not fault and made != proof.moves_of(case) - {START}:
        raise ProofError(f"{proof.key}, {case}: the moves that can be made are {sorted(made)}")
    assumable = any(atom.symbol.name == "assume" for atom in control.symbolic_atoms)

    def literals(asked: str | None, given: tuple[str, ...]) -> list[tuple[clingo.Symbol, bool]]:
        subject = asked and proof.subject(asked)
        asks = [(_atom("ask", name), name == subject) for name in proof.subjects]
        assumed = (
            [(_atom("assume", name), name in given) for name in proof.groups] if assumable else []
        )
        return asks + assumed

    answers = {}
    for name, question in proof.questions.items():
        if name == fault.question if fault else not question.cases or case in question.cases:
            most = 0 if question.answers is not None else 1
            answers[name] = _solve(control, literals(name, question.given), most)
    everything = tuple(dict.fromkeys(g for q in proof.questions.values() for g in q.given))
    inhabited = bool(fault) or _solve(control, literals(None, everything), 1) > 0
    return Result(proof.key, case, fault, answers, inhabited, time.perf_counter() - began)


def _atom(name: str, text: str) -> clingo.Symbol:
    return clingo.Function(name, [clingo.String(text)])


def failures(proof: Proof, result: Result) -> Iterator[str]:
    """The errors of a result."""
    for name, found in result.answers.items():
        expected = proof.questions[name].answers
        if result.fault:
            if found == (expected or 0):
                yield f"{name}: the planted fault is not found"
        elif found != (expected or 0):
            yield f"{name}: {found} answers instead of {expected or 'none'}"
    if not result.inhabited:
        yield "no state meets the assumptions: the proof is empty"
