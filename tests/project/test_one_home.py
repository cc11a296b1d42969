"""An edition or a language more needs the files of its recipe and no others.

Each test works on a copy of the project to which `additions` adds a fifth edition and Spanish.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

from tests.project import additions
from tests.project.additions import EDITION, LANGUAGE, MARK
from tests.project.one_home import missing_of_editions, missing_of_languages
from tests.sample import WHOLE, not_in_the_sample
from tikal.asking.lexicon import languages

ROOT: Final = Path(__file__).parents[2]
COMPLETE: Final = (additions.edition(), additions.language())
MINIMAL: Final = (additions.minimal_edition(), additions.minimal_language())
#: Files whose absence is noticed: all of them, or one of each sort.
LEFT_OUT: Final = (
    sorted({*COMPLETE[0], *COMPLETE[1]} - {*MINIMAL[0], *MINIMAL[1]})
    if WHOLE
    else (
        "README.md",
        "spec/clauses/camps.toml",
        "tikal/__init__.py",
        "tikal/languages/es/refusals.toml",
    )
)


def copy_with(folder: Path, recipes: tuple[additions.Additions, ...]) -> Path:
    root = additions.copy(folder / "project")
    additions.add(root, *recipes)
    return root


def output_of(root: Path, *command: str) -> str:
    """What a module of a copy prints."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=root,
        env={"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4_000:] + done.stderr
    return done.stdout


def missing_in(root: Path) -> list[str]:
    return output_of(root, "tests.project.one_home").splitlines()


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with all files of both recipes; a test that changes one puts it back."""
    return copy_with(tmp_path_factory.mktemp("complete"), COMPLETE)


def test_no_edition_and_no_language_lacks_anything() -> None:
    assert [*missing_of_editions(), *missing_of_languages()] == []


def test_an_edition_and_a_language_more_work_everywhere(complete: Path) -> None:
    assert missing_in(complete) == []
    asked = () if WHOLE else (EDITION, LANGUAGE)
    assert json.loads(output_of(complete, "tests.project.everything", *asked)) == {}
    answer = output_of(complete, "tikal", "ask", "third camp", "--lang", LANGUAGE)
    assert f'"title": "{MARK}Two camps per player"' in answer
    assert f'"{EDITION}"' in output_of(complete, "tikal", "explain", "DIFF-01")


def test_the_minimal_start_fails_nowhere_but_with_a_sentence(tmp_path: Path) -> None:
    root = copy_with(tmp_path, MINIMAL)
    errors: dict[str, str] = json.loads(output_of(root, "tests.project.everything"))
    needed = f"questions in {LANGUAGE} need languages/{LANGUAGE}/asked.toml"
    unanswered = errors.pop(f"{LANGUAGE}: ask")
    assert unanswered == f"InvalidArgument: {needed}; there are {', '.join(languages())}"
    sentence = re.compile(rf"spec/clauses/(\w+)\.toml: [A-Z0-9]+-\d+ has no entry for {EDITION}")
    rests = ("grounds", "opinion", "report", "page: opinion", "page: compare", "tikal: explain /")
    for asked, error in errors.items():
        key, _, what = asked.partition(": ")
        assert key == EDITION, (asked, error)
        assert what.startswith((*rests, "tikal: audit")), (asked, error)
        assert sentence.search(error), (asked, error)
    missing = missing_in(root)
    for part in (
        "tikal exports no FIFTH_2020",
        f"languages/fr/words.toml: editions.{EDITION} is missing",
        f"spec/clauses/camps.toml: CAMP-03 has no entry for {EDITION}",
        f"spec/clauses/differences.toml: DIFF-03 is silent on {EDITION}",
        f"spec/rulings/camps.toml: Q-28 has no reading that {EDITION} takes",
        f"languages/{LANGUAGE}/words.toml is missing",
        f"languages/{LANGUAGE}/language.toml is missing",
    ):
        assert part in missing


@pytest.mark.parametrize("file", LEFT_OUT)
def test_a_file_that_is_left_out_is_named_with_what_it_lacks(complete: Path, file: str) -> None:
    path, is_new = complete / file, not (ROOT / file).exists()
    whole = path.read_text("utf-8")
    if is_new:
        path.unlink()
    else:
        path.write_text((ROOT / file).read_text("utf-8"), "utf-8")
    try:
        missing = missing_in(complete)
    finally:
        path.write_text(whole, "utf-8")
    assert missing
    for sentence in missing:
        names_the_file = file.removeprefix("tikal/") in sentence or file == "tikal/__init__.py"
        # the translated note or side of an entry that has been left out
        translation = rf"languages/\w+/\w+\.toml: [\w-]+\.(notes|editions)\.{EDITION} is not a key"
        is_left_over = file.startswith("spec/clauses/") and re.fullmatch(translation, sentence)
        in_folder = Path(file).parent.as_posix() in sentence
        assert names_the_file or in_folder or is_left_over, sentence
        assert re.search(r"fifth|FIFTH|Fifth|Spanish|\bes\b", sentence), sentence


@not_in_the_sample
def test_the_tests_of_the_law_and_of_languages_pass_with_one_more(complete: Path) -> None:
    for module in ("tools.generate.schemas", "tools.packaging.asking"):
        output_of(complete, module)
    suites = ("tests/law", "tests/languages", "tests/asking", "tests/game/test_editions.py")
    output_of(complete, "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", *suites)


# --- the recipes ---------------------------------------------------------------------------------


def named_in(section: str) -> set[str]:
    """The files that the table of a recipe names; a * stands for several."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    [recipe] = re.findall(rf"^## {section}\n(.*?)(?=^## )", text, re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| (`[^|]*) \|", recipe, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def patterns_of(files: Iterable[str], named: set[str]) -> set[str]:
    """For every file the pattern that names it, itself if none does."""
    return {
        next((name for name in sorted(named) if Path(file).match(name)), file) for file in files
    }


@pytest.mark.parametrize(
    ("section", "files"),
    [
        ("To add an edition", additions.edition()),
        ("To add a language", additions.language()),
    ],
)
def test_a_recipe_names_exactly_the_files(section: str, files: Iterable[str]) -> None:
    named = {name.replace("CODE", LANGUAGE) for name in named_in(section)}
    assert patterns_of(files, named) == named
