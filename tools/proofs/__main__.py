"""Run the proofs, and write spec/PROOFS.md or compare with it; see `tools.proofs`."""

from __future__ import annotations

import argparse
import sys
import time

from tikal._support.atomic_write import write_atomic
from tools.proofs.batch import prove
from tools.proofs.markdown import REPORT, report, section
from tools.proofs.reading import PROOFS


def main(arguments: list[str]) -> int:
    """Run the proofs; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.proofs", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the quick proofs, on fewer cases")
    parser.add_argument("--check", action="store_true", help="compare with spec/PROOFS.md only")
    parser.add_argument("only", nargs="*", metavar="KEY", help=f"one of {', '.join(PROOFS)}")
    wanted = parser.parse_args(arguments)
    if unknown := [key for key in wanted.only if key not in PROOFS]:
        parser.error(f"no proof is called {unknown[0]}")
    quick, check, only = wanted.quick, wanted.check, wanted.only
    chosen = [proof for proof in PROOFS.values() if proof.quick or not quick]
    if only:
        chosen = [PROOFS[key] for key in only]
    began = time.perf_counter()
    wrong = prove(chosen, quick=quick)
    print(f"{len(chosen)} proofs in {time.perf_counter() - began:.0f} s")
    if wrong:
        print("\n".join(["FAILED", *wrong]))
        return 1
    if quick or check or only:
        written = REPORT.read_text("utf-8") if REPORT.exists() else ""
        stale = [p.key for p in chosen if section(p) not in written]
        if stale or (check and written != report()):
            print(f"spec/PROOFS.md is out of date: {', '.join(stale) or 'run without --check'}")
            return 1
    else:
        write_atomic(REPORT, report())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
