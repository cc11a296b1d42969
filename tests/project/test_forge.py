"""The files for a code host: the workflow, the hooks before a commit, the forms for an issue.

`make forge` holds the files to their schemas; here they are held to what they speak of.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from tikal.cli import tikal
from tikal.editions import EDITIONS
from tikal.notation.positions import parse_position
from tools.packaging.constraints import PYTHONS

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
HOOKS = ROOT / ".pre-commit-config.yaml"
CONFIG = ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted({*(ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")} - {CONFIG})


def content(path: Path) -> dict[str, Any]:  # YAML has no types of its own
    loaded: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return loaded


def commands(path: Path) -> Iterator[list[str]]:
    """The commands of a workflow or of the hooks, line by line."""
    if path == HOOKS:
        yield from (shlex.split(h["entry"]) for r in content(path)["repos"] for h in r["hooks"])
        return
    for job in content(path)["jobs"].values():
        for step in job["steps"]:
            yield from map(shlex.split, step.get("run", "").splitlines())


def targets() -> set[str]:
    """The targets of make."""
    [phony] = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    return {name for name in phony.split() if re.search(rf"^{name}:", MAKEFILE, re.MULTILINE)}


@pytest.mark.parametrize("path", [*WORKFLOWS, HOOKS], ids=lambda path: path.name)
def test_every_target_that_is_made_is_one_of_the_makefile(path: Path) -> None:
    made = [line[1:] for line in commands(path) if line[0] == "make"]
    assert made
    for words in made:
        goals = [word for word in words if "=" not in word]
        variables = {word.partition("=")[0] for word in words} - set(goals)
        assert goals
        assert set(goals) <= targets()
        assert all(re.search(rf"\b{name}\b", MAKEFILE) for name in variables)


def test_nothing_is_run_but_make_and_what_brings_it() -> None:
    for path in (*WORKFLOWS, HOOKS):
        assert {line[0] for line in commands(path)} <= {"make", "apt-get"}


def test_the_workflow_knows_every_python_and_every_kind_of_run() -> None:
    path = ROOT / ".github" / "workflows" / "verify.yml"
    jobs = content(path)["jobs"]
    assert jobs["tests"]["strategy"]["matrix"]["python"] == list(PYTHONS)
    made = [" ".join(line) for line in commands(path)]
    for wanted in (
        "make test",
        "make check",
        "make docs",
        "make page",
        "make lowest",
        "make quick",
    ):
        assert wanted in made
    assert [line for line in made if "NEWEST=1" in line]
    engines = {entry["fast"] for entry in jobs["compiler"]["strategy"]["matrix"]["include"]}
    assert engines == {"required", "no"}  # as hatch_build.py reads TIKAL_FAST
    assert "chromium-driver" in " ".join(made)


def test_make_check_holds_the_files_to_their_schemas() -> None:
    [check] = re.findall(r"^check: ([a-z ]+) ##", MAKEFILE, re.MULTILINE)
    assert "forge" in check.split()
    for schema in ("github-workflows", "github-issue-forms", "github-issue-config"):
        assert f"vendor.{schema} .github/" in MAKEFILE or f"vendor.{schema} $(" in MAKEFILE


def test_the_hooks_use_the_venv_of_make() -> None:
    for repository in content(HOOKS)["repos"]:
        assert repository["repo"] == "local"
        for hook in repository["hooks"]:
            assert hook["language"] == "system"
            assert hook["pass_filenames"] is False


# --- forms -------------------------------------------------------------------------------------


def fields(path: Path) -> dict[str, Any]:
    """The fields of a form by their ids."""
    body = content(path)["body"]
    found = {field["id"]: field for field in body if field["type"] != "markdown"}
    assert len(found) == sum(field["type"] != "markdown" for field in body)
    return found


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_for_a_position_as_text(path: Path) -> None:
    position = fields(path)["position"]
    assert position["type"] == "textarea"
    assert position["attributes"]["render"] == "text"
    assert "as text" in position["attributes"]["description"].lower()
    if "placeholder" in position["attributes"]:
        parse_position(position["attributes"]["placeholder"])  # or it raises


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_offers_every_edition_and_names_commands_that_exist(path: Path) -> None:
    text = path.read_text("utf-8")
    edition = fields(path).get("edition")
    if edition:
        assert edition["attributes"]["options"][: len(EDITIONS)] == list(EDITIONS)
    context = click.Context(tikal)
    for name in re.findall(r"\btikal ([a-z-]+)", text):
        if not name.startswith("--"):
            assert tikal.get_command(context, name), name


def test_a_verdict_is_asked_for_with_all_that_decides_it() -> None:
    form = fields(ROOT / ".github" / "ISSUE_TEMPLATE" / "wrong-verdict.yml")
    needed = {key for key, field in form.items() if field.get("validations", {}).get("required")}
    assert needed == {"edition", "position", "move", "verdict", "rulebook"}
    check = tikal.get_command(click.Context(tikal), "check")
    assert check is not None
    options = {option for parameter in check.params for option in parameter.opts}
    assert set(re.findall(r"--\w+", form["verdict"]["attributes"]["description"])) <= options
