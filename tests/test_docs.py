"""Examples in the README and in docstrings are run as they stand."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import tikal

ROOT = Path(__file__).parent.parent


def test_the_readme_tells_the_truth() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 8
    assert result.failed == 0


def test_the_readme_shows_what_the_command_says(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    record = readme.split("```text\n")[1].split("```")[0]
    shown = readme.split("```console\n$ tikal check game.tikal\n")[1].split("```")[0]
    (tmp_path / "game.tikal").write_text(record, "utf-8")
    command = [sys.executable, "-m", "tikal", "check", "game.tikal", "--format", "pretty"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, shown)


def test_the_docstring_of_the_package_tells_the_truth() -> None:
    result = doctest.testmod(tikal)
    assert result.attempted > 0
    assert result.failed == 0


def test_every_public_name_has_a_docstring() -> None:
    for name in tikal.__all__:
        thing = getattr(tikal, name)
        if isinstance(thing, type | FunctionType):
            assert thing.__doc__, name


def test_links_between_our_pages_lead_somewhere() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "spec" / "README.md"]
    pages += sorted((ROOT / "docs").glob("*.md"))
    links = [
        (page, target)
        for page in pages
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8"))
        if "://" not in target
    ]
    assert len(links) >= 3
    for page, target in links:
        assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_demo_runs() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "demo.py"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "TREASURE-03" in done.stdout
