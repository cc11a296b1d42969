"""Figures of the README, from the kept report and the summary of the last long verification.

`python -m tools.generate.figures` updates them, and so do `make report` and `make verify`.
"""

from __future__ import annotations

import json
import re
from importlib.resources import as_file
from pathlib import Path

import tikal
from tikal._support.atomic_write import write_whole
from tikal.conformance.report import Log, read
from tikal.conformance.report.matrix import matrix_of
from tikal.conformance.report.shipped import shipped_report
from tikal.conformance.report.summary import number, summarise
from tikal.law.registry import rulings

README = Path(__file__).parents[2] / "README.md"
SUMMARY = README.parent / "spec" / "reports" / "verification.json"
#: The stages of the verification that have a row of their own.
ROWS = {
    "properties": "tests of properties, with up to 10,000 fresh examples each",
    "proofs": "proofs about the formal specification",
    "compiled-mutants": "faults planted in the compiled engine",
    "CPython-3.11": "suite on CPython 3.11",
    "CPython-3.12": "suite on CPython 3.12",
    "CPython-3.13": "suite on CPython 3.13",
}
START, END = "<!-- figures -->", "<!-- /figures -->"


def figures(log: Log) -> str:
    """What the last verification found, as a list in Markdown."""
    summary, matrix = summarise(log), matrix_of(log.results())
    tests = [result for result in log.results() if result.about == "test"]
    properties = [test for test in tests if test.detail["property"]]
    examples = sum(number(test, "examples") for test in tests)
    cases = sum(number(test, "cases") for test in tests)
    formal = matrix.agreement
    mutants, kit, cells = summary.about["mutant"], summary.about["case"], matrix.tally()
    modelled = sum(clause.modelled for clause in tikal.clauses())
    known = f"{len(tikal.clauses())}, of which {modelled} can be modelled; {len(rulings())} rulings"
    return f"""\
| | |
|---|---|
| clauses | {known} |
| clause by edition | {cells.passed} passed, {cells.failed + cells.errored} failed, \
{cells.skipped} not modelled or not in that edition |
| tests | {len(tests):,} ({cases:,} with their parameters), {len(properties)} of them properties \
with {examples:,} generated examples |
| engine against formal specification | {formal.positions:,} positions, \
{formal.verdicts:,} verdicts, {formal.disagreements:,} positions with disagreements |
| planted faults | {mutants.passed} of {mutants.total} found |
| conformance cases | {kit.passed:,} of {kit.total:,} passed |
{"".join(f"| {row} | {said} |{chr(10)}" for row, said in verified().items())}
Measured on {log.header.made[:10]} with Python {log.header.python}.
"""


def verified() -> dict[str, str]:
    """What the long verification said, row by row; nothing if it has never come to its end."""
    if not SUMMARY.exists():
        return {}
    stages = {stage["name"]: stage for stage in json.loads(SUMMARY.read_text("utf-8"))["stages"]}
    return {row: _plainly(stages[name]["figures"]) for name, row in ROWS.items() if name in stages}


def _plainly(figures: str) -> str:
    """Figures of planted faults as the rest of the README has them."""
    return re.sub(r"(\d+) mutants, (\d+) found.*", r"\2 of \1 found", figures)


def with_figures(readme: str, log: Log) -> str:
    """The README with the figures of a log."""
    before, start, rest = readme.partition(START)
    _, end, after = rest.partition(END)
    assert start, f"the README has no {START}"
    assert end, f"the README has no {END}"
    return f"{before}{START}\n{figures(log)}{END}{after}"


def kept_report() -> Log:
    """The report that is kept in the repository."""
    with as_file(shipped_report()) as path:
        return read(path)


def main() -> None:
    """Write the figures into the README."""
    write_whole(README, with_figures(README.read_text("utf-8"), kept_report()))
    print(f"updated the figures in {README.name}")


if __name__ == "__main__":
    main()
