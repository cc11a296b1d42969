"""Wrong rules, each of which the tests of its own clause must notice.

For every predicate there is an engine without it and one in which it always fires; for every
effect and order of events there is at least one hand-made fault, listed in mutants.toml.
"""

from __future__ import annotations

import importlib
import inspect
import textwrap
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from attrs import evolve, frozen

from tikal import moves
from tikal.engine import TABLE
from tikal.rules import order
from tikal.rules.rule import Rule, fault


@frozen
class Mutant:
    """One fault: the clause it is against, what is wrong, and how to plant it in this process."""

    clause: str
    fault: str
    plant: Callable[[], None]

    def __str__(self) -> str:
        return f"{self.clause}: {self.fault}"


# --- faults in predicates ----------------------------------------------------------------------


def _replace(rule: Rule[Any, Any], new: tuple[Rule[Any, Any], ...]) -> None:
    """Replace a rule by others, or by none, wherever it is listed."""

    def with_others(rules: tuple[Rule[Any, Any], ...]) -> tuple[Rule[Any, Any], ...]:
        return tuple(r for old in rules for r in (new if old is rule else (old,)))

    for kind, row in TABLE.items():
        TABLE[kind] = evolve(row, rules=with_others(row.rules))
    # the tuples are constants; a mutant is the one thing that may replace them
    order.SEQUENCE = with_others(order.SEQUENCE)  # type: ignore[misc]
    order.OUT_OF_TURN = with_others(order.OUT_OF_TURN)  # type: ignore[misc]
    order._out_of_sequence.cache_clear()


def _always(rule: Rule[Any, Any]) -> Rule[Any, Any]:
    return Rule(rule.clause, lambda _situation, _act: fault(f"{rule.clause}/always"))


def _predicates() -> Iterator[Mutant]:
    tabled = dict.fromkeys(rule for row in TABLE.values() for rule in row.rules)
    every: list[Rule[Any, Any]] = [*tabled, *order.SEQUENCE, *order.OUT_OF_TURN]
    for rule in every:
        yield Mutant(rule.clause, f"{rule.name} is dropped", partial(_replace, rule, ()))
        fires = partial(_replace, rule, (_always(rule),))
        yield Mutant(rule.clause, f"{rule.name} always fires", fires)


# --- faults in the source ----------------------------------------------------------------------


def rewrite(target: str, old: str, new: str) -> None:
    """Change the source of a function and swap in the new code, so that every reference sees it."""
    function, code = rewritten_code(target, old, new)
    function.__code__ = code


def rewritten_code(target: str, old: str, new: str) -> tuple[FunctionType, CodeType]:
    """A function, and its code after replacing `old`, which its source must contain once."""
    module_name, path = target.split(":")
    module = importlib.import_module(module_name)
    function: Any = module
    for name in path.split("."):
        function = getattr(function, name)
    function = getattr(function, "test", function)  # a rule holds its function
    if hasattr(function, "cache_clear"):
        function.cache_clear()
        function = inspect.unwrap(function)
    assert isinstance(function, FunctionType)
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(old) == 1, f"{target}: {source.count(old)} times {old!r}"
    names: dict[str, Any] = {}
    code = "from __future__ import annotations\n" + source.replace(old, new)
    decorators = {"demanded_by": lambda _clause: lambda f: f}
    exec(compile(code, f"<mutant of {target}>", "exec"), {**vars(module), **decorators}, names)
    return function, inspect.unwrap(names[function.__name__]).__code__


def _set_price(kind: str, price: int) -> None:
    getattr(moves, kind).price = price


def _set_constant(target: str, value: object) -> None:
    module, name = target.split(":")
    setattr(importlib.import_module(f"tikal.{module}"), name, value)


def _faults() -> Iterator[Mutant]:
    for entry in tomllib.loads(Path(__file__).with_name("mutants.toml").read_text("utf-8"))[
        "mutant"
    ]:
        new = entry["new"]
        if "price" in entry:
            plant = partial(_set_price, entry["price"], new)
        elif "constant" in entry:
            value = tuple(new) if isinstance(new, list) else new
            plant = partial(_set_constant, entry["constant"], value)
        else:
            plant = partial(rewrite, f"tikal.{entry['where']}", entry["old"], new)
        yield Mutant(entry["clause"], entry["fault"], plant)


def mutants() -> tuple[Mutant, ...]:
    """All mutants."""
    return (*_predicates(), *_faults())
