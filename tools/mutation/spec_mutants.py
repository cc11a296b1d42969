"""Change every rule of the specification in turn and see whether a test notices.

`python -m tools.mutation.spec_mutants` tries the changes that were made by hand, `--made` also a
sample of those that are made from the syntax tree, `… temples.lp` those of some files.
The tests are those of `tests/formal` that ask the specification, in the extent of `make test`. They
run once without a change, and all their questions and answers are noted. A changed rule that draws
the same conclusions as before in every one of these questions cannot be noticed; where it draws
others, the question is asked again, with the change, and where its answer is another one the tests
that asked are run, until one fails. What goes unnoticed must stand in spec_mutants.toml, with the
reason. The result goes to build/spec-mutants.json.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

import clingo
import pytest
from _pytest.runner import runtestprotocol
from attrs import asdict, frozen

from tests.formal import specification
from tools.mutation.spec_listed import by_hand, listed
from tools.mutation.spec_mutant_list import SpecMutant, chosen, statements
from tools.verify.forks import TIMEOUT, run_forked

ROOT = Path(__file__).parents[2]
RESULT = ROOT / "build" / "spec-mutants.json"
#: The tests that judge, in turns: the next ones are asked about what the first did not notice. The
#: proofs ask the solver in their own way, and are guarded in `tools.proofs`.
TURNS: Final = (("witnesses", "crowded_positions"), ("switches",), ("agreement", "cases"))
JUDGES: Final = [f"tests/formal/test_{name}.py" for turn in TURNS for name in turn]
SECONDS: Final = 120  # a changed rule may have no end
#: An answer with more atoms is about all moves that can be written.
MANY: Final = 5_000
FEW: Final = 8
UNNOTICED, NOTICED = range(2)

Fate = Literal["noticed", "endless", "unnoticed", "out of sight"]
Question: TypeAlias = tuple[str, specification.Parts]


@frozen(eq=False)
class Noted:
    """A question, its answer, and the tests that ask it, the quickest first."""

    question: Question
    answer: frozenset[clingo.Symbol]
    tests: list[pytest.Item]


Touched: TypeAlias = dict[int, list[Noted]]


@frozen
class SpecVerdict:
    """The fate of a mutant."""

    file: str
    line: int
    operator: str
    old: str
    new: str
    fate: Fate
    #: The test that noticed.
    killer: str
    #: In how many questions the changed rule draws other conclusions.
    questions: int


def touching(mutants: Iterable[SpecMutant]) -> str:
    """Rules that show beside the unchanged program which mutants would draw other conclusions.

    A rule with head H becomes `drawn(Rule, Mutant, H)`, with mutant -1 for the rule as it is.
    """
    number = {(s.file, s.span[0]): i for i, s in enumerate(statements())}
    trees = {(s.file, s.span[0]): str(s.tree) for s in statements()}
    keys = dict.fromkeys((m.file, m.span[0]) for m in mutants)
    lines = ["#defined drawn/3.", *(_drawn(trees[key], number[key], -1) for key in keys)]
    for i, mutant in enumerate(mutants):
        key = (mutant.file, mutant.span[0])
        lines += [_drawn(rule, number[key], i) for rule in mutant.new.split("\n") if rule]
    return "\n".join(lines)


def _drawn(rule: str, number: int, mutant: int) -> str:
    head, arrow, body = rule.rstrip(".").partition(" :- ")
    return f"drawn({number},{mutant},{head}){arrow}{body}."


def touched(question: Question, rules: str, owner: list[int]) -> frozenset[int]:
    """The mutants that draw other conclusions in a question; `owner` has the rule of each."""
    facts, parts = question
    control = clingo.Control(["--warn=none"], logger=lambda _code, _message: None)
    control.add("base", [], f"{specification.program()}\n#program base.\n{facts}\n{rules}")
    control.ground([("base", []), *parts])
    found: dict[tuple[int, int], set[clingo.Symbol]] = defaultdict(set)
    with control.solve(yield_=True) as handle:
        for model in handle:
            for atom in control.symbolic_atoms.by_signature("drawn", 3):
                if atom.is_fact or model.contains(atom.symbol):
                    rule, mutant, head = atom.symbol.arguments
                    found[rule.number, mutant.number].add(head)
    nothing: set[clingo.Symbol] = set()
    return frozenset(
        i
        for i, rule_number in enumerate(owner)
        if found.get((rule_number, i), nothing) != found.get((rule_number, -1), nothing)
    )


class Run:
    """A pytest plugin that replaces the run of the tests by a run of the mutants."""

    def __init__(self, mutants: list[SpecMutant]) -> None:
        self.mutants = mutants
        self.verdicts: list[SpecVerdict] = []
        self.unsound: list[str] = []
        self.questions = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Note the questions of the tests, and try every mutant where it matters."""
        waiting = {*range(len(self.mutants))}
        asked = Counter[int]()
        for turn in TURNS:
            if not waiting:
                break
            files = tuple(f"test_{name}.py" for name in turn)
            noted = self._note([item for item in session.items if item.path.name in files])
            if self.unsound:
                return True
            touching = self._touched(noted, sorted(waiting))
            asked.update({number: len(several) for number, several in touching.items()})

            def judge(number: int, touching: Touched = touching) -> int:
                return _judge(self.mutants[number], touching[number])

            started = time.monotonic()
            ended = run_forked([*touching], judge, SECONDS)
            for done, (number, pid, code) in enumerate(ended, start=1):
                _progress(done, len(touching), started)
                if code not in (UNNOTICED, NOTICED, TIMEOUT):
                    raise RuntimeError(f"{self.mutants[number]} could not be judged: {code}")
                if code != UNNOTICED:
                    waiting.remove(number)
                    self._add(number, asked[number], pid, code)
        for number in sorted(waiting):
            self._add(number, asked[number], 0, UNNOTICED)
        return True

    def _note(self, items: list[pytest.Item]) -> list[Noted]:
        """The questions of these tests, with their answers."""
        asked: dict[tuple[str, str], dict[int, None]] = defaultdict(dict)
        answers: dict[tuple[str, str], tuple[Question, frozenset[clingo.Symbol]]] = {}
        seconds: list[float] = []
        unrecorded = specification.solve

        def recorded(facts: str, parts: specification.Parts) -> list[clingo.Symbol]:
            ordered = " ".join(sorted(facts.split(" ")))
            key = (ordered, str(parts))
            found = unrecorded(facts, parts)
            answers[key] = ((ordered, parts), frozenset(found))
            asked[key][len(seconds)] = None
            return found

        specification.solve = recorded
        for item in items:
            began = time.process_time()
            reports = runtestprotocol(item, log=False, nextitem=None)
            seconds.append(time.process_time() - began)
            self.unsound += [item.nodeid for report in reports if report.failed]
        specification.solve = unrecorded
        self.questions += len(answers)
        return [
            Noted(*answers[key], [items[i] for i in sorted(numbers, key=seconds.__getitem__)])
            for key, numbers in asked.items()
        ]

    def _touched(self, noted: list[Noted], waiting: list[int]) -> Touched:
        """For each mutant the questions in which it draws other conclusions."""
        number = {(s.file, s.span[0]): i for i, s in enumerate(statements())}
        mutants = [self.mutants[i] for i in waiting]
        owner = [number[m.file, m.span[0]] for m in mutants]
        rules = touching(mutants)
        found: Touched = defaultdict(list)
        started = time.monotonic()
        for done, one in enumerate(noted, start=1):
            for place in sorted(touched(one.question, rules, owner)):
                found[waiting[place]].append(one)
            if done % 50 == 0 or done == len(noted):
                passed = time.monotonic() - started
                print(f"{done}/{len(noted)} questions, {passed:.0f} s", flush=True)
        return found

    def _add(self, number: int, asked: int, pid: int, code: int) -> None:
        mutant = self.mutants[number]
        fate: Fate = "unnoticed" if asked else "out of sight"
        if code == TIMEOUT:
            fate = "endless"
        elif code != UNNOTICED:
            fate = "noticed"
        fields = (mutant.file, mutant.line, mutant.operator, mutant.old, mutant.new)
        verdict = SpecVerdict(*fields, fate, _take_note(pid), asked)
        self.verdicts.append(verdict)
        print(f"{fate}: {mutant} {verdict.killer}", flush=True)


def _note_of(pid: int) -> Path:
    return RESULT.parent / f"spec-mutant-{pid}.txt"


def _take_note(pid: int) -> str:
    note = _note_of(pid)
    text = note.read_text() if note.exists() else ""
    note.unlink(missing_ok=True)
    return text


def planted(mutant: SpecMutant) -> str:
    """The whole program with the change."""
    return "\n".join(
        f"#program base.\n{mutant.text() if path.name == mutant.file else path.read_text('utf-8')}"
        for path in sorted(specification.RULES.glob("*.lp"))
    )


def _judge(mutant: SpecMutant, touching: list[Noted]) -> int:
    """Whether a test fails; a note says which."""
    text = planted(mutant)
    setattr(specification, "program", lambda: text)  # noqa: B010 - it is cached, this is not
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    tried = set[str]()
    for one in _in_order(touching):
        if _answer(one.question) == one.answer:
            continue
        for item in one.tests:
            if item.nodeid not in tried and _fails(item):
                _note_of(os.getpid()).write_text(item.nodeid)
                return NOTICED
            tried.add(item.nodeid)
    return UNNOTICED


def _in_order(noted: list[Noted]) -> Iterator[Noted]:
    """First some short answers, which are quick, then some long ones, which tell much, then all."""
    short = [one for one in noted if len(one.answer) < MANY]
    some = short[:: len(short) // FEW + 1]
    long = [one for one in noted if len(one.answer) >= MANY]
    yield from some
    yield from long[:FEW]
    yield from (one for one in short if one not in some)
    yield from long[FEW:]


def _answer(question: Question) -> frozenset[clingo.Symbol] | None:
    try:
        return frozenset(specification.solve(*question))
    except (RuntimeError, specification.SpecificationError):
        return None


def _fails(item: pytest.Item) -> bool:
    module = sys.modules[item.module.__name__]  # type: ignore[attr-defined]
    if remembered := getattr(module, "_answer", None):
        remembered.cache_clear()
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _progress(done: int, total: int, started: float) -> None:
    if sys.stdout.isatty() or done % 100 == 0 or done == total:
        rate = done / (time.monotonic() - started)
        left = (total - done) / rate
        print(f"{done}/{total} mutants, {rate:.1f} a second, {left:.0f} s left", flush=True)


def run(mutants: list[SpecMutant]) -> Run:
    """Try these mutants."""
    RESULT.parent.mkdir(exist_ok=True)
    plugin = Run(mutants)
    options = ["-qq", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header"]
    with contextlib.chdir(ROOT):
        pytest.main([*options, *JUDGES], plugins=[plugin])
    return plugin


def main(arguments: list[str]) -> int:
    """Run the mutants and compare those that go unnoticed with the list."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutation.spec_mutants", description=__doc__
    )
    parser.add_argument("files", nargs="*", help="files such as temples.lp; all if none is named")
    parser.add_argument("--made", action="store_true", help="also those made from the syntax")
    wanted = parser.parse_args(arguments)
    every = (*by_hand(), *(chosen() if wanted.made else ()))
    mutants = [m for m in every if not wanted.files or m.file in wanted.files]
    result = run(mutants)
    if result.unsound or not result.verdicts:
        print(f"these tests fail without any change: {', '.join(result.unsound)}")
        return 2
    RESULT.write_text(json.dumps([asdict(v) for v in result.verdicts], indent=1) + "\n")
    problems = [*judged(result.verdicts, listed(), is_all=wanted.made and not wanted.files)]
    fates = Counter(verdict.fate for verdict in result.verdicts)
    print(
        f"{len(mutants)} mutants, {result.questions} questions: "
        + ", ".join(f"{n} {f}" for f, n in fates.items())
    )
    print("\n".join(problems))
    return 1 if problems else 0


def judged(
    verdicts: Iterable[SpecVerdict], reasons: Mapping[str, str], *, is_all: bool
) -> Iterator[str]:
    """What is unnoticed and not listed; what is listed and noticed, or is no mutant at all."""
    names = set[str]()
    for verdict in verdicts:
        names.add(name := f"{verdict.file}: {verdict.old} -> {verdict.new or 'nothing'}")
        alive = verdict.fate in ("unnoticed", "out of sight")
        if alive and name not in reasons:
            yield f"{verdict.fate}: {name}"
        if not alive and name in reasons:
            yield f"listed, but noticed by {verdict.killer}: {name}"
    if is_all:
        yield from (f"listed, but not made: {name}" for name in reasons if name not in names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
