"""The JavaScript modules of the page in node, without a browser: `modules/*.test.mjs`.

The document is one of our own (`document.mjs`), the library answers in a process beside it.
`python -m tests.page.test_modules` renews `modules/shown.txt`, codes of what the page shows.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

HERE: Final = Path(__file__).parent / "modules"
ROOT: Final = HERE.parents[2]
FILES: Final = sorted(path.name for path in HERE.glob("*.test.mjs"))
NODE: Final = shutil.which("node")


def _has_a_runner() -> bool:
    """Whether node is here with its own test runner, and knows all that the tests use."""
    if not NODE:
        return False
    shown = subprocess.run([NODE, "--version"], capture_output=True, text=True).stdout
    found = re.match(r"v(\d+)\.", shown)
    return found is not None and int(found[1]) >= 20


needs_node = pytest.mark.skipif(not _has_a_runner(), reason="node 20 or later is not installed")


def run(*files: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run files of tests, one process for each."""
    assert NODE
    return subprocess.run(
        [NODE, "--test", "--test-reporter=spec", *(str(HERE / name) for name in files)],
        cwd=ROOT,
        env={**os.environ, "TIKAL_PYTHON": sys.executable, "NO_COLOR": "1", **environment},
        capture_output=True,
        text=True,
    )


@needs_node
@pytest.mark.parametrize("file", FILES)
def test_the_modules_of_the_page_do_what_they_should(file: str) -> None:
    done = run(file)
    assert done.returncode == 0, f"{done.stdout[-8000:]}\n{done.stderr[-2000:]}"
    passed = re.search(r"^. pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed, done.stdout
    assert int(passed[1]) > 0


def test_every_module_of_the_page_is_loaded_by_a_test() -> None:
    texts = "".join(path.read_text("utf-8") for path in HERE.glob("*.mjs"))
    static = ROOT / "tikal" / "page" / "static"
    missing = set()
    for path in static.glob("*.js"):
        imported = f'"./{path.name}"'
        by_others = any(imported in other.read_text("utf-8") for other in static.glob("*.js"))
        if f'"{path.name}"' not in texts and not by_others:
            missing.add(path.name)
    assert not missing


if __name__ == "__main__":
    (HERE / "shown.txt").touch()
    written = run("shown.test.mjs", TIKAL_WRITE="1")
    print(written.stdout, written.stderr, sep="\n")
    sys.exit(written.returncode)
