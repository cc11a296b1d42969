"""All cases and faults of several proofs, side by side on a few processors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor

from tools.proofs.model import Fault, Proof
from tools.proofs.reading import PROOFS
from tools.proofs.solver import Result, failures, run


def _work(job: tuple[str, str, Fault | None]) -> Result:
    return run(PROOFS[job[0]], job[1], job[2])


def _jobs(proofs: Iterable[Proof], quick: bool) -> Iterator[tuple[str, str, Fault | None]]:
    for proof in proofs:
        for case in proof.quick_cases if quick and proof.quick_cases else proof.cases:
            yield proof.key, case, None
        for fault in proof.faults:
            yield proof.key, fault.case, fault


def prove(proofs: Iterable[Proof], *, quick: bool = False, workers: int = 2) -> list[str]:
    """Run the proofs, print a line for each step, and return what failed."""
    wrong: list[str] = []
    jobs = list(_jobs(proofs, quick))
    with ProcessPoolExecutor(workers) as pool:
        for number, result in enumerate(pool.map(_work, jobs), start=1):
            proof = PROOFS[result.key]
            label = f"{result.key}, {result.case}" + (
                f", fault: {result.fault.title}" if result.fault else ""
            )
            bad = list(failures(proof, result))
            wrong += [f"{label}: {what}" for what in bad]
            verdict = "; ".join(bad) or "ok"
            print(
                f"{number:3}/{len(jobs)}  {result.seconds:6.1f} s  {label}: {verdict}", flush=True
            )
    return wrong
