"""Change every rule of the specification in turn and see whether a test notices.

`python -m tools.mutation.spec_mutants` tries the changes that were made by hand, `--made` also a
sample of those that are made from the syntax tree, `… temples.lp` those of some files.
The tests are those of `tests/formal` that ask the specification, in the extent of `make test`. They
run once without a change, and all their questions are noted. A changed rule that draws the same
conclusions as before in every one of these questions cannot be noticed; where it draws others, the
tests that asked are run again, with the change, until one fails. What goes unnoticed must stand in
spec_mutants.toml, with the reason. The result goes to build/spec-mutants.json.
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
UNNOTICED, NOTICED = range(2)

Fate = Literal["noticed", "endless", "unnoticed", "out of sight"]
Question: TypeAlias = tuple[str, specification.Parts]
Touched: TypeAlias = dict[int, list[pytest.Item]]


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
    #: In how many tests the changed rule draws other conclusions.
    tests: int


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
        tests = Counter[int]()
        for turn in TURNS:
            files = tuple(f"test_{name}.py" for name in turn)
            judges = [item for item in session.items if item.path.name in files]
            asked, seconds = self._note(judges)
            if self.unsound:
                return True
            items = self._touched(judges, asked, seconds, sorted(waiting))
            tests.update({number: len(several) for number, several in items.items()})

            def judge(number: int, items: Touched = items) -> int:
                return _judge(self.mutants[number], items[number])

            started = time.monotonic()
            ended = run_forked([*items], judge, SECONDS)
            for done, (number, pid, code) in enumerate(ended, start=1):
                _progress(done, len(items), started)
                if code != UNNOTICED:
                    waiting.remove(number)
                    self._add(number, tests[number], pid, code)
        for number in sorted(waiting):
            self._add(number, tests[number], 0, UNNOTICED)
        return True

    def _note(
        self, items: list[pytest.Item]
    ) -> tuple[list[tuple[Question, list[int]]], dict[str, float]]:
        """The tests that ask each question, and how long each test takes."""
        asked: dict[tuple[str, str], list[int]] = defaultdict(list)
        texts: dict[tuple[str, str], Question] = {}
        seconds: dict[str, float] = {}
        unrecorded = specification.solve
        current = 0

        def recorded(facts: str, parts: specification.Parts) -> list[clingo.Symbol]:
            ordered = " ".join(sorted(facts.split(" ")))
            key = (ordered, str(parts))
            texts[key] = (ordered, parts)
            if current not in asked[key]:
                asked[key].append(current)
            return unrecorded(facts, parts)

        specification.solve = recorded
        for current, item in enumerate(items):  # noqa: B007
            began = time.perf_counter()
            reports = runtestprotocol(item, log=False, nextitem=None)
            seconds[item.nodeid] = time.perf_counter() - began
            self.unsound += [item.nodeid for report in reports if report.failed]
        specification.solve = unrecorded
        self.questions += len(texts)
        return [(texts[key], numbers) for key, numbers in asked.items()], seconds

    def _touched(
        self,
        items: list[pytest.Item],
        asked: list[tuple[Question, list[int]]],
        seconds: dict[str, float],
        waiting: list[int],
    ) -> Touched:
        """For each mutant the tests with a question in which it matters."""
        number = {(s.file, s.span[0]): i for i, s in enumerate(statements())}
        mutants = [self.mutants[i] for i in waiting]
        owner = [number[m.file, m.span[0]] for m in mutants]
        rules = touching(mutants)
        found: dict[int, dict[int, None]] = defaultdict(dict)
        started = time.monotonic()
        for done, (question, askers) in enumerate(asked, start=1):
            for place in touched(question, rules, owner):
                found[waiting[place]].update(dict.fromkeys(askers))
            if done % 50 == 0 or done == len(asked):
                passed = time.monotonic() - started
                print(f"{done}/{len(asked)} questions, {passed:.0f} s", flush=True)

        def ordered(numbers: Iterable[int]) -> list[pytest.Item]:
            return sorted((items[i] for i in numbers), key=lambda item: seconds[item.nodeid])

        return {number: ordered(numbers) for number, numbers in found.items()}

    def _add(self, number: int, tests: int, pid: int, code: int) -> None:
        mutant = self.mutants[number]
        fate: Fate = "unnoticed" if tests else "out of sight"
        if code == TIMEOUT:
            fate = "endless"
        elif code != UNNOTICED:
            fate = "noticed"
        fields = (mutant.file, mutant.line, mutant.operator, mutant.old, mutant.new)
        verdict = SpecVerdict(*fields, fate, _take_note(pid), tests)
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


def _judge(mutant: SpecMutant, items: list[pytest.Item]) -> int:
    """Whether a test fails; a note says which."""
    text = planted(mutant)
    setattr(specification, "program", lambda: text)  # noqa: B010 - it is cached, this is not
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    for item in items:
        module = sys.modules[item.module.__name__]  # type: ignore[attr-defined]
        for name in ("_answer",):
            if remembered := getattr(module, name, None):
                remembered.cache_clear()
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
            _note_of(os.getpid()).write_text(item.nodeid)
            return NOTICED
    return UNNOTICED


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
