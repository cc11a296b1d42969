"""The rooms of the package: what a command loads, and which part may know which."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tikal.notation import documents, records

ROOT = Path(__file__).parents[2]
#: What the simplest command has no use for.
NOT_FOR_CHECK = (
    "multiprocessing", "concurrent", "subprocess", "cattrs", "jsonschema", "tikal.conformance",
    "tikal.pictures.svg", "tikal.notation.documents.positions", "tikal.notation.documents.schemas",
    "tikal.notation.documents.parsing", "tikal.law",
)  # fmt: skip

LOADED = """
import json, runpy, sys
try:
    runpy.run_module("tikal", run_name="__main__")
except SystemExit as end:
    print(json.dumps([end.code, sorted(sys.modules)]), file=sys.stderr)
"""
REFUSED = "edition: legend-classic\nplayers: 2\n\ndraw A3; place b3 r3; deploy W a1; uncover b1\n"


def loaded_by(*arguments: str) -> tuple[int, list[str]]:
    """The exit code of a command in a fresh interpreter, and the modules it has loaded."""
    command = [sys.executable, "-c", LOADED, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    code, modules = json.loads(done.stderr.splitlines()[-1])
    return code, modules


def loaded_by_import(module: str) -> list[str]:
    """The modules that an import loads in a fresh interpreter."""
    code = f"import json, sys, {module}; print(json.dumps(sorted(sys.modules)))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    modules: list[str] = json.loads(done.stdout)
    return modules


def within(names: tuple[str, ...], modules: list[str]) -> list[str]:
    return [each for each in modules for name in names if f"{each}.".startswith(f"{name}.")]


@pytest.mark.parametrize("form", ["json", "pretty"])
def test_check_loads_no_more_than_it_needs(tmp_path: Path, form: str) -> None:
    game = tmp_path / "game.tikal"
    game.write_text(REFUSED, "utf-8")
    code, modules = loaded_by("check", str(game), "--format", form)
    assert code == 1
    assert within((*NOT_FOR_CHECK, "tikal.notation.documents.records"), modules) == []
    assert (within(("tikal.pictures",), modules) == []) is (form == "json")


def test_check_of_json_loads_what_reads_json_and_nothing_else(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    game.write_text(documents.dumps(records.loads(REFUSED)), "utf-8")
    code, modules = loaded_by("check", str(game))
    assert code == 1
    reads_json = "tikal.notation.documents.parsing"
    assert within(NOT_FOR_CHECK, modules) == [reads_json]
    assert "tikal.notation.documents.records" in modules


def imports(file: Path) -> list[str]:
    """The modules that a file imports, those inside of functions too."""
    found: list[str] = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


CONTRACT = "package-alone"


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Hold the package in a folder to the contract that it is alone, as `make imports` does."""
    linter = Path(sys.executable).with_name("lint-imports")
    config = ("--config", ROOT / "pyproject.toml", "--contract", CONTRACT, "--no-cache")
    variables = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        [linter, *config], cwd=folder, env=variables, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(
    find_spec("importlinter") is None, reason="import-linter: needs what make dev installs"
)
@pytest.mark.parametrize("target", ["", "tests.engines.base", "tools.selfreport", "tools"])
def test_the_contract_refuses_a_package_that_imports_tests_or_tools(
    target: str, tmp_path: Path
) -> None:
    module = tmp_path / "tikal" / "rules" / "camps.py"
    module.parent.mkdir(parents=True)
    for folder in (tmp_path / "tikal", module.parent):
        (folder / "__init__.py").write_text("", "utf-8")
    inside_a_function = f"    import {target}\n" if target else "    import json\n"
    module.write_text(f"def late() -> None:\n{inside_a_function}", "utf-8")
    done = lint_imports(tmp_path)
    assert done.returncode == bool(target), done.stdout + done.stderr
    refused = f"tikal.rules.camps -> {target.split('.')[0]} (l.2)"
    assert (refused in done.stdout) is bool(target), done.stdout
