"""Plant every mutant in turn and see whether the cases of the conformance kit notice.

`python -m tools.kit_mutants` runs all, `python -m tools.kit_mutants TEMPLE-04 …` those of some
clauses. A survivor is a fault that another engine could have without the kit finding it.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Sequence

from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import Case, cases
from tikal.conformance.kit import run_here
from tools.mutant_list import Mutant, mutants

SECONDS = 120  # a mutant may make the engine run in circles
SURVIVED, CAUGHT, BROKEN = range(3)


def fork(mutant: Mutant, asked: Sequence[Case]) -> int:
    """Start a process in which the mutant answers the cases; its exit code tells the outcome."""
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    signal.alarm(SECONDS)
    try:
        mutant.plant()
    except BaseException:
        traceback.print_exc()
        os._exit(BROKEN)
    try:
        first = sorted(asked, key=lambda case: mutant.clause not in case.clauses)
        is_caught = any(result.outcome != "passed" for result in run_here(Adapter(), first))
    except BaseException:  # an engine that crashes is noticed too
        is_caught = True
    os._exit(CAUGHT if is_caught else SURVIVED)


def survivors(planted: Sequence[Mutant], asked: Sequence[Case]) -> list[Mutant]:
    """The mutants that answer all cases as the rules demand, or could not even be planted."""
    alive: list[Mutant] = []
    running: dict[int, Mutant] = {}
    waiting = list(planted)
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            mutant = waiting.pop(0)
            running[fork(mutant, asked)] = mutant
        pid, status = os.wait()
        mutant = running.pop(pid)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) != CAUGHT:
            alive.append(mutant)
    return alive


def main(wanted: Sequence[str]) -> int:
    """Say how many mutants the kit finds, and name those that it does not."""
    planted = [mutant for mutant in mutants() if not wanted or mutant.clause in wanted]
    alive = survivors(planted, list(cases()))
    print(f"{len(planted)} mutants, {len(planted) - len(alive)} found by the cases of the kit")
    for mutant in alive:
        print(f"  not found: {mutant}")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
