"""Which tests are about which clause: those marked with `@pytest.mark.clause("TEMPLE-04")`."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

RECIPES: Final = Path(__file__).parents[2] / "tikal" / "testing" / "recipes"


class MarkedTest(NamedTuple):
    """A test and the clauses it is marked with."""

    #: The file below the folder of the tests.
    file: str
    line: int
    name: str
    #: Whether it is a Hypothesis property.
    is_property: bool
    clauses: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """The statement of the test, from its name: `example: a third camp is refused`."""
        kind = "property" if self.is_property else "example"
        return f"{kind}: {self.name.removeprefix('test_').replace('_', ' ')}"


def marked_tests(folder: Path) -> Iterator[MarkedTest]:
    """Every test below a folder that is marked with clauses, in a stable order."""
    yield from _functions(folder)
    yield from _examples(folder)


def marked_by_clause(folder: Path) -> dict[str, list[MarkedTest]]:
    """The marked tests below a folder, by the id of each clause that they are marked with."""
    found: dict[str, list[MarkedTest]] = {}
    for test in marked_tests(folder):
        for id_ in test.clauses:
            found.setdefault(id_, []).append(test)
    return found


def _functions(folder: Path) -> Iterator[MarkedTest]:
    """The functions that carry `@pytest.mark.clause(…)`."""
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                clauses = tuple(dict.fromkeys(_clauses(node)))
                if clauses:
                    place = path.relative_to(folder).as_posix()
                    yield MarkedTest(place, node.lineno, node.name, _is_property(node), clauses)


def _examples(folder: Path) -> Iterator[MarkedTest]:
    """The golden examples, which pytest collects from TOML: see tests/golden/README.md."""
    for path in sorted(folder.rglob("examples/*.toml")):
        text, place = path.read_text("utf-8"), path.relative_to(folder).as_posix()
        lines = [n for n, line in enumerate(text.splitlines(), 1) if line == "[[example]]"]
        for line, example in zip(lines, tomllib.loads(text)["example"], strict=True):
            clauses = tuple(example["clauses"])
            yield MarkedTest(place, line, example_name(example["name"]), False, clauses)


def example_name(sentence: str) -> str:
    """A sentence as the name of a test."""
    return "test_" + re.sub(r"[^a-z0-9]+", "_", sentence.lower().replace("'", ""))


def _clauses(test: ast.FunctionDef) -> Iterator[str]:
    for decorator in test.decorator_list:
        text = ast.unparse(decorator)
        if "in RECIPES]" in text and "pytest.mark.clause(clause)" in text:
            yield from _with_recipes()
        if text.startswith("pytest.mark.clause("):
            for part in ast.walk(decorator):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def _with_recipes() -> Iterator[str]:
    """The clauses that have recipes for near misses."""
    for path in sorted(RECIPES.glob("*.py")):
        yield from re.findall(r'^@recipe\("([A-Z0-9-]+)"', path.read_text("utf-8"), re.MULTILINE)


def _is_property(test: ast.FunctionDef) -> bool:
    return any(ast.unparse(decorator).startswith("given(") for decorator in test.decorator_list)
