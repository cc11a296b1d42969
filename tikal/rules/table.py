"""How a rule is written down: one small pure function per clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeAlias, TypeVar

from attrs import frozen

from tikal._quick import draft_of
from tikal.errors import Violation

#: What a predicate finds: a violation but for its clause, or None if the clause is kept.
Fault: TypeAlias = Violation | None

_draft: Final = draft_of(Violation)

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


def demanded_by(
    clause: str,
) -> Callable[[Callable[[Situation, Act], Fault]], Rule[Situation, Act]]:
    """Make a rule of the function that finds the faults against a clause."""
    return lambda test: Rule(clause, test)


def fault(message: str, **facts: object) -> Fault:
    """A fault: a plain sentence with its numbers, and the same facts by key."""
    found = _draft()
    found.message = message
    found.facts = facts
    return found  # type: ignore[no-any-return]  # a draft is a violation


def violations_of(
    rules: tuple[Rule[Situation, Act], ...], situation: Situation, act: Act
) -> list[Violation]:
    """Ask every rule, and put its clause on what it finds."""
    broken = []
    for rule in rules:
        test = rule.test  # taken first, for CPython is slower where it might be a method
        found: Any = test(situation, act)
        if found is not None:
            found.clause = rule.clause
            found.__class__ = Violation  # frozen from here on
            broken.append(found)
    return broken
