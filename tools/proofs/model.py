"""Proofs: questions that must have no answer, and faults for which they must have one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

SPEC = Path(__file__).parents[2] / "spec"


class ProofError(Exception):
    """The machinery does not fit the rules: clingo complains, or a fault cannot be planted."""


@frozen
class Question:
    """Something that must not happen."""

    title: str
    #: The invariants that the state is assumed to satisfy.
    given: tuple[str, ...] = ()
    #: The cases in which it is asked; empty for all.
    cases: tuple[str, ...] = ()
    #: How many answers there are; None if there must be none.
    answers: int | None = None


@frozen
class Fault:
    """A change to one file for which a question must have an answer."""

    title: str
    #: Below spec, such as rules/turns.lp.
    file: str
    #: Text that occurs once in the file, and what replaces it.
    old: str
    new: str
    question: str
    case: str


@frozen
class Proof:
    """Questions about one generator, with what is and is not shown."""

    key: str
    title: str
    clauses: tuple[str, ...]
    asked: str
    bounds: str
    missing: str
    #: The files of spec/props that are loaded, without .lp.
    files: tuple[str, ...]
    #: Program text by the name of the case.
    cases: Mapping[str, str]
    #: Questions by the name under which spec/props asks them.
    questions: Mapping[str, Question]
    faults: tuple[Fault, ...]
    #: The relation that stands for the state after the move.
    after: str = "next"
    quick: bool = True
    #: The cases of a quick run; empty for all.
    quick_cases: tuple[str, ...] = ()

    @property
    def groups(self) -> tuple[str, ...]:
        """Everything that is asked or assumed."""
        groups = dict.fromkeys(self.questions)
        for question in self.questions.values():
            groups |= dict.fromkeys(question.given)
        return tuple(groups)
