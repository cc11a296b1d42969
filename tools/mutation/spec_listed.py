"""Mutants of the specification made by hand, and those that no test can notice, with reasons."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from tools.mutation.spec_mutant_list import RULES, SpecMutant, statements_of

_FILE: Final = Path(__file__).with_name("spec_mutants.toml")


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text("utf-8"))


def listed() -> dict[str, str]:
    """Why a mutant goes unnoticed, by the mutant as text."""
    found: dict[str, str] = {}
    for group in _read().get("unnoticed", ()):
        for mutant in group["mutants"]:
            if mutant in found:
                raise ValueError(f"{_FILE.name} lists twice: {mutant}")
            found[mutant] = group["reason"]
    return found


def by_hand() -> tuple[SpecMutant, ...]:
    """The mutants of the file; each replaces one rule, which must be there."""
    return tuple(_mutant(entry) for entry in _read()["by_hand"])


def titled() -> dict[str, SpecMutant]:
    """The same by title."""
    return {entry["title"]: _mutant(entry) for entry in _read()["by_hand"]}


def _mutant(entry: dict[str, str]) -> SpecMutant:
    file, old = entry["file"], entry["old"].strip()
    text = (RULES / file).read_text("utf-8")
    for statement in statements_of(file, text):
        if text[slice(*statement.span)] == old:
            new = entry["new"].strip()
            return SpecMutant(
                file, statement.line, "by hand", str(statement.tree), new, statement.span
            )
    raise ValueError(f"{file} has no rule {old}")
