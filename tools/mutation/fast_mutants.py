"""Plant faults in the C code of `tikal.fast`, and see whether lockstep, kit and refusals notice.

`python -m tools.mutation.fast_mutants` takes all of `fast_mutants.toml`, `python -m
tools.mutation.fast_mutants TEMPLE-04 …` those of some clauses. Every mutant is compiled in a
folder of its own and judged in a process of its own: games and batches in lockstep, then the
positions of the kit, then damaged bytes and positions. A mutant that does not compile, or survives,
is reported.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from attrs import frozen

from tools.packaging.compile_fast import SOURCES, CannotCompile, compile_engine

ROOT: Final = Path(__file__).parents[2]
LIST: Final = ROOT / "tools" / "mutation" / "fast_mutants.toml"
#: A mutant may play forever: of CPU time, so that a busy machine takes none for one that does.
SECONDS: Final = 300
#: A mutant may wait forever.
HOURS: Final = 2
GAMES: Final = 96
BATCHES: Final = 24
_QUICK: Final = ("-O0", "-w")

Fate = Literal["lockstep", "kit", "refusals", "crash", "timeout", "not compiled", "survived"]


@frozen
class Mutant:
    """One planted fault."""

    file: str
    #: The clause that it breaks, or that it is about; or what of `tikal.bots` it belongs to.
    clause: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.clause} in {self.file}: {' '.join(self.old.split())[:70]}"

    def plant(self, folder: Path) -> None:
        """Write the faulty sources."""
        shutil.copytree(SOURCES, folder, dirs_exist_ok=True)
        target = folder / self.file
        text = target.read_text("utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} has this {text.count(self.old)} times: {self.old}")
        target.write_text(text.replace(self.old, self.new), "utf-8")


def mutants() -> list[Mutant]:
    """All of the list."""
    return [Mutant(**entry) for entry in tomllib.loads(LIST.read_text("utf-8"))["mutant"]]


def fate_of(mutant: Mutant | None) -> tuple[Fate, str]:
    """The check that notices the mutant, with its report; without a mutant none should."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        if mutant:
            mutant.plant(folder / "src")
        sources = folder / "src" if mutant else SOURCES
        try:
            engine = compile_engine(folder, sources, _QUICK)
        except CannotCompile as error:
            return "not compiled", str(error)
        return judge(engine)


def judge(engine: Path) -> tuple[Fate, str]:
    """Let a build be judged in a process of its own."""
    command = [sys.executable, "-m", "tools.mutation.fast_mutants", "--judge", str(engine)]
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=HOURS * 3600
        )
    except subprocess.TimeoutExpired:
        return "timeout", ""
    if done.returncode == -signal.SIGXCPU:
        return "timeout", ""
    lines = done.stdout.splitlines()
    for fate in ("lockstep", "kit", "refusals", "survived"):
        if lines and lines[-1].startswith(f"{fate}: "):
            return fate, lines[-1]
    return "crash", done.stderr[-300:]


def judge_here(engine: Path) -> str:
    """The verdict on a build, as a line."""
    from tools.verify import lockstep

    lockstep.load_engine(engine)
    from tools.verify.lockstep_batch import play_batch  # which loads the engine

    try:
        for number in range(GAMES):
            lockstep.play(number)
            if number < BATCHES:
                play_batch(number)
    except Exception as error:
        return f"lockstep: {_line(error)}"
    try:
        lockstep.compare_positions(lockstep.kit_positions())
    except Exception as error:
        return f"kit: {_line(error)}"
    try:
        _refuse()
    except BaseException as error:  # pytest's own failures are not Exceptions
        return f"refusals: {_line(error)}"
    return "survived: lockstep, kit and refusals"


def _line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__} {error}".split())[:300]


def _refuse() -> None:
    """The checks of the tests of refusals and of rare views, without pytest."""
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import strategies as st

    from tests.fast import test_batch
    from tests.fast import test_refusing as asked
    from tests.properties.test_mutated_positions import mutated
    from tikal import fast

    for move in ("guard b1 L", "guard b1 W"):  # rare in games
        test_batch.test_who_may_have_dug_is_seen_wherever_it_went(fast, move)
    for share in range(4):
        asked.test_damaged_bytes_are_refused_by_both_or_by_none(share)
    asked.test_scoring_turns_in_the_wrong_order_are_refused()
    asked.test_every_byte_of_a_position_matters()
    asked.test_shortened_and_lengthened_bytes_are_refused()

    @settings(
        max_examples=1500,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def changed_positions(data: st.DataObject) -> None:
        asked.refused_by_both_or_by_none(mutated(data.draw))

    changed_positions()


def main(arguments: Sequence[str]) -> int:
    """Judge the mutants; exit code 1 if one is not found."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutation.fast_mutants", description=__doc__
    )
    parser.add_argument("clauses", nargs="*", help="ids such as TEMPLE-04; all if none is named")
    parser.add_argument("--judge", type=Path, help=argparse.SUPPRESS)
    wanted = parser.parse_args(arguments)
    if wanted.judge:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
        print(judge_here(wanted.judge))
        return 0
    fate, why = fate_of(None)
    if fate != "survived":
        print(f"without any mutant: {fate}: {why}")
        return 2
    planted = [m for m in mutants() if not wanted.clauses or m.clause in wanted.clauses]
    found: Counter[str] = Counter()
    alive = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutant, (fate, why) in zip(planted, pool.map(fate_of, planted), strict=True):
            found[fate] += 1
            if fate in ("not compiled", "survived"):
                alive.append(f"{fate}: {mutant} {why[:200] if fate == 'not compiled' else ''}")
                print(alive[-1], flush=True)
    print(f"{len(planted)} mutants, {len(planted) - len(alive)} found: ", end="")
    print(", ".join(f"{number} {fate}" for fate, number in found.most_common()))
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
