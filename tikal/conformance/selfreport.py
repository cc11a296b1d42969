"""The report on this library: its tests, the formal specification, the mutants and the cases.

It is made in a checkout, by running everything; the wheel carries the last one that was made.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

from tikal.clauses import specification
from tikal.conformance.adapter import Adapter
from tikal.conformance.cases import cases
from tikal.conformance.kit import run_here
from tikal.conformance.report import Header, Json, Result
from tikal.errors import InvalidArgument

#: How many positions the engine and the formal specification are compared on, unless told.
POSITIONS = 420
Say = Callable[[str], None]


def checkout() -> Path | None:
    """The root of the checkout this package is in, or None if it is installed."""
    root = Path(__file__).parents[2]
    return root if (root / "tests").is_dir() and (root / "tools").is_dir() else None


def shipped() -> Traversable:
    """The last report that was made before the release, as a log."""
    return specification().joinpath("reports", "self.jsonl")


def header(root: Path, positions: int) -> Header:
    """What the report is about."""
    facts = {
        "profile": os.environ.get("HYPOTHESIS_PROFILE", "ci"),
        "positions": positions,
        "commit": _commit(root),
    }
    return Header("self", "tikal-rules", facts)


def _commit(root: Path) -> str | None:
    command = ["git", "-C", str(root), "describe", "--always", "--dirty"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return told.stdout.strip() or None


def results(root: Path, positions: int, say: Say) -> Generator[Result, None, None]:
    """Run everything, and yield what came of it; `say` hears what is being done."""
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder, "results.jsonl")
        say("1/4 the tests")
        plugin = ("-p", "tikal.conformance.plugin", "--tikal-results", str(notes))
        # the tests of the kept report wait until there is a new one
        options = ("-q", "-n", "auto", "--dist", "worksteal", "-m", "not kept_report")
        _run(root, notes, "pytest", *options, *plugin)
        yield from _noted(notes)
        say(f"2/4 engine against formal specification on {positions} positions")
        _run(root, notes, "tests.formal.agreement", str(positions), "--results", str(notes))
        yield from _noted(notes)
    say("3/4 the mutants")
    matrix = root / "build" / "kill-matrix.json"
    _run(root, matrix, "tools.mutants")
    yield from _mutants(matrix)
    say("4/4 the cases of the conformance kit")
    yield from run_here(Adapter(), cases())


def _run(root: Path, makes: Path, module: str, *arguments: str) -> None:
    """Run a tool, which may find fault but must make its file; it prints to standard error."""
    makes.unlink(missing_ok=True)
    command = [sys.executable, "-m", module, *arguments]
    code = subprocess.run(command, cwd=root, stdout=sys.stderr.fileno(), check=False).returncode
    if code not in (0, 1) or not makes.exists():
        raise InvalidArgument(f"{module} could not do its work: exit code {code}")


def _noted(path: Path) -> Iterator[Result]:
    for line in path.read_text("utf-8").splitlines():
        told: dict[str, Json] = json.loads(line)
        yield Result(**{**told, "clauses": tuple(told["clauses"])})


def _mutants(matrix: Path) -> Iterator[Result]:
    for told in json.loads(matrix.read_text("utf-8")):
        dead = told["fate"] in ("killed", "timeout")
        yield Result(
            "mutant",
            told["fault"],
            "passed" if dead else "failed",
            clauses=(told["clause"],),
            message="" if dead else f"the mutant {told['fate']}",
            detail={"killer": told["killer"]},
        )
