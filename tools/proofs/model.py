"""Proofs: questions that must have no answer, and faults for which they must have one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import frozen

SPEC = Path(__file__).parents[2] / "spec"
#: What the base case is about, in the place of a kind of move.
START: Final = "start"
_MADE: Final = re.compile(r"made\(\(?([a-z_;]+)\)?\)\.")


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
    #: The counterexample that is asked for; empty for the name of the question.
    asks: str = ""
    #: The invariants that this question is about, or single ones of their rules, such as
    #: `DER-11 once` for `broken("DER-11",once)`; empty for the one with the name of the question.
    shows: tuple[str, ...] = ()
    #: Whether it asks about the position, whatever the move.
    of_position: bool = False


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
    missing: str
    #: The files of spec/props that are loaded, without .lp.
    files: tuple[str, ...]
    #: Program text by the name of the case.
    cases: Mapping[str, str]
    #: Questions by the name under which spec/props asks them.
    questions: Mapping[str, Question]
    faults: tuple[Fault, ...]
    #: The kinds of moves that all cases are about; a case may name more as facts `made(Kind)`.
    moves: tuple[str, ...] = ()
    #: The relation that stands for the state after the move.
    after: str = "next"
    quick: bool = True
    #: The cases of a quick run; empty for all.
    quick_cases: tuple[str, ...] = ()

    def moves_of(self, case: str) -> frozenset[str]:
        """The kinds of moves that a case is about."""
        made = _MADE.findall(self.cases[case])
        return frozenset(self.moves) | {kind for words in made for kind in words.split(";")}

    def subject(self, name: str) -> str:
        """The counterexample that a question asks for."""
        return self.questions[name].asks or name

    @property
    def subjects(self) -> tuple[str, ...]:
        """All counterexamples that are asked for."""
        return tuple(dict.fromkeys(map(self.subject, self.questions)))

    @property
    def groups(self) -> tuple[str, ...]:
        """Everything that is asked or assumed."""
        groups = dict.fromkeys(self.subjects)
        for question in self.questions.values():
            groups |= dict.fromkeys(question.given)
        return tuple(groups)
