"""How a rule is written down: one small pure function per clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

from attrs import frozen

from tikal.errors import Violation

#: What a predicate finds: the sentence and its facts, or None if the clause is kept.
Fault: TypeAlias = tuple[str, dict[str, object]] | None

Situation = TypeVar("Situation", contravariant=True)
Act = TypeVar("Act", contravariant=True)


@frozen
class Rule(Generic[Situation, Act]):
    """One clause as a demand on an act in a situation."""

    clause: str
    test: Callable[[Situation, Act], Fault]

    @property
    def name(self) -> str:
        """What the clause demands, in a few words."""
        return self.test.__name__

    def violation(self, situation: Situation, act: Act) -> Violation | None:
        """The violation of this clause, or None."""
        found = self.test(situation, act)
        return None if found is None else Violation(self.clause, *found)


def demanded_by(
    clause: str,
) -> Callable[[Callable[[Situation, Act], Fault]], Rule[Situation, Act]]:
    """Make a rule of the function that finds the faults against a clause."""
    return lambda test: Rule(clause, test)


def fault(message: str, **facts: object) -> Fault:
    """A fault: a plain sentence with its numbers, and the same facts by key."""
    return message, facts


def count(number: int, thing: str) -> str:
    """A number with its noun: `1 level`, `2 levels`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
