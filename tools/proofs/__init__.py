"""Prove the invariants of the specification by induction, and write down what was proved.

    python -m tools.proofs            run everything and write spec/PROOFS.md
    python -m tools.proofs --check    run everything and compare with spec/PROOFS.md
    python -m tools.proofs --quick    run the quick proofs only and compare their sections
    python -m tools.proofs KEY ...    run these proofs and compare their sections

The rules are those of spec/rules, loaded as they are; questions and generators are in spec/props.
A proof is a question to which the solver finds no answer. Each must also be able to fail: the same
question is put with a fault planted in the rules, and there the solver must find an answer.

Read in this order: `model` says what a proof is, descriptions/*.toml are the proofs, `reading`
reads them, `renaming` and `program` make what the solver gets, `solver` asks it, `footprints` and
`coverage` show that no move is left out, `bounds` reads the bounds, `batch` asks everything, and
`markdown` writes the report.
"""

from tools.proofs.markdown import REPORT, report, section
from tools.proofs.model import Fault, Proof, ProofError, Question
from tools.proofs.reading import PROOFS
from tools.proofs.solver import Result, failures, run

__all__ = [
    "PROOFS",
    "REPORT",
    "Fault",
    "Proof",
    "ProofError",
    "Question",
    "Result",
    "failures",
    "report",
    "run",
    "section",
]
