"""The jobs of the guide for continuous integration, run as they are printed there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml

from tests.project.pages import blocks

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guide" / "check-another-engine.md"
#: Stands for pip: the package must be where the job looks for it, with the extra that it names.
PIP = r"""
import sys, tomllib
from pathlib import Path
place, _, extra = sys.argv[2].partition("[")
project = tomllib.loads((Path(place) / "pyproject.toml").read_text())["project"]
assert sys.argv[1] == "install" and extra.rstrip("]") in project["optional-dependencies"], sys.argv
"""


@cache
def section() -> str:
    text = GUIDE.read_text("utf-8")
    return text[text.index("## In continuous integration") : text.index("## What it is asked")]


def steps(name: str) -> list[str]:
    """The commands of a job, by the key of its place."""
    jobs: list[dict[str, Any]] = [
        yaml.safe_load(block.text) for block in blocks(section()) if block.language == "text"
    ]
    if name == "GitHub":
        [job] = [job["jobs"]["conformance"] for job in jobs if "jobs" in job]
        return [step["run"] for step in job["steps"] if "run" in step]
    [job] = [job["conformance"] for job in jobs if "conformance" in job]
    return list(job["script"])


def program(path: Path, *words: object) -> None:
    path.parent.mkdir(exist_ok=True)
    listed = " ".join(f"'{word}'" for word in words)
    path.write_text(f'#!/bin/sh\nexec {listed} "$@"\n', "utf-8")
    path.chmod(0o755)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with the first adapter of the guide, and this checkout within it."""
    [adapter] = [block for block in blocks(GUIDE.read_text("utf-8")) if block.file == "adapter.py"]
    (tmp_path / "adapter.py").write_text(adapter.text, "utf-8")
    (tmp_path / "path" / "to").mkdir(parents=True)
    (tmp_path / "path" / "to" / "checkout").symlink_to(ROOT)
    (tmp_path / "pip.py").write_text(PIP, "utf-8")
    program(tmp_path / "bin" / "tikal", sys.executable, "-m", "tikal")
    program(tmp_path / "bin" / "pip", sys.executable, tmp_path / "pip.py")
    build = f"printf '#!/bin/sh\\nexec {sys.executable} adapter.py\\n' > $@ && chmod +x $@"
    (tmp_path / "Makefile").write_text(f"my-adapter:\n\t{build}\n", "utf-8")
    return tmp_path


def step(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    here = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    words = ["bash", "-e", "-o", "pipefail", "-c", command]
    return subprocess.run(
        words, cwd=folder, capture_output=True, text=True, env={**os.environ, **here}, check=False
    )


@pytest.mark.parametrize("name", ["GitHub", "GitLab"])
def test_a_job_of_the_guide_fails_only_when_the_engine_gets_worse(name: str, project: Path) -> None:
    *setup, check = [each for each in steps(name) if " play " not in each]
    for command in setup:
        done = step(command, project)
        assert done.returncode == 0, done.stderr
    assert step(check, project).returncode == 2  # there is no known.txt yet
    assert step(written_down(" run "), project).returncode == 1
    done = step(check, project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stdout.startswith("{")
    assert len(done.stdout) < 10_000
    badge = json.loads((project / "badge.json").read_text("utf-8"))
    assert re.fullmatch(r"\d+ of \d+ clauses", badge["message"])
    root = ET.parse(project / "tikal.xml").getroot()
    assert (root.get("failures"), root.get("errors")) == ("0", "0")
    assert sum(float(each.get("time", "")) for each in root.iter("testsuite")) > 0
    adapter = project / "adapter.py"
    adapter.write_text(adapter.read_text("utf-8").replace('"camp": 5', '"camp": 4'), "utf-8")
    worse = step(check, project)
    assert worse.returncode == 1
    assert "Worse than known.txt" in worse.stdout


def written_down(way: str) -> str:
    """The command that writes the known failures down."""
    lines = [
        line
        for each in blocks(section())
        if each.language == "sh"
        for line in each.text.splitlines()
    ]
    [command] = [line for line in lines if way in line]
    return command


def test_the_job_that_plays_passes_with_its_known_failures(project: Path) -> None:
    assert step("make my-adapter", project).returncode == 0
    [play] = [each for each in steps("GitHub") if " play " in each]
    write = written_down(" play ")
    assert "--games 4" in play
    assert "--games 4" in write
    assert step(write.replace("--games 4", "--games 1"), project).returncode == 1
    done = step(play.replace("--games 4", "--games 1"), project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (project / "play.jsonl").exists()
    assert [*(project / "found").glob("*.json")]
