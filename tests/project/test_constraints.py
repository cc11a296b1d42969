"""The exact versions in constraints.txt: one for everything that pyproject.toml asks for."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hatchling.build import get_requires_for_build_editable
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.packaging.constraints import (
    FILE,
    PYTHONS,
    ROOT,
    differences,
    installed,
    read,
    render,
    required,
)

TEXT = FILE.read_text("utf-8")
PINS = read(TEXT)


@pytest.mark.parametrize("python", PYTHONS)
def test_everything_that_is_asked_for_has_a_version_within_its_bounds(python: str) -> None:
    for requirement in required():
        version = PINS[python].get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement}: run python -m tools.packaging.constraints"
        assert version in requirement.specifier, requirement


def test_build_requirements_have_a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for text in get_requires_for_build_editable():
        requirement = Requirement(text)
        assert PINS[PYTHONS[0]][requirement.name] in requirement.specifier


def test_the_file_has_names_versions_and_pythons_and_no_addresses() -> None:
    line = re.compile(r"[a-z0-9-]+==[\w.]+( ; python_version [\w.<>=\" ]+)?")
    lines = [each for each in TEXT.splitlines() if not each.startswith("#")]
    assert [each for each in lines if not line.fullmatch(each)] == []
    assert render(PINS) == TEXT


def test_the_pythons_are_those_that_the_package_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert list(PYTHONS) == named
    assert project["requires-python"] == f">={PYTHONS[0]}"
    every = (ROOT / "tools" / "packaging" / "every-python").read_text("utf-8")
    assert f"for version in ${{VERSION:-{' '.join(PYTHONS)}}}; do" in every


EXAMPLE = {
    "3.11": {"attrs": "26.1", "numpy": "2.4", "sphinx": "9.0", "zipp": "4.1"},
    "3.12": {"attrs": "26.1", "numpy": "2.5", "sphinx": "9.1"},
    "3.13": {"attrs": "26.1", "numpy": "2.5", "sphinx": "9.2"},
}
WRITTEN = """\
attrs==26.1
numpy==2.4 ; python_version < "3.12"
numpy==2.5 ; python_version >= "3.12"
sphinx==9.0 ; python_version < "3.12"
sphinx==9.1 ; python_version >= "3.12" and python_version < "3.13"
sphinx==9.2 ; python_version >= "3.13"
zipp==4.1 ; python_version < "3.12"
"""


def test_a_version_says_which_pythons_take_it() -> None:
    text = render(EXAMPLE)
    assert "".join(line for line in text.splitlines(True) if line[0] != "#") == WRITTEN
    assert read(text) == EXAMPLE


def test_two_versions_for_one_python_are_refused() -> None:
    with pytest.raises(ValueError, match=r"attrs has two versions for Python 3\.11"):
        read('attrs==1\nattrs==2 ; python_version < "3.12"\n')


def test_installed_lists_the_requirements_of_requirements() -> None:
    versions, missing = installed([Requirement("hatchling"), Requirement("not-there>=1")])
    assert {"hatchling", "pathspec", "pluggy", "trove-classifiers"} <= set(versions)
    assert missing == {"not-there"}
    elsewhere = Requirement("attrs; python_version < '3'")
    assert installed([elsewhere]) == ({}, set())


def test_a_difference_names_both_versions() -> None:
    here = {"attrs": "26.1", "numpy": "2.5", "zipp": "4.1"}
    assert differences({"attrs": "26.1", "numpy": "2.4"}, here) == [
        "numpy 2.5 is installed, constraints.txt says 2.4",
        "zipp 4.1 is installed, constraints.txt says nothing of it",
    ]


def test_groups_extras_and_the_build_are_all_asked_for(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        """
        [build-system]
        requires = ["hatchling>=1"]
        [project]
        name = "tikal-rules"
        dependencies = ["attrs>=2"]
        optional-dependencies = { json = ["cattrs>=3"], all = ["tikal_rules[json]"] }
        [dependency-groups]
        test = ["pytest>=4"]
        dev = [{ include-group = "test" }, "ruff>=5"]
        """,
        "utf-8",
    )
    asked = sorted(map(str, required(tmp_path / "pyproject.toml")))
    assert asked == ["attrs>=2", "cattrs>=3", "hatchling>=1", "pip", "pytest>=4", "ruff>=5"]
