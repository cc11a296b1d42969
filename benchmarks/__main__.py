"""Measure everything side by side, print the table, and keep it in build/bench.json.

`python -m benchmarks` takes less than a minute on an idle machine, `--quick` some ten seconds.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from pathlib import Path
from typing import Final

from attrs import asdict

import tikal
from benchmarks import (
    compiled,
    counsel,
    growth,
    imports,
    memory,
    paths,
    peers,
    playing,
    positions,
    recording,
    vectors,
)
from benchmarks.measure import Finding, Times, compare, median, run

ROUNDS: Final = 15
QUICK_ROUNDS: Final = 3
RESULT: Final = Path(__file__).parent.parent / "build" / "bench.json"

_CHAPTERS: Final = (playing, compiled, vectors, paths, recording, positions, growth)
_NOTES: Final = [*compiled.NOTES, *vectors.NOTES]


def _value(finding: Finding) -> str:
    if finding.unit == "x":
        return f"{finding.value:.{3 if finding.value >= 0.02 else 4}f}"
    return f"{finding.value:.0f} B" if finding.unit == "B" else f"{finding.value:.2f} ms"


def _table(findings: list[Finding]) -> str:
    lines = [f"{'':44}{'':>9}  {'target':>7}{'aim':>6}  {'verdict':12}against"]
    for finding in findings:
        target = "" if finding.target is None else f"{finding.target:g}"
        aim = "" if finding.aim is None else f"{finding.aim:g}"
        value = _value(finding)
        lines.append(
            f"{finding.name:44}{value:>9}  {target:>7}{aim:>6}  {finding.verdict:12}"
            f"{finding.against}"
        )
    return "\n".join(lines)


def _absolute(times: Times) -> str:
    lines = ["medians of CPU time, for this machine and this minute only:"]
    for name in times:
        seconds = median(times, name)
        lines.append(f"  {name:44}{seconds * 1e6:12.2f} us{1 / seconds:14,.0f} a second")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Run all measurements; with `--strict` the exit code says whether every target was met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_ROUNDS} rounds only")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="repetitions of everything")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    wanted = parser.parse_args(arguments)
    rounds = QUICK_ROUNDS if wanted.quick else wanted.rounds
    tasks = peers.TASKS | counsel.TASKS
    for chapter in _CHAPTERS:
        tasks |= chapter.TASKS
    times = run(tasks, rounds)
    findings = [compare(line, times) for chapter in _CHAPTERS for line in chapter.COMPARISONS]
    findings += [*compiled.thread_findings(rounds), *vectors.thread_findings(rounds)]
    findings += [*imports.findings(rounds)]
    findings += [*memory.findings(), *counsel.findings()]
    print(_table(findings))
    print(*_NOTES, "", sep="\n")
    print(_absolute(times))
    RESULT.parent.mkdir(exist_ok=True)
    result = {
        "python": platform.python_version(),
        "tikal": tikal.__version__,
        "rounds": rounds,
        "notes": _NOTES,
        "findings": [{**asdict(f), "verdict": f.verdict} for f in findings],
        "microseconds": {name: round(median(times, name) * 1e6, 3) for name in times},
    }
    RESULT.write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    missed = any(finding.verdict == "MISSED" for finding in findings)
    return 1 if wanted.strict and missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
