"""The online table is a stranger's project: it uses what the documentation lists and no more."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path

import pytest

import tikal
from tikal.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
PROJECT = ROOT / "examples" / "online-table"
STATIC = PROJECT / "online_table" / "static"
MODULES = sorted((PROJECT / "online_table").glob("*.py"))
DOCUMENTED = {
    name
    for page in (ROOT / "docs" / "reference" / "api").glob("*.md")
    for name in re.findall(r"^\.\. auto\w+:: (tikal[\w.]*)", page.read_text("utf-8"), re.MULTILINE)
}


def names_of_the_library(source: str) -> set[str]:
    """Every name of `tikal` that a module imports or reads, with its module."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "tikal":
            found |= {f"{node.module}.{each.name}" for each in node.names}
        elif isinstance(node, ast.Attribute) and (name := dotted(node)):
            found.add(name)
    return found


def dotted(node: ast.expr) -> str | None:
    """`tikal.languages.title` of an attribute; None for one of anything else."""
    if isinstance(node, ast.Name):
        return node.id if node.id == "tikal" else None
    if isinstance(node, ast.Attribute) and (before := dotted(node.value)):
        return f"{before}.{node.attr}"
    return None


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_only_public_names_are_used(module: Path) -> None:
    modules = {"tikal.page.bridge"}
    used = names_of_the_library(module.read_text("utf-8")) - modules
    public = DOCUMENTED | {f"tikal.{name}" for name in tikal.__all__}
    # a method of a public class is public
    assert {name for name in used if not {name, name.rpartition(".")[0]} & public} == set()
    assert not any("._" in name for name in used)


def test_another_name_would_be_noticed() -> None:
    source = "import tikal\nfrom tikal.engine import TABLE\ntikal.rules.order.SEQUENCE"
    assert names_of_the_library(source) >= {"tikal.engine.TABLE", "tikal.rules.order.SEQUENCE"}
    assert not {"tikal.engine.TABLE", "tikal.rules.order.SEQUENCE"} & DOCUMENTED


def test_it_is_a_project_of_its_own() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["dependencies"][0] == "tikal-rules"
    assert "online-table" in project["scripts"]


def test_the_words_are_the_same_in_every_language() -> None:
    words = json.loads((STATIC / "words.json").read_text("utf-8"))
    assert list(words) == list(LANGUAGES)
    marks = {
        language: {key: sorted(re.findall(r"{\w+}", text)) for key, text in each.items()}
        for language, each in words.items()
    }
    assert all(each == marks["en"] for each in marks.values())
    files = [*STATIC.glob("*.js"), *STATIC.glob("*.html"), *MODULES]
    text = "".join(path.read_text("utf-8") for path in files)
    shown = {*re.findall(r'(?:say\(|complain\(|data-word=)"([\w-]+)"', text)}
    shown |= {*re.findall(r'Refused\(\d+, "([\w-]+)"', text)}
    assert shown - {*words["en"]} == set()
    by_value = {"closed", "stale", "seated", "yours", "watching", "lost", "full"}
    assert {*words["en"]} - shown <= by_value
