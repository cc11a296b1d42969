"""The lowest versions that pyproject.toml allows, as constraints for pip: `make lowest`.

Every requirement of the package, of its extras and of the tests names the lowest version that the
tests pass with, and a version that was released.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

_BOUND = re.compile(r"(?P<name>[\w.-]+)>=(?P<version>[\d.]+)")
_OWN = re.compile(r"tikal-rules\[")


def lowest_versions(pyproject: Path) -> dict[str, str]:
    """The lowest allowed version of everything that the package, its extras and its tests need."""
    lowest: dict[str, str] = {}
    for requirement in _requirements(pyproject):
        bound = _BOUND.fullmatch(requirement)
        if bound is None:
            raise SystemExit(f"{requirement} should be a name, >= and the lowest version")
        name, version = bound["name"], bound["version"]
        if lowest.setdefault(name, version) != version:
            raise SystemExit(f"{name} has two lowest versions, {lowest[name]} and {version}")
    return lowest


def _requirements(pyproject: Path) -> Iterator[str]:
    data = tomllib.loads(pyproject.read_text("utf-8"))
    extras = data["project"]["optional-dependencies"].values()
    for requirements in (
        data["project"]["dependencies"],
        *extras,
        data["dependency-groups"]["test"],
    ):
        yield from (each for each in requirements if not _OWN.match(each))


if __name__ == "__main__":
    for name, version in lowest_versions(Path(__file__).parents[2] / "pyproject.toml").items():
        print(f"{name}=={version}")
