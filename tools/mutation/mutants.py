"""Plant every mutant in turn and see whether the tests of its own clause notice.

`python -m tools.mutation.mutants` runs all, `python -m tools.mutation.mutants TEMPLE-04 …` those
of some clauses; `--tests tests/properties` lets only the tests of a folder judge.
The tests are collected once, the games of the pool are played once, and the tests are tried once
without any mutant; every mutant then lives in a forked process of its own. The kill matrix goes to
build/kill-matrix.json.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Literal

import pytest
from _pytest.runner import runtestprotocol
from attrs import asdict, frozen

from tools.mutation.mutant_list import Mutant, mutants
from tools.verify.forks import TIMEOUT, run_forked

ROOT = Path(__file__).parents[2]
RESULT = ROOT / "build" / "kill-matrix.json"
SECONDS = 300  # a mutant may make the engine loop forever
SURVIVED, KILLED, BROKEN = range(3)
SHARES = 8  # the tests are tried without a mutant in this many processes

Fate = Literal["killed", "timeout", "survived", "untested", "broken"]


@frozen
class Verdict:
    """The fate of a mutant."""

    clause: str
    fault: str
    fate: Fate
    #: The test that noticed.
    killer: str
    #: How many tests are marked with the clause.
    tests: int


class Matrix:
    """A pytest plugin that replaces the run of the tests by a run of the mutants."""

    def __init__(self, wanted: list[str]) -> None:
        self.mutants = [m for m in mutants() if not wanted or m.clause in wanted]
        self.verdicts: list[Verdict] = []
        #: Tests that fail without any mutant: they would kill all of them.
        self.unsound: list[str] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run every mutant against the tests marked with its clause."""
        by_clause: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            for mark in item.iter_markers("clause"):
                for clause in mark.args:
                    by_clause[clause].append(item)
        _play_the_pool()
        wanted = {mutant.clause for mutant in self.mutants}
        judges = {item: None for clause in wanted for item in by_clause[clause]}
        self.unsound = _failing_without_mutant([*judges])
        if self.unsound:
            return True
        started = time.monotonic()

        def judge(mutant: Mutant) -> int:
            return _judge(mutant, by_clause[mutant.clause])

        for mutant, pid, code in run_forked(self.mutants, judge, SECONDS):
            self.verdicts.append(_verdict(mutant, len(by_clause[mutant.clause]), pid, code))
            _progress(self.verdicts, len(self.mutants), started)
        return True


def _play_the_pool() -> None:
    from tikal.moves import MOVES
    from tikal.testing.pool import spots_with

    for kind in MOVES:
        spots_with(kind)  # type: ignore[arg-type]  # the class is hashable


def _note(pid: int) -> Path:
    return RESULT.parent / f"mutant-{pid}.txt"


def _take_note(pid: int) -> str:
    note = _note(pid)
    text = note.read_text() if note.exists() else ""
    note.unlink(missing_ok=True)
    return text


def _judge(mutant: Mutant, items: list[pytest.Item]) -> int:
    """The fate of the mutant, as an exit code; a note says which test noticed it."""
    try:
        mutant.plant()
    except BaseException as error:
        _note(os.getpid()).write_text(f"{type(error).__name__}: {error}")
        return BROKEN
    return KILLED if _is_failing(items) else SURVIVED


def _is_failing(items: list[pytest.Item]) -> bool:
    """Whether one of the tests fails; a note says which."""
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    for item in items:
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
            _note(os.getpid()).write_text(item.nodeid)
            return True
    return False


def _failing_without_mutant(items: list[pytest.Item]) -> list[str]:
    """Tests that fail although nothing is planted: the first one of every share of them."""
    shares = [share for start in range(SHARES) if (share := items[start::SHARES])]
    ended = run_forked(shares, lambda share: KILLED if _is_failing(share) else SURVIVED, SECONDS)
    notes = [_take_note(pid) or f"exit code {code}" for _, pid, code in ended if code != SURVIVED]
    return sorted(notes)


def _verdict(mutant: Mutant, tests: int, pid: int, code: int) -> Verdict:
    killer = _take_note(pid)
    fate: Fate
    if code == TIMEOUT:
        fate = "timeout"
    elif code >= 0 and not tests:
        fate = "untested"
    else:
        fate = {SURVIVED: "survived", KILLED: "killed"}.get(code, "broken")  # type: ignore[assignment]
    return Verdict(mutant.clause, mutant.fault, fate, killer, tests)


def _progress(verdicts: list[Verdict], total: int, started: float) -> None:
    last = verdicts[-1]
    if last.fate not in ("killed", "timeout"):
        print(f"\n{last.fate}: {last.clause}, {last.fault} {last.killer}")
    done = len(verdicts)
    rate = done / (time.monotonic() - started)
    if sys.stdout.isatty() or done % 50 == 0 or done == total:
        left = (total - done) / rate
        print(
            f"\r{done}/{total} mutants, {rate:.1f} a second, {left:.0f} s left ", end="", flush=True
        )


def main(arguments: list[str]) -> int:
    """Run the mutants and write the kill matrix."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutation.mutants", description=__doc__)
    parser.add_argument("clauses", nargs="*", help="ids such as TEMPLE-04; all if none is named")
    parser.add_argument("--tests", default="tests", help="the folder of the tests that judge")
    wanted = parser.parse_args(arguments)
    RESULT.parent.mkdir(exist_ok=True)
    os.environ["HYPOTHESIS_PROFILE"] = "mutants"
    matrix = Matrix(wanted.clauses)
    folder = str(ROOT / wanted.tests)
    options = ["-qq", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", folder]
    with contextlib.chdir(ROOT):
        code = pytest.main(options, plugins=[matrix])
    if matrix.unsound:
        print("these tests fail without any mutant: " + ", ".join(matrix.unsound))
        return 2
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) or not matrix.verdicts:
        print("the tests could not be collected")
        return 2
    order = {str(m): i for i, m in enumerate(matrix.mutants)}
    verdicts = sorted(matrix.verdicts, key=lambda v: order[f"{v.clause}: {v.fault}"])
    RESULT.write_text(json.dumps([asdict(v) for v in verdicts], indent=1) + "\n")
    alive = [v for v in verdicts if v.fate not in ("killed", "timeout")]
    print(f"\n{len(verdicts)} mutants, {len(verdicts) - len(alive)} killed, {len(alive)} not")
    for verdict in alive:
        print(f"  {verdict.fate}: {verdict.clause}, {verdict.fault}")
    print(f"kill matrix: {RESULT.relative_to(ROOT)}")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
