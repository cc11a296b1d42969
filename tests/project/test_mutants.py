"""Mutants can be planted, live in processes of their own, and count only if they are noticed."""

from __future__ import annotations

import builtins
import dis
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import CodeType

import pytest

from tools.mutation.mutant_list import Mutant, mutants, rewrite, rewritten_code

ROOT = Path(__file__).parents[2]


def test_a_mutant_that_dies_for_another_reason_does_not_count_as_found() -> None:
    command = [sys.executable, "-m", "tests.project.mutants_that_end"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_test_that_fails_by_itself_kills_no_mutant(tmp_path: Path) -> None:
    test = tmp_path / "test_it.py"
    test.write_text(
        "import pytest\n\n@pytest.mark.clause('TEMPLE-04')\ndef test_it():\n    assert False\n"
    )
    command = [sys.executable, "-m", "tools.mutation.mutants", "TEMPLE-04", "--tests", str(test)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2, done.stdout
    assert "fail without any mutant" in done.stdout
    assert "test_it" in done.stdout


def globals_of(code: CodeType) -> Iterator[str]:
    """The names that code looks up outside itself."""
    yield from (i.argval for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL")
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from globals_of(inner)


@pytest.mark.parametrize("mutant", mutants(), ids=str)
def test_every_fault_fits_the_source_and_knows_its_names(mutant: Mutant) -> None:
    assert isinstance(mutant.plant, partial)
    if mutant.plant.func is rewrite:
        function, code = rewritten_code(*mutant.plant.args)
        unknown = {*globals_of(code)} - function.__globals__.keys() - vars(builtins).keys()
        assert not unknown, "it would be noticed for the wrong reason"
