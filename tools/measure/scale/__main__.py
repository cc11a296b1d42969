"""Audit many generated games, kill workers on the way, and see that nothing is lost.

`python -m tools.measure.scale --games 2000` uses a pool of two processes, with `--dask` a Dask
cluster on this machine. It says how far it is, ends with a line of figures as JSON, and exits with
1 if a game is missing, twice in the log, out of order or judged otherwise than planted, if the
memory of the auditing process grows, or if the report cannot be shown. It needs Linux, whose
`/proc` it reads.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Final

from tikal._support.exit_codes import ExitCode
from tools.measure.scale.checking import open_page, problems
from tools.measure.scale.corpus import GAMES, write_games
from tools.measure.scale.watching import Watched, audit_command, report_command, watch

MIN_GAMES: Final = 300
#: The parent may take this much more at the end of an audit than soon after its beginning.
MAX_GROWTH_MB: Final = 32
#: After this many games, or a tenth of all, everything is loaded.
_BEGINNING: Final = 500
_MAX_REPORTED: Final = 10
_SECONDS_BETWEEN_NEWS: Final = 15


def main() -> int:
    """Generate, audit, report, check; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.measure.scale", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, metavar="N")
    parser.add_argument("--dask", action="store_true", help="on a Dask cluster, not on a pool")
    parser.add_argument("--folder", type=Path, help="keep the games and the report here")
    asked = parser.parse_args()
    if asked.games < MIN_GAMES:
        parser.error(
            f"with fewer than {MIN_GAMES} games the audit is over before a worker can be killed"
        )
    with _folder(asked.folder) as folder:
        return _run(folder, asked.games, asked.dask)


@contextmanager
def _folder(given: Path | None) -> Iterator[Path]:
    if given is None:
        with tempfile.TemporaryDirectory(prefix="tikal-scale-") as temporary:
            yield Path(temporary)
    else:
        yield given.resolve()


def _run(folder: Path, games: int, dask: bool) -> int:
    news = _News(games)
    for written in write_games(folder, games):
        news.say(f"{written:,} of {games:,} games written")
    place = "dask" if dask else "pool"
    log, page = folder / f"{place}.jsonl", folder / f"{place}.html"
    audit = watch(audit_command(folder / GAMES, log, dask), log, games, news.of_audit)
    faults = [] if log.exists() else [f"there is no log; the audit ended with {audit.exit_code}"]
    figures: dict[str, object] = {"games": games, "on": place, **_audit_figures(audit, games)}
    if not faults:
        faults += _faults_of_audit(audit, games)
        faults += islice(problems(folder, log), _MAX_REPORTED)
        report = watch(report_command(log, page), page, games, news.of_report, kills=False)
        if report.exit_code != ExitCode.RULE_BROKEN or not page.exists():
            faults.append(f"the report cannot be shown: exit code {report.exit_code}")
        else:
            figures |= _report_figures(report, log, page)
    for fault in faults:
        print(f"FAULT: {fault}", file=sys.stderr)
    print(json.dumps({**figures, "faults": len(faults)}), flush=True)
    line = f"{games:,} games, {figures['killed']} workers killed, {len(faults)} faults"
    print(f"{line}; parent at most {figures['parent_peak_mb']} MB", file=sys.stderr)
    return 1 if faults else 0


def _faults_of_audit(audit: Watched, games: int) -> Iterator[str]:
    if audit.exit_code != ExitCode.RULE_BROKEN:
        yield f"the audit ended with {audit.exit_code}, though moves are refused"
    if len(audit.killed) < 2:
        yield "no worker was started in place of the one that was killed, or not in time"
    growth = _parent_at(audit, games) - _parent_at(audit, min(_BEGINNING, games // 10))
    if growth > MAX_GROWTH_MB:
        yield f"the memory of the auditing process grew by {growth:.0f} MB"


# --- figures -------------------------------------------------------------------------------------


def _audit_figures(audit: Watched, games: int) -> dict[str, object]:
    marks = [mark for mark in (100, 1000, 10_000, 100_000) if mark < games]
    return {
        "audit_seconds": round(audit.seconds, 1),
        "auditing_seconds": round(audit.auditing_seconds(), 1),
        "killed": len(audit.killed),
        "parent_mb": {mark: round(_parent_at(audit, mark), 1) for mark in (*marks, games)},
        "parent_peak_mb": round(audit.peak(), 1),
        "workers_peak_mb": round(max((each.below for each in audit.samples), default=0), 1),
    }


def _parent_at(audit: Watched, games: int) -> float:
    """The memory of the parent after this many games, or at the last sample of the audit."""
    samples = audit.auditing()
    return next((each.parent for each in samples if each.games >= games), samples[-1].parent)


def _report_figures(report: Watched, log: Path, page: Path) -> dict[str, object]:
    opened = open_page(page)
    return {
        "log_mb": round(log.stat().st_size / 1e6, 1),
        "report_seconds": round(report.seconds, 1),
        "report_peak_mb": round(report.peak(), 1),
        "page_mb": round(page.stat().st_size / 1e6, 1),
        "page_entries": opened and opened.entries,
        "page_opens_seconds": opened and round(opened.open, 1),
        "page_search_seconds": opened and round(opened.search, 1),
    }


class _News:
    """Says now and then how far a run is."""

    def __init__(self, games: int) -> None:
        self._games, self._printed_at = games, float("-inf")

    def say(self, text: str) -> None:
        """Print the text, unless the last one is only seconds old."""
        now = time.monotonic()
        if now - self._printed_at >= _SECONDS_BETWEEN_NEWS:
            self._printed_at = now
            print(text, file=sys.stderr, flush=True)

    def of_audit(self, audit: Watched) -> None:
        """The number of audited games, and the memory in use."""
        last = audit.samples[-1]
        killed = f", {len(audit.killed)} killed" if audit.killed else ""
        self.say(
            f"{last.games:,} of {self._games:,} games audited in {last.seconds:.0f} s; "
            f"parent {last.parent:.0f} MB, {last.workers} workers {last.below:.0f} MB{killed}"
        )

    def of_report(self, report: Watched) -> None:
        """The seconds since the start of the report."""
        last = report.samples[-1]
        self.say(f"report: {last.seconds:.0f} s, {last.parent:.0f} MB")


if __name__ == "__main__":
    sys.exit(main())
