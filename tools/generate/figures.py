"""Figures of the README, from the stored report and the summary of the last `make verify`.

`python -m tools.generate.figures` updates them, and so do `make report` and `make verify`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import tikal
from tikal._support.atomic_write import write_atomic
from tikal.conformance.report.self_summary import SelfSummary, shipped_summary
from tikal.law.registry import rulings

README = Path(__file__).parents[2] / "README.md"
SUMMARY = README.parent / "spec" / "reports" / "verification.json"
#: The stages of the verification that have a row of their own, and its words if not the stage's.
ROWS = {
    "properties": "",
    "proofs": "proofs about the formal specification",
    "compiled-mutants": "faults planted in the compiled engine",
    "report": "the suite",
    "CPython-3.12": "the suite on CPython 3.12",
    "CPython-3.13": "the suite on CPython 3.13",
}
START, END = "<!-- figures -->", "<!-- /figures -->"


def figures(report: SelfSummary) -> str:
    """The results of the last verification, as a list in Markdown."""
    matrix, about = report.matrix(), report.about
    mutants, kit = about["mutant"], about["case"]
    cells, formal = matrix.tally(), matrix.agreement
    modelled = sum(clause.modelled for clause in tikal.clauses())
    rows = verified()
    known = f"{len(tikal.clauses())}, of which {modelled} can be modelled; {len(rulings())} rulings"
    return f"""\
| | |
|---|---|
| clauses | {known} |
| clause by edition | {cells.passed} passed, {cells.failed + cells.errored} failed, \
{cells.skipped} not modelled or not in that edition |
| engine against formal specification | {formal.positions:,} positions, \
{formal.verdicts:,} verdicts, {formal.disagreements:,} disagreements |
| planted faults | {mutants.passed} of {mutants.total} found |
| cases for engines | {kit.passed:,} of {kit.total:,} passed |
{"".join(f"| {_label(row)} | {_plainly(row['figures'])} |{chr(10)}" for row in rows)}
Measured {_dates(report, rows)} with Python {report.header.python}.
"""


def verified() -> list[dict[str, str]]:
    """The stages in the summary of `make verify` that passed and have a row of their own."""
    if not SUMMARY.exists():
        return []
    stages = {stage["name"]: stage for stage in json.loads(SUMMARY.read_text("utf-8"))["stages"]}
    return [stages[name] for name in ROWS if name in stages and stages[name]["outcome"] == "passed"]


def _dates(report: SelfSummary, rows: list[dict[str, str]]) -> str:
    """From the oldest figure to the newest."""
    days = sorted({report.header.made[:10], *(row["made"] for row in rows)})
    return f"on {days[0]}" if len(days) == 1 else f"from {days[0]} to {days[-1]}"


def _label(row: dict[str, str]) -> str:
    return ROWS[row["name"]] or row["about"]


def _plainly(figures: str) -> str:
    """Figures of planted faults as the rest of the README has them."""
    return re.sub(r"(?<!\d)(\d+) mutants, (\d+) found.*", r"\2 of \1 found", figures)


def with_figures(readme: str, report: SelfSummary) -> str:
    """The README with the figures of a report."""
    before, start, rest = readme.partition(START)
    _, end, after = rest.partition(END)
    assert start, f"the README has no {START}"
    assert end, f"the README has no {END}"
    return f"{before}{START}\n{figures(report)}{END}{after}"


def main() -> None:
    """Write the figures into the README."""
    write_atomic(README, with_figures(README.read_text("utf-8"), shipped_summary()))
    print(f"updated the figures in {README.name}")


if __name__ == "__main__":
    main()
