"""The predicates and the formal rules of a clause."""

from __future__ import annotations

import inspect
import re
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from tikal._support.resources import specification
from tikal.engine import TABLE
from tikal.law.registry import clause
from tikal.rules import order
from tikal.rules.rule import Rule
from tikal.state import NEW_GAME_CLAUSES, new_game


@frozen
class Place:
    """A function or a block of rules, and the file and line where it begins."""

    file: str
    line: int
    name: str
    text: str


@cache
def _predicates() -> dict[str, tuple[Place, ...]]:
    tabled = dict.fromkeys(rule for row in TABLE.values() for rule in row.rules)
    # rules take different situations and moves; here only their functions matter
    every: list[Rule[Any, Any]] = [*tabled, *order.SEQUENCE, *order.OUT_OF_TURN]
    found: dict[str, list[Place]] = {}
    for rule in every:
        found.setdefault(rule.clause, []).append(_place(rule.test))
    for id_ in NEW_GAME_CLAUSES:
        found.setdefault(id_, []).append(_place(new_game))
    return {id_: tuple(places) for id_, places in found.items()}


def _place(function: object) -> Place:
    assert inspect.isfunction(function)
    lines, number = inspect.getsourcelines(function)
    file = "tikal/" + Path(inspect.getfile(function)).as_posix().rsplit("/tikal/", 1)[1]
    return Place(file, number, function.__name__, "".join(lines))


def predicates(id_: str) -> tuple[Place, ...]:
    """The functions that refuse moves by this clause, one per layer."""
    clause(id_)
    return _predicates().get(id_, ())


@cache
def _formal() -> tuple[Place, ...]:
    """The formal rules as blocks, each a comment and the rules below it."""
    blocks = []
    files = specification().joinpath("rules").iterdir()
    for path in sorted((f for f in files if f.name.endswith(".lp")), key=lambda f: f.name):
        lines = path.read_text("utf-8").splitlines()
        start = 0
        for number in range(len(lines) + 1):
            if number == len(lines) or not lines[number].strip():
                text = "\n".join(lines[start:number])
                if text.strip():
                    blocks.append(Place(f"spec/rules/{path.name}", start + 1, path.name, text))
                start = number + 1
    return tuple(blocks)


def formal_rules(id_: str) -> tuple[Place, ...]:
    """The blocks of the formal specification that name this clause."""
    clause(id_)
    return tuple(block for block in _formal() if re.search(rf"\b{re.escape(id_)}\b", block.text))
