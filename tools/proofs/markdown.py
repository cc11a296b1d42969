"""The report, spec/PROOFS.md: it follows from the descriptions alone, if every proof succeeds."""

from __future__ import annotations

from tools.proofs.bounds import table
from tools.proofs.coverage import invariants, written
from tools.proofs.model import SPEC, Fault, Proof
from tools.proofs.reading import PROOFS

REPORT = SPEC / "PROOFS.md"

_HEADER = """# What has been proved

Written by `python -m tools.proofs`; do not edit. `python -m tools.proofs --check` runs everything
again and compares.

The specification (`spec/rules`) states what a legal move is and what it does. Here a solver is
asked for a position that satisfies the invariants, and a legal move after which one of them is
broken. It searches all positions within the bounds that are given and finds none. The rules are
loaded as they are; the invariants of the next position are the same rules with `next` read for
`true`, made by program, not by hand. Together with the base case this is an induction over the
moves of a game.

- *Every invariant and every move.* The second table below says, for each invariant, of which moves
  the solver was asked, and why no other move can break it. A move writes the facts of the first
  table only; both are read from the syntax tree of the rules (`tools/proofs/footprints.py`), and a
  test fails if an invariant and a move are missing.
- *Not inductive on their own.* The invariants of `spec/rules/invariants.lp` describe positions,
  and some positions that satisfy them cannot be reached: a tile waiting in the phase `draw`, say.
  They become inductive together with four groups of facts about the frame of a turn, FRAME,
  BIDDING, DISPLAY and ORDER (`spec/props/lemmas.lp`), and a counter of AP, SPENT, which are proved
  with them.
- *Conservation as a difference.* For totals the question is whether a move changes the total
  (`spec/props/totals.lp`). Supply, removed figures, stock, unseen tokens are free numbers of the
  position, never computed from the others.
- *Every edition.* The switches of an edition are free wherever a rule that is asked about reads
  them (`spec/props/any_edition.lp`). DER-01 and the opener of DER-07 are stated for each reading
  in the form in which they hold there.
- *Each proof can fail.* Each has faults planted in the rules for which the same question has an
  answer. And without the question there must be a position and a move, or the proof would be empty.
- *Bounds* are read from the generators: the table of a proof lists everything that is chosen
  freely, with all its values. A board that is not listed is covered only by the argument that the
  rules do not look at it.
- *What this is not.* The Python engine is not proved here; it is compared with this specification
  elsewhere.
- *DER-10 and DER-11* begin with statements about the data, which are part of the base case.
"""


def induction() -> str:
    """The section on what moves write and why each invariant holds after each of them."""
    title = "## Every invariant and every move"
    return "\n".join([title, "", written(), "", invariants(), ""])


def section(proof: Proof) -> str:
    """The section of spec/PROOFS.md on one proof that has succeeded."""
    cases = [case for case in proof.cases if case]
    rows = []
    for name, question in proof.questions.items():
        count = len(question.cases or cases)
        where = "" if count <= 1 else f" in {count} cases"
        result = (
            f"no counterexample{where}"
            if question.answers is None
            else f"exactly {question.answers}{where}"
        )
        given = ", ".join(question.given) or "nothing"
        rows.append(f"| `{name}` | {question.title} | {given} | {result} |")
    faults = [
        f"| {fault.title} | `{fault.file}` | `{fault.question}`"
        + (f" ({fault.case})" if fault.case and len(proof.cases) > 1 else "")
        + f" | {_fault_result(proof, fault)} |"
        for fault in proof.faults
    ]
    files = ", ".join(f"`{name}.lp`" for name in proof.files)
    return "\n".join(
        [
            f"## {proof.title}",
            "",
            f"*Clauses:* {', '.join(proof.clauses)}.",
            f"*Solver:* clingo, with `spec/rules` and of `spec/props` {files}"
            + (", also in the quick run" if proof.quick else "")
            + (f" (there: {', '.join(proof.quick_cases)})." if proof.quick_cases else "."),
            "",
            f"**Asked.** {proof.asked}",
            "",
            "**Bounds.**" + (f" Cases: {', '.join(cases)}." if len(cases) > 1 else " One case."),
            "",
            table(proof),
            "",
            f"**Not shown.** {proof.missing}",
            "",
            "| question | is there … | assumed before | result |",
            "|---|---|---|---|",
            *rows,
            "",
            "| planted fault | in | same question | result |",
            "|---|---|---|---|",
            *faults,
            "",
        ]
    )


def _fault_result(proof: Proof, fault: Fault) -> str:
    return "another number" if proof.questions[fault.question].answers else "counterexample"


def report() -> str:
    """The text of spec/PROOFS.md, if every proof succeeds."""
    return "\n".join([_HEADER, induction(), *map(section, PROOFS.values())])
