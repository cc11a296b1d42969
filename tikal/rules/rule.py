"""The form of a rule: one small pure function per clause."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final, Generic, TypeAlias, TypeVar

from attrs import frozen

from tikal._support.evolve import constructor
from tikal.errors import Violation

#: The result of a predicate: the key of a sentence and its facts; None if the clause is satisfied.
Fault: TypeAlias = tuple[str, dict[str, object]] | None

_violation: Final = constructor(Violation)

Situation = TypeVar("Situation", contravariant=True)
Act = TypeVar("Act", contravariant=True)


@frozen
class Rule(Generic[Situation, Act]):
    """One clause as a demand on an act in a situation."""

    clause: str
    test: Callable[[Situation, Act], Fault]

    @property
    def name(self) -> str:
        """The demand of the clause, in a few words."""
        return self.test.__name__


def demanded_by(
    clause: str,
) -> Callable[[Callable[[Situation, Act], Fault]], Rule[Situation, Act]]:
    """Make a rule of the function that finds the faults against a clause."""
    return lambda test: Rule(clause, test)


def fault(key: str, **facts: object) -> Fault:
    """A fault: the key of its sentence in `tikal.languages`, and everything the sentence needs."""
    return key, facts


def violations_of(
    rules: tuple[Rule[Situation, Act], ...], situation: Situation, act: Act
) -> list[Violation]:
    """Every rule that is broken, with what it finds."""
    broken = []
    for rule in rules:
        test = rule.test  # a local, because CPython calls an attribute as if it were a method
        found = test(situation, act)
        if found is not None:
            key, facts = found
            broken.append(_violation(rule.clause, key, MappingProxyType(facts)))
    return broken


def first_violation(
    rules: tuple[Rule[Situation, Act], ...], situation: Situation, act: Act
) -> Violation | None:
    """The first rule that is broken; the rules after it are not asked."""
    for rule in rules:
        test = rule.test
        found = test(situation, act)
        if found is not None:
            return Violation(rule.clause, *found)
    return None
