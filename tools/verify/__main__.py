"""The long verification, as one command: `make verify`, or `python -m tools.verify`.

What it runs stands in `stages.toml`, stage by stage; a stage has one step, or one for each of its
files. A step that has passed is not run again as long as the files that its result rests on stay
as they are, so a verification that was interrupted goes on where it was, and one that found a fault
repeats what the mended file concerns. A stage that has ended is written to
`spec/reports/verification.json` with its date and the fingerprint of those files, and the README's
figures with it: once committed, it counts on every machine.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import attrs

from tikal._support.atomic_write import write_atomic
from tikal._support.exit_codes import ExitCode
from tools.generate.figures import SUMMARY
from tools.generate.figures import main as write_figures

ROOT: Final = Path(__file__).parents[2]
STAGES: Final = Path(__file__).with_name("stages.toml")
STORE: Final = ROOT / "build" / "verify"
#: What a result rests on, unless its stage says otherwise, and what is itself a result.
READ: Final = (
    "constraints.txt", "examples", "pyproject.toml", "spec", "tests", "tikal", "tools",
)  # fmt: skip
WRITTEN: Final = ("spec/reports", "README.md")
#: The exit code of a step whose program or interpreter this machine does not have.
ABSENT: Final = 77
PASSED, FAILED, MISSING = "passed", "failed", "not at hand"
_PYTEST: Final = (
    "-m", "pytest", "-p", "tools.verify.progress", "-n", "2", "--dist", "worksteal", "-q",
)  # fmt: skip
#: A release changes this line and no result.
_VERSION: Final = re.compile(rb'^__version__ = ".*"$', re.MULTILINE)
_COUNT: Final = re.compile(r"(?<!\d)(\d+) (passed|failed|skipped|errors?)\b")
#: What pytest says at its end; a step may run it more than once.
_END_OF_RUN: Final = re.compile(r" in \d+(?:\.\d+)?s")
#: A make that knows that it is run by another one says in which folder it is, and shares its jobs.
_OF_MAKE: Final = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")


@attrs.frozen
class Step:
    """One command of the verification, and what its result rests on."""

    stage: str
    about: str
    name: str
    run: tuple[str, ...]
    setting: tuple[tuple[str, str], ...]
    reads: tuple[str, ...]
    without: tuple[str, ...]
    needs: str

    @property
    def file(self) -> Path:
        """The file of the result; its log is beside it."""
        return STORE / f"{self.name.replace(' ', '-')}.json"

    def command(self) -> list[str]:
        """The command as the system runs it."""
        program, *arguments = self.run
        if program == "pytest":
            return [sys.executable, *_PYTEST, *arguments]
        return [sys.executable if program == "python" else program, *arguments]


@attrs.frozen
class Outcome:
    """The outcome of a step, its counts, and the fingerprint of the files it depends on."""

    outcome: str
    figures: str
    seconds: float
    ended: str
    python: str
    files: str


@attrs.frozen
class Row:
    """A stage in the summary: its outcome, when and with what, and the fingerprint of its files."""

    name: str
    about: str
    outcome: str
    figures: str
    minutes: float
    made: str
    python: str
    cores: int
    files: str


def steps() -> Iterator[Step]:
    """The steps of `stages.toml`, in order."""
    for stage in tomllib.loads(STAGES.read_text("utf-8"))["stage"]:
        found = [str(p.relative_to(ROOT)) for e in stage.get("each", ()) for p in ROOT.glob(e)]
        for file in sorted(found) or [""]:
            yield Step(
                stage=stage["name"],
                about=stage["about"],
                name=f"{stage['name']} {Path(file).stem}".strip(),
                run=tuple(part.replace("{file}", file) for part in stage["run"]),
                setting=tuple(stage.get("setting", {}).items()),
                reads=(*stage.get("reads", READ), *stage.get("also", ())),
                without=(*WRITTEN, *stage.get("without", ())),
                needs=stage.get("needs", "git"),
            )


def fingerprint(step: Step) -> str:
    """A hash of the files that the result of a step rests on, and of the interpreter."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *step.reads],
        cwd=ROOT, capture_output=True, check=True, text=True,
    ).stdout.split("\0")  # fmt: skip
    seen = hashlib.sha256(f"{platform.python_version()} {step.run} {step.setting}".encode())
    for name in sorted({*listed} - {""}):
        path = ROOT / name
        if path.is_file() and not any(path.is_relative_to(ROOT / w) for w in step.without):
            held = _VERSION.sub(b"", path.read_bytes())
            seen.update(f"{name}\0".encode() + hashlib.sha256(held).digest())
    return seen.hexdigest()


def stored(step: Step) -> Outcome | None:
    """The last result of a step, even if its files have changed since."""
    try:
        return Outcome(**json.loads(step.file.read_text("utf-8")))
    except (OSError, ValueError, TypeError):  # none yet, or of another version of this tool
        return None


def is_current(step: Step) -> bool:
    """Whether a step has passed and nothing has changed since that its result rests on."""
    last = stored(step)
    return last is not None and last.outcome == PASSED and last.files == fingerprint(step)


def recorded() -> dict[str, Row]:
    """The rows of the stored summary, by the name of the stage."""
    if not SUMMARY.exists():
        return {}
    rows = json.loads(SUMMARY.read_text("utf-8"))["stages"]
    return {row["name"]: Row(**row) for row in rows}


def _fingerprints(stage: Sequence[Step]) -> str:
    return hashlib.sha256("".join(map(fingerprint, stage)).encode()).hexdigest()


def is_recorded(stage: Sequence[Step]) -> bool:
    """Whether the summary has this stage as passed, on any machine, with the files of today."""
    row = recorded().get(stage[0].stage)
    return row is not None and row.outcome == PASSED and row.files == _fingerprints(stage)


def perform(step: Step) -> Outcome:
    """Run a step; print its output and store it beside its result."""
    files, began, lines = fingerprint(step), time.monotonic(), list[str]()
    inherited = {name: text for name, text in os.environ.items() if name not in _OF_MAKE}
    if not shutil.which(step.needs):
        return _ended(MISSING, f"{step.needs} is not on this machine", began, files)
    STORE.mkdir(parents=True, exist_ok=True)
    with (
        step.file.with_suffix(".log").open("w", encoding="utf-8") as log,
        subprocess.Popen(
            step.command(), cwd=ROOT, env=inherited | dict(step.setting), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
        ) as child,
    ):  # fmt: skip
        assert child.stdout is not None
        try:
            for line in child.stdout:
                print(f"    {line}", end="", flush=True)
                log.write(line)
                log.flush()
                lines.append(line.strip(" =\n"))
        except KeyboardInterrupt:
            child.send_signal(signal.SIGINT)
            raise
    names = {0: PASSED, ABSENT: MISSING}
    ended = _ended(names.get(child.returncode, FAILED), counted(lines), began, files)
    write_atomic(step.file, json.dumps(attrs.asdict(ended), indent=1))
    return ended


def _ended(outcome: str, figures: str, began: float, files: str) -> Outcome:
    return Outcome(
        outcome=outcome,
        figures=figures,
        seconds=round(time.monotonic() - began, 1),
        ended=datetime.now(UTC).isoformat(timespec="seconds"),
        python=platform.python_version(),
        files=files,
    )


def counted(lines: Sequence[str]) -> str:
    """The counts of a step: the last lines of its pytest runs, or the last line with a number."""
    if runs := [line for line in lines if _COUNT.search(line) and _END_OF_RUN.search(line)]:
        return "; ".join(runs)
    lines = [line for line in lines if line]
    return next((line for line in reversed(lines) if re.search(r"\d", line)), (lines or [""])[-1])


def figures_of(outcomes: Sequence[Outcome]) -> str:
    """The counts of the steps of a stage; the tests of several are added up."""
    if len(outcomes) == 1 and not _COUNT.search(outcomes[0].figures):
        return outcomes[0].figures
    count: dict[str, int] = {}
    for outcome in outcomes:
        for number, word in _COUNT.findall(outcome.figures):
            count[word] = count.get(word, 0) + int(number)
    return ", ".join(f"{number:,} {word}" for word, number in count.items())


def record(stage: Sequence[Step], done: Sequence[Outcome]) -> None:
    """Write a stage that has ended into the summary; the other stages stay as they are."""
    row = Row(
        name=stage[0].stage,
        about=stage[0].about,
        outcome=_worst([outcome.outcome for outcome in done]),
        figures=figures_of(done),
        minutes=round(sum(outcome.seconds for outcome in done) / 60, 1),
        made=max(outcome.ended for outcome in done)[:10],
        python=platform.python_version(),
        cores=os.cpu_count() or 1,
        files=_fingerprints(stage),
    )
    rows = recorded() | {row.name: row}
    names = dict.fromkeys(step.stage for step in steps())
    document = {"stages": [attrs.asdict(rows[name]) for name in names if name in rows]}
    write_atomic(SUMMARY, json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    write_figures()


def _worst(outcomes: Sequence[str]) -> str:
    return next((bad for bad in (FAILED, MISSING) if bad in outcomes), PASSED)


def _minutes_left(waiting: Sequence[Step]) -> str:
    known = [last.seconds for step in waiting if (last := stored(step))]
    new = len(waiting) - len(known)
    more = f" and {new} steps never timed" if new else ""
    return f"about {sum(known) / 60:.0f} min{more} to go"


def main(arguments: Sequence[str]) -> int:
    """Run what has not passed yet; exit code 1 if a step failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.verify", description=__doc__)
    parser.add_argument("stages", nargs="*", metavar="STAGE", help="only these, all if none")
    parser.add_argument("--list", action="store_true", help="show what is done and what is not")
    parser.add_argument("--again", action="store_true", help="also run what has passed")
    wanted = parser.parse_args(arguments)
    stages = by_stage(steps())
    if unknown := {*wanted.stages} - {*stages}:
        parser.error(f"no stage is called {min(unknown)!r}; there are {', '.join(stages)}")
    chosen = {name: stages[name] for name in stages if not wanted.stages or name in wanted.stages}
    if wanted.list:
        for stage in chosen.values():
            _list(stage)
        return 0
    waiting = [stage for stage in chosen.values() if wanted.again or not is_recorded(stage)]
    done: dict[Step, Outcome] = {}
    left = [step for stage in waiting for step in stage if wanted.again or not is_current(step)]
    for stage in waiting:
        for step in stage:
            last = stored(step)
            if last and step not in left:
                done[step] = last
                continue
            rest = left[left.index(step) :]
            print(f"{step.name}: {step.about} ({_minutes_left(rest)})", flush=True)
            try:
                done[step] = perform(step)
            except KeyboardInterrupt:
                print("\ninterrupted; the same command goes on with this step")
                return ExitCode.INTERRUPTED
            print(f"  {done[step].outcome} after {done[step].seconds:.0f} s", flush=True)
        if not any(done[step].outcome == PASSED and not is_current(step) for step in stage):
            record(stage, [done[step] for step in stage])
    return _conclude(done)


def by_stage(every: Iterable[Step]) -> dict[str, list[Step]]:
    """The steps of each stage, by its name."""
    stages: dict[str, list[Step]] = {}
    for step in every:
        stages.setdefault(step.stage, []).append(step)
    return stages


def _list(stage: Sequence[Step]) -> None:
    if is_recorded(stage):
        row = recorded()[stage[0].stage]
        print(f"{'passed':14} {row.name}: {row.figures} ({row.made})")
        return
    for step in stage:
        last = stored(step)
        state = "passed" if is_current(step) else f"{last.outcome}, old" if last else "to do"
        print(f"{state:14} {step.name}: {last.figures if last else step.about}")


def _conclude(done: Mapping[Step, Outcome]) -> int:
    for step, outcome in done.items():
        print(
            f"{outcome.outcome:12} {outcome.seconds / 60:6.1f} min  {step.name}: {outcome.figures}"
        )
    failed = [step for step, outcome in done.items() if outcome.outcome == FAILED]
    for step in failed:
        print(f"FAILED {step.name}: see {step.file.with_suffix('.log').relative_to(ROOT)}")
    stale = [step.name for step in done if done[step].outcome == PASSED and not is_current(step)]
    if stale:
        print(f"files changed meanwhile; run again for {', '.join(stale)}")
    left = [name for name, stage in by_stage(steps()).items() if not is_recorded(stage)]
    if left:
        print(f"not passed with these files: {', '.join(left)}")
    else:
        print(f"every stage has passed with these files: {SUMMARY.relative_to(ROOT)}")
    return 1 if failed or stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
