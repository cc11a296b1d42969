"""Plant every mutant in turn and see whether the cases of the conformance kit notice.

`python -m tools.mutation.kit_mutants` runs all, `python -m tools.mutation.kit_mutants TEMPLE-04 …`
those of some clauses. A survivor is a fault that another engine could have without the kit finding
it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import Case, asked_in, cases
from tikal.conformance.referee.session import run_here
from tools.mutation.mutant_list import Mutant, mutants
from tools.verify.forks import TIMEOUT, run_forked

SECONDS = 120  # a mutant may make the engine loop forever
SURVIVED, CAUGHT = range(2)
#: Faults that change nothing the protocol asks for: the odds of chance, which of the figures that
#: leave the board became the guard, whose indicator is down before it is looked at, and diggers
#: that are stored longer than a rule reads them.
UNSEEN = {
    "SETUP-01: tiles come by number",
    "PLACE-12: kinds, not tokens, are equally likely",
    "GUARD-04: a worker always stays",
    "AUCTION-23: scoring turns the indicator",
    "TEMPLE-03: diggers are remembered where nobody asks",
    "TEMPLE-03: diggers of a hex dug twice are still looked for",
}


def verdict_on(mutant: Mutant, asked: Sequence[Case]) -> int:
    """Let the mutant answer the cases: whether it is caught, as an exit code."""
    mutant.plant()
    try:
        first = sorted(asked, key=lambda case: mutant.clause not in case.clauses)
        is_caught = any(result.outcome != "passed" for result in run_here(Adapter(), first))
    except BaseException:  # an engine that crashes is noticed too
        is_caught = True
    return CAUGHT if is_caught else SURVIVED


def survivors(planted: Sequence[Mutant], asked: Sequence[Case]) -> list[Mutant]:
    """The mutants that answer all cases as the rules demand, or could not even be planted."""
    done = run_forked(planted, lambda mutant: verdict_on(mutant, asked), SECONDS)
    # an engine that never answers is noticed; one that was killed from outside proves nothing
    return [mutant for mutant, _, code in done if code not in (CAUGHT, TIMEOUT)]


def main(arguments: Sequence[str]) -> int:
    """Print how many mutants the kit finds, and those that it should find but does not."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutation.kit_mutants", description=__doc__
    )
    parser.add_argument("clauses", nargs="*", help="ids such as TEMPLE-04; all if none is named")
    wanted = parser.parse_args(arguments).clauses
    if unknown := sorted({*wanted} - {mutant.clause for mutant in mutants()}):
        parser.error(f"no mutant is against {unknown[0]}")
    planted = [mutant for mutant in mutants() if not wanted or mutant.clause in wanted]
    alive = {str(mutant) for mutant in survivors(planted, list(asked_in(cases())))}
    unseen = UNSEEN & set(map(str, planted))
    print(
        f"{len(planted)} mutants, {len(planted) - len(alive)} found by the cases of the kit, "
        f"{len(unseen)} that no question could find"
    )
    for mutant in sorted(alive - unseen):
        print(f"  not found: {mutant}")
    for mutant in sorted(unseen - alive):
        print(f"  found, against what UNSEEN says: {mutant}")
    return 1 if alive != unseen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
