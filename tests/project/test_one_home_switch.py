"""One home for a switch: a switch more is added to a copy of the project, and everything has it.

`camps_on_temples.toml` holds the edits that the recipe in CONTRIBUTING.md asks for, and
`with_camps_on_temples.py` what is asked in the copy.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest

import tikal
from tests.project import additions, switch_homes
from tests.project.switch_homes import CHECKS, MODEL, ROOT, Check, Tree, missing
from tests.sample import WHOLE, not_in_the_sample
from tikal.editions import STORED_VERSION
from tikal.languages import LANGUAGES

NAME: Final = "camps_on_temples"
EDITS: Final = tomllib.loads(
    Path(__file__).with_name(f"{NAME}.toml").read_text("utf-8")
)["edit"]  # fmt: skip
FILES: Final = [edit["file"] for edit in EDITS]
#: What this version has stored is read in the copy, which is of the next one.
STORED: Final = "tests/notation/test_stored.py"
ASKED: Final = "tests/project/with_camps_on_temples.py"
#: Commands of the recipe that are run in the copy. What else it names takes long.
COMMANDS: Final = (
    "tools.generate.schemas",
    "tools.generate.vocabulary",
    "tools.generate.stored",
)
COMPILE: Final = "tools.packaging.compile_fast"
#: The tests beside the new ones that speak of switches, for `make verify`.
TESTS: Final = (
    *switch_homes.TESTS, switch_homes.NOT_GROUNDS, "tests/game/test_editions.py",
    "tests/law/test_registry.py", "tests/project/test_generated.py",
    "tests/fast/test_lockstep.py", "tests/notation/test_documents.py", "tests/bots",
)  # fmt: skip


# --- this project ------------------------------------------------------------------------------


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_switch_is_known_everywhere(check: Check) -> None:
    assert [*check(Tree.at(ROOT))] == []


def test_the_recipe_names_the_files_that_are_edited() -> None:
    recipe = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## To add a switch")[2]
    recipe = recipe.partition("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)` \|", recipe, re.MULTILINE)
    named = [
        row.replace("CODE", code)
        for row in rows
        for code in (LANGUAGES[1:] if "CODE" in row else ("",))
    ]
    assert sorted(named) == sorted(FILES)
    assert len(named) <= 14
    for command in (*COMMANDS, COMPILE):
        assert f"`python -m {command}`" in recipe


# --- a copy with a switch more -----------------------------------------------------------------


def test_an_edit_fits() -> None:
    for edit in EDITS:
        edited(edit)


def edited(edit: dict[str, str]) -> str:
    """The text of a file after its edit."""
    newest = int(tikal.rulings()[-1].id.partition("-")[2]) + 1
    facts = {"Q-NEW": f"Q-{newest}", "EDITIONS": json.dumps(list(tikal.EDITIONS))}
    facts["STORED-NEW"] = str(STORED_VERSION + 1)
    put, before = edit["put"], (ROOT / edit["file"]).read_text("utf-8")
    for word, fact in facts.items():
        put = put.replace(word, fact)
    for where, result in (("before", "{put}{at}"), ("after", "{at}{put}"), ("for", "{put}")):
        if where in edit:
            at = edit[where]
            assert before.count(at) == 1, f"{edit['file']} has not once {at!r}"
            return before.replace(at, result.format(at=at, put=put))
    return before + put


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the edits, and with what is generated from them."""
    root = additions.copy(tmp_path_factory.mktemp("switch") / "project")
    for engine in (root / "tikal" / "fast").glob("*.so"):
        engine.unlink()  # it knows the other switches only
    for edit in EDITS:
        (root / edit["file"]).write_text(edited(edit), "utf-8")
    for command in (*COMMANDS, *([COMPILE] if WHOLE else [])):
        run(root, "-m", command)
    return root


def run(root: Path, *arguments: str, **setting: str) -> None:
    """Run Python in the copy; what it prints is shown if it fails."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), **setting},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]


def run_tests(root: Path, *files: str, **setting: str) -> None:
    """Run tests in the copy."""
    run(root, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files, **setting)


def test_nothing_is_missing_in_the_copy(copy: Path) -> None:
    tree = Tree.at(copy)
    assert [switch.name for switch in tree.switches][-1] == NAME
    assert missing(tree) == []


@pytest.mark.parametrize("file", FILES)
def test_a_file_left_out_is_named_with_the_switch(copy: Path, file: str) -> None:
    [sentence] = without(copy, file)
    assert NAME in sentence or "rests on Q-" in sentence
    assert file in sentence or Path(file).parent.as_posix() in sentence


def without(copy: Path, file: str) -> list[str]:
    """What the checks say about the copy without the edit of a file."""
    edited = (copy / file).read_text("utf-8")
    try:
        shutil.copyfile(ROOT / file, copy / file)
        return missing(Tree.at(copy))
    finally:
        (copy / file).write_text(edited, "utf-8")


def test_a_generated_file_that_is_old_is_named_with_its_command(copy: Path) -> None:
    for file, command in switch_homes.GENERATED.items():
        assert without(copy, file) == [f"{file} lacks {NAME}: run {command}"]


def test_everything_works_in_the_copy(copy: Path) -> None:
    run_tests(copy, ASKED, STORED)


@not_in_the_sample
def test_the_tests_of_switches_pass_in_the_copy(copy: Path) -> None:
    run(copy, "-m", "tests.project.pins")
    run_tests(copy, *TESTS, TIKAL_VERIFY="")  # their samples


# --- other mistakes ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        (switch_homes.FLUENTS, "(present;different;one)", "(present;one)",
         "spec/rules/switches.lp lacks second_dig(different)"),
        (switch_homes.FLUENTS, "lowest_bid((0;1))", "lowest_bid((0..2))",
         f"spec/rules/switches.lp: lowest_bid(2) is no value of lowest_bid in {MODEL}"),
        (switch_homes.FLUENTS, "switch(has_auction,flag)", "switch(has_auction,ranked)",
         "spec/rules/switches.lp: the group of has_auction is ranked, not flag"),
        ("spec/rulings/exchange.toml", "value = false", "",
         "spec/rulings/exchange.toml: no reading has the value of same_kind_exchange=no"),
        (MODEL, 'clauses=("GUARD-10", "SCORE-04")', "clauses=()",
         f"{MODEL}: guard_scores_alone touches no clause"),
        (switch_homes.DIFFERENCES, "switch has_auction", "switch auctions",
         "spec/clauses/differences.toml: the handling of DIFF-09 does not name has_auction"),
    ],
)  # fmt: skip
def test_a_mistake_is_named(copy: Path, file: str, old: str, new: str, sentence: str) -> None:
    before = (copy / file).read_text("utf-8")
    assert old in before
    try:
        (copy / file).write_text(before.replace(old, new), "utf-8")
        assert missing(Tree.at(copy)) == [sentence]
    finally:
        (copy / file).write_text(before, "utf-8")
