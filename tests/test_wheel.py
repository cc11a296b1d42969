"""The wheel works on its own: built, installed in an empty environment, used outside the tree."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

USE = """
import pathlib, sys, tikal
assert "site-packages" in tikal.__file__, tikal.__file__
state = tikal.new_game(players=3)
assert tikal.path_cost(state, "a2", "b1") == 4
replay = tikal.play(state, tikal.random_policy, seed=1)
assert replay.state.phase == "over"
assert pathlib.Path(tikal.__file__).with_name("py.typed").exists()
assert tikal.clause("CAMP-03").rulings == ("Q-24", "Q-28")
assert len(tikal.clauses()) == 194 and tikal.ruling("Q-37").clauses
from tikal.clauses import index
assert len(index.predicates("TURN-02")) == 2 and index.formal_rules("TEMPLE-04")
assert len(index.tests("TEMPLE-04")) > 3
assert (pathlib.Path(tikal.__file__).parent / "_spec" / "rules" / "temples.lp").exists()
print("works", tikal.__version__)
"""


def run(*command: str | Path, cwd: Path) -> str:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=clean, text=True, capture_output=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.kept_report
def test_the_wheel_works_in_an_empty_environment(tmp_path: Path) -> None:
    build = ("-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path / "dist", ROOT)
    run(sys.executable, *build, cwd=tmp_path)
    [wheel] = (tmp_path / "dist").glob("tikal_rules-*.whl")
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    python = tmp_path / "venv" / "bin" / "python"
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, wheel, cwd=tmp_path)
    assert run(python, "-c", USE, cwd=tmp_path).startswith("works")
    run(*pip, f"{wheel}[cli]", cwd=tmp_path)
    _make_reports(tmp_path, tmp_path / "venv" / "bin" / "tikal", python)


def _make_reports(folder: Path, tikal: Path, python: Path) -> None:
    """Cases, pages and the last report on the library travel in the wheel."""
    shown = run(tikal, "conformance", "self", "--format", "pretty", "-o", "self.html", cwd=folder)
    assert "Conformance of this library" in shown
    page = (folder / "self.html").read_text("utf-8")
    assert all(f'id="{clause}"' in page for clause in ("CAMP-03", "TEMPLE-04"))
    adapter = ("--", python, "-m", "tikal.conformance.kit.adapter")
    shown = run(tikal, "conformance", "run", "--only", "witness", *adapter, cwd=folder)
    assert '"failed":0' in shown
    game = ROOT / "examples" / "basic.tikal"
    run(tikal, "audit", game, "-o", "games.html", cwd=folder)
    assert "basic.tikal" in (folder / "games.html").read_text("utf-8")
