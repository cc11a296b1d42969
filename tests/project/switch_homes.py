"""What a switch leaves to other files: a check for each names the file and what it lacks.

A field of `Edition` says what a switch is, and everything that follows from it is computed. Its
rule in Python, C and logic, the ruling behind it, its translations and its tests cannot be. The
checks read a tree of the project, this one or a copy.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import clingo
from attrs import field, frozen

from tikal.languages import LANGUAGES, path_of
from tools.generate.vocabulary import rules_that_read

ROOT: Final = Path(__file__).parents[2]
MODEL: Final = "tikal/editions/model.py"
PREDICATES: Final = "tikal/rules"
#: Where a game begins: the one predicate that is no row of the table of rules.
NEW_GAME: Final = "tikal/state.py"
ENGINE: Final = "tikal/fast/src"
LOGIC: Final = "spec/rules"
FLUENTS: Final = "spec/rules/switches.lp"
RULINGS: Final = "spec/rulings"
CLAUSES: Final = "spec/clauses"
DIFFERENCES: Final = "spec/clauses/differences.toml"
GROUNDS: Final = "spec/grounds.toml"
NOT_GROUNDS: Final = "tests/law/test_grounds.py"
TESTS: Final = ("tests/formal/test_switches.py", "tests/properties/test_switches.py")
GUIDE: Final = "docs/guide/house-rules.md"
#: What a command writes, with the command.
GENERATED: Final = {
    "spec/schemas/position-1.json": "python -m tools.generate.schemas",
    "spec/schemas/cases-1.json": "python -m tools.generate.schemas",
    "spec/README.md": "python -m tools.generate.vocabulary",
}


@frozen
class Declared:
    """A switch as its field declares it."""

    name: str
    #: As JSON has them, with their text: true and `yes`.
    values: tuple[tuple[Any, str], ...]
    ranked: bool
    belongs_to: tuple[str, ...]
    clauses: tuple[str, ...]

    @property
    def rulings(self) -> list[str]:
        """The rulings that it plays."""
        return [id_ for id_ in self.belongs_to if id_.startswith("Q-")]

    def fluents(self) -> dict[str, str]:
        """The fluents that the logic has for it, each with its group."""
        texts = [str(value).replace("-", "_") for value, _ in self.values]
        if self.ranked:
            places = range(1, len(texts) + 1)
            return {f"{self.name}({i},{text})": "ranked" for i in places for text in texts}
        if all(isinstance(value, bool) for value, _ in self.values):
            return {self.name: "flag"}
        return {f"{self.name}({text})": self.name for text in texts}


@frozen
class Tree:
    """A tree of the project, with the switches that it declares."""

    root: Path
    switches: tuple[Declared, ...] = field(repr=False)

    @classmethod
    def at(cls, root: Path) -> Tree:
        """The tree as it is now."""
        return cls(root, _declared(root, (root / MODEL).read_text("utf-8")))

    def text(self, path: str) -> str:
        """A file."""
        return (self.root / path).read_text("utf-8")

    def files(self, folder: str, pattern: str) -> dict[str, str]:
        """The files of a folder by their path."""
        found = sorted((self.root / folder).glob(pattern))
        return {f"{folder}/{path.name}": path.read_text("utf-8") for path in found}

    def entries(self, folder: str, kind: str) -> dict[str, tuple[str, dict[str, Any]]]:
        """The entries of a registry by id, each with its file."""
        return {
            entry["id"]: (path, entry)
            for path, text in self.files(folder, "*.toml").items()
            for entry in tomllib.loads(text).get(kind, ())
        }

    def about(self, folder: str, pattern: str, switch: Declared) -> str:
        """The files of a folder that name a clause of a switch: where its rule belongs."""
        found = [
            path
            for path, text in self.files(folder, pattern).items()
            if any(id_ in text for id_ in switch.clauses)
        ]
        return " or ".join(found) or folder


_DECLARED: Final = """
import json
from tikal.editions import SWITCHES
print(json.dumps([
    [s.name, [[v, s.text((v,)) if s.ranked else s.text(v)] for v in s.values], s.ranked,
     s.belongs_to, s.clauses] for s in SWITCHES
]))
"""


@cache
def _declared(root: Path, model: str) -> tuple[Declared, ...]:
    """The switches of a tree, from an interpreter of its own; `model` is the key of the cache."""
    done = subprocess.run(
        [sys.executable, "-c", _DECLARED],
        cwd=root, env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, check=True,
        text=True,
    )  # fmt: skip
    return tuple(
        Declared(name, tuple((v, t) for v, t in values), ranked, tuple(belongs_to), tuple(clauses))
        for name, values, ranked, belongs_to, clauses in json.loads(done.stdout)
    )


#: Gives a sentence for everything that is missing in a tree.
Check: TypeAlias = Callable[[Tree], Iterator[str]]
CHECKS: Final[list[Check]] = []


def check(function: Check) -> Check:
    """Add a check to the list."""
    CHECKS.append(function)
    return function


def missing(tree: Tree) -> list[str]:
    """What all checks say."""
    return [sentence for function in CHECKS for sentence in function(tree)]


# --- the declaration ---------------------------------------------------------------------------


@check
def declared(tree: Tree) -> Iterator[str]:
    """What other files name is a switch."""
    named: dict[str, list[str]] = {}
    for fluent in _fluents(tree):
        named.setdefault(fluent.partition("(")[0], []).append(FLUENTS)
    for path, entry in tree.entries(RULINGS, "ruling").values():
        named.setdefault(entry.get("switch", ""), []).append(path)
    for condition in tomllib.loads(tree.text(GROUNDS))["only_where"]:
        named.setdefault(condition["switch"], []).append(GROUNDS)
    for path in _catalogues(tree):
        for name in tomllib.loads(tree.text(path)):
            named.setdefault(name, []).append(path)
    for name in named.keys() - {switch.name for switch in tree.switches} - {""}:
        yield f"{MODEL} has no switch {name}, named by {', '.join(dict.fromkeys(named[name]))}"


# --- the rule ----------------------------------------------------------------------------------


@check
def predicates(tree: Tree) -> Iterator[str]:
    """Python reads it."""
    read = {
        node.attr
        for text in [*tree.files(PREDICATES, "*.py").values(), tree.text(NEW_GAME)]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
    }
    for switch in tree.switches:
        if switch.name not in read:
            where = tree.about(PREDICATES, "*.py", switch)
            yield f"switch {switch.name} of {MODEL} is read by no predicate: see {where}"


@check
def compiled_engine(tree: Tree) -> Iterator[str]:
    """The compiled engine reads it."""
    sources = "".join(tree.files(ENGINE, "*.c").values())
    for switch in tree.switches:
        if not re.search(rf"\bSWITCH_{switch.name.upper()}\b", sources):
            where = tree.about(ENGINE, "*.c", switch)
            yield f"switch {switch.name} of {MODEL} is read by no C file: see {where}"


@check
def vocabulary(tree: Tree) -> Iterator[str]:
    """The logic knows its fluents."""
    found = _fluents(tree)
    for switch in tree.switches:
        wanted = switch.fluents()
        if not wanted.keys() & found.keys():
            yield f"switch {switch.name} of {MODEL} is not in {FLUENTS}"
            continue
        for fluent, group in wanted.items():
            if fluent not in found:
                yield f"{FLUENTS} lacks {fluent}"
            elif found[fluent] != group:
                yield f"{FLUENTS}: the group of {fluent} is {found[fluent]}, not {group}"
        for fluent in found:
            if fluent.partition("(")[0] == switch.name and fluent not in wanted:
                yield f"{FLUENTS}: {fluent} is no value of {switch.name} in {MODEL}"


def _fluents(tree: Tree) -> dict[str, str]:
    """The fluents of the switches in the logic, each with its group."""
    control = clingo.Control()
    control.add("base", [], tree.text(FLUENTS))
    control.ground([("base", [])])
    atoms = control.symbolic_atoms.by_signature("switch", 2)
    pairs = (atom.symbol.arguments for atom in atoms)
    return {str(fluent): str(group) for fluent, group in pairs}


@check
def formal_rules(tree: Tree) -> Iterator[str]:
    """The logic reads it."""
    read = rules_that_read(tree.root / LOGIC)
    for switch in tree.switches:
        if switch.name not in read:
            where = tree.about(LOGIC, "*.lp", switch)
            yield f"switch {switch.name} of {MODEL} is read by no rule in {LOGIC}: see {where}"


# --- the law -----------------------------------------------------------------------------------


@check
def rulings(tree: Tree) -> Iterator[str]:
    """A ruling has a reading for each value."""
    entries = tree.entries(RULINGS, "ruling")
    for switch in tree.switches:
        wrong = [
            id_ for id_ in switch.rulings
            if id_ not in entries or entries[id_][1].get("switch") != switch.name
        ]  # fmt: skip
        if wrong or not switch.rulings:
            which = " and ".join(wrong) or "a ruling"
            yield f'{RULINGS} lacks {which} with switch = "{switch.name}"'
            continue
        played: list[Any] = []
        for id_ in switch.rulings:
            for reading in entries[id_][1].get("readings", ()):
                value = reading.get("value")
                played += value if isinstance(value, list) else [value]
        for value, text in switch.values:
            if value not in played:
                path = entries[switch.rulings[0]][0]
                yield f"{path}: no reading has the value of {switch.name}={text}"


@check
def differences(tree: Tree) -> Iterator[str]:
    """The differences that it plays name it."""
    entries = tree.entries(CLAUSES, "difference")
    for switch in tree.switches:
        for id_ in set(switch.belongs_to) - set(switch.rulings):
            if id_ not in entries or switch.name not in entries[id_][1]["handling"]:
                yield f"{DIFFERENCES}: the handling of {id_} does not name {switch.name}"


@check
def clauses(tree: Tree) -> Iterator[str]:
    """The clauses that it touches name it, and a ruling that it plays."""
    entries = tree.entries(CLAUSES, "clause")
    for switch in tree.switches:
        if not switch.clauses:
            yield f"{MODEL}: {switch.name} touches no clause"
        for id_ in switch.clauses:
            path, entry = entries.get(id_, (CLAUSES, {}))
            lacks = [] if switch.name in entry.get("notes", "") else [f"{switch.name} in its notes"]
            if not set(switch.rulings) & set(entry.get("rulings", ())):
                lacks.append(f"{' or '.join(switch.rulings)} among its rulings")
            if lacks:
                yield f"{path}: {id_} has not {', and not '.join(lacks)}"


@check
def grounds(tree: Tree) -> Iterator[str]:
    """A refusal rests on each of its rulings, or a test says why none does."""
    carried, excused = tree.text(GROUNDS), re.findall(r"Q-\d+", tree.text(NOT_GROUNDS))
    refuse = {key.split("/")[0] for key in tomllib.loads(carried)["rulings"]}
    entries = tree.entries(RULINGS, "ruling")
    for switch in tree.switches:
        for id_ in switch.rulings:
            about = set(entries[id_][1]["clauses"]) & refuse if id_ in entries else set()
            if about and f'"{id_}"' not in carried and id_ not in excused:
                yield f"{GROUNDS}: no refusal of {' or '.join(sorted(about))} rests on {id_}"


# --- people ------------------------------------------------------------------------------------


@check
def translations(tree: Tree) -> Iterator[str]:
    """Every language says what its values mean; until then English does."""
    for path in _catalogues(tree):
        catalogue = tomllib.loads(tree.text(path))
        for switch in tree.switches:
            known = catalogue.get(switch.name, {}).get("values", {})
            if lacks := [text for _, text in switch.values if text not in known]:
                yield f"{path} lacks {switch.name}.values, for {' and '.join(lacks)}"


def _catalogues(tree: Tree) -> list[str]:
    """The catalogues of switches that there are; a language may have none yet."""
    paths = [f"tikal/{path_of('switches', language)}" for language in LANGUAGES[1:]]
    return [path for path in paths if (tree.root / path).is_file()]


@check
def guide(tree: Tree) -> Iterator[str]:
    """The guide shows it at work."""
    text = tree.text(GUIDE)
    for switch in tree.switches:
        if f"\n`{switch.name}`: " not in text:
            yield f"{GUIDE} has no example of {switch.name}"


@check
def tests(tree: Tree) -> Iterator[str]:
    """It is tried with the engine and with the specification alone."""
    for path in TESTS:
        named = set(_names_in(tree.text(path)))
        for switch in tree.switches:
            if switch.name not in named and f"test_{switch.name}" not in named:
                yield f"{path} has no test of {switch.name}"


def _names_in(source: str) -> Iterator[str]:
    """Attributes, keywords, strings and the names of functions."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.Constant(value=str(name)) | ast.FunctionDef(name=name):
                yield name


@check
def generated(tree: Tree) -> Iterator[str]:
    """Derived files are written anew."""
    for path, command in GENERATED.items():
        text = tree.text(path)
        for switch in tree.switches:
            if not re.search(rf"\b{switch.name}\b", text):
                yield f"{path} lacks {switch.name}: run {command}"
