"""The report on this library: its tests, the formal specification, the mutants and the cases.

`python -m tools.selfreport` runs everything and writes the report. `make report` does so too, and
then writes the summary (`summary`) that goes into the wheel.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import asked_in, cases
from tikal.conformance.referee.session import run_here
from tikal.conformance.report import Header, Json, Result
from tikal.conformance.report.log import timed
from tikal.errors import InvalidArgument

Say = Callable[[str], None]


def header(root: Path, positions: int) -> Header:
    """The subject of the report."""
    facts = {
        "profile": os.environ.get("HYPOTHESIS_PROFILE", "ci"),
        "positions": positions,
        "commit": _commit(root),
    }
    return Header("self", "tikal-rules", facts)


def _commit(root: Path) -> str | None:
    command = ["git", "-C", str(root), "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None


def results(root: Path, positions: int, say: Say) -> Generator[Result, None, None]:
    """Run everything and yield the results; `say` is called with each step as it begins."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder, "results.jsonl")
        say("1/4 the tests")
        plugin = ("-p", "tools.selfreport.plugin", "--tikal-results", str(found))
        # the tests of the stored report are for the new one, which is not written yet
        options = ("-q", "-n", "auto", "--dist", "worksteal", "-m", "not stored_report")
        _run(root, found, "pytest", *options, *plugin)
        yield from _read(found)
        say(f"2/4 engine against formal specification on {positions} positions")
        _run(root, found, "tests.formal.agreement", str(positions), "--results", str(found))
        yield from _read(found)
    say("3/4 the mutants")
    matrix = root / "build" / "kill-matrix.json"
    _run(root, matrix, "tools.mutation.mutants")
    yield from _mutants(matrix)
    say("4/4 the cases of the conformance kit")
    yield from timed(run_here(Adapter(), asked_in(cases())))


def _run(root: Path, makes: Path, module: str, *arguments: str) -> None:
    """Run a tool, which may find faults but must write its file; it prints to standard error."""
    makes.unlink(missing_ok=True)
    command = [sys.executable, "-m", module, *arguments]
    code = subprocess.run(command, cwd=root, stdout=sys.stderr.fileno(), check=False).returncode
    if code not in (0, 1) or not makes.exists():
        raise InvalidArgument(f"{module} could not do its work: exit code {code}")


def _read(path: Path) -> Iterator[Result]:
    for line in path.read_text("utf-8").splitlines():
        row: dict[str, Json] = json.loads(line)
        yield Result(**{**row, "clauses": tuple(row["clauses"])})


def _mutants(matrix: Path) -> Iterator[Result]:
    for row in json.loads(matrix.read_text("utf-8")):
        dead = row["fate"] in ("killed", "timeout")
        yield Result(
            "mutant",
            row["fault"],
            "passed" if dead else "failed",
            clauses=(row["clause"],),
            message="" if dead else f"the mutant {row['fate']}",
            detail={"killer": row["killer"]},
        )
