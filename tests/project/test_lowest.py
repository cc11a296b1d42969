"""The lowest versions that are promised: every requirement names one, `make lowest` tests them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tools.packaging.lowest import lowest_versions

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
EXAMPLE = """
[project]
dependencies = ["attrs>=24.2"]
optional-dependencies = {{ cli = ["click>=8.2.1", "tikal-rules[json]"], json = ["cattrs>=24.1"] }}
[dependency-groups]
test = ["pytest>=8.3", {test}]
docs = ["sphinx"]
"""


def lowest_with(folder: Path, test: str) -> dict[str, str]:
    (folder / "pyproject.toml").write_text(EXAMPLE.format(test=test), "utf-8")
    return lowest_versions(folder / "pyproject.toml")


def test_package_extras_and_tests_are_pinned_at_their_bounds(tmp_path: Path) -> None:
    assert lowest_with(tmp_path, '"click>=8.2.1"') == {
        "attrs": "24.2",
        "click": "8.2.1",
        "cattrs": "24.1",
        "pytest": "8.3",
    }


@pytest.mark.parametrize(
    ("requirement", "complaint"),
    [
        ('"build"', "build should be a name, >= and the lowest version"),
        ('"build~=1.2"', "build~=1.2 should be"),
        ('"build>=1.2,<2"', "build>=1.2,<2 should be"),
        ('"click>=8.3"', "click has two lowest versions, 8.2.1 and 8.3"),
    ],
)
def test_a_requirement_without_one_lowest_version_is_refused(
    tmp_path: Path, requirement: str, complaint: str
) -> None:
    with pytest.raises(SystemExit, match=complaint.replace("~", r"\~")):
        lowest_with(tmp_path, requirement)


def test_every_requirement_of_the_package_is_pinned() -> None:
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    extras = [each for extra in project["optional-dependencies"].values() for each in extra]
    names = {each.split(">=")[0].split("[")[0] for each in (*project["dependencies"], *extras)}
    pinned = lowest_versions(PYPROJECT)
    assert names - {project["name"]} - set(pinned) == set()
    assert {"pytest", "hatchling"} <= set(pinned)
