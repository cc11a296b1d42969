"""Run the compiled engine under AddressSanitizer and UndefinedBehaviorSanitizer.

`python -m tools.verify.sanitizers` builds it with both, and lets it play in lockstep, answer the
positions of the kit, refuse damaged bytes and positions, and play on several threads. Any error
that a sanitizer finds ends the run and is shown.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tools.packaging.compile_fast import SANITIZED, CannotCompile, compile_engine

ROOT: Final = Path(__file__).parents[2]
THREADS: Final = """
import sys, pathlib, tikal
from tools import lockstep
lockstep.load_engine(pathlib.Path(sys.argv[1]))
from tikal import fast
assert fast.COMPILED
for auction in (False, True):
    start = tikal.new_game(4, auction=auction)
    assert fast.many(start, 400, threads=4) == fast.many(start, 400)
print("survived: threads")
"""


def _libraries() -> str:
    """The libraries that must be loaded before all others."""
    compiler = os.environ.get("CC", "gcc")
    found = []
    for name in ("libasan.so", "libubsan.so"):
        shown = subprocess.run(
            [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
        )
        found.append(shown.stdout.strip())
    return " ".join(found)


def main() -> int:
    """Build and run; exit code 1 if something is found."""
    with TemporaryDirectory() as folder:
        try:
            engine = str(compile_engine(Path(folder), options=SANITIZED))
        except CannotCompile as error:
            print(f"not compiled: {error}", file=sys.stderr)
            return 1
        # Python itself leaks by design, and that is not our question
        options = {"LD_PRELOAD": _libraries(), "ASAN_OPTIONS": "detect_leaks=0"}
        options["UBSAN_OPTIONS"] = "print_stacktrace=1"
        for command in (
            ["-m", "tools.mutation.fast_mutants", "--judge", engine],
            ["-c", THREADS, engine],
        ):
            done = subprocess.run(
                [sys.executable, *command],
                cwd=ROOT,
                env={**os.environ, **options},
                capture_output=True,
                text=True,
            )
            print(done.stdout.strip()[-2000:])
            if done.returncode or not done.stdout.startswith("survived: "):
                print(done.stderr[-8000:], file=sys.stderr)
                return 1
    print("no sanitizer found anything")
    return 0


if __name__ == "__main__":
    sys.exit(main())
