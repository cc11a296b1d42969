"""Writes `spec/reports/self.json`: `python -m tools.selfreport.summary build/self.jsonl`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tikal._support.atomic_write import write_atomic
from tikal.conformance.report import read
from tikal.conformance.report.self_summary import PLACE, summary_of_self, to_json
from tikal.errors import TikalError

FILE: Final = Path(__file__).parents[2].joinpath("spec", *PLACE)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the summary of a log."""
    parser = argparse.ArgumentParser("python -m tools.selfreport.summary", description=__doc__)
    parser.add_argument("log", type=Path, help="the event log of a report on this library")
    path = parser.parse_args(arguments).log
    try:
        log = read(path)
    except (OSError, TikalError) as error:
        parser.error(f"{path}: {error}")
    if log.header.kind != "self":
        parser.error(f"{path} is not about this library")
    if log.footer.interrupted:
        parser.error(f"{path} was interrupted")
    write_atomic(FILE, to_json(summary_of_self(log)))
    print(f"wrote {FILE}")


if __name__ == "__main__":
    main()
