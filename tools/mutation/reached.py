"""Which tests reach which lines of the package, so that a random change costs seconds.

`python3.13 -m pytest -p tools.mutation.reached tests/cli` records the lines that every test of
`tests/cli` runs, in its own process and in the children that it starts, and adds them to
`build/reached/`; a folder at a time, or all of `tests`. It needs `sys.monitoring`, from 3.12.
A line that runs only while its module is imported belongs to the tests that reach the module.
"""

from __future__ import annotations

import atexit
import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import CodeType

    import pytest

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "build" / "reached"
#: Names the folder of a child's lines, and makes every Python that is started record them.
_CHILDREN: Final = "TIKAL_REACHED"
#: One of the numbers that sys.monitoring leaves to everybody.
_TOOL: Final = 3
#: Seconds of tests that one change is tried on, the quickest first, after those of `FIRST`.
MAX_SECONDS: Final = 40.0
#: The tests that notice most changes.
FIRST: Final = "tests/shown/"

_LINES: set[tuple[str, int]] = set()


def _start() -> None:
    """Record every line of the package from now on, each once until `_restart`."""
    monitoring = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
    package = f"{ROOT / 'tikal'}{os.sep}"

    def line(code: CodeType, number: int) -> object:
        if code.co_filename.startswith(package):
            _LINES.add((code.co_filename, number if code.co_name != "<module>" else 0))
        return monitoring.DISABLE

    monitoring.use_tool_id(_TOOL, "tikal")
    monitoring.register_callback(_TOOL, monitoring.events.LINE, line)
    monitoring.set_events(_TOOL, monitoring.events.LINE)


# --- in pytest ---------------------------------------------------------------------------------

_found: dict[str, tuple[float, set[tuple[str, int]]]] = {}


def pytest_configure(config: pytest.Config) -> None:
    """Record here, and in the children."""
    hook = FOLDER / "hook"
    hook.mkdir(parents=True, exist_ok=True)
    (hook / "sitecustomize.py").write_text("import tools.mutation.reached as it\nit.in_a_child()\n")
    children = FOLDER / "children"
    children.mkdir(exist_ok=True)
    os.environ[_CHILDREN] = str(children)
    os.environ["PYTHONPATH"] = os.pathsep.join((str(hook), str(ROOT)))
    _start()


def pytest_runtest_logstart() -> None:
    """Forget what the last test ran."""
    _LINES.clear()
    sys.monitoring.restart_events()  # type: ignore[attr-defined,unused-ignore]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keep what a test ran, with its seconds."""
    seconds, lines = _found.get(report.nodeid, (0.0, set()))
    _found[report.nodeid] = (seconds + report.duration, lines | _LINES)


def pytest_sessionfinish() -> None:
    """Write all of it, with what the children wrote."""
    for path in (FOLDER / "children").iterdir():
        with suppress(EOFError, pickle.UnpicklingError):  # a child was killed
            name, lines = pickle.loads(path.read_bytes())
            if name in _found:
                _found[name][1].update(lines)
        path.unlink()
    (FOLDER / f"{os.getpid()}.pickle").write_bytes(pickle.dumps(_found))


def in_a_child() -> None:
    """Record this process, for the test that started it."""
    name = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if not name or _CHILDREN not in os.environ:
        return
    _start()
    path = Path(os.environ[_CHILDREN]) / f"{os.getpid()}"
    atexit.register(lambda: path.write_bytes(pickle.dumps((name, _LINES))))


# --- asked by random_mutants -------------------------------------------------------------------


@cache
def _tests() -> dict[tuple[str, int], list[tuple[float, str]]]:
    """The tests of every line, with their seconds."""
    reached: dict[tuple[str, int], list[tuple[float, str]]] = {}
    for path in FOLDER.glob("*.pickle"):
        for name, (seconds, lines) in pickle.loads(path.read_bytes()).items():
            for file, line in lines:
                reached.setdefault((os.path.relpath(file, ROOT), line), []).append((seconds, name))
    return reached


def tests_of_line(file: str, line: int, own: str) -> tuple[str, ...]:
    """The tests that reach a line: all of `FIRST`, then the quickest, first of the folder `own`.

    Of a line that runs while its module is imported, the tests that reach its other lines.
    """
    return tuple(_within_the_time(_reaching(file, line), own))


def _reaching(file: str, line: int) -> dict[str, float]:
    tests = _tests().get((file, line))
    if tests is None:
        tests = [
            test for (of, number), found in _tests().items() if of == file and number
            for test in found
        ]  # fmt: skip
    return {name: seconds for seconds, name in tests}


def _within_the_time(tests: dict[str, float], own: str) -> Iterator[str]:
    left = MAX_SECONDS
    first = {name for name in tests if name.startswith(FIRST)}
    yield from sorted(first, key=lambda name: tests[name])
    rest = tests.keys() - first
    for name in sorted(rest, key=lambda name: (not name.startswith(own), tests[name], name)):
        if tests[name] <= left:
            left -= tests[name]
            yield name
