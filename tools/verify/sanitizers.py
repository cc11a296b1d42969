"""Run the compiled engine under AddressSanitizer, UndefinedBehaviorSanitizer and LeakSanitizer.

`python -m tools.verify.sanitizers` builds it with all of them, and lets it play in lockstep, answer
the positions of the kit, refuse damaged bytes and positions, and play on several threads. Any error
that a sanitizer finds ends the run and is shown. Python itself leaks by design, so of the leaks
those count that were allocated below a function of the engine.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tools.packaging.compile_fast import SANITIZED, SOURCES, CannotCompile, compile_engine

ROOT: Final = Path(__file__).parents[2]
THREADS: Final = """
import gc, sys, pathlib, tikal
from tools.verify import lockstep
lockstep.load_engine(pathlib.Path(sys.argv[1]))
from tikal import fast
assert fast.COMPILED
for auction in (False, True):
    start = tikal.new_game(4, auction=auction)
    assert fast.many(start, 400, threads=4) == fast.many(start, 400)
    batches = [fast.Batch(50, 3, auction=auction, threads=threads) for threads in (1, 4)]
    for _ in range(700):
        for batch in batches:
            batch.step(batch.sample())
    assert batches[0].observations == batches[1].observations
    for number in ([0] * 50, [-1] * 49 + [1105], [5]):
        try:
            batch.step(number)
        except tikal.TikalError:
            assert batch.game(49).observe(3) and batch.ended(3).mask() and batch.seed(0)
for thing in (start, None, tikal.State(*[None] * 6)):
    try:
        fast.Game(thing).from_packed(b"tikal")
    except ValueError:
        gc.collect()
print("survived: threads")
"""
#: A fault that only the search for leaks can find, to show that it does.
LEAK: Final = ("many.c", "    free(seeds);\n", "")


def leaks(report: str) -> list[str]:
    """The leaks in the report of a sanitizer that were allocated below a function of the engine."""
    found = re.findall(r"^(?:Direct|Indirect) leak of .*(?:\n +#\d.*)+", report, re.MULTILINE)
    return [leak for leak in found if re.search(r"/(?:src/\w+\.c:\d|_engine\.abi3\.so)", leak)]


def run(engine: Path, command: list[str]) -> tuple[bool, str]:
    """Whether a command survives with a build, and what was printed."""
    options = {
        "LD_PRELOAD": _libraries(),
        # every frame below Python, where that does not take an hour
        "ASAN_OPTIONS": f"detect_leaks=1:fast_unwind_on_malloc={int('--judge' in command)}",
        "LSAN_OPTIONS": "exitcode=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",  # objects one by one, not in pools that never leak
    }
    done = subprocess.run(
        [sys.executable, *command, str(engine)],
        cwd=ROOT,
        env={**os.environ, **options},
        capture_output=True,
        text=True,
    )
    if done.returncode or not done.stdout.startswith("survived: "):
        return False, done.stdout[-2000:] + done.stderr[-8000:]
    if found := leaks(done.stderr):
        return False, "\n\n".join(found[:10])
    return True, done.stdout.strip()[-2000:]


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


def _with_leak(folder: str) -> Path:
    """The sources with the planted leak."""
    sources = Path(shutil.copytree(SOURCES, Path(folder) / "src"))
    name, old, new = LEAK
    text = (sources / name).read_text("utf-8")
    assert text.count(old) == 1, f"{name} has no {old}"
    (sources / name).write_text(text.replace(old, new), "utf-8")
    return sources


def main() -> int:
    """Build and run; exit code 1 if something is found."""
    with TemporaryDirectory() as folder:
        try:
            engine = compile_engine(Path(folder), options=SANITIZED)
            leaking = compile_engine(Path(folder) / "leaking", _with_leak(folder), SANITIZED)
        except CannotCompile as error:
            print(f"not compiled: {error}", file=sys.stderr)
            return 1
        if run(leaking, ["-c", THREADS])[0]:
            print(f"a planted leak was not found: {LEAK}", file=sys.stderr)
            return 1
        for command in (["-c", THREADS], ["-m", "tools.mutation.fast_mutants", "--judge"]):
            survived, shown = run(engine, command)
            print(shown, file=sys.stdout if survived else sys.stderr, flush=True)
            if not survived:
                return 1
    print("no sanitizer found anything, but the leak that was planted")
    return 0


if __name__ == "__main__":
    sys.exit(main())
